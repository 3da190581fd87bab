"""Allegra, for 2 to 6 players. It follows the rule sheet, and A1 to A32 are its rules.

A card in a grid is face up where `State.up` says so, and nobody sees a card that lies face down. A turn begins with
step "draw"; a card from the deck leads to "decide", and an exchange from there through "put", "pull" and "place".
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engine.board import CHANCE, CLOCK, Board, Refused, Seat, Spot, Viewer, place
from engine.board import State as Table
from engine.cards import GAP, Card, deck_of
from engine.game import Chance, Offer, Option, Options, Pick, Scores, Shuffle, Timer, View
from engine.games._allegra_words import HELP, SAYS

__all__ = ["HELP", "SAYS"]

RULES = 1
NAME = "Allegra"
SEATS = range(2, 7)
OPTIONS = {
    "rounds": Option(3, tuple(range(1, 10))),
    "knocks": Option("race", ("race", "choice")),
    "knock_window": Option(3, tuple(range(16))),
    "two_player_knock": Option("on", ("on", "off")),
}

# Cards and areas

COUNTS = dict(zip(map(str, range(-1, 12)), (6, 8, 9, 10, 10, 11, 12, 11, 10, 10, 9, 8, 6), strict=True))
"""A1: how often each value is in the deck."""
DECK = tuple(deck_of(COUNTS))
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


class State(Table, kw_only=True):
    """`turns` counts every deal and every turn; while cards are revealed `turn` is the starter, in an exchange A."""

    race: bool
    window_s: int
    knocking: bool
    rounds: int
    round: int = 1
    step: str = "deal"
    """One of deal, reveal, draw, decide, put, pull, place, scored."""
    up: dict[str, list[bool]]
    """Which places of each grid and each hand are face up."""
    starter: Seat = 0
    reveals: list[int]
    """How many cards each seat has still to turn up before the first turn."""
    knocks: list[Seat] = []
    """Who asks for the card on offer, in the order of pressing."""
    waved: list[Seat] = []
    window: bool = False
    """The drawer has still to wait (A18)."""
    knocker: Seat | None = None
    """K, in an exchange."""
    hole: Spot | None = None
    """Where A took a card of K's in an exchange."""
    closer: Seat | None = None
    last_turns: int | None = None
    scored: list[tuple[int, ...]] = []


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


