"""Lines from the standard input and to the standard output, each in a thread of its own: neither a slow line nor
somebody who reads slowly may keep the talk with the table waiting."""

from __future__ import annotations

import asyncio
import errno
import os
import select
import sys
import textwrap
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from net.trouble import Trouble
from tui.theme import glyphs, plain

LINE_BYTES_MAX = 4096
"""More than anybody types at once; the rest of a longer line is another line."""
WRITTEN_WITHIN_S = 1.0
"""So long may the last lines be on their way."""
CUT = (errno.EPIPE, errno.EIO)
"""Nobody is there any more, as when a window is closed."""


class Stdio:
    """`gone` is set if one of the two is no longer there. To be made in the loop in which it is used.

    Both are used without Python's buffers, which a thread must not hold when the program ends.
    """

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._encoding: str = getattr(sys.stdout, "encoding", None) or "utf-8"
        self._typed = asyncio.Queue[str | None](1)
        self._told = SimpleQueue[bytes | None]()
        self._fault: OSError | None = None
        self._writing = Thread(target=self._write, daemon=True)
        self._writing.start()
        Thread(target=self._read, daemon=True).start()

    async def line(self) -> str | None:
        """The next line that was typed, without its end; None at the end of the input."""
        return await self._typed.get()

    def write(self, line: str) -> None:
        """A line, as the locale can show it; in a window that is too narrow, in several."""
        for row in wrapped(plain(line, glyphs(self._encoding)), columns()):
            self._told.put(f"{row}\n".encode(self._encoding, errors="replace"))

    def close(self) -> None:
        """Return when all is written, or if that takes too long."""
        self._told.put(None)
        self._writing.join(WRITTEN_WITHIN_S)

    def end(self) -> SystemExit | Trouble:
        """What ends the program when they are gone."""
        if self._fault is None or self._fault.errno in CUT:
            return SystemExit(1)
        return Trouble("no-output", self._fault.strerror or str(self._fault))

    def _write(self) -> None:
        try:
            while (text := self._told.get()) is not None:
                while text:
                    text = text[os.write(1, text) :]
        except OSError as error:
            self._lose(error)

    def _read(self) -> None:
        """A line is read only when the one before has been taken."""
        try:
            read = b""
            while more := os.read(0, LINE_BYTES_MAX):
                *lines, read = (read + more).split(b"\n")
                for line in lines if len(read) < LINE_BYTES_MAX else [*lines, read]:
                    self._hand(line.decode(errors="replace"))
                read = read if len(read) < LINE_BYTES_MAX else b""
            if read:
                self._hand(read.decode(errors="replace"))
            self._hand(None)
        except OSError as error:
            self._lose(error)

    def _hand(self, line: str | None) -> None:
        with suppress(RuntimeError, CancelledError):  # the loop has ended, or ends
            asyncio.run_coroutine_threadsafe(self._typed.put(line), self._loop).result()

    def _lose(self, fault: OSError) -> None:
        self._fault = fault
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.gone.set)


def nothing_comes(fd: int = 0) -> bool:
    """There is no input, as with `</dev/null`, or its other end is closed already."""
    try:
        if os.fstat(fd).st_rdev == os.stat(os.devnull).st_rdev:
            return True
    except OSError:
        return True
    line = select.poll()
    line.register(fd, select.POLLIN)
    return any(not event & select.POLLIN for _fd, event in line.poll(0))


def columns() -> int:
    """Of the window; 0 if the lines go anywhere else, where they are not to be broken."""
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return 0


def wrapped(line: str, width: int) -> list[str]:
    """The line in rows of so many letters, if there is a number. An invite stays whole; what begins with spaces goes on
    below them."""
    if not 0 < width < len(line):
        return [line]
    indent = line[: len(line) - len(line.lstrip(" "))]
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
