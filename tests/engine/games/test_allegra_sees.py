"""Who sees which card in Allegra, written out by hand. Nothing depends on the step."""

from __future__ import annotations

import random

import pytest

from engine.board import Spot, Viewer
from engine.cards import GAP
from engine.match import Match
from tests import kit
from tests.engine.games.allegra_table import ALLEGRA, DOWN, Table

STEPS = ("deal", "reveal", "draw", "decide", "put", "pull", "place", "scored")

# The owner is seat 1, the neighbour seat 0 (whose column L is the owner's column 4), the other seat 2.
VIEWERS: dict[str, Viewer] = {"owner": 1, "neighbour": 0, "other": 2, "watcher": None}
TRUTH = """
    where           lies   owner  neighbour  other  watcher
    deck            down   no     no         no     no
    discard         up     yes    yes        yes    yes
    offer           up     yes    yes        yes    yes
    gone            up     yes    yes        yes    yes
    own-column      down   no     no         no     no
    own-column      up     yes    yes        yes    yes
    shared-column   down   no     no         no     no
    shared-column   up     yes    yes        yes    yes
    hand            down   yes    no         no     no
    hand            up     yes    yes        yes    yes
"""
HEADER, *LINES = (line.split() for line in TRUTH.strip().splitlines())
SPOTS = {"own-column": Spot("grid:1", 4), "shared-column": Spot("grid:1", 7), "hand": Spot("hand:1", 0)}


def table_with_a_card_everywhere(step: str) -> Table:
    table = Table(DOWN, DOWN, DOWN, DOWN)
    table.state.step = step
    for zone in ("offer", "gone", "hand:0", "hand:1", "hand:2", "hand:3"):
        table.state.zones[zone] = [table.state.zones["deck"].pop()]
    return table


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("line", LINES, ids=["-".join(line[:2]) for line in LINES])
def test_a_card_is_seen_by(line: list[str], step: str) -> None:
    where, lies, *expected = line
    table = table_with_a_card_everywhere(step)
    spot = SPOTS.get(where, Spot(where, 0))
    if where in SPOTS:
        table.state.up[spot.zone][spot.i] = lies == "up"
    sees = [ALLEGRA.sees(table.state, VIEWERS[name], *spot) for name in HEADER[2:]]
    assert ["yes" if seen else "no" for seen in sees] == expected


def test_a_zone_that_is_not_in_the_truth_table_is_seen_by_nobody() -> None:
    table = table_with_a_card_everywhere("draw")
    assert not any(ALLEGRA.sees(table.state, viewer, "stock", 0) for viewer in VIEWERS.values())
    assert {zone.partition(":")[0] for zone in table.state.zones} == {*(line[0] for line in LINES), "grid"} - {
        "own-column",
        "shared-column",
    }


def test_every_view_of_a_game_shows_what_the_table_says_and_nothing_else() -> None:
    match = Match(ALLEGRA, 4)
    for _ in kit.play(match, random.Random(1)):
        state = match.state
        for viewer in kit.viewers(match):
            for zone in match.view(viewer).zones:
                for i, (seen, card) in enumerate(zip(zone.cards, state.zones[zone.name], strict=True)):
                    public = zone.kind in ("discard", "offer", "gone") or (
                        zone.kind in ("grid", "hand") and state.up[zone.name][i]
                    )
                    known = card == GAP or public or (zone.kind == "hand" and zone.owner == viewer)
                    assert seen == (card if known else None)
