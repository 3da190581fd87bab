"""How a round of Römi may go on: played out quickly, by players who do what is plain.

Nobody rearranges, and whatever fits is added. Everybody draws from a share of the stock of their own, so that what one
does changes nothing of what others draw.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from engine.board import Seat
from engine.cards import Card
from engine.games._melds import JOKER, MELD_MIN, lying, rank
from engine.games._romi_hand import CODES, NONE, WILD, WORTH, Found, Hand
from engine.games._romi_state import GOES_OUT, NEVER_OPENED, OPENING, State, holding, meld_zones

TURNS_MAX = 30
"""So many turns each. Who has gone on for longer is as badly off as the others."""


def play_out(state: State, seat: Seat, rng: random.Random) -> float:
    """Play the round on to its end: how many points fewer this seat gets than the others do on average."""
    points = list(state.scored[-1]) if state.step == "scored" else Round(state, rng).points()
    others = sum(points) - points[seat]
    return others / (len(points) - 1) - points[seat]


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
            if self._takes(seat, hand):
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
        self.top = hand.least(found, opened=self.opened[seat])
        hand.remove(self.top)
        return False

    def _takes(self, seat: Seat, hand: Hand) -> bool:
        """Whether the discard can be played at once."""
        top, opened = self.top, self.opened[seat]
        if opened and top in self.fits:
            return True
        if not self.ended[seat] or top == WILD or hand.beside(top) < 2:
            return False
        hand.add(top)
        found = hand.melds()
        hand.remove(top)
        return any(top in meld for meld in found.melds) and (opened or found.worth >= OPENING)

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
