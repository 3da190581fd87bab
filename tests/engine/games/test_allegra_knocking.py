"""Allegra rule by rule: knocking (A12 to A19), and the lines that an exchange completes (A25)."""

from __future__ import annotations

import pytest

from engine.board import CHANCE, CLOCK, Moved, told
from tests.engine.games.allegra_table import ALLEGRA, DOWN, GAPS, Table, exchange, notes


def test_A12_any_other_player_may_knock_while_a_drawn_card_is_on_offer() -> None:
    table = Table(DOWN, DOWN, DOWN, turn=1)
    assert table.refused(0, "knock") == ("step-draw", "A8")
    table.do(1, "draw")
    assert (table.keys(0), table.keys(2)) == ("k", "k")
    assert table.refused(1, "knock") == ("own-card", "A12")
    assert notes(table.do(2, "knock")) == [("knocks", 2)]
    table.do(0, "knock")
    assert table.facts()["knocks"] == [2, 0]
    assert table.refused(2, "knock") == ("has-knocked", "A12")
    for seat in (CHANCE, CLOCK):
        assert table.refused(seat, "knock") == ("not-your-turn", "A18")


def test_A12_knocking_costs_nothing_and_is_not_limited() -> None:
    table = Table(DOWN, DOWN, DOWN)
    for turn in range(6):
        drawer = turn % 3
        table.do(drawer, "draw")
        table.do((drawer + 1) % 3, "knock")
        table.do(drawer, "swap", table.cell(drawer, "11"))
    assert table.facts()["knocks"] == []


def test_A12_a_player_without_a_card_to_exchange_cannot_knock() -> None:
    table = Table(DOWN, DOWN, GAPS, "? ? ? .\n? ? ? .\n? ? ? .")
    table.do(0, "draw")
    assert table.keys(2) == ""
    assert table.refused(2, "knock") == ("empty-area", "A25")


def test_A13_the_drawer_may_ignore_a_knock() -> None:
    table = Table(DOWN, DOWN, DOWN, deck="1")
    table.do(0, "draw")
    table.do(1, "knock")
    assert table.keys(0) == "sxg"
    table.do(0, "swap", table.cell(0, "11"))
    assert (table.at(0, "11"), table.state.turn) == ("1", 1)


def test_A13_there_is_one_exchange_for_a_drawn_card() -> None:
    table = exchange(DOWN, DOWN, DOWN, knocks="choice")
    assert table.refused(0, "give", to=1) == ("step-put", "A14")
    assert table.refused(2, "knock") == ("too-late", "A18")
    table.do(1, "put", table.cell(1, "11"))
    table.do(0, "pull", table.cell(1, "12"))
    table.do(0, "place", table.cell(0, "11"))
    assert table.facts()["step"] == "draw"
    assert table.state.turn == 1


A = "? ? ? ?\n? 11 ? ?\n? ? ? ?"
K = "9 ? ? ?\n? ? ? ?\n? ? 0 ?"


def test_A14_the_exchange_has_four_steps() -> None:
    table = exchange(A, K, DOWN)
    assert (table.match.view(None).awaited, table.keys(0), table.keys(1)) == ((1,), "", "e")
    assert notes(table.do(1, "put", table.cell(1, "11"))) == [("puts", 1, "5", "9")]
    assert (table.at(1, "11"), table.state.zones["hand:1"]) == ("5", ["9"])
    assert (table.match.view(None).awaited, table.keys(0), table.keys(1)) == ((0,), "e", "")
    assert notes(table.do(0, "pull", table.cell(1, "33"))) == [("pulls", 0, 1, "0")]
    assert (table.at(1, "33"), table.state.zones["hand:0"]) == ("", ["0"])
    assert table.facts()["hole"] == table.cell(1, "33")
    happened = table.do(0, "place", table.cell(0, "22"))
    assert notes(happened) == [("places", 0, "0", "11"), ("fills", 1, "9")]
    assert (table.at(0, "22"), table.at(1, "33"), table.top()) == ("0", "9", "11")
    assert [table.state.zones[hand] for hand in ("hand:0", "hand:1", "offer")] == [[], [], []]
    assert (table.state.turn, table.facts()["step"]) == (1, "draw")


