"""One connection to the door for SSH as the system gives it, with every private part of asyncssh that is used."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, cast

import asyncssh
from asyncssh.packet import SSHPacket

from net import guest, limits
from net.login import Login

Look = Callable[[Login, Callable[[], None]], Awaitable[None]]
"""Looks at the code that somebody has told; the other one is called if it has to wait."""


class Held(Protocol):
    """What writes to a guest, unless somebody holds it."""

    def hold(self, who: object) -> None: ...

    def release(self, who: object) -> None: ...


class Connection(asyncssh.SSHServerConnection):
    """Differs from asyncssh's in this: whoever has proven a key may be asked for the code as well; whoever says much
    waits for it to be heard; whose code has to wait for its turn is not sent away for that; a guest who takes nothing
    is sent nothing, and not listened to; little is kept for one who changes the keys; most of what a client may send
    beforehand is not kept; and how long the way to them is can be measured."""

    login: Login | None = None
    session: Held | None = None
    is_in = False
    """They have said who they are, and the code."""
    is_waiting = False
    """For the code to be looked at."""
    _has_proven = False
    _tries = 0
    _heard_bytes = 0
    _is_held = False

    def __init__(self, options: asyncssh.SSHServerConnectionOptions, look: Look, patience: str) -> None:
        """`patience` is what is said to somebody whose code has to wait."""
        super().__init__(asyncio.get_running_loop(), options)
        self._look, self._patience = look, patience

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._unheard = bytearray()
        self._wire = cast(asyncio.Transport, transport)
        self._wire.set_write_buffer_limits(limits.SSH_WINDOW_BYTES)
        notice_cut_lines(transport.get_extra_info("socket"))

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        self._unheard += data
        self._heard_bytes += len(data)
        if self._heard_bytes > limits.SSH_LOGIN_BYTES_MAX and not self.is_in:
            return self.abort()
        if len(data) > limits.MOUTHFUL_BYTES:
            self._wire.pause_reading()
        self._hear()

    def _hear(self) -> None:
        """The next mouthful; the others have theirs in between."""
        if self._is_held or self._wire.is_closing():
            return
        mouthful = bytes(self._unheard[: limits.MOUTHFUL_BYTES])
        del self._unheard[: limits.MOUTHFUL_BYTES]
        super().data_received(mouthful)
        if self._unheard:
            self._loop.call_soon(self._hear)
        elif not self._is_held:
            self._wire.resume_reading()

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """With a signature (over `msg`), the key is proven and not only offered."""
        self._count_try()
        if self.login is None or not await super().validate_public_key(username, key_data, msg, signature):
            return False
        if msg:
            self.login.prove(key_data)
            await self.look()
            self._has_proven = self.login.asks is not None
        return self.login.asks is None if msg else True

    async def look(self) -> None:
        """Let the code be looked at that was told, if one was."""
        if self.login is None or not self.login.has_told:
            return
        self.is_waiting = True
        try:
            await self._look(self.login, self._ask_for_patience)
        finally:
            self.is_waiting = False

    def _ask_for_patience(self) -> None:
        self.send_auth_banner(f"{self._patience}\r\n")

    def _login_timer_callback(self) -> None:
        """Whoever waits is not sent away for it."""
        if not self.is_waiting:
            return super()._login_timer_callback()
        self._login_timer = self._loop.call_later(limits.SSH_LOGIN_WITHIN_S, self._login_timer_callback)

    def send_userauth_failure(self, partial_success: bool) -> None:
        """RFC 4252, 5.1: partial, if the key was right and there is another question."""
        partial_success, self._has_proven = partial_success or self._has_proven, False
        super().send_userauth_failure(partial_success)
        self._count_try()

    def _count_try(self) -> None:
        self._tries += 1
        if self._tries > limits.SSH_TRIES_MAX:
            self.abort()

    def send_packet(self, pkttype: int, *args: bytes, handler: Any = None) -> None:
        super().send_packet(pkttype, *args, handler=handler)
        if len(self._deferred_packets) > limits.SSH_DEFERRED_MAX:
            self.abort()

    async def round_trip_s(self) -> float:
        """How long the way to the guest and back takes now. Every client answers this, though only that it does not
        know what is asked; for the terminal nothing comes of it."""
        began = self._loop.time()
        await self._make_global_request(b"keepalive@openssh.com")
        return self._loop.time() - began

    def create_server_channel(self, *args: Any, **settings: Any) -> Channel:
        window, longest = limits.SSH_WINDOW_BYTES, limits.SSH_WINDOW_BYTES
        return Channel(self, self._loop, True, False, False, 0, 0, None, "strict", window, longest)

    def pause_writing(self) -> None:
        if self.session is not None:
            self.session.hold(self)
        self._is_held = True
        self._wire.pause_reading()

    def resume_writing(self) -> None:
        if self.session is not None:
            self.session.release(self)
        self._is_held = False
        self._hear()


class Channel(asyncssh.SSHServerChannel[bytes]):
    """Keeps of the environment that a client sends what can be of use; and makes room for no more of what is typed than
    has been passed on. (asyncssh does it for all that waits, as soon as a little of it is passed on.)"""

    _waiting_bytes = 0

    def _accept_data(self, data: bytes, datatype: Any = None) -> None:
        self._waiting_bytes += len(data)
        super()._accept_data(data, datatype)

    def _deliver_data(self, data: bytes, datatype: Any) -> None:
        self._waiting_bytes -= len(data)
        self._init_recv_window = limits.SSH_WINDOW_BYTES - self._waiting_bytes
        super()._deliver_data(data, datatype)

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if name.decode(errors="replace") not in guest.SENT:
            return False
        self._env[name] = value
        return True


def notice_cut_lines(line: socket.socket) -> None:
    """Let the system look after a line on which nothing comes: then an idle guest is sent nothing for it."""
    wanted = {
        "TCP_KEEPIDLE": limits.PING_EVERY_S,
        "TCP_KEEPINTVL": limits.PING_EVERY_S,
        "TCP_KEEPCNT": limits.SILENT_S // limits.PING_EVERY_S,
        "TCP_USER_TIMEOUT": 1_000 * limits.STALLED_S,
    }
    for name, number in wanted.items():
        if hasattr(socket, name):  # not every system has all of them
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), int(number))
