"""A round of Allegra that is played out quickly ends and is counted as the rules say."""

from __future__ import annotations

import random

import pytest

from engine.games._allegra_playout import UNSEEN, Round, play_out
from engine.games._allegra_state import COUNTS
from engine.match import Match
from tests import kit
from tests.engine.games.allegra_table import ALLEGRA, DOWN, GAPS, Table, exchange


def result(table: Table) -> list[int]:
    return Round(table.state, random.Random(1)).points()


def closed(*grids: str, discard: str) -> Table:
    """Seat 1 has closed, and seat 0 has the last turn of the round."""
    table = Table(*grids, discard=discard, deck="11")
    table.state.closer, table.state.last_turns = 1, 1
    return table


def test_in_the_last_turn_the_highest_card_is_swapped() -> None:
    assert result(closed("1 9 . .\n. . . .\n. . . .", "0 3 . .\n. . . .\n. . . .", discard="2")) == [3, 3]


def test_a_closer_who_is_not_lowest_is_doubled() -> None:
    assert result(closed("1 9 . .\n. . . .\n. . . .", "0 4 . .\n. . . .\n. . . .", discard="2")) == [3, 8]
    assert result(closed("1 -1 . .\n. . . .\n. . . .", "0 -1 . .\n. . . .\n. . . .", discard="9")) == [0, -1]


def test_a_shared_card_counts_for_both_and_lines_leave_also_when_they_are_turned_up_in_the_end() -> None:
    high = "4 . . 5\n. . . .\n. . . ."
    assert result(closed(high, "(7) (7) (7) 3\n. . . .\n. . . .", discard="11")) == [4 + 5 + 3, 5 + 3]


def test_a_third_card_of_a_kind_is_laid_where_it_completes_a_line() -> None:
    assert result(closed("8 8 11 9\n. . . .\n. . . .", "0 0 . .\n. . . .\n. . . .", discard="8"))[0] == 9


def test_with_a_low_sum_somebody_closes() -> None:
    low, high = "(0) 0 . .\n. . . .\n. . . .", "9 10 (11) .\n. . . .\n10 11 9 ."
    table = Table(low, high, discard="11", deck="11 11")
    playing = Round(table.state, random.Random(1))
    playing.points()
    assert playing.closer == 0


@pytest.mark.parametrize("step", ["put", "pull", "place"])
def test_an_exchange_that_has_begun_is_finished(step: str) -> None:
    """The drawer gets the knocker's lowest card, which goes where the drawer's highest lay."""
    grids = ("11 . . .\n. . . .\n. . . .", "1 9 . .\n. . . .\n. . . .", "4 . . .\n. . . .\n. . . .")
    table = exchange(*grids, deck="5")
    table.state.closer, table.state.last_turns = 2, 1
    if step != "put":
        table.do(1, "put", table.cell(1, "21"))
    if step == "place":
        table.do(0, "pull", table.cell(1, "11"))
    assert result(table) == [1, 5 + 9, 2 * 4]


def test_every_round_comes_to_an_end() -> None:
    for seats in (2, 6):
        match, rng = Match(ALLEGRA, seats, {"rounds": 1}), random.Random(seats)
        for _ in kit.play(match, rng, kit.by_bots):
            if match.state.step != "deal" and rng.random() < 0.2:
                points = Round(match.state, rng).points()
                assert len(points) == seats
                assert play_out(match.state, 0, random.Random(1)) == play_out(match.state, 0, random.Random(1))


def test_nobody_can_move_and_yet_it_ends() -> None:
    table = Table(GAPS, GAPS, discard="5")
    table.state.zones["gone"], table.state.zones["deck"] = table.state.zones["deck"], []
    assert result(table) == [0, 0]
    table = Table(DOWN, DOWN, discard="11")
    table.state.zones["gone"], table.state.zones["deck"] = table.state.zones["deck"], []
    assert len(result(table)) == 2


def test_once_a_round_is_scored_its_points_count() -> None:
    table = Table(GAPS, GAPS, GAPS)
    table.state.step, table.state.scored = "scored", [(1, 1, 1), (5, 7, 12)]
    assert [play_out(table.state, seat, random.Random(1)) for seat in range(3)] == [4.5, 1.5, -6.0]


def test_no_card_is_worth_what_one_is_thought_to_be_worth_that_lies_face_down() -> None:
    mean = sum(int(card) * count for card, count in COUNTS.items()) / sum(COUNTS.values())
    assert UNSEEN not in map(int, COUNTS)
    assert abs(UNSEEN - mean) < 0.1