def sees(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    kind, owner = place(zone)
    match kind:
        case "discard" | "offer" | "gone":
            return True
        case "grid":
            return state.up[zone][i]
        case "hand":
            return viewer == owner or state.up[zone][i]  # A16
    return False


def card_at(state: State, spot: Spot) -> Card:
    return state.zones[spot.zone][spot.i]


def cards_of(state: State, seat: Seat) -> tuple[Spot, ...]:
    """The cells of a player's area that hold a card."""
    return tuple(spot for spot in area(seat, state.seats) if state.zones[spot.zone][spot.i] != GAP)


def down_of(state: State, seat: Seat) -> tuple[Spot, ...]:
    """The cells of a player's area that hold a face-down card."""
    return tuple(spot for spot in cards_of(state, seat) if not state.up[spot.zone][spot.i])


def sum_of(state: State, seat: Seat) -> int:
    """The sum of the face-up cards of a player's area. A29: a shared card counts for both owners."""
    return sum(int(card_at(state, spot)) for spot in cards_of(state, seat) if state.up[spot.zone][spot.i])


# What can be done


class Act(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever but CHANCE does. `turn` is the number of the turn that it answers."""

    turn: int


class Reveal(Act, frozen=True):
    picks: tuple[Spot, ...] = ()


class Draw(Act, frozen=True):
    """From the deck."""


class Take(Act, frozen=True):
    """From the discard pile, for the card picked."""

    picks: tuple[Spot, ...] = ()


class Swap(Act, frozen=True):
    """The card on offer for the card picked."""

    picks: tuple[Spot, ...] = ()


class Drop(Act, frozen=True):
    """Discard the card on offer and turn up the card picked."""

    picks: tuple[Spot, ...] = ()


class Knock(Act, frozen=True): ...


class Wave(Act, frozen=True):
    """I will not knock: do not wait for me. It does not bind."""


class Window(Act, frozen=True):
    """CLOCK: the time to knock has run out."""


class Give(Act, frozen=True):
    to: Seat


class Put(Act, frozen=True):
    """K: the new card in place of the card picked."""

    picks: tuple[Spot, ...] = ()


class Pull(Act, frozen=True):
    """A: the card picked, of K's area."""

    picks: tuple[Spot, ...] = ()


class Place(Act, frozen=True):
    """A: the card taken in place of the card picked."""

    picks: tuple[Spot, ...] = ()


Action = Chance | Reveal | Draw | Take | Swap | Drop | Knock | Wave | Window | Give | Put | Pull | Place

RULE: dict[type, str] = {
    **{Chance: "A6", Reveal: "A5", Draw: "A7", Take: "A8", Swap: "A9", Drop: "A9", Knock: "A12", Wave: "A18"},
    **{Window: "A18", Give: "A13", Put: "A14", Pull: "A14", Place: "A14"},
}
"""The rule that an action falls under."""
STEP_RULE = {
    **{"reveal": "A5", "draw": "A8", "decide": "A9", "put": "A14", "pull": "A14", "place": "A14", "scored": "A31"}
}
"""The rule that says what a step is for."""


def act(board: Board, seat: Seat, action: Action) -> None:
    rule = RULE[type(action)]
    if not _can_be_by(seat, action):
        raise Refused("not-yours", rule=rule)
    if not isinstance(action, Chance) and action.turn != board.state.turns:
        raise Refused("too-late", rule=rule)
    match action:
        case Chance(order, roll):
            _shuffle(board, order, roll)
        case Reveal(picks=picks):
            _reveal(board, seat, picks)
        case Draw():
            _draw(board, seat)
        case Take(picks=picks):
            _take(board, seat, picks)
        case Swap(picks=picks):
            _swap(board, seat, picks)
        case Drop(picks=picks):
            _drop(board, seat, picks)
        case Knock():
            _knock(board, seat)
        case Wave():
            _wave(board, seat)
        case Window():
            _run_out(board)
        case Give(to=to):
            _give(board, seat, to)
        case Put(picks=picks):
            _put(board, seat, picks)
        case Pull(picks=picks):
            _pull(board, seat, picks)
        case Place(picks=picks):
            _place(board, seat, picks)


def _can_be_by(seat: Seat, action: Action) -> bool:
    match action:
        case Chance():
            return seat == CHANCE
        case Window():
            return seat == CLOCK
    return seat >= 0


def _expect(state: State, step: str) -> None:
    """Refuse unless this step has come."""
    if chance(state):
        raise Refused("shuffling", rule="A32")
    if state.step != step:
        raise Refused(f"step-{state.step}", rule=STEP_RULE[state.step])


def _expect_turn(state: State, step: str, seat: Seat, rule: str) -> None:
    """Refuse unless this step of this player's turn has come."""
    _expect(state, step)
    if seat != state.turn:
        raise Refused("not-your-turn", rule=rule)
    if state.window:
        raise Refused("window-open", rule="A18")


def _picked(state: State, picks: Sequence[Spot], of: Seat, rule: str) -> Spot:
    """The one spot that was picked. Refuse unless a card of this player's area lies there."""
    if len(picks) != 1:
        raise Refused("pick-one", rule=rule)
    if picks[0] not in area(of, state.seats):
        raise Refused("outside", rule="A3")
    if picks[0] == state.hole:
        raise Refused("hole", rule="A15")
    if card_at(state, picks[0]) == GAP:
        raise Refused("gap", rule="A22")
    return picks[0]


def _turn_up(board: Board, seat: Seat, picks: Sequence[Spot], rule: str) -> None:
    """Turn up one face-down card of the player's own area."""
    spot = _picked(board.state, picks, seat, rule)
    if board.state.up[spot.zone][spot.i]:
        raise Refused("face-up", rule=rule)
    board.state.up[spot.zone][spot.i] = True
    board.note("turns-up", board.show(*spot, by=seat), by=seat, to=None)
    _remove_lines(board, seat)


def _lay(board: Board, src: str, i: int, spot: Spot, by: Seat) -> None:
    """Lay a card into a free cell. A10: face up. A25: lines are looked for after every placement."""
    board.state.up[spot.zone][spot.i] = True
    board.move(src, i, *spot, by=by)
    _remove_lines(board, by)


def _replace(board: Board, spot: Spot, src: str, code: str, by: Seat) -> None:
    """Discard the card that lies at `spot` and lay the top card of `src` there."""
    top = len(board.state.zones[src]) - 1
    new, old = board.state.zones[src][top], board.move(*spot, "discard", by=by)
    board.note(code, new, old, by=by, to=None)
    _lay(board, src, top, spot, by)


# A round


def chance(state: State) -> Shuffle | None:
    if state.over:
        return None
    if state.step in ("deal", "scored"):
        return Shuffle(DECK, sides=state.seats if state.round == 1 and state.step == "deal" else 1, deal=True)
    discards = state.zones["discard"][:-1]
    if state.step == "draw" and not state.zones["deck"] and discards:  # A32
        return Shuffle(tuple(sorted(discards)))
    return None


def _shuffle(board: Board, order: Sequence[Card], roll: int) -> None:
    due = chance(board.state)
    if due is None:
        raise Refused("no-shuffle", rule="A32")
    if not 0 <= roll < due.sides:
        raise Refused("wrong-roll", roll, due.sides, rule="A6")
    if due.deal:
        _deal(board, order, roll)
    else:  # A32
        board.gather("discard", "deck", keep=1)
        board.shuffle("deck", order)
        board.note("reshuffled", len(order), by=CHANCE, to=None)


def _deal(board: Board, order: Sequence[Card], roll: int) -> None:
    """Twelve cards from the top of the deck to seat 0, row by row, then to seat 1 and so on. A6: one is turned up."""
    state: State = board.state
    if state.step == "scored":
        state.round, state.starter = state.round + 1, (state.starter + 1) % state.seats
    else:
        state.starter = roll
    for zone in state.zones:
        if zone != "deck":
            board.gather(zone, "deck")
    board.shuffle("deck", order)
    for zone, ups in state.up.items():
        state.up[zone] = [False] * len(ups)
    for seat in range(state.seats):
        for i in range(CELLS):
            board.move("deck", -1, f"grid:{seat}", i, by=CHANCE)
    board.note("round", state.round, state.rounds, by=CHANCE, to=None)
    board.move("deck", -1, "discard", by=CHANCE)
    state.step, state.turn, state.turns = "reveal", state.starter, state.turns + 1
    state.reveals = [2] * state.seats
    state.closer = state.last_turns = None


def _reveal(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A5: everybody turns up two cards, all at the same time."""
    state: State = board.state
    _expect(state, "reveal")
    if not state.reveals[seat]:
        raise Refused("revealed-two", rule="A5")
    _turn_up(board, seat, picks, "A5")
    state.reveals[seat] -= 1
    if not any(state.reveals):
        _begin_turn(state, state.starter)


def _begin_turn(state: State, seat: Seat) -> None:
    state.step, state.turn, state.turns = "draw", seat, state.turns + 1


def _draw(board: Board, seat: Seat) -> None:
    """A7: show the top card of the deck to all."""
    state: State = board.state
    _expect_turn(state, "draw", seat, "A7")
    if not state.zones["deck"]:
        raise Refused("deck-empty", rule="A32")
    board.note("draws", board.move("deck", -1, "offer", by=seat), by=seat, to=None)
    state.step = "decide"
    state.window = state.window_s > 0 and bool(may_knock(state))


def _take(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A8: the top of the discard pile must be swapped with a card of the area."""
    state: State = board.state
    _expect_turn(state, "draw", seat, "A7")
    if not cards_of(state, seat):
        raise Refused("empty-area", rule="A25")
    _replace(board, _picked(state, picks, seat, "A8"), "discard", "takes", seat)
    _end_turn(board)


def _swap(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A9a: the card on offer for any card of the area."""
    _expect_turn(board.state, "decide", seat, "A9")
    _replace(board, _picked(board.state, picks, seat, "A9"), "offer", "swaps", seat)
    _end_turn(board)


def _drop(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A9b: discard the card on offer and turn up a card. A11: none if none of the area lies face down."""
    state: State = board.state
    _expect_turn(state, "decide", seat, "A9")
    board.note("discards", board.move("offer", 0, "discard", by=seat), by=seat, to=None)
    if down_of(state, seat):
        _turn_up(board, seat, picks, "A9")
    elif picks:
        raise Refused("none-down", rule="A11")
    _end_turn(board)


# Knocking


def may_knock(state: State) -> tuple[Seat, ...]:
    """A12: every other player who has a card to give for the card on offer. A19: with two, if the table wants it."""
    others = (seat for seat in range(state.seats) if seat != state.turn)
    return tuple(seat for seat in others if state.knocking and cards_of(state, seat))


def _knock(board: Board, seat: Seat) -> None:
    """A12: ask for the card on offer. A17: acts reach the rules in the order of pressing."""
    state: State = board.state
    if state.step in ("put", "pull", "place"):
        raise Refused("too-late", rule="A18")
    _expect(state, "decide")
    if seat == state.turn:
        raise Refused("own-card", rule="A12")
    if not state.knocking:
        raise Refused("no-knocking", rule="A19")
    if seat not in may_knock(state):
        raise Refused("empty-area", rule="A14")
    if seat in state.knocks:
        raise Refused("has-knocked", rule="A12")
    state.knocks.append(seat)
    board.note("knocks", by=seat, to=None)


def _wave(board: Board, seat: Seat) -> None:
    """A18: the window is over when every other player has waved the card off."""
    state: State = board.state
    _expect(state, "decide")
    if not state.window:
        raise Refused("window-over", rule="A18")
    if seat not in may_knock(state) or seat in state.knocks or seat in state.waved:
        raise Refused("no-wave", rule="A18")
    state.waved.append(seat)
    state.window = len(state.waved) < len(may_knock(state))


def timers(state: State) -> tuple[Timer, ...]:
    if not state.window:
        return ()
    return (Timer(f"knock:{state.turns}", float(state.window_s), _raw(Window(state.turns))),)


def _run_out(board: Board) -> None:
    """A18: the window is over when its time has run out."""
    if not board.state.window:
        raise Refused("too-late", rule="A18")
    board.state.window = False


def may_get(state: State) -> list[Seat]:
    """A17: who can be given the card: in a race only the first who knocked."""
    return state.knocks[:1] if state.race else state.knocks


def _give(board: Board, seat: Seat, to: Seat) -> None:
    """A9c, A13: give the card on offer to somebody who knocked."""
    state: State = board.state
    _expect_turn(state, "decide", seat, "A13")
    if to not in state.knocks:
        raise Refused("did-not-knock", rule="A9")
    if to not in may_get(state):
        raise Refused("not-first", may_get(state)[0], rule="A17")
    state.step, state.knocker = "put", to
    board.note("gives", to, state.zones["offer"][0], by=seat, to=None)


def _put(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A14, step 1: K puts the new card in place of any card of K's area and takes the old one in hand."""
    state: State = board.state
    _expect(state, "put")
    if seat != state.knocker:
        raise Refused("not-your-turn", rule="A14")
    spot, hand, new = _picked(state, picks, seat, "A14"), f"hand:{seat}", state.zones["offer"][0]
    state.up[hand] = [state.up[spot.zone][spot.i]]  # A16
    old = board.move(*spot, hand, by=seat)
    board.note(*(("puts", new, old) if state.up[hand][0] else ("puts-hidden", new)), by=seat, to=None)
    _lay(board, "offer", 0, spot, seat)
    state.step = "pull"
    if not cards_of(state, seat):  # A25
        _discard_hand(board, seat)
        _end_turn(board)


def _pull(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A14, step 2: A takes any one card of K's area. A15: also the very card just given."""
    state: State = board.state
    _expect_turn(state, "pull", seat, "A14")
    assert state.knocker is not None
    spot, hand = _picked(state, picks, state.knocker, "A14"), f"hand:{seat}"
    state.up[hand] = [state.up[spot.zone][spot.i]]
    card = board.move(*spot, hand, by=seat)
    board.note(
        *(("pulls", state.knocker, card) if state.up[hand][0] else ("pulls-hidden", state.knocker)), by=seat, to=None
    )
    state.step, state.hole = "place", spot
    if not cards_of(state, seat):  # A25
        _discard_hand(board, seat)
        _fill_hole(board)


def _place(board: Board, seat: Seat, picks: Sequence[Spot]) -> None:
    """A14, steps 2 to 4: A puts the card in place of a card of A's area, which is discarded; K fills the hole."""
    state: State = board.state
    _expect_turn(state, "place", seat, "A14")
    _replace(board, _picked(state, picks, seat, "A14"), f"hand:{seat}", "places", seat)
    _fill_hole(board)


def _fill_hole(board: Board) -> None:
    """A14, step 4: K's hand card goes into the hole, and A's turn is over."""
    knocker, hole = board.state.knocker, board.state.hole
    board.note("fills", board.state.zones[f"hand:{knocker}"][0], by=knocker, to=None)
    _lay(board, f"hand:{knocker}", 0, hole, knocker)
    _end_turn(board)


def _discard_hand(board: Board, seat: Seat) -> None:
    board.note("discards", board.move(f"hand:{seat}", 0, "discard", by=seat), by=seat, to=None)


# Three of a kind


def _remove_lines(board: Board, by: Seat) -> None:
    """A20 to A24: three identical face-up cards in a line leave the game; of crossing lines all cards leave."""
    zones, up = board.state.zones, board.state.up
    leaving: dict[Spot, Card] = {}
    for a, b, c in lines(board.state.seats):
        card = zones[a.zone][a.i]
        if card != GAP and card == zones[b.zone][b.i] == zones[c.zone][c.i]:
            if up[a.zone][a.i] and up[b.zone][b.i] and up[c.zone][c.i]:
                leaving |= {a: card, b: card, c: card}
    for card in dict.fromkeys(leaving.values()):
        board.note("leave", list(leaving.values()).count(card), card, by=by, to=None)
    for spot in leaving:
        board.move(*spot, "gone", by=by)


# The end


def _end_turn(board: Board) -> None:
    """A26: look for the closer. A27: every other player has one more turn, and then the round is over."""
    state: State = board.state
    state.knocks, state.waved = [], []
    state.knocker = state.hole = None
    in_order = [(state.turn + i) % state.seats for i in range(state.seats)]
    if state.last_turns is not None:
        state.last_turns -= 1
    elif closers := [seat for seat in in_order if not down_of(state, seat)]:
        state.closer, state.last_turns = closers[0], state.seats - 1
        board.note("closes", by=closers[0], to=None)
    if state.last_turns == 0:
        _score(board)
    else:
        _begin_turn(state, next(seat for seat in (*in_order[1:], state.turn) if seat != state.closer))


def _score(board: Board) -> None:
    """A28: all cards are turned up, lines leave once more, and the areas are summed."""
    state: State = board.state
    for grid in (f"grid:{seat}" for seat in range(state.seats)):
        for i, card in enumerate(state.zones[grid]):
            if card != GAP and not state.up[grid][i]:
                state.up[grid][i] = True
                board.show(grid, i, by=CHANCE)
    _remove_lines(board, CHANCE)
    sums = [sum_of(state, seat) for seat in range(state.seats)]
    closer = state.closer
    assert closer is not None
    if sums[closer] > max(min(sums), 0):  # A30
        board.note("doubled", sums[closer], by=closer, to=None)
        sums[closer] *= 2
    for seat, points in enumerate(sums):
        board.note("scores", points, by=seat, to=None)
    state.scored.append(tuple(sums))
    state.step, state.turn = "scored", CHANCE
    state.over = state.round == state.rounds  # A31
    result = scores(state)
    for seat in result.winners:
        board.note("wins" if len(result.winners) == 1 else "shares-win", result.totals[seat], by=seat, to=None)


def scores(state: State) -> Scores:
    """A31: the lowest total wins, and ties share the win."""
    totals = tuple(sum(points) for points in zip(*state.scored, strict=True)) or (0,) * state.seats
    winners = tuple(seat for seat in range(state.seats) if state.over and totals[seat] == min(totals))
    return Scores(tuple(state.scored), totals, winners)


# What the players are told


def awaited(state: State) -> tuple[Seat, ...]:
    if chance(state):
        return ()
    match state.step:
        case "reveal":
            return tuple(seat for seat in range(state.seats) if state.reveals[seat])
        case "put":
            return () if state.knocker is None else (state.knocker,)
    return () if state.window else (state.turn,)


def facts(state: State, viewer: Viewer) -> dict[str, Any]:
    return {
        "round": state.round,
        "rounds": state.rounds,
        "step": state.step,
        "starter": state.starter,
        "reveals": state.reveals,
        "knocks": state.knocks,
        "waved": state.waved,
        "window": state.window,
        "knocker": state.knocker,
        "closer": state.closer,
        "last_turns": state.last_turns,
        "down": [len(down_of(state, seat)) for seat in range(state.seats)],
        "sums": [sum_of(state, seat) for seat in range(state.seats)],
    }


_raw_bytes = msgspec.json.Encoder().encode


def _raw(action: Act) -> msgspec.Raw:
    return msgspec.Raw(_raw_bytes(action))


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    if chance(state):
        return ()
    turn, mine = state.turns, cards_of(state, seat)
    found: list[Offer] = []

    def offer(code: str, key: str, action: Act, spots: tuple[Spot, ...] = (), args: tuple[int | str, ...] = ()) -> None:
        found.append(Offer(code, key, _raw(action), args, Pick(spots) if spots else None))

    match state.step:
        case "reveal" if state.reveals[seat]:
            offer("reveal", "r", Reveal(turn), down_of(state, seat), (state.reveals[seat],))
        case "draw" if seat == state.turn:
            if state.zones["deck"]:
                offer("draw", "d", Draw(turn))
            if mine:
                offer("take", "t", Take(turn), mine, (state.zones["discard"][-1],))
        case "decide" if seat == state.turn and not state.window:
            card = state.zones["offer"][0]
            if mine:
                offer("swap", "s", Swap(turn), mine, (card,))
            down = down_of(state, seat)
            offer("drop" if down else "drop-only", "x", Drop(turn), down, (card,))
            for key, knocker in zip("g12345", may_get(state), strict=False):
                offer("give", key, Give(turn, knocker), args=(knocker, card))
        case "decide" if seat in may_knock(state) and seat not in state.knocks:
            offer("knock", "k", Knock(turn), args=(state.zones["offer"][0],))
            if state.window and seat not in state.waved:
                offer("wave", "w", Wave(turn), args=(state.zones["offer"][0],))
        case "put" if seat == state.knocker:
            offer("put", "p", Put(turn), mine, (state.zones["offer"][0],))
        case "pull" if seat == state.turn and state.knocker is not None:
            offer("pull", "p", Pull(turn), cards_of(state, state.knocker), (state.knocker,))
        case "place" if seat == state.turn:
            offer("place", "p", Place(turn), mine, (state.zones[f"hand:{seat}"][0],))
    return tuple(found)


def bot(view: View, rng: random.Random) -> bytes | None:
    from engine.games import _allegra_bot  # it is built on these rules, so they cannot need it to be read

    return _allegra_bot.decide(view, rng)
