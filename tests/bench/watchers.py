"""What those who watch cost the players, and when the last of them has seen an act; beside a table with nobody watching
and beside servers that broadcast the same bytes.

The watchers are in a process of their own, which gives way to all others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tests.bench import served
from tests.bench.delivery import IN_MEMORY, MEMORY, RAW, WEBSOCKETS, recorded
from tests.bench.figures import OURS, Goal, Row, compete, in_a_loop, percentile
from tests.bench.party import PLAYERS, Ring, Told, Took, paced, seated

PAUSE_S = 0.15
"""Longer than a thousand watchers take to be told of an act."""
NONE = "nobody watching"


def measure(quick: bool) -> Iterator[Row]:
    acts, runs = (6, 1) if quick else (100, 5)
    script = asyncio.run(recorded(acts))
    for many in (1_000,) if quick else (100, 1_000):
        trials = {
            OURS: in_a_loop(partial(at_table, many, acts)),
            IN_MEMORY: in_a_loop(partial(at_table, many, acts, MEMORY)),
            NONE: in_a_loop(partial(at_table, 0, acts)),
            RAW: in_a_loop(partial(at_rival, "raw", many, script, acts)),
            WEBSOCKETS: in_a_loop(partial(at_rival, "websockets", many, script, acts)),
        }
        goals = {"players, p99": (Goal(1.5, NONE),), "last watcher, p50": (Goal(1.5, RAW),)}
        for what, each in compete(trials, runs).items():
            yield Row(f"{many} watching: {what}", "ms", each, goals.get(what, ()))


async def at_table(watchers: int, acts: int, folder: str | None = None) -> Mapping[str, float]:
    async with served.table(folder=folder, knock_window="0", rounds="9") as table, seated(table) as party:
        await party.act()
        async with served.crowd(table.local.port, watchers, table.local.code) as crowd:
            await crowd.heard()
            took = [(await party.act())[0] async for _ in paced(acts, PAUSE_S)]
            await asyncio.sleep(PAUSE_S)
            return figures(took, await crowd.heard(), watchers)


async def at_rival(kind: str, watchers: int, script: Sequence[Told], acts: int) -> Mapping[str, float]:
    with served.rival(kind, script) as (_, port):
        ring = Ring()
        for _ in range(PLAYERS):
            await ring.add(port, shakes=kind == "websockets")
        async with served.crowd(port, watchers, {"raw": "raw", "websockets": "websocket"}[kind]) as crowd:
            took = []
            async for number in paced(acts, PAUSE_S):
                told = script[number % len(script)]
                took.append(await ring.ask(told.by, told.act.encode()))
            await asyncio.sleep(PAUSE_S)
            ring.hang_up()
            return figures(took, await crowd.heard(), watchers)


def figures(took: Sequence[Took], heard: Sequence[tuple[float, int]], watchers: int) -> Mapping[str, float]:
    """Of acts after which every watcher has heard one update."""
    players = {
        f"players, p{percent}": 1e3 * percentile([each.seconds for each in took], percent) for percent in (50, 99)
    }
    ends = [each.began for each in took[1:]] + [float("inf")]
    last = [
        at - act.began
        for act, end in zip(took, ends, strict=True)
        for at, count in heard
        if act.began < at < end and count == watchers
    ]
    if not watchers:
        return players
    assert len(last) >= len(took) * 0.9, f"of {len(took)} acts only {len(last)} were seen by all"
    return players | {f"last watcher, p{percent}": 1e3 * percentile(last, percent) for percent in (50, 99)}
