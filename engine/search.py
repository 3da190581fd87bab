"""Search without peeping: what a seat could do, tried in worlds that its view leaves possible.

A world is a state that the game has imagined from the view alone: the search cannot know what its seat does not know.
All choices are tried in the same worlds, with the same chances, so that they differ by nothing but themselves; whatever
clearly does worse is not tried any longer. The choice that does best over all worlds is made, not the one that would be
best in each: what is not known now must not decide.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence

from engine.game import Choice, Game, Options, View
from engine.match import Match

PRIOR_WORLDS = 8
"""What a choice was thought to be worth before counts as much as so many worlds."""
WORLDS_MIN = 8
"""Nothing is given up before it was tried in so many worlds,"""
BEHIND = 2.5
"""nor before it is behind by so many standard errors."""
LOOK_EVERY = 4
"""After so many worlds it is looked who is behind."""

SPENT = object()


class Tried:
    """A choice and what has come of it, one number a world: the points of this seat less the mean of its rivals'."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.outcomes: list[float] = []

    @property
    def worth(self) -> float:
        return (PRIOR_WORLDS * self.choice.worth + sum(self.outcomes)) / (PRIOR_WORLDS + len(self.outcomes))

    def is_behind(self, best: Tried) -> bool:
        """Clearly, in the worlds in which both were tried."""
        leads = [ours - theirs for ours, theirs in zip(best.outcomes, self.outcomes, strict=True)]
        mean = sum(leads) / len(leads)
        error = math.sqrt(sum((lead - mean) ** 2 for lead in leads)) / len(leads)
        return best.worth - self.worth > BEHIND * error


def search(
    game: Game, view: View, options: Options, choices: Sequence[Choice], rng: random.Random, budget: Iterable[object]
) -> list[Tried]:
    """The choices of the seat whose view it is, the best one first. Every playout takes one of the budget."""
    match = Match(game, len(view.scores.totals), options)
    racing, given_up, spent = [Tried(choice) for choice in choices], list[Tried](), iter(budget)
    while len(racing) > 1 and (outcomes := _tried_once(match, view, racing, rng, spent)):
        for each, outcome in zip(racing, outcomes, strict=True):
            each.outcomes.append(outcome)
        worlds = len(racing[0].outcomes)
        if worlds >= WORLDS_MIN and worlds % LOOK_EVERY == 0:
            best = max(racing, key=lambda each: each.worth)
            given_up += [each for each in racing if each is not best and each.is_behind(best)]
            racing = [each for each in racing if each not in given_up]
    return sorted(racing, key=lambda each: -each.worth) + given_up[::-1]


def _tried_once(
    match: Match, view: View, racing: Sequence[Tried], rng: random.Random, spent: Iterator[object]
) -> list[float]:
    """What comes of each in one more world. Nothing if the budget is spent."""
    assert view.viewer is not None
    world, seed = match.game.imagine(view, match.options, rng), rng.getrandbits(64)
    outcomes: list[float] = []
    for each in racing:
        if next(spent, SPENT) is SPENT:
            return []
        match.state = world
        match.act(view.viewer, each.choice.action)
        outcomes.append(match.game.play_out(match.state, view.viewer, random.Random(seed)))
    return outcomes
