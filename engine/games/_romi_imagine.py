"""A round of Römi as it may be, as far as somebody's view tells."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy

from engine.board import Refused, Seat, Spot
from engine.cards import Card
from engine.game import Options, View
from engine.games._melds import DECK, End, meld
from engine.games._romi_hand import CARDS, CODES, Hand
from engine.games._romi_state import GOES_OUT_AT_ONCE, OPENING, Lay, Move, Play, State, start
from engine.twin import dealt, shuffled

COLLECTS_MAX = 5
"""After so many turns nobody's hand gets better any more, as far as others can tell."""
TRIES_MAX = 20
"""So often a card of a hand that could open is exchanged for another one."""
ENDS: tuple[End, ...] = ("", "low", "high")


def imagine(view: View, options: Options, rng: random.Random) -> State:
    """The hidden cards lie in any way that the discards leave likely: see `_collected`.

    What has been played this turn is remembered as far as it matters for the rest of it, not to be taken back.
    """
    state = start(len(view.scores.totals), options)
    state.zones = dealt(view, DECK, rng)
    for seat in range(state.seats):
        if seat != view.viewer and not view.facts["opened"][seat]:
            _collected(state, seat, min(view.facts["ended"][seat], COLLECTS_MAX), rng)
    state.zones["stock"] = shuffled(state.zones["stock"], rng)
    for name in ("round", "step", "dealer", "ended", "opened", "out"):
        setattr(state, name, copy(view.facts[name]))
    state.turn, state.turns, state.over, state.silent = view.turn, view.turns, view.over, view.silent
    state.scored = list(view.scores.rounds)
    state.staged = [_staged(state, [Spot(*spot) for spot in picks]) for picks in view.facts["staged"]]
    state.plays = _plays(view)
    state.cut_tried = state.step == "draw" and all(offer.code != "take-cut" for offer in view.offers)
    return state


def _collected(state: State, seat: Seat, turns: int, rng: random.Random) -> None:
    """Who has discarded something in every turn has kept what goes together, but not enough of it to open.

    What he would not have kept lies in the stock, where nobody knows the order.
    """
    stock, hand = state.zones["stock"], state.zones[f"hand:{seat}"]
    seen = Hand(hand)
    for _ in range(min(turns, len(stock))):
        drawn = stock.pop()
        seen.add(CODES[drawn])
        thrown = seen.least(seen.melds())
        seen.remove(thrown)
        hand.append(drawn)
        hand.remove(CARDS[thrown])
        stock.insert(0, CARDS[thrown])
    for _ in range(TRIES_MAX if turns else 0):
        found = seen.melds()
        if found.worth < OPENING or not stock:
            break
        given, other = rng.choice(rng.choice(found.melds)), rng.randrange(len(stock))
        seen.remove(given)
        seen.add(CODES[stock[other]])
        hand[hand.index(CARDS[given])], stock[other] = stock[other], CARDS[given]


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
