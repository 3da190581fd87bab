"""A hand of Römi as it is looked at in a moment: what lies in it at first sight, not the best that can be done.

A hand is four numbers, one a suit, in which the bits 0 to 12 are its ranks from the ace to the king; of twins in one
hand the second is kept apart. Melds are taken where they are seen first, runs before sets or sets before runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Card
from engine.games._melds import JOKER, RANKS, SUITS, worth

WILD = -1
"""A joker. All other cards are 13 times the suit plus the rank."""
CODES = {Card(RANKS[r] + SUITS[s]): 13 * s + r for s in range(4) for r in range(13)} | {JOKER: WILD}
CARDS = {code: card for card, code in CODES.items()}
WORTH = [worth(Card(r + "S")) for r in RANKS]
TOGETHER = 3.0
"""What it is worth, in points, that a card in hand has another one beside it that may make a meld of both."""
OPENS_HIGH = 0.3
"""How much of its points a card is worth before the opening."""


class Found(NamedTuple):
    """Melds in a hand: what they are worth, their cards, and how many jokers stand in them."""

    worth: int
    melds: list[list[int]]
    jokers: int


class Hand:
    """The cards that a player holds."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.masks = [0, 0, 0, 0]
        self.twins: list[int] = []
        self.jokers = 0
        for card in cards:
            self.add(CODES[card])

    def copy(self) -> Hand:
        other = Hand(())
        other.masks, other.twins, other.jokers = self.masks.copy(), self.twins.copy(), self.jokers
        return other

    def __len__(self) -> int:
        return sum(mask.bit_count() for mask in self.masks) + len(self.twins) + self.jokers

    def add(self, card: int) -> None:
        if card == WILD:
            self.jokers += 1
        elif self.masks[card // 13] >> card % 13 & 1:
            self.twins.append(card)
        else:
            self.masks[card // 13] |= 1 << card % 13

    def remove(self, card: int) -> None:
        if card == WILD:
            self.jokers -= 1
        elif card in self.twins:
            self.twins.remove(card)
        else:
            self.masks[card // 13] &= ~(1 << card % 13)

    def cards(self) -> list[int]:
        """All but the jokers."""
        return [13 * s + r for s, mask in enumerate(self.masks) for r in bits(mask)] + self.twins

    @property
    def points(self) -> int:
        return sum(WORTH[card % 13] for card in self.cards()) + self.jokers * worth(JOKER)

    def melds(self) -> Found:
        """The melds that are worth most, as far as they are seen at once."""
        masks = self.masks
        s, h, d, c = masks
        sets = s & h & d | s & h & c | s & d & c | h & d & c
        has_runs = any(mask & (mask >> 1) & (mask >> 2 | (mask & 1) << 11) for mask in masks)
        if not (sets or has_runs or self.jokers):
            return NONE
        found = self._found(runs_first=True)
        if sets and has_runs:
            found = max(found, self._found(runs_first=False), key=lambda each: each.worth)
        return found

    def beside(self, card: int) -> int:
        """How many cards there are that may make a meld of themselves and this one."""
        suit, r = divmod(card, 13)
        s, h, d, c = masks = self.masks
        mask = masks[suit]
        near = (mask >> r + 1 & 3) | (mask << 2 >> r & 3) << 2
        return near.bit_count() + (s >> r & 1) + (h >> r & 1) + (d >> r & 1) + (c >> r & 1) - (mask >> r & 1)

    def least(self, found: Found, *, opened: bool = False) -> int:
        """The card that is missed least, but none of the melds found, as far as there is another one."""
        kept = {card for meld in found.melds for card in meld}
        costs = {card: TOGETHER * self.beside(card) for card in self.cards() if card not in kept}
        costs |= dict.fromkeys(self.twins, 0.0)
        if not costs:
            return WILD if self.jokers else self.cards()[0]
        high = -1.0 if opened else OPENS_HIGH
        return min(costs, key=lambda card: costs[card] + high * WORTH[card % 13])

    def _found(self, *, runs_first: bool) -> Found:
        left, melds, jokers = self.masks.copy(), list[list[int]](), 0
        for runs in (runs_first, not runs_first):
            melds += _take_runs(left) if runs else _take_sets(left)
        total = sum(WORTH[card % 13] for meld in melds for card in meld)
        while jokers < self.jokers and (best := _with_joker(left)) is not None:
            more, pair = best
            total, jokers = total + more, jokers + 1
            melds.append([*pair, WILD])
            for card in pair:
                left[card // 13] &= ~(1 << card % 13)
        return Found(total, melds, jokers)


NONE = Found(0, [], 0)


@lru_cache(1 << 13)
def bits(mask: int) -> tuple[int, ...]:
    return tuple(r for r in range(13) if mask >> r & 1)


@lru_cache(1 << 13)
def runs_in(mask: int) -> tuple[tuple[int, ...], ...]:
    """The longest runs of these ranks. The ace is at the upper end, if it helps there."""
    found, run = list[tuple[int, ...]](), list[int]()
    high = mask & 1 and mask >> 11 & 3 == 3 and mask >> 1 & 3 != 3
    for r in range(1 if high else 0, 15):
        if (r < 13 and mask >> r & 1) or (r == 13 and high):
            run.append(r % 13)
        else:
            if len(run) > 2:
                found.append(tuple(run))
            run = []
    return tuple(found)


def _take_runs(left: list[int]) -> Iterator[list[int]]:
    for s, mask in enumerate(left):
        for run in runs_in(mask):
            for r in run:
                left[s] &= ~(1 << r)
            yield [13 * s + r for r in run]


def _take_sets(left: list[int]) -> Iterator[list[int]]:
    s, h, d, c = left
    for r in bits(s & h & d | s & h & c | s & d & c | h & d & c):
        meld = [13 * s + r for s in range(4) if left[s] >> r & 1]
        for card in meld:
            left[card // 13] &= ~(1 << r)
        yield meld


def _with_joker(left: Sequence[int]) -> tuple[int, tuple[int, int]] | None:
    """The two cards that a joker makes the best meld of, and what that is worth."""
    best: tuple[int, tuple[int, int]] | None = None
    s, h, d, c = left
    for r in bits(s & h | s & d | s & c | h & d | h & c | d & c)[-1:]:
        a, b = [13 * s + r for s in range(4) if left[s] >> r & 1][:2]
        best = (3 * WORTH[r], (a, b))
    for s, mask in enumerate(left):
        for r in bits(mask & (mask >> 1 | mask >> 2))[-1:]:
            step = 1 if mask >> r + 1 & 1 else 2
            value = WORTH[r] + WORTH[r + step] + WORTH[min(r + 1, 12)]
            if best is None or value > best[0]:
                best = (value, (13 * s + r, 13 * s + r + step))
    return best
