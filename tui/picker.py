"""From the offers of the newest view, keys and clicks to an action, pure.

An offer without places to pick is taken by its key. One with places opens a choice: every place has a key of its own
while it is open. If nothing else is offered, the choice is open from the start.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.board import Spot
from engine.game import Offer, View

GREEK = dict(zip(";ςερτυθιοπασδφγηξκλζχψωβνμέύίόάήώ", "qwertyuiopasdfghjklzxcvbnmeyioahv", strict=True))
CYRILLIC = dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True))
FRENCH = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""The digits of a French keyboard, as they are typed without shift."""

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def key_of(character: str) -> str:
    """The key of an English keyboard that stands where this character is typed, in small letters."""
    small = character.lower()
    return GREEK.get(small) or CYRILLIC.get(small) or FRENCH.get(small) or small


class Picker:
    """Attributes to read: `offers`; `open`, the offer that is being completed; `chosen`, what has been picked
    for it so far; `cursor`, where the arrow keys are: a spot if a choice is open, else the key of an offer.

    `press`, `take`, `pick` and `enter` return an action to send, or None if there is none yet.
    """

    def __init__(self) -> None:
        self.offers: tuple[Offer, ...] = ()
        self.open: Offer | None = None
        self.chosen: tuple[Spot, ...] = ()
        self.cursor: Spot | str | None = None
        self._view: View | None = None

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What can be picked now."""
        return self.open.pick.spots if self.open is not None and self.open.pick is not None else ()

    @property
    def given(self) -> bool:
        """The choice is open by itself, as there is nothing else to do. It cannot be closed, and needs no key."""
        return self.open is not None and len(self.offers) == 1

    @property
    def several(self) -> bool:
        """More than one spot can be picked."""
        return self.open is not None and self.open.pick is not None and self.open.pick.most > 1

    def look(self, view: View | None) -> None:
        """A new view. What was chosen stays, as far as it is still offered and the cards are still the same."""
        before, self._view = self._view, view
        self.offers = view.offers if view is not None else ()
        self.open = next((offer for offer in self.offers if self.open is not None and _same(offer, self.open)), None)
        if len(self.offers) == 1 and self.offers[0].pick is not None and self.offers[0].pick.spots:
            self.open = self.offers[0]
        self.chosen = tuple(
            spot for spot in self.chosen if spot in self.spots and _card(before, spot) == _card(view, spot)
        )
        if self.cursor not in (*self.spots, *(offer.key for offer in self.offers)):
            self.cursor = None

    def press(self, key: str, pad: Mapping[Spot, str]) -> bytes | None:
        """A key. `pad` gives the key of each spot that can be picked."""
        spot = next((spot for spot in self.spots if pad.get(spot) == key), None)
        return self.pick(spot) if spot is not None else self.take(key)

    def take(self, key: str) -> bytes | None:
        """Take the offer with this key, or open the choice that it asks for. Taken again, it is closed."""
        offer = next((offer for offer in self.offers if offer.key == key), None)
        if offer is None or self.given:
            return None
        if offer == self.open:
            self.cancel()
            return None
        self.cancel()
        if offer.pick is None:
            return bytes(offer.action)
        if len(offer.pick.spots) <= offer.pick.least:
            return _filled(offer, offer.pick.spots)
        self.open = offer
        return None

    def pick(self, spot: Spot) -> bytes | None:
        """Pick this spot, or, if several can be picked, take it back again."""
        if self.open is None or self.open.pick is None or spot not in self.spots:
            return None
        if not self.several:
            return self._done((spot,))
        if spot in self.chosen:
            self.chosen = tuple(other for other in self.chosen if other != spot)
        elif len(self.chosen) < self.open.pick.most:
            self.chosen += (spot,)
        return None

    def mark(self) -> None:
        """If several can be picked, pick what the cursor is on, or take it back."""
        if self.several and isinstance(self.cursor, Spot):
            self.pick(self.cursor)

    def enter(self) -> bytes | None:
        """Take what the cursor is on, or, if several can be picked, those that have been."""
        if isinstance(self.cursor, str):
            return self.take(self.cursor)
        if self.open is None or self.open.pick is None:
            return None
        if not self.several:
            return self.pick(self.cursor) if self.cursor is not None else None
        return self._done(self.chosen) if self.open.pick.least <= len(self.chosen) else None

    def cancel(self) -> None:
        """Close the choice."""
        if not self.given:
            self.open = None
        self.chosen, self.cursor = (), None

    def move(self, direction: str, places: Mapping[Spot | str, tuple[int, int]]) -> None:
        """An arrow key: the cursor goes to the nearest target in this direction, by where they stand on the screen."""
        targets = [target for target in self.spots or [offer.key for offer in self.offers] if target in places]
        if not targets:
            return
        if self.cursor not in targets:
            self.cursor = targets[0]
            return
        (x, y), (dx, dy) = places[self.cursor], DIRECTIONS[direction]
        ahead: dict[Spot | str, int] = {}
        for target in targets:
            across, down = places[target][0] - x, places[target][1] - y
            if across * dx + 2 * down * dy > abs(across * dy) + 2 * abs(down * dx):
                ahead[target] = across**2 + 4 * down**2  # a cell is twice as high as wide
        self.cursor = min(ahead, key=lambda target: ahead[target], default=self.cursor)

    def _done(self, picks: tuple[Spot, ...]) -> bytes | None:
        offer = self.open
        self.cancel()
        return _filled(offer, picks) if offer is not None else None


def _same(offer: Offer, other: Offer) -> bool:
    return (offer.key, offer.code, bytes(offer.action)) == (other.key, other.code, bytes(other.action))


def _card(view: View | None, spot: Spot) -> object:
    """What is seen at a spot: the same in two views if nothing has changed there."""
    if view is None:
        return None
    cards = next((zone.cards for zone in view.zones if zone.name == spot.zone), ())
    return cards[spot.i] if spot.i < len(cards) else None


def _filled(offer: Offer, picks: tuple[Spot, ...]) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(offer.action), "picks": picks})
