"""Acts in order of pressing: an act waits until every act that may have been pressed before it has arrived."""

from __future__ import annotations

import math
from typing import NamedTuple

from net import wire
from net.chairs import Person
from net.limits import LAG_NOTICED_S


class Held(NamedTuple):
    """An act that was pressed, as far as we believe the lag of its line, and how long it has to wait."""

    pressed: float
    number: int
    until: float
    person: Person
    act: wire.Act


class Race:
    """The acts that have arrived and are not played yet, at most one a person."""

    def __init__(self) -> None:
        self._held: list[Held] = []
        self._count = 0

    def hold(self, person: Person, act: wire.Act, *, now: float, lag_s: float, rivals_lag_s: float) -> None:
        """Take an act that arrived now. `lag_s` is the credited round trip of its line, `rivals_lag_s` the largest one
        among those who could press something else now: what they pressed before it is here by then."""
        self._count += 1
        longer_s = rivals_lag_s - lag_s
        until = now + longer_s if longer_s >= LAG_NOTICED_S else now
        self._held.append(Held(now - lag_s, self._count, until, person, act))

    def ripe(self, now: float) -> list[Held]:
        """Take out, in order of pressing, every act whose time has come and all that were pressed before it."""
        self._held.sort(key=lambda held: (held.pressed, held.number))
        due = max((count for count, held in enumerate(self._held, 1) if held.until <= now), default=0)
        ripe, self._held = self._held[:due], self._held[due:]
        return ripe

    def of(self, person: Person) -> wire.Act | None:
        """What this person has pressed and is still held."""
        return next((held.act for held in self._held if held.person is person), None)

    def drop(self, person: Person) -> None:
        self._held = [held for held in self._held if held.person is not person]

    def deadline(self) -> float:
        return min((held.until for held in self._held), default=math.inf)
