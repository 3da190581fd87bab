"""All that a board may show of one moment."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from engine.board import Seat, Spot
from engine.cards import Card
from engine.game import View
from tui.theme import FINE, Glyphs


class Person(NamedTuple):
    """Who sits on a chair. `note` is what is to be known of the line, in a word or two, or empty."""

    name: str
    note: str = ""


class Clock(NamedTuple):
    """A timer of the view that is running."""

    left_s: float
    whole_s: float


class Scene(msgspec.Struct, frozen=True):
    view: View
    people: tuple[Person, ...]
    """A person for every seat."""
    me: Seat
    """Whose side of the table we look from. Whoever only watches sits with the first player."""
    glyphs: Glyphs = FINE
    pad: Mapping[Spot, str] = {}
    """What can be picked or marked: the spots, and the key of each."""
    keys: Mapping[str, str] = {}
    """The keys of the offers that can be taken now, by their codes."""
    cursor: Spot | None = None
    chosen: tuple[Spot, ...] = ()
    fresh: frozenset[Spot] = frozenset()
    """What has just changed."""
    order: tuple[Spot, ...] = ()
    """The cards in my hand as I hold them, if the board has a hand, and"""
    way: str = ""
    """how they are sorted, and"""
    next_way: str = ""
    """how else they could be."""
    found: frozenset[Spot] = frozenset()
    """What belongs to something that could be played."""
    sheet: str = ""
    """The key of the sheet that lies on the table, or ""."""
    age_s: float = math.inf
    """So long ago did something happen last."""
    options: Mapping[str, int | str] = {}
    """Those of the table."""
    rolled: int = 0
    """By so many rows the canvas's roll has been moved."""
    covered: frozenset[Spot] = frozenset()
    """What is seen though it lies face down."""
    by_name: bool = False
    """Whoever's side we look from is not told of as "you": it may be somebody else who looks."""
    hole: Spot | None = None
    """An empty place that a card is on its way to."""
    clock: Clock | None = None

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """Whom to mark: those without whom it does not go on, or, if it goes on by itself, whose turn it is."""
        return self.view.awaited or (self.view.turn,)

    def at(self, spot: Spot) -> Card | None:
        """The card at a spot, as far as it is seen."""
        return self.view.zone(spot.zone)[spot.i]
