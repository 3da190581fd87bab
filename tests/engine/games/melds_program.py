"""The same questions put to an integer program, which answers them for hands of any size."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import highspy

from engine.cards import Card
from engine.games._melds import Cards
from tests.engine.games.melds_oracle import EVERY, STAR, Table, growths, in_hand, neat, worth_laid, worth_of

Sum = Mapping[int, float]


def fewest_left(hand: Cards, table: Table = (), opening: int = 0, due: Cards = ()) -> int | None:
    """As `melds_oracle.fewest_left`."""
    return Turn(hand, table, opening, due).lowest()


def most_laid(hand: Cards) -> int | None:
    """As `melds_oracle.most_laid`."""
    lowest = Turn(hand, most=True).lowest()
    return None if lowest is None else -lowest


class Program:
    """Whole numbers, to be chosen so that together they cost as little as possible."""

    def __init__(self) -> None:
        self.solver = highspy.Highs()
        self.solver.silent()
        self.size = 0

    def number(self, most: int, cost: float = 0) -> int:
        """A new number from 0 to `most`, by its place."""
        self.solver.addCol(cost, 0, most, 0, [], [])
        self.solver.changeColIntegrality(self.size, highspy.HighsVarType.kInteger)
        self.size += 1
        return self.size - 1

    def keep(self, total: Sum, least: float = -math.inf, most: float = math.inf) -> None:
        self.solver.addRow(least, most, len(total), list(total), list(total.values()))

    def lowest(self) -> int | None:
        """The lowest cost, None if there is no way to choose."""
        self.solver.run()
        if self.solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return round(self.solver.getInfo().objective_function_value)


class Turn(Program):
    """How often each meld is laid, what becomes of those on the table, what is left, and what is discarded."""

    def __init__(
        self, hand: Cards, table: Table = (), opening: int = 0, due: Cards = (), *, most: bool = False
    ) -> None:
        super().__init__()
        self.have = Counter(hand)
        self.takes: dict[Card, dict[int, float]] = {card: {} for card in (*hand, STAR)}
        """How many of each card a number takes. A joker that is swapped is given."""
        self._lay(opening, any(STAR in lie for lie in table), most)
        for lie in table:
            self._change(lie)
        self._leave(Counter(due), most)

    def _lay(self, opening: int, may_gain: bool, most: bool) -> None:
        """What is laid with jokers that are gained comes after the opening."""
        counts, own = {}, {}
        for meld in EVERY:
            if not self._at_hand(meld):
                continue
            if STAR not in meld or self.have[STAR]:
                number = self._taking(meld, cost=-worth_laid(meld) if most else 0)
                counts[number], own[number] = worth_laid(meld), meld.count(STAR)
            if STAR in meld and may_gain:
                counts[self._taking(meld)] = _worth_before(meld)
        self.keep(counts, least=opening)
        self.keep(own, most=self.have[STAR])

    def _change(self, lie: Cards) -> None:
        """A meld of the table becomes one other at most: its joker may be swapped, and it may grow."""
        becomes = [self._taking(extra) for _, extra in growths(lie) if self._at_hand(extra)]
        if STAR in lie and self._at_hand(EVERY[lie]):
            free = tuple(EVERY[lie][0] if card == STAR else card for card in lie)
            free = neat((*free, *EVERY[lie][1:]))
            for extra in ((), *(extra for _, extra in growths(free) if self._at_hand(extra))):
                number = self._taking((*EVERY[lie], *extra))
                self.takes[STAR][number] = extra.count(STAR) - 1
                becomes.append(number)
        self.keep(dict.fromkeys(becomes, 1), most=1)

    def _leave(self, due: Counter[Card], most: bool) -> None:
        """One card is discarded, a joker only if nothing else is left."""
        discards, naturals = {}, {}
        for card, takes in self.takes.items():
            points = 0 if most else in_hand([card])
            left = self.number(self.have[card] - due[card], points)
            discard = self.number(1, -points)
            self.keep({**takes, left: 1}, self.have[card], self.have[card])
            self.keep({left: 1, discard: -1}, least=0)
            discards[discard] = 1
            if card != STAR:
                naturals[left] = 1
            else:
                joker = discard
        self.keep(discards, 1, 1)
        self.keep({**naturals, joker: 104}, most=104)

    def _at_hand(self, cards: Cards) -> bool:
        return all(self.have[card] for card in cards if card != STAR)

    def _taking(self, cards: Cards, cost: float = 0) -> int:
        number = self.number(2, cost)
        for card in cards:
            self.takes[card][number] = 1
        return number


def _worth_before(meld: Cards) -> int:
    """What is laid of a meld before its joker comes."""
    i = meld.index(STAR)
    return max(sum(map(worth_of, part)) if len(part) >= 3 else 0 for part in (meld[:i], meld[i + 1 :]))
