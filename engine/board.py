"""The cards of one game, the only ways to move them, and the only way to look at them.

Two rules hold for every game. All cards lie in named zones and change places through `Board` alone. Whether a seat
knows a card is asked of one predicate, the game's `sees(state, seat, zone, i)`; it is asked here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from engine.cards import GAP, Card

Seat = int
"""0 to seats - 1, in turn order; or one of the two seats that nobody sits in:"""
CHANCE: Seat = -1
"""acts by shuffling, and"""
CLOCK: Seat = -2
"""acts when a timer of the game has run out."""

Viewer = Seat | None
"""Who looks: a seat, or None for somebody who only watches."""

GRID = "grid"
"""Zones of this kind have fixed places: a card that is taken leaves a GAP, and a card is put only into a GAP."""
HAND = "hand"
"""Of zones of this kind only those who see a card are told where in them it lies: the place from which a card is played
would tell how long it has been held."""
SOMEWHERE = -1
"""The position in a zone that is not told."""


class Refused(Exception):
    """The action is not allowed now, and nothing has changed.

    `code` and `details` make the sentence in the reader's language; `rule` is the number on the rule sheet.
    """

    def __init__(self, code: str, *args: int | str, rule: str = "") -> None:
        super().__init__(code, *args)
        self.code, self.details, self.rule = code, args, rule


class Place(NamedTuple):
    """What the name of a zone says: "grid:2" is the grid that belongs to seat 2, "stock" is nobody's."""

    kind: str
    owner: Seat | None


class Spot(NamedTuple):
    """One position on the table."""

    zone: str
    i: int


@lru_cache(1024)
def place(zone: str) -> Place:
    """Read a zone's name: its kind, and after a colon its owner's seat."""
    kind, _, rest = zone.partition(":")
    return Place(kind, int(rest.partition(":")[0]) if rest else None)


@lru_cache(1024)
def places_of(zone: str, cards: int) -> tuple[Spot, ...]:
    """All positions in a zone with so many cards."""
    return tuple(Spot(zone, i) for i in range(cards))


class State(msgspec.Struct, kw_only=True):
    """What every game's state has. A zone lists its cards from the bottom up: the last card is the top."""

    seats: int
    zones: dict[str, list[Card]]
    turn: Seat = CHANCE
    """Whose turn it is: a seat, or CHANCE before a deal."""
    turns: int = 0
    """Counts the turns of the whole game. An action carries the number of the turn that it answers."""
    over: bool = False
    silent: bool = False
    """Nobody chats now: players tell each other only what the game lets them."""


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    card: Card | None
    src: Spot
    dst: Spot
    by: Seat


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A card was turned face up where it lies."""

    card: Card | None
    spot: Spot
    by: Seat


class Gathered(msgspec.Struct, frozen=True, tag="gathered"):
    src: str
    dst: str
    count: int


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled"):
    zone: str
    count: int


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something that happened beside the movement of cards, to be told in words: `code` is a key of the game's SAYS."""

    code: str
    by: Seat
    args: tuple[int | str, ...] = ()


Event = Moved | Shown | Gathered | Shuffled | Noted
Sees = Callable[[Any, Viewer, str, int], bool]


class Happening(NamedTuple):
    """One event and who learns its card. The others learn of a move all but the card, and of a note nothing."""

    event: Event
    to: frozenset[Viewer] | None
    """None: everybody."""
    held: tuple[frozenset[Viewer] | None, frozenset[Viewer] | None] = (None, None)
    """Who learns the position that a card has left, and the one where it lies now. None: everybody."""


