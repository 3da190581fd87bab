"""A round of Römi as it may be, as far as somebody's view tells."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy

from engine.board import Refused, Spot
from engine.cards import Card
from engine.game import Options, View
from engine.games._melds import DECK, End, meld
from engine.games._romi_state import GOES_OUT_AT_ONCE, Lay, Move, Play, State, start
from engine.twin import dealt

ENDS: tuple[End, ...] = ("", "low", "high")


def imagine(view: View, options: Options, rng: random.Random) -> State:
    """The stock and the other hands may hold any cards.

    What has been played this turn is remembered as far as it matters for the rest of it, not to be taken back.
    """
    state = start(len(view.scores.totals), options)
    state.zones = dealt(view, DECK, rng)
    for name in ("round", "step", "dealer", "ended", "opened", "out"):
        setattr(state, name, copy(view.facts[name]))
    state.turn, state.turns, state.over, state.silent = view.turn, view.turns, view.over, view.silent
    state.scored = list(view.scores.rounds)
    state.staged = [_staged(state, [Spot(*spot) for spot in picks]) for picks in view.facts["staged"]]
    state.plays = _plays(view)
    state.cut_tried = state.step == "draw" and all(offer.code != "take-cut" for offer in view.offers)
    return state


def _staged(state: State, spots: Sequence[Spot]) -> Lay:
    """A meld of an opening that is being put together. Its cards are in order, which tells where a joker stands."""
    cards: tuple[Card, ...] = tuple(state.zones[spot.zone][spot.i] for spot in spots)
    end = next(end for end in ENDS if _lies_so(cards, end))
    return Lay(state.turns, tuple(spots), end)


def _plays(view: View) -> list[Play]:
    facts, seat = view.facts, view.turn
    plays, laid = [], (Move(f"hand:{seat}", 0, f"meld:{seat}:0", 0),)
    if facts["taken"]:
        kind = "take" if facts["taken"] == "discard" else "takecut"
        plays.append(Play(kind, (Move(facts["taken"], 0, f"drawn:{seat}", 0),)))
    if seat >= 0 and facts["opened"][seat] and facts["prize"] == GOES_OUT_AT_ONCE:
        plays.append(Play("open", laid))
    elif not plays and not facts["staged"] and any(offer.code == "undo" for offer in view.offers):
        plays.append(Play("lay", laid))
    return plays


def _lies_so(cards: Sequence[Card], end: End) -> bool:
    """With a joker at either end, if it is not said at which, it is no meld."""
    try:
        return meld(cards, end).cards == cards
    except Refused:
        return False
