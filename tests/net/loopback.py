"""A table on a real socket, and hands that play at it through the real client."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from unittest.mock import patch

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from engine import journal
from engine.games import GAMES
from net import limits, wire
from net.dial import Dial
from net.host import Host
from net.invite import Invite
from net.lan import Announcer
from net.link import Link
from net.listen import Porch, listen_tcp
from net.table import Table
from net.tls import Certificate, host_context
from net.trouble import Trouble

CODE = "KWXBTR"
FRIENDS = ("Bo", "Cy", "Di")
HOST_TOKEN = "the token of the host"


class Hosted:
    """A running table, where it is, and the journal that it has written."""

    host: Host
    serving: asyncio.Task[None]
    full_at: int | None = None
    """The disk is full after so many lines."""

    def __init__(self, listening: Porch, fingerprint: str) -> None:
        address = listening.getsockname()
        at = {"path": address} if isinstance(address, str) else dict(zip(("host", "port"), address, strict=True))
        self.invite = Invite(CODE, **at, fingerprint=fingerprint)
        self.journal: list[journal.Line] = []

    def record(self, line: journal.Line) -> None:
        if len(self.journal) == self.full_at:
            raise Trouble("disk-full", "journal")
        self.journal.append(line)

    async def close(self) -> None:
        self.host.close()
        await asyncio.wait_for(self.serving, 5)


@asynccontextmanager
async def hosted(
    seats: int = 4,
    options: Mapping[str, int | str] | None = None,
    listening: Porch | None = None,
    certificate: Certificate | None = None,
    game: str = "allegra",
    announcer: Announcer | None = None,
    **other_limits: float,
) -> AsyncIterator[Hosted]:
    """A table; of Allegra one round without a window unless the options say otherwise, and without TLS if it has no
    certificate. Hands play quicker than people, and this table lets them; `other_limits` may be set by their names.
    """
    listening = listening or listen_tcp("local", 0)
    running = Hosted(listening, certificate.fingerprint if certificate else "")
    table = Table(
        game,
        seats=seats,
        options={**({"rounds": 1, "knock_window": 0} if game == "allegra" else {}), **(options or {})},
        code=CODE,
        host_token=HOST_TOKEN,
        rng=random.Random(1),
        entropy=random.Random(1).randbytes,
        record=running.record,
    )
    running.host = Host(table, tls=host_context(certificate) if certificate else None)
    with patch.multiple(limits, **{"MESSAGES_PER_S": 1e9, "FRAMES_PER_S": 1e9, **other_limits}):
        running.serving = asyncio.create_task(running.host.run(listening, announcer))
        try:
            yield running
        finally:
            if not running.serving.done():
                await running.close()


class Relay:
    """A line between a client and the table that can be cut, or go dead without a word."""

    def __init__(self, table: Invite) -> None:
        self._table = table
        self._alive = {"up": asyncio.Event(), "down": asyncio.Event()}
        self.come_alive()
        self._ends: set[asyncio.StreamWriter] = set()

    async def open(self) -> Invite:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        return Invite(self._table.code, *self._server.sockets[0].getsockname())

    def cut(self) -> None:
        for end in self._ends:
            end.transport.abort()

    def go_dead(self, *ways: str) -> None:
        for way in ways or ("up", "down"):
            self._alive[way].clear()

    def come_alive(self) -> None:
        for alive in self._alive.values():
            alive.set()

    async def close(self) -> None:
        self.come_alive()
        self.cut()
        self._server.close()
        await self._server.wait_closed()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._alive["up"].wait()
        there, back = await asyncio.open_connection(self._table.host, self._table.port)
        self._ends |= {writer, back}
        await asyncio.gather(self._pump("up", reader, back), self._pump("down", there, writer))

    async def _pump(self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._alive[way].wait()
                writer.write(data)
        writer.close()


@asynccontextmanager
async def relayed(table: Invite) -> AsyncIterator[tuple[Relay, Invite]]:
    relay = Relay(table)
    yield relay, await relay.open()
    await relay.close()


class Hand:
    """Somebody at the table: plays at once what the game's bot would do, and is always ready for the next deal.

    The host's hand starts when every chair is taken. `frames` are all that came.
    """

    def __init__(self, invite: Invite, name: str, *, token: str = "", role: wire.Role = "play") -> None:
        entropy = random.Random(name).randbytes
        self.link = Link(name, token or f"the secret token of {name}", invite.code, role, entropy=entropy)
        self.dial = Dial(self.link, invite, self._changed)
        self.frames: list[bytes] = []
        self.waits_s: list[float] = []
        """How long each act was on its way until it was answered."""
        self._asked_at = 0.0
        self.idle = False
        """Only looks on."""
        self._rng = random.Random(name)
        self._seen: tuple[object, ...] = (None, None, 0)
        self._news = asyncio.Event()
        self._hear, self.link.hear = self.link.hear, self._kept  # type: ignore[method-assign]
        self.running = asyncio.create_task(self.dial.run())

    async def until(self, holds: Callable[[Link], Any]) -> None:
        """Wait until something is true of the link."""
        async with asyncio.timeout(30):
            while not holds(self.link):
                self._news.clear()
                await self._news.wait()

    def ask(self, message: wire.FromClient) -> None:
        self.link.send(message)
        self.dial.flush()

    async def leave(self) -> None:
        self.dial.stop()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(self.running, 5)

    def _kept(self, message: wire.FromHost) -> None:
        self.frames.append(wire.encode(message))
        asked = self.link.pending
        self._hear(message)
        if asked is not None and self.link.pending is None:
            self.waits_s.append(time.perf_counter() - self._asked_at)

    def _changed(self) -> None:
        self._news.set()
        room, view = self.link.room, self.link.view
        if self.idle or room is None or self.link.seat is None or not self.link.online or self.link.pending is not None:
            return
        seen = (room, view, len(self.link.refusals))
        if all(new is old for new, old in zip(seen, self._seen, strict=True)):
            return
        self._seen = seen
        if room.phase == "lobby" and self.link.host and all(chair.sitter != "nobody" for chair in room.chairs):
            self.link.send(wire.Start())
        elif room.phase == "deal" and not room.chairs[self.link.seat].ready:
            self.link.send(wire.Ready())
        elif room.phase == "play" and view is not None and (action := GAMES[room.game].bot(view, self._rng)):
            self.link.act(action)
            self._asked_at = time.perf_counter()
        self.dial.flush()


def is_over(link: Link) -> bool:
    return link.room is not None and link.room.phase == "over" and link.view is not None and link.view.over


def is_played(link: Link) -> bool:
    return link.view is not None


@asynccontextmanager
async def around(table: Hosted, *names: str) -> AsyncIterator[list[Hand]]:
    """The host Ada and her friends, all seated in this order."""
    hands = []
    for name in ("Ada", *names):
        hands.append(Hand(table.invite, name, token=HOST_TOKEN if name == "Ada" else ""))
        await hands[-1].until(lambda link: link.online)
    try:
        yield hands
    finally:
        for hand in hands:
            await hand.leave()


@asynccontextmanager
async def stranger(table: Hosted, **how: Any) -> AsyncIterator[ClientConnection]:
    """A connection that does not behave like our client."""
    settings: dict[str, Any] = {"compression": None, "subprotocols": [Subprotocol(wire.SUBPROTOCOL)], **how}
    async with connect(f"ws://127.0.0.1:{table.invite.port}", proxy=None, close_timeout=0.2, **settings) as websocket:
        yield websocket


@asynccontextmanager
async def impostor(talk: Callable[[ServerConnection], Awaitable[None]]) -> AsyncIterator[Invite]:
    """A host that talks to its guests as it likes."""
    subprotocols = [Subprotocol(wire.SUBPROTOCOL)]
    async with serve(talk, "127.0.0.1", 0, subprotocols=subprotocols, ping_interval=None, close_timeout=0.1) as server:
        yield Invite(CODE, host="127.0.0.1", port=next(iter(server.sockets)).getsockname()[1])


def hello(**changes: Any) -> bytes:
    fields = {"version": wire.VERSION, "name": "Eve", "token": "the secret token of Eve", "code": CODE, **changes}
    return wire.encode(wire.Hello(**fields))


async def goodbye(websocket: ClientConnection) -> wire.Bye:
    """The last thing the table says before it closes the connection."""
    last: wire.FromHost | None = None
    async with asyncio.timeout(5):
        async for frame in websocket:
            last = wire.from_host(frame)
    assert isinstance(last, wire.Bye)
    assert not websocket.close_reason, "what is to be said is said in the goodbye"
    return last


def chairs(link: Link) -> tuple[wire.Chair, ...]:
    assert link.room is not None
    return link.room.chairs
