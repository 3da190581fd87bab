"""Allegra, for 2 to 6 players, in the order and the words of its rule sheet: A1 to A32 are its rules.

The cards, the areas and the actions (A1 to A4) are in `_allegra_state`. In an exchange K is the knocker, A the drawer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.board import CHANCE, CLOCK, Board, Refused, Seat, Spot
from engine.cards import GAP, Card
from engine.game import Chance, Option, Scores, read_later
from engine.games._allegra_offers import asides, awaited, facts, offers, timers
from engine.games._allegra_sheet import HELP, SHEET
from engine.games._allegra_state import (
    CELLS,
    Act,
    Action,
    Draw,
    Drop,
    Give,
    Knock,
    Place,
    Pull,
    Put,
    Reveal,
    State,
    Swap,
    Take,
    Wave,
    Window,
    area,
    chance,
    down_of,
    has_cards,
    imagine,
    lines,
    may_get,
    may_knock,
    sees,
    start,
    sum_of,
)
from engine.games._allegra_words import SAYS

__all__ = [
    "HELP",
    "SAYS",
    "SHEET",
    "Action",
    "State",
    "asides",
    "awaited",
    "chance",
    "facts",
    "imagine",
    "offers",
    "sees",
    "start",
    "timers",
]

RULES = 1
NAME = "Allegra"
SEATS = range(2, 7)
OPTIONS = {
    "rounds": Option(3, tuple(range(1, 10))),
    "knocks": Option("race", ("race", "choice")),
    "knock_window": Option(3, tuple(range(16))),
    "two_player_knock": Option("on", ("on", "off")),
}

# A round


def act(board: Board, seat: Seat, action: Action) -> None:
    if isinstance(action, Chance):
        return _shuffle(board, seat, action.order, action.roll)
    _expect(board.state, seat, action)
    DOES[type(action)].do(board, seat, action)


class Verb(NamedTuple):
    """In which step something is done, which rule says when, and what then happens."""

    step: str
    rule: str
    do: Callable[[Board, Seat, Any], None]


def _expect(state: State, seat: Seat, action: Act) -> None:
    """Refuse an action of another turn or step, or of somebody whom the step does not ask."""
    step, rule, _ = DOES[type(action)]
    given = isinstance(action, Knock) and state.knocker is not None
    if action.turn != state.turns or given or state.step == "scored":
        raise Refused("too-late", rule=rule)
    if chance(state):
        raise Refused("shuffling", rule="A32")
    if step != state.step:
        raise Refused(f"step-{state.step}", rule=STEP_RULE[state.step])
    if seat not in _asked(state, action):
        raise Refused("not-your-turn", rule=rule)
    if state.window and isinstance(action, Swap | Drop | Give):
        raise Refused("window-open", rule="A18")


def _asked(state: State, action: Act) -> Sequence[Seat | None]:
    match action:
        case Reveal() | Knock() | Wave():
            return range(state.seats)
        case Window():
            return (CLOCK,)
        case Put():
            return (state.knocker,)
    return (state.turn,)


def _shuffle(board: Board, seat: Seat, order: Sequence[Card], roll: int) -> None:
    due = chance(board.state)
    if seat != CHANCE:
        raise Refused("not-your-turn", rule="A6")
    if due is None:
        raise Refused("no-shuffle", rule="A32")
    if not 0 <= roll < due.sides:
        raise Refused("wrong-roll", rule="A6")
    if due.deal:
        _deal(board, order, roll)
    else:
        board.gather("discard", "deck", keep=1)
        board.shuffle("deck", order)
        board.note("reshuffled", len(order), by=CHANCE, to=None)


def _deal(board: Board, order: Sequence[Card], roll: int) -> None:
    """From the top of the deck twelve cards to seat 0, row by row, to seat 1 and so on; then one is turned up (A6)."""
    state: State = board.state
    if state.step == "deal":
        state.starter = roll
    else:
        state.round, state.starter = state.round + 1, (state.starter + 1) % state.seats
    for zone in state.zones:
        if zone != "deck":
            board.gather(zone, "deck")
    board.shuffle("deck", order)
    board.note("round", state.round, state.rounds, by=CHANCE, to=None)
    for grid in (f"grid:{seat}" for seat in range(state.seats)):
        state.up[grid] = [False] * CELLS
        for i in range(CELLS):
            board.move("deck", -1, grid, i, by=CHANCE)
    board.move("deck", -1, "discard", by=CHANCE)
    state.step, state.turn, state.turns = "reveal", state.starter, state.turns + 1
    state.reveals = [2] * state.seats
    state.closer = state.last_turns = None


def _reveal(board: Board, seat: Seat, action: Reveal) -> None:
    """A5: everybody turns up two cards, all at the same time."""
    state: State = board.state
    if not state.reveals[seat]:
        raise Refused("revealed-two", rule="A5")
    _turn_up(board, seat, action.picks, "A5")
    state.reveals[seat] -= 1
    if not any(state.reveals):
        _begin_turn(state, state.starter)


def _begin_turn(state: State, seat: Seat) -> None:
    state.step, state.turn, state.turns = "draw", seat, state.turns + 1


def _draw(board: Board, seat: Seat, action: Draw) -> None:
    """A7: show the top card of the deck to all."""
    state: State = board.state
    if not state.zones["deck"]:
        raise Refused("deck-empty", rule="A32")
    board.note("draws", board.move("deck", -1, "offer", by=seat), by=seat, to=None)
    state.step = "decide"
    state.window = state.window_s > 0 and any(may_knock(state, other) for other in range(state.seats))


def _take(board: Board, seat: Seat, action: Take) -> None:
    """A8: the top of the discard pile must be swapped with a card of the area."""
    if not has_cards(board.state, seat):
        raise Refused("empty-area", rule="A25")
    _replace(board, _picked(board.state, action.picks, seat, "A8"), "discard", "takes", seat)
    _end_turn(board)


def _swap(board: Board, seat: Seat, action: Swap) -> None:
    """A9a: the card on offer for any card of the area."""
    _replace(board, _picked(board.state, action.picks, seat, "A9"), "offer", "swaps", seat)
    _end_turn(board)


def _drop(board: Board, seat: Seat, action: Drop) -> None:
    """A9b: discard the card on offer and turn up a card of the area. A11: none if none lies face down."""
    card = board.move("offer", 0, "discard", by=seat)
    if down_of(board.state, seat):
        _turn_up(board, seat, action.picks, "A9", "drops", card)
    elif action.picks:
        raise Refused("none-down", rule="A11")
    else:
        board.note("discards", card, by=seat, to=None)
    _end_turn(board)


def _picked(state: State, picks: Sequence[Spot], of: Seat, rule: str) -> Spot:
    """The one spot that was picked. Refuse unless a card of this player's area lies there."""
    if len(picks) != 1:
        raise Refused("pick-one", rule=rule)
    spot = picks[0]
    if spot not in area(of, state.seats):
        raise Refused("outside", rule="A3")
    if spot == state.hole:
        raise Refused("hole", rule="A15")
    if state.zones[spot.zone][spot.i] == GAP:
        raise Refused("gap", rule="A22")
    return spot


