"""Exact counts of what is possible. Those with a reason beside them were worked out by hand first."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from tests import toy
from tests.engine.counts import Count, counts, position


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


def test_aluette_begins_with_nine_cards_eight_looks_and_the_signs_of_four() -> None:
    """With a bluff everybody has 14 signs: 9 + 8 + 4 * 14. Then, after a card, as much for the next player; after a
    look two looks less and a timer; after a sign 14 signs less and a timer: 9 * 73 + 8 * 72 + 56 * 60.

    Cards and what is done beside them lead to the same positions in either order: 9 * 9 + 9 * 8 + 9 * 56; but not if a
    sign has shown the card: la Vache, and either of two aces, by any of four signs. So do looks and signs, unless a
    look ends or begins on the face of who signs; two looks or two signs do not."""
    cards = 81 + 72 + 504 + 1 + 2 * 4
    count = counted(GAMES["aluette"], 2, seats=4, partners="seats", chant="off", bluff="on")
    looks_and_signs = 112 + 112 + 2 * 112 + 168
    assert count == [Count(73, 73), Count(4_593, cards + 8 + 56 + 48 + 56 * 42 + looks_and_signs)]


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
