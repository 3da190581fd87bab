"""Which cards have just come to where they lie, pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import GRID, HAND, Event, Gathered, Moved, Seat, Shown, Spot, place

MELD = "meld"
"""What a player lays in zones of this kind is news until another player does something."""


class Fresh:
    """`spots` are the places where a player has just changed something. What is dealt and gathered is no news."""

    def __init__(self) -> None:
        self.spots: frozenset[Spot] = frozenset()
        self._by: Seat | None = None

    def hear(self, news: Sequence[Event]) -> None:
        """What has happened now; before it, all that is older was."""
        if not news:
            return
        actor = next((event.by for event in reversed(news) if isinstance(event, Moved | Shown) and event.by >= 0), None)
        spots = {spot for spot in self.spots if place(spot.zone).kind == MELD and actor in (None, self._by)}
        for event in news:
            match event:
                case Gathered():
                    spots.clear()
                case Moved(_, src, dst, by):
                    spots = _shifted(spots, src, dst)
                    if by >= 0:
                        spots |= {dst} if place(src.zone).kind in (HAND, MELD) else {src, dst}
                case Shown(_, spot, by) if by >= 0:
                    spots.add(spot)
        self.spots, self._by = frozenset(spots), actor if actor is not None else self._by


def _shifted(spots: set[Spot], src: Spot, dst: Spot) -> set[Spot]:
    """Where these cards lie after one has left a row or come between others. In a grid all stay where they are."""
    if place(src.zone).kind != GRID:
        spots = {Spot(zone, i - (zone == src.zone and i > src.i)) for zone, i in spots if (zone, i) != src}
    if place(dst.zone).kind != GRID:
        spots = {Spot(zone, i + (zone == dst.zone and i >= dst.i)) for zone, i in spots}
    return spots
