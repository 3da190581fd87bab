"""The door for guests who have nothing but ssh: a server that lets them do one thing, to be at one table.

It is the shell over asyncio and asyncssh, in a process of its own (see `net.doorkeeper`); what it changes in asyncssh
stands in `net.caller`. Who may come in is decided in `net.login`; what they get is a program of `net.guest`. There is
no shell, no file, no command, no forwarding, no agent, no subsystem, and of the environment two words are taken.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, cast
from weakref import WeakValueDictionary

import asyncssh

from net import guest, hostkey, limits
from net.caller import Connection
from net.code import Code
from net.errand import Errand
from net.guest import Program, Size, Terminal
from net.invite import Way
from net.listen import Porch
from net.login import Login
from net.tables import Record

FORBIDDEN = ("agent_forwarding", "x11_forwarding", "password_auth", "host_based_auth", "gss_auth", "gss_kex")
"""What asyncssh could grant of itself; for all else it asks `Knock` or `Session`, who have no answer."""


class Says(NamedTuple):
    """What is said before the guest's program runs, in the language of the host."""

    code: str
    name: str
    wrong_code: str
    wait: str
    taken: str
    coming: str
    no_command: str
    full: str
    crowded: str
    too_often: str
    broken: str


class Visit(NamedTuple):
    """Who is in, and where they come from."""

    identity: str
    peer: str


class SshDoor:
    """Lets the guests of one table in, until `close`."""

    def __init__(self, record: Record, guests: Path, says: Says, command: tuple[str, ...]) -> None:
        assert record.way is not None
        self.says = says
        self.way: Way = record.way
        self._record, self._guests, self._command = record, guests, command
        self._code = Code(record.code)
        self._loop = asyncio.get_running_loop()
        self.visits = dict[asyncio.Task[None], Visit]()
        """Those who are in."""
        self._looking = WeakValueDictionary[str, asyncio.Lock]()
        """By address: whose code is looked at, after those who have waited longer."""
        self._porch: Porch | None = None
        self._server: asyncio.Server | None = None

    async def open(self, porch: Porch) -> None:
        """Let guests in who connect to this socket. Raises Trouble if the key cannot be used."""
        options = await asyncssh.SSHServerConnectionOptions.construct(
            server_factory=lambda: Knock(self),
            server_host_keys=[asyncssh.import_private_key(hostkey.read())],
            server_version="toctoc",
            compression_algs=["none"],  # a small packet may be a very large one in disguise
            kex_algs="-diffie-*,rsa*",  # strangers cost so much time with these that everybody's keys come late
            login_timeout=limits.SSH_LOGIN_WITHIN_S,
            **dict.fromkeys(FORBIDDEN, False),
        )
        self._porch = porch
        self._server = await self._loop.create_server(lambda: self._meet(options), sock=porch)

    def _meet(self, options: asyncssh.SSHServerConnectionOptions) -> Connection:
        return Connection(options, self.look, self.says.wait)

    def login(self, peer: str) -> Login:
        return Login(self._code, peer, lambda who: (self._guests / who).is_dir(), self._is_here)

    async def look(self, login: Login, on_wait: Callable[[], None]) -> None:
        """At the code that somebody has told, when it is their turn."""
        turn = self._looking.setdefault(login.peer, asyncio.Lock())
        if turn.locked() or login.wait_s(self._loop.time()):
            on_wait()
        async with turn:
            if wait_s := login.wait_s(self._loop.time()):
                await asyncio.sleep(wait_s)
            login.look(self._loop.time())

    @property
    def is_open(self) -> bool:
        return self._server is not None and self._server.is_serving()

    def refusal(self, login: Login) -> str:
        """Why somebody who may come in finds no room, or nothing."""
        guests = self.visits.values()
        if login.is_taken:
            return self.says.taken
        if sum(guest.identity == login.identity for guest in guests) >= limits.SSH_GUESTS_PER_KEY_MAX:
            return self.says.too_often
        if len(guests) >= limits.SSH_GUESTS_MAX:
            return self.says.full
        if sum(guest.peer == login.peer for guest in guests) >= limits.SSH_GUESTS_PER_ADDRESS_MAX:
            return self.says.crowded
        return ""

    def _is_here(self, identity: str) -> bool:
        return any(guest.identity == identity for guest in self.visits.values())

    def came_in(self, connection: asyncssh.SSHServerConnection) -> None:
        assert self._porch is not None
        self._porch.came_in(connection.get_extra_info("socket").fileno())

    async def start(self, login: Login, terminal: Terminal, on_output: Callable[[bytes], None]) -> Program:
        """The program of somebody who has come in. Raises OSError."""
        record = self._record
        errand = Errand(login.name, record.game, str(record.local), str(record.shown), self.way, record.name)
        home = guest.home_of(login.identity, self._guests, {guest.identity for guest in self.visits.values()})
        return await Program.start(self._command, errand, terminal, home, on_output)

    def mind(self, visit: Coroutine[Any, Any, None], login: Login) -> None:
        """Let this run to its end, and count it as a guest."""
        task = self._loop.create_task(visit)
        self.visits[task] = Visit(login.identity, login.peer)
        task.add_done_callback(self.visits.pop)

    async def close(self) -> None:
        """Let nobody in any more, and return when everybody has gone."""
        assert self._server is not None
        self._server.close()
        while self.visits:
            await asyncio.wait(self.visits)


