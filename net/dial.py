"""The client's shell: keeps one Link connected to its table, over asyncio and websockets."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from engine.games import GAMES
from net import limits, tls, wire
from net.clean import is_harmless
from net.invite import Invite
from net.link import Link
from net.pulse import Pulse
from net.trouble import Trouble

CONNECT_WITHIN_S = 5.0
RETRY_FIRST_S = 0.25
RETRY_MAX_S = 2.0
"""A table that is started again is found within this."""
CLOSE_WITHIN_S = 0.4

UNREACHED = (OSError, ValueError, InvalidHandshake)
"""What a connection that does not come about raises; ValueError for a strange name, and for being sent elsewhere."""
GARBLED = frozenset({CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG})
"""Why one side hangs up that cannot read what the other says, and could not if it were said again."""


class GuestsLine(Pulse, ClientConnection):
    """To the table."""


class Dial:
    """`on_change` is called after every frame from the table, and when the connection comes or goes.

    Whoever has asked something of the link calls `flush` afterwards.
    """

    def __init__(
        self,
        link: Link,
        invite: Invite,
        on_change: Callable[[], None],
    ) -> None:
        self.link = link
        self._invite, self._on_change = invite, on_change
        self._retry_s = RETRY_FIRST_S
        self._to_send = asyncio.Event()
        self._stopped = asyncio.Event()

    async def run(self) -> None:
        """Connect, and come back whenever the line is lost, until the table has said goodbye for good or `stop`.

        Raises Trouble if the first connection fails, if ever another certificate is shown than the invite's, or if the
        host sends what this version does not understand.
        """
        try:
            connection: GuestsLine | None = await self._connect()
        except UNREACHED as error:
            raise self._trouble(error) from None
        while connection is not None:
            await self._converse(connection)
            connection = await self._again()

    def flush(self) -> None:
        """Send what the link has to say."""
        self._to_send.set()

    def stop(self) -> None:
        """Send what the link still has to say and hang up: `run` returns."""
        self._stopped.set()
        self._to_send.set()

    async def _connect(self) -> GuestsLine:
        settings: dict[str, Any] = {
            "subprotocols": [Subprotocol(wire.SUBPROTOCOL)],
            "compression": None,
            "max_size": limits.HOST_FRAME_BYTES_MAX,
            "open_timeout": CONNECT_WITHIN_S,
            "close_timeout": CLOSE_WITHIN_S,
            "create_connection": GuestsLine,
            "ping_interval": limits.PING_EVERY_S,
            "ping_timeout": None,
        }
        if self._invite.path:
            connection = await unix_connect(self._invite.path, **settings)
        else:
            connection = await self._connect_tcp(**settings)
        assert isinstance(connection, GuestsLine)
        return connection

    async def _connect_tcp(self, **settings: Any) -> ClientConnection:
        # A proxy of the environment is for web pages, not for a table in the same house.
        settings |= {"host": self._invite.host, "port": self._invite.port, "proxy": None}
        if not self._invite.fingerprint:
            return await connect("ws://table/", **settings)
        try:
            return await connect("wss://table/", ssl=tls.guest_context(self._invite.fingerprint), **settings)
        except ssl.SSLCertVerificationError:
            raise Trouble("other-certificate", self._invite.place) from None

    async def _again(self) -> GuestsLine | None:
        """A new connection, as soon as there can be one; None once there is no need for it."""
        while not (self.link.finished or self._stopped.is_set()):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), self._retry_s)
                return None
            self._retry_s = min(2 * self._retry_s, RETRY_MAX_S)
            with suppress(*UNREACHED):
                return await self._connect()
        return None

    async def _converse(self, connection: GuestsLine) -> None:
        """Talk until one side hangs up or the line is lost. Raises Trouble."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self.link.opened()
        self._to_send.set()
        sending = asyncio.create_task(self._send(connection))
        guarding = asyncio.create_task(connection.hang_up_in_silence())
        try:
            async with connection:
                await self._listen(connection)
        except ConnectionClosed as closed:
            if any(close is not None and close.code in GARBLED for close in (closed.rcvd, closed.sent)):
                raise Trouble("host-not-understood", self._invite.place) from None
        finally:
            sending.cancel()
            guarding.cancel()
            if loop.time() - began > RETRY_MAX_S:  # a table that welcomes and hangs up at once is not asked too often
                self._retry_s = RETRY_FIRST_S
            self.link.closed()
            self._on_change()

    async def _listen(self, connection: GuestsLine) -> None:
        async for frame in connection:
            self.link.hear(self._understood(frame))
            if self.link.bye is not None:
                return
            self._to_send.set()  # a Welcome may make the link ask again for what was lost
            self._on_change()

    def _understood(self, frame: bytes | str) -> wire.FromHost:
        """What a host says, unless it is not for this program, or hides what is not for a screen. Raises Trouble."""
        try:
            text = frame if isinstance(frame, str) else frame.decode()
            message = wire.from_host(text) if is_harmless(text) else None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            message = None
        if message is None:
            raise Trouble("host-not-understood", self._invite.place)
        if isinstance(message, wire.Room) and message.game not in GAMES:
            raise Trouble("unknown-game", self._invite.place, message.game)
        return message

    async def _send(self, connection: GuestsLine) -> None:
        with suppress(ConnectionClosed):
            while True:
                await self._to_send.wait()
                self._to_send.clear()
                for frame in self.link.drain():
                    await connection.send(frame, text=True)
                if self._stopped.is_set():
                    return await connection.close()

    def _trouble(self, error: Exception) -> Trouble:
        place = self._invite.place
        match error:
            case socket.gaierror() | UnicodeError():
                return Trouble("unknown-host", self._invite.host)
            case ConnectionRefusedError() | FileNotFoundError():
                return Trouble("nobody-there", place)
            case PermissionError():
                return Trouble("not-allowed", place)
            case ssl.SSLError() | ConnectionResetError() if self._invite.fingerprint:
                return Trouble("no-tls-there", place)
            case InvalidHandshake() if isinstance(error.__cause__, EOFError):  # as TLS does to who does not speak it
                return Trouble("hung-up", place)
            case InvalidHandshake() | ValueError():
                return Trouble("not-a-table", place)
        return Trouble("unreachable", place)
