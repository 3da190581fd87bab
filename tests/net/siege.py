"""Tables among honest players and hostile hands, and what has to hold there whatever is sent."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import sys
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import msgspec

from engine import journal
from net import wire
from net.clean import is_harmless
from net.invite import Invite
from net.limits import HOST_FRAME_BYTES_MAX
from net.post import Outgoing
from net.tls import guest_context
from tests import kit
from tests.net import hostile
from tests.net.desk import Desk, Guest
from tests.net.loopback import CODE, Hand, Hosted, around, hosted, is_played

PEOPLE: dict[str, wire.Role] = {"Ana": "play", "Bob": "play", "Wil": "watch", "Eve": "play"}
"""Ana is the host. Everybody does what honest people do, and what they do not."""
SEATS = {"toy": 3, "muse": 2, "allegra": 3, "romi": 3, "aluette": 4}


def is_fit_for_a_terminal(text: str) -> bool:
    """Nothing in it does more to a terminal than be shown."""
    return is_harmless(text) and not any(unicodedata.category(char)[0] == "C" for char in text)


@contextmanager
def nothing_goes_wrong() -> Iterator[None]:
    """Nothing is logged that is worse than a goodbye, and no exception is lost on the way."""
    told: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(self.format(record))

    listener, before = Listener(logging.WARNING), sys.unraisablehook
    logging.getLogger().addHandler(listener)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # as a table does
    sys.unraisablehook = lambda lost: told.append(repr(lost))
    try:
        yield
        gc.collect()  # it is then that asyncio tells of exceptions that nobody has asked for
    finally:
        sys.unraisablehook = before
        logging.getLogger("asyncio").setLevel(logging.NOTSET)
        logging.getLogger().removeHandler(listener)
    assert not told, "\n".join(told)


# on a desk


class Besieged(Desk):
    """A table on a desk, whose every word is held to what may be said."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, SEATS[game])
        self.dice = random.Random(seed)
        self.guests: dict[str, Guest] = {}
        self.codes: set[str] = set()
        """Of all refusals and goodbyes."""

    def deliver(self, outgoing: Outgoing) -> None:
        text = outgoing.frame.decode()
        assert is_fit_for_a_terminal(text), text
        assert len(outgoing.frame) <= HOST_FRAME_BYTES_MAX
        match wire.from_host(text):
            case wire.Bye(code) | wire.Answer(refused=wire.Refusal(code)):
                self.codes.add(code)
        super().deliver(outgoing)

    def attack(self) -> None:
        """Somebody does something, mostly what is wrong. Whoever is sent away comes back."""
        name = self.dice.choice([*PEOPLE])
        guest = self.guests.get(name)
        if guest is None or guest.gone:
            guest = self.guests[name] = self.stranger(name)
            if self.dice.random() < 0.9:
                guest.send(msgspec.structs.replace(guest.hello, role=PEOPLE[name]))
        elif self.dice.random() < 0.05:
            guest.lose()
            guest.gone = True
        else:
            guest.frame(self._frame(guest))
            guest.heard.clear()
        self.wait(self.dice.choice([0.05, 0.05, 0.5]))

    def _frame(self, guest: Guest) -> bytes | str:
        dice = self.dice
        offers = guest.view.offers if guest.view is not None else ()
        if offers and dice.random() < 0.6:
            action = kit.filled(dice.choice(offers), dice)
            if self.table.match is not None and dice.random() < 0.4:
                _, action = kit.hostile((0, action), self.table.match, dice)
            guest.n += 1
            right = b'{"t":"act","n":%d,"action":%s}' % (guest.n, action)
        else:
            message = hostile.message(dice)
            right = wire.encode(wire.Ready() if isinstance(message, wire.CloseTable) else message)
        return right if dice.random() < 0.7 else hostile.mangled(right, dice)

    def check(self) -> None:
        """The table is whole: it remembers nobody who has gone, and its journal tells the game that it plays."""
        here = sum(not guest.gone for guest in self.guests.values())
        assert len(self.table._hall.door.lines) == here + len(self.table._hall.robots)
        text = b"".join(journal.write(line) + b"\n" for line in self.lines)
        assert is_fit_for_a_terminal(text.decode().replace("\n", ""))
        if self.table.match is not None:
            last = max(i for i, line in enumerate(self.lines) if isinstance(line, journal.Header))
            header, acts = self.lines[last], [line for line in self.lines[last:] if isinstance(line, journal.Acted)]
            assert isinstance(header, journal.Header)
            again = journal.open_match(header)
            assert not [played for played in journal.replay(again, acts) if played.refused]
            assert again.state == self.table.match.state


def besiege_a_desk(seed: int, attacks: int) -> Besieged:
    """So many hostile inputs for a table of one of the games, in a match or before it."""
    desk = Besieged([*SEATS][seed % len(SEATS)], seed)
    if seed % 4:
        desk.guests = {guest.name: guest for guest in desk.playing("Ana", "Bob")}
    for _ in range(attacks):
        if not desk.table.finished:
            desk.attack()
    desk.check()
    return desk


# on a real socket