class Knock(asyncssh.SSHServer):
    """Who comes, until they are in."""

    def __init__(self, door: SshDoor) -> None:
        self._door, self._says = door, door.says

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        assert isinstance(conn, Connection)
        self._conn = conn
        self._login = conn.login = self._door.login(conn.get_extra_info("peername")[0])

    def begin_auth(self, username: str) -> bool:
        self._login.be_user(username)
        return True

    def public_key_auth_supported(self) -> bool:
        return not self._login.has_key

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    async def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        await self._conn.look()
        return self._question()

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> Any:
        if len(responses) != 1:
            return False
        self._login.answer(responses[0])
        await self._conn.look()
        return self._question()

    def auth_completed(self) -> None:
        self._conn.is_in = True

    def session_requested(self) -> Any:
        if self._conn.session is not None or not self._door.is_open:
            return False
        self._conn.session = Session(self._door, self._login)
        return self._conn.session

    def _question(self) -> Any:
        """What is asked now, as asyncssh wants it: title, text, language and one prompt, whose answer can be seen."""
        asked = self._login.asks
        if asked is None:
            return True
        wrong = self._says.wrong_code if self._login.was_wrong else self._says.taken if self._login.is_taken else ""
        question = self._says.code if asked == "code" else self._says.name
        return "", "", "", [(f"{wrong} {question} ".lstrip(), True)]  # a client may show nothing but the prompt


