"""How a round of Römi may go on: played out quickly, by players who do what is plain.

A hand is four numbers, one a suit, in which the bits 0 to 12 are its ranks from the ace to the king; of twins in one
hand the second is kept apart. Nobody rearranges: melds are taken where they are seen first, runs before sets or sets
before runs, and whatever fits is added. Everybody draws from a share of the stock of their own, so that what one does
changes nothing of what others draw.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.board import Seat
from engine.cards import Card
from engine.games._melds import JOKER, MELD_MIN, RANKS, SUITS, lying, rank, worth
from engine.games._romi_state import GOES_OUT, NEVER_OPENED, OPENING, State, holding, meld_zones

WILD = -1
"""A joker. All other cards are 13 times the suit plus the rank."""
CODES = {Card(RANKS[r] + SUITS[s]): 13 * s + r for s in range(4) for r in range(13)} | {JOKER: WILD}
WORTH = [worth(Card(r + "S")) for r in RANKS]
TURNS_MAX = 30
"""So many turns each. Who has gone on for longer is as badly off as the others."""
TOGETHER = 3.0
"""What it is worth, in points, that a card in hand has another one beside it that may make a meld of both."""
OPENS_HIGH = 0.3
"""How much of its points a card is worth before the opening."""


class Found(NamedTuple):
    """Melds in a hand: what they are worth, their cards, and how many jokers stand in them."""

    worth: int
    melds: list[list[int]]
    jokers: int


def play_out(state: State, seat: Seat, rng: random.Random) -> float:
    """Play the round on to its end: how many points fewer this seat gets than the others do on average."""
    points = list(state.scored[-1]) if state.step == "scored" else Round(state, rng).points()
    others = sum(points) - points[seat]
    return others / (len(points) - 1) - points[seat]


class Hand:
    """The cards that a player holds."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.masks = [0, 0, 0, 0]
        self.twins: list[int] = []
        self.jokers = 0
        for card in cards:
            self.add(CODES[card])

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


class Round:
    """A round in the middle, and its players."""

    def __init__(self, state: State, rng: random.Random) -> None:
        self.seats, self.turn = state.seats, state.turn
        zones = state.zones
        self.hands = [Hand([card for zone in holding(seat) for card in zones[zone]]) for seat in range(state.seats)]
        self.opened, self.ended = list(state.opened), list(state.ended)
        self.top = CODES[zones["discard"][-1]] if zones["discard"] else WILD
        stock = [CODES[card] for card in zones["stock"]]
        if len(stock) < TURNS_MAX:
            rest = [CODES[card] for card in zones["discard"][:-1]]
            rng.shuffle(rest)
            stock = rest + stock
        self.stocks = [stock[seat :: state.seats] for seat in range(state.seats)]
        self.fits = {card for zone in meld_zones(state) for card in _fitting(tuple(zones[zone]))}
        """What can be added to the melds on the table."""
        self.has_drawn = state.step == "play"

    def points(self) -> list[int]:
        """Play on to the end of the round."""
        for _ in range(TURNS_MAX * self.seats):
            if self._take_turn(self.turn):
                return self._counted(self.turn)
            self.turn = (self.turn + 1) % self.seats
        return self._counted(None)

    def _counted(self, out: Seat | None) -> list[int]:
        return [
            GOES_OUT if seat == out else hand.points if self.opened[seat] else NEVER_OPENED
            for seat, hand in enumerate(self.hands)
        ]

    def _take_turn(self, seat: Seat) -> bool:
        """Whether the player goes out."""
        hand = self.hands[seat]
        if not self.has_drawn:
            if self.opened[seat] and self.top in self.fits:
                hand.add(self.top)
            elif self.stocks[seat]:
                hand.add(self.stocks[seat].pop())
        self.has_drawn = False
        found = NONE
        if self.ended[seat]:
            found = hand.melds()
            if not self.opened[seat] and found.worth >= OPENING:
                self.opened[seat] = True
            if self.opened[seat]:
                self._play(hand, found)
                found = NONE
        self.ended[seat] += 1
        if len(hand) <= 1 and self.opened[seat]:
            return True
        self.top = self._least(hand, found, self.opened[seat])
        hand.remove(self.top)
        return False

    def _play(self, hand: Hand, found: Found) -> None:
        """Lay the melds, and add what fits, but keep a card for the discard."""
        size = len(hand)
        for meld in found.melds:
            if size == len(meld):
                meld = meld[1:]
            if len(meld) < MELD_MIN:
                continue
            for card in meld:
                hand.remove(card)
            size -= len(meld)
            self._lie(meld)
        if self.fits:
            for card in sorted(hand.cards(), key=lambda card: -WORTH[card % 13]):
                if size > 1 and card in self.fits:
                    hand.remove(card)
                    size -= 1
                    self.fits |= _beside(card)
            while size > 1 and hand.jokers:
                hand.jokers -= 1
                size -= 1

    def _lie(self, meld: Sequence[int]) -> None:
        naturals = [card for card in meld if card != WILD]
        if len({card % 13 for card in naturals}) == 1:
            if len(meld) == 3:
                self.fits |= {13 * s + naturals[0] % 13 for s in range(4)} - set(naturals)
        else:
            self.fits |= (_beside(naturals[0]) | _beside(naturals[-1])) - set(naturals)

    def _least(self, hand: Hand, found: Found, opened: bool) -> int:
        """The card that is missed least."""
        kept = {card for meld in found.melds for card in meld}
        masks = hand.masks
        best, least = WILD, 1e9
        for s, mask in enumerate(masks):
            others = [other for i, other in enumerate(masks) if i != s]
            for r in bits(mask):
                card = 13 * s + r
                if card in kept:
                    continue
                near = (mask >> r + 1 & 3) | (mask << 2 >> r & 3)
                same = sum(other >> r & 1 for other in others)
                beside = (near.bit_count() if near else 0) + same
                cost = TOGETHER * beside + (-WORTH[r] if opened else OPENS_HIGH * WORTH[r])
                if cost < least:
                    best, least = card, cost
        for card in hand.twins:
            cost = -WORTH[card % 13] if opened else OPENS_HIGH * WORTH[card % 13]
            if cost < least:
                best, least = card, cost
        if best == WILD and not hand.jokers:
            best = hand.cards()[0]
        return best


@lru_cache(1024)
def _beside(card: int) -> frozenset[int]:
    """The next cards of its suit, above and below."""
    s, r = divmod(card, 13)
    return frozenset(13 * s + near % 13 for near in (r - 1, r + 1) if 0 <= near <= 13)


@lru_cache(1024)
def _fitting(lies: tuple[Card, ...]) -> frozenset[int]:
    """What can be added to a meld that lies so."""
    meld = lying(lies)
    naturals = [card for card in lies if card != JOKER]
    if meld.kind == "set":
        missing = [card for card in CODES if card != JOKER and rank(card) == rank(naturals[0]) and card not in naturals]
        return frozenset(CODES[card] for card in missing if len(lies) == 3)
    ends = [meld.joker[0] if card == JOKER else card for card in (lies[0], lies[-1])]
    inside = {CODES[card] for card in naturals}
    return frozenset(near for end in ends for near in _beside(CODES[end]) if near not in inside)
