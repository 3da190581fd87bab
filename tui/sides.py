"""Who scores together."""

from __future__ import annotations

from engine.board import Seat
from engine.game import View


def sides(view: View) -> tuple[tuple[Seat, ...], ...]:
    """Partners, in a game that seats them opposite each other and tells the `places`; else everybody alone."""
    places = view.facts.get("places")
    if places is None:
        return tuple((seat,) for seat in range(len(view.scores.totals)))
    half = len(places) // 2
    return tuple(tuple(sorted((places[i], places[i + half]))) for i in range(half))


def is_drawn(view: View) -> bool:
    """The game is over, and no side has won."""
    winners = view.scores.winners
    return len(winners) == len(view.scores.totals) > len(sides(view))
