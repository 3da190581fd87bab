"""How one game's table is told in words, without a screen: no rules. Games without words of their own share those of
`_any`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple, Protocol, cast

from engine.board import Event, Seat, Spot
from engine.game import Sentence, View
from tui.hand import Hand
from tui.language import put
from tui.of_game import of_game
from tui.story import deal_numbered, round_numbered

SAYS: dict[str, Sentence] = {
    "item": "{0} {1}",
    "two-items": "{0} and {1} {2}",
    "items": "{0} to {1} {2}",
    "item-number": "{0} is {1}",
    "you": "You",
    "cards": ("{0} card", "{0} cards"),
    "turn": "Round {0}, turn {1}",
    "no-turn": "Round {0}, before the first turn",
}


class Sight(NamedTuple):
    """All that may be told of one moment."""

    view: View
    names: Sequence[str]
    order: tuple[Spot, ...] = ()
    """The cards in my hand as I hold them."""

    def called(self, seat: Seat) -> str:
        """Who this is, where nothing but the name is told."""
        return put(SAYS["you"]) if seat == self.view.viewer else self.names[seat]


class Words(Protocol):
    """The members of a module of words. Whatever has a number can be picked by it."""

    HAND: Hand | None
    """If players hold cards that they can put in order and mark."""

    def aside(self, view: View) -> str:
        """What I have done already, or am to wait for, in a sentence. Often nothing."""

    def spell(self, text: str) -> str:
        """A text of the game with the names of its cards as they are spoken."""

    def numbers(self, sight: Sight, spots: Sequence[Spot]) -> Mapping[Spot, str]:
        """What is typed for each of these places."""

    def places(self, sight: Sight, spots: Sequence[Spot]) -> list[str]:
        """The places in lines: the number of each, and the card that is seen there."""

    def mine(self, sight: Sight) -> list[str]:
        """My cards, with their numbers."""

    def player(self, sight: Sight, seat: Seat) -> list[str]:
        """What somebody has."""

    def table(self, sight: Sight) -> list[str]:
        """All that lies in sight, and how far the game is."""


def going_on(words: Words, view: View, names: Sequence[str]) -> str:
    """What is to be said in place of whose turn it is, if there is a member `going_on`. Often nothing."""
    return cast(str, words.going_on(view, names)) if hasattr(words, "going_on") else ""


def noticed(words: Words, sight: Sight, before: View | None, news: Sequence[Event]) -> list[str]:
    """What a glance at the table shows of the news, and the story does not tell; if there is a member `noticed`."""
    return cast(list[str], words.noticed(sight, before, news)) if hasattr(words, "noticed") else []


def outcome(words: Words, view: View, names: Sequence[str]) -> str:
    """What there is to say of the round that has just been scored, beside the points; if there is a member `outcome`.
    Often nothing."""
    return cast(str, words.outcome(view, names)) if hasattr(words, "outcome") else ""


def leaders(words: Words, view: View) -> tuple[Seat, ...]:
    """Who leads the match after some rounds, if there is a member `BEST`, which of several totals is the best. Nobody
    if all have the same."""
    totals = view.scores.totals
    if not hasattr(words, "BEST") or len(set(totals)) < 2:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == words.BEST(totals))


def deal(words: Words, number: int, options: Mapping[str, int | str]) -> str:
    """What the deal with this number is called at a table with these options: by that number, if there is no member
    `deal`."""
    return cast(str, words.deal(number, options)) if hasattr(words, "deal") else deal_numbered(number)


def scored(words: Words, number: int) -> str:
    """What is called so what has this number on the score sheet: a round, if there is no member `scored`."""
    return cast(str, words.scored(number)) if hasattr(words, "scored") else round_numbered(number)


def when(words: Words, view: View, turn: int) -> str:
    """Which round and turn, or trick, it is: by their numbers, if there is no member `when`."""
    if hasattr(words, "when"):
        return cast(str, words.when(view))
    return put(SAYS["turn" if turn else "no-turn"], len(view.scores.rounds) + 1, turn)


def pages(words: Words, sight: Sight) -> Mapping[str, list[str]]:
    """What else can be asked for, by its name; if there is a member `pages`."""
    return cast(Mapping[str, list[str]], words.pages(sight)) if hasattr(words, "pages") else {}


@cache
def find(game: str) -> Words:
    """The words of the game with this module's name."""
    return cast(Words, of_game(__name__, game))


def numbered(items: Iterable[tuple[str, str]]) -> str:
    """Numbers and what they stand for, those that follow each other together: "1 to 3 down, 4 ace, 5 is 4". A name that
    begins with a number is held apart from its own."""
    said = []
    for (name, _), alike in groupby(enumerate(items), lambda item: (item[1][1], int(item[1][0]) - item[0])):
        numbers = [number for _, (number, _) in alike]
        if len(numbers) > 1 and not name[:1].isdigit():
            said.append(put(SAYS["two-items" if len(numbers) == 2 else "items"], numbers[0], numbers[-1], name))
        else:
            said += [put(SAYS["item-number" if name[:1].isdigit() else "item"], number, name) for number in numbers]
    return ", ".join(said)


def counted(cards: int) -> str:
    """So many cards."""
    return put(SAYS["cards"], cards)
