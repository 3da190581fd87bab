"""How well a bot plays. All of them decide from the view alone, and none of them does what its game does not allow."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Literal, get_args

from engine.game import Game, Options, View
from engine.search import search

Strength = Literal["easy", "normal", "hard"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)

OVERLOOKS = 0.35
"""How often an easy bot does not think of something that it could do."""


def decide(
    game: Game, strength: Strength, view: View, options: Options, rng: random.Random, budget: Iterable[object] = ()
) -> bytes | None:
    """What a bot does, or None if it would rather wait. A hard one tries its choices in as many playouts as `budget`
    has; with none it does what is best at first sight."""
    if strength == "easy":
        return _overlooks_something(game, view, rng)
    if strength == "normal":
        return game.bot(view, rng)
    if view.viewer not in view.awaited:
        return game.beside(view, rng)
    choices = game.choices(view, rng)
    if len(choices) < 2:
        return game.bot(view, rng)
    return search(game, view, options, choices, rng, budget)[0].choice.action


def _overlooks_something(game: Game, view: View, rng: random.Random) -> bytes | None:
    """Somebody whose mistakes are human: they do the best of what they happen to think of, and miss what races."""
    if view.viewer not in view.awaited:
        return None if rng.random() < OVERLOOKS else game.bot(view, rng)
    thought_of = (choice.action for choice in game.choices(view, rng) if rng.random() >= OVERLOOKS)
    return next(thought_of, None) or game.bot(view, rng)
