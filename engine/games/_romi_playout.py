"""What a hand of Römi may come to: its player goes on with cards as they may come, until somebody goes out.

The rivals are not played. How soon one of them goes out is told by how many cards he holds, in chances that were
counted in games of bots: the luck of their play would hide by how little the choices of this player differ. Only what
the next of them makes of the discard is looked at. Which cards the player had better kept is said in hindsight.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from engine.board import Seat
from engine.cards import Card
from engine.games._melds import JOKER, MELD_MIN, lying
from engine.games._romi_hand import CODES, WILD, WORTH, Found, Hand
from engine.games._romi_state import GOES_OUT, NEVER_OPENED, OPENING, State, holding, meld_zones

FUTURES = 2
"""In so many ways the cards may come."""
TURNS_MAX = 5
"""So many turns ahead are looked at."""
DRAWS = 2 * (TURNS_MAX + 1)
"""For each of them, and for this turn, a card of the stock and a discard that lies there instead."""

GOES_OUT_WITH = (
    (1.0,),
    (0.52, 0.43, 0.41),
    (0.11, 0.26, 0.29, 0.30),
    (0.20, 0.18, 0.20, 0.19),
    (0.06, 0.19, 0.22, 0.24, 0.28),
    (0.03, 0.07, 0.13, 0.20, 0.22),
    (0.01, 0.08, 0.10, 0.16, 0.18),
    (0.02, 0.05, 0.12, 0.17, 0.17),
    (0.01, 0.02, 0.04, 0.10, 0.18),
)
"""By the cards that a player holds who has opened: how likely he goes out in his next turn, in the one after it if he
did not, and so on. From three he can lay a meld, from two only what fits. Counted in 3,000 rounds of four bots, as is
what follows."""
GOES_OUT_UNOPENED = (0.02, 0.05, 0.075, 0.10, 0.125, 0.15)
STAYS_UNOPENED = 0.75
"""How likely a player who has not opened does not open in his turn."""
CARD_POINTS, KEPT = 6.5, 0.8
"""What a card in the hand of a player counts who has opened; and which share of them is left after his turn."""
OPENED_POINTS = 25
"""What the hand of a player counts who opens."""
ALL_PLAY = 4
"""With fewer players there is less on the table to which cards could be added: who plays alone goes out rarely."""


def play_out(state: State, seat: Seat, rng: random.Random) -> float:
    """How many points fewer this seat may have at the end of the round than the others have on average."""
    if state.step == "scored":
        points = state.scored[-1]
        return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
    prospect = Prospect(state, seat)
    return sum(prospect.worth(draws) for draws in _futures(state, rng)) / FUTURES


def _futures(state: State, rng: random.Random) -> Iterator[Sequence[int]]:
    """The cards that may come, from the bottom of the stock: the same ones whatever has been drawn from its top."""
    cards = [CODES[card] for card in state.zones["stock"]]
    if len(cards) <= DRAWS:
        cards += [CODES[card] for card in rng.sample(state.zones["discard"], len(state.zones["discard"]))]
    step = max(len(cards) // FUTURES, 1)
    for first in range(0, FUTURES * step, step):
        yield [cards[(first + number) % len(cards)] for number in range(DRAWS)]


class Prospect:
    """What lies before a player."""

    def __init__(self, state: State, seat: Seat) -> None:
        zones = state.zones
        self.hand = Hand([card for zone in holding(seat) for card in zones[zone]])
        self.opened, self.ended = state.opened[seat], state.ended[seat]
        self.fits = Fits()
        for zone in meld_zones(state):
            self.fits |= fitting(tuple(zones[zone]))
        self.is_next = state.turn == seat
        self.has_drawn = self.is_next and state.step == "play"
        self.rivals = tuple(_rivals(state, seat, self.fits))
        self.ahead = outlook(self.rivals)

    def worth(self, draws: Sequence[int]) -> float:
        """How many points fewer than the others he is likely to have, if these cards come: a card of the stock, and a
        discard that lies there instead, for every turn."""
        hand, opened, goes_on, found = self.hand.copy(), self.opened, 1.0, 0.0
        left_points = hand.points if opened else NEVER_OPENED
        for discards, turn in enumerate(range(0 if self.is_next else 1, TURNS_MAX + 1), 1):
            ends, lost, won = self.ahead[turn]
            found += goes_on * ends * (lost - left_points)
            goes_on *= 1 - ends
            if turn or not self.has_drawn:
                hand.add(self._drawn(hand, opened, *draws[2 * turn : 2 * turn + 2]))
            left = left_in_hand(hand, self.fits, opened, discards) if self.ended + discards > 1 else None
            if left is None:
                continue
            opened = True
            if not left:
                return found + goes_on * (won - GOES_OUT)
            left_points = sum(left)
        return found + goes_on * (self.ahead[-1].lost - left_points)

    def _drawn(self, hand: Hand, opened: bool, card: int, discard: int) -> int:
        """The discard if it can be played at once, or else the card of the stock."""
        if opened and self.fits.takes(discard):
            return discard
        return discard if melds_with(hand, discard, opened) else card


def _rivals(state: State, seat: Seat, fits: Fits) -> Iterator[Rival]:
    """The others, from the next one on. He takes what has just been discarded, if he can play it at once."""
    for other in ((seat + number) % state.seats for number in range(1, state.seats)):
        hand, opened = Hand(state.zones[f"hand:{other}"]), state.opened[other]
        top = CODES[state.zones["discard"][-1]] if state.turn == other and state.ended[other] else WILD
        if opened and fits.takes(top):
            yield Rival(True, len(hand) - 1, took=True)
        elif (found := melds_with(hand, top, opened)) is not None:
            laid = sum(map(len, found.melds)) if not opened else next(len(meld) for meld in found.melds if top in meld)
            yield Rival(True, max(len(hand) - laid, 0), took=True)
        else:
            yield Rival(opened, len(hand))


class Rival(NamedTuple):
    opened: bool
    cards: int
    """After his last turn; or after the next, if he is about to take what has just been discarded."""
    took: bool = False

    def goes_out(self, turn: int) -> float:
        """How likely he goes out in this turn of his, if not before."""
        if self.took and self.cards and not turn:
            return 0.0
        chances = GOES_OUT_WITH[min(self.cards, len(GOES_OUT_WITH) - 1)] if self.opened else GOES_OUT_UNOPENED
        return chances[min(turn - self.took, len(chances) - 1)]

    def points(self, turn: int) -> float:
        """What his hand counts before this turn of his."""
        if self.opened:
            return CARD_POINTS * self.cards * KEPT**turn
        unopened = STAYS_UNOPENED**turn
        return NEVER_OPENED * unopened + OPENED_POINTS * (1 - unopened)


class Ahead(NamedTuple):
    """How likely a rival goes out just before a turn of this player; what the others have then on average; and what
    they have if it is this player who goes out in that turn."""

    ends: float
    lost: float
    won: float


@lru_cache(1024)
def outlook(rivals: tuple[Rival, ...]) -> list[Ahead]:
    """This turn, the next ones, and the one after those."""
    few = min((len(rivals) + 2) / (ALL_PLAY + 1), 1)
    now = Ahead(0, 0, sum(rival.points(0) for rival in rivals) / len(rivals))
    ahead = [now]
    for turn in range(TURNS_MAX + 1):
        chances = [few * rival.goes_out(turn) for rival in rivals]
        total = sum(rival.points(turn) for rival in rivals)
        others = [total - rival.points(turn) + GOES_OUT for rival in rivals]
        lost = sum(chance * points for chance, points in zip(chances, others, strict=True)) / (sum(chances) or 1)
        won = sum(rival.points(turn + 1) for rival in rivals)
        ahead.append(Ahead(1 - prod(1 - chance for chance in chances), lost / len(rivals), won / len(rivals)))
    return ahead


def left_in_hand(hand: Hand, fits: Fits, opened: bool, discards: int) -> list[int] | None:
    """What the cards count that are left when all is played that can be, and of the others the dearest are discarded;
    None if the player cannot open. A joker fits somewhere.

    R25: where too few would be left to discard a card is held back, or else a meld.
    """
    found = hand.melds()
    if not opened and found.worth < OPENING:
        return None
    left, spare = hand.cards(), hand.jokers - found.jokers
    for meld in found.melds:
        naturals = [card for card in meld if card != WILD]
        for card in naturals:
            left.remove(card)
        fits = fits.along(naturals)
        spare += len(meld) - MELD_MIN
    while (added := next(filter(fits.takes, left), None)) is not None:
        left.remove(added)
        fits = fits.after(added)
        spare += 1
    if len(left) + spare < discards:
        left += [card for card in found.melds[-1] if card != WILD]
    return sorted([WORTH[card % 13] for card in left], reverse=True)[discards:]


def melds_with(hand: Hand, card: int, opened: bool) -> Found | None:
    """The melds of a hand with this card, if it is in one of them, and they may be laid and (R25) leave a card."""
    if card == WILD or hand.beside(card) < MELD_MIN - 1 or len(hand) < MELD_MIN:
        return None
    hand.add(card)
    found = hand.melds()
    hand.remove(card)
    return found if any(card in meld for meld in found.melds) and (opened or found.worth >= OPENING) else None


class Fits(NamedTuple):
    """What can be added to the melds on the table, or given for a joker: somewhere, or at the ends of runs, which then
    go on. One bit a card."""

    amid: int = 0
    below: int = 0
    above: int = 0

    def takes(self, card: int) -> bool:
        return card != WILD and bool((self.amid | self.below | self.above) >> card & 1)

    def after(self, card: int) -> Fits:
        """What fits once this card, which did, is added."""
        amid, below, above = self
        bit = 1 << card
        if above & bit:
            return Fits(amid, below, above & ~bit | _next_above(card))
        if below & bit:
            return Fits(amid, below & ~bit | _next_below(card), above)
        return Fits(amid & ~bit, below, above)

    def along(self, meld: Sequence[int]) -> Fits:
        """What fits once this meld, a run in its order, lies as well."""
        amid, below, above = self
        first, last = meld[0], meld[-1]
        if first % 13 == last % 13:
            return Fits(
                amid | sum(1 << 13 * s + first % 13 for s in range(4)) & ~sum(1 << card for card in meld), below, above
            )
        return Fits(amid, below | _next_below(first), above | _next_above(last))

    def __or__(self, other: Fits) -> Fits:
        return Fits(self.amid | other.amid, self.below | other.below, self.above | other.above)


@lru_cache(1024)
def fitting(lies: tuple[Card, ...]) -> Fits:
    """What can be added to a meld that lies so, or given for its joker."""
    meld = lying(lies)
    if meld.kind == "set":
        return Fits().along([CODES[card] for card in lies if card != JOKER])
    stands = [CODES[meld.joker[0] if card == JOKER else card] for card in lies]
    return Fits(sum(1 << CODES[card] for card in meld.joker)).along(stands)


def _next_above(card: int) -> int:
    """An ace ends a run."""
    suit, r = divmod(card, 13)
    return 1 << 13 * suit + (r + 1) % 13 if r else 0


def _next_below(card: int) -> int:
    return 1 << card - 1 if card % 13 else 0
