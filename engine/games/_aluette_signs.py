"""Looks and signs in Aluette (L13 to L17): what players tell their partners, and who sees it.

A sign is known to whoever gives it and to those whose eyes are on it. For all others it changes nothing: no event, no
fact, no offer and no turn.
"""

from __future__ import annotations

from engine.board import CLOCK, Board, Refused, Seat
from engine.cards import Card
from engine.games._aluette_state import (
    PLAYERS,
    SIGNS,
    SIGNS_MAX,
    Given,
    Look,
    Lower,
    Rest,
    Sign,
    State,
    count_of,
    has_signed_enough,
    held,
    shows,
    true_signs,
    watching,
)


def look(board: Board, seat: Seat, action: Look) -> None:
    """L15: everybody sees where everybody looks. L16: whoever looks at a sign while it is held has seen it."""
    state: State = board.state
    _asked_of_a_player(seat, "L15")
    if action.at not in range(PLAYERS) or action.at == seat:
        raise Refused("no-such-face", rule="L15")
    if action.at == state.eyes[seat]:
        raise Refused("looking-already", rule="L15")
    if seat in state.resting:
        raise Refused("eyes-rest", rule="L15")
    state.eyes[seat] = action.at
    state.looks[seat] += 1
    state.resting.append(seat)
    given = held(state, action.at)
    if given is not None and seat not in given.seers:
        given.seers.append(seat)
        board.note("signs", given.sign, by=given.by, to=[seat])


def rest(board: Board, seat: Seat, action: Rest) -> None:
    state: State = board.state
    if seat != CLOCK:
        raise Refused("not-your-turn", rule="L15")
    if action.seat not in state.resting or action.number != state.looks[action.seat]:
        raise Refused("too-late", rule="L15")
    state.resting.remove(action.seat)


def sign(board: Board, seat: Seat, action: Sign) -> None:
    """L13 to L17. It changes nothing that anybody else sees but those whose eyes are on it."""
    state: State = board.state
    _asked_of_a_player(seat, "L13")
    if action.sign not in SIGNS:
        raise Refused("no-such-sign", rule="L13")
    if held(state, seat):
        raise Refused("one-sign", rule="L17")
    if has_signed_enough(state, seat):
        raise Refused("signs-enough", SIGNS_MAX, rule="")  # no rule of the game, but the table's own
    if not state.bluff and action.sign not in true_signs(state.zones[f"hand:{seat}"]):
        raise Refused("untrue-sign", rule="L14")
    given = Given(seat, action.sign, watching(state, seat), count_of(action.sign))
    state.signs.append(given)
    state.signed[seat] += 1
    board.note("signs", given.sign, by=seat, to=[seat, *given.seers])


def lower(board: Board, seat: Seat, action: Lower) -> None:
    state: State = board.state
    if seat != CLOCK:
        raise Refused("not-your-turn", rule="L16")
    given = held(state, action.seat)
    if given is None or action.number != state.signed[action.seat]:
        raise Refused("too-late", rule="L16")
    given.held = False


def take_note(state: State, seat: Seat, card: Card) -> None:
    """Somebody has played a card that he had perhaps shown."""
    for given in state.signs:
        if given.by == seat and given.left and shows(given.sign, card):
            given.left -= 1


def _asked_of_a_player(seat: Seat, rule: str) -> None:
    if seat not in range(PLAYERS):
        raise Refused("not-your-turn", rule=rule)


def tell_signs(board: Board) -> None:
    """L16: after the deal everybody is told of every sign, and who saw it."""
    for given in board.state.signs:
        given.held = False
        board.note(f"signed-{len(given.seers)}", given.sign, *given.seers, by=given.by, to=None)
