"""A table on strings: the app's Link is real, and hears from the host exactly what a test says."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from engine.game import View
from engine.games import GAMES
from engine.match import Match
from net import invite, wire
from net.launch import Launched
from net.link import Link
from net.tables import Record
from net.trouble import Trouble
from tests import kit
from tui import visit
from tui.app import TocTocApp
from tui.plan import Plan

INVITE = invite.parse("toctoc://192.168.1.5:8628/KWXBTR")
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
        self.kept = {"table": Record("anna", "allegra", 4, {}, "local", 1, None, INVITE.code, "h" * 32)}
        """What is on the disk of those that have not ended on purpose."""
        patch.setattr("net.dial.Dial", self._dial)
        patch.setattr(visit, "launch", self._launch)
        patch.setattr(visit, "come_back", self._come_back)
        patch.setattr(visit.tables, "runs", lambda _: self.process.poll() is None)
        patch.setattr(visit.tables, "exists", lambda table: table in self.kept)
        patch.setattr(visit.tables, "read", lambda table: self.kept[table])
        patch.setattr(visit.tables, "running", lambda: [*self.kept] if self.process.poll() is None else [])
        patch.setattr(visit.tables, "led_by", lambda token: "table" if token == "h" * 32 else "")
        patch.setattr(visit.store, "seat_token", lambda *_: "t" * 32)
        patch.setattr(visit.store, "name_for", lambda _invite, _role, usual: usual)

    @property
    def puppet(self) -> Puppet:
        """The table that the app is at."""
        return self.puppets[-1]

    def _dial(self, link: Link, address: invite.Invite, on_change: Callable[[], None]) -> Puppet:
        self.puppets.append(Puppet(link, address, on_change))
        return self.puppet

    async def _launch(self, game: str, **how: Any) -> Launched:
        self.launched.append({"game": game, **how})
        return Launched("table", INVITE, INVITE, "h" * 32, self.process)  # type: ignore[arg-type]

    async def _come_back(self, table: str) -> Launched:
        self.came_back.append(table)
        if self.damaged:
            raise Trouble("journal-line", 7)
        self.process.returncode = None
        return Launched(table, INVITE, INVITE, "h" * 32, self.process)  # type: ignore[arg-type]


def app_for(command: str = "start", *, name: str = "anna", **plan: Any) -> TocTocApp:
    if command in ("join", "watch"):
        plan.setdefault("invite", INVITE)
    return TocTocApp(Plan(command, name, **plan))  # type: ignore[arg-type]


async def seated(strings: Strings, pilot: Pilot[Any], *messages: wire.FromHost | View) -> None:
    """Let the app hear this, and let it settle."""
    await pilot.pause()
    strings.puppet.tell(*messages)
    await pilot.pause()
    await pilot.pause()


async def paste(pilot: Pilot[Any], text: str) -> None:
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def screen_text(app: TocTocApp) -> str:
    """What stands in the window, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)
