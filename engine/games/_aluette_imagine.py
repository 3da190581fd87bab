"""A deal of Aluette as it may be, as far as somebody's view tells."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from copy import copy

from engine.board import Seat
from engine.cards import Card
from engine.game import Options, View
from engine.games._aluette_bot import Dealt, Mind
from engine.games._aluette_playout import STRENGTH, Hand, wants_chant
from engine.games._aluette_state import (
    DECK,
    LEVEL,
    LEVELS,
    PLAYERS,
    Given,
    State,
    left_of,
    partner_of,
    round_from,
    start,
)
from engine.twin import shuffled, unshown

SAME = ("step", "deal", "places", "dealer", "agreed", "rejecting", "offerer", "refused", "leader", "taken", "fallen")

SURPRISE = 0.1
"""So often what somebody has said of the chant is not believed;"""
DEALS_MAX = 12
"""and after so many deals that do not fit, neither."""


def imagine(view: View, options: Options, rng: random.Random) -> State:
    """The hidden cards lie as a player imagines who believes signs.

    Who has seen a sign of mine is not known, nor which signs there are that I have not seen.
    """
    assert view.viewer is not None
    state = start(PLAYERS, options)
    for name in (*SAME, "eyes"):
        setattr(state, name, copy(view.facts[name]))
    state.turn, state.turns, state.over, state.silent = view.turn, view.turns, view.over, view.silent
    state.scored = list(view.scores.rounds)
    _take_signs(state, view, view.viewer)
    _deal(state, view, _likely(state, view, Mind(view, view.viewer, rng), rng), rng)
    return state


def _take_signs(state: State, view: View, me: Seat) -> None:
    state.signs = [Given(by, sign, [me] * (by != me), left, held=False) for by, sign, left in view.facts["seen"]]
    for seat, sign in enumerate(view.facts["faces"]):
        if sign is not None:
            next(given for given in reversed(state.signs) if (given.by, given.sign) == (seat, sign)).held = True
    for name in view.timers:
        kind, _, number = name.rpartition(":")
        if kind == f"eyes:{me}":
            state.looks[me], state.resting = int(number), [me]
        elif kind == f"sign:{me}":
            state.signed[me] = int(number)


def _likely(state: State, view: View, mind: Mind, rng: random.Random) -> dict[int, Dealt]:
    """Cards that fit to what the other side has said of the chant, or now and then any. The partner tells by signs."""
    said = _answers(state, view)
    for _ in range(DEALS_MAX):
        dealt = mind.dealt()
        if rng.random() < SURPRISE or all(wants_chant(dealt[at].hand + had) == wants for at, wants, had in said):
            break
    return dealt


def _answers(state: State, view: View) -> list[tuple[int, bool, Hand]]:
    """Of each of the other side who has been asked about the chant: the place, whether he wanted it, and what he has
    played since. Nothing once hands have changed, or after two tricks: then it is not seen who has played what."""
    if state.chant == "off" or len(state.agreed) == PLAYERS or len(state.taken) > 1:
        return []
    order, found = round_from(state, left_of(state, state.dealer)), []
    for i, seat in enumerate(order[: len(state.agreed) + (state.step != "chant")]):
        if view.viewer not in (seat, partner_of(state, seat)):
            lies = [*view.zone(f"trick:{seat}"), *view.zone("last")[i : i + 1]]
            found.append((state.places.index(seat), i < len(state.agreed), [STRENGTH[card] for card in lies if card]))
    return found


def _deal(state: State, view: View, imagined: Mapping[int, Dealt], rng: random.Random) -> None:
    """Hands and rejected cards as imagined; of what is left, tricks that lie face down and the talon."""
    cards = defaultdict[int, list[Card]](list)
    for card in shuffled(unshown(view, DECK), rng):
        cards[STRENGTH[card]].append(card)
    laid = dict[str, list[Card]]()
    for player, (hand, rejects) in imagined.items():
        for kind, strengths in (("hand", hand), ("rejects", rejects)):
            laid[f"{kind}:{view.facts['places'][player]}"] = [cards[strength].pop() for strength in strengths]
    shown = Counter(LEVEL[card] for zone in view.zones if zone.kind in ("trick", "last") for card in zone.cards if card)
    face_down = {STRENGTH[level[0]]: state.fallen[i] - shown[i] for i, level in enumerate(LEVELS)}
    played = [cards[strength].pop() for strength, count in face_down.items() for _ in range(count)]
    talon = shuffled([card for some in cards.values() for card in some], rng)
    for zone in view.zones:
        rest = laid.get(zone.name) or (talon if zone.name == "talon" else played)
        state.zones[zone.name] = [rest.pop() if card is None else card for card in zone.cards]
