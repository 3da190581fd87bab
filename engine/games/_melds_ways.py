"""The ways to play the cards of a hand of Römi: to lay them, to add them, to give them for a joker.

A run of six or more is two shorter ones, and three cards at one end of a run are a run of their own. So it is enough
to look at new runs of up to five cards, and to add up to two cards at either end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.cards import Card
from engine.games._melds import (
    JOKER,
    LINE,
    LINES,
    MELD_MIN,
    RANKS,
    RUN_MAX,
    SUITS,
    Cards,
    End,
    grown,
    line_of,
    lying,
    start_of,
    swapped,
    worth,
)


class Lay(NamedTuple):
    """Lay a new meld."""

    cards: Cards
    """In the order of the table."""
    end: End = ""


class Add(NamedTuple):
    """Add to a meld. Melds have numbers: those of the table as given, then the new ones in the order of laying."""

    to: int
    cards: Cards
    end: End = ""


class Swap(NamedTuple):
    """Give the card for the joker of a meld."""

    to: int
    card: Card


Play = Lay | Add | Swap

CELLS = {Card(rank + suit): 1 << i for i, (rank, suit) in enumerate((r, s) for r in LINE[:0:-1] for s in SUITS)}
"""A bit for every natural card. What is dear to keep comes first, so that it shows early what a turn costs."""
WORTH = {cell: worth(card) for card, cell in CELLS.items()}
TABLE = 1 << len(CELLS)
"""The bit of the first meld of the table. Each of them grows once at most."""
LAY_MAX = 5
ADD_MAX = 2


class Way(NamedTuple):
    """What some cards of a hand can do."""

    cells: int
    """The cells of its natural cards, and that of the meld of the table to which they are added."""
    jokers: int
    gained: int
    """Of all its jokers, one at most, whether it was swapped out of another meld, and so comes after the opening."""
    natural: int
    """What its natural cards are worth."""
    counts: int
    """R18: what it counts towards opening."""
    play: Lay | Add


def ways_to_play(naturals: Sequence[int], jokers: int, gained: int, table: Sequence[Cards]) -> list[Way]:
    """What cards of these cells and so many jokers can do, so many of them gained. The best to try comes last."""
    cells = sum(set(naturals)) + TABLE * ((1 << len(table)) - 1)
    found = [way for to, lie in enumerate(table) for way in _adds(lie, to) if jokers or not way.jokers]
    for cell in sorted(set(naturals)):
        found += LAYS[cell][jokers > 0]
    ways = []
    for way in found:
        if way.cells & cells == way.cells:
            ways.append(way)
            if gained and way.jokers and way.natural:
                ways.append(_late(way))
    return ways


class Swapping(NamedTuple):
    """Some swaps, and the hand and the table after them."""

    plays: tuple[Play, ...]
    hand: Cards
    table: tuple[Cards, ...]


def swappings(hand: Cards, table: tuple[Cards, ...], start: int = 0) -> Iterator[Swapping]:
    """R21: all ways to swap jokers, from the meld with the number `start` on. Not to swap is the first."""
    yield Swapping((), hand, table)
    for to, lie in enumerate(table[start:], start):
        cards = lying(lie).joker if JOKER in lie else ()
        if cards and all(card in hand for card in cards):
            *first, last = cards  # R22: a set of three grows first
            plays: tuple[Play, ...] = (*(Add(to, (card,)) for card in first), Swap(to, last))
            now = swapped(grown(lie, first).cards if first else lie, last).cards
            rest = list(hand)
            for card in cards:
                rest.remove(card)
            for more in swappings((*rest, JOKER), (*table[:to], now, *table[to + 1 :]), to + 1):
                yield more._replace(plays=(*plays, *more.plays))


def parted(cards: Cards) -> tuple[Cards, Cards]:
    """A new meld with a joker as the meld that it is without, if it is one, and what is added to that."""
    i = cards.index(JOKER)
    if i >= MELD_MIN:
        return cards[:i], cards[i:]
    if len(cards) - i > MELD_MIN:
        return cards[i + 1 :], cards[: i + 1]
    return (), cards


def each(cells: int) -> Iterator[int]:
    """Each cell of several."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def end_of(cards: Cards) -> End:
    """R9: at which end the joker of these cards stands."""
    return "low" if cards[0] == JOKER else "high" if cards[-1] == JOKER else ""


