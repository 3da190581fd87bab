"""The search compares choices in the same worlds, spends no more than it is given, and stops when there is no doubt."""

from __future__ import annotations

import random
from collections import defaultdict
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from engine.board import Seat
from engine.game import Choice, Game, View
from engine.match import Match
from engine.search import WORLDS_MIN, Tried, search
from engine.strengths import OVERLOOKS, decide
from tests import kit, toy

LAY, THROW = "lay", "throw"


class Lab:
    """A toy of which the worth of every choice is made up: what a playout brings, by the kind of act and chance."""

    def __init__(self, brings: Any) -> None:
        self.worlds: dict[str, list[int]] = defaultdict(list)
        self.chances: dict[str, list[float]] = defaultdict(list)
        self._brings, self._world = brings, 0
        self.game = cast(Game, SimpleNamespace(**{**vars(toy), "imagine": self._imagine, "play_out": self._play_out}))
        match, rng = Match(toy, 2), random.Random(1)  # type: ignore[arg-type]
        while not self._to_decide(match.view(match.state.turn if match.state.turn >= 0 else 0)):
            match.act(*kit.by_chance(match, rng))
        self.view, self.options = match.view(match.state.turn), match.options

    def search(self, choices: list[Choice], playouts: int) -> list[Tried]:
        return search(self.game, self.view, self.options, choices, random.Random(1), range(playouts))

    def choice(self, code: str, worth: float = 0.0) -> Choice:
        offer = next(offer for offer in self.view.offers if offer.code == code)
        return Choice(kit.filled(offer, random.Random(1)), worth)

    def _to_decide(self, view: View) -> bool:
        return {LAY, THROW} <= {offer.code for offer in view.offers}

    def _imagine(self, view: View, options: Any, rng: random.Random) -> toy.ToyState:
        self._world += 1
        return toy.imagine(view, options, rng)

    def _play_out(self, state: toy.ToyState, seat: Seat, rng: random.Random) -> float:
        code, chance = THROW if state.step == "window" else LAY, rng.random()
        self.worlds[code].append(self._world)
        self.chances[code].append(chance)
        return float(self._brings(code, chance))


def code_of(tried: Tried) -> Any:
    return msgspec.json.decode(tried.choice.action)["type"]


def test_it_finds_the_better_choice_in_spite_of_chance_and_of_what_was_thought_before() -> None:
    lab = Lab(lambda code, chance: (1 if code == LAY else 0) + random.Random(f"{code} {chance}").uniform(-5, 5))
    best, other = lab.search([lab.choice(THROW, 0.5), lab.choice(LAY)], 2_000)
    assert (code_of(best), code_of(other)) == (LAY, THROW)
    assert best.lead(other).worth > 0.5


def test_all_are_tried_in_the_same_worlds_with_the_same_chances() -> None:
    lab = Lab(lambda code, chance: chance)
    lab.search([lab.choice(THROW), lab.choice(LAY)], 10)
    assert lab.worlds[LAY] == lab.worlds[THROW] == [1, 2, 3, 4, 5]
    assert lab.chances[LAY] == lab.chances[THROW]
    assert len({*lab.chances[LAY]}) == 5


def test_no_more_than_the_budget_is_spent_and_half_a_world_does_not_count() -> None:
    lab = Lab(lambda code, chance: chance)
    tried = lab.search([lab.choice(THROW), lab.choice(LAY)], 7)
    assert sum(map(len, lab.worlds.values())) == 7
    assert [len(each.outcomes) for each in tried] == [3, 3]


def test_it_stops_when_one_clearly_leads() -> None:
    lab = Lab(lambda code, chance: (3 if code == LAY else 0) + random.Random(f"{code} {chance}").random())
    lab.search([lab.choice(THROW), lab.choice(LAY)], 1_000)
    assert sum(map(len, lab.worlds.values())) == 2 * WORLDS_MIN


def test_it_stops_when_there_is_no_difference() -> None:
    lab = Lab(lambda code, chance: 1)
    lab.search([lab.choice(THROW), lab.choice(LAY)], 1_000)
    assert sum(map(len, lab.worlds.values())) < 100


def test_a_few_lucky_worlds_do_not_overrule_what_was_thought_before() -> None:
    lab = Lab(lambda code, chance: random.Random(f"{code} {chance}").uniform(-1_000, 1_000))
    for seed in range(10):
        first, second = Choice(lab.choice(LAY).action, 0.1, 1.0), lab.choice(THROW)
        best = search(lab.game, lab.view, lab.options, [first, second], random.Random(seed), range(60))[0]
        assert best.choice is first


def test_with_one_choice_there_is_nothing_to_try() -> None:
    lab = Lab(lambda code, chance: chance)
    (only,) = lab.search([lab.choice(LAY)], 1_000)
    assert code_of(only) == LAY
    assert not lab.worlds


def test_without_a_budget_what_was_thought_before_counts() -> None:
    lab = Lab(lambda code, chance: chance)
    assert [code_of(each) for each in lab.search([lab.choice(LAY), lab.choice(THROW, 1)], 0)] == [THROW, LAY]


def test_an_easy_bot_overlooks_the_best_now_and_then() -> None:
    lab = Lab(lambda code, chance: chance)
    lab.game.choices = lambda view, rng: [lab.choice(LAY), lab.choice(THROW)]  # type: ignore[method-assign]
    rng, done = random.Random(1), defaultdict[str, int](int)
    for _ in range(1_000):
        action = decide(lab.game, "easy", lab.view, lab.options, rng)
        done[msgspec.json.decode(action or b"")["type"]] += 1
    assert abs(done[THROW] - 1_000 * OVERLOOKS) < 200
    assert done[LAY] > done[THROW]
