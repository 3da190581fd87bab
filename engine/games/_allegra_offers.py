"""What everybody is told in Allegra: whom the table waits for, the public facts, and what a seat may do."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.board import Seat, Spot, Viewer
from engine.game import Offer, Pick, Timer
from engine.games._allegra_state import (
    Act,
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
    cards_of,
    chance,
    down_of,
    may_get,
    may_knock,
    tally,
)


def awaited(state: State) -> tuple[Seat, ...]:
    if chance(state) or state.window:
        return ()
    if state.step == "reveal":
        return tuple(seat for seat in range(state.seats) if state.reveals[seat])
    if state.step == "put" and state.knocker is not None:
        return (state.knocker,)
    return (state.turn,)


def facts(state: State, viewer: Viewer) -> dict[str, Any]:
    down, sums = zip(*[tally(state, seat) for seat in range(state.seats)], strict=True)
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
        "hole": state.hole,
        "closer": state.closer,
        "last_turns": state.last_turns,
        "down": list(down),
        "sums": list(sums),
    }


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    found: list[Offer] = []

    def offer(code: str, key: str, action: Act, spots: tuple[Spot, ...] = (), args: tuple[int | str, ...] = ()) -> None:
        found.append(Offer(code, key, _raw(action), args, Pick(spots) if spots else None))

    if chance(state):
        return ()
    turn, on_turn, shown = state.turns, seat == state.turn, tuple(state.zones["offer"])
    match state.step:
        case "reveal" if state.reveals[seat]:
            offer("reveal", "r", Reveal(turn), down_of(state, seat), (state.reveals[seat],))
        case "draw" if on_turn:
            if state.zones["deck"]:
                offer("draw", "d", Draw(turn))
            if mine := cards_of(state, seat):
                offer("take", "t", Take(turn), mine, (state.zones["discard"][-1],))
        case "decide" if on_turn and not state.window:
            down = down_of(state, seat)
            if mine := cards_of(state, seat):
                offer("swap", "s", Swap(turn), mine, shown)
            offer("drop" if down else "drop-only", "x", Drop(turn), down, shown)
            for key, knocker in zip("gabce", may_get(state), strict=False):
                offer("give", key, Give(turn, knocker), (), (knocker, *shown))
        case "decide" if may_knock(state, seat) and seat not in state.knocks:
            offer("knock", "k", Knock(turn), (), shown)
            if state.window and seat not in state.waved:
                offer("wave", "w", Wave(turn), (), shown)
        case "put" if seat == state.knocker:
            offer("put", "e", Put(turn), cards_of(state, seat), shown)
        case "pull" if on_turn and state.knocker is not None:
            offer("pull", "e", Pull(turn), cards_of(state, state.knocker), (state.knocker,))
        case "place" if on_turn:
            offer("place", "e", Place(turn), cards_of(state, seat), tuple(state.zones[f"hand:{seat}"]))
    return tuple(found)


def asides(state: State, seat: Seat) -> tuple[Offer, ...]:
    return ()


def timers(state: State) -> tuple[Timer, ...]:
    if not state.window:
        return ()
    return (Timer(f"knock:{state.turns}", float(state.window_s), _raw(Window(state.turns))),)


_encode = msgspec.json.Encoder().encode


def _raw(action: Act) -> msgspec.Raw:
    return msgspec.Raw(_encode(action))