class Raw:
    """A connection below websockets, on which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    @classmethod
    async def open(cls, where: Invite, **how: Any) -> Raw:
        if where.path:
            return cls(*await asyncio.open_unix_connection(where.path, **how))
        return cls(*await asyncio.open_connection(where.host, where.port, **how))

    async def say(self, data: bytes) -> None:
        """As far as somebody takes it."""
        with suppress(OSError):
            if not self._writer.transport.is_closing():
                self._writer.write(data)
            await self._writer.drain()

    async def trickle(self, data: bytes, every_s: float) -> None:
        """One byte after another."""
        for byte in data:
            await self.say(bytes([byte]))
            await asyncio.sleep(every_s)

    async def shake_hands(self) -> None:
        """From now on they talk in frames."""
        await self.say(hostile.REQUEST)
        with suppress(OSError, asyncio.IncompleteReadError):
            await self.reader.readuntil(b"\r\n\r\n")

    async def rest(self) -> bytes:
        """All that is still said, until the table hangs up."""
        said = b""
        with suppress(ConnectionError):
            async with asyncio.timeout(5):
                while part := await self.reader.read(65_536):
                    said += part
        return said

    async def until_cut(self) -> None:
        """Until the table takes nothing more either; something has to be said for that."""
        await until(self._writer.transport.is_closing)

    def cut(self) -> None:
        self._writer.transport.abort()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what nobody tells."""
    for _ in range(500):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never comes to that")


@asynccontextmanager
async def raw(table: Hosted, **how: Any) -> AsyncIterator[Raw]:
    """Over TLS, if the table speaks that, and nothing else is asked for."""
    fingerprint = table.invite.fingerprint
    line = await Raw.open(table.invite, **{"ssl": guest_context(fingerprint) if fingerprint else None, **how})
    try:
        yield line
    finally:
        line.cut()


@asynccontextmanager
async def besieged(**how: Any) -> AsyncIterator[tuple[Hosted, list[Hand]]]:
    """A table where Ada and Bo are in the middle of a game, and a third chair is that of Eve, who has lost the line.

    In the end nothing has gone wrong: the two never lost theirs, and nothing is left of anybody else.
    """
    with nothing_goes_wrong():
        async with hosted(seats=3, **how) as table, around(table, "Bo", "Eve") as (*players, eve):
            await players[0].until(is_played)
            await eve.leave()
            for hand in players:
                hand.idle = True
                await hand.until(lambda link: link.pending is None)
            tasks = len(asyncio.all_tasks()) + 1  # for a bot that may come has somebody to ask
            yield table, players
            await until(lambda: len(table.host._queues) == len(players) and len(asyncio.all_tasks()) <= tasks)
            assert sum(conn > 0 for conn in table.host.table._hall.door.lines) == len(players)
            await talk_to_each_other(table, players)


async def talk_to_each_other(table: Hosted, players: list[Hand]) -> None:
    """What one of them says is heard by all, on the line that they have had from the first moment on."""
    assert not table.serving.done()
    for hand in players:
        text = f"{hand.link.seat} {len(hand.frames)}"
        hand.ask(wire.Say(text))
        for other in players:
            await other.until(lambda link, text=text: link.chat and link.chat[-1].text == text)  # type: ignore[misc]
            assert other.link.alarm is None
            assert sum(frame.startswith(b'{"t":"welcome"') for frame in other.frames) == 1


async def play_on(table: Hosted, players: list[Hand]) -> None:
    """With a bot on the third chair, if nobody is there."""
    so_far = len(table.journal)
    players[0].ask(wire.SeatBot(len(players)))
    for hand in players:
        hand.idle = False
        hand.ask(wire.Resync())
    await players[0].until(lambda _: len(table.journal) > so_far + 3)


async def attack(table: Hosted, dice: random.Random) -> None:
    """Somebody connects, and does what is wrong at one of the layers or another."""
    if table.invite.fingerprint and dice.random() < 0.2:  # no TLS where there should be
        async with raw(table, ssl=None) as line:
            return await line.say(hostile.request(dice))
    async with raw(table) as line:
        match dice.randrange(4):
            case 0:
                await line.say(hostile.request(dice))
            case 1:
                await line.shake_hands()
                await line.say(hostile.scraps(dice))
            case _:
                await line.shake_hands()
                await line.say(b"".join(talk(dice)))
        if dice.random() < 0.5:
            with suppress(TimeoutError):
                await asyncio.wait_for(line.rest(), dice.choice([0.0, 0.02]))


def talk(dice: random.Random) -> Iterator[bytes]:
    """In whole frames: mostly a hello, then anything."""
    name, role = dice.choice([("Eve", "play"), ("Wil", "watch"), ("Wes", "watch")])
    hello = wire.encode(wire.Hello(wire.VERSION, name, f"the secret token of {name}", CODE, role))  # type: ignore[arg-type]
    yield text_frame(hello if dice.random() < 0.9 else hostile.mangled(hello, dice))
    for _ in range(dice.randint(0, 8)):
        right = wire.encode(hostile.message(dice))
        yield text_frame(right if dice.random() < 0.5 else hostile.mangled(right, dice), binary=dice.random() < 0.2)


def text_frame(frame: bytes | str, *, binary: bool = False) -> bytes:
    payload = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    return hostile.websocket_frame(hostile.BINARY if binary else hostile.TEXT, payload)


async def besiege_a_server(seed: int, attacks: int, *, at_once: int = 8, **how: Any) -> None:
    """So many attacks, some of them at the same time, on a table on a real socket."""
    dice = random.Random(seed)
    async with besieged(**how) as (table, players):
        for _ in range(0, attacks, at_once):
            await asyncio.gather(*(attack(table, random.Random(dice.random())) for _ in range(at_once)))
            await talk_to_each_other(table, players)
        await play_on(table, players)
