"""Thousands of stormy worlds, and whole games by bots, with everything checked at every step; or hostile hands at every
entry; or the table of races.

    scripts/soak [--from SEED] [--seeds N] [--minutes M] [--games N] [--races]
    scripts/soak --fuzz [--from SEED] [--seeds N] [--minutes M]
    scripts/soak --ssh [--seeds N] [--minutes M]

A seed that fails is told with what was wrong, and can be run alone: --from SEED --seeds 1 --games 0.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
import traceback
import typing
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import msgspec

from engine import journal
from engine.game import Game
from engine.games import GAMES
from engine.match import Match
from net.listen import listen_unix
from net.tls import new_certificate
from tests import kit, toy
from tests.engine import laws
from tests.net import muse, ssh
from tests.net.siege import besiege_a_desk, besiege_a_server
from tests.net.storms import storm_and_calm
from tests.net.test_damaged import damage_a_journal, damage_a_record
from tests.net.test_secrecy import COMPANY, try_everything
from tests.net.track import figures
from tests.net.twins import compare_twins
from tests.tui import ssh_evening as ssh_evenings

NAMES = tuple(GAMES)
FAILURES_MAX = 5
CERTIFICATE = new_certificate()
COSTLY_SHARE = 0.02
"""Of the acts of a game: after so many, all that costs time is checked too."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Stormy worlds and whole games by bots, with everything checked.")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    parser.add_argument("--seeds", type=int, default=1_000, metavar="N", help="so many worlds (default 1000)")
    parser.add_argument("--games", type=int, default=1_000, metavar="N", help="so many games by bots (default 1000)")
    parser.add_argument("--minutes", type=float, metavar="M", help="no longer than that for each of the two")
    parser.add_argument("--races", action="store_true", help="only show how fair races are")
    parser.add_argument("--fuzz", action="store_true", help="hostile hands at every entry in place of the two")
    parser.add_argument("--ssh", action="store_true", help="evenings over SSH in place of the two")
    asked = parser.parse_args()
    if asked.races:
        for race, share in figures():
            print(f"{share:7.1%}  {race}")
        return 0
    GAMES["muse"], GAMES["toy"] = typing.cast(Game, muse), typing.cast(Game, toy)
    limit_s = asked.minutes * 60 if asked.minutes else float("inf")
    seeds = range(asked.first, asked.first + asked.seeds)
    if asked.ssh:
        return try_each("evenings over SSH", ssh_evening, seeds, limit_s)
    if asked.fuzz:
        return max(try_each(what, trial, seeds, limit_s) for what, trial in ENTRIES.items())
    games = range(asked.first, asked.first + asked.games)
    return max([try_each("worlds", world, seeds, limit_s), try_each("games", whole_game, games, limit_s)])


def try_each(what: str, trial: Callable[[int], object], seeds: range, limit_s: float) -> int:
    """Run a trial for every seed until the time is up. 1 if any has failed."""
    start, tried, failed = time.monotonic(), 0, []
    for seed in seeds:
        if time.monotonic() - start > limit_s:
            break
        tried += 1
        try:
            trial(seed)
        except Exception:
            failed.append(seed)
            print(f"seed {seed}:", file=sys.stderr)
            traceback.print_exc()
            if len(failed) == FAILURES_MAX:
                break
    print(f"{tried} {what} in {time.monotonic() - start:.0f} s, failed: {failed or 'none'}")
    return int(bool(failed))


def world(seed: int) -> None:
    storm_and_calm(seed)
    compare_twins(seed)


def whole_game(seed: int) -> None:
    """A game at any number of seats and with any options, played by bots; its journal gives the same game again."""
    rng, name = random.Random(seed), NAMES[seed % len(NAMES)]
    game = GAMES[name]
    options = {option: rng.choice(known.choices) for option, known in game.OPTIONS.items()}
    if "rounds" in options:
        options["rounds"] = rng.randint(1, 3)
    match = Match(game, rng.choice(game.SEATS), options)
    deck, acts = kit.deck(match.state), []
    for step in kit.play(match, rng, kit.by_bots):
        acts.append(journal.Acted(step.seat, msgspec.Raw(step.action)))
        laws.cards_are_conserved(match, deck)
        laws.somebody_can_go_on(match)
        laws.scores_add_up(match)
        laws.everything_has_a_sentence(match, step)
        if rng.random() < COSTLY_SHARE:
            laws.looking_changes_nothing(match)
            laws.views_survive_the_wire(match)
            laws.awaited_bots_act(match, rng)
            laws.offers_are_accepted(match, rng)
            laws.twins_look_alike(match, rng)
            laws.story_tells_no_more_than_the_view(match, step, rng)
            attempt = kit.hostile((step.seat, step.action), match, rng)
            laws.only_offers_are_accepted(match, attempt)
            laws.refusals_tell_nothing(match, attempt, rng)
    names = tuple(f"bot {seat}" for seat in range(match.state.seats))
    again = journal.open_match(journal.Header(name, game.RULES, names, match.options))
    assert not [played for played in journal.replay(again, acts) if played.refused]
    assert laws.packed(again.state) == laws.packed(match.state)


ATTACKS = 1_000
"""For every seed, at one entry."""


def desk(seed: int) -> None:
    besiege_a_desk(seed, ATTACKS)


def server(seed: int) -> None:
    """On TCP, on a Unix socket, or over TLS."""
    with patch.dict(os.environ), TemporaryDirectory() as home:
        os.environ["TOCTOC_HOME"] = home
        how: list[dict[str, Any]] = [{}, {"listening": listen_unix(Path(home) / "table")}, {"certificate": CERTIFICATE}]
        asyncio.run(besiege_a_server(seed, ATTACKS, **how[seed % 3]))


def files(seed: int) -> None:
    with patch.dict(os.environ), patch.object(os, "fsync"), TemporaryDirectory() as home:
        os.environ["TOCTOC_HOME"] = home
        for number in range(seed * ATTACKS, (seed + 1) * ATTACKS):
            damage_a_journal(number)
            if number % 5 == 0:
                damage_a_record(number)


def twins(seed: int) -> None:
    for game in COMPANY:
        try_everything(game, seed)


def ssh_door(seed: int) -> None:
    async def besieged(home: Path) -> None:
        async with ssh.opened(home) as house:
            await ssh.besiege(house, random.Random(seed), ATTACKS // 10)

    with patch.dict(os.environ), TemporaryDirectory() as home:
        os.environ["TOCTOC_HOME"] = home
        asyncio.run(besieged(Path(home)))


def ssh_evening(_seed: int) -> None:
    """A round of Allegra to its score sheet, with twenty who watch on screens of their own."""
    with patch.dict(os.environ), TemporaryDirectory() as home:
        os.environ["TOCTOC_HOME"] = home
        with ssh_evenings.race(Path(home), watchers=20) as players:
            ssh_evenings.play_out(players)


ENTRIES = {
    "tables besieged": desk,
    "servers besieged": server,
    "folders damaged": files,
    "twins tried": twins,
    "doors for SSH besieged": ssh_door,
}

if __name__ == "__main__":
    sys.exit(main())
