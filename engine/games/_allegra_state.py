"""What lies on the table in Allegra (A1 to A4) and what can be done with it."""

from __future__ import annotations

import random
from copy import copy
from functools import lru_cache

import msgspec

from engine import board
from engine.board import Seat, Spot, Viewer, place
from engine.cards import GAP, Card, deck_of
from engine.game import Chance, Options, Shuffle, View
from engine.twin import dealt

COUNTS = dict(zip(map(str, range(-1, 12)), (6, 8, 9, 10, 10, 11, 12, 11, 10, 10, 9, 8, 6), strict=True))
"""A1: how often each value is in the deck."""
DECK = tuple(deck_of(COUNTS))
VALUE = {card: int(card) for card in DECK}
CELLS = 12
"""A2: the cells of a grid, row by row; cell `i` is in row i // 4 and column i % 4 + 1."""


@lru_cache
def area(seat: Seat, seats: int) -> tuple[Spot, ...]:
    """A3, A4: a player's 15 cells, row by row: L (column 4 of the neighbour to the left), 1, 2, 3, 4."""
    own, left = f"grid:{seat}", f"grid:{(seat + 1) % seats}"
    rows = range(0, CELLS, 4)
    return tuple(spot for row in rows for spot in (Spot(left, row + 3), *(Spot(own, row + i) for i in range(4))))


@lru_cache
def lines(seats: int) -> tuple[tuple[Spot, ...], ...]:
    """A20, A24: every three neighbouring cells of a row, and every column, that lie in one area."""
    found = []
    for cells in (area(seat, seats) for seat in range(seats)):
        found += [cells[5 * row + i : 5 * row + i + 3] for row in range(3) for i in range(3)]
        found += [cells[column::5] for column in range(1, 5)]
    return tuple(found)


class State(board.State, kw_only=True):
    """Steps: deal, reveal, then each turn draw, perhaps decide, perhaps put, pull, place; scored.

    In step reveal `turn` is the starter, and throughout an exchange it is A. `turns` counts the deals too.
    """

    race: bool
    window_s: int
    knocking: bool
    rounds: int
    round: int = 1
    step: str = "deal"
    up: dict[str, list[bool]]
    """Which places of each grid and each hand are face up."""
    starter: Seat = 0
    reveals: list[int]
    """How many cards each seat has still to turn up before the first turn."""
    knocks: list[Seat] = msgspec.field(default_factory=list)
    """Who asks for the card on offer, in the order of pressing."""
    waved: list[Seat] = msgspec.field(default_factory=list)
    window: bool = False
    """The drawer has to wait (A18)."""
    knocker: Seat | None = None
    """K, in an exchange."""
    hole: Spot | None = None
    """Where A took a card of K's area, in an exchange."""
    closer: Seat | None = None
    last_turns: int | None = None
    scored: list[tuple[int, ...]] = msgspec.field(default_factory=list)


def start(seats: int, options: Options) -> State:
    hands, grids = [f"hand:{seat}" for seat in range(seats)], [f"grid:{seat}" for seat in range(seats)]
    empty: dict[str, list[Card]] = {zone: [] for zone in ("discard", "offer", *hands)}
    return State(
        seats=seats,
        zones={"deck": list(DECK), **empty, **{grid: [GAP] * CELLS for grid in grids}, "gone": []},
        race=options["knocks"] == "race",
        window_s=int(options["knock_window"]),
        knocking=seats > 2 or options["two_player_knock"] == "on",
        rounds=int(options["rounds"]),
        up={**{hand: [False] for hand in hands}, **{grid: [False] * CELLS for grid in grids}},
        reveals=[0] * seats,
    )


def imagine(view: View, options: Options, rng: random.Random) -> State:
    """Whatever lies face down may be any card. Nobody knows whether a card in his own hand is known to others."""
    facts, seats = view.facts, sum(zone.kind == "grid" for zone in view.zones)
    state = start(seats, options)
    state.zones = dealt(view, DECK, rng)
    for zone in view.zones:
        if zone.kind in ("grid", "hand"):
            state.up[zone.name] = [card is not None for card in zone.cards] or [False]
    for name in ("round", "step", "starter", "reveals", "knocks", "waved", "window", "knocker", "closer", "last_turns"):
        setattr(state, name, copy(facts[name]))
    state.hole = None if facts["hole"] is None else Spot(*facts["hole"])
    state.turn, state.turns, state.over, state.silent = view.turn, view.turns, view.over, view.silent
    state.scored = list(view.scores.rounds)
    return state


