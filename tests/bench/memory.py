"""What a table keeps in memory: alone, for each who watches, and after many have come and gone; beside websockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tests.bench import served
from tests.bench.delivery import WEBSOCKETS, recorded
from tests.bench.figures import OURS, Goal, Row, compete, in_a_loop
from tests.bench.party import PLAYERS, Ring, Told, seated

WATCHER_KB_MOST = 60.0
SETTLE_S = 0.5


def measure(quick: bool) -> Iterator[Row]:
    many, runs = (100, 1) if quick else (1_000, 3)
    script = asyncio.run(recorded(1))
    trials = {
        OURS: in_a_loop(partial(at_table, many)),
        WEBSOCKETS: in_a_loop(partial(at_rival, many, script)),
    }
    goals = {"each who watches": (Goal(WATCHER_KB_MOST),)}
    for what, each in compete(trials, runs).items():
        yield Row(what.format(many=many), "KB", each, goals.get(what, ()))


async def at_table(many: int) -> Mapping[str, float]:
    async with served.table(knock_window="0") as table, seated(table) as party:
        await party.act()
        assert table.process is not None
        return await weighed(table.process.pid, table.local.port, table.local.code, many)


async def at_rival(many: int, script: Sequence[Told]) -> Mapping[str, float]:
    with served.rival("websockets", script) as (process, port):
        ring = Ring()
        for _ in range(PLAYERS):
            await ring.add(port)
        return await weighed(process, port, "websocket", many)


async def weighed(process: int, port: int, code: str, many: int) -> Mapping[str, float]:
    """The first who come and go make room for the next: growth is what others add to that."""
    alone = served.memory_kb(process)
    async with served.crowd(port, many, code) as crowd:
        await asyncio.sleep(SETTLE_S)
        watched = served.memory_kb(process)
        await crowd.come_and_go(many)
        await asyncio.sleep(SETTLE_S)
        after = served.memory_kb(process)
        await crowd.come_and_go(many)
        await asyncio.sleep(SETTLE_S)
        again = served.memory_kb(process)
    return {
        "a table with four players": alone,
        "each who watches": (watched - alone) / many,
        "growth while {many} come and go": after - watched,
        "growth while {many} more come and go": again - after,
    }
