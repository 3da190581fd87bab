"""The worked examples of the rule sheet of Allegra, with its numbers. P and A sit on seat 0, K on seat 1."""

from __future__ import annotations

from tests.engine.games.allegra_table import DOWN, UP, Table, exchange, notes


def test_example_1_a_row_of_three_with_L_leaves() -> None:
    table = Table("? ? ? ?\n7 4 ? ?\n? ? ? ?", "? ? ? ?\n? ? ? 7\n? ? ? ?", DOWN, deck="7")
    table.do(0, "draw")
    happened = table.do(0, "swap", table.cell(0, "22"))
    assert notes(happened) == [("swaps", 0, "7", "4"), ("leave", 0, 3, "7")]
    assert [table.at(0, cell) for cell in ("L2", "12", "22")] == ["", "", ""]
    assert (table.at(1, "42"), table.top(), table.state.zones["gone"]) == ("", "4", ["7", "7", "7"])


def test_example_2_the_discard_cannot_be_thrown_back_for_a_flip() -> None:
    table = Table(DOWN, DOWN, DOWN)
    assert table.refused(0, "take") == ("pick-one", "A8")
    assert table.refused(0, "drop", table.cell(0, "11")) == ("step-draw", "A8")


def test_example_3_a_card_of_L_may_be_turned_up_and_both_owners_see_it() -> None:
    table = Table(DOWN, "? ? ? (6)\n? ? ? ?\n? ? ? ?", DOWN, deck="3")
    table.do(0, "draw")
    table.do(0, "drop", table.cell(0, "L1"))
    assert table.top() == "3"
    assert [table.match.view(seat).zone("grid:1")[3] for seat in (0, 1)] == ["6", "6"]
    assert table.facts()["sums"] == [6, 6, 0]


def test_example_4_an_exchange() -> None:
    table = exchange("? ? ? ?\n? 11 ? ?\n? ? ? ?", "9 ? ? ?\n? ? ? ?\n? ? 0 ?", DOWN, deck="5")
    table.do(1, "put", table.cell(1, "11"))
    assert (table.at(1, "11"), table.state.zones["hand:1"]) == ("5", ["9"])
    table.do(0, "pull", table.cell(1, "33"))
    table.do(0, "place", table.cell(0, "22"))
    assert (table.at(0, "22"), table.top(), table.at(1, "33")) == ("0", "11", "9")
    assert (table.state.turn, table.facts()["step"]) == (1, "draw")


def test_example_5_a_gap_breaks_the_line() -> None:
    table = Table(". 7 4 ?\n? ? ? ?\n? ? ? ?", "? ? ? 7\n? ? ? ?\n? ? ? ?", DOWN, discard="7")
    table.do(0, "take", table.cell(0, "31"))
    assert (table.at(0, "L1"), table.row(0), table.state.zones["gone"]) == ("7", ". 7 7 ?", [])


def test_example_6_own_3_own_4_and_the_right_neighbours_1_are_no_line() -> None:
    table = Table("? ? 2 9\n? ? ? ?\n? ? ? ?", DOWN, "2 ? ? ?\n? ? ? ?\n? ? ? ?", discard="2")
    table.do(0, "take", table.cell(0, "41"))
    assert (table.row(0), table.row(2), table.state.zones["gone"]) == ("? ? 2 2", "2 ? ? ?", [])


def test_example_7_twelve_own_cards_face_up_are_not_the_end() -> None:
    table = Table(UP.replace("1", "(1)", 1), "? ? ? 5\n? ? ? 6\n? ? ? (1)", DOWN, deck="9")
    table.do(0, "draw")
    table.do(0, "drop", table.cell(0, "11"))
    assert "(" not in table.grid(0)
    assert (table.facts()["down"][0], table.facts()["closer"]) == (1, None)


def test_example_8_a_closer_with_14_against_9_and_20_gets_28() -> None:
    table = Table(
        "11 3 . . . . . . . . . .", "9 . . . . . . . . . . .", "11 8 5 . . . . . . . . .", turn=2, discard="7"
    )
    table.state.closer, table.state.last_turns = 0, 1
    table.do(2, "take", table.cell(2, "11"))
    assert table.match.view(None).scores.rounds == ((28, 9, 20),)


def test_example_8_a_closer_with_minus_2_against_minus_5_stays() -> None:
    """There are six cards of -1: the shared one counts for both."""
    closer = "-1 . . -1\n. . . .\n. . . ."
    lowest = ". . . .\n-1 -1 . .\n. -1 -1 ."
    table = Table(closer, "9 . . .\n. . . .\n. . . .", lowest, turn=1, discard="4")
    table.state.closer, table.state.last_turns = 0, 1
    table.do(1, "take", table.cell(1, "11"))
    assert table.match.view(None).scores.rounds == ((-2, 4, -5),)
