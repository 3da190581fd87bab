"""Cards that are named by their rank and their suit, as 10H; a card without a suit is a joker."""

from __future__ import annotations

import re

from tui.language import put
from tui.spoken import _suits
from tui.theme import Glyphs, Role

SUITS = "SHDC"
RED = "HD"
NAMED = re.compile(r"\b(10|[2-9AJQK])([SHDC])\b")


def suited(card: str, glyphs: Glyphs) -> tuple[str, Role]:
    """What stands on a card. It is red for the quick glance: the suit says it all."""
    if card[-1:] not in SUITS or not card:
        return card, "joker"
    return card[:-1] + symbol(card, glyphs), "red" if card[-1] in RED else "black"


def symbol(card: str, glyphs: Glyphs) -> str:
    """The suit of a card."""
    return glyphs.suits[SUITS.index(card[-1])]


def suits(glyphs: Glyphs) -> list[tuple[str, str]]:
    """The sign of every suit, and what it is called."""
    return [(symbol(suit, glyphs), put(_suits.SUITS[suit])) for suit in SUITS]


def spelled(text: str, glyphs: Glyphs) -> str:
    """A text with the names of cards in it, as it is to be read."""
    return NAMED.sub(lambda name: name[1] + symbol(name[2], glyphs), text)
