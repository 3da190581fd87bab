"""Tables on the same network: each announces itself to whoever looks for one, if its host wants that.

What is announced opens no door: neither the code nor the fingerprint is among it. Whatever is found was written by
somebody on the network, who may lie: it says where a table may be, and whoever knocks there needs the end of its
invite.

Multicast is spoken by a process of its own, `net.mdns`: so nothing that comes from the network keeps a table or a
screen waiting, and a table that is killed is taken back too.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from importlib.util import find_spec
from subprocess import DEVNULL, PIPE
from typing import BinaryIO, cast

import msgspec

COMMAND = (sys.executable, "-P", "-m", "net.mdns")


class Notice(msgspec.Struct, frozen=True):
    """What a table says of itself."""

    game: str
    host: str
    """The name of its host."""
    port: int
    encrypted: bool
    free: int = 0
    """So many chairs are there for whoever comes."""
    playing: bool = False


class Found(Notice, frozen=True, kw_only=True):
    """A table that was found: `id` tells it from the others for as long as it is there."""

    id: str
    address: str

    @property
    def place(self) -> str:
        """Its invite, but for what only its host can tell: the code and, if it speaks TLS, the fingerprint."""
        return f"{'toctocs' if self.encrypted else 'toctoc'}://{self.address}:{self.port}"


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(list[Found]).decode


def is_installed() -> bool:
    """The extra `lan` is there. It is not read before it is needed, and then by another process."""
    return find_spec("zeroconf") is not None


class Announcer:
    """Announces a table until `close`, or until this process ends in any way. Nothing here ever waits."""

    def __init__(self, notice: Notice, command: Sequence[str]) -> None:
        self._notice = notice
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # what strangers can make it complain about must not fill the disk
            start_new_session=True,
        )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin
        os.set_blocking(self._pipe.fileno(), False)
        self._say()

    def tell(self, free: int, playing: bool) -> None:
        """So it stands now."""
        if (free, playing) != (self._notice.free, self._notice.playing):
            self._notice = msgspec.structs.replace(self._notice, free=free, playing=playing)
            self._say()

    def close(self) -> None:
        """Take back what was announced."""
        self._pipe.close()

    def _say(self) -> None:
        if not self._pipe.closed:
            with suppress(BlockingIOError, BrokenPipeError):  # it hangs, or is gone: then nobody hears of the table
                os.write(self._pipe.fileno(), encode(self._notice) + b"\n")


def announce(notice: Notice, command: Sequence[str] = (*COMMAND, "announce")) -> Announcer | None:
    """None if the process for it cannot be started: then nobody hears of the table."""
    with suppress(OSError):
        return Announcer(notice, command)
    return None


async def look(tell: Callable[[list[Found]], None], command: Sequence[str] = (*COMMAND, "look")) -> None:
    """Tell which tables there are, in the order in which they were found, whenever that changes; until cancelled. If
    what looks breaks down, there are none."""
    if not is_installed():
        return
    try:
        process = _looking(command)
    except OSError:  # as when there are too many processes: then none is found
        return
    lines, found = asyncio.StreamReader(), list[Found]()
    with process:
        try:
            reading, _protocol = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(lines), cast(BinaryIO, process.stdout)
            )
            with closing(reading):
                async for line in lines:
                    tell(found := decode(line))
            if found:
                tell([])
        finally:
            process.kill()


def _looking(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Not one of asyncio's own subprocesses: if that is cancelled while it starts, it is waited for without end."""
    return subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
