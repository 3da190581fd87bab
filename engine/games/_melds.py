"""The melds of Römi: what a set and a run are, how they grow, and what a joker stands for (R6 to R10, R19, R21, R22).

A meld lies on the table as its cards in order, in a run the joker in the place of the card that it stands for. That is
all there is to know of a meld: `lying` reads the rest from its cards. What is no meld is `Refused`, with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from engine.board import Refused
from engine.cards import Card, deck_of

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = Card("*")
DECK = tuple(deck_of({**{rank + suit: 2 for suit in SUITS for rank in RANKS}, JOKER: 4}))
"""R1: two packs and four jokers. A card is its rank and its suit: 10H is the ten of hearts."""

MELD_MIN = 3
LINE = (*RANKS, "A")
"""R7: the ranks in the order of a run. The ace is at either end,"""
RUN_MAX = 13
"""but in one place only."""

POINTS = {rank: int(rank) if rank.isdecimal() else 10 for rank in RANKS}
"""R19: what a card counts in a meld, R27: and in hand."""

Cards = tuple[Card, ...]
LINES: dict[str, Cards] = {suit: tuple(Card(rank + suit) for rank in LINE) for suit in SUITS}

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
    return 20 if card == JOKER else POINTS[rank(card)]


def meld(cards: Sequence[Card], end: End = "") -> Meld:
    """R6 to R9: the meld that these cards make, given in any order.

    Raises Refused: too-few (how many), two-jokers, twins (of which card), no-meld, set-full, run-gap (the first card
    that is missing), ace-in-middle, run-too-long; or which-end (low card, high card), if the joker may stand for either
    and `end` does not say for which.
    """
    if len(cards) < MELD_MIN:
        raise Refused("too-few", len(cards), rule=rule_of(cards))
    naturals = _naturals(cards)
    if len({rank(card) for card in naturals}) == 1:
        return _set((), cards)
    if len({suit(card) for card in naturals}) == 1:
        return _run((), cards, end)
    raise Refused("no-meld", rule="R6")


def grown(lie: Sequence[Card], added: Sequence[Card], end: End = "") -> Meld:
    """R8 to R10: the meld on the table that lies so, after cards are added to it, given in any order.

    Raises Refused: does-not-fit (which card), or as for a new meld.
    """
    _naturals(added, lie)
    if JOKER in lie and JOKER in added:
        raise Refused("two-jokers", rule="R8")
    return _set(lie, added) if lying(lie).kind == "set" else _run(lie, added, end)


def swapped(lie: Sequence[Card], card: Card) -> Meld:
    """R21: the meld on the table that lies so, after its joker is taken for the card that it stands for.

    Raises Refused: no-joker; joker-open (the two cards), for R22; not-the-joker (what it stands for).
    """
    joker = lying(lie).joker
    if not joker:
        raise Refused("no-joker", rule="R21")
    if len(joker) > 1:
        raise Refused("joker-open", *joker, rule="R22")
    if card != joker[0]:
        raise Refused("not-the-joker", *joker, rule="R21")
    return lying([card if each == JOKER else each for each in lie])


def lying(lie: Sequence[Card]) -> Meld:
    """The meld on the table that lies as these cards in this order."""
    naturals = [card for card in lie if card != JOKER]
    if len({rank(card) for card in naturals}) == 1:
        all_four = (Card(rank(naturals[0]) + each) for each in SUITS)
        return Meld("set", tuple(lie), tuple(card for card in all_four if JOKER in lie and card not in naturals))
    return Meld("run", tuple(lie), tuple(_stands(lie)[i] for i, card in enumerate(lie) if card == JOKER))


def start_of(lie: Sequence[Card]) -> int:
    """The place in LINE of the first card of a run."""
    i = next(i for i, card in enumerate(lie) if card != JOKER and rank(card) != "A")
    return RANKS.index(rank(lie[i])) - i


def line_of(cards: Sequence[Card]) -> Cards:
    """All cards of the suit of these, in the order of a run."""
    return LINES[suit(next(card for card in cards if card != JOKER))]


def rule_of(cards: Collection[Card], lie: Sequence[Card] = ()) -> str:
    """R7 if these cards could only be a run, or are to be added to one that lies so; otherwise R6."""
    if lie:
        return "R6" if lying(lie).kind == "set" else "R7"
    naturals = [card for card in cards if card != JOKER]
    return "R7" if len({suit(card) for card in naturals}) == 1 < len({rank(card) for card in naturals}) else "R6"


def _naturals(cards: Sequence[Card], lie: Sequence[Card] = ()) -> list[Card]:
    """The cards that are no jokers. Refuses what no meld may hold, or may get: two jokers, and twins."""
    naturals = [card for card in cards if card != JOKER]
    if len(cards) > len(naturals) + 1:
        raise Refused("two-jokers", rule="R8")
    for card in naturals:
        if naturals.count(card) > 1:
            raise Refused("twins", card, rule=rule_of(cards, lie))
    return naturals


def _set(lie: Sequence[Card], added: Sequence[Card]) -> Meld:
    """R6: a set of three or four cards of one rank. It lies by suits; what is added lies behind."""
    if len(lie) + len(added) > len(SUITS):
        raise Refused("set-full", rule="R6")
    cards = (*lie, *sorted(added, key=DECK.index))
    naturals = _naturals(cards)
    for card in naturals:
        if rank(card) != rank(naturals[0]):
            raise Refused("does-not-fit", card, rule="R6")
    return lying(cards)


def _run(lie: Sequence[Card], added: Sequence[Card], end: End) -> Meld:
    """R7: a run of three or more in order in one suit. R9: if its joker may stand at either end, `end` says where."""
    runs: dict[Cards, Meld] = {}
    for run in _runs(lie, added):
        runs.setdefault(run.joker, run)
    if not runs:
        raise _no_run(lie, added)
    low, *high = runs.values()
    if high and not end:
        raise Refused("which-end", low.joker[0], high[0].joker[0], rule="R9")
    return high[0] if high and end == "high" else low


def _runs(lie: Sequence[Card], added: Sequence[Card]) -> Iterator[Meld]:
    """The runs, from the lowest, that the added cards make around those that lie. R10: these stay as they are."""
    size = len(lie) + len(added)
    if size > RUN_MAX:
        return
    line = line_of((*lie, *added))
    for start in range(len(LINE) - size + 1):
        before = start_of(lie) - start if lie else 0
        if 0 <= before <= len(added):
            rest = line[start : start + before] + line[start + before + len(lie) : start + size]
            if all(card in rest for card in added if card != JOKER):
                around = [card if card in added else JOKER for card in rest]
                yield lying((*around[:before], *lie, *around[before:]))


def _no_run(lie: Sequence[Card], added: Sequence[Card]) -> Refused:
    """Why these cards make no run."""
    line, there = line_of((*lie, *added)), _stands(lie) if lie else ()
    naturals = [card for card in added if card != JOKER]
    for card in naturals:
        if card not in line or card in there:
            return Refused("does-not-fit", card, rule="R7")
    if len(lie) + len(added) > RUN_MAX:
        return Refused("run-too-long", rule="R7")
    ranks = {rank(card) for card in (*there, *naturals)}
    if {"K", "A", "2"} <= ranks:
        return Refused("ace-in-middle", rule="R7")
    places = [i for i, each in enumerate(LINE) if each in ranks]
    if "A" in ranks:  # at the end that is nearer
        places = min(places[1:], places[:-1], key=lambda several: several[-1] - several[0])
    return Refused("run-gap", next(line[i] for i in range(places[0], places[-1]) if i not in places), rule="R7")


def _stands(lie: Sequence[Card]) -> Cards:
    """The cards that those of a run stand for."""
    return line_of(lie)[start_of(lie) : start_of(lie) + len(lie)]
