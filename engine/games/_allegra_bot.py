"""A player of Allegra that decides from its view alone."""

from __future__ import annotations

import random

import msgspec

from engine.game import View


def decide(view: View, rng: random.Random) -> bytes | None:
    """Any of the offers, with any picks; None if there are none."""
    if not view.offers:
        return None
    offer = rng.choice(view.offers)
    action = msgspec.json.decode(offer.action)
    if offer.pick:
        action["picks"] = [rng.choice(offer.pick.spots)]
    return msgspec.json.encode(action)
