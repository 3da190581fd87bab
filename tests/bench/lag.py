"""How long a table lets a websocket ping wait while three bots play against a person and every act is written; beside
the same table before its match has begun. The pings come from that person's line, one after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping
from functools import partial
from time import monotonic

from engine.games import GAMES
from net import wire
from tests.bench import served
from tests.bench.figures import OURS, Goal, Row, compete, in_a_loop, percentile
from tests.bench.party import Party, seated

IDLE = "idle table"
PAUSE_S = 0.03
"""A table puts up with little more from one connection."""


def measure(quick: bool) -> Iterator[Row]:
    seconds, runs = (2.0, 1) if quick else (15.0, 5)
    for name in ("allegra",) if quick else GAMES:
        trials = {
            OURS: in_a_loop(partial(pinged, name, seconds, plays=True)),
            IDLE: in_a_loop(partial(pinged, name, seconds, plays=False)),
        }
        for what, each in compete(trials, runs).items():
            goals = (Goal(2, IDLE),) if what == "p99" else ()
            yield Row(f"{GAMES[name].NAME}, ping, {what}", "ms", each, goals)


async def pinged(game: str, seconds: float, *, plays: bool) -> Mapping[str, float]:
    async with served.table(game) as table, seated(table, players=1) as party:
        for chair in range(1, 4):
            party.links[0].send(wire.SeatBot(chair))
        if plays:
            party.links[0].send(wire.Start())
            await party.until(lambda: party.phase == "play")
        took, end, rng = [], monotonic() + seconds, random.Random(1)
        while monotonic() < end:
            party.take_in()
            if plays:
                go_on(party, game, rng)
            await asyncio.sleep(PAUSE_S)
            took.append(1e3 * await party.ring.lines[0].ping())
    return {"p50": percentile(took, 50), "p99": percentile(took, 99), "longest": max(took)}


def go_on(party: Party, game: str, rng: random.Random) -> None:
    """The person plays as a bot would, at once."""
    (link,) = party.links
    if party.phase == "deal":
        link.send(wire.Ready())
    elif link.view is not None and link.pending is None and (action := GAMES[game].bot(link.view, rng)) is not None:
        link.act(action)