OPEN = frozenset({"discard", "offer", "gone"})


def sees(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    """A card in a grid is seen by all or by nobody, a card in a hand (A16) by all or by its owner."""
    kind, owner = place(zone)
    if kind == "grid":
        return state.up[zone][i]
    if kind == "hand":
        return viewer == owner or state.up[zone][i]
    return kind in OPEN


def cards_of(state: State, seat: Seat) -> tuple[Spot, ...]:
    """The cells of a player's area that hold a card."""
    zones = state.zones
    return tuple([spot for spot in area(seat, state.seats) if zones[spot[0]][spot[1]] != GAP])


def has_cards(state: State, seat: Seat) -> bool:
    zones = state.zones
    return any(zones[zone][i] != GAP for zone, i in area(seat, state.seats))


def down_of(state: State, seat: Seat) -> tuple[Spot, ...]:
    """The cells of a player's area that hold a face-down card."""
    zones, up = state.zones, state.up
    return tuple(
        [spot for spot in area(seat, state.seats) if not up[spot[0]][spot[1]] and zones[spot[0]][spot[1]] != GAP]
    )


def tally(state: State, seat: Seat) -> tuple[int, int]:
    """How many cards of a player's area lie face down, and the sum of the others. A29: a shared card counts for both
    owners."""
    down = total = 0
    for zone, i in area(seat, state.seats):
        card = state.zones[zone][i]
        if card != GAP and state.up[zone][i]:
            total += VALUE[card]
        elif card != GAP:
            down += 1
    return down, total


def sum_of(state: State, seat: Seat) -> int:
    return tally(state, seat)[1]


def chance(state: State) -> Shuffle | None:
    if state.over:
        return None
    if state.step in ("deal", "scored"):
        return Shuffle(DECK, sides=state.seats if state.step == "deal" else 1, deal=True)  # A6
    discards = state.zones["discard"][:-1]
    if state.step == "draw" and not state.zones["deck"] and discards:  # A32
        return Shuffle(tuple(sorted(discards)))
    return None


def may_knock(state: State, seat: Seat) -> bool:
    """A12: every other player who has a card to exchange. A19: also when there are two, if the table wants it."""
    return state.knocking and seat != state.turn and has_cards(state, seat)


def may_get(state: State) -> list[Seat]:
    """A17: whoever knocked can be given the card, but in a race only the first."""
    return state.knocks[:1] if state.race else state.knocks


class Act(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever anybody but CHANCE does. `turn` is the number of the turn that it answers."""

    turn: int


class Reveal(Act, frozen=True):
    picks: tuple[Spot, ...] = ()


class Draw(Act, frozen=True):
    """From the deck."""


class Take(Act, frozen=True):
    """The top of the discard pile, for the card picked."""

    picks: tuple[Spot, ...] = ()


class Swap(Act, frozen=True):
    """The card on offer for the card picked."""

    picks: tuple[Spot, ...] = ()


class Drop(Act, frozen=True):
    """Discard the card on offer, and turn up the card picked."""

    picks: tuple[Spot, ...] = ()


class Knock(Act, frozen=True):
    """I ask for the card on offer."""


class Wave(Act, frozen=True):
    """Do not wait for me. Whoever has waved may still knock."""


class Window(Act, frozen=True):
    """CLOCK: the time to knock has run out."""


class Give(Act, frozen=True):
    to: Seat


class Put(Act, frozen=True):
    """The card on offer in place of the card picked."""

    picks: tuple[Spot, ...] = ()


class Pull(Act, frozen=True):
    picks: tuple[Spot, ...] = ()


class Place(Act, frozen=True):
    """The card pulled in place of the card picked."""

    picks: tuple[Spot, ...] = ()


Action = Chance | Reveal | Draw | Take | Swap | Drop | Knock | Wave | Window | Give | Put | Pull | Place