def test_A14_each_step_is_for_one_player_and_one_card_of_the_right_area() -> None:
    table = exchange(A, K, DOWN)
    for seat in (0, 2, CHANCE, CLOCK):
        assert table.refused(seat, "put", table.cell(1, "11")) == ("not-your-turn", "A14")
    assert table.refused(1, "put", table.cell(0, "11")) == ("outside", "A3")
    assert table.refused(1, "put") == ("pick-one", "A14")
    assert table.refused(0, "pull", table.cell(1, "11")) == ("step-put", "A14")
    table.do(1, "put", table.cell(1, "11"))
    for seat in (1, 2, CHANCE, CLOCK):
        assert table.refused(seat, "pull", table.cell(1, "33")) == ("not-your-turn", "A14")
    assert table.refused(0, "pull", table.cell(0, "11")) == ("outside", "A3")
    assert table.refused(0, "place", table.cell(0, "22")) == ("step-pull", "A14")
    assert table.refused(0, "drop") == ("step-pull", "A14")
    table.do(0, "pull", table.cell(1, "33"))
    for seat in (1, 2, CHANCE, CLOCK):
        assert table.refused(seat, "place", table.cell(0, "22")) == ("not-your-turn", "A14")
    assert table.refused(0, "place", table.cell(1, "12")) == ("outside", "A3")
    assert table.refused(0, "pull", table.cell(1, "11")) == ("step-place", "A14")


def test_A15_the_drawer_may_take_the_very_card_just_given() -> None:
    table = exchange(A, K, DOWN)
    table.do(1, "put", table.cell(1, "11"))
    table.do(0, "pull", table.cell(1, "11"))
    table.do(0, "place", table.cell(0, "22"))
    assert (table.at(0, "22"), table.at(1, "11"), table.top()) == ("5", "9", "11")


def test_A15_the_drawer_may_place_into_a_shared_cell_but_not_into_the_hole() -> None:
    table = exchange(A, "9 ? ? 8\n? ? ? 7\n? ? ? ?", DOWN)
    table.do(1, "put", table.cell(1, "11"))
    table.do(0, "pull", table.cell(1, "41"))
    assert table.refused(0, "place", table.cell(0, "L1")) == ("hole", "A15")
    table.do(0, "place", table.cell(0, "L2"))
    assert (table.at(1, "42"), table.at(1, "41"), table.top()) == ("8", "9", "7")


def test_A16_a_hand_card_that_lay_face_down_is_known_to_its_holder_alone_until_the_hole_is_filled() -> None:
    table = exchange(A, "(9) ? ? ?\n? ? ? ?\n? ? (0) ?", DOWN)
    happened = table.do(1, "put", table.cell(1, "11"))
    assert notes(happened) == [("puts-hidden", 1, "5")]
    assert [table.match.view(viewer).zone("hand:1") for viewer in (0, 1, 2, None)] == [
        (None,),
        ("9",),
        (None,),
        (None,),
    ]
    moves = [[event.card for event in told(happened, viewer) if isinstance(event, Moved)] for viewer in (0, 1, None)]
    assert moves == [[None, "5"], ["9", "5"], [None, "5"]]
    happened = table.do(0, "pull", table.cell(1, "33"))
    assert notes(happened) == [("pulls-hidden", 0, 1)]
    assert [table.match.view(viewer).zone("hand:0") for viewer in (0, 1, 2, None)] == [
        ("0",),
        (None,),
        (None,),
        (None,),
    ]
    table.do(0, "place", table.cell(0, "22"))
    assert [table.match.view(viewer).zone("grid:1")[10] for viewer in (0, 1, 2, None)] == ["9"] * 4


def test_A16_a_hand_card_that_lay_face_up_is_known_to_all() -> None:
    table = exchange(A, K, DOWN)
    table.do(1, "put", table.cell(1, "11"))
    table.do(0, "pull", table.cell(1, "33"))
    for viewer in (0, 1, 2, None):
        view = table.match.view(viewer)
        assert (view.zone("hand:0"), view.zone("hand:1")) == (("0",), ("9",))


def test_A17_in_a_race_only_the_first_who_knocked_can_be_given_the_card() -> None:
    table = Table(DOWN, DOWN, DOWN)
    table.do(0, "draw")
    table.do(2, "knock")
    table.do(1, "knock")
    assert table.refused(0, "give", to=1) == ("not-first", "A17")
    (give,) = [offer for offer in table.match.view(0).offers if offer.code == "give"]
    assert (give.key, give.args[0]) == ("g", 2)
    table.do(0, "give", to=2)
    assert table.facts()["knocker"] == 2


