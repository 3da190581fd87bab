"""Offers made by hand, and who picks among them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from engine.board import Spot, Zone
from engine.cards import Card
from engine.game import Offer, Pick, Scores, View
from tui.picker import Picker

HAND = tuple(Spot("hand:0", i) for i in range(5))
PAD = dict(zip(HAND, "12345", strict=True))


def offer(key: str, *, pick: Pick | None = None, turn: int = 7, code: str = "", judged: bool = False) -> Offer:
    action = msgspec.Raw(json.dumps({"type": key, "turn": turn}).encode())
    return Offer(code or f"code-{key}", key, action, pick=pick, judged=judged)


def view(offers: Sequence[Offer], cards: Sequence[str | None] = "abcde") -> View:
    hand = Zone("hand:0", "hand", 0, tuple(None if card is None else Card(card) for card in cards))
    return View(0, 0, 7, (0,), False, (hand,), {}, tuple(offers), (), Scores((), (0, 0)))


def picker(*offers: Offer) -> Picker:
    made = Picker()
    made.look(view(offers))
    return made


KNOCK, DRAW = offer("k"), offer("d")
SWAP = offer("s", pick=Pick(HAND))
THREE = offer("l", pick=Pick(HAND, 2, 3))
