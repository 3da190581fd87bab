"""What melds there are in Römi and what a hand can do, found out by trying everything: to judge the solver by.

It shares nothing with the solver but the names of the cards and of the plays.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Protocol

from engine.cards import Card
from engine.games._melds import Cards, grown, swapped
from engine.games._melds_solver import Add, Lay, Plan, Swap, least, most

STAR = Card("*")
UP = ["A", *map(str, range(2, 11)), "J", "Q", "K", "A"]
SUITS = "SHDC"
NATURALS = [Card(rank + suit) for rank in UP[:13] for suit in SUITS]
PACKS = (*NATURALS, *[STAR] * 4, *NATURALS)

Table = tuple[Cards, ...]


def worth_of(card: Card) -> int:
    """R19."""
    return int(card[:-1]) if card[:-1].isdecimal() else 10


def in_hand(cards: Sequence[Card]) -> int:
    """R27."""
    return sum(20 if card == STAR else worth_of(card) for card in cards)


def _every_meld() -> Iterator[tuple[Cards, tuple[Card, ...]]]:
    for rank in UP[:13]:
        four = [Card(rank + suit) for suit in SUITS]
        for size in (3, 4):
            for chosen in combinations(four, size):
                yield chosen, ()
            for chosen in combinations(four, size - 1):
                yield (*chosen, STAR), tuple(card for card in four if card not in chosen)
    for suit in SUITS:
        for size in range(3, 14):
            for low in range(14 - size + 1):
                run = [Card(rank + suit) for rank in UP[low : low + size]]
                yield tuple(run), ()
                for i, card in enumerate(run):
                    yield (*run[:i], STAR, *run[i + 1 :]), (card,)


EVERY = dict(_every_meld())
"""Every meld, and what its joker stands for. A run lies from low to high, a set by suits, its joker last."""

READINGS: dict[Cards, list[Cards]] = {}
"""The melds that the same cards make, from the lowest."""
for _meld in EVERY:
    READINGS.setdefault(tuple(sorted(_meld)), []).append(_meld)


def is_set(meld: Sequence[Card]) -> bool:
    return len({card[:-1] for card in meld if card != STAR}) == 1


def kin(meld: Sequence[Card]) -> str:
    """The rank of a set, the suit of a run."""
    natural = next(card for card in meld if card != STAR)
    return natural[:-1] if is_set(meld) else natural[-1]


KIN: dict[str, list[Cards]] = {}
for _meld in EVERY:
    KIN.setdefault(kin(_meld), []).append(_meld)


def neat(meld: Sequence[Card]) -> Cards:
    """A set that has grown on the table, as it is named in EVERY."""
    return tuple(sorted(meld, key=PACKS.index)) if is_set(meld) else tuple(meld)


@cache
def growths(lie: Cards) -> tuple[tuple[Cards, Cards], ...]:
    """What a meld may grow to in one addition, and the cards that this takes."""
    found = []
    for more in KIN[kin(lie)]:
        starts = range(len(more) - len(lie) + 1)
        holds = set(lie) <= set(more) if is_set(lie) else any(more[i : i + len(lie)] == lie for i in starts)
        if holds and more != lie:
            found.append((more, tuple(card for card in more if card not in lie)))
    return tuple(found)


def worth_laid(meld: Cards) -> int:
    return sum(worth_of(card) for card in (*meld, *EVERY[meld][:1]) if card != STAR)


# All turns, one after the other


def ends(hand: Cards, table: Table, opening: int) -> set[tuple[Cards, int]]:
    """Everything that can be in hand at the end of a turn before the discard, and what the new melds were worth."""
    start = (tuple(sorted(hand)), tuple(map(neat, table)), 0)
    seen, todo = {start}, [start]
    while todo:
        cards, lies, laid = todo.pop()
        for after in _plays(cards, lies, laid, opened=laid >= opening):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return {(cards, laid) for cards, _, laid in seen if laid >= opening and cards.count(STAR) <= hand.count(STAR)}


def _plays(cards: Cards, lies: Table, laid: int, *, opened: bool) -> Iterator[tuple[Cards, Table, int]]:
    have = set(cards)
    for meld in _melds_of(cards):
        yield _without(cards, meld), tuple(sorted((*lies, meld))), laid + worth_laid(meld)
    for i, lie in enumerate(lies if opened else ()):
        for more, extra in growths(lie):
            if have.issuperset(extra):
                yield _without(cards, extra), tuple(sorted((*lies[:i], more, *lies[i + 1 :]))), laid
        if len(EVERY[lie]) == 1 and EVERY[lie][0] in have:
            natural = neat([EVERY[lie][0] if card == STAR else card for card in lie])
            now = tuple(sorted((*lies[:i], natural, *lies[i + 1 :])))
            yield tuple(sorted((*_without(cards, EVERY[lie]), STAR))), now, laid


@lru_cache(1000)
def _melds_of(cards: Cards) -> list[Cards]:
    return [meld for meld in EVERY if set(cards).issuperset(meld)]


def _without(cards: Cards, gone: Sequence[Card]) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def fewest_left(hand: Cards, table: Table = (), opening: int = 0, due: Cards = ()) -> int | None:
    """The fewest points that can be left after the discard. A joker is discarded only if nothing else is left."""
    points = []
    for cards, _ in ends(hand, table, opening):
        if cards and all(cards.count(card) <= hand.count(card) - due.count(card) for card in due):
            naturals = [card for card in cards if card != STAR]
            points.append(in_hand(cards) - in_hand([max(naturals, key=worth_of)] if naturals else [STAR]))
    return min(points, default=None)


def most_laid(hand: Cards) -> int | None:
    """The most that new melds can be worth, with a card to discard."""
    return max((laid for cards, laid in ends(hand, (), 0) if cards), default=None)


# A plan, followed play by play


def follow(plan: Plan, hand: Cards, table: Table = (), opening: int = 0, due: Cards = ()) -> None:
    """Assert that a plan is a turn that the rules allow, and that it tells the truth about itself."""
    held, lies, laid, opened = Counter(hand), list(table), 0, False
    for play in plan.plays:
        match play:
            case Lay(cards, end):
                assert cards in EVERY
                assert end == "" or cards == READINGS[tuple(sorted(cards))][-1 if end == "high" else 0]
                gone, lies = Counter(cards), [*lies, cards]
                laid += 0 if opened else worth_laid(cards)
            case Add(to, cards, end):
                opened, gone, before = True, Counter(cards), lies[to]
                lies[to] = grown(before, cards, end).cards
                assert set(cards) in [set(extra) for more, extra in growths(neat(before)) if more == neat(lies[to])]
            case Swap(to, card):
                opened, gone, before = True, Counter([card]), lies[to]
                assert EVERY[neat(before)] == (card,)
                lies[to] = swapped(before, card).cards
                assert Counter(lies[to]) == Counter(before) - Counter([STAR]) + Counter([card])
                held[STAR] += 1
        assert not opened or laid >= opening
        assert not gone - held
        held -= gone
    assert laid >= opening
    assert laid == plan.opening
    assert held == Counter((*plan.left, plan.discard))
    assert held[STAR] <= hand.count(STAR)
    assert all(held[card] <= hand.count(card) - due.count(card) for card in due)
    assert plan.points == in_hand(plan.left)
    naturals = [card for card in held if card != STAR]
    assert plan.discard in ([card for card in naturals if worth_of(card) == max(map(worth_of, naturals))] or [STAR])


# Positions to try


def position(rng: random.Random, size: int, melds: int) -> tuple[Cards, Table]:
    """A hand of any such cards, and so many melds on the table, out of the same two packs."""
    rest, table = Counter(PACKS), []
    shapes = [meld for meld in EVERY if len(meld) <= 6]
    while len(table) < melds:
        meld = rng.choice(shapes)
        if not Counter(meld) - rest:
            rest -= Counter(meld)
            table.append(meld)
    return tuple(rng.sample(list(rest.elements()), size)), tuple(table)


def nasty(rng: random.Random, size: int, melds: int) -> tuple[Cards, Table]:
    """The same with a hand of few suits, few ranks and many jokers: twins, long runs, runs that cross sets."""
    rest, table = position(rng, len(PACKS) - 6 * melds, melds)
    suits, low = rng.sample(SUITS, rng.randint(1, 4)), rng.randrange(13)
    ranks = [UP[(low + i) % 13] for i in range(rng.randint(3, 13))]
    near = [card for card in rest if card[-1] in suits and card[:-1] in ranks]
    jokers = [STAR] * min(rest.count(STAR), rng.choice((0, 0, 1, 2, 3, 4)))
    return tuple([*jokers, *rng.sample(near, len(near))][:size]), table


def written(text: str) -> tuple[Cards, Table]:
    """A hand and the melds on the table, as they are written below."""
    hand, *table = (tuple(map(Card, cards.split())) for cards in text.replace("/", "|").split("|"))
    return hand, tuple(table)


HARD = (
    "AD KS KH KH QS QH QH QC JS JS JH 6S 6C 4S 2C / QS QD QC * | 3C 4C 5C | * 2D 3D 4D 5D | 3S * 5S",
    "AH KS KS QC 10S 10H 10C 9S 9C 8S 8S 8H 7H 7H 4H / 4C 5C 6C 7C * | 10S JS QS | 7C 8C * | QS QH QD * | 2H 3H * 5H |"
    " AD 2D 3D | 4C 5C 6C | AS 2S 3S | 4D 5D 6D 7D 8D | 6D 7D 8D 9D | 8C 9C 10C JC | 9H 10H JH QH | 3S 3D 3C |"
    " JS JD JC",
    "* KS KD KD KC QC JS JS JD JC 9H 7H 4H 3D 2H / 3H * 5H 6H | 2D * 4D 5D | 5D 6D 7D 8D | AS AD AC | 7H 8H 9H 10H JH |"
    " AS AH AD AC | 8H * 10H JH",
    "AH QS QH QC JS JD JD 10S 10D 9H 9D 9C 8D 8D 7S / AH AD AC | 8S 9S * | 7C 8C * 10C JC | JH * KH | 3S 4S 5S |"
    " 3S 3H 3D | 2S 2D 2C | 5H 6H 7H 8H | 8H 9H 10H JH QH | 3H 4H 5H 6H 7H | KH KD KC | JC * KC AC",
    "* * * AD KH KH KD QS QH QD QC QC JH JD JD JC 10S 10H 10D 10C 9H 9C",
    "* * * KS KS KH KC QS QH QH QC JS JH JC JC 10S 10H 10D 10C 9S 9H 8H",
    "* * * * 6S 6H 6D 6D 6C 5S 5H 5H 5D 5C 4H 4D 4C 3S 3H 3H 3D 3C",
)
"""Positions that take the solver longest, of those that a search for them has found."""


class Oracle(Protocol):
    def fewest_left(self, hand: Cards, table: Table, opening: int, due: Cards) -> int | None: ...
    def most_laid(self, hand: Cards) -> int | None: ...


def compare(oracle: Oracle, rng: random.Random, hand: Cards, table: Table) -> None:
    """Assert that the solver's turns are allowed and as good as the oracle's: the best, one that opens, one that plays
    a certain card, and the one that lays the most."""
    for opening, due in ((0, ()), (rng.choice((30, 51)), ()), (0, tuple(rng.sample(hand, min(len(hand), 1))))):
        plan = least(hand, table, opening=opening, due=due)
        told = f"{hand} {table} {opening} {due} {plan}"
        assert (plan and plan.points) == oracle.fewest_left(hand, table, opening, due), told
        if plan:
            follow(plan, hand, table, opening, due)
    plan = most(hand)
    assert (plan and plan.opening) == oracle.most_laid(hand), f"{hand} {plan}"
    if plan:
        follow(plan, hand)