def test_A17_with_choice_the_drawer_picks_any_knocker() -> None:
    table = Table(DOWN, DOWN, DOWN, DOWN, knocks="choice")
    table.do(0, "draw")
    for seat in (2, 3, 1):
        table.do(seat, "knock")
    gives = [(offer.key, offer.args[0]) for offer in table.match.view(0).offers if offer.code == "give"]
    assert gives == [("g", 2), ("a", 3), ("b", 1)]
    table.do(0, "give", to=1)
    assert table.facts()["knocker"] == 1


def test_A18_the_drawer_cannot_decide_until_the_window_has_run_out() -> None:
    table = Table(DOWN, DOWN, DOWN, knock_window=15)
    table.do(0, "draw")
    assert [(timer.name, timer.after_s) for timer in ALLEGRA.timers(table.state)] == [("knock:7", 15.0)]
    assert (table.keys(0), table.match.view(None).awaited) == ("", ())
    table.do(1, "knock")
    assert table.refused(0, "swap", table.cell(0, "11")) == ("window-open", "A18")
    assert table.refused(0, "drop", table.cell(0, "11")) == ("window-open", "A18")
    assert table.refused(0, "give", to=1) == ("window-open", "A18")
    table.run_out()
    assert (table.match.view(None).timers, table.match.view(None).awaited, table.keys(0)) == ((), (0,), "sxg")
    table.do(0, "give", to=1)


def test_A18_or_until_every_other_player_has_waved_the_card_off() -> None:
    table = Table(DOWN, DOWN, DOWN, knock_window=3)
    table.do(0, "draw")
    assert (table.keys(1), table.keys(2)) == ("kw", "kw")
    table.do(1, "wave")
    assert (table.keys(1), table.facts()["waved"], table.facts()["window"]) == ("k", [1], True)
    table.do(2, "wave")
    assert (table.facts()["window"], table.keys(0)) == (False, "sx")
    assert table.refused(CLOCK, "window") == ("too-late", "A18")


def test_A18_a_knock_is_no_wave_and_a_wave_does_not_bind() -> None:
    table = Table(DOWN, DOWN, DOWN, knock_window=3)
    table.do(0, "draw")
    table.do(1, "knock")
    assert table.refused(1, "wave") == ("no-wave", "A18")
    table.do(2, "wave")
    assert table.facts()["window"]
    table.do(2, "knock")
    assert (table.facts()["window"], table.facts()["knocks"]) == (True, [1, 2])
    assert table.refused(2, "wave") == ("no-wave", "A18")
    assert table.refused(0, "wave") == ("no-wave", "A18")
    for seat in (CHANCE, CLOCK):
        assert table.refused(seat, "wave") == ("not-your-turn", "A18")


def test_A18_after_the_window_knocks_still_count_until_the_decision() -> None:
    table = Table(DOWN, DOWN, DOWN, knock_window=3)
    table.do(0, "draw")
    table.run_out()
    assert table.refused(1, "wave") == ("window-over", "A18")
    table.do(1, "knock")
    table.do(0, "give", to=1)
    assert table.refused(2, "knock") == ("too-late", "A18")


@pytest.mark.parametrize("decision", ["swap", "drop"])
def test_A18_a_knock_after_the_decision_is_too_late(decision: str) -> None:
    table = Table(DOWN, DOWN, DOWN)
    table.do(0, "draw")
    table.do(0, decision, table.cell(0, "11"))
    assert table.refused(2, "knock", turn=7) == ("too-late", "A18")
    table.do(1, "draw")
    assert table.refused(2, "knock", turn=7) == ("too-late", "A18")


def test_A18_only_the_clock_ends_the_window_and_only_this_one() -> None:
    table = Table(DOWN, DOWN, DOWN, knock_window=3)
    assert table.refused(CLOCK, "window") == ("step-draw", "A8")
    table.do(0, "draw")
    for seat in (0, 1, CHANCE):
        assert table.refused(seat, "window") == ("not-your-turn", "A18")
    assert table.refused(CLOCK, "window", turn=6) == ("too-late", "A18")


