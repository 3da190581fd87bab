"""Players on lines of their own who act one at a time, and when the last of them has its new view."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import NamedTuple

import msgspec

from engine.board import Seat
from engine.game import View
from net import wire
from net.launch import Launched
from net.link import Link
from tests import kit
from tests.bench.lines import PATIENCE_S, UPDATE, Line, dial

PLAYERS = 4
PAUSE_S = 0.016
"""Between two acts: a table takes no more from a connection than a hasty person can do."""


class Took(NamedTuple):
    """When an act was sent, and how long it took until everybody had the view after it."""

    began: float
    seconds: float


class Told(msgspec.Struct, frozen=True):
    """An act as it went over the wire, and what everybody was told: the players, and then one who watches."""

    by: int
    act: str
    updates: list[str]


class Ring:
    """Lines that hear of the same acts."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.inboxes: list[list[bytes]] = []
        self.news = asyncio.Event()
        self._deaf = set[int]()
        """Those who have not been told of the act yet."""
        self._all_told = asyncio.get_running_loop().create_future()

    async def add(self, port: int, *, shakes: bool = True) -> None:
        number = len(self.lines)
        self.inboxes.append([])
        self.lines.append(await dial(port, lambda frame, now: self._hear(number, frame, now), shakes=shakes))

    async def ask(self, number: int, act: bytes) -> Took:
        """Send an act, and wait until all have been told."""
        self._deaf = set(range(len(self.lines)))
        self._all_told = asyncio.get_running_loop().create_future()
        began = perf_counter()
        self.lines[number].send(act)
        async with asyncio.timeout(PATIENCE_S):
            return Took(began, await self._all_told - began)

    def hang_up(self) -> None:
        for line in self.lines:
            line.transport.abort()

    def _hear(self, number: int, frame: bytes, now: float) -> None:
        self.inboxes[number].append(frame)
        self.news.set()
        if frame.startswith(UPDATE) and self._deaf:
            self._deaf.discard(number)
            if not self._deaf:
                self._all_told.set_result(now)


class Party:
    """The players of a table, the host first, and perhaps one who watches. They do anything that they may."""

    def __init__(self, ring: Ring, links: list[Link]) -> None:
        self.ring, self.links = ring, links
        self._rng = random.Random(1)

    async def act(self) -> tuple[Took, Told]:
        """One act of anybody for whom the game waits."""
        await self._play_on()
        by = self._rng.choice(self._view(0).awaited)
        self.links[by].act(kit.filled(self._rng.choice(self._view(by).offers), self._rng))
        (act,) = self.links[by].drain()
        took = await self.ring.ask(by, act)
        updates = [next(frame for frame in inbox if frame.startswith(UPDATE)) for inbox in self.ring.inboxes]
        self.take_in()
        return took, Told(by, act.decode(), [update.decode() for update in updates])

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                self.take_in()
                if holds():
                    return
                self.ring.news.clear()
                await self.ring.news.wait()

    @property
    def phase(self) -> wire.Phase | None:
        room = self.links[0].room
        return room.phase if room is not None else None

    async def _play_on(self) -> None:
        """Everybody is ready for what comes; after the last round the host begins anew."""
        self.take_in()
        while self.phase != "play":
            if self.phase == "deal":
                for link in self.links:
                    if link.seat is not None:
                        link.send(wire.Ready())
            else:
                self.links[0].send(wire.Start())
            await self.until(lambda: all(link.room is not None and link.room.phase == "play" for link in self.links))
        await self.until(lambda: all(link.view is not None and link.view.awaited for link in self.links))

    def _view(self, seat: Seat) -> View:
        view = self.links[seat].view
        assert view is not None
        return view

    def take_in(self) -> None:
        """Everybody reads what has come, and says what there is to say."""
        for line, link, inbox in zip(self.ring.lines, self.links, self.ring.inboxes, strict=True):
            for frame in inbox:
                link.receive(frame)
            inbox.clear()
            for frame in link.drain():
                line.send(frame)


@asynccontextmanager
async def seated(table: Launched, *, players: int = PLAYERS, watched: bool = False) -> AsyncIterator[Party]:
    """Players at a table, with one who watches if that is wanted."""
    ring, links = Ring(), list[Link]()
    party = Party(ring, links)
    try:
        for number in range(players + watched):
            role: wire.Role = "play" if number < players else "watch"
            token = table.host_token if number == 0 else f"a token of nobody else {number}"
            link = Link(f"player {number}", token, table.local.code, role)
            await ring.add(table.local.port)
            link.opened()
            links.append(link)
            await party.until(lambda: links[-1].online)
        yield party
    finally:
        ring.hang_up()


async def paced(acts: int, pause_s: float) -> AsyncIterator[int]:
    """So many times, with a pause before each."""
    for number in range(acts):
        await asyncio.sleep(pause_s)
        yield number
