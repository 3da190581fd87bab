"""A guest's program: the ordinary client in a process of its own, on a terminal or, where there is none, on a pipe.

It runs under the host's account and is told as little of it as can be: a few words of environment, a folder of its own
in place of the host's, and its errand over a pipe, for arguments and environment can be read by others.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import shutil
import signal
import socket
import struct
import sys
import termios
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from net import limits
from net.errand import Errand

TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]{0,31}")
SENT = {
    "LANG": re.compile(r"[A-Za-z]{1,8}(_[A-Za-z]{2,4})?(\.[A-Za-z0-9-]{1,16})?(@[a-z]{1,16})?"),
    "COLORTERM": re.compile("truecolor|24bit"),
}
"""What a guest's ssh may send, and how that has to look."""
KEPT = ("PYTHONPATH",)
"""What the program needs of the environment of the door: where its code is."""


async def round_trips_s(pipe: int) -> AsyncIterator[float]:
    """Every time that the way to the guest and back has been measured."""
    lines = asyncio.StreamReader()
    reading, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), os.fdopen(os.dup(pipe), "rb")
    )
    with closing(reading):
        async for line in lines:
            yield float(line)


class Size(NamedTuple):
    columns: int
    rows: int


class Terminal(NamedTuple):
    """What a guest sits at. `term` is empty where there is no terminal, as with ssh -T."""

    term: str
    size: Size
    sent: Mapping[str, str]


def environment(terminal: Terminal, home: Path) -> dict[str, str]:
    """All that the program gets. What looks strange is left out; a strange terminal is taken for a plain one."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    sent = {name: terminal.sent[name] for name, shape in SENT.items() if shape.fullmatch(terminal.sent.get(name, ""))}
    term = {"TERM": terminal.term if TERM.fullmatch(terminal.term) else "dumb"}
    charset = sent.get("LANG", "").partition(".")[2].partition("@")[0].lower().replace("-", "")
    # Whether this computer has the guest's locale does not matter: only Greek is, or is not, shown in Greek letters.
    letters = {"PYTHONUTF8": "1"} if charset in ("", "utf8") else {"PYTHONIOENCODING": "ascii:backslashreplace"}
    return {**kept, **sent, **term, **letters, "TOCTOC_HOME": str(home)}


def home_of(identity: str, guests: Path, here: Collection[str]) -> Path:
    """The folder of this guest's own settings and seats; those of who has not come for longest are thrown away, but
    never that of somebody who is here: many strangers take nobody's seat."""
    home = guests / identity
    with suppress(OSError):  # a disk that cannot be used is no reason not to play
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(home)
        gone = [path for path in guests.iterdir() if path.name not in here]
        for old in sorted(gone, key=lambda path: path.stat().st_mtime)[: -limits.SSH_GUESTS_KEPT_MAX]:
            shutil.rmtree(old, ignore_errors=True)
    return home


