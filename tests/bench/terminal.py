"""What is written to a player's terminal, and the CPU that it takes: the first picture of a table, acts, a picture that
is drawn anew where nothing has changed, and an idle time. Each game with as many players as can sit at it; each act is
a run.

Beside the same without the terminal's shadow, and the same through a door for SSH, where the CPU is the door's; and
beside a Textual app with one Static, and curses, which draw the same pictures.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

import pexpect

from engine.games import GAMES
from tests.bench import served
from tests.bench.figures import OURS, Goal, Row
from tests.tui.seat import ACTS_MAX, ACTS_MISSED

WHOLE, STATIC, CURSES = "without the shadow", "a Textual app with one Static", "curses"
DOOR = "through the door for SSH"
CONTESTANTS = {
    OURS: ("tests.tui.seat",),
    WHOLE: ("tests.tui.seat", "--no-diff"),
    DOOR: ("tests.bench.through",),
    STATIC: ("tests.bench.pictures", "textual"),
    CURSES: ("tests.bench.pictures", "curses"),
}
SIZES = ((80, 24), (120, 40))
ON_TEXTUAL = (OURS, WHOLE, DOOR, STATIC)
PATIENCE_S, SEEN_S = 20.0, 2.0
"""A program begins to draw within this, and what it has to draw for an act."""
LAID_S, DRAWN_S = 0.5, 0.06
"""Whoever has written nothing for so long has drawn all: the table, or what has changed."""
FIRST_BYTES, ACT_BYTES, ACT_MS = 8_192, 1_024, 15


def measure(quick: bool) -> Iterator[Row]:
    acts, idle_s, sizes = (4, 1.0, SIZES[:1]) if quick else (80, 60.0, SIZES)
    for game in GAMES:
        for size in sizes:
            with served.home(), ExitStack() as running:
                screens = {who: running.enter_context(terminal(size, *how, game)) for who, how in CONTESTANTS.items()}
                yield from rows(f"{GAMES[game].NAME} {size[0]}x{size[1]}", screens, acts, idle_s)


def rows(where: str, screens: Mapping[str, pexpect.spawn], acts: int, idle_s: float) -> Iterator[Row]:
    first = {who: [written(screen, DRAWN_S, PATIENCE_S)] for who, screen in screens.items()}
    for screen in screens.values():
        screen.kill(signal.SIGUSR1)
    for who, screen in screens.items():
        first[who][0] += written(screen, LAID_S, PATIENCE_S)
    yield Row(f"{where}, first picture", "bytes", first, (Goal(FIRST_BYTES),))
    costs: list[Mapping[str, tuple[float, float]]] = []
    for _ in range(ACTS_MAX - ACTS_MISSED - 1):
        cost = {CURSES: drawn(screens[CURSES], signal.SIGUSR1)}
        seen = cost[CURSES][0] > 0
        cost |= {who: drawn(screens[who], signal.SIGUSR1, SEEN_S if seen else DRAWN_S) for who in ON_TEXTUAL}
        costs += [cost] if seen else []
        if len(costs) == acts:
            break
    for i, unit, goal in ((0, "bytes", ACT_BYTES), (1, "ms of CPU", ACT_MS)):
        each = {who: [cost[who][i] for cost in costs] for who in screens}
        yield Row(f"{where}, an act that is seen", unit, each, (Goal(goal),))
    again = {who: [drawn(screens[who], signal.SIGUSR2)[0]] for who in (OURS, WHOLE)}
    yield Row(f"{where}, drawn anew", "bytes", again, (Goal(0),))
    time.sleep(idle_s)
    idle = {who: [written(screens[who], DRAWN_S)] for who in (OURS, DOOR, STATIC)}
    yield Row(f"{where}, idle for {idle_s:.0f} s", "bytes", idle, (Goal(0),))


def drawn(screen: pexpect.spawn, signum: signal.Signals, patience_s: float = DRAWN_S) -> tuple[float, float]:
    """What it costs to draw what this signal asks for: bytes, and ms of CPU."""
    before = served.cpu_s(screen.pid)
    screen.kill(signum)
    size = written(screen, DRAWN_S, patience_s)
    return size, 1e3 * (served.cpu_s(screen.pid) - before)


def written(screen: pexpect.spawn, quiet_s: float, patience_s: float | None = None) -> float:
    """How many bytes come until none come for so long; the first of them may take longer."""
    size, wait_s = 0, patience_s or quiet_s
    try:
        while True:
            size += len(screen.read_nonblocking(65_536, timeout=wait_s))
            wait_s = quiet_s
    except pexpect.TIMEOUT:
        return float(size)


@contextmanager
def terminal(size: tuple[int, int], *module: str) -> Iterator[pexpect.spawn]:
    """A program in a terminal of so many columns and rows."""
    columns, rows = size
    env = {**os.environ, "TERM": "xterm-256color"}
    child = pexpect.spawn(sys.executable, ["-m", *module], dimensions=(rows, columns), env=env)
    try:
        yield child
    finally:
        child.close(force=True)
