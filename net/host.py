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
import ssl
from asyncio import sslproto
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from itertools import count
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from net import limits, wire
from net.lan import Announcer, Notice, announce
from net.listen import Porch
from net.queue import Queue, address
from net.table import Table
from net.thinkers import Thinkers
from net.thought import Advice
from net.trouble import Trouble
from net.visitor import Visitor

log = logging.getLogger(__name__)

CROWD = 20
"""To go through more connections than these takes so long that those who play are not kept waiting for it."""


class Host:
    """Serves a table until it is finished, or `close` or `stop` is called."""

    def __init__(self, table: Table, *, tls: ssl.SSLContext | None = None) -> None:
        self.table = table
        self.stopped = False
        """By `stop`."""
        self._tls = tls
        self._announcer: Announcer | None = None
        self._queues: dict[int, Queue] = {}
        self._numbers = count(1)
        self._alarm: asyncio.TimerHandle | None = None
        self._ended = asyncio.Event()
        self._trouble: Exception | None = None
        self._thinkers, self._advisers = Thinkers(self._advise), Thinkers(self._advise)
        """For bots and for persons: whoever wants advice does not take a bot's time."""
        self._loop = asyncio.get_running_loop()

    async def run(self, listening: Porch, announcer: Announcer | None = None) -> None:
        """Serve whoever connects to this socket, and let the announcer tell how it stands.

        Raises Trouble if the journal cannot be written any more, and whatever the table itself raises: nobody is told
        goodbye then, for the table can come back from its journal.
        """
        self._announcer = announcer

        async def attend(websocket: ServerConnection) -> None:
            listening.came_in(websocket.transport.get_extra_info("socket").fileno())
            await self._attend(websocket)

        server = await serve(
            attend,
            sock=listening,
            ssl=self._tls,
            subprotocols=[Subprotocol(wire.SUBPROTOCOL)],
            process_request=refuse_browsers,
            create_connection=Visitor,
            compression=None,
            max_size=limits.FRAME_BYTES_MAX,
            write_limit=limits.WRITE_BUFFER_BYTES,
            open_timeout=limits.HELLO_WITHIN_S,
            close_timeout=limits.END_WITHIN_S,
            ping_interval=None,  # the host's own pings measure the lag too
        )
        try:
            self._tell(self.table.tick)  # which starts the hour of a table that nobody comes to
            await self._ended.wait()
            if self._announcer is not None:
                self._announcer.close()
            await self._last_words()
        finally:
            server.close()
            await self._thinkers.close()
            await self._advisers.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), limits.END_WITHIN_S)
        if self._trouble is not None:
            raise self._trouble

    def close(self) -> None:
        """Say goodbye to everybody, and end the table."""
        self.table.close()
        self._settle()

    def stop(self) -> None:
        """Say goodbye to everybody until the table comes back, and end."""
        self.stopped = not self.table.finished
        self.table.stop()
        self._settle()

    async def _attend(self, websocket: ServerConnection) -> None:
        """One connection, from its first frame to its last."""
        conn = next(self._numbers)
        assert isinstance(websocket, Visitor)
        queue = self._queues[conn] = Queue(websocket)
        measuring = asyncio.create_task(self._measure(conn, websocket))
        # Whoever is behind gets the pings late, and answers late: how long that may last, the queue knows.
        guarding = asyncio.create_task(websocket.hang_up_in_silence(lambda: queue.is_behind))
        try:
            self._tell(self.table.connected, conn, address(websocket))
            async for frame in websocket:
                self._tell(self.table.receive, conn, frame)
        except ConnectionClosed:
            pass
        finally:
            for task in (measuring, guarding, queue.writing):
                task.cancel()
            del self._queues[conn]
            self._tell(self.table.closed, conn)

    async def _measure(self, conn: int, websocket: ServerConnection) -> None:
        """Tell the table every round trip."""
        with suppress(ConnectionClosed):
            while True:
                rtt_s = await (await websocket.ping())
                self.table.lag(conn, rtt_s)
                await asyncio.sleep(limits.PING_EVERY_S)

    def _tell(self, verb: Callable[..., None], *args: object) -> None:
        """Let the table hear of something now, unless it has ended."""
        if self._ended.is_set():
            return
        try:
            verb(*args, self._loop.time())
        except Trouble as trouble:
            self._trouble = self._trouble or trouble
            self.table.break_down(trouble.code, *trouble.details)
        except Exception as fault:
            self._trouble = self._trouble or fault
            return self._ended.set()
        self._settle()

    def _advise(self, advice: Advice) -> None:
        """The answer to a question."""
        self._tell(lambda now: self.table.advise(advice))

    def _settle(self) -> None:
        """Send what the table says, and set the alarm for the next time that it has something to do."""
        at_once: dict[Queue, bytes] = {}
        for outgoing in self.table.drain():
            if len(outgoing.conns) > CROWD >= len(at_once):
                write(at_once)
            frame = Frame(Opcode.TEXT, outgoing.frame).serialize(mask=False)
            for queue in filter(None, map(self._queues.get, outgoing.conns)):
                if outgoing.close or queue.is_behind:
                    queue.put(outgoing)
                else:
                    at_once[queue] = at_once.get(queue, b"") + frame
        write(at_once)
        for question in self.table.questions():
            (self._thinkers if question.asker < 0 else self._advisers).ask(question)
        if self._announcer is not None:
            self._announcer.tell(self.table.free_chairs, self.table.is_playing)
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
            await asyncio.wait(writing, timeout=limits.END_WITHIN_S)
        for queue in self._queues.values():
            queue.websocket.transport.abort()


def write(at_once: dict[Queue, bytes]) -> None:
    """Send these frames, and forget them."""
    for queue, frames in at_once.items():
        queue.write(frames)
    at_once.clear()


def refuse_browsers(websocket: ServerConnection, request: Request) -> Response | None:
    """A page in a browser must not reach the tables of whoever looks at it."""
    if "Origin" in request.headers:
        return websocket.respond(HTTPStatus.FORBIDDEN, "This is a card table for terminals, not for browsers.\n")
    return None


def _log_fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Without what was worked on, which asyncio would show: there may be cards in it."""
    log.error(context["message"], exc_info=context.get("exception"))


def serve_table(
    table: Table,
    listening: Porch,
    tls: ssl.SSLContext | None,
    notice: Notice | None,
    ready: Callable[[], None],
) -> bool:
    """Run a table in this process, until it is closed or the process is told to end: then it returns True. Raises
    Trouble, and whatever the table itself raises.

    With a `notice` it is announced to the network. `ready` is called as soon as guests, and the signals to end, can
    come.
    """

    async def serving() -> bool:
        host, loop = Host(table, tls=tls), asyncio.get_running_loop()
        loop.set_exception_handler(_log_fault)
        # Who presses ctrl+c closes the table; the other signals come when a computer is shut down or a line is lost.
        for number, end in ((signal.SIGINT, host.close), (signal.SIGTERM, host.stop), (signal.SIGHUP, host.stop)):
            if signal.getsignal(number) != signal.SIG_IGN:  # as nohup wants it
                loop.add_signal_handler(number, end)
        _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))  # each guest is one
        sslproto.SSLProtocol.max_size = limits.TLS_BUFFER_BYTES
        ready()
        gc.collect()
        gc.freeze()  # what lives as long as the process need not be looked through again and again
        await host.run(listening, None if notice is None else announce(notice))
        return host.stopped

    return asyncio.run(serving())
