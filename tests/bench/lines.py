"""Connections that read frames and do as little as possible with them, so that what is measured is who sends them."""

from __future__ import annotations

import asyncio
import base64
import resource
from collections.abc import Callable
from time import perf_counter

from net import wire

UPDATE = b'{"t":"update","seq":'
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80
PATIENCE_S = 30.0

HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Protocol: {wire.SUBPROTOCOL}\r\n\r\n"
).encode()

Hear = Callable[[bytes, float], None]
"""A text frame, and the time of `perf_counter`, which is the same in all processes."""


READ = memoryview(bytearray(65_536))
"""Where all lines of a process read. The system would find as much memory anew for every piece, or not, as it likes."""


class Line(asyncio.BufferedProtocol):
    """One connection. `shakes` hands as a websocket does; without that the frames come at once."""

    def __init__(self, hear: Hear, *, shakes: bool = True) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ponged: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._hear = hear
        if not shakes:
            self.opened.set_result(None)
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if not self.opened.done():
            transport.write(HANDSHAKE)

    def get_buffer(self, sizehint: int) -> memoryview:
        return READ

    def buffer_updated(self, size: int) -> None:
        now = perf_counter()
        self._buffer += READ[:size]
        if not self.opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head)
            self._buffer = rest
            self.opened.set_result(None)
        while (frame := self._next()) is not None:
            kind, text = frame
            if kind == TEXT:
                self._hear(text, now)
            elif kind == PING:
                self.transport.write(masked(PONG, text))
            elif kind == PONG and not self._ponged.done():
                self._ponged.set_result(now)

    def send(self, text: bytes) -> None:
        self.transport.write(masked(TEXT, text))

    async def ping(self) -> float:
        """How many seconds the other side lets wait for its pong."""
        self._ponged = asyncio.get_running_loop().create_future()
        began = perf_counter()
        self.transport.write(masked(PING, b""))
        async with asyncio.timeout(PATIENCE_S):
            return await self._ponged - began

    def _next(self) -> tuple[int, bytes] | None:
        """The next whole frame."""
        buffer, start = self._buffer, 2
        if len(buffer) < start:
            return None
        size = buffer[1]
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        kind, text = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, text


def allow_lines() -> None:
    """Let this process have as many connections as the system allows; each is a file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def dial(port: int, hear: Hear, *, shakes: bool = True) -> Line:
    """A line to a port of this computer."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(hear, shakes=shakes), "127.0.0.1", port)
    await line.opened
    return line


def framed(text: bytes) -> bytes:
    """A text frame as a server sends it."""
    return bytes((FINAL | TEXT, *_size(len(text), 0))) + text


def masked(kind: int, text: bytes) -> bytes:
    """A frame as a client sends it; the mask is zero, which changes nothing."""
    return bytes((FINAL | kind, *_size(len(text), FINAL))) + bytes(4) + text


def _size(size: int, flag: int) -> bytes:
    if size < 126:
        return bytes((flag | size,))
    return (
        bytes((flag | 126,)) + size.to_bytes(2, "big")
        if size < 65_536
        else bytes((flag | 127,)) + size.to_bytes(8, "big")
    )


def seq_of(update: bytes) -> int:
    """The number of an Update."""
    return int(update[len(UPDATE) : update.index(b",", len(UPDATE))])
