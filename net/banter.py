"""The words of bots, sans-IO: a line now and then about what everybody has seen.

Who says what, and when, follows from public events and from dice of its own; never from cards that somebody cannot see.
What goes over the wire is a code: everybody reads it in their own language.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from engine.board import Happening, Noted, Seat
from engine.match import Match
from net import wire
from net.chairs import Chairs
from net.characters import LINES, Occasion, character_of, code_of
from net.post import Post

QUIET_S = 30.0
"""After a line nobody says another one for so long, but at the end of a match."""
TAKES_MIN_S, TAKES_MAX_S = 0.8, 2.0
"""So long after it has happened something is said of it;"""
STALE_S = 5.0
"""and so long after that no more."""

NOTED: dict[str, Occasion] = {
    "goes-out": "wins",
    "goes-out-at-once": "wins",
    "has-most": "wins",
    "spoiled": "spoiled",
    "doubled": "doubled",
}
"""What a game notes of a player who has something to say of it, then."""
RACES, KNOCKS = "draws", "knocks"
"""Who knocks when somebody else has knocked for the same card has been too late, unless the drawer has the choice."""


class Line(NamedTuple):
    due: float
    name: str
    code: str


class Banter:
    """`hear` what has happened and `look` at who is here, and `tick` when the deadline has come."""

    def __init__(self, chairs: Chairs, post: Post, rng: random.Random) -> None:
        self._chairs, self._post, self._dice = chairs, post, rng
        self._room: wire.Room | None = None
        self._knocked: Seat | None = None
        """Who was the first to knock for the card that is shown."""
        self._next: Line | None = None
        self._quiet_until = -math.inf

    def hear(self, happenings: Sequence[Happening], match: Match, now: float) -> None:
        """What has happened in a match; of that only what everybody is told."""
        for note in [each.event for each in happenings if each.to is None and isinstance(each.event, Noted)]:
            if note.code == RACES:
                self._knocked = None
            elif note.code == KNOCKS and self._knocked is None:
                self._knocked = note.by
            elif note.code == KNOCKS and match.options.get(KNOCKS) != "choice":
                self._say("late", [note.by], now)
            elif (occasion := NOTED.get(note.code)) is not None:
                self._say(occasion, [note.by], now)
        if match.state.over and happenings:
            winners = match.game.scores(match.state).winners
            if any(self._speaks(seat) for seat in winners):
                self._say("match", winners, now, always=True)
            elif winners:
                self._say("congratulates", range(len(self._chairs)), now, always=True)

    def look(self, room: wire.Room, now: float) -> None:
        """Who is here now."""
        before, self._room = self._room, room
        for old, new in zip(before.chairs, room.chairs, strict=False) if before is not None else ():
            if new.is_played_here and (not old.is_held or old.name != new.name):
                self._say("comes", range(len(room.chairs)), now)
            elif old.is_held and old.line != "left" and (new.line == "left" or not new.is_held):
                self._say("goes", range(len(room.chairs)), now)

    def deadline(self) -> float:
        return self._next.due if self._next is not None else math.inf

    def tick(self, now: float, *, silent: bool) -> None:
        """Say what is due, unless bots are to be `silent` now or this one has gone."""
        if self._next is None or now < self._next.due:
            return
        (due, name, code), self._next = self._next, None
        seat = next((seat for seat in range(len(self._chairs)) if self._speaks(seat) == name), None)
        if seat is not None and not silent and now < due + STALE_S:
            self._quiet_until = now + QUIET_S
            self._post.say(name, seat, "", code)

    def _say(self, occasion: Occasion, seats: Sequence[Seat], now: float, *, always: bool = False) -> None:
        """One of the bots on these seats may have a word to say of it."""
        bots = [name for seat in seats if seat >= 0 and (name := self._speaks(seat))]
        if not bots or (not always and (self._next is not None or now < self._quiet_until)):
            return
        name, dice = self._dice.choice(bots), self._dice
        character = character_of(name)
        if always or dice.random() < character.talks:
            code = code_of(character.manner, occasion, dice.randrange(LINES))
            self._next = Line(now + dice.uniform(TAKES_MIN_S, TAKES_MAX_S), name, code)

    def _speaks(self, seat: Seat) -> str:
        """The name of the bot that sits there for itself; bots that sit in for a person say nothing."""
        chair = self._chairs[seat]
        return chair.bot.name if chair.bot is not None and chair.person is None else ""
