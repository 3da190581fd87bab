"""A table on strings: the app's Link is real, and hears from the host exactly what a test says."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from engine.game import View
from engine.games import GAMES
from engine.match import Match
from net import invite, wire
from net.errand import Errand
from net.invite import Way
from net.launch import Launched
from net.link import Link
from net.tables import Record
from net.trouble import Trouble
from tests import kit
from tui import visit
from tui.app import TocTocApp
from tui.plan import Command, Plan

INVITE = invite.parse("toctoc://192.168.1.5:8628/KWXBTR")
RECORD = Record("anna", "allegra", 4, {}, "local", 1, None, INVITE.code, "h" * 32)
LOCAL = invite.parse("toctoc://127.0.0.1:8628/KWXBTR")
WAY = Way("ssh -p 2222 KWXBTR@192.168.1.5", "SHA256:" + 43 * "x")
ERRAND = Errand("zoe", "allegra", str(LOCAL), str(INVITE), WAY, "[/b] Ada", pipe=os.pipe()[0])
"""Of zoe, who has come by SSH."""
SIZE = (80, 24)
HOSTILE = ("[/b]", "[/", "[TODO] x", "al[ice]", "[bold")
"""S31: names that are broken markup."""


def chair(name: str = "", sitter: wire.Sitter = "person", **facts: Any) -> wire.Chair:
    return wire.Chair(sitter if name else "nobody", name, **facts)


ANNA, BEN, BOT, OPEN = chair("anna", host=True), chair("ben"), chair("Ada", "bot"), chair()


def room(*chairs: wire.Chair, phase: wire.Phase = "lobby", watchers: tuple[str, ...] = ()) -> wire.Room:
    options = {name: option.default for name, option in GAMES["allegra"].OPTIONS.items()}
    return wire.Room("allegra", options, phase, chairs, watchers)


HOST, GUEST, WATCHER = wire.Welcome(0, 0, True), wire.Welcome(1, 0, False), wire.Welcome(None, 0, False)
PLAYING = room(ANNA, BEN, BOT, phase="play")


def view(seats: int = 2, *, rounds: int = 0, seat: int | None = 0, seed: int = 1) -> View:
    """What a seat sees of a game played by chance, when so many rounds have been scored."""
    match, rng = Match(GAMES["allegra"], seats), random.Random(seed)
    match.act(*kit.by_chance(match, rng))
    while len(match.view(seat).scores.rounds) < rounds:
        match.act(*kit.by_chance(match, rng))
    return match.view(seat)


class Puppet:
    """In place of `net.dial.Dial`. `sent` is what the app has said."""

    def __init__(self, link: Link, address: invite.Invite, on_change: Callable[[], None]) -> None:
        self.link, self.address, self._on_change = link, address, on_change
        self.sent: list[wire.FromClient] = []
        self._ended = asyncio.Event()
        self._fault: Trouble | None = None
        self._seq = 0

    async def run(self) -> None:
        self.link.opened()
        self.hello = wire.hello_of(self.link.drain()[0])
        await self._ended.wait()
        if self._fault is not None:
            raise self._fault

    def flush(self) -> None:
        self.sent += [wire.from_client(frame) for frame in self.link.drain()]

    def stop(self) -> None:
        self.flush()
        self._ended.set()

    def fail(self, fault: Trouble) -> None:
        self._fault = fault
        self._ended.set()

    def tell(self, *messages: wire.FromHost | View) -> None:
        """The app hears this from its table."""
        for told in messages:
            message = self._update(told) if isinstance(told, View) else told
            self.link.receive(wire.encode(message))
            self._on_change()
        if self.link.finished:
            self._ended.set()

    def _update(self, seen: View) -> wire.Update:
        self._seq += 1
        return wire.Update(self._seq, seen)

    def lose(self) -> None:
        """The line is cut."""
        self.link.closed()
        self._on_change()


class Process:
    """Of a table: ends when a test sets its return code."""

    returncode: int | None = None

    def poll(self) -> int | None:
        return self.returncode


class Strings:
    """Puts puppets in place of the network. `launched` are the tables that the app has opened, in one `process`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.puppets: list[Puppet] = []
        self.launched: list[dict[str, Any]] = []
        self.process = Process()
        self.came_back: list[str] = []
        """The tables that were started again."""
        self.damaged = False
        """They cannot be."""
        self.kept: dict[str, Record] = {}
        """What is on the disk of those that have not ended on purpose."""
        patch.setattr("net.dial.Dial", self._dial)
        patch.setattr(visit, "launch", self._launch)
        patch.setattr(visit, "come_back", self._come_back)
        patch.setattr(visit.tables, "runs", lambda _: self.process.poll() is None)
        patch.setattr(visit.tables, "exists", lambda table: table in self.kept)
        patch.setattr(visit.tables, "read", lambda table: self.kept[table])
        patch.setattr(visit.tables, "running", lambda: [*self.kept] if self.process.poll() is None else [])
        patch.setattr(visit.tables, "led_by", lambda token: "table" if token == "h" * 32 else "")
        patch.setattr(visit.tokens, "seat_token", lambda *_: "t" * 32)
        patch.setattr(visit.tokens, "name_for", lambda _invite, _role, usual: usual)

    @property
    def puppet(self) -> Puppet:
        """The table that the app is at."""
        return self.puppets[-1]

    def _dial(self, link: Link, address: invite.Invite, on_change: Callable[[], None]) -> Puppet:
        self.puppets.append(Puppet(link, address, on_change))
        return self.puppet

    async def _launch(self, game: str, **how: Any) -> Launched:
        self.launched.append({"game": game, **how})
        self.kept["table"] = RECORD
        return Launched("table", INVITE, INVITE, "h" * 32, self.process, alone=how["alone"])  # type: ignore[arg-type]

    async def _come_back(self, table: str) -> Launched:
        self.came_back.append(table)
        if self.damaged:
            raise Trouble("journal-line", 7)
        self.process.returncode = None
        self.kept.setdefault(table, RECORD)
        return Launched(table, INVITE, INVITE, "h" * 32, self.process)  # type: ignore[arg-type]

    @asynccontextmanager
    async def program(
        self, command: Command = "start", *, name: str = "anna", size: tuple[int, int] = SIZE, **plan: Any
    ) -> AsyncIterator[Player]:
        """The program as this command opens it."""
        if command in ("join", "watch"):
            plan.setdefault("invite", INVITE)
        app = TocTocApp(Plan(command, name, **plan))
        async with app.run_test(size=size):
            player = Player(app, self)
            await player.pause()
            yield player

    @asynccontextmanager
    async def at_table(self, welcome: wire.Welcome, *told: wire.FromHost | View, **how: Any) -> AsyncIterator[Player]:
        """The program of the host anna, of ben or of eve, who watches, when it has heard this."""
        command, name = ("host", "anna") if welcome.host else ("join", "ben")
        if welcome.seat is None:
            command, name = "watch", "eve"
        async with self.program(**{"command": command, "name": name, **how}) as player:
            await player.hear(welcome, *told)
            yield player


