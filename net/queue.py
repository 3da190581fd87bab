"""What one connection has not been sent yet, because it is behind."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from net import limits, wire
from net.post import Outgoing

TOO_SLOW = wire.encode(wire.Bye("too-slow")).decode()

log = logging.getLogger("toctoc")


class Queue:
    """What waits to be sent on a connection that is behind, and the task that sends it.

    Whoever holds up one frame for too long, or is behind by too many for longer than a burst explains, is told to be
    too slow and cut off: the client comes back and is told everything anew.
    """

    def __init__(self, websocket: ServerConnection) -> None:
        self.websocket = websocket
        self._frames: deque[Outgoing] = deque()
        self._most = limits.PLAYER_QUEUE_FRAMES
        self._since = 0.0
        """When the queue was empty for the last time."""
        self._last = False
        """A goodbye has been put in: nothing comes after it."""
        self._filled = asyncio.Event()
        self._sending: asyncio.Timeout | None = None
        self.writing = asyncio.create_task(self._write())

    @property
    def is_behind(self) -> bool:
        """A frame cannot be written now: it would go before its turn, or be held up."""
        held_bytes = self.websocket.transport.get_write_buffer_size()
        return bool(self._frames) or self._last or self._sending is not None or held_bytes >= limits.WRITE_BUFFER_BYTES

    def write(self, frames: bytes) -> None:
        """Send frames of websockets at once, unless the connection is about to close. It must not be behind.

        The library would make the same frame once more for every connection.
        """
        if self.websocket.state is State.OPEN:
            self.websocket.transport.write(frames)

    def put(self, outgoing: Outgoing) -> None:
        """Take a frame along, without waiting."""
        if self._last:
            return
        now = asyncio.get_running_loop().time()
        if not self._frames:
            self._since = now
        if outgoing.newest:
            self._most = limits.WATCHER_QUEUE_FRAMES
            self._frames = deque(frame for frame in self._frames if not frame.newest)
        self._last = outgoing.close
        self._frames.append(outgoing)
        self._filled.set()
        if len(self._frames) > self._most and now > self._since + limits.QUEUE_BURST_S and self._sending is not None:
            self._last = True
            self._sending.reschedule(now)

    async def _write(self) -> None:
        with suppress(ConnectionClosed):
            try:
                await self._send()
            except TimeoutError:
                goodbye = self._frames[-1].frame.decode() if self._frames and self._frames[-1].close else TOO_SLOW
                self._last = True
                self._log(goodbye)
                broadcast([self.websocket], goodbye)  # does not wait: it is read if they wake up at last
            await self._close()

    async def _send(self) -> None:
        while self._frames or not self._last:
            if not self._frames:
                self._filled.clear()
                await self._filled.wait()
            outgoing = self._frames.popleft()
            async with asyncio.timeout(limits.STALLED_S) as self._sending:
                await self.websocket.send(outgoing.frame, text=True)
            self._sending = None
            if outgoing.close:
                self._log(outgoing.frame.decode())

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(limits.HANG_UP_WITHIN_S):
                await self.websocket.close()
        except TimeoutError:
            self.websocket.transport.abort()

    def _log(self, goodbye: str) -> None:
        log.info("Goodbye to %s: %s", address(self.websocket), goodbye)


def address(websocket: ServerConnection) -> str:
    """Where a connection comes from, as far as wrong codes are counted by it; empty for this computer's own."""
    peer = websocket.remote_address
    return str(peer[0]) if isinstance(peer, tuple) else ""