class Session(asyncssh.SSHServerSession[bytes]):
    """What a guest does who is in: to be at the table."""

    def __init__(self, door: SshDoor, login: Login) -> None:
        self._door, self._says, self._login = door, door.says, login
        self._program: Program | None = None
        self._term, self._size = "", Size(0, 0)
        self._complaint = ""
        self._gone = asyncio.Event()
        self._typing: asyncio.Task[None] | None = None
        self._measuring: asyncio.Task[None] | None = None
        self._ahead, self._typed_all = b"", False
        """What was typed before the program was there; and whether there will be no more."""
        self._holding = set[object]()

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        self._conn = cast(Connection, chan.get_connection())
        chan.set_write_buffer_limits(limits.SSH_WINDOW_BYTES)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        self._term, self._size = term_type or "dumb", Size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        self._complaint = self._door.refusal(self._login)
        return True

    def exec_requested(self, command: str) -> bool:
        self._complaint = self._says.no_command
        return True

    def session_started(self) -> None:
        if self._complaint:
            self._refuse(self._complaint)
        else:
            self._door.came_in(self._conn)
            self._chan.write_stderr(f"{self._says.coming}\r\n".encode())  # the program itself takes a while to come
            self._door.mind(self._stay(), self._login)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = Size(width, height)
        if self._program is not None:
            self._program.resize(self._size)

    def data_received(self, data: bytes, datatype: Any) -> None:
        self._chan.pause_reading()
        if self._program is None:
            self._ahead += data
        else:
            self._type(self._program, data)

    def eof_received(self) -> bool:
        self._typed_all = True
        if self._program is not None:
            self._program.close_input()
        return True

    def pause_writing(self) -> None:
        self.hold(self)

    def resume_writing(self) -> None:
        self.release(self)

    def hold(self, who: object) -> None:
        """Who wants no more to be written for now: the guest, or the line to them."""
        self._holding.add(who)
        if self._program is not None:
            self._program.hold()

    def release(self, who: object) -> None:
        self._holding.discard(who)
        if self._program is not None and not self._holding:
            self._program.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone.set()

    async def _stay(self) -> None:
        sent = {
            name.decode(): value.decode(errors="replace") for name, value in self._chan.get_environment_bytes().items()
        }
        try:
            program = await self._door.start(self._login, Terminal(self._term, self._size, sent), self._show)
        except OSError as error:
            return self._refuse(self._says.broken.format(error=error.strerror))
        self._program = program
        program.resize(self._size)
        self._type(program, self._ahead)
        if self._typed_all:
            program.close_input()
        if self._holding:
            program.hold()
        running, leaving = asyncio.create_task(program.run()), asyncio.create_task(self._gone.wait())
        await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
        self._program = None
        if self._measuring is not None:
            self._measuring.cancel()
        if running.done() and not self._gone.is_set():
            self._chan.exit(max(running.result(), 0) or int(running.result() < 0))
        running.cancel()
        leaving.cancel()
        await program.hang_up()
        with suppress(TimeoutError):  # as a rule ssh hangs up by itself, when it has shown all
            await asyncio.wait_for(self._conn.wait_closed(), limits.HANG_UP_WITHIN_S)
        self._conn.abort()

    def _show(self, written: bytes) -> None:
        with suppress(BrokenPipeError):  # the guest has just gone
            self._chan.write(written)
        if self._measuring is None or self._measuring.done():
            self._measuring = asyncio.create_task(self._measure())

    async def _measure(self) -> None:
        """Tell the program how far away its guest is, for what races there may be. While nothing happens at the table,
        there is none, and nobody asks."""
        rtt_s = await self._conn.round_trip_s()
        if self._program is not None:
            self._program.be_told(rtt_s)
        await asyncio.sleep(limits.PING_EVERY_S)

    def _type(self, program: Program, keys: bytes) -> None:
        program.type(keys)
        self._typing = asyncio.create_task(self._type_on(program))

    async def _type_on(self, program: Program) -> None:
        await program.taken()
        if not self._gone.is_set():
            self._chan.resume_reading()

    def _refuse(self, complaint: str) -> None:
        self._chan.write_stderr(f"{complaint}\r\n".encode())
        self._chan.exit(1)


def serve(record: Record, guests: Path, says: Says, porch: Porch) -> None:
    """Hold the door of a table open in this process until its standard input, which the table holds, is closed. Then
    those who are in may stay to the end of their programs."""

    async def serving() -> None:
        loop = asyncio.get_running_loop()
        door = SshDoor(record, guests, says, guest.client())
        await door.open(porch)
        closing = asyncio.Event()
        loop.add_reader(sys.stdin, closing.set)
        loop.add_signal_handler(signal.SIGTERM, closing.set)
        gc.freeze()
        await closing.wait()
        loop.remove_reader(sys.stdin)
        await door.close()

    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every word to somebody who has just hung up
    with suppress(KeyboardInterrupt):
        asyncio.run(serving())
