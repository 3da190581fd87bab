"""Advice for persons, sans-IO: what each seat has asked, and what was found.

A hard bot thinks for them elsewhere: `questions` are to be answered by `answer`. All of it follows from the view of the
seat, and goes to whoever sits there alone. Of a decision one question is asked; who asks again hears the same again.
"""

from __future__ import annotations

import random

import msgspec

from engine.board import Seat
from engine.game import Options
from engine.match import Match
from net import limits, wire
from net.budget import Budget
from net.chairs import Chairs
from net.post import Post
from net.thought import Advice, Question

BUDGET_S = 1.0


class Asked(msgspec.Struct):
    """By one seat, last."""

    budget: Budget
    number: int = 0
    decision: object = None
    actions: tuple[bytes, ...] = ()
    """What is advised, once that is known."""


class Advisor:
    """`match` is the one that is played, if there is one."""

    def __init__(self, game: str, chairs: Chairs, post: Post, rng: random.Random) -> None:
        self._game, self._chairs, self._post, self._rng = game, chairs, post, rng
        self._asked: dict[Seat, Asked] = {}
        self._questions: list[Question] = []

    def ask(self, seat: Seat, match: Match | None, options: Options, now: float) -> str:
        """Think about what the seat has to decide, or tell what is known already. Returns the code of a refusal."""
        if options["advice"] != "on":
            return "no-advice"
        if match is None or self._chairs[seat].here is None or seat not in (view := match.view(seat)).awaited:
            return "no-advice-now"
        asked = self._asked.setdefault(seat, Asked(Budget(limits.ADVICE_BURST, limits.ADVICE_PER_S, now)))
        if asked.decision == view.decision:
            self._tell(seat, asked)
        elif not asked.budget.take(now):
            return "advice-often"
        else:
            asked.number, asked.decision, asked.actions = asked.number + 1, view.decision, ()
            seed = self._rng.getrandbits(63)
            self._questions.append(
                Question(seat, asked.number, self._game, dict(options), "hard", view, seed, BUDGET_S)
            )
        return ""

    def questions(self) -> list[Question]:
        """What is to be thought about since this was asked last."""
        questions, self._questions = self._questions, []
        return questions

    def answer(self, advice: Advice, match: Match | None) -> None:
        """Tell the seat, unless it has decided meanwhile or has to decide something else."""
        asked, seat = self._asked.get(advice.asker), advice.asker
        if asked is None or match is None or not self._chairs.has(seat) or advice.action is None:
            return
        if (advice.number, match.view(seat).decision) == (asked.number, asked.decision):
            asked.actions = (advice.action, *advice.also)
            self._tell(seat, asked)

    def _tell(self, seat: Seat, asked: Asked) -> None:
        person = self._chairs[seat].here
        if asked.actions and person is not None and person.conn is not None:
            self._post.send(person.conn, wire.Advised(tuple(map(msgspec.Raw, asked.actions))))
