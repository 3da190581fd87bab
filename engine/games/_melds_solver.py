"""The best that a hand can do in a turn of Römi, exactly (R18 to R22, R25, R27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.board import Refused
from engine.cards import Card
from engine.games._melds import JOKER, Cards, End, grown, lying, meld, swapped, worth


class Lay(NamedTuple):
    """Lay a new meld."""

    cards: Cards
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


ENDS: tuple[End, ...] = ("low", "high")

Play = Lay | Add | Swap


class Plan(NamedTuple):
    """A whole turn after the draw."""

    plays: tuple[Play, ...]
    """In an order in which the rules allow them: those that open come first."""
    discard: Card
    left: Cards
    """What stays in hand after the discard; nothing if the player goes out (R25)."""
    opening: int
    """R18: what the melds are worth that are laid at once, before anything is added or swapped."""

    @property
    def points(self) -> int:
        """R27: what is left in hand counts."""
        return sum(worth(card) for card in self.left)


def least(
    hand: Sequence[Card], table: Sequence[Sequence[Card]] = (), *, opening: int = 0, due: Sequence[Card] = ()
) -> Plan | None:
    """The turn after which the fewest points are left in hand; of these one with the most worth as an opening.

    `table`: the melds that lie, each as its cards in order. `opening`: what a player who has not opened needs (51).
    `due`: cards of the hand that must be played, not kept or discarded (R15, R21). None: there is no such turn.
    """
    plans = [plan for plan in _turns(hand, table, opening) if _plays_due(plan, hand, due)]
    return min(plans, key=lambda plan: (plan.points, -plan.opening), default=None)


def most(hand: Sequence[Card]) -> Plan | None:
    """The turn that lays the most points in new melds (R18, R19), with a card to discard. None for an empty hand."""
    return max(_turns(hand, (), 0), key=lambda plan: plan.opening, default=None)


def _plays_due(plan: Plan, hand: Sequence[Card], due: Sequence[Card]) -> bool:
    left = (*plan.left, plan.discard)
    return all(left.count(card) <= hand.count(card) - due.count(card) for card in due)


def _turns(hand: Sequence[Card], table: Sequence[Sequence[Card]], opening: int) -> Iterator[Plan]:
    """Every turn, one way after the other, that first lays melds and then adds and swaps."""

    def on(
        held: Cards, melds: list[Cards], plays: tuple[Play, ...], worth_laid: int, opened: bool, jokers: int
    ) -> Iterator[Plan]:
        if worth_laid >= opening and held.count(JOKER) <= jokers:
            for i, card in enumerate(held):
                yield Plan(plays, card, held[:i] + held[i + 1 :], worth_laid)
        for size in range(1, len(held)):
            for chosen in combinations(range(len(held)), size):
                cards = tuple(held[i] for i in chosen)
                rest = tuple(card for i, card in enumerate(held) if i not in chosen)
                for end in ENDS:
                    try:
                        laid = meld(cards, end)
                    except Refused:
                        continue
                    more = 0 if opened else laid.worth
                    play = Lay(laid.cards, end)
                    yield from on(rest, [*melds, laid.cards], (*plays, play), worth_laid + more, opened, jokers)
                if worth_laid < opening:
                    continue
                for to, lies in enumerate(melds):
                    for end in ENDS:
                        try:
                            cards_now = grown(lies, cards, end).cards
                        except Refused:
                            continue
                        now = [*melds[:to], cards_now, *melds[to + 1 :]]
                        yield from on(rest, now, (*plays, Add(to, cards, end)), worth_laid, True, jokers)
                    if size == 1 and cards[0] in lying(lies).joker and len(lying(lies).joker) == 1:
                        now = [*melds[:to], swapped(lies, cards[0]).cards, *melds[to + 1 :]]
                        yield from on((*rest, JOKER), now, (*plays, Swap(to, cards[0])), worth_laid, True, jokers)

    yield from on(tuple(hand), [tuple(lie) for lie in table], (), 0, False, list(hand).count(JOKER))
