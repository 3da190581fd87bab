"""Cards are values: two equal cards cannot be told apart, and no card can be followed through a shuffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

Card = NewType("Card", str)

GAP = Card("")
"""What lies at a place of a grid that holds no card. It is no card: it is in no deck and never moves."""


def deck_of(counts: Mapping[str, int]) -> list[Card]:
    """Every card of a deck given as {card: how often}, in the order of the mapping."""
    return [Card(card) for card, count in counts.items() for _ in range(count)]
