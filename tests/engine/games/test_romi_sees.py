"""Who sees which card in Römi, written out by hand. Nothing depends on the step."""

from __future__ import annotations

import random

import pytest

from engine.board import Spot, Viewer
from engine.match import Match
from tests import kit
from tests.engine.games.romi_table import ROMI, Table

STEPS = ("deal", "cut", "draw", "play", "scored")

# The owner is seat 1.
VIEWERS: dict[str, Viewer] = {"owner": 1, "other": 0, "watcher": None}
TRUTH = """
    where     owner  other  watcher
    stock     no     no     no
    discard   yes    yes    yes
    cut       yes    yes    yes
    hand:1    yes    no     no
    drawn:1   yes    yes    yes
    joker:1   yes    yes    yes
    meld:1:0  yes    yes    yes
    left:1    yes    yes    yes
"""
HEADER, *LINES = (line.split() for line in TRUTH.strip().splitlines())
OPEN = frozenset(zone.partition(":")[0] for zone, owner, other, watcher in LINES if other == "yes")


def table_with_a_card_everywhere(step: str) -> Table:
    table = Table("2S", "4S", "6S", step=step, melds={1: ["KS KH KD"]})
    for zone in ("drawn:1", "joker:1", "left:1"):
        table.state.zones[zone] = [table.state.zones["stock"].pop()]
    return table


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_a_card_is_seen_by(line: list[str], step: str) -> None:
    where, *expected = line
    table = table_with_a_card_everywhere(step)
    sees = [ROMI.sees(table.state, VIEWERS[name], *Spot(where, 0)) for name in HEADER[1:]]
    assert ["yes" if seen else "no" for seen in sees] == expected


def test_a_zone_that_is_not_in_the_truth_table_is_seen_by_nobody() -> None:
    table = table_with_a_card_everywhere("play")
    assert not any(ROMI.sees(table.state, viewer, "talon", 0) for viewer in VIEWERS.values())
    assert {zone.partition(":")[0] for zone in table.state.zones} == {line[0].partition(":")[0] for line in LINES}


def test_every_view_of_a_game_shows_what_the_table_says_and_nothing_else() -> None:
    match = Match(ROMI, 4, {"rounds": 1})
    for _ in kit.play(match, random.Random(1)):
        for viewer in kit.viewers(match):
            for zone in match.view(viewer).zones:
                known = zone.kind in OPEN or (zone.kind == "hand" and zone.owner == viewer)
                cards = match.state.zones[zone.name]
                assert list(zone.cards) == (cards if known else [None] * len(cards))
