"""How long it takes to begin: from the command to the first picture at 80x24, and of a table's process to its invite.

Beside a Textual app with one line of text, the import of Textual, and a Python that does nothing. Warm, and cold: after
the system has been told to forget what it has read of the files of all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pexpect

from tests.bench import served
from tests.bench.figures import OURS, Goal, Row, Trial, compete

MINIMAL = "a Textual app with one Static"
IMPORT = "import textual"
NOTHING = "python -c pass"

MINIMAL_APP = """
from textual.app import App
from textual.widgets import Static

class Minimal(App):
    def compose(self):
        yield Static("READY")

Minimal().run()
"""
PICTURE = b"toctoc"
SERVE = ("allegra", "--local", "--port=0", "--name=Ada")
SERVE_MOST_MS = 350.0
PATIENCE_S = 30.0


def measure(quick: bool) -> Iterator[Row]:
    runs = 2 if quick else 10
    with served.home():
        for how, before in (("warm", lambda: None), ("cold", forget)):
            painted = {
                OURS: after(before, first_picture, ("-m", "tui"), PICTURE),
                MINIMAL: after(before, first_picture, ("-c", MINIMAL_APP), b"READY"),
                IMPORT: after(before, ended, ("-c", "import textual")),
                NOTHING: after(before, ended, ("-c", "pass")),
            }
            goals = (Goal(1.3, MINIMAL),) if how == "warm" else ()
            for each in compete(painted, runs).values():
                yield Row(f"command to first picture, {how}", "ms", each, goals)
            serving = {OURS: after(before, listening, *SERVE), NOTHING: after(before, ended, ("-c", "pass"))}
            for each in compete(serving, runs).values():
                yield Row(f"table's process to its invite, {how}", "ms", each)
                above = [ours - nothing for ours, nothing in zip(each[OURS], each[NOTHING], strict=True)]
                goals = (Goal(SERVE_MOST_MS),) if how == "warm" else ()
                yield Row(f"the same, above {NOTHING}, {how}", "ms", {OURS: above}, goals)
        yield Row("modules of textual that a table reads", "", {OURS: [float(textual_modules())]}, (Goal(0),))


def after(before: Callable[[], None], timed: Callable[..., float], *arguments: object) -> Trial:
    def run() -> Mapping[str, float]:
        before()
        return {"": 1e3 * timed(*arguments)}

    return run


def first_picture(arguments: Sequence[str], wanted: bytes) -> float:
    """Until this is on a terminal of 80x24."""
    start = time.perf_counter()
    child = pexpect.spawn(sys.executable, list(arguments), dimensions=(24, 80), timeout=PATIENCE_S)
    try:
        child.expect_exact(wanted)
        return time.perf_counter() - start
    finally:
        child.close(force=True)


def ended(arguments: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True)
    return time.perf_counter() - start


def listening(*arguments: str) -> float:
    """Until `toctoc serve` tells its invite."""
    start, command = time.perf_counter(), [sys.executable, "-m", "tui", "serve", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert b"toctoc://" in process.stdout.readline()
        took = time.perf_counter() - start
        process.terminate()
        return took


def textual_modules() -> int:
    """Of those that a table's process reads at all, by the word of Python itself."""
    command = [sys.executable, "-X", "importtime", "-m", "tui", "serve", *SERVE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.terminate()
        return sum(b"textual" in line.rpartition(b"|")[2] for line in process.stderr if line.startswith(b"import time"))


def forget() -> None:
    """Let the system read all code and libraries from the disk again."""
    roots = {Path(path) for path in (*sys.path, sys.base_prefix) if path}
    for root in roots:
        for folder, _, names in os.walk(root):
            for name in names:
                if name.endswith((".py", ".pyc", ".so")):
                    drop(os.path.join(folder, name))


def drop(path: str) -> None:
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)