def _turn_up(board: Board, seat: Seat, picks: Sequence[Spot], rule: str, code: str = "turns-up", *told: Card) -> None:
    """Turn up a face-down card of the player's area, which is `told` last."""
    spot = _picked(board.state, picks, seat, rule)
    if board.state.up[spot.zone][spot.i]:
        raise Refused("face-up", rule=rule)
    board.state.up[spot.zone][spot.i] = True
    board.note(code, *told, board.show(*spot, by=seat), by=seat, to=None)
    _remove_lines(board, seat)


def _replace(board: Board, spot: Spot, src: str, code: str, by: Seat) -> None:
    """Discard the card at `spot` and lay the top card of `src` there."""
    top = len(board.state.zones[src]) - 1
    new, old = board.state.zones[src][top], board.move(*spot, "discard", by=by)
    board.note(code, new, old, by=by, to=None)
    _lay(board, src, top, spot, by)


def _lay(board: Board, src: str, i: int, spot: Spot, by: Seat) -> None:
    """Lay a card into a grid. A10: it lies face up. A25: lines are looked for after every placement."""
    board.state.up[spot.zone][spot.i] = True
    board.move(src, i, *spot, by=by)
    _remove_lines(board, by)


# Knocking


def _knock(board: Board, seat: Seat, action: Knock) -> None:
    """A12: ask for the card on offer. A17: acts reach the rules in the order of pressing."""
    state: State = board.state
    if seat == state.turn:
        raise Refused("own-card", rule="A12")
    if not state.knocking:
        raise Refused("no-knocking", rule="A19")
    if not may_knock(state, seat):
        raise Refused("empty-area", rule="A25")
    if seat in state.knocks:
        raise Refused("has-knocked", rule="A12")
    state.knocks.append(seat)
    board.note("knocks", by=seat, to=None)