def test_A18_without_a_window_the_drawer_may_decide_at_once() -> None:
    table = Table(DOWN, DOWN, DOWN, knock_window=0)
    table.do(0, "draw")
    assert (table.match.view(None).timers, table.keys(0), table.keys(1)) == ((), "sx", "k")


def test_A19_two_players_may_knock_unless_the_table_does_not_want_it() -> None:
    assert exchange(DOWN, DOWN).facts()["step"] == "put"
    table = Table(DOWN, DOWN, knock_window=3, two_player_knock="off")
    table.do(0, "draw")
    assert (table.keys(0), table.keys(1), table.match.view(None).timers) == ("sx", "", ())
    assert table.refused(1, "knock") == ("no-knocking", "A19")
    table = Table(DOWN, DOWN, DOWN, two_player_knock="off")
    table.do(0, "draw")
    table.do(1, "knock")


def test_A25_a_line_that_the_given_card_completes_leaves_before_the_drawer_takes() -> None:
    table = exchange(A, "? 5 5 ?\n? ? ? ?\n? ? ? ?", DOWN)
    table.do(1, "put", table.cell(1, "11"))
    assert table.row(1) == ". . . ?"
    assert table.refused(0, "pull", table.cell(1, "11")) == ("gap", "A22")


def test_A25_a_line_that_the_taken_card_completes_leaves_before_the_hole_is_filled() -> None:
    table = exchange("8 8 ? ?\n? ? ? ?\n? ? ? ?", "9 8 ? ?\n? ? ? ?\n? ? ? ?", DOWN)
    table.do(1, "put", table.cell(1, "31"))
    table.do(0, "pull", table.cell(1, "21"))
    told_in_words = notes(table.do(0, "place", table.cell(0, "31")))
    assert [note[0] for note in told_in_words] == ["places", "leave", "fills"]
    assert table.row(0) == ". . . ?"


def test_A25_a_line_that_the_hand_card_completes_leaves_at_the_end() -> None:
    table = exchange(A, "9 9 4 ?\n9 ? ? ?\n? ? ? ?", DOWN)
    table.do(1, "put", table.cell(1, "12"))
    table.do(0, "pull", table.cell(1, "31"))
    told_in_words = notes(table.do(0, "place", table.cell(0, "22")))
    assert told_in_words == [("places", 0, "4", "11"), ("fills", 1, "9"), ("leave", 1, 3, "9")]
    assert table.row(1) == ". . . ?"


def test_A25_if_the_knockers_area_has_no_card_left_the_hand_card_is_discarded_and_the_exchange_ends() -> None:
    table = exchange(DOWN, "9 5 5 .\n. . . .\n. . . .", "? ? ? .\n? ? ? .\n? ? ? .")
    told_in_words = notes(table.do(1, "put", table.cell(1, "11")))
    assert told_in_words == [("puts", 1, "5", "9"), ("leave", 1, 3, "5"), ("discards", 1, "9"), ("closes", 1)]
    assert (table.top(), table.facts()["step"], table.state.turn) == ("9", "draw", 2)
    assert table.state.zones["hand:1"] == []


def test_A25_if_the_drawers_area_has_no_card_to_replace_the_taken_card_is_discarded() -> None:
    table = exchange(GAPS, "9 ? ? 8\n? ? ? .\n? ? ? .", DOWN)
    table.do(1, "put", table.cell(1, "11"))
    told_in_words = notes(table.do(0, "pull", table.cell(1, "41")))
    assert told_in_words == [("pulls", 0, 1, "8"), ("discards", 0, "8"), ("fills", 1, "9"), ("closes", 0)]
    assert (table.top(), table.at(1, "41"), table.facts()["step"]) == ("8", "9", "draw")


def test_A25_a_player_whose_area_is_empty_may_not_take_from_the_discard_pile() -> None:
    table = Table(GAPS, "? ? ? .\n? ? ? .\n? ? ? .", DOWN, deck="5")
    table.state.closer, table.state.last_turns = 1, 2
    assert table.keys(0) == "d"
    assert table.refused(0, "take", table.cell(0, "11")) == ("empty-area", "A25")
    table.do(0, "draw")
    assert table.keys(0) == "x"
    table.do(0, "drop")
    assert table.top() == "5"
