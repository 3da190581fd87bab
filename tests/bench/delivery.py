"""From a player's act until every player has the view after it: four at Allegra, real sockets, every act on the disk.

Beside servers that send the same bytes to four lines and play nothing, and beside boardgame.io on node. The players
are in a process of their own, and read as little as they can.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from tests.bench import served
from tests.bench.figures import OURS, Goal, Row, Trial, compete, in_a_loop, percentile
from tests.bench.party import PAUSE_S, PLAYERS, Ring, Told, paced, seated

RAW, DISK, WEBSOCKETS = "raw TCP", "raw TCP, act on the disk", "bare websockets"
IN_MEMORY = "the same, journal in memory"
BOARDGAME = "boardgame.io"
GOALS = (Goal(2, WEBSOCKETS), Goal(3.5, RAW), Goal(1 / 8, BOARDGAME))
MEMORY = "/dev/shm"
NODE_MODULES = Path(sys.prefix) / "node" / "node_modules"


def measure(quick: bool) -> Iterator[Row]:
    acts, runs = (30, 2) if quick else (600, 5)
    script = asyncio.run(recorded(acts))
    trials: dict[str, Trial] = {
        OURS: in_a_loop(partial(at_table, acts)),
        IN_MEMORY: in_a_loop(partial(at_table, acts, MEMORY)),
        RAW: in_a_loop(partial(at_rival, "raw", script, acts)),
        DISK: in_a_loop(partial(at_rival, "disk", script, acts)),
        WEBSOCKETS: in_a_loop(partial(at_rival, "websockets", script, acts)),
    }
    missing = []
    if (node := shutil.which("node")) and (NODE_MODULES / "boardgame.io").exists():
        trials[BOARDGAME] = partial(boardgame, node, acts, script)
    else:
        missing.append(f"{BOARDGAME}: not installed, or no node")
    for what, each in compete(trials, runs).items():
        goals = GOALS if what == "p99" else ()
        yield Row(f"act to the last view, {what}", "ms", each, goals, missing=tuple(missing))


def figures(took_s: Sequence[float]) -> Mapping[str, float]:
    return {f"p{percent}": 1e3 * percentile(took_s, percent) for percent in (50, 99)}


async def recorded(acts: int) -> list[Told]:
    """So many acts at a table, and what everybody was told."""
    async with served.table(knock_window="0", rounds="9") as table, seated(table, watched=True) as party:
        return [(await party.act())[1] async for _ in paced(acts, PAUSE_S)]


async def at_table(acts: int, folder: str | None = None) -> Mapping[str, float]:
    async with served.table(folder=folder, knock_window="0", rounds="9") as table, seated(table) as party:
        return figures([(await party.act())[0].seconds async for _ in paced(acts, PAUSE_S)])


async def at_rival(kind: str, script: Sequence[Told], acts: int) -> Mapping[str, float]:
    with served.rival(kind, script) as (_, port):
        ring = Ring()
        for _ in range(PLAYERS):
            await ring.add(port, shakes=kind == "websockets")
        took = []
        async for number in paced(acts, PAUSE_S):
            told = script[number % len(script)]
            took.append((await ring.ask(told.by, told.act.encode())).seconds)
        ring.hang_up()
        return figures(took)


def boardgame(node: str, acts: int, script: Sequence[Told]) -> Mapping[str, float]:
    """Four of its clients, and a game whose state is as large as our views; in milliseconds it says what it took."""
    size = sum(len(told.updates[0]) for told in script) // len(script)
    command = [
        node,
        str(Path(__file__).with_name("boardgame.cjs")),
        str(NODE_MODULES),
        str(acts),
        str(size),
        str(PAUSE_S),
    ]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=120)
    return figures([ms / 1e3 for ms in msgspec.json.decode(told.stdout, type=list[float])])
