"""From the offers of the newest view, keys and clicks to an action, pure.

An offer without places to pick is taken by its key. One with places opens a choice: every place has a key of its own
while it is open. If nothing else is offered, the choice is open from the start.

Where a board lets cards be marked, it goes the other way round as well: cards first, then the offer. If what is marked
is a whole choice, it is asked for at once; if not, the choice opens with what of it fits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from engine.board import Spot
from engine.game import Offer, View

GREEK = dict(zip(";ςερτυθιοπασδφγηξκλζχψωβνμέύίόάήώ", "qwertyuiopasdfghjklzxcvbnmeyioahv", strict=True))
CYRILLIC = dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True))
FRENCH = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""The digits of a French keyboard, as they are typed without shift."""

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

NUMBERED_FROM = 40
"""One of so many places is chosen by its number: no keyboard has that many keys."""
NUMBER_STEP = 10
"""So far an arrow key goes up or down among numbers."""


def key_of(character: str) -> str:
    """The key of an English keyboard that stands where this character is typed, in small letters."""
    small = character.lower()
    return GREEK.get(small) or CYRILLIC.get(small) or FRENCH.get(small) or small


class Picker:
    """Attributes to read: `offers`; `open`, the offer that is being completed; `chosen`, what has been picked
    for it so far, or is marked; `cursor`, where the arrow keys are: a spot if any can be picked, else the key of an
    offer; `typed`, the part of a key or number that has been typed so far.

    `press`, `take`, `pick` and `enter` return an action to send, or None if there is none yet.
    """

    def __init__(self) -> None:
        self.offers: tuple[Offer, ...] = ()
        self.open: Offer | None = None
        self.chosen: tuple[Spot, ...] = ()
        self.cursor: Spot | str | None = None
        self.typed = ""
        self._marks: tuple[Spot, ...] = ()
        self._most: int | None = None
        self._asked = False
        """What is chosen has been asked for, and could be refused: then it is still there."""
        self._view: View | None = None

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What can be picked or marked now."""
        return self.open.pick.spots if self.open is not None and self.open.pick is not None else self._marks

    @property
    def given(self) -> bool:
        """The choice is open by itself, as there is nothing else to do. It cannot be closed, and needs no key."""
        return self.open is not None and len(self.offers) == 1 and self._given(self.open)

    @property
    def several(self) -> bool:
        """More than one spot can be picked, or marked."""
        if self.open is None or self.open.pick is None:
            return bool(self._marks)
        return self.open.pick.most > 1

    @property
    def numbered(self) -> bool:
        """The choice is a number: that of the place picked, counted from 1."""
        return self.open is not None and not self.several and len(self.spots) >= NUMBERED_FROM

    @property
    def aims(self) -> tuple[Spot, ...]:
        """If cards are to be picked and a place where they go: these places."""
        return _aims(self.open, self._marks) if self.open is not None else ()

    @property
    def marking(self) -> bool:
        """To pick a spot now is only to mark it: nothing is asked for by that."""
        return self.open is None and not self.typed and not self._asked

    @property
    def is_choosing(self) -> bool:
        """Something is chosen, or a choice has been begun."""
        return bool(self.chosen) or self.cursor is not None or (self.open is not None and not self.given)

    @property
    def entered(self) -> bool:
        """The enter key means something here."""
        return self.cursor is not None or (self.open is not None and self.several and bool(self.chosen))

    def look(self, view: View | None, marks: tuple[Spot, ...] = (), most: int | None = None) -> None:
        """A new view, what can be marked in it, and how much of that at once. What was chosen stays, as far as it is
        still offered and the cards are still the same, and has not been played."""
        before, self._view, self._marks, self._most = self._view, view, marks, most
        if self._asked:
            self._close()
            self.chosen = ()
        self.offers = view.offers if view is not None else ()
        self.open = next((offer for offer in self.offers if self.open is not None and _same(offer, self.open)), None)
        if len(self.offers) == 1 and self._given(self.offers[0]):
            self.open = self.offers[0]
        self.chosen = tuple(
            spot for spot in self.chosen if spot in self.spots and _card(before, spot) == _card(view, spot)
        )
        if self.cursor not in (*self.spots, *(offer.key for offer in self.offers)):
            self.cursor = None
        if self.numbered and self.cursor is None:
            self.cursor = self.spots[len(self.spots) // 2 - 1]

    def hears(self, key: str, pad: Mapping[Spot, str]) -> bool:
        """Whether `press` has a use for this key."""
        names = (*pad.values(), *(offer.key for offer in self.offers))
        return (self.numbered and key.isdigit()) or any(name.startswith((key, self.typed + key)) for name in names)

    def press(self, key: str, pad: Mapping[Spot, str]) -> bytes | None:
        """A key. `pad` gives the key of each spot that can be picked; it may be two keys, one after the other."""
        if self.numbered and key.isdigit():
            self._type(key)
            return None
        typed, self.typed = self.typed + key, ""
        for name in (typed, key):
            if (spot := next((spot for spot in self.spots if pad.get(spot) == name), None)) is not None:
                return self.pick(spot)
            if any(longer.startswith(name) for longer in pad.values()):
                self.typed = name
                return None
        return self.take(key)

    def take(self, key: str) -> bytes | None:
        """Take the offer with this key, together with what is chosen if that is a whole choice; else open the choice
        that it asks for. Taken again, it is closed."""
        offer = next((offer for offer in self.offers if offer.key == key), None)
        if offer is None or self.given:
            return None
        fitting = tuple(spot for spot in self.chosen if offer.pick is not None and spot in offer.pick.spots)
        if offer.pick is not None and self.chosen and fitting == self.chosen and self._enough(offer, fitting):
            return self._ask(offer, fitting)
        if offer == self.open:
            self.cancel()
            return None
        if offer.pick is None and offer.aside:
            return bytes(offer.action)
        self._close()
        if offer.pick is None:
            return bytes(offer.action)
        if len(offer.pick.spots) <= offer.pick.least:
            return _filled(offer, offer.pick.spots)
        self.open = offer
        self.chosen = fitting[: offer.pick.most] if self.several else fitting
        return None

    def pick(self, spot: Spot) -> bytes | None:
        """Pick this spot, or, if several can be picked, take it back again. Among numbers, go there."""
        self._asked = False
        if spot not in self.spots:
            return None
        if self.numbered:
            self.cursor = spot
            return None
        if self.open is not None and not self.several:
            return self._ask(self.open, (spot,))
        if spot in self.chosen:
            self.chosen = tuple(other for other in self.chosen if other != spot)
            return None
        if self.open is None and self._most == 1:
            self.chosen = ()
        kept = tuple(other for other in self.chosen if spot not in self.aims or other not in self.aims)
        if len(kept) < (self._room or len(kept) + 1):
            self.chosen = (*kept, spot)
        if self.open is not None and spot in self.aims and self._enough(self.open, self.chosen):
            return self._ask(self.open, self.chosen)
        return None

    def suggest(self, picks: tuple[Spot, ...]) -> None:
        """Mark these, so that an offer's key is all that is missing."""
        self._close()
        self.chosen, self._asked = picks, False

    def suggest_next(self, found: Sequence[tuple[Spot, ...]]) -> int:
        """Suggest the first of these, or the one after that which is marked. Returns which it is, from 0."""
        i = (found.index(self.chosen) + 1) % len(found) if self.chosen in found else 0
        self.suggest(found[i])
        return i

    def mark(self) -> None:
        """If several can be picked, pick what the cursor is on, or take it back."""
        if self.several and isinstance(self.cursor, Spot):
            self.pick(self.cursor)

    def enter(self) -> bytes | None:
        """Take what the cursor is on, or, if several can be picked, those that have been."""
        if isinstance(self.cursor, str):
            return self.take(self.cursor)
        if self.open is None:
            self.mark()
            return None
        if not self.several:
            return self._ask(self.open, (self.cursor,)) if self.cursor is not None else None
        return self._ask(self.open, self.chosen) if self._enough(self.open, self.chosen) else None

    def way(self, offer: Offer, picks: Sequence[Spot], pad: Mapping[Spot, str]) -> list[str]:
        """The keys with which an offer is taken with these places, when nothing has been chosen."""
        if (pick := offer.pick) is None or len(pick.spots) <= pick.least:
            return [offer.key]
        numbered = pick.most == 1 and len(pick.spots) >= NUMBERED_FROM
        keys = [str(pick.spots.index(spot) + 1) if numbered else pad.get(spot, "") for spot in picks]
        ends = numbered or (pick.most > 1 and not _aims(offer, self._marks))
        return [offer.key] * (not self.given) + keys + ["enter"] * ends

    def cancel(self) -> None:
        """Close the choice, but keep what is marked; without a choice, take the marks back."""
        marked = self.open is not None and not self.given and set(self.chosen) <= set(self._marks)
        self._close()
        if not marked:
            self.chosen = ()

    def move(self, direction: str, places: Mapping[Spot | str, tuple[int, int]]) -> None:
        """An arrow key: the cursor goes to the nearest target in this direction, by where they stand on the screen."""
        if self.numbered:
            across, down = DIRECTIONS[direction]
            self._go(self._number + across - down * NUMBER_STEP)
            return
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

    def _given(self, offer: Offer) -> bool:
        """There is something to choose that cannot be marked before."""
        return offer.pick is not None and bool(set(offer.pick.spots) - set(self._marks))

    @property
    def _room(self) -> int | None:
        """So many can be chosen at once, or None for as many as one likes."""
        return self.open.pick.most if self.open is not None and self.open.pick is not None else self._most

    @property
    def _number(self) -> int:
        return self.spots.index(self.cursor) + 1 if isinstance(self.cursor, Spot) else 0

    def _go(self, number: int) -> None:
        self.typed = ""
        self.cursor = self.spots[max(1, min(number, len(self.spots))) - 1]

    def _type(self, digit: str) -> None:
        """One more digit of a number; where that is too much, the first of another one."""
        typed = self.typed + digit if int(self.typed + digit) <= len(self.spots) else digit
        self._go(int(typed))
        self.typed = typed.lstrip("0")

    def _enough(self, offer: Offer, picks: tuple[Spot, ...]) -> bool:
        """This is a whole choice."""
        aims = _aims(offer, self._marks)
        fits = offer.pick is not None and offer.pick.least <= len(picks) <= offer.pick.most
        return fits and (not aims or any(spot in aims for spot in picks))

    def _ask(self, offer: Offer, picks: tuple[Spot, ...]) -> bytes:
        """What can be refused stays chosen until it is done, so that it need not be picked again."""
        if offer.judged:
            self._asked = True
        else:
            self._close()
            self.chosen = ()
        return _filled(offer, picks)

    def _close(self) -> None:
        if not self.given:
            self.open = None
        self.cursor, self.typed, self._asked = self.cursor if self.numbered else None, "", False


def _aims(offer: Offer, marks: Collection[Spot]) -> tuple[Spot, ...]:
    """Of an offer for several of what can be marked and of something else: the latter."""
    spots = offer.pick.spots if offer.pick is not None and offer.pick.most > 1 else ()
    beyond = tuple(spot for spot in spots if spot not in marks)
    return beyond if len(beyond) < len(spots) else ()


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
