"""The CPU that is taken while nobody does anything, by a player's program and by its table; beside a Textual app with
one Static, and a server that only listens."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pexpect

from tests.bench import served
from tests.bench.figures import OURS, Goal, Row
from tests.bench.start import MINIMAL, MINIMAL_APP

SERVER = "a TCP server"
SHARE_MOST = 0.2
SETTLE_S = 5.0
"""Then the bots have turned up their cards, and wait for the player."""


def measure(quick: bool) -> Iterator[Row]:
    seconds, runs = (3.0, 1) if quick else (60.0, 3)
    with served.home(), ExitStack() as running:
        player = running.enter_context(terminal("-m", "tui", "solo", "allegra", "--name", "Ada"))
        minimal = running.enter_context(terminal("-c", MINIMAL_APP))
        server, _ = running.enter_context(served.rival("raw", []))
        drained(player, SETTLE_S)
        (table,) = children(player.pid)
        shares: dict[int, list[float]] = {player.pid: [], minimal.pid: [], table: [], server: []}
        for _ in range(runs):
            before = {process: served.cpu_s(process) for process in shares}
            drained(player, seconds)
            for process, taken in shares.items():
                taken.append(100 * (served.cpu_s(process) - before[process]) / seconds)
    goals = (Goal(SHARE_MOST),)
    yield Row(
        f"a player's program, {seconds:.0f} s",
        "% of a core",
        {OURS: shares[player.pid], MINIMAL: shares[minimal.pid]},
        goals,
    )
    yield Row(
        f"its table with three bots, {seconds:.0f} s",
        "% of a core",
        {OURS: shares[table], SERVER: shares[server]},
        goals,
    )


@contextmanager
def terminal(*arguments: str) -> Iterator[pexpect.spawn]:
    """A program in a terminal of 80x24."""
    child = pexpect.spawn(sys.executable, list(arguments), dimensions=(24, 80))
    try:
        yield child
    finally:
        for process in children(child.pid):
            os.kill(process, signal.SIGTERM)
        child.close(force=True)


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in listed for child in path.read_text().split()]


def drained(child: pexpect.spawn, seconds: float) -> None:
    """For so long, take what a program writes."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        child.expect([pexpect.TIMEOUT, r".+"], timeout=left)