class Board:
    """A working copy of a state. The rules change its cards through these verbs, and its other fields directly."""

    def __init__(self, state: Any, sees: Sees) -> None:
        self.state = state
        self.happenings: list[Happening] = []
        self._sees = sees
        self._viewers: tuple[Viewer, ...] = (None, *range(state.seats))

    def move(self, src: str, i: int, dst: str, at: int | None = None, *, by: Seat) -> Card:
        """Move one card, to the top of `dst` or to position `at`, and return it. Negative `i` counts from the top."""
        size = len(self.state.zones[src])
        assert -size <= i < size, f"no card lies at {src} {i}"
        i %= size
        seers = self._seers(src, i)
        card, at = self._carry(src, i, dst, at)
        seers_now = self._seers(dst, at)
        held = (seers if place(src).kind == HAND else None, seers_now if place(dst).kind == HAND else None)
        self.happenings.append(Happening(Moved(card, Spot(src, i), Spot(dst, at), by), seers | seers_now, held))
        return card

    def show(self, zone: str, i: int, *, by: Seat) -> Card:
        """Tell of a card that has just become visible where it lies (the caller has changed what `sees` asks)."""
        card: Card = self.state.zones[zone][i]
        self._happened(Shown(card, Spot(zone, i), by), self._seers(zone, i))
        return card

    def gather(self, src: str, dst: str, *, keep: int = 0) -> None:
        """Put every card of `src` but the top `keep` ones on top of `dst`, unseen, as when cards are collected.

        On top of `src` itself it is a cut: the top `keep` cards come to lie below the others.
        """
        cards = self.state.zones[src]
        cut = max(len(cards) - keep, 0)
        taken = [card for card in cards[:cut] if card != GAP]
        if not taken:
            return
        self.state.zones[src] = [GAP] * (cut if place(src).kind == GRID else 0) + cards[cut:]
        self.state.zones[dst] += taken
        self._happened(Gathered(src, dst, len(taken)), None)

    def shuffle(self, zone: str, order: Sequence[Card]) -> None:
        """Lay the cards of a zone in this order. Raises Refused unless `order` has exactly these cards."""
        if sorted(order) != sorted(self.state.zones[zone]):
            raise Refused("wrong-deck")
        self.state.zones[zone] = list(order)
        self._happened(Shuffled(zone, len(order)), None)

    def note(self, code: str, *args: int | str, by: Seat, to: Iterable[Viewer] | None) -> None:
        """Tell in words what no card's move shows, to these viewers or (None) to everybody."""
        self._happened(Noted(code, by, args), None if to is None else frozenset(to))

    def _carry(self, src: str, i: int, dst: str, at: int | None) -> tuple[Card, int]:
        """Move one card, and say which, and where it lies now."""
        zones: dict[str, list[Card]] = self.state.zones
        if place(src).kind == GRID:
            card, zones[src][i] = zones[src][i], GAP
        else:
            card = zones[src].pop(i)
        assert card != GAP, f"no card lies at {src} {i}"
        if place(dst).kind == GRID:
            assert at is not None, "a place of a grid is named"
            assert zones[dst][at] == GAP, f"{dst} {at} is not free"
            zones[dst][at] = card
        else:
            at = len(zones[dst]) if at is None else at
            zones[dst].insert(at, card)
        return card, at

    def _seers(self, zone: str, i: int) -> frozenset[Viewer]:
        return frozenset([viewer for viewer in self._viewers if self._sees(self.state, viewer, zone, i)])

    def _happened(self, event: Event, to: frozenset[Viewer] | None) -> None:
        self.happenings.append(Happening(event, to))


class Quiet(Board):
    """A board at which nobody looks and of which nothing is told: to play on in thought, quickly, on `state` itself.

    An act that was refused may have left it half done, unless what was offered was judged: that changes nothing.
    """

    def move(self, src: str, i: int, dst: str, at: int | None = None, *, by: Seat) -> Card:
        return self._carry(src, i, dst, at)[0]

    def show(self, zone: str, i: int, *, by: Seat) -> Card:
        card: Card = self.state.zones[zone][i]
        return card

    def note(self, code: str, *args: int | str, by: Seat, to: Iterable[Viewer] | None) -> None:
        pass

    def _happened(self, event: Event, to: frozenset[Viewer] | None) -> None:
        pass


class Zone(msgspec.Struct, frozen=True):
    """A zone as one viewer sees it: None for a card that is not seen, GAP for a place of a grid without one."""

    name: str
    kind: str
    owner: Seat | None
    cards: tuple[Card | None, ...]


def look(state: State, sees: Sees, viewer: Viewer) -> tuple[Zone, ...]:
    """Every zone, built of what this viewer may know."""
    return tuple([_zone(state, sees, viewer, name) for name in state.zones])


def look_closer(seen: Iterable[Zone], state: State, sees: Sees, viewer: Viewer) -> tuple[Zone, ...]:
    """The same, when it is known already what somebody sees who only watches: of what belongs to others, or to nobody,
    no seat sees more."""
    return tuple([_zone(state, sees, viewer, zone.name) if zone.owner == viewer else zone for zone in seen])


def _zone(state: State, sees: Sees, viewer: Viewer, name: str) -> Zone:
    (kind, owner), cards = place(name), state.zones[name]
    seen: Sequence[Card | None]
    if kind == GRID:
        seen = [card if card == GAP or sees(state, viewer, name, i) else None for i, card in enumerate(cards)]
    else:  # of which all cards are seen alike
        seen = cards if cards and sees(state, viewer, name, 0) else [None] * len(cards)
    return Zone(name, kind, owner, tuple(seen))


def told(happenings: Iterable[Happening], viewer: Viewer) -> tuple[Event, ...]:
    """What this viewer learns of what happened."""
    heard: list[Event] = []
    for event, to, (held_src, held_dst) in happenings:
        knows = to is None or viewer in to
        if isinstance(event, Moved):
            src, dst = _told_spot(event.src, held_src, viewer), _told_spot(event.dst, held_dst, viewer)
            heard.append(Moved(event.card if knows else None, src, dst, event.by))
        elif knows:
            heard.append(event)
        elif isinstance(event, Shown):
            heard.append(msgspec.structs.replace(event, card=None))
    return tuple(heard)


def _told_spot(spot: Spot, to: frozenset[Viewer] | None, viewer: Viewer) -> Spot:
    return spot if to is None or viewer in to else Spot(spot.zone, SOMEWHERE)
