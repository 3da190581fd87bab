"""What the table has to send: who is told what, in frames made once for one connection or for many."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.board import Seat
from engine.game import View
from engine.match import Match
from net import limits, wire
from net.chairs import Chairs, Person
from net.robots import Robot
from net.tail import APART, Story, Tail


class Outgoing(NamedTuple):
    """A frame for these connections. With `newest`, a later such frame makes it worthless to who has not read it."""

    conns: tuple[int, ...]
    frame: bytes
    newest: bool = False
    close: bool = False
    """Close the connection once the frame is sent."""


class Post:
    """Frames in order of sending. Connections below zero are those of bots, which are inside the table."""

    def __init__(self, chairs: Chairs, number: int) -> None:
        """`number` is that of this table's process."""
        self.chat: Tail[wire.Said] = Tail(number * APART, limits.CHAT_TOLD_LINES)
        self._chairs = chairs
        self._out: list[Outgoing] = []
        self._watch_seq = 0
        self._room: wire.Room | None = None
        self.room_due = math.inf
        """When everybody has to be told the room."""

    def send(self, conn: int, message: wire.FromHost, *, close: bool = False) -> None:
        """To one connection."""
        self._out.append(Outgoing((conn,), wire.encode(message), close=close))

    def say(self, name: str, seat: Seat | None, text: str, code: str = "") -> None:
        """A line of chat, to all who play or watch."""
        said = wire.Said(name, seat, text, self.chat.end + 1, code)
        self.chat.add([said])
        self._send_all(self._chairs.players(), said)
        self._send_all(self._chairs.watchers, said)

    def show(self, match: Match, story: Story, clocks: Mapping[str, float]) -> None:
        """The newest view and the events to everybody; nothing to those for whom there is nothing new.

        Watchers see the same: for those who have heard as much the frame is made once.
        """
        players = self._chairs.players()
        seats = [self._chairs.seat_of(person) for person in players]
        for person, seat, view in zip(players, seats, match.views(seats), strict=True):
            events = story.since(seat, person.told)
            if person.conn is not None and (events or view != person.view):
                person.seq, person.view, person.told = person.seq + 1, view, story.end(seat)
                update = wire.Update(person.seq, view, events, _clocks_of(view, clocks), person.told)
                self.send(person.conn, update)
        if not self._chairs.watchers:
            return
        view, end = match.view(None), story.end(None)
        stale: dict[int, list[Person]] = {}
        for person in self._chairs.watchers:
            if person.told != end or view != person.view:
                stale.setdefault(person.told, []).append(person)
                person.view, person.told = view, end
        self._watch_seq += bool(stale)
        for heard, persons in stale.items():
            update = wire.Update(self._watch_seq, view, story.since(None, heard), _clocks_of(view, clocks), end)
            self._send_all(persons, update, newest=True)

    def show_room(self, room: wire.Room, now: float) -> None:
        """Who is here, to everybody who has not been told just that.

        That one of many has come or gone can wait, but not for those who come: a thousand names told to a thousand each
        time would keep the table from all else.
        """
        if room != self._room:
            waits_s = limits.WATCHERS_TOLD_EVERY_S if _differs_in_a_crowd(room, self._room) else 0.0
            self._room, self.room_due = room, min(self.room_due, now + waits_s)
        is_due = self.room_due <= now
        for group in (self._chairs.players(), self._chairs.watchers):
            stale = [person for person in group if person.room is None or (is_due and person.room is not self._room)]
            for person in stale:
                person.room = self._room
            self._send_all(stale, room)
        if is_due:
            self.room_due = math.inf

    def show_word(self, word: wire.Seal | wire.Proof) -> None:
        """The dealer's word, to everybody who has not been told it."""
        for group in (self._chairs.players(), self._chairs.watchers):
            stale = [person for person in group if person.word is not word]
            for person in stale:
                person.word = word
            self._send_all(stale, word)

    def deliver_inside(self, robots: Mapping[int, Robot], now: float) -> None:
        """Give the bots what is theirs; what remains goes over real lines."""
        remaining: list[Outgoing] = []
        for outgoing in self._out:
            for conn in outgoing.conns:
                if conn in robots:
                    robots[conn].receive(outgoing.frame, now)
            if outside := tuple(conn for conn in outgoing.conns if conn > 0):
                remaining.append(outgoing._replace(conns=outside))
        self._out = remaining

    def drain(self) -> list[Outgoing]:
        """Everything for real lines, with the frames for those who watch last."""
        out, self._out = self._out, []
        watching = {person.conn for person in self._chairs.watchers}
        return sorted(out, key=lambda outgoing: outgoing.conns[0] in watching)

    def _send_all(self, persons: Sequence[Person], message: wire.FromHost, *, newest: bool = False) -> None:
        if conns := tuple(person.conn for person in persons if person.conn is not None):
            self._out.append(Outgoing(conns, wire.encode(message), newest))


def _differs_in_a_crowd(room: wire.Room, before: wire.Room | None) -> bool:
    """Nothing has changed but who of very many is watching."""
    if before is None or len(room.watchers) <= limits.WATCHERS_AT_ONCE:
        return False
    return msgspec.structs.replace(before, watchers=room.watchers) == room


def _clocks_of(view: View, clocks: Mapping[str, float]) -> dict[str, float]:
    """Only of the timers that the view names: not everybody may know of each."""
    return {name: clocks[name] for name in view.timers}
