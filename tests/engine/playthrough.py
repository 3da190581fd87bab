"""A whole game as text: every act, what it told whom, and what it changed in the public view and in the offers.

The golden transcripts in `golden/` are such texts. Each begins with the command that makes it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from engine.board import (
    CHANCE,
    CLOCK,
    GRID,
    SOMEWHERE,
    Event,
    Gathered,
    Happening,
    Moved,
    Noted,
    Shown,
    Shuffled,
    Spot,
    Viewer,
    told,
)
from engine.cards import GAP, Card
from engine.game import Offer
from engine.games import GAMES
from engine.match import Match
from tests import kit

GOLDEN = Path(__file__).parent / "golden"
COMMAND = "scripts/playthrough"


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Print a whole game that is played by chance.")
    parser.add_argument("game", nargs="?", choices=GAMES, help="which game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table option")
    parser.add_argument("--acts", type=int, metavar="N", help="only the first acts (default: all)")
    parser.add_argument("--update", action="store_true", help="instead, rewrite the golden transcripts")
    return parser


def main() -> None:
    given = parser().parse_args()
    if given.update:
        for path in sorted(GOLDEN.glob("*.txt")):
            path.write_text(again(path.read_text()))
    elif given.game is None:
        parser().error("name a game, or say --update")
    else:
        print(transcript(sys.argv[1:]), end="")


def again(text: str) -> str:
    """The transcript that the first line of this one stands for, made anew."""
    command, *arguments = text.partition("\n")[0].split()
    assert command == COMMAND, "a transcript begins with its command"
    return transcript(arguments)


def transcript(arguments: list[str]) -> str:
    given = parser().parse_args(arguments)
    match = Match(GAMES[given.game], given.seats, dict(option.split("=", 1) for option in given.option))
    lines = [" ".join([COMMAND, *arguments]), *told_of(match, given.seed, given.acts)]
    return "\n".join(lines) + "\n"


def told_of(match: Match, seed: int, acts: int | None) -> Iterator[str]:
    before = public(match)
    for number, step in enumerate(islice(kit.play(match, random.Random(seed)), acts), 1):
        yield ""
        yield f"{number}. {who(step.seat)} {step.action.decode()}"
        for happening in step.happenings:
            yield from (f"    {line}" for line in heard(match, happening))
        after = public(match)
        yield from (f"  {name}: {text or '-'}" for name, text in after.items() if before.get(name) != text)
        before = after


def who(seat: int) -> str:
    return {CHANCE: "CHANCE", CLOCK: "CLOCK"}.get(seat, f"seat {seat}")


def heard(match: Match, happening: Happening) -> Iterator[str]:
    """What was told of one thing that happened, once for all who were told the same."""
    stories: dict[str, list[Viewer]] = {}
    for viewer in kit.viewers(match):
        for event in told([happening], viewer):
            stories.setdefault(story(event), []).append(viewer)
    for text, viewers in stories.items():
        yield text if len(viewers) > match.state.seats else f"{text}  [{', '.join(map(listener, viewers))}]"


def listener(viewer: Viewer) -> str:
    return "watchers" if viewer is None else str(viewer)


def story(event: Event) -> str:
    match event:
        case Moved(card, src, dst, by):
            return f"{who(by)} moves {face(card)} from {spot(src)} to {spot(dst)}"
        case Shown(card, at, by):
            return f"{who(by)} shows {face(card)} at {spot(at)}"
        case Gathered(src, dst, count):
            return f"{count} cards gathered from {src} to {dst}"
        case Shuffled(zone, count):
            return f"{count} cards shuffled in {zone}"
        case Noted(code, by, args):
            return f"{who(by)} {code} {' '.join(map(str, args))}".rstrip()


def spot(at: Spot) -> str:
    return at.zone if at.i == SOMEWHERE else f"{at.zone}/{at.i}"


def face(card: Card | None) -> str:
    return {None: "?", GAP: "_"}.get(card) or str(card)


def public(match: Match) -> dict[str, str]:
    """The view of the watchers, and what each seat may do, a line for each thing in them."""
    view = match.view(None)
    lines = {zone.name: row(zone.cards, zone.kind != GRID) for zone in view.zones}
    lines |= {name: plain(value) for name, value in view.facts.items()}
    lines |= {
        "turn": f"{who(view.turn)}, number {view.turns}",
        "awaited": plain(view.awaited),
        "timers": plain(view.timers),
    }
    lines |= {f"offers {seat}": row_of_offers(match.view(seat).offers) for seat in range(match.state.seats)}
    return lines | {"scores": plain(view.scores) if view.scores.rounds else ""}


def row(cards: tuple[Card | None, ...], pile: bool) -> str:
    """The cards from the bottom up; of a pile that nobody sees only how many there are."""
    if pile and cards and set(cards) == {None}:
        return f"{len(cards)} unseen"
    return " ".join(map(face, cards))


def row_of_offers(offers: tuple[Offer, ...]) -> str:
    return ", ".join(
        f"{offer.key} {offer.code}" + (f" ({len(offer.pick.spots)})" if offer.pick else "") for offer in offers
    )


def plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    main()
