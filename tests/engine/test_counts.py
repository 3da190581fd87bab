"""Exact counts of what is possible. Those with a reason beside them were worked out by hand first."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from tests import toy
from tests.engine.counts import Count, counts, position
from tests.engine.games.romi_table import Table


def counted(game: Game, acts: int, *, seats: int, after: int = 1, seed: int = 1, **options: int | str) -> list[Count]:
    return counts(position(game, seats, options, seed, after), acts)


def test_the_toy_is_counted_as_by_hand() -> None:
    """Draw; lay it in place of one of three, or throw it; then the next one draws, or one of the two others knocks for
    one of three cards, or the time runs out. No two of these lead to the same position."""
    assert counted(toy, 3, seats=3) == [Count(1, 1), Count(4, 4), Count(3 + 2 * 3 + 1, 10)]


def test_allegra_begins_with_everybody_turning_up_any_cards_of_an_area_of_fifteen() -> None:
    """With two, six cells are shared: 6 * (14 + 14) + 9 * (14 + 15) ways for either, and as positions both cards by one
    seat, twice 15 * 14 / 2, or one each, 15 * 15 - 6 less the 6 * 5 / 2 pairs of shared cells that come about twice."""
    assert counted(GAMES["allegra"], 2, seats=2) == [Count(30, 30), Count(2 * 429, 2 * 105 + 204)]


def test_allegra_shares_three_cells_with_either_neighbour_of_three() -> None:
    """Each: 6 * (14 + 14 + 15) + 9 * (14 + 15 + 15) ways. Positions: 3 * 105 by one, 3 * (15 * 15 - 3 - 3) by two."""
    assert counted(GAMES["allegra"], 2, seats=3) == [Count(45, 45), Count(3 * 654, 3 * 105 + 3 * 219)]


def test_in_an_exchange_of_allegra_only_the_hole_is_closed() -> None:
    """K puts into any of 15 cells, A takes any of K's 15 cards and has 15 cells, or 14 if it shares the hole: 3 do."""
    ways = [count.ways for count in counted(GAMES["allegra"], 3, seats=3, after=16)]
    assert ways == [15, 15 * 15, 15 * (12 * 15 + 3 * 14)]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"seats": 2, "after": 5}, [(16, 16), (243, 242), (3_702, 3_466)]),
        ({"seats": 2, "after": 5, "knock_window": 0}, [(16, 16), (268, 267), (4_476, 4_227)]),
        ({"seats": 2, "after": 60}, [(16, 16), (240, 224), (3_614, 3_083)]),
        (
            {"seats": 4, "after": 200, "seed": 2, "knocks": "choice"},
            [(15, 15), (222, 219), (222, 121), (13_320, 7_260)],
        ),
    ],
)
def test_allegra_goes_on_in_so_many_ways(table: dict[str, int], expected: list[tuple[int, int]]) -> None:
    assert counted(GAMES["allegra"], len(expected), **table) == expected


def test_romi_begins_with_a_cut_and_a_discard_and_the_next_one_draws_or_takes_it() -> None:
    """107 heights. Then 15 cards to discard; draw or take; discard one of 15, or after taking one of 14 (R17), or in
    two ways give it back, which is one position. Then three ways to draw, or two again where nothing was discarded."""
    assert counted(GAMES["romi"], 1, seats=2) == [Count(107, 107)]
    assert counted(GAMES["romi"], 4, seats=2, after=2) == [
        Count(15, 15),
        Count(15 * 2, 15 * 2),
        Count(15 * (15 + 14 + 2), 15 * (15 + 14 + 1)),
        Count(15 * (29 * 3 + 2 * 2), 15 * (29 * 3 + 2)),
    ]


def test_romi_additions_are_made_one_by_one_or_at_once() -> None:
    """Discard one of three, or add one of two or both. After a discard the next one draws in three ways; after one
    addition the other can be added, or one of two discarded, after both the last; or all is taken back in two ways."""
    table = Table("8H 4H 2S", "QD", melds={1: ["5H 6H 7H"]}, opened=[0])
    ways, positions = 3 * 3 + 2 * (1 + 2 + 2) + (1 + 2), 3 * 3 + (2 + 2 * 2) + 1 + 1
    assert counts(table.match, 2) == [Count(3 + 2 + 1, 6), Count(ways, positions)]


def test_romi_asks_which_end_a_joker_stands_at() -> None:
    """One of four is discarded, or the run laid with the joker at either end."""
    assert counts(Table("* 9H 10H 2S", "QD", opened=[0]).match, 1) == [Count(4 + 2, 4 + 2)]


def test_aluette_begins_with_nine_cards_eight_looks_and_the_signs_of_four() -> None:
    """With a bluff everybody has 14 signs: 9 + 8 + 4 * 14. Then, after a card, as much for the next player; after a
    look two looks less and a timer; after a sign 14 signs less and a timer: 9 * 73 + 8 * 72 + 56 * 60.

    Cards and what is done beside them lead to the same positions in either order: 9 * 9 + 9 * 8 + 9 * 56; but a sign
    is worth less once a card that it shows is played, here two aces after four signs and la Vache after her own. So do
    looks and signs, unless a look ends or begins on the face of who signs; two looks or two signs do not."""
    count = counted(GAMES["aluette"], 2, seats=4, partners="seats", chant="off", bluff="on")
    looks_and_signs = 112 + 112 + 2 * 112 + 168
    shown_then_played = 2 * 4 + 1
    assert count == [
        Count(73, 73),
        Count(4_593, 81 + 72 + 504 + shown_then_played + 8 + 56 + 48 + 56 * 42 + looks_and_signs),
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            Table(
                *("6H * 10S JS 2C", "QD 3D"),
                melds={1: ["5H * 7H", "9S 9H *"]},
                opened=[0],
                step="draw",
                discard="JH 9C 3C",
                cut="QS",
                stock="4D 8H",
            ),
            [(3, 3), (30, 24), (154, 73), (885, 218)],
        ),
        (
            Table(
                *("KS KH KD 6C 7C 8C 9C", "QD 3D"),
                melds={1: ["JH QH KH"]},
                step="draw",
                discard="10C 3C",
                cut="10H",
                stock="4D 8H",
            ),
            [(3, 3), (27, 25), (118, 61), (582, 127)],
        ),
    ],
    ids=["opened", "not-opened"],
)
def test_romi_goes_on_in_so_many_ways(table: Table, expected: list[tuple[int, int]]) -> None:
    assert counts(table.match, len(expected)) == expected


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"partners": "seats", "chant": "off"}, [(32, 32), (973, 694)]),
        ({"after": 2}, [(27, 27), (668, 534)]),
        ({"after": 3, "seed": 2, "surrender": "on"}, [(28, 28), (705, 553), (16_092, 8_654)]),
    ],
)
def test_aluette_goes_on_in_so_many_ways(table: dict[str, Any], expected: list[tuple[int, int]]) -> None:
    assert counted(GAMES["aluette"], len(expected), seats=4, **table) == expected
