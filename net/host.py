"""The host's shell: one Table on a socket, over asyncio and websockets. The only place of time on the host's side.

Sending never waits. What the table says is written at once, players' first, to every connection that is not behind; for
the others it is put into a queue, which a task per connection empties. Nobody is delayed by somebody who does not read.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import signal
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from itertools import count

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from net import limits, wire
from net.post import Outgoing
from net.table import Table
from net.trouble import Trouble

HANG_UP_WITHIN_S = 3.0
"""So long may a goodbye be on its way; but when the table ends, all of them together:"""
END_WITHIN_S = 0.4
WRITE_BUFFER_BYTES = 32_768
"""A connection on which the system holds up more than this is behind."""
BURST_S = 1.0
"""So long may a queue be over its limit: a burst is sent before that to whoever reads."""
TOO_SLOW = wire.encode(wire.Bye("too-slow")).decode()

log = logging.getLogger("toctoc")


class Host:
    """Serves a table until it is finished or `stop` is called."""

    def __init__(
        self,
        table: Table,
        *,
        stalled_s: float = limits.WATCHER_STALLED_S,
        ping_every_s: float = limits.PING_EVERY_S,
        pong_within_s: float = limits.PONG_WITHIN_S,
    ) -> None:
        self.table = table
        self._stalled_s = stalled_s
        self._ping_every_s, self._pong_within_s = ping_every_s, pong_within_s
        self._queues: dict[int, Queue] = {}
        self._numbers = count(1)
        self._alarm: asyncio.TimerHandle | None = None
        self._ended = asyncio.Event()
        self._trouble: Trouble | None = None
        self._loop = asyncio.get_running_loop()

    async def run(self, listening: socket.socket) -> None:
        """Serve whoever connects to this socket. Raises Trouble if the journal cannot be written any more."""
        server = await serve(
            self._attend,
            sock=listening,
            subprotocols=[Subprotocol(wire.SUBPROTOCOL)],
            process_request=refuse_browsers,
            compression=None,
            max_size=limits.FRAME_BYTES_MAX,
            write_limit=WRITE_BUFFER_BYTES,
            open_timeout=limits.HELLO_WITHIN_S,
            close_timeout=END_WITHIN_S,
            ping_interval=None,  # the host's own pings measure the lag too
        )
        try:
            self._settle()
            await self._ended.wait()
            await self._last_words()
        finally:
            server.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), END_WITHIN_S)
        if self._trouble is not None:
            raise self._trouble

    def stop(self) -> None:
        """Say goodbye to everybody, and end."""
        self.table.close()
        self._settle()

    async def _attend(self, websocket: ServerConnection) -> None:
        """One connection, from its first frame to its last."""
        conn = next(self._numbers)
        queue = self._queues[conn] = Queue(websocket, self._stalled_s)
        measuring = asyncio.create_task(self._measure(conn, websocket))
        try:
            self._tell(self.table.connected, conn, address(websocket))
            async for frame in websocket:
                self._tell(self.table.receive, conn, frame)
        except ConnectionClosed:
            pass
        finally:
            measuring.cancel()
            queue.writing.cancel()
            del self._queues[conn]
            self._tell(self.table.closed, conn)

    async def _measure(self, conn: int, websocket: ServerConnection) -> None:
        """Tell the table every round trip, and hang up when a pong does not come."""
        with suppress(ConnectionClosed):
            try:
                while True:
                    async with asyncio.timeout(self._pong_within_s):
                        rtt_s = await (await websocket.ping())
                    self.table.lag(conn, rtt_s)
                    await asyncio.sleep(self._ping_every_s)
            except TimeoutError:
                websocket.transport.abort()

    def _tell(self, verb: Callable[..., None], *args: object) -> None:
        """Let the table hear of something now."""
        try:
            verb(*args, self._loop.time())
        except Trouble as trouble:
            self._trouble = self._trouble or trouble
            self.table.close()
        self._settle()

    def _settle(self) -> None:
        """Send what the table says, and set the alarm for the next time that it has something to do."""
        for outgoing in self.table.drain():
            at_once = []
            for queue in filter(None, map(self._queues.get, outgoing.conns)):
                if outgoing.close or queue.is_behind:
                    queue.put(outgoing)
                else:
                    at_once.append(queue.websocket)
            broadcast(at_once, outgoing.frame.decode())
        if self._alarm is not None:
            self._alarm.cancel()
        if self.table.finished:
            self._ended.set()
        elif (deadline := self.table.deadline()) < float("inf"):
            self._alarm = self._loop.call_at(deadline, self._tell, self.table.tick)

    async def _last_words(self) -> None:
        """Give everybody the time to hear goodbye, but not more."""
        writing = [queue.writing for queue in self._queues.values()]
        if writing:
            await asyncio.wait(writing, timeout=END_WITHIN_S)
        for queue in self._queues.values():
            queue.websocket.transport.abort()


class Queue:
    """What waits to be sent on a connection that is behind, and the task that sends it.

    Whoever holds up one frame for `stalled_s`, or is behind by too many for longer than a burst explains, is told to be
    too slow and cut off: the client comes back and is told everything anew.
    """

    def __init__(self, websocket: ServerConnection, stalled_s: float) -> None:
        self.websocket = websocket
        self._stalled_s = stalled_s
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
        return bool(self._frames) or self._last or self._sending is not None or held_bytes >= WRITE_BUFFER_BYTES

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
        if len(self._frames) > self._most and now > self._since + BURST_S and self._sending is not None:
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
            async with asyncio.timeout(self._stalled_s) as self._sending:
                await self.websocket.send(outgoing.frame, text=True)
            self._sending = None
            if outgoing.close:
                self._log(outgoing.frame.decode())

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(HANG_UP_WITHIN_S):
                await self.websocket.close()
        except TimeoutError:
            self.websocket.transport.abort()

    def _log(self, goodbye: str) -> None:
        log.info("Goodbye to %s: %s", address(self.websocket), goodbye)


def address(websocket: ServerConnection) -> str:
    """Where a connection comes from, as far as wrong codes are counted by it."""
    peer = websocket.remote_address
    return str(peer[0]) if isinstance(peer, tuple) else "this computer"


def refuse_browsers(websocket: ServerConnection, request: Request) -> Response | None:
    """A page in a browser must not reach the tables of whoever looks at it."""
    if "Origin" in request.headers:
        return websocket.respond(HTTPStatus.FORBIDDEN, "This is a card table for terminals, not for browsers.\n")
    return None


def serve_table(table: Table, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Run a table in this process, until it is closed or the process is told to end. Raises Trouble.

    `ready` is called as soon as guests, and the signals to end, can come.
    """

    async def serving() -> None:
        host, loop = Host(table), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, host.stop)
        _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))  # each guest is one
        ready()
        gc.collect()
        gc.freeze()  # what lives as long as the process need not be looked through again and again
        await host.run(listening)

    asyncio.run(serving())
