"""Allegra rule by rule: the cards, the areas, a round (A1 to A11) and three of a kind (A20 to A24)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine.board import CHANCE, CLOCK, Refused, Spot
from engine.match import Match
from tests.engine.games.allegra_table import ALLEGRA, DOWN, UP, Table, dealt, notes, revealed, stacked

SHEET = ("A", 32)
"""How far the rule sheet goes, of which every rule has a test."""

SHEET = ("A", 32)
"""The rules are A1 to A32: each has a test named after it, here or in one of the files beside this one."""

# Cards and areas


def test_A1_the_deck_has_120_cards() -> None:
    shuffle = ALLEGRA.chance(Match(ALLEGRA, 2).state)
    assert shuffle is not None
    counts = Counter(map(int, shuffle.cards))
    assert counts == {-1: 6, 0: 8, 1: 9, 2: 10, 3: 10, 4: 11, 5: 12, 6: 11, 7: 10, 8: 10, 9: 9, 10: 8, 11: 6}
    assert len(shuffle.cards) == 120


@pytest.mark.parametrize("seats", range(2, 7))
def test_A2_each_player_is_dealt_twelve_cards(seats: int) -> None:
    table = dealt(seats)
    assert [len(table.state.zones[f"grid:{seat}"]) for seat in range(seats)] == [12] * seats
    assert [len(table.state.zones[pile]) for pile in ("deck", "discard")] == [119 - 12 * seats, 1]


@pytest.mark.parametrize("seats", range(2, 7))
def test_A3_an_area_is_the_own_grid_and_column_4_of_the_left_neighbour(seats: int) -> None:
    table = dealt(seats)
    for seat in range(seats):
        left = (seat + 1) % seats
        (offer,) = table.match.view(seat).offers
        assert offer.pick is not None
        assert set(offer.pick.spots) == {Spot(f"grid:{left}", i) for i in (3, 7, 11)} | {
            Spot(f"grid:{seat}", i) for i in range(12)
        }
        assert len(offer.pick.spots) == 15


def test_A3_the_same_column_is_the_right_neighbours_L() -> None:
    table = Table(DOWN, DOWN, DOWN)
    assert table.cell(2, "L2") == table.cell(0, "42")
    table.do(0, "take", table.cell(0, "42"))
    assert table.facts()["down"] == [14, 15, 14]


def test_A3_no_other_place_can_be_used() -> None:
    table = Table(DOWN, DOWN, DOWN)
    for spot in (table.cell(1, "11"), table.cell(2, "41"), Spot("grid:0", 12), Spot("grid:0", -1), Spot("deck", 0)):
        assert table.refused(0, "take", spot) == ("outside", "A3")
    for spot in (Spot("grid:9", 3), Spot("nowhere", 0), Spot("", 10**30), Spot("grid:x", 0)):
        assert table.refused(0, "take", spot) == ("outside", "A3")


def test_A4_with_two_players_the_opponent_is_both_neighbours() -> None:
    table = Table(DOWN, DOWN)
    assert (table.cell(0, "L1"), table.cell(1, "L1")) == (table.cell(1, "41"), table.cell(0, "41"))
    table.do(0, "take", table.cell(0, "L1"))
    table.do(1, "take", table.cell(1, "L1"))
    assert table.facts()["down"] == [13, 13]


# A round


def test_A5_everybody_turns_up_two_cards_at_the_same_time() -> None:
    table = dealt(3)
    assert table.facts()["down"] == [15, 15, 15]
    assert table.match.view(None).awaited == (0, 1, 2)
    table.do(2, "reveal", table.cell(2, "11"))
    table.do(0, "reveal", table.cell(0, "33"))
    table.do(2, "reveal", table.cell(2, "L1"))
    assert table.facts()["reveals"] == [1, 2, 0]
    assert table.match.view(None).awaited == (0, 1)
    assert table.refused(2, "reveal", table.cell(2, "12")) == ("revealed-two", "A5")


def test_A5_a_card_that_the_neighbour_turned_up_is_refused_and_another_is_picked() -> None:
    table = dealt(3)
    table.do(0, "reveal", table.cell(0, "L1"))
    assert table.refused(1, "reveal", table.cell(1, "41")) == ("face-up", "A5")
    table.do(1, "reveal", table.cell(1, "42"))
    assert table.facts()["reveals"] == [1, 1, 2]


def test_A5_nobody_draws_before_all_cards_are_turned_up() -> None:
    table = dealt(2)
    assert table.refused(0, "draw") == ("step-reveal", "A5")
    assert table.refused(0, "take", table.cell(0, "11")) == ("step-reveal", "A5")
    assert table.refused(0, "reveal") == ("pick-one", "A5")
    assert table.refused(0, "reveal", table.cell(0, "11"), table.cell(0, "12")) == ("pick-one", "A5")


def test_A6_one_card_is_turned_up_to_start_the_discard_pile() -> None:
    table = dealt(2, *["1"] * 9, *["2"] * 3, *["3"] * 10, *["4"] * 2, "11", "10")
    assert table.grid(0) == "(1) (1) (1) (1)\n(1) (1) (1) (1)\n(1) (2) (2) (2)"
    assert table.grid(1) == "(3) (3) (3) (3)\n(3) (3) (3) (3)\n(3) (3) (4) (4)"
    assert table.match.view(None).zone("discard") == ("11",)
    assert table.state.zones["deck"][-1] == "10"


@pytest.mark.parametrize("roll", range(3))
def test_A6_chance_draws_the_first_starter(roll: int) -> None:
    assert revealed(dealt(3, roll=roll)).state.turn == roll


def test_A6_later_the_next_player_to_the_left_starts() -> None:
    table = Table(UP, UP.replace("6", "(6)"), turn=1, rounds=9)
    table.state.starter, table.state.closer, table.state.last_turns = 1, 0, 1
    table.do(1, "take", table.cell(1, "11"))
    table.shuffle(stacked())
    assert table.facts()["starter"] == 0
    assert revealed(table).state.turn == 0


def test_A6_only_chance_shuffles_only_a_whole_deck_and_only_when_it_is_due() -> None:
    table = Table(DOWN, DOWN)
    with pytest.raises(Refused, match="no-shuffle"):
        table.shuffle(stacked())
    table.match = Match(ALLEGRA, 2)
    with pytest.raises(Refused, match="wrong-deck"):
        table.shuffle(stacked()[1:])
    with pytest.raises(Refused, match="wrong-deck"):
        table.shuffle(["12", *stacked()[1:]])
    for roll in (-1, 2, 10**30):
        with pytest.raises(Refused, match="wrong-roll"):
            table.shuffle(stacked(), roll)
    for seat in (0, 1, CLOCK):
        with pytest.raises(Refused, match="not-your-turn"):
            table.match.act(seat, json.dumps({"type": "chance", "order": stacked()}).encode())
    table.shuffle(stacked(), 1)
    assert table.facts()["step"] == "reveal"


def test_A7_on_a_turn_one_draws_from_the_deck_for_all_to_see() -> None:
    table = Table(DOWN, DOWN, deck="8")
    assert table.keys(0) == "dt"
    table.do(0, "draw")
    assert [table.match.view(viewer).zone("offer") for viewer in (None, 0, 1)] == [("8",)] * 3
    assert table.refused(0, "draw") == ("step-decide", "A9")
    assert table.refused(0, "take", table.cell(0, "11")) == ("step-decide", "A9")


def test_A7_only_on_ones_own_turn_and_only_a_player() -> None:
    table = Table(DOWN, DOWN, DOWN)
    for seat in (1, 2, CHANCE, CLOCK):
        assert table.refused(seat, "draw") == ("not-your-turn", "A7")
        assert table.refused(seat, "take", table.cell(1, "11")) == ("not-your-turn", "A7")
    assert table.keys(1) == table.keys(2) == ""
    table.do(0, "draw")
    for seat in (1, 2, CHANCE, CLOCK):
        assert table.refused(seat, "swap", table.cell(0, "11")) == ("not-your-turn", "A9")
        assert table.refused(seat, "drop", table.cell(0, "11")) == ("not-your-turn", "A9")


def test_A7_an_act_for_another_turn_is_too_late() -> None:
    table = Table(DOWN, DOWN)
    for turn in (6, 8, -1, 10**30):
        assert table.refused(0, "draw", turn=turn) == ("too-late", "A7")


def test_A8_the_top_of_the_discard_pile_is_swapped_with_a_card_of_the_area() -> None:
    table = Table("(9) ? ? ?\n? ? ? ?\n? ? ? ?", DOWN, discard="4 8")
    happened = table.do(0, "take", table.cell(0, "11"))
    assert notes(happened) == [("takes", 0, "4", "9")]
    assert table.at(0, "11") == "4"
    assert table.match.view(None).zone("discard") == ("8", "9")
    assert table.state.turn == 1


def test_A8_without_a_swap_with_a_flip_or_with_a_knock_it_is_refused() -> None:
    table = Table(DOWN, DOWN)
    assert table.refused(0, "take") == ("pick-one", "A8")
    assert table.refused(0, "take", table.cell(0, "11"), table.cell(0, "12")) == ("pick-one", "A8")
    assert table.refused(0, "drop", table.cell(0, "11")) == ("step-draw", "A8")
    assert table.refused(1, "knock") == ("step-draw", "A8")


def test_A9_a_drawn_card_is_swapped_with_any_card_of_the_area() -> None:
    table = Table(DOWN, "? ? ? 9\n? ? ? ?\n? ? ? ?", deck="2")
    table.do(0, "draw")
    assert notes(table.do(0, "swap", table.cell(0, "L1"))) == [("swaps", 0, "2", "9")]
    assert (table.at(0, "L1"), table.top(), table.state.turn) == ("2", "9", 1)


def test_A9_or_it_is_discarded_and_a_face_down_card_of_the_area_is_turned_up() -> None:
    table = Table("(7) 4 ? ?\n? ? ? ?\n? ? ? ?", DOWN, deck="9")
    table.do(0, "draw")
    assert table.refused(0, "drop") == ("pick-one", "A9")
    assert table.refused(0, "drop", table.cell(0, "21")) == ("face-up", "A9")
    assert table.refused(0, "drop", table.cell(1, "11")) == ("outside", "A3")
    assert notes(table.do(0, "drop", table.cell(0, "11"))) == [("drops", 0, "9", "7")]
    assert table.grid(0).startswith("7 4 ")
    assert (table.top(), table.state.turn) == ("9", 1)


def test_A9_or_it_is_given_to_somebody_who_knocked() -> None:
    table = Table(DOWN, DOWN, DOWN, deck="9")
    table.do(0, "draw")
    for to in (0, 1, 2, -1, -2, 3, 10**30):
        assert table.refused(0, "give", to=to) == ("did-not-knock", "A9")
    table.do(2, "knock")
    assert table.refused(0, "give", to=1) == ("did-not-knock", "A9")
    assert notes(table.do(0, "give", to=2)) == [("gives", 0, 2, "9")]


def test_A10_a_swapped_out_card_may_be_face_up_or_face_down_and_a_placed_card_lies_face_up() -> None:
    table = Table("(8) 9 ? ?\n? ? ? ?\n? ? ? ?", DOWN, deck="1", discard="2")
    table.do(0, "take", table.cell(0, "11"))
    table.state.turn = 0
    table.do(0, "draw")
    table.do(0, "swap", table.cell(0, "21"))
    assert table.grid(0).startswith("2 1 ")
    assert table.match.view(None).zone("discard") == ("8", "9")


def test_A11_with_no_face_down_card_left_the_drawn_card_is_just_discarded() -> None:
    table = Table(UP, UP.replace("1", "(1)", 1), deck="9")
    table.state.closer, table.state.last_turns = 1, 1
    table.do(0, "draw")
    assert [offer.code for offer in table.match.view(0).offers] == ["swap", "drop-only"]
    assert table.refused(0, "drop", table.cell(0, "11")) == ("none-down", "A11")
    assert notes(table.do(0, "drop"))[0] == ("discards", 0, "9")


# Three of a kind


def laid(cell: str, card: str, *grids: str) -> Table:
    """Seat 0 has taken this card from the discard pile and put it into this cell of its area."""
    table = Table(*grids, discard=card)
    table.do(0, "take", table.cell(0, cell))
    return table


@pytest.mark.parametrize(
    ("cell", "own", "left", "own_after", "left_after"),
    [
        ("11", "? 7 4 ?", "? ? ? 7", ". . 4 ?", "? ? ? ."),
        ("21", "7 ? 7 4", "? ? ? 5", ". . . 4", "? ? ? 5"),
        ("41", "4 7 7 ?", "? ? ? 5", "4 . . .", "? ? ? 5"),
        ("L1", "7 7 4 ?", "? ? ? ?", ". . 4 ?", "? ? ? ."),
    ],
)
def test_A20_three_neighbours_in_a_row_of_one_area_leave(
    cell: str, own: str, left: str, own_after: str, left_after: str
) -> None:
    rest = "\n? ? ? ?\n? ? ? ?"
    table = laid(cell, "7", own + rest, left + rest, DOWN)
    assert [table.row(0), table.row(1)] == [own_after, left_after]
    assert table.state.zones["gone"] == ["7", "7", "7"]
    assert "7" not in table.state.zones["discard"]


@pytest.mark.parametrize("column", "1234")
def test_A20_a_whole_column_leaves(column: str) -> None:
    i = int(column) - 1
    rows = [["?"] * 4, ["?"] * 4, ["?"] * 4]
    rows[0][i] = rows[2][i] = "6"
    grid = "\n".join(" ".join(row) for row in rows)
    table = Table(grid, DOWN, DOWN, discard="6")
    assert ("leave", 0, 3, "6") in notes(table.do(0, "take", table.cell(0, f"{column}2")))
    assert [table.at(0, f"{column}{row}") for row in "123"] == ["", "", ""]


def test_A20_column_L_leaves_as_the_neighbours_column_4() -> None:
    table = laid("L3", "6", DOWN, "? ? ? 6\n? ? ? 6\n? ? ? ?", DOWN)
    assert [table.at(0, f"L{row}") for row in "123"] == ["", "", ""]


def test_A20_two_and_one_with_another_card_between_stay() -> None:
    table = laid("41", "7", "7 7 4 ?\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert table.row(0) == "7 7 4 7"


def test_A21_they_must_be_face_up() -> None:
    table = laid("21", "7", "7 ? (7) ?\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert (table.at(0, "21"), table.state.zones["gone"]) == ("7", [])


def test_A21_turning_up_the_third_removes_them_too() -> None:
    table = Table("7 7 (7) ?\n? ? ? ?\n? ? ? ?", DOWN, deck="2")
    table.do(0, "draw")
    assert ("leave", 0, 3, "7") in notes(table.do(0, "drop", table.cell(0, "31")))
    assert table.row(0) == ". . . ?"


def test_A21_three_cards_of_minus_one_leave_also() -> None:
    table = laid("11", "-1", "? -1 -1 4\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert (table.row(0), table.state.zones["gone"]) == (". . . 4", ["-1"] * 3)


def test_A22_gaps_stay_and_nothing_can_be_placed_in_them() -> None:
    table = Table("7 . 4 ?\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert table.refused(0, "take", table.cell(0, "21")) == ("gap", "A22")
    table.do(0, "draw")
    assert table.refused(0, "swap", table.cell(0, "21")) == ("gap", "A22")
    assert table.refused(0, "drop", table.cell(0, "21")) == ("gap", "A22")
    (swap, _) = table.match.view(0).offers
    assert swap.pick is not None
    assert table.cell(0, "21") not in swap.pick.spots


def test_A22_a_gap_breaks_a_line() -> None:
    table = laid("41", "7", "7 7 . ?\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert table.row(0) == "7 7 . 7"


def test_A23_of_a_cross_five_cards_leave() -> None:
    table = laid("22", "7", "? 7 ? ?\n7 ? 7 4\n? 7 ? ?", DOWN, DOWN)
    assert [table.at(0, cell) for cell in ("21", "12", "22", "32", "23")] == [""] * 5
    assert table.state.zones["gone"] == ["7"] * 5


def test_A23_of_four_in_a_row_four_leave() -> None:
    table = laid("21", "7", "7 ? 7 7\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert (table.row(0), len(table.state.zones["gone"])) == (". . . .", 4)


def test_A23_cards_of_two_values_leave_together() -> None:
    """It takes more than one move to lay two lines; a hand-made table has one of them already."""
    table = laid("13", "6", "6 7 7 7\n6 ? ? ?\n? ? ? ?", DOWN, DOWN)
    assert (table.row(0), Counter(table.state.zones["gone"])) == (". . . .", {"6": 3, "7": 3})


def test_A24_a_line_counts_in_any_area_whoever_completes_it_on_anybodys_turn() -> None:
    right = "7 7 ? ?\n? ? ? ?\n? ? ? ?"
    table = Table(DOWN, DOWN, right, discard="7")
    table.do(0, "take", table.cell(0, "41"))
    assert (table.at(0, "41"), table.row(2)) == ("", ". . ? ?")
    assert table.facts()["down"] == [14, 15, 12]


def test_A24_a_removed_shared_cell_is_gone_for_both() -> None:
    table = laid("11", "7", "? 7 4 ?\n? ? ? ?\n? ? ? ?", "? ? ? 7\n? ? ? ?\n? ? ? ?", DOWN)
    table.do(1, "draw")
    assert table.refused(1, "swap", table.cell(1, "41")) == ("gap", "A22")
