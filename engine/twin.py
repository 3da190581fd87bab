"""Another true state that a viewer cannot tell from this one: for tests of secrecy, and for bots that search fairly."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from engine.board import Sees, Spot, Viewer
from engine.cards import GAP


def twin(state: Any, sees: Sees, viewer: Viewer, rng: random.Random) -> Any:
    """A copy of `state` in which the cards that the viewer does not see have been dealt anew among their places."""
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))
    spots = unseen(state, sees, viewer)
    cards = [state.zones[zone][i] for zone, i in spots]
    rng.shuffle(cards)
    for (zone, i), card in zip(spots, cards, strict=True):
        other.zones[zone][i] = card
    return other


def unseen(state: Any, sees: Sees, viewer: Viewer) -> list[Spot]:
    """Where the cards lie that the viewer does not see."""
    return [
        Spot(zone, i)
        for zone, cards in state.zones.items()
        for i, card in enumerate(cards)
        if card != GAP and not sees(state, viewer, zone, i)
    ]
