"""The melds of Römi: what a set and a run are, how they grow, and what a joker stands for (R6 to R10, R19, R21, R22).

A meld lies on the table as its cards in order, in a run the joker in the place of the card that it stands for. That is
all there is to know of a meld: `lying` reads the rest from its cards. What is no meld is `Refused`, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.board import Refused
from engine.cards import Card, deck_of

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = Card("*")
DECK = tuple(deck_of({**{rank + suit: 2 for suit in SUITS for rank in RANKS}, JOKER: 4}))
"""R1: two packs and four jokers. A card is its rank and its suit: 10H is the ten of hearts."""

LINE = (*RANKS, "A")
"""R7: the ranks in the order of a run. The ace is at either end."""
RUN_MAX = 13
"""R7: an ace stands in one place only."""

Cards = tuple[Card, ...]
End = Literal["", "low", "high"]
"""R9: the answer to the question at which end of a run its joker stands."""


class Meld(NamedTuple):
    """A meld that lies on the table."""

    kind: Literal["set", "run"]
    cards: Cards
    """In the order of the table: a run from its lowest card up."""
    joker: Cards
    """What its joker stands for: no card, one, or (R9, in a set of three) one of two."""

    @property
    def worth(self) -> int:
        """R19: a joker counts as the card it stands for."""
        return sum(worth(card) for card in (*self.cards, *self.joker[:1]) if card != JOKER)


def suit(card: Card) -> str:
    return card[-1]


def rank(card: Card) -> str:
    return card[:-1]


def worth(card: Card) -> int:
    """R19: 2 to 10 face value, jack, queen, king and ace 10. R27: a joker in hand 20."""
    return 20 if card == JOKER else min(RANKS.index(rank(card)) + 1, 10) if rank(card) != "A" else 10


def meld(cards: Sequence[Card], end: End = "") -> Meld:
    """R6 to R9: the meld that these cards make, given in any order.

    Raises Refused: too-few (how many), two-jokers, twins (of which card), no-meld, set-full, run-gap (the first card
    that is missing), ace-in-middle, run-too-long; or which-end (low card, high card), if the joker may stand for either
    and `end` does not say for which.
    """
    naturals = _naturals(cards)
    if len(cards) < 3:
        raise Refused("too-few", len(cards), rule="R6")
    if len({rank(card) for card in naturals}) == 1:
        return _set((), cards)
    if len({suit(card) for card in naturals}) == 1:
        return _run((), cards, end)
    raise Refused("no-meld", rule="R6")


def lying(cards: Sequence[Card]) -> Meld:
    """The meld that lies on the table as these cards in this order."""
    naturals = [card for card in cards if card != JOKER]
    if len({rank(card) for card in naturals}) == 1:
        missing = tuple(Card(rank(naturals[0]) + each) for each in SUITS if each not in map(suit, naturals))
        return Meld("set", tuple(cards), missing if JOKER in cards else ())
    stands = _stands(cards, _start(cards))
    return Meld("run", tuple(cards), tuple(stands[i] for i, card in enumerate(cards) if card == JOKER))


def grown(cards: Sequence[Card], added: Sequence[Card], end: End = "") -> Meld:
    """R8 to R10: the meld on the table after cards are added to it, given in any order.

    Raises Refused: two-jokers, twins, set-full, does-not-fit (which card) or as for a new meld.
    """
    _naturals(added)
    if JOKER in cards and JOKER in added:
        raise Refused("two-jokers", rule="R8")
    return _set(cards, added) if lying(cards).kind == "set" else _run(cards, added, end)


def swapped(cards: Sequence[Card], card: Card) -> Meld:
    """R21: the meld on the table after its joker is taken for the card that it stands for.

    Raises Refused: no-joker; joker-open (the two cards), for R22; not-the-joker (what it stands for).
    """
    joker = lying(cards).joker
    if not joker:
        raise Refused("no-joker", rule="R21")
    if len(joker) > 1:
        raise Refused("joker-open", *joker, rule="R22")
    if card != joker[0]:
        raise Refused("not-the-joker", *joker, rule="R21")
    return lying([card if each == JOKER else each for each in cards])


def _naturals(cards: Sequence[Card]) -> list[Card]:
    """The cards that are no joker. Refuses what no meld may hold: two jokers, and twins."""
    naturals = [card for card in cards if card != JOKER]
    if len(cards) > len(naturals) + 1:
        raise Refused("two-jokers", rule="R8")
    for card in naturals:
        if naturals.count(card) > 1:
            raise Refused("twins", card, rule="R6")
    return naturals


def _set(lie: Sequence[Card], added: Sequence[Card]) -> Meld:
    """R6: a set of three or four cards of one rank. It lies by suits, what is added later behind it."""
    cards = (*lie, *sorted(added, key=lambda card: (card == JOKER, SUITS.index(suit(card)) if card != JOKER else 0)))
    naturals = _naturals(cards)
    for card in naturals:
        if rank(card) != rank(naturals[0]):
            raise Refused("does-not-fit", card, rule="R6")
    if len(cards) > len(SUITS):
        raise Refused("set-full", rule="R6")
    return lying(cards)


def _run(lie: Sequence[Card], added: Sequence[Card], end: End) -> Meld:
    """R7: a run of three or more in order in one suit. R10: what lies stays in its place, the rest grows around it."""
    size = len(lie) + len(added)
    starts = range(len(LINE) + 1)
    if lie:
        starts = range(max(_start(lie) - len(added), 0), _start(lie) + 1)
    readings: dict[Cards, Meld] = {}
    for start in starts:
        if start + size <= len(LINE) and size <= RUN_MAX:
            before = _start(lie) - start if lie else 0
            stands = _stands((*lie, *added), start)
            rest = stands[:before] + stands[before + len(lie) :]
            if all(card in rest for card in added if card != JOKER):
                around = tuple(card if card in added else JOKER for card in rest)
                run = lying((*around[:before], *lie, *around[before:]))
                readings.setdefault(run.joker, run)
    if not readings:
        raise _no_run(lie, added)
    low, *others = readings.values()
    if others and not end:
        raise Refused("which-end", low.joker[0], others[0].joker[0], rule="R9")
    return others[0] if others and end == "high" else low


def _no_run(lie: Sequence[Card], added: Sequence[Card]) -> Refused:
    """Why these cards do not make a run."""
    cards = (*lie, *added)
    naturals = [card for card in cards if card != JOKER]
    for card in naturals:
        if suit(card) != suit(naturals[0]):
            return Refused("does-not-fit", card, rule="R7")
        if naturals.count(card) > 1:
            return Refused("twins", card, rule="R7")
    if len(cards) > RUN_MAX:
        return Refused("run-too-long", rule="R7")
    ranks = {rank(card) for card in naturals}
    if {"K", "A", "2"} <= ranks:
        return Refused("ace-in-middle", rule="R7")
    places = [i for i, each in enumerate(LINE) if each in ranks]
    if "A" in ranks:  # at the end that is nearer
        places = min(places[1:], places[:-1], key=lambda spread: spread[-1] - spread[0])
    gap = next(i for i in range(places[0], places[-1]) if LINE[i] not in ranks)
    return Refused("run-gap", LINE[gap] + suit(naturals[0]), rule="R7")


def _start(cards: Sequence[Card]) -> int:
    """The place of a run's first card in LINE."""
    i = next(i for i, card in enumerate(cards) if card != JOKER and rank(card) != "A")
    return RANKS.index(rank(cards[i])) - i


def _stands(cards: Sequence[Card], start: int) -> Cards:
    """The cards that these cards, all of one suit, stand for in a run from this place of LINE up."""
    of = suit(next(card for card in cards if card != JOKER))
    return tuple(Card(each + of) for each in LINE[start : start + len(cards)])
