"""The best that a hand of Römi can do in a turn, exactly (R18 to R22, R25, R27).

It matters only which cards leave the hand, and for what. So a hand is a set of cells, those of them that it holds
twice, and a number of jokers. The card that can be played in the fewest ways is laid in a new meld, added to one of the
table, or left; then the next one. Of all the turns begun like this the one that has cost least so far is carried on:
the first that is complete is the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from heapq import heappop, heappush
from itertools import count, permutations
from operator import or_
from typing import NamedTuple

from engine.board import Refused
from engine.cards import Card
from engine.games._melds import JOKER, Cards, grown, lying, suit, worth
from engine.games._melds_ways import (
    CELLS,
    TABLE,
    WORTH,
    Add,
    Lay,
    Play,
    Swap,
    Swapping,
    Way,
    each,
    end_of,
    parted,
    swappings,
    ways_to_play,
)

__all__ = ["Add", "Lay", "Plan", "Play", "Swap", "least", "most"]


class Plan(NamedTuple):
    """A whole turn after the draw."""

    plays: tuple[Play, ...]
    """In an order that the rules allow: what may count towards opening comes first."""
    discard: Card
    left: Cards
    """What stays in hand after the discard; nothing if the player goes out (R25)."""

    @property
    def points(self) -> int:
        """R27: what is left in hand counts."""
        return sum(map(worth, self.left))

    @property
    def opening(self) -> int:
        """R18: what the melds are worth that are laid before anything is added or swapped."""
        first = next((i for i, play in enumerate(self.plays) if not isinstance(play, Lay)), len(self.plays))
        return sum(lying(play.cards).worth for play in self.plays[:first] if isinstance(play, Lay))


def least(
    hand: Sequence[Card], table: Sequence[Sequence[Card]] = (), *, opening: int = 0, due: Sequence[Card] = ()
) -> Plan | None:
    """The turn after which the fewest points are left in hand. A joker is discarded only if nothing else is left.

    `table`: the melds that lie, each as its cards in order. `opening`: what a player who has not opened needs (51).
    `due`: cards of the hand that must be played, not kept or discarded (R15, R21). None: there is no such turn.
    """
    can_open = most(hand) if opening and table else None
    if can_open and can_open.opening < opening:  # nothing on the table helps with that
        return None
    spare = {CELLS.get(card, 0): hand.count(card) - due.count(card) for card in (*due, JOKER)}
    return _best(Case(after, opening, spare) for after in swappings(tuple(hand), tuple(map(tuple, table))))


def most(hand: Sequence[Card]) -> Plan | None:
    """The turn that lays the most points in new melds (R18, R19), with a card to discard. None for an empty hand."""
    return _best([Case(Swapping((), tuple(hand), ()), most=True)])


class Node(NamedTuple):
    """A turn begun: what is not yet decided, and what has been."""

    cost: int
    case: Case
    once: int
    """The cells of the cards not yet decided, and of the melds of the table to which nothing is added yet."""
    twice: int
    """Those cells of which the hand holds both cards."""
    jokers: int
    gained: int
    """Jokers that cannot be had before the opening."""
    free: int
    """What the dearest card left is worth, which as the discard costs nothing. 0: none is left."""
    short: int
    """What the opening lacks."""
    hope: int
    """What the cards not yet decided could count towards it."""
    ways: tuple[Way, ...]


def _best(cases: Iterable[Case]) -> Plan | None:
    """The turn that costs least; None if none opens, plays what is due and leaves a card to discard."""
    newest_first = count(0, -1)
    heap = sorted((node.cost, next(newest_first), node) for node in map(Case.first, cases) if node)
    shortest: dict[object, int] = {}  # what the opening lacked at least, of turns that go on alike and cost no more
    while heap:
        node = heappop(heap)[-1]
        undecided = node.case.undecided(node)
        if node.short > node.hope or node.short >= shortest.get(undecided, node.short + 1):
            continue
        shortest[undecided] = node.short
        if node.free and not (node.once % TABLE or node.jokers or node.gained):
            return node.case.plan(node.ways)
        for after in node.case.after(node):
            heappush(heap, (after.cost, next(newest_first), after))
    return None


class Case:
    """A hand after some swaps, and what its cards can do.

    `spare`: how many cards of a cell may be left, of cell 0 how many jokers. `most`: a card left costs what it could
    have counted in a meld, not what it counts in hand.
    """

    def __init__(
        self, swapping: Swapping, opening: int = 0, spare: Mapping[int, int] | None = None, most: bool = False
    ) -> None:
        self.swaps, self.hand, self.table = swapping
        self.opening, self.spare, self.most = opening, spare or {}, most
        self.naturals = [CELLS[card] for card in self.hand if card != JOKER]
        self.gained = sum(isinstance(play, Swap) for play in self.swaps) if opening else 0
        self.jokers = len(self.hand) - len(self.naturals) - self.gained
        found = ways_to_play(self.naturals, self.jokers + self.gained, self.gained, self.table)
        self.joker = max([0, *(way.counts - way.natural for way in found if way.jokers)])
        """The most that a joker can count towards opening."""
        self.cheapest = min([*(WORTH[cell] for cell in self.naturals), *[self.joker] * self.jokers], default=0)
        choices = Counter(cell for way in found for cell in each(way.cells % TABLE))
        self.order = sorted(choices, key=lambda cell: (choices[cell], cell))
        """The cells of the cards that can be played, those with the fewest ways first."""
        self.ways: dict[int, list[Way]] = {cell: [] for cell in (*self.order, 0)}
        """By the first of their cells; by 0 those that take a joker alone."""
        for way in found:
            self.ways[self._first(way.cells)].append(way)
        self.plain = reduce(or_, (way.cells for way in found if not (way.jokers or way.gained)), 0)
        """What can be played without a joker."""
        self.useful = {0: 0}
        """What the cards from a cell on can make use of."""
        useful = TABLE - 1
        for cell in reversed(self.order):
            useful = self.useful[cell] = reduce(or_, (way.cells for way in self.ways[cell]), useful)

    def first(self) -> Node | None:
        """The turn before it begins. The cards that cannot be played are left."""
        once = twice = 0
        for cell in self.naturals:
            twice |= once & cell
            once |= cell
        hope = sum(WORTH[cell] for cell in self.naturals) + self.joker * self.jokers
        table = TABLE * ((1 << len(self.table)) - 1)
        begun = Node(0, self, once | table, twice, self.jokers, self.gained, 0, self.opening, hope, ())
        return self._leave(begun, once & ~sum(self.order))

    def undecided(self, node: Node) -> object:
        """What matters of a turn begun for how it can go on. Which meld has taken a joker alone does not."""
        jokers = node.jokers + node.gained
        takers = min(jokers, sum(way.cells & node.once > 0 for way in self.ways[0])) if jokers else 0
        useful = node.once & self.useful[self._first(node.once)]
        return self, useful, node.twice, node.jokers, node.gained, node.free, takers

    def after(self, node: Node) -> Iterator[Node]:
        """The ways to decide about the next card, or after the last one about the jokers."""
        cell = self._first(node.once)
        left = self._leave(node, cell) if cell else self._leave_jokers(node)
        if left:
            yield left
        for way in self.ways[cell] if cell else ():
            fits = way.cells & node.once == way.cells and way.jokers <= node.jokers and way.gained <= node.gained
            if fits and (played := self._play(node, way)):
                yield played

    def _first(self, cells: int) -> int:
        """The next cell to decide about. 0: none is left."""
        for cell in self.order:
            if cell & cells:
                return cell
        return 0

    def _play(self, node: Node, way: Way) -> Node | None:
        """Play cards. With the last joker the cards that need one are left."""
        cost, _, once, twice, jokers, gained, free, short, hope, ways = node
        hoped = way.natural + self.joker * way.jokers
        after = Node(
            cost + (hoped - way.counts if self.most else 0),
            self,
            once & ~(way.cells & ~twice),
            twice & ~way.cells,
            jokers - way.jokers,
            gained - way.gained,
            free,
            max(short - way.counts, 0),
            hope - hoped,
            (*ways, way),
        )
        if after.jokers or after.gained or not (jokers or gained):
            return after
        return self._leave(after, after.once % TABLE & ~self.plain)

    def _leave(self, node: Node, cells: int) -> Node | None:
        """Leave all cards of these cells."""
        cost, _, once, twice, jokers, gained, free, short, hope, ways = node
        for cell in each(cells):
            copies = 2 if twice & cell else 1
            if copies > self.spare.get(cell, copies):
                return None
            points = WORTH[cell]
            cost += copies * points - self._saved(points, free)
            hope -= copies * points
            free = max(free, points)
        return Node(cost, self, once & ~cells, twice & ~cells, jokers, gained, free, short, hope, ways)

    def _leave_jokers(self, node: Node) -> Node | None:
        """Leave the jokers that no meld takes, or one to be discarded."""
        left = node.jokers + node.gained
        taken = [way for way in self.ways[0] if way.cells & node.once][: left if node.free else max(left - 1, 0)]
        left -= len(taken)
        if left > self.spare.get(0, left):
            return None
        points = self.joker if self.most else worth(JOKER)
        cost = node.cost + left * points - (self._saved(points, 0) if left and not node.free else 0)
        free, ways = node.free or left, (*node.ways, *taken)
        return node._replace(cost=cost, jokers=0, gained=0, free=free, hope=0, ways=ways)

    def _saved(self, points: int, free: int) -> int:
        """The discard costs nothing; or, since one card has to be left, as if the cheapest were paid for."""
        if self.most:
            return 0 if free else self.cheapest
        return max(points - free, 0)

    def plan(self, ways: Sequence[Way]) -> Plan:
        """These ways in the words of the game."""
        left = sorted(self.hand, key=lambda card: CELLS.get(card, TABLE))
        for card in (card for way in ways for card in way.play.cards):
            left.remove(card)
        adds = [way.play for way in ways if isinstance(way.play, Add)]
        lays = _joined([way.play.cards for way in ways if isinstance(way.play, Lay) and not way.gained])
        late = []
        for cards in (way.play.cards for way in ways if isinstance(way.play, Lay) and way.gained):
            natural, rest = parted(cards)
            if natural:
                adds.append(Add(len(self.table) + len(lays), rest, end_of(cards)))
                lays.append(natural)
            else:
                late.append(cards)
        first, then = ([Lay(cards, end_of(cards)) for cards in some] for some in (lays, late))
        begins = (*first, *self.swaps) if self.opening else (*self.swaps, *first)
        return Plan((*begins, *then, *adds), left[0], tuple(left[1:]))


def _joined(melds: list[Cards]) -> list[Cards]:
    """Runs that follow on each other as one."""
    for low, high in permutations(melds, 2):
        if len({suit(card) for card in (*low, *high) if card != JOKER}) == 1:
            with suppress(Refused):
                if grown(low, high, end_of(high)).cards == (*low, *high):
                    rest = list(melds)
                    rest.remove(low)
                    rest.remove(high)
                    return _joined([*rest, (*low, *high)])
    return melds
