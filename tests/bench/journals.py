"""Journals as a table writes them, sealed deals and all; the time passes as quickly as they can be written."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import journal
from engine.board import Seat
from engine.games import GAMES
from engine.match import Match
from net import store, tables, tokens
from net.play import Play
from tests import kit

NAMES = ("Ada", "Bo", "Cy", "Di")

Choose = Callable[[Match, random.Random], tuple[Seat, bytes] | None]
"""The next act; None if nobody will act before a timer has run out."""


def written(game: str, choose: Choose, lines_most: int = kit.ACTS_MAX) -> bytes:
    """The journal of a match, whole or with so many lines."""
    rng, now = random.Random(1), 0.0
    header = journal.Header(game, GAMES[game].RULES, NAMES, {})
    lines: list[journal.Line] = [header]
    play = Play(header, entropy=rng.randbytes, record=lines.append)
    play.seat(journal.Seated(seat, name, bot=True) for seat, name in enumerate(NAMES))
    while play.phase != "over" and len(lines) < lines_most:
        if play.phase == "deal":
            play.dealer.seal([b""] * len(NAMES))
            play.deal(now)
        elif act := choose(play.match, rng):
            play.act(*act, now)
        else:
            now = play.deadline()
            play.run_timers(now)
    return b"".join(journal.write(line) + b"\n" for line in lines)


def by_bots(match: Match, rng: random.Random) -> tuple[Seat, bytes] | None:
    for seat in rng.sample(range(match.state.seats), match.state.seats):
        if action := match.game.bot(match.view(seat), rng):
            return seat, action
    return None


def for_ever(match: Match, rng: random.Random) -> tuple[Seat, bytes]:
    """Römi as nobody plays it: whoever only draws and discards never ends a round."""
    (seat,) = match.game.awaited(match.state)
    offers = match.game.offers(match.state, seat)
    return seat, kit.filled(next(offer for offer in offers if offer.code in ("cut", "draw", "discard")), rng)


def keep(text: bytes) -> str:
    """Store a journal and the table that has written it, as if its process had been killed. Returns the table's id."""
    header, _ = journal.read(text)
    path = store.Journals().path / f"{header.game}.jsonl"
    path.write_bytes(text)
    record = tables.Record(
        "Ada", header.game, len(NAMES), {}, "local", 0, None, "KWXBTR", tokens.new_token(), path.name
    )
    kept = tables.keep(record)
    kept.close()
    return kept.table
