"""Search without peeping: what a seat could do, tried in worlds that its view leaves possible.

A world is a state that the game has imagined from the view alone: the search cannot know what its seat does not know.
All choices are tried in the same worlds, with the same chances, so that they differ by nothing but themselves; whatever
clearly does worse is not tried any longer. The choice that does best over all worlds is made, not the one that would be
best in each: what is not known now must not decide.

How a choice does is weighed against what was thought of it at first sight, by how much each of the two can be relied
on: a few lucky worlds overrule nothing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.game import Choice, Game, Options, View
from engine.match import Match

WORLDS_MIN = 16
"""What comes of a choice counts when it has been tried in so many worlds;"""
LOOK_EVERY = 4
"""after so many it is looked again who is behind:"""
BEHIND = 3.0
"""by so many standard errors. It is not tried any longer,"""
LITTLE = 0.05
"""nor what differs from the best, if at all, by so small a share of the first doubt."""
SPENT = object()


class Lead(NamedTuple):
    """How much better one choice is than another, and the standard error of that."""

    worth: float
    error: float


class Tried:
    """A choice, and what has come of it: one number a world, the points of this seat less the mean of its rivals'."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.outcomes: list[float] = []

    def lead(self, other: Tried) -> Lead:
        """Over another one, by first sight and by the worlds in which both were tried."""
        thought, found = Lead(self.choice.worth - other.choice.worth, self.choice.doubt), self._found(other)
        return thought if found is None else _corrected(thought, found)

    def proven(self, other: Tried) -> Lead:
        """Over another one, by those worlds alone. First sight tells how much may lie between them, but not for whom:
        until there are enough worlds, it may be as well as not."""
        worth = self.choice.worth - other.choice.worth
        doubt, found = max(self.choice.doubt, abs(worth)), self._found(other)
        return Lead(worth, doubt) if found is None else _corrected(Lead(0.0, doubt), found)

    def _found(self, other: Tried) -> Lead | None:
        leads = [ours - theirs for ours, theirs in zip(self.outcomes, other.outcomes, strict=False)]
        if len(leads) < WORLDS_MIN:
            return None
        mean = sum(leads) / len(leads)
        # As if there had been one more world, so that a few which are all alike do not settle it.
        squares = self.choice.doubt**2 + sum((lead - mean) ** 2 for lead in leads)
        return Lead(mean, math.sqrt(squares) / len(leads))


def _corrected(thought: Lead, found: Lead) -> Lead:
    """What was thought before, by what was found, as far as each of the two can be relied on."""
    trust = thought.error**2 / (thought.error**2 + found.error**2)
    return Lead(thought.worth + trust * (found.worth - thought.worth), math.sqrt(trust) * found.error)


def search(
    game: Game,
    view: View,
    options: Options,
    choices: Sequence[Choice],
    rng: random.Random,
    budget: Iterable[object],
    done: bytes | None = None,
) -> list[Tried]:
    """The choices of the seat whose view it is, the best one first. Every playout takes one of the budget.

    The one that was `done`, if any, is tried until it is proven to be worse, whatever is thought of it at first sight.
    """
    match, spent = Match(game, len(view.scores.totals), options), iter(budget)
    tried = [Tried(choice) for choice in choices]
    usual, racing = tried[0], tried
    while len(racing := _in_the_race(tried, usual, done)) > 1:
        for _ in range(LOOK_EVERY):
            if not _try_once(match, view, racing, rng, spent):
                return _best_first(tried, usual)
    return _best_first(tried, usual)


def _best_first(tried: Sequence[Tried], usual: Tried) -> list[Tried]:
    return sorted(tried, key=lambda each: -each.lead(usual).worth)


def _in_the_race(tried: Sequence[Tried], usual: Tried, done: bytes | None) -> list[Tried]:
    """Those that are not clearly behind the best one; and with them the usual choice, by which all are measured."""
    best = _best_first(tried, usual)[0]
    worlds = max(len(each.outcomes) for each in tried)
    rivals = [
        each
        for each in tried
        if len(each.outcomes) == worlds
        and each is not best
        and (_is_open(each, best.lead(each)) or (each.choice.action == done and _is_open(each, best.proven(each))))
    ]
    return [each for each in tried if each in rivals or each is best or each is usual] if rivals else [best]


def _is_open(rival: Tried, behind: Lead) -> bool:
    """It may be better than what it is so far behind."""
    return behind.worth < BEHIND * behind.error and behind.error > LITTLE * rival.choice.doubt


def _try_once(match: Match, view: View, racing: Sequence[Tried], rng: random.Random, spent: Iterator[object]) -> bool:
    """Try them in one more world. False if the budget is spent before: then this world does not count."""
    assert view.viewer is not None
    world, seed = match.game.imagine(view, match.options, rng), rng.getrandbits(64)
    outcomes: list[float] = []
    for each in racing:
        if next(spent, SPENT) is SPENT:
            return False
        tried = match.after(world, view.viewer, each.choice.action)
        outcomes.append(match.game.play_out(tried, view.viewer, random.Random(seed)))
    for each, outcome in zip(racing, outcomes, strict=True):
        each.outcomes.append(outcome)
    return True
