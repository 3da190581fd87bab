"""How cost grows: with those who watch, with the tables on one computer, and with the length of a journal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from functools import partial

from tests.bench import served, watchers
from tests.bench.delivery import RAW, recorded
from tests.bench.figures import OURS, Row, compete, in_a_loop, percentile
from tests.bench.journals import for_ever, written
from tests.bench.party import PAUSE_S, paced, seated
from tests.bench.resume import row

ONE = "one table"
IDLE_S = 2.0


def measure(quick: bool) -> Iterator[Row]:
    runs, acts = (1, 5) if quick else (3, 60)
    script = asyncio.run(recorded(acts))
    for many in (10,) if quick else (0, 10, 100, 300, 1_000):
        trials = {
            OURS: in_a_loop(partial(watchers.at_table, many, acts)),
            RAW: in_a_loop(partial(watchers.at_rival, "raw", many, script, acts)),
        }
        for what, each in compete(trials, runs).items():
            yield Row(f"{many} watching: {what}", "ms", each)
    for many in (3,) if quick else (1, 10, 50):
        trials = {OURS: in_a_loop(partial(tables, many, acts))}
        if many > 1:
            trials[ONE] = in_a_loop(partial(tables, 1, acts))
        for what, each in compete(trials, runs).items():
            figure, _, unit = what.rpartition(", ")
            yield Row(f"{many} tables: {figure}", unit, each)
    for lines in (1_000,) if quick else (10, 100, 1_000, 10_000):
        yield row(f"resume, {lines} lines", written("romi", for_ever, lines), runs + 2)


async def tables(many: int, acts: int) -> Mapping[str, float]:
    """So many tables, four players at each, who play at the first one."""
    async with AsyncExitStack() as open_tables:
        processes, parties = [], []
        for _ in range(many):
            table = await open_tables.enter_async_context(served.table(knock_window="0"))
            parties.append(await open_tables.enter_async_context(seated(table)))
            await parties[-1].act()
            assert table.process is not None
            processes.append(table.process.pid)
        before = sum(map(served.cpu_s, processes))
        await asyncio.sleep(IDLE_S)
        idle = 100 * (sum(map(served.cpu_s, processes)) - before) / IDLE_S
        took = [1e3 * (await parties[0].act())[0].seconds async for _ in paced(acts, PAUSE_S)]
        return {
            "memory of each, KB": sum(map(served.memory_kb, processes)) / many,
            "CPU of all while idle, % of a core": idle,
            "act at one, p50, ms": percentile(took, 50),
            "act at one, p99, ms": percentile(took, 99),
        }
