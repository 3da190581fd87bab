"""The last of what was told, for those who were not there: numbered, so that nobody hears anything twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from engine.board import CHANCE, Event, Gathered, Happening, Moved, Shuffled, Viewer, told
from net.limits import EVENTS_TOLD

T = TypeVar("T")

APART = 2**20
"""No match has so many events."""


class Tail(Generic[T]):
    """Whoever knows the number of the last thing heard gets what came after it, the others as much as is kept.

    `start` is far from that of every other tail: then a number that belongs to another one is none of these. What is
    `brief` is told once, and not kept when more has come.
    """

    def __init__(self, start: int, most: int, brief: Callable[[T], bool] = lambda _: False) -> None:
        self.start = self.end = start
        self._most, self._brief = most, brief
        self._older: deque[tuple[int, T]] = deque(maxlen=most)
        self._newest: list[tuple[int, T]] = []
        self._newest_after = start

    def add(self, things: Iterable[T]) -> None:
        """Things that came together: those who are there hear all of them."""
        newest = list(enumerate(things, self.end + 1))
        if newest:
            self._older += self._lasting()
            self._newest, self._newest_after, self.end = newest, self.end, newest[-1][0]

    def since(self, number: int) -> tuple[T, ...]:
        if not self.start <= number <= self.end:
            number = self.start
        known = self._newest if number >= self._newest_after else [*self._older, *self._lasting()][-self._most :]
        return tuple([thing for at, thing in known if at > number])

    def _lasting(self) -> list[tuple[int, T]]:
        """Of the newest."""
        return [(at, thing) for at, thing in self._newest if not self._brief(thing)]


class Story:
    """What has happened in a match, as every viewer was told of it when it happened. `number` is that of the match."""

    def __init__(self, seats: int, number: int) -> None:
        self._tails: dict[Viewer, Tail[Event]] = {
            viewer: Tail(number * APART, EVENTS_TOLD, is_dealing) for viewer in (None, *range(seats))
        }

    def add(self, happenings: Iterable[Happening]) -> None:
        happenings = list(happenings)
        for viewer, tail in self._tails.items():
            tail.add(told(happenings, viewer))

    def end(self, viewer: Viewer) -> int:
        return self._tails[viewer].end

    def since(self, viewer: Viewer, number: int) -> tuple[Event, ...]:
        return self._tails[viewer].since(number)


def is_dealing(event: Event) -> bool:
    """Nobody has to be told later how all the cards went round."""
    return isinstance(event, Gathered | Shuffled) or (isinstance(event, Moved) and event.by == CHANCE)
