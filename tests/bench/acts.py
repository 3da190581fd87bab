"""One act through Match with the views of all seats and of the watchers, encoded; beside what every game has to do.

Games by chance, with six at the table where six can sit; at Römi only acts at which somebody holds 15 cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import process_time

import msgspec

from engine.games import GAMES
from engine.match import Match
from tests import kit
from tests.bench.figures import OURS, Goal, Row, percentile

SEATS = 6
MOST_US = {"allegra": 400.0, "romi": 400.0}
FLOOR = "the state through msgpack, the finished views to JSON"


def measure(quick: bool) -> Iterator[Row]:
    acts, runs = (300, 3) if quick else (2_000, 5)
    for name, game in GAMES.items():
        took = [one_game(Match(game, min(SEATS, max(game.SEATS)), {}), run, acts) for run in range(runs)]
        for percent in (50, 99):
            both = {
                who: [1e6 * percentile(times, percent) for times in each]
                for who, each in zip((OURS, FLOOR), zip(*took, strict=True), strict=True)
            }
            goals = (Goal(MOST_US[name]),) if name in MOST_US and percent == 50 else ()
            yield Row(f"{game.NAME}, {min(SEATS, max(game.SEATS))} players, p{percent}", "us", both, goals)


def one_game(match: Match, seed: int, acts: int) -> tuple[list[float], list[float]]:
    """How long each act took, and how long the floor."""
    rng, ours, floor = random.Random(seed), list[float](), list[float]()
    while len(ours) < acts and not match.state.over:
        seat, action = kit.by_chance(match, rng)
        full = match.game.NAME != "Römi" or any(len(match.state.zones[f"hand:{each}"]) >= 15 for each in range(SEATS))
        start = process_time()
        match.act(seat, action)
        views = match.views(kit.viewers(match))
        for view in views:
            msgspec.json.encode(view)
        acted = process_time()
        msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=type(match.state))
        for view in views:
            msgspec.json.encode(view)
        if full:
            ours.append(acted - start)
            floor.append(process_time() - acted)
    return ours, floor
