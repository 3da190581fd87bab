"""Who sees which card in Aluette, written out by hand. Nothing depends on the step."""

from __future__ import annotations

import random

import pytest

from engine.board import Spot, Viewer
from engine.match import Match
from tests import kit
from tests.engine.games.aluette_table import ALUETTE, Table
from tests.engine.games.test_aluette_signs import STEPS

# The owner is seat 1.
VIEWERS: dict[str, Viewer] = {"owner": 1, "partner": 3, "neighbour": 2, "watcher": None}
TRUTH = """
    where    owner  partner  neighbour  watcher
    talon    no     no       no         no
    drawn    yes    yes      yes        yes
    hand     yes    no       no         no
    rejects  yes    no       no         no
    trick    yes    yes      yes        yes
    last     yes    yes      yes        yes
    won      no     no       no         no
    spoiled  no     no       no         no
"""
HEADER, *LINES = (line.split() for line in TRUTH.strip().splitlines())
COMMON = ("talon", "last", "spoiled")


def zone_of(where: str) -> str:
    return where if where in COMMON else f"{where}:1"


@pytest.mark.parametrize("step", [*STEPS, "draw", "drawn", "seated", "scored"])
@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_a_card_is_seen_by(line: list[str], step: str) -> None:
    where, *expected = line
    table = Table()
    table.state.step = step
    zones = table.state.zones
    zones[zone_of(where)].append(zones["talon"].pop())
    sees = [ALUETTE.sees(table.state, VIEWERS[name], zone_of(where), 0) for name in HEADER[1:]]
    assert ["yes" if seen else "no" for seen in sees] == expected


def test_a_zone_that_is_not_in_the_truth_table_is_seen_by_nobody() -> None:
    table = Table()
    assert not any(ALUETTE.sees(table.state, viewer, "stock", 0) for viewer in VIEWERS.values())
    assert {zone.partition(":")[0] for zone in table.state.zones} == {line[0] for line in LINES}


def test_every_view_of_a_game_shows_what_the_table_says_and_nothing_else() -> None:
    public = {line[0] for line in LINES if line[-1] == "yes"}
    own = {line[0] for line in LINES if line[1] == "yes"}
    match = Match(ALUETTE, 4)
    for _ in kit.play(match, random.Random(1)):
        for viewer in kit.viewers(match):
            for zone in match.view(viewer).zones:
                known = zone.kind in public or (zone.kind in own and zone.owner == viewer)
                cards = match.state.zones[zone.name]
                assert zone.cards == (tuple(cards) if known else (None,) * len(cards))


def test_a_picked_card_is_seen_by_whoever_picks_it() -> None:
    """No offer asks for a card that its player does not see."""
    match = Match(ALUETTE, 4)
    for _ in kit.play(match, random.Random(2)):
        for seat in range(4):
            spots = [spot for offer in match.view(seat).offers if offer.pick for spot in offer.pick.spots]
            assert all(ALUETTE.sees(match.state, seat, *Spot(*spot)) for spot in spots)
