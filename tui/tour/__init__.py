"""A first game with hints, pure: what is to be said at a real table, at the moment when it matters. It asks nothing of
the player and holds nothing up. Games without hints of their own have those of `_any`: none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, Protocol, cast

from msgspec.structs import replace

from engine.game import View
from engine.games import GAMES
from tui.language import _
from tui.of_game import of_game
from tui.plan import Plan

SEATS_USUAL = 3
"""Few enough to follow what all do, and to leave room for the hints on a small screen."""

KEY_MARK = "\N{NO-BREAK SPACE}"
"""Stands before and after a key, which it holds together with what belongs to it."""


class Step(NamedTuple):
    """What to say while it is the time for it. {draw} stands for the key of what is offered as "draw"."""

    is_time: Callable[[View], bool]
    says: str
    keys: str = ""
    """What to press, on the screen; in lines all that can be typed is told anyway."""


class Course(Protocol):
    """The members of a game's module of hints."""

    OPTIONS: Mapping[str, str]
    """How the game is played, if nothing else is asked for."""
    STEPS: tuple[Step, ...]
    """Of those for which it is time the first is told, each of them once. The tour ends with the last."""


@cache
def find(game: str) -> Course:
    """The hints for the game with this module's name."""
    return cast(Course, of_game(__name__, game))


def touring(plan: Plan) -> Plan:
    """To play this game with hints, against bots."""
    game, options = GAMES[plan.game], {**find(plan.game).OPTIONS, **plan.options}
    seats = SEATS_USUAL if SEATS_USUAL in game.SEATS else min(game.SEATS)
    return replace(plan, command="solo", seats=seats, bots=seats - 1, bind="local", options=options, tour=True)


class Tour:
    """`look` at every view. `step` is what to say of it, if there is anything."""

    def __init__(self, game: str) -> None:
        self._left = list(find(game).STEPS)
        self._last = self._left[-1] if self._left else None
        self._keys: Mapping[str, str] = {}
        self.step: Step | None = None
        self.is_over = not self._left

    def look(self, view: View) -> bool:
        """See what there is now. Returns whether there is something else to say."""
        self._keys = {offer.code.replace("-", "_"): offer.key for offer in view.offers}
        if self.step is not None:
            if self.step.is_time(view):
                return False
            self.is_over = self.step is self._last
        self.step = None if self.is_over else next((step for step in self._left if step.is_time(view)), None)
        if self.step is not None:
            self._left.remove(self.step)
        return self.step is not None

    @property
    def said(self) -> str:
        """What to say now, in a line."""
        return _(self.step.says).format(**self._keys) if self.step is not None else ""

    @property
    def shown(self) -> str:
        """What to say now, with what to press; keys stand between marks."""
        said = [self.step.says, self.step.keys] if self.step is not None else []
        marked = {code: f"{KEY_MARK}{key}{KEY_MARK}" for code, key in self._keys.items()}
        return " ".join(_(sentence) for sentence in said if sentence).format(**marked)


def can(*codes: str) -> Callable[[View], bool]:
    """I am offered all of these."""
    return lambda view: set(codes) <= {offer.code for offer in view.offers}


def is_step(name: str) -> Callable[[View], bool]:
    return lambda view: view.facts["step"] == name
