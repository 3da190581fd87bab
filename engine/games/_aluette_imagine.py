"""A deal of Aluette as it may be, as far as somebody's view tells."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from copy import copy

from engine.board import Seat
from engine.cards import Card
from engine.game import Options, View
from engine.games._aluette_bot import STRENGTH, Mind
from engine.games._aluette_state import DECK, LEVEL, LEVELS, PLAYERS, Given, State, start
from engine.twin import unshown

SAME = ("step", "deal", "places", "dealer", "agreed", "rejecting", "offerer", "refused", "leader", "taken", "fallen")


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
    _deal(state, view, Mind(view, view.viewer, rng), rng)
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


def _deal(state: State, view: View, mind: Mind, rng: random.Random) -> None:
    """Hands and rejected cards as imagined; of what is left, tricks that lie face down and the talon."""
    cards = defaultdict[int, list[Card]](list)
    for card in rng.sample(hidden := unshown(view, DECK), len(hidden)):
        cards[STRENGTH[card]].append(card)
    laid = dict[str, list[Card]]()
    for player, (hand, rejects) in mind.dealt().items():
        for kind, strengths in (("hand", hand), ("rejects", rejects)):
            dealt = [cards[strength].pop() for strength in strengths]
            laid[f"{kind}:{view.facts['places'][player]}"] = rng.sample(dealt, len(dealt))
    shown = Counter(LEVEL[card] for zone in view.zones if zone.kind in ("trick", "last") for card in zone.cards if card)
    face_down = {STRENGTH[level[0]]: state.fallen[i] - shown[i] for i, level in enumerate(LEVELS)}
    played = [cards[strength].pop() for strength, count in face_down.items() for _ in range(count)]
    talon = [card for some in cards.values() for card in some]
    rng.shuffle(played)
    rng.shuffle(talon)
    for zone in view.zones:
        rest = laid.get(zone.name) or (talon if zone.name == "talon" else played)
        state.zones[zone.name] = [rest.pop() if card is None else card for card in zone.cards]
