"""Somebody in line mode at a table near at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.board import Event
from engine.match import Match
from net import wire
from net.invite import Invite, Way
from net.link import Link
from net.listen import Bind
from tests.tui.near import NearTable
from tui.line.talk import Talk
from tui.plan import Command, Plan
from tui.visit import Visit

INVITE = Invite("KWXBTR", host="192.168.1.5", port=8628)


class Visitor:
    """In place of `tui.visit.Visit`. `sent` is all that was said to the table but acts; `left` is the last word."""

    link: Link | None = None
    invite: Invite | None = INVITE
    bind: Bind | None = None
    way: Way | None = None
    alone = False

    def __init__(self, command: Command, game: str, tour: bool) -> None:
        self.plan = Plan(command, "Konstantina", game=game, invite=INVITE, tour=tour)
        self.sent: list[wire.FromClient] = []
        self.left: wire.FromClient | None = None
        self.too_fast = False

    def act(self, action: bytes) -> bool:
        return not self.too_fast and self.link is not None and self.link.act(action)

    def send(self, message: wire.FromClient) -> bool:
        if self.too_fast or self.link is None or not self.link.online:
            return False
        self.sent.append(message)
        return True

    def leave(self, last_word: wire.FromClient) -> None:
        self.left = last_word


class Guest:
    """`heard` are the lines since `type` was last called."""

    def __init__(
        self, seats: int = 4, *, me: int | None = 0, command: Command = "join", tour: bool = False, **table: Any
    ) -> None:
        self.visitor = Visitor(command, table.get("game", "allegra"), tour)
        self.heard: list[str] = []
        self.talk = Talk(cast(Visit, self.visitor), self.heard.append)
        self.table = NearTable(seats, me=me, show=self._show, **table)

    def _show(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> None:
        self.visitor.link = link
        link.news, link.refusals = list(news), list(refusals)
        self.talk.hear()

    def come_anew(self) -> None:
        """With a new program, which has heard nothing yet."""
        self.talk = Talk(cast(Visit, self.visitor), self.heard.append)

    def play(self, match: Match) -> None:
        """Sit at this match, which is being played."""
        self.table.tell_room("play")
        self.table.lay_out(match)

    def type(self, line: str) -> list[str]:
        """What is told when this is typed; if it is an act, the table answers it."""
        self.heard.clear()
        self.talk.type(line)
        if self.table.link.pending is not None and self.table.link.online:
            self.table.answer()
        return list(self.heard)

    def room(self, phase: wire.Phase = "lobby", *, host: bool = False, **how: Any) -> list[str]:
        """What is told when the room is like this."""
        self.heard.clear()
        chairs: tuple[wire.Chair, ...] = how.pop("chairs")
        options: Mapping[str, int | str] = how.pop("options", {"rounds": 3, "knock_window": 3})
        self.table.link.host = host
        room = wire.Room("allegra", dict(options), phase, chairs, how.pop("watchers", ()))
        self.table.link.receive(wire.encode(room))
        self._show(self.table.link, (), (), 0.0)
        return list(self.heard)
