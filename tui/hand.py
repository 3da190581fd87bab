"""The cards that I hold, pure: in which order, with which keys, and what the game suggests.

The host keeps a hand as its cards came. How it is sorted, or put in order by hand, is known to this screen alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.board import Spot
from engine.cards import Card
from engine.game import View
from tui.language import N_, _
from tui.theme import Glyphs

OWN = N_("in your order")

Orders = Mapping[str, Callable[[Card], Any]]
"""Ways to sort a hand: what each is called, and what a card is sorted by."""


class Hint(NamedTuple):
    """What could be played: the places to pick for it, and what it is, in words."""

    picks: tuple[Spot, ...]
    says: str


class Hand(msgspec.Struct, frozen=True):
    """What a board knows of the cards that a player holds."""

    keys: str
    """The keys of the cards, in the order in which they are held. None of them is the key of an offer that can be there
    while so many are held."""
    orders: Orders
    held: Callable[[View], tuple[Spot, ...]]
    """The cards in the viewer's hand."""
    marks: Callable[[View], tuple[Spot, ...]]
    """Those that can be marked now, before it is said what to do with them."""
    hints: Callable[[View], tuple[Hint, ...]]
    called: Callable[[View, Sequence[Spot]], Mapping[str, str]]
    """What offers are called while these places are chosen, by their codes, if it is not their usual name. Those that
    are called "" make no sense then, or the board shows them itself: their keys work, but they are not listed."""
    spell: Callable[[str, Glyphs], str]
    """A text with the names of cards in it, as it is to be read."""
    most: Callable[[View], int | None] = lambda view: None
    """So many cards can be marked at once; where it is one, another takes its place. None: as many as one likes."""

    def cards(self, view: View) -> dict[Spot, Card]:
        """What the viewer holds, and where it lies for the host."""
        return {spot: card for spot in self.held(view) if (card := view.zone(spot.zone)[spot.i]) is not None}


class Held:
    """The cards that I hold, in my order; none in a game in which nobody holds any."""

    def __init__(self, hand: Hand | None = None) -> None:
        """`hand` is what the game knows of hands."""
        self.hand = hand
        self.cards: Mapping[Spot, Card] = {}
        """Where they lie for the host."""
        self._view: View | None = None
        self._arrangement = Arrangement()

    def look(self, hand: Hand | None, view: View | None) -> bool:
        """A new view, and again what the game knows of hands. Returns whether I hold other cards than before."""
        before = Counter(self.cards.values())
        self.hand, self._view = hand, view
        self.cards = hand.cards(view) if hand is not None and view is not None else {}
        self._arrangement.look(self.cards)
        return Counter(self.cards.values()) != before

    @property
    def order(self) -> tuple[Spot, ...]:
        """From the left to the right."""
        return self._arrangement.arranged(self.cards, self.hand.orders) if self.hand is not None else ()

    def way(self, after: int = 0) -> str:
        """How they are held now, or after so many turns."""
        return _(self._arrangement.way(self.hand.orders, after)) if self.hand is not None else ""

    def sort(self) -> None:
        """Hold them in another order."""
        if self.hand is not None:
            self._arrangement.turn(self.hand.orders)

    def move(self, spot: Spot, by: int) -> Spot:
        """Put a card so many places to the right. Returns where the card lies that stands there now."""
        return self._arrangement.move(spot, by, self.cards, self.hand.orders) if self.hand is not None else spot

    @property
    def marks(self) -> tuple[Spot, ...]:
        """Those that can be marked now."""
        return self.hand.marks(self._view) if self.hand is not None and self._view is not None else ()

    @property
    def most(self) -> int | None:
        """So many of them at once, or None for as many as one likes."""
        return self.hand.most(self._view) if self.hand is not None and self._view is not None else None

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What the game suggests."""
        return self.hand.hints(self._view) if self.hand is not None and self._view is not None else ()

    def called(self, chosen: Sequence[Spot]) -> Mapping[str, str]:
        """What offers are called while these are chosen, where that is not their usual name; "" if not listed."""
        return self.hand.called(self._view, chosen) if self.hand is not None and self._view is not None else {}

    def spell(self, text: str, glyphs: Glyphs) -> str:
        """A text of the game with the names of cards as they are to be read."""
        return self.hand.spell(text, glyphs) if self.hand is not None else text


class Arrangement:
    """In which order a hand is held: sorted in one of the ways given, or as the player has put it.

    Only the values of the cards are remembered, so twins can stand for each other; where they lie is looked up anew
    in every view. A card that comes back finds its old place, another one comes last.
    """

    def __init__(self) -> None:
        self._own: list[Card] = []
        """The player's order. It may hold cards that have left."""
        self._way = 0

    def way(self, orders: Orders, after: int = 0) -> str:
        """How the hand is held now, or after so many turns."""
        return [*orders, OWN][(self._way + after) % (len(orders) + 1)]

    def turn(self, orders: Orders) -> None:
        """Hold the hand in the next of the ways."""
        self._way = (self._way + 1) % (len(orders) + 1)

    def look(self, cards: Mapping[Spot, Card]) -> None:
        """The cards that are held now, in the order in which they came. An empty hand is the end of an order."""
        if not cards:
            self._own = []
        new = Counter(cards.values()) - Counter(self._own)
        for card in cards.values():
            if new[card]:
                new[card] -= 1
                self._own.append(card)

    def arranged(self, cards: Mapping[Spot, Card], orders: Orders) -> tuple[Spot, ...]:
        """Where the cards that were looked at lie, from the left to the right."""
        way = self.way(orders)
        if way != OWN:
            return tuple(sorted(cards, key=lambda spot: orders[way](cards[spot])))
        waiting = list(cards)
        order: list[Spot] = []
        for card in self._own:
            if (spot := next((spot for spot in waiting if cards[spot] == card), None)) is not None:
                waiting.remove(spot)
                order.append(spot)
        return tuple(order)

    def move(self, spot: Spot, by: int, cards: Mapping[Spot, Card], orders: Orders) -> Spot:
        """Put a card so many places to the right; with a number below 0, to the left. From now on the order is the
        player's own. Returns where the card lies that stands there now: it may be a twin."""
        order = list(self.arranged(cards, orders))
        at = order.index(spot)
        to = max(0, min(at + by, len(order) - 1))
        order.insert(to, order.pop(at))
        here, values = Counter(cards.values()), iter([cards[other] for other in order])
        for i, card in enumerate(self._own):
            if here[card]:
                here[card] -= 1
                self._own[i] = next(values)
        self._way = len(orders)
        return self.arranged(cards, orders)[to]
