"""What everybody is told in Aluette: whom the table waits for, the facts, and what a seat may do."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engine.board import Seat, Viewer, places_of
from engine.game import Offer, Pick, Timer
from engine.games._aluette_state import (
    ACES,
    PLAYERS,
    REJECTS,
    SIGNS,
    Act,
    Given,
    Look,
    Lower,
    No,
    Play,
    Reject,
    Rest,
    Seen,
    Sign,
    State,
    Yes,
    asked,
    has_signed_enough,
    held,
    in_a_deal,
    most_of,
    round_from,
    trick,
    true_signs,
)

TRICK_S = 1.5
"""So long a trick lies before the next one may be led."""
EYES_S = 2.0
"""L15: eyes are turned at most once in this time."""
SIGN_S = 1.5
"""L16: so long a sign is held."""

LOOK_KEYS = "jkl"
"""At the left neighbour, the partner, the right neighbour."""
SIGN_KEYS = dict(zip(SIGNS, "mdbvgtceasxzuw", strict=True))
"""If there is but one sign of aces, it is made with the key of the first."""
ANSWERS = {
    "chant": ("chant", "no-chant"),
    "surrender": ("offer-deal", "play-on"),
    "answer": ("accept-deal", "refuse-deal"),
}


def awaited(state: State) -> tuple[Seat, ...]:
    return asked(state)


def facts(state: State, viewer: Viewer) -> dict[str, Any]:
    """Public but for two: `faces` is the sign that this viewer sees on each face now, `seen` what he has seen or given
    in this deal. After the deal everybody has seen everything."""
    cards, over = trick(state), not in_a_deal(state)
    return {
        "step": state.step,
        "deal": state.deal,
        "places": state.places,
        "dealer": state.dealer,
        "agreed": state.agreed,
        "rejecting": state.rejecting,
        "offerer": state.offerer,
        "refused": state.refused,
        "leader": state.leader,
        "taken": state.taken,
        "tricks": [state.taken.count(seat) for seat in range(PLAYERS)],
        "most": most_of(state.taken),
        "full": len(cards) == PLAYERS,
        "fallen": state.fallen,
        "eyes": state.eyes,
        "faces": [_face(state, seat, viewer) for seat in range(PLAYERS)],
        "seen": [_known(given) for given in state.signs if over or viewer == given.by or viewer in given.seers],
    }


def _face(state: State, seat: Seat, viewer: Viewer) -> str | None:
    """L16: a sign is seen by whoever looks at it, and by whoever gives it."""
    given = held(state, seat)
    looks = viewer == seat or (viewer is not None and state.eyes[viewer] == seat)
    return given.sign if given is not None and looks else None


def _known(given: Given) -> list[Seat | str | int]:
    """Who has given which sign, and how many of the cards that it shows he has not played yet."""
    return [given.by, given.sign, given.left]


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    if seat not in asked(state):
        return ()
    turns, hand = state.turns, f"hand:{seat}"
    spots = places_of(hand, len(state.zones[hand]))
    match state.step:
        case "reject":
            return (Offer("reject", "p", _raw(Reject(turns)), pick=Pick(spots, REJECTS, REJECTS)),)
        case "play":
            return (Offer("play", "p", _raw(Play(turns)), pick=Pick(spots)),)
        case step:
            yes, no = ANSWERS[step]
            return Offer(yes, "y", _raw(Yes(turns))), Offer(no, "n", _raw(No(turns)))


def asides(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Looks and signs (L17)."""
    return (*_looks(state, seat), *_signs(state, seat)) if in_a_deal(state) else ()


def _looks(state: State, seat: Seat) -> tuple[Offer, ...]:
    if seat in state.resting:
        return ()
    _, *others = round_from(state, seat)
    return looks_at(tuple(others), state.eyes[seat])


@lru_cache
def looks_at(others: tuple[Seat, ...], at: Seat) -> tuple[Offer, ...]:
    """At all but the one who is looked at."""
    keys = zip(others, LOOK_KEYS, strict=True)
    return tuple(Offer("look", key, _raw(Look(other)), (other,), aside=True) for other, key in keys if other != at)


def _signs(state: State, seat: Seat) -> tuple[Offer, ...]:
    """L14: only true signs, unless the table bluffs."""
    if held(state, seat) or has_signed_enough(state, seat):
        return ()
    signs = SIGNS if state.bluff else true_signs(state.zones[f"hand:{seat}"])
    return tuple([_sign(sign, state.bluff) for sign in signs])


@lru_cache
def _sign(sign: str, bluff: bool) -> Offer:
    key = SIGN_KEYS[ACES[0] if sign in ACES and not bluff else sign]
    return Offer("sign", key, _raw(Sign(sign)), (sign,), aside=True)


def timers(state: State) -> tuple[Timer, ...]:
    """Those of signs and eyes are known to their seats alone."""
    if not in_a_deal(state):
        return ()
    eyes = [
        Timer(f"eyes:{seat}:{state.looks[seat]}", EYES_S, _raw(Rest(seat, state.looks[seat])), frozenset({seat}))
        for seat in sorted(state.resting)
    ]
    signs = [
        Timer(f"sign:{seat}:{state.signed[seat]}", SIGN_S, _raw(Lower(seat, state.signed[seat])), frozenset({seat}))
        for seat in sorted(given.by for given in state.signs if given.held)
    ]
    trick = [Timer(f"trick:{state.turns}", TRICK_S, _raw(Seen(state.turns)))] if state.step == "trick" else []
    return (*eyes, *signs, *trick)


_encode = msgspec.json.Encoder().encode


@lru_cache(4096)
def _raw(action: Act) -> msgspec.Raw:
    return msgspec.Raw(_encode(action))