class Program:
    """`on_output` gets what it writes, in order, and nothing more after `hold` until `go_on`."""

    def __init__(
        self, process: asyncio.subprocess.Process, line: int, telling: int, on_output: Callable[[bytes], None]
    ) -> None:
        self._process, self._line, self._telling, self._on_output = process, line, telling, on_output
        self._loop = asyncio.get_running_loop()
        self._typed, self._typed_end = bytearray(), False
        self._silent = asyncio.Event()
        """There is nothing more to come from it."""
        self._typed_all = asyncio.Event()
        self._typed_all.set()
        os.set_blocking(line, False)
        os.set_blocking(telling, False)
        self.go_on()

    @classmethod
    async def start(
        cls,
        command: tuple[str, ...],
        errand: Errand,
        terminal: Terminal,
        home: Path,
        on_output: Callable[[bytes], None],
    ) -> Program:
        """Raises OSError if it cannot be started. The number of the errand's pipe is put behind the command."""
        with ExitStack() as ours, ExitStack() as its:
            line, inside = pty.openpty() if terminal.term else map(socket.socket.detach, socket.socketpair())
            ours.callback(os.close, line)
            its.callback(os.close, inside)
            told, telling = os.pipe()
            ours.callback(os.close, telling)
            its.callback(os.close, told)
            os.write(telling, msgspec.json.encode(errand) + b"\n")  # it is shorter than a pipe
            _resize(inside, terminal.size)
            process = await asyncio.create_subprocess_exec(
                *(*command, str(told)),
                stdin=inside,
                stdout=inside,
                stderr=inside,
                pass_fds=(told,),
                env=environment(terminal, home),
                cwd="/",
                start_new_session=True,
            )
            ours.pop_all()
        return cls(process, line, telling, on_output)

    async def run(self) -> int:
        """Its exit code, when it has ended and all that it has written is told."""
        await self._silent.wait()
        return await self._process.wait()

    def type(self, keys: bytes) -> None:
        """What the guest types. Nothing more should come before it is `taken`."""
        self._typed += keys
        self._write()

    async def taken(self) -> None:
        """Return when the program has taken all that was typed."""
        await self._typed_all.wait()

    def close_input(self) -> None:
        """The guest will type no more."""
        self._typed_end = True
        if os.isatty(self._line):
            self._typed += b"\x04"
        self._write()

    def be_told(self, rtt_s: float) -> None:
        """The way to the guest and back has just taken so long. Whoever does not listen misses it."""
        with suppress(BlockingIOError, BrokenPipeError):
            os.write(self._telling, f"{rtt_s:.4f}\n".encode())

    def resize(self, size: Size) -> None:
        _resize(self._line, size)

    def hold(self) -> None:
        """The guest takes no more for now: then the program waits as it would before a terminal that stands still."""
        if self._line >= 0:
            self._loop.remove_reader(self._line)

    def go_on(self) -> None:
        if self._line >= 0 and not self._silent.is_set():
            self._loop.add_reader(self._line, self._read)

    async def hang_up(self) -> None:
        """The guest's line is gone: the program is told as if a window had been closed, and is not waited for long."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGHUP)
        self._fall_silent()
        self._loop.remove_writer(self._line)
        os.close(self._line)
        os.close(self._telling)
        self._line = -1
        self._typed_all.set()
        try:
            await asyncio.wait_for(self._process.wait(), limits.HANG_UP_WITHIN_S)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    def _read(self) -> None:
        try:
            written = os.read(self._line, limits.SSH_WINDOW_BYTES)
        except BlockingIOError:
            return
        except OSError:  # as Linux says that nobody has the terminal open any more
            written = b""
        if written:
            self._on_output(written)
        else:
            self._fall_silent()

    def _fall_silent(self) -> None:
        self._loop.remove_reader(self._line)
        self._silent.set()

    def _write(self) -> None:
        try:
            del self._typed[: os.write(self._line, self._typed)]
        except BlockingIOError:
            pass
        except OSError:  # it has ended
            self._typed.clear()
        if self._typed:
            self._typed_all.clear()
            self._loop.add_writer(self._line, self._write)
        else:
            self._typed_all.set()
            self._loop.remove_writer(self._line)
            if self._typed_end and not os.isatty(self._line):
                with suppress(OSError), socket.socket(fileno=os.dup(self._line)) as pipe:
                    pipe.shutdown(socket.SHUT_WR)


def _resize(line: int, size: Size) -> None:
    """As far as there is a terminal; the numbers come from anywhere."""
    with suppress(OSError):
        fcntl.ioctl(
            line, termios.TIOCSWINSZ, struct.pack("HHHH", *(min(n, 0xFFFF) for n in (size.rows, size.columns)), 0, 0)
        )


def client() -> tuple[str, ...]:
    """The command line of the ordinary client as a guest's program."""
    return sys.executable, "-P", "-m", "tui.ssh", "guest"
