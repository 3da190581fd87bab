"""A real pseudo-terminal with the program in it, and what a terminal would show of its output."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pyte

PATIENCE_S = 20.0
"""A slow machine gets this long to show what a test waits for."""
POLL_S = 0.02

ENTER, UP, CTRL_C = "\r", "\x1b[A", "\x03"
PRIVATE = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]")
"""Sequences of newer keyboard protocols, which pyte would take for something else."""
RESTORED = (
    b"\x1b[?1049l",
    b"\x1b[?25h",
    b"\x1b[?1000l",
    b"\x1b[?1003l",
    b"\x1b[?1006l",
    b"\x1b[?1015l",
    b"\x1b[?2004l",
)
"""What gives a terminal back as it was."""


class Terminal:
    """Reads nothing by itself: what the program writes arrives while a test waits for something."""

    def __init__(self, command: str, *arguments: str, columns: int = 80, rows: int = 24, **env: str) -> None:
        self.output = b""
        env = {**os.environ, "TERM": "xterm-256color", **env}
        self.child = pexpect.spawn(command, list(arguments), env=env, dimensions=(rows, columns))
        self.child.delaybeforesend = None
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """The window as it is now."""
        self._read()
        return "\n".join(line.rstrip() for line in self._screen.display)

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def wait_for(self, *wanted: str, without: str | None = None) -> str:
        """Wait until all this is in the window (and `without` is not), and return the window."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            text = self.text
            if all(part in text for part in wanted) and (without is None or without not in text):
                return text
            assert self.child.isalive(), f"ended with {self.child.exitstatus} before {wanted} came:\n{text}"
            assert time.monotonic() < deadline, f"{wanted} did not come:\n{text}"
            time.sleep(POLL_S)

    def show(self, output: bytes) -> None:
        """In the window appears what the program has not written."""
        self._stream.feed(output)

    def wait_for_output(self, wanted: bytes, start: int = 0) -> None:
        """Wait until the program has written this, from `start` on in what it has written."""
        deadline = time.monotonic() + PATIENCE_S
        while wanted not in self.output[start:]:
            assert time.monotonic() < deadline, f"{wanted!r} did not come"
            self._read()
            time.sleep(POLL_S)

    def wait_for_change(self, text: str) -> None:
        """Wait until the window shows something else."""
        deadline = time.monotonic() + PATIENCE_S
        while self.text == text:
            assert time.monotonic() < deadline, f"nothing changed:\n{text}"
            time.sleep(POLL_S)

    def wait_for_silence(self, seconds: float) -> None:
        """Wait until the program has written nothing for so long."""
        deadline = time.monotonic() + PATIENCE_S
        since, length = time.monotonic(), -1
        while time.monotonic() - since < seconds:
            assert time.monotonic() < deadline, "it is never silent"
            self._read()
            if len(self.output) != length:
                since, length = time.monotonic(), len(self.output)
            time.sleep(POLL_S)

    def wait_for_end(self) -> int | None:
        """Read to the end. Returns the exit code, or None if a signal was the end."""
        deadline = time.monotonic() + PATIENCE_S
        while self.child.isalive():
            self._read()
            assert time.monotonic() < deadline, f"it does not end:\n{self.text}"
            time.sleep(POLL_S)
        self._read()
        return self.child.exitstatus

    def _read(self) -> None:
        try:
            while True:
                new = self.child.read_nonblocking(65_536, timeout=0)
                self.output += new
                self._stream.feed(PRIVATE.sub(b"", new))
        except (pexpect.TIMEOUT, pexpect.EOF):
            pass


@contextmanager
def toctoc(*arguments: str, home: Path) -> Iterator[Terminal]:
    """`toctoc` with these arguments in a terminal of its own."""
    with opened(Terminal(sys.executable, "-m", "tui", *arguments, TOCTOC_HOME=str(home))) as terminal:
        yield terminal


@contextmanager
def opened(terminal: Terminal) -> Iterator[Terminal]:
    """The terminal is hung up in the end, and its program ended."""
    try:
        yield terminal
    finally:
        terminal.child.close(force=True)


def invite_in(text: str) -> str:
    """The invite that stands in a window."""
    found = re.search(r"toctoc(s|\+unix)?://\S+", text)
    assert found is not None, text
    return found[0]


@contextmanager
def hosted(home: Path, *options: str, game: str = "allegra", seats: int = 2) -> Iterator[tuple[Terminal, str]]:
    """A table of anna's, as a rule for two, and its invite. The table is ended, should it still be there in the end."""
    with toctoc("host", game, "--local", "--name", "anna", "--seats", str(seats), *options, home=home) as host:
        invite = invite_in(host.wait_for("an open chair"))
        tables = children(host)
        try:
            yield host, invite
        finally:
            for pid in tables:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)


def children(host: Terminal) -> list[int]:
    """The processes that it has started."""
    listed = Path(f"/proc/{host.child.pid}/task").glob("*/children")
    return [int(pid) for one in listed for pid in one.read_text().split()]


def close(host: Terminal) -> None:
    """The host closes the table for everybody."""
    host.press(CTRL_C)
    host.wait_for("close the table for everybody")
    host.press("c")
    assert host.wait_for_end() == 0
