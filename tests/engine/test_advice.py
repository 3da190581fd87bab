"""Advice: what a hard bot would do, and what it can hardly tell from that; and how far behind the rest is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.advice import Judged, advise, comes_to_the_same, judge, weigh
from engine.game import Choice, Game, View
from engine.games import GAMES
from engine.match import Match
from engine.search import WORLDS_MIN
from tests import kit
from tests.engine.games.romi_table import Table
from tests.engine.test_search import LAY, THROW, Lab

EVERY_GAME = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in GAMES.items()])


def kind(action: bytes) -> str:
    return str(msgspec.json.decode(action)["type"])


def advised(lab: Lab, playouts: int = 2_000) -> list[str]:
    return [*map(kind, advise(lab.game, lab.view, lab.options, random.Random(1), range(playouts)))]


def test_the_best_is_advised_alone_if_nothing_comes_near_it() -> None:
    assert advised(Lab(lambda code, chance: (code == THROW) * 5 + chance)) == [THROW]


def test_what_can_hardly_be_told_from_the_best_is_named_too() -> None:
    assert len(advised(Lab(lambda code, chance: chance))) == 2


def test_of_what_was_hardly_tried_nothing_is_said_but_what_is_thought_at_first_sight() -> None:
    assert len(advised(Lab(lambda code, chance: chance), playouts=4)) == 1


def test_what_was_done_is_weighed_with_what_the_game_thinks_of() -> None:
    lab = Lab(lambda code, chance: {THROW: 0.0, LAY: 2.0}[code] + chance)
    lay = next(offer for offer in lab.view.offers if offer.code == LAY)
    assert lay.pick is not None
    done = kit.with_picks(lay, lay.pick.spots[-1:])
    first, *rest = weigh(lab.game, lab.view, lab.options, random.Random(1), range(2_000), done)
    assert done in [each.action for each in (first, *rest)]
    assert (kind(first.action), first.behind.worth) == (LAY, 0.0)
    thrown = next(each for each in rest if kind(each.action) == THROW)
    assert thrown.is_tried
    assert abs(thrown.behind.worth - 2) < 3 * thrown.behind.error + 0.1


def chancy(seed: int) -> Lab:
    """Nothing is better than anything else, and each playout may bring anything."""
    dice = random.Random(seed)
    return Lab(lambda code, chance: dice.gauss(0, 5))


def judged(lab: Lab, code: str) -> Judged:
    done = lab.choice(code).action
    found = judge(lab.game, lab.view, lab.options, random.Random(1), range(400), done)
    assert found is not None
    return found


def test_what_was_worse_is_clear_and_what_was_worse_by_chance_is_not() -> None:
    worse = judged(Lab(lambda code, chance: {THROW: 0.0, LAY: 2.0}[code] + chance), THROW)
    assert worse.is_clear
    assert (kind(worse.best), round(worse.lost.worth)) == (LAY, 2)
    by_chance = [judged(chancy(seed), THROW) for seed in range(9)]
    assert any(each.lost.worth > 0 for each in by_chance)
    assert not any(each.is_clear for each in by_chance)


def test_what_is_thought_at_first_sight_is_no_loss_and_what_was_done_is_tried_in_spite_of_it() -> None:
    lab = Lab(lambda code, chance: chance)
    rather, done = Choice(lab.choice(LAY).action, 2.0, 0.5), Choice(lab.choice(THROW).action, 0.0, 0.5)
    lab.game.choices = lambda view, rng: [rather, done]  # type: ignore[method-assign]
    for playouts in (0, 4, 400):
        found = judge(lab.game, lab.view, lab.options, random.Random(1), range(playouts), done.action)
        assert found is not None
        assert not found.is_clear
    assert len(lab.worlds[THROW]) > WORLDS_MIN


def test_whoever_did_the_best_has_lost_nothing() -> None:
    best = judged(Lab(lambda code, chance: {THROW: 2.0, LAY: 0.0}[code] + chance), THROW)
    assert (kind(best.best), best.lost.worth, best.is_clear) == (THROW, 0.0, False)


@EVERY_GAME
def test_whoever_is_waited_for_is_advised_to_do_what_may_be_done(game: Game) -> None:
    match, rng, advised = Match(game, game.SEATS[-1]), random.Random(1), 0
    for _ in range(150):
        for seat in game.awaited(match.state):
            view = match.view(seat)
            for action in advise(game, view, match.options, rng, range(3)):
                there = Match(game, match.state.seats, match.options)
                there.state = match.state
                there.act(seat, action)
                advised += 1
        match.act(*kit.by_bots(match, rng))
    assert advised > 50


def test_equal_cards_in_other_places_are_the_same_and_cards_that_are_not_seen_are_not() -> None:
    match, rng = Match(GAMES["romi"], 2), random.Random(5)
    while not match.state.zones["cut"]:
        cut = b'{"type":"cut","turn":1,"picks":[["stock",%d]]}'
        assert match.state.turn < 0 or not same(match, cut % 3, cut % 4)
        match.act(*kit.by_bots(match, rng))
    while match.state.step != "play" or not any(twice(match.view(match.state.turn))):
        match.act(*kit.by_bots(match, rng))
    view = match.view(match.state.turn)
    one, other = next(twice(view))
    discard = b'{"type":"discard","turn":%d,"picks":[["hand:%d",%d]]}'
    actions = [discard % (view.turns, view.turn, i) for i in (one, other, *range(len(view.zone(f"hand:{view.turn}"))))]
    assert same(match, actions[0], actions[1])
    assert sum(same(match, actions[0], action) for action in actions[2:]) == 2


@pytest.mark.parametrize("melds", [{}, {0: ["10S 10H 10D", "JS JH JD"]}])
def test_at_which_end_a_joker_lies_makes_a_difference_in_a_run_and_none_in_a_set(melds: dict[int, list[str]]) -> None:
    table = Table("KS KH * 5D 6D * 2C", "QD", melds=melds)
    kings, run = ([*zip(["hand:0"] * 3, places, strict=True)] for places in ([0, 1, 2], [3, 4, 5]))

    def lay(picks: Any, joker: str) -> bytes:
        return msgspec.json.encode({"type": "lay", "turn": table.state.turns, "picks": picks, "joker": joker})

    assert same(table.match, lay(kings, ""), lay(kings, "high"))
    assert not same(table.match, lay(run, "low"), lay(run, "high"))


def same(match: Match, action: bytes, other: bytes) -> bool:
    view = match.view(match.state.turn)
    world = match.game.imagine(view, match.options, random.Random(1))
    return comes_to_the_same(match, view, world, action, other)


def twice(view: View) -> Iterator[tuple[int, int]]:
    """Pairs of equal cards in the hand of whose turn it is."""
    hand = view.zone(f"hand:{view.turn}") if view.turn >= 0 else ()
    return ((i, j) for i in range(len(hand)) for j in range(i) if hand[i] == hand[j])