def _wave(board: Board, seat: Seat, action: Wave) -> None:
    """A18: the window is over when every other player has waved the card off."""
    state: State = board.state
    if not state.window:
        raise Refused("window-over", rule="A18")
    if not may_knock(state, seat) or seat in state.knocks or seat in state.waved:
        raise Refused("no-wave", rule="A18")
    state.waved.append(seat)
    state.window = any(may_knock(state, other) and other not in state.waved for other in range(state.seats))


def _run_out(board: Board, seat: Seat, action: Window) -> None:
    """A18: the window is over when the time has run out."""
    if not board.state.window:
        raise Refused("too-late", rule="A18")
    board.state.window = False


def _give(board: Board, seat: Seat, action: Give) -> None:
    """A9c, A13: give the card on offer to somebody who knocked."""
    state: State = board.state
    if action.to not in state.knocks:
        raise Refused("did-not-knock", rule="A9")
    if action.to not in may_get(state):
        raise Refused("not-first", state.knocks[0], rule="A17")
    state.step, state.knocker = "put", action.to
    board.note("gives", action.to, state.zones["offer"][0], by=seat, to=None)


def _put(board: Board, seat: Seat, action: Put) -> None:
    """A14, 1: K puts the new card in place of any card of K's area and takes the old one in hand."""
    state: State = board.state
    spot, hand, new = _picked(state, action.picks, seat, "A14"), f"hand:{seat}", state.zones["offer"][0]
    open_card = state.up[spot.zone][spot.i]
    state.up[hand] = [open_card]  # A16
    old = board.move(*spot, hand, by=seat)
    board.note(*(("puts", new, old) if open_card else ("puts-hidden", new)), by=seat, to=None)
    _lay(board, "offer", 0, spot, seat)
    state.step = "pull"
    if not has_cards(state, seat):  # A25
        _discard_hand(board, seat)
        _end_turn(board)


def _pull(board: Board, seat: Seat, action: Pull) -> None:
    """A14, 2: A takes any one card of K's area. A15: also the very card just given."""
    state: State = board.state
    assert state.knocker is not None
    spot, hand = _picked(state, action.picks, state.knocker, "A14"), f"hand:{seat}"
    open_card = state.up[spot.zone][spot.i]
    state.up[hand] = [open_card]
    card = board.move(*spot, hand, by=seat)
    told = ("pulls", state.knocker, card) if open_card else ("pulls-hidden", state.knocker)
    board.note(*told, by=seat, to=None)
    state.step, state.hole = "place", spot
    if not has_cards(state, seat):  # A25
        _discard_hand(board, seat)
        _fill_hole(board)


def _place(board: Board, seat: Seat, action: Place) -> None:
    """A14, 2 and 3: A puts the card in place of a card of A's area, and discards that one."""
    _replace(board, _picked(board.state, action.picks, seat, "A14"), f"hand:{seat}", "places", seat)
    _fill_hole(board)


