"""What a hard bot thinks of all that a seat may well do, from its view alone: to give advice, and to look back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from copy import copy
from typing import NamedTuple

import msgspec

from engine.board import State
from engine.game import Choice, Game, Options, View
from engine.match import Match
from engine.search import BEHIND, WORLDS_MIN, Lead, search


class Weighed(NamedTuple):
    """Something that can be done, how many points it is behind the best, and in how many worlds it was tried."""

    action: bytes
    behind: Lead
    proven: Lead
    """The same, but by these worlds alone."""
    worlds: int

    @property
    def is_tried(self) -> bool:
        """It was tried often enough to say more of it than what was thought at first sight."""
        return self.worlds >= WORLDS_MIN


def weigh(
    game: Game, view: View, options: Options, rng: random.Random, budget: Iterable[object], done: bytes | None = None
) -> list[Weighed]:
    """The choices of a seat that is awaited, the best first, and what it has `done` among them; none if there is
    nothing to think about. Every playout takes one of the budget."""
    choices = list(game.choices(view, rng))
    if done is not None and choices:
        choices = _with(done, choices, game, view, options, rng)
    if len(choices) < 2:
        return []
    best, *_ = tried = search(game, view, options, choices, rng, budget, done)
    return [Weighed(each.choice.action, best.lead(each), best.proven(each), len(each.outcomes)) for each in tried]


def _with(
    done: bytes, choices: Sequence[Choice], game: Game, view: View, options: Options, rng: random.Random
) -> list[Choice]:
    """What was done stands for the choice that comes to the same. If the game does not think of it, it is as good at
    first sight as the last of what it does."""
    match, world = Match(game, len(view.scores.totals), options), game.imagine(view, options, rng)
    for i, choice in enumerate(choices):
        if comes_to_the_same(match, view, world, done, choice.action):
            return [*choices[:i], choice._replace(action=done), *choices[i + 1 :]]
    return [*choices, Choice(done, min(choice.worth for choice in choices), choices[0].doubt)]


def advise(game: Game, view: View, options: Options, rng: random.Random, budget: Iterable[object]) -> tuple[bytes, ...]:
    """What a hard bot would do, and behind it what it can hardly tell from that; nothing if it would wait."""
    weighed = weigh(game, view, options, rng, budget)
    if not weighed:
        action = game.bot(view, rng)
        return () if action is None else (action,)
    best, second = weighed[:2]
    is_close = second.is_tried and second.behind.worth <= second.behind.error
    return (best.action, second.action) if is_close else (best.action,)


class Judged(NamedTuple):
    """What would have been best, and how many points were lost by doing something else: by what is thought in all, or
    by the worlds that were tried, whichever is less sure. What is thought at first sight alone is no loss."""

    best: bytes
    lost: Lead

    @property
    def is_clear(self) -> bool:
        """That it was worse can hardly be chance."""
        return self.lost.worth > BEHIND * self.lost.error


def judge(
    game: Game, view: View, options: Options, rng: random.Random, budget: Iterable[object], done: bytes
) -> Judged | None:
    """What a hard bot thinks of what a seat has done that was awaited; None if there was nothing to think about."""
    weighed = weigh(game, view, options, rng, budget, done)
    mine = next((each for each in weighed if each.action == done), None)
    if mine is None:
        return None
    return Judged(weighed[0].action, min(mine.behind, mine.proven, key=lambda lead: lead.worth - BEHIND * lead.error))


def comes_to_the_same(match: Match, view: View, world: State, action: bytes, other: bytes) -> bool:
    """Whether two actions are the same, or whoever does the one sees what they would see after the other, in a world
    that the view leaves possible."""
    if is_same(action, other, view):
        return True
    return _seen_after(match, view, world, action) == _seen_after(match, view, world, other)


def _seen_after(match: Match, view: View, world: State, action: bytes) -> View:
    assert view.viewer is not None
    there = copy(match)
    there.state = match.after(world, view.viewer, action)
    return there.view(view.viewer)


def is_same(action: bytes, other: bytes, view: View) -> bool:
    """Whether two actions pick the same places, or places where equal cards are seen."""
    return _meant(action, view) == _meant(other, view)


def _meant(action: bytes, view: View) -> object:
    fields = msgspec.json.decode(action)
    picks = fields.pop("picks", ())
    return fields, sorted(str(view.zone(zone)[i] or (zone, i)) for zone, i in picks)
