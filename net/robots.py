"""Bots: clients of the table like everybody else, that think at a human pace.

What they do when they are waited for is thought out elsewhere meanwhile: `questions` are to be answered by `advise`. A
bot that has no answer when its time has come decides by itself, as a normal bot does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from engine.game import Game, View
from engine.strengths import Strength, decide
from net.chairs import Person
from net.characters import names_for
from net.link import Link
from net.thought import Advice, Question

THINK_MIN_S = 0.7
THINK_MAX_S = 1.8
BUDGET_MAX_S = 1.0
ON_THE_WAY_S = 0.1
"""So much time is left for the answer to come."""


class Robot:
    """One bot, sans-IO. When it thinks is drawn apart from what it thinks: its pace says nothing of its cards."""

    def __init__(
        self, game: Game, name: str, token: str, code: str, rng: random.Random, strength: Strength = "normal"
    ) -> None:
        self.strength = strength
        self.link = Link(name, token, code)
        self.deadline = math.inf
        self._game = game
        self._moment: object = None
        """The cards that it saw, and whose turn it was, when there was last something new to think about."""
        self._has_played = False
        """And what is to be seen of that has not come yet. What stands aside of the play does not count."""
        self._asked: View | None = None
        """The view that it has asked about last; the number of that question, and the answer, if it has come."""
        self._number = 0
        self._advice: Advice | None = None
        self._mind = random.Random(rng.getrandbits(64))
        self._seed = 0
        """Of what it thinks now, here or elsewhere."""
        self._pace = random.Random(rng.getrandbits(64))

    def receive(self, frame: bytes, now: float) -> None:
        """One frame from the table. Other cards, another turn, a refusal, or that the turn goes on after what it has
        done, are something to think about.

        Anything else can be known to the bot alone, and must not tell by its pace.
        """
        before = self.link.view
        self.link.receive(frame)
        self.link.news.clear()
        view = self.link.view
        moment = view and (view.turns, view.awaited, view.zones)
        goes_on = self._has_played and view is not before and view is not None and view.viewer in view.awaited
        self._has_played = self._has_played and view is before
        if (moment != self._moment or goes_on or self.link.refusals) and self.deadline == math.inf:
            self.link.refusals.clear()
            self.deadline = now + self._pace.uniform(THINK_MIN_S, THINK_MAX_S)
            self._seed = self._mind.getrandbits(63)
        self._moment = moment

    def tick(self, now: float) -> list[bytes]:
        """The frames to send now: at the deadline, what the bot has decided."""
        if now >= self.deadline:
            self.deadline = math.inf
            view = self.link.view
            if view is not None and view.offers and self.link.pending is None:
                action = self._decision(view)
                if action is not None:
                    self.link.act(action)
                    self._has_played = action not in [bytes(offer.action) for offer in view.offers if offer.aside]
        return self.link.drain()

    def question(self, bot: int, now: float) -> Question | None:
        """What to do when the time comes, if the table waits for this bot and it has not asked before."""
        view, room, budget_s = self.link.view, self.link.room, self.deadline - now - ON_THE_WAY_S
        waits = view is not None and view is not self._asked and view.viewer in view.awaited and view.offers
        if view is None or room is None or not waits or not 0 < budget_s < math.inf:
            return None
        self._asked, self._advice = view, None
        self._number += 1
        budget_s = min(budget_s, BUDGET_MAX_S)
        return Question(bot, self._number, room.game, room.options, self.strength, view, self._seed, budget_s)

    def advise(self, advice: Advice) -> None:
        if advice.number == self._number:
            self._advice = advice

    def _decision(self, view: View) -> bytes | None:
        if self._advice is not None and view is self._asked:
            return self._advice.action
        return decide(self._game, self.strength, view, {}, random.Random(self._seed))


class Robots(dict[int, Robot]):
    """The bots at one table by their connections: numbers below zero, never used again."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__()
        self._game, self._rng = game, rng
        self._made = 0

    def make(self, free_name: Callable[[str], str], strength: Strength, name: str = "") -> tuple[int, Person]:
        """A new bot: its connection, and who it is. `free_name` says how a name has to be changed to be free."""
        self._made += 1
        names = names_for(strength)
        name = name or next((name for name in names if free_name(name) == name), free_name(names[0]))
        person = Person(f"robot {self._rng.getrandbits(128):032x}", name)
        self[-self._made] = Robot(self._game, name, person.token, "", self._rng, strength)
        return -self._made, person

    def deadline(self) -> float:
        """When the next of them has thought enough, or infinity."""
        return min((robot.deadline for robot in self.values()), default=math.inf)

    def questions(self, now: float) -> list[Question]:
        """What they have to ask now."""
        asked = (robot.question(bot, now) for bot, robot in self.items())
        return [question for question in asked if question is not None]

    def advise(self, advice: Advice) -> None:
        """The answer to a question, possibly of a bot that has gone."""
        if advice.asker in self:
            self[advice.asker].advise(advice)

    def postpone(self, pause_s: float) -> None:
        """Give back the time of a pause."""
        for robot in self.values():
            robot.deadline += pause_s