def _way(play: Lay | Add, counts: int = 0) -> Way:
    naturals = [card for card in play.cards if card != JOKER]
    cells = sum(CELLS[card] for card in naturals) + (TABLE << play.to if isinstance(play, Add) else 0)
    return Way(cells, len(play.cards) - len(naturals), 0, sum(map(worth, naturals)), counts, play)


def _late(way: Way) -> Way:
    """The same with a joker that was gained. What can be laid before it counts."""
    natural = parted(way.play.cards)[0] if isinstance(way.play, Lay) else ()
    return way._replace(jokers=0, gained=1, counts=sum(map(worth, natural)))


def _new_melds() -> Iterator[tuple[Cards, Cards]]:
    """Every set, and every run that is short enough: its cards, and cards of the worth that they stand for."""
    for rank in RANKS:
        all_four = tuple(Card(rank + suit) for suit in SUITS)
        for stands in (*combinations(all_four, 3), all_four):
            yield stands, stands
        for naturals in (*combinations(all_four, 2), *combinations(all_four, 3)):
            yield (*naturals, JOKER), (*naturals, naturals[0])
    for line in LINES.values():
        for size in range(MELD_MIN, LAY_MAX + 1):
            for stands in (line[i : i + size] for i in range(len(line) - size + 1)):
                yield stands, stands
                for i in range(size):
                    yield (*stands[:i], JOKER, *stands[i + 1 :]), stands


def _lays() -> dict[int, tuple[list[Way], list[Way]]]:
    """The new melds by their first cell: those without a joker, and all.

    Of two that take the same cards that which counts more is enough.
    """
    ways: dict[tuple[int, int], Way] = {}
    for cards, stands in _new_melds():
        way = _way(Lay(cards, end_of(cards)), sum(map(worth, stands)))
        ways[way[:2]] = max(way, ways.get(way[:2], way), key=lambda way: way.counts)
    lays: dict[int, tuple[list[Way], list[Way]]] = {cell: ([], []) for cell in WORTH}
    for way in sorted(ways.values(), key=lambda way: (-way.jokers, way.natural)):
        without, every = lays[way.cells & -way.cells]
        every.append(way)
        if not way.jokers:
            without.append(way)
    return lays


LAYS = _lays()


@lru_cache(2048)
def _adds(lie: Cards, to: int) -> tuple[Way, ...]:
    """The ways to add to the meld of the table with this number, which lies so."""
    ways: dict[tuple[int, int], Way] = {}
    for cards in _additions(lie):
        with_joker = [(*cards[:i], JOKER, *cards[i + 1 :]) for i in range(len(cards)) if JOKER not in lie]
        for added in (cards, *with_joker):
            way = _way(Add(to, added, end_of(added)))
            ways[way[:2]] = way
    return tuple(ways.values())


def _additions(lie: Cards) -> Iterator[Cards]:
    """The natural cards that fit a meld of the table, in its order."""
    if lying(lie).kind == "set":
        if len(lie) < len(SUITS):
            rank = next(card for card in lie if card != JOKER)[:-1]
            yield from ((card,) for card in (Card(rank + suit) for suit in SUITS) if card not in lie)
        return
    line, start = line_of(lie), start_of(lie)
    end = start + len(lie)
    for low in range(max(start - ADD_MAX, 0), start + 1):
        for high in range(end, min(end + ADD_MAX, len(line)) + 1):
            if len(lie) < high - low <= RUN_MAX:
                yield line[low:start] + line[end:high]
