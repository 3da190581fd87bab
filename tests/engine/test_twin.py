"""Twins: two states that a viewer cannot tell apart."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.board import Spot, State, Viewer, look, place
from engine.cards import GAP, Card
from engine.match import Match
from engine.twin import twin, unseen
from tests import kit, toy
from tests.engine import laws


def sees(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    kind, owner = place(zone)
    return kind == "pile" or (kind == "hand" and viewer == owner)


def state() -> State:
    cards = [Card(letter) for letter in "abcdefghijkl"]
    grid = [cards[8], GAP, cards[9]]
    return State(
        seats=2,
        zones={"stock": cards[:4], "hand:0": cards[4:6], "hand:1": cards[6:8], "grid:1": grid, "pile": cards[10:]},
    )


def test_a_twin_has_the_same_cards_in_other_places() -> None:
    one = state()
    other = twin(one, sees, 0, random.Random(1))
    assert kit.deck(other) == kit.deck(one)
    assert other != one
    assert other.zones["hand:0"] == one.zones["hand:0"]
    assert other.zones["pile"] == one.zones["pile"]
    assert other.zones["grid:1"][1] == GAP
    assert look(other, sees, 0) == look(one, sees, 0)


def test_making_a_twin_leaves_the_state_alone() -> None:
    one = state()
    other = twin(one, sees, None, random.Random(1))
    other.zones["pile"].clear()
    assert one == state()


def test_every_unseen_card_can_lie_at_every_unseen_place() -> None:
    one, rng = state(), random.Random(1)
    spots = unseen(one, sees, 0)
    assert spots == [
        *(Spot("stock", i) for i in range(4)),
        *(Spot("hand:1", i) for i in range(2)),
        *(Spot("grid:1", i) for i in (0, 2)),
    ]
    twins = [twin(one, sees, 0, rng) for _ in range(300)]
    cards = {one.zones[zone][i] for zone, i in spots}
    for zone, i in spots:
        assert {other.zones[zone][i] for other in twins} == cards


def test_who_sees_everything_has_no_twin_but_the_state_itself() -> None:
    def all_seeing(state: State, viewer: Viewer, zone: str, i: int) -> bool:
        return True

    one = state()
    assert unseen(one, all_seeing, 0) == []
    assert twin(one, all_seeing, 0, random.Random(1)) == one


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_in_the_nearest_twin_two_unequal_unseen_cards_have_changed_places(viewer: Viewer) -> None:
    match, rng = Match(toy, 2), random.Random(1)
    match.act(*kit.by_chance(match, rng))
    for _ in range(20):
        other = laws.nearest_twin(match, viewer, rng)
        changed = [
            Spot(zone, i)
            for zone, cards in match.state.zones.items()
            for i, card in enumerate(cards)
            if card != other.zones[zone][i]
        ]
        assert len(changed) == 2
        assert set(changed) <= set(unseen(match.state, toy.sees, viewer))
        assert msgspec.structs.replace(other, zones=match.state.zones) == match.state