def _fill_hole(board: Board) -> None:
    """A14, 4: K's hand card goes into the hole that A made, and A's turn is over."""
    knocker, hole = board.state.knocker, board.state.hole
    board.note("fills", board.state.zones[f"hand:{knocker}"][0], by=knocker, to=None)
    _lay(board, f"hand:{knocker}", 0, hole, knocker)
    _end_turn(board)


def _discard_hand(board: Board, seat: Seat) -> None:
    board.note("discards", board.move(f"hand:{seat}", 0, "discard", by=seat), by=seat, to=None)


# Three of a kind


def _remove_lines(board: Board, by: Seat) -> None:
    """A20 to A24: three identical face-up cards in a line leave the game; of several lines all cards."""
    zones, up = board.state.zones, board.state.up
    leaving: dict[Spot, Card] = {}
    for a, b, c in lines(board.state.seats):
        card = zones[a.zone][a.i]
        same = card != GAP and card == zones[b.zone][b.i] == zones[c.zone][c.i]
        if same and all(up[zone][i] for zone, i in (a, b, c)):
            leaving |= {a: card, b: card, c: card}
    for card in dict.fromkeys(leaving.values()):
        board.note("leave", list(leaving.values()).count(card), card, by=by, to=None)
    for spot in leaving:
        board.move(*spot, "gone", by=by)


# The end


def _end_turn(board: Board) -> None:
    """A26: look for the closer. A27: every other player has one more turn, and then the round is over."""
    state: State = board.state
    state.knocks, state.waved, state.knocker, state.hole = [], [], None, None
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
    """A28: all face-down cards are turned up, lines leave once more, and the areas are summed."""
    state, closer = board.state, board.state.closer
    for grid in (f"grid:{seat}" for seat in range(state.seats)):
        for i, card in enumerate(state.zones[grid]):
            if card != GAP and not state.up[grid][i]:
                state.up[grid][i] = True
                board.show(grid, i, by=CHANCE)
    _remove_lines(board, CHANCE)
    points = [sum_of(state, seat) for seat in range(state.seats)]
    if points[closer] > max(min(points), 0):  # A30
        board.note("doubled", points[closer], by=closer, to=None)
        points[closer] *= 2
    for seat in range(state.seats):
        board.note("scores", points[seat], by=seat, to=None)
    state.scored.append(tuple(points))
    state.step, state.turn, state.over = "scored", CHANCE, state.round == state.rounds
    result = scores(state)
    for seat in result.winners:
        board.note("wins" if len(result.winners) == 1 else "shares-win", result.totals[seat], by=seat, to=None)


def scores(state: State) -> Scores:
    """A31: once all rounds are played the lowest total wins, and ties share the win."""
    totals = tuple(sum(column) for column in zip(*state.scored, strict=True)) or (0,) * state.seats
    winners = tuple(seat for seat in range(state.seats) if state.over and totals[seat] == min(totals))
    return Scores(tuple(state.scored), totals, winners)


# What can be done

DOES: dict[type[Act], Verb] = {
    Reveal: Verb("reveal", "A5", _reveal),
    Draw: Verb("draw", "A7", _draw),
    Take: Verb("draw", "A7", _take),
    Swap: Verb("decide", "A9", _swap),
    Drop: Verb("decide", "A9", _drop),
    Knock: Verb("decide", "A18", _knock),
    Wave: Verb("decide", "A18", _wave),
    Window: Verb("decide", "A18", _run_out),
    Give: Verb("decide", "A13", _give),
    Put: Verb("put", "A14", _put),
    Pull: Verb("pull", "A14", _pull),
    Place: Verb("place", "A14", _place),
}
STEP_RULE = {"reveal": "A5", "draw": "A8", "decide": "A9", "put": "A14", "pull": "A14", "place": "A14"}
"""Which rule says that a step comes first."""

__getattr__ = read_later(
    bot="_allegra_bot.decide",
    beside="_allegra_bot.decide",
    choices="_allegra_bot.choices",
    play_out="_allegra_playout.play_out",
)
