"""What everybody is told in Römi: whom the table waits for, the public facts, and what a seat may do."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.board import Seat, Spot, Viewer, places_of
from engine.game import Offer, Pick, Timer
from engine.games._melds import JOKER, RUN_MAX, End
from engine.games._romi_state import (
    OPENING,
    Act,
    Add,
    Cut,
    Discard,
    Draw,
    Lay,
    Open,
    Restart,
    State,
    Swap,
    Take,
    TakeCut,
    Undo,
    card_at,
    chance,
    first_turn,
    holding,
    may_keep,
    meld_zones,
    melds,
    own,
    prize,
    staged_melds,
    taken,
    unfinished,
)

KEYS = {"lay": ("l", "j", "k"), "add": ("a", "n", "m")}
"""R9: the keys of the offers to lay and to add; with the joker as the lower and as the higher of two cards."""
ENDS: tuple[End, ...] = ("", "low", "high")


def awaited(state: State) -> tuple[Seat, ...]:
    return () if chance(state) else (state.turn,)


def facts(state: State, viewer: Viewer) -> dict[str, Any]:
    """The same for all but the last three, which only the seat whose turn it is learns, and which are empty for others.

    round, rounds; step: see State; dealer; ended: the turns that each seat has ended in this round; opened: by seat
    jokers: for every meld with a joker the card that it stands for, in a set of three the two that it may stand for
    taken: "discard" or "cut", if that was taken this turn; keep: whether a discard may be kept this turn (R14)
    must: the code of the sentence that says why the turn cannot end yet, or nothing
    prize: what going out this turn would score; out: who went out, once the round is scored; needs: 51
    staged: the places of the cards of each meld put together for an opening; worth: what each of these melds is worth
    hint: what could be laid, added or swapped now for the best turn, as the picks of an action each (option `hints`)
    """
    playing, mine = state.step in ("draw", "play"), viewer is not None and viewer == state.turn
    return {
        "round": state.round,
        "rounds": state.rounds,
        "step": state.step,
        "dealer": state.dealer,
        "ended": state.ended,
        "opened": state.opened,
        "jokers": {zone: meld.joker for zone, meld in melds(state).items() if meld.joker},
        "taken": taken(state) if playing else "",
        "keep": playing and may_keep(state),
        "must": (unfinished(state) or ("",))[0] if playing else "",
        "prize": prize(state) if playing else 0,
        "out": state.out,
        "needs": OPENING,
        "staged": [lay.picks for lay in state.staged] if mine else [],
        "worth": [meld.worth for meld in staged_melds(state)] if mine else [],
        "hint": _hint(state) if mine and playing and state.hints else [],
    }


def _hint(state: State) -> list[tuple[Spot, ...]]:
    from engine.games._romi_plan import advised  # with the solver, for which nobody waits who plays something else

    return [act.picks for act in advised(state)]


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    found: list[Offer] = []
    turn = state.turns

    def offer(
        code: str, key: str, action: Act, *args: int | str, pick: Pick | None = None, judged: bool = False
    ) -> None:
        found.append(Offer(code, key, msgspec.Raw(_encode(action)), args, pick, judged))

    if chance(state) or seat != state.turn:
        return ()
    zones = state.zones
    match state.step:
        case "cut":
            offer("cut", "c", Cut(turn), pick=Pick(places_of("stock", len(zones["stock"]))[:0:-1]))
        case "draw":
            offer("draw", "d", Draw(turn))
            offer("take", "t", Take(turn), zones["discard"][-1])
            if not state.cut_tried and not first_turn(state, seat):
                offer("take-cut", "c", TakeCut(turn), zones["cut"][-1])
        case "play":
            mine = own(state, seat)
            ends = ENDS if JOKER in [zones[zone][i] for zone, i in mine] else ENDS[:1]
            if not first_turn(state, seat) and len(mine) > 3:
                code = "lay" if state.opened[seat] else "stage"
                pick = Pick(mine, 3, min(len(mine) - 1, RUN_MAX))
                for key, end in zip(KEYS["lay"], ends, strict=False):
                    offer(f"{code}-{end}".rstrip("-"), key, Lay(turn, joker=end), pick=pick, judged=True)
            if state.staged:
                worth = sum(meld.worth for meld in staged_melds(state))
                offer("open", "o", Open(turn), worth, OPENING, judged=worth < OPENING)
            if state.opened[seat] and len(mine) > 1 and (lie := meld_zones(state)):
                pick = Pick((*mine, *(Spot(zone, 0) for zone in lie)), 2, min(len(mine), RUN_MAX - 2))
                for key, end in zip(KEYS["add"], ends, strict=False):
                    offer(f"add-{end}".rstrip("-"), key, Add(turn, joker=end), pick=pick, judged=True)
            if jokers := _jokers(state, seat):
                offer("swap", "s", Swap(turn), pick=Pick(jokers))
            if state.staged or state.plays:
                offer("undo", "u", Undo(turn))
                offer("restart", "b", Restart(turn))
            if unfinished(state) is None:
                hand, drawn, _ = holding(seat)
                sources = (hand, drawn) if taken(state) == "cut" else (hand,)
                spots = [spot for zone in sources for spot in places_of(zone, len(zones[zone]))]
                offer("discard", "x", Discard(turn), pick=Pick(tuple(spots)))
    return tuple(found)


def _jokers(state: State, seat: Seat) -> tuple[Spot, ...]:
    """R21: the jokers that the player can have for a card at hand."""
    if not state.opened[seat]:
        return ()
    held = {card_at(state, spot) for spot in own(state, seat)}
    return tuple(
        Spot(zone, meld.cards.index(JOKER))
        for zone, meld in melds(state).items()
        if len(meld.joker) == 1 and meld.joker[0] in held
    )


def asides(state: State, seat: Seat) -> tuple[Offer, ...]:
    return ()


def timers(state: State) -> tuple[Timer, ...]:
    return ()


_encode = msgspec.json.Encoder().encode