class Player(Pilot[str | None]):
    """Who sits before the program. It has done all that a key or a message brings about before the next one comes."""

    app: TocTocApp

    def __init__(self, app: TocTocApp, strings: Strings | None = None) -> None:
        super().__init__(app)
        self._strings = strings

    @property
    def text(self) -> str:
        """What stands in the window."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    @property
    def words(self) -> str:
        """The same in one line."""
        return " ".join(self.text.split())

    def line_with(self, part: str) -> str:
        """The first line of it that has this part."""
        return next(line for line in self.text.splitlines() if part in line)

    @property
    def sent(self) -> list[wire.FromClient]:
        """What the program has said to its table."""
        assert self._strings is not None
        return self._strings.puppet.sent

    async def press(self, *keys: str) -> None:
        await super().press(*keys)
        await self.pause()

    async def paste(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await self.pause()

    async def hear(self, *messages: wire.FromHost | View) -> None:
        """The program hears this from its table."""
        assert self._strings is not None
        self._strings.puppet.tell(*messages)
        await self.pause()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for what comes by itself, 4 s at most."""
        for _ in range(200):
            if holds():
                return await self.pause()
            await self.pause(0.02)
        raise AssertionError("it never comes to that")

    async def until_read(self) -> str:
        """Wait for what is read from the disk meanwhile. Returns the words that stand in the window then."""
        await self.pause()
        await self.app.workers.wait_for_complete()
        await self.pause()
        return self.words


@asynccontextmanager
async def shown(screen: Screen[None], size: tuple[int, int] = SIZE) -> AsyncIterator[Player]:
    """The program that has this screen alone."""
    app = TocTocApp(Plan("start", "anna"), first=screen)
    async with app.run_test(size=size):
        yield Player(app)
