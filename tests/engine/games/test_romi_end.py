"""Römi rule by rule: the cut card (R23, R24), going out and counting (R25 to R27), and the empty stock (R28)."""

from __future__ import annotations

import random

import pytest

from engine.board import CHANCE, Spot
from engine.match import Match
from tests import kit
from tests.engine.games.romi_table import ROMI, Table, notes

CUT = Spot("drawn:0", 0)
SET, RUN = Spot("meld:1:0", 0), Spot("meld:1:1", 0)
LAID = {1: ["KS KH KD", "5H 6H 7H"]}

# The cut card


def test_R23_the_cut_card_may_be_taken_instead_of_the_draw_by_a_player_who_goes_out_with_it() -> None:
    table = Table("8H 9D", "QD", melds=LAID, opened=[0], step="draw", cut="KC")
    table.do(0, "takecut")
    assert (table.facts()["taken"], table.facts()["must"]) == ("cut", "cut-goes-out")
    assert table.keys(0) == "aub"
    table.do(0, "add", "KC", SET)
    assert table.refused(0, "discard", "9D") == ("cut-goes-out", "R23")
    table.do(0, "add", "8H", RUN)
    table.do(0, "discard", "9D")
    assert (table.facts()["out"], table.state.scored) == (0, [(-10, 10)])


def test_R23_otherwise_it_is_handed_back_all_plays_are_undone_and_the_player_draws_normally() -> None:
    table = Table("8H 9D QC", "QD", melds=LAID, opened=[0], step="draw", cut="KC", stock="4S")
    before = {zone: list(cards) for zone, cards in table.state.zones.items()}
    table.do(0, "takecut")
    table.do(0, "add", "KC", SET)
    table.do(0, "add", "8H", RUN)
    assert [note[0] for note in notes(table.do(0, "restart"))] == ["back-add", "back-add", "back-takecut"]
    assert table.state.zones == before
    assert (table.state.turn, table.facts()["step"]) == (0, "draw")
    table.do(0, "draw")
    table.do(0, "discard", "QC")


def test_R23_one_try_a_turn() -> None:
    table = Table("8H 9D QC", "QD", melds=LAID, opened=[0], step="draw", stock="4S", discard="KC 3C")
    table.do(0, "takecut")
    table.do(0, "undo")
    assert table.keys(0) == "dt"
    assert table.refused(0, "takecut") == ("cut-tried", "R23")
    table.do(0, "take")
    table.do(0, "add", "KC", SET)
    table.do(0, "discard", "9D")
    table.do(1, "draw")
    table.do(1, "discard", "QD")
    assert table.keys(0) == "dtc", "in the next turn it may be tried again"


def test_R24_a_player_who_has_not_opened_may_take_it_to_open_and_go_out_in_one_turn() -> None:
    table = Table("KS KH 6C 7C 8C 2S", "QD", step="draw", cut="KD")
    table.do(0, "takecut")
    table.open(0, "KS KH KD", "6C 7C 8C")
    table.do(0, "discard", "2S")
    assert table.state.scored == [(-20, 100)]


def test_R24_never_on_a_players_first_turn() -> None:
    table = Table("KS KH", "QD", ended=0, step="draw", turn=1)
    assert table.keys(1) == "dt"
    assert table.refused(1, "takecut") == ("first-turn-cut", "R24")


def test_R24_it_may_be_the_final_discard() -> None:
    table = Table("KC 8H", "QD", melds=LAID, opened=[0], step="draw", cut="9D")
    table.do(0, "takecut")
    table.do(0, "add", "KC", SET)
    assert table.refused(0, "discard", "", CUT) == ("cut-goes-out", "R23")
    table.do(0, "add", "8H", RUN)
    table.do(0, "discard", "", CUT)
    assert (table.text("discard"), table.facts()["out"]) == ("3C 9D", 0)


# Going out and counting


def test_R25_going_out_means_that_the_last_card_went_as_a_discard() -> None:
    table = Table("KC 8H", "QD 2S", melds=LAID, opened=[0])
    table.do(0, "add", "KC", SET)
    assert table.refused(0, "add", "8H", RUN) == ("keep-one", "R25")
    assert notes(table.do(0, "discard", "8H"))[1] == ("goes-out", 0, -10)
    assert (table.facts()["step"], table.state.over) == ("scored", False)


def test_R25_laying_everything_with_none_to_discard_is_refused() -> None:
    table = Table("8H 8S 8D", "QD", melds=LAID, opened=[0])
    assert table.refused(0, "lay", "8H 8S 8D") == ("keep-one", "R25")
    table = Table("KS KH KC 6C 7C 8C", "QD", melds={1: ["5H 6H 7H"]})
    table.stage(0, "KS KH KC")
    assert table.refused(0, "lay", "6C 7C 8C") == ("keep-one", "R25")


def test_R25_a_player_with_one_card_draws_and_discards_one_of_two() -> None:
    table = Table("8S", "QD", melds=LAID, opened=[0], step="draw", stock="9D")
    table.do(0, "draw")
    table.do(0, "discard", "8S")
    assert (table.text("hand:0"), table.facts()["out"]) == ("9D", None)


def test_R26_going_out_scores_minus_10_and_minus_20_for_who_opened_in_the_same_turn() -> None:
    table = Table("KS KH KC 6C 7C 8C 5S 5H 5D 2S", "QD", melds={1: ["JS QS KS"]})
    table.open(0, "KS KH KC", "6C 7C 8C")
    table.do(0, "lay", "5S 5H 5D")
    assert table.facts()["prize"] == -20
    assert notes(table.do(0, "discard", "2S"))[1] == ("goes-out-at-once", 0, -20)
    assert table.state.scored == [(-20, 10)]


def test_R26_a_card_added_to_anothers_meld_makes_it_minus_10() -> None:
    table = Table("KS KH KC 6C 7C 8C 10S 2S", "QD", melds={1: ["JS QS KS"]})
    table.open(0, "KS KH KC", "6C 7C 8C")
    table.do(0, "add", "10S", SET)
    assert table.facts()["prize"] == -10
    table.do(0, "discard", "2S")
    assert table.state.scored == [(-10, 10)]


def test_R26_so_does_a_joker_swapped_out_of_one() -> None:
    table = Table("KS KH KC 6C 7C 8C JS 2S", "QD", melds={1: ["10S * QS"]})
    table.open(0, "KS KH KC", "6C 7C 8C")
    table.do(0, "swap", "", Spot("meld:1:0", 1))
    table.do(0, "add", "*", Spot("meld:0:0", 0))
    table.do(0, "discard", "2S")
    assert table.state.scored == [(-10, 10)]


def test_R26_additions_to_own_fresh_melds_do_not_and_what_was_taken_back_does_not_count() -> None:
    table = Table("KS KH KC 6C 7C 8C 9C 10S 2S", "QD", melds={1: ["JS QS KS"]})
    table.open(0, "KS KH KC", "6C 7C 8C")
    table.do(0, "add", "10S", SET)
    table.do(0, "undo")
    assert table.facts()["prize"] == -20
    table.do(0, "add", "9C", Spot("meld:0:1", 0))
    assert table.facts()["prize"] == -20


def test_R26_who_opened_in_an_earlier_turn_gets_minus_10() -> None:
    table = Table("KC 2S", "QD", melds={0: ["KS KH KD"]})
    assert table.facts()["prize"] == -10
    table.do(0, "add", "KC", Spot("meld:0:0", 0))
    table.do(0, "discard", "2S")
    assert table.state.scored == [(-10, 100)]


@pytest.mark.parametrize(
    ("hand", "points"), [("2S 3H 9D 10C", 24), ("JS QH KD", 30), ("AC", 10), ("*", 20), ("* AC KD 7S", 47)]
)
def test_R27_all_others_count_their_hand(hand: str, points: int) -> None:
    table = Table("4C", hand, melds={0: ["5S 5H 5D"], 1: ["9H 10H JH"]})
    table.do(0, "discard", "4C")
    assert table.state.scored == [(-10, points)]
    assert table.match.view(None).zone("left:1") == tuple(hand.split()), "all see what is counted"


def test_R27_who_never_opened_gets_100_whatever_the_hand() -> None:
    table = Table("4C", "2S", "* AC KD", melds={0: ["5S 5H 5D"], 2: ["9H 10H JH"]})
    told = notes(table.do(0, "discard", "4C"))
    assert told[2:] == [("never-opened", 1, 100), ("scores", 2, 40)]
    assert table.match.view(None).scores.rounds == ((-10, 100, 40),)


def test_R27_the_last_round_ends_the_game() -> None:
    table = Table("4C", "2S", melds={0: ["5S 5H 5D"]}, rounds=1)
    assert notes(table.do(0, "discard", "4C"))[-1] == ("wins", 0, -10)
    assert (table.state.over, table.match.view(None).scores.winners, ROMI.chance(table.state)) == (True, (0,), None)


# The empty stock


def empty_stock(discard: str, *hands: str) -> Table:
    """The last card of the stock has been drawn."""
    table = Table(*hands, discard=discard, stock="9D")
    table.state.zones["gone"], table.state.zones["stock"] = table.state.zones["stock"], []
    return table


@pytest.mark.parametrize("discards", [2, 3, 9])
def test_R28_when_the_stock_is_empty_all_discards_but_the_top_one_become_a_new_stock(discards: int) -> None:
    """S24."""
    cards = [f"{rank}C" for rank in range(2, discards + 1)]
    table = empty_stock(" ".join(cards), "2S 3H", "QD")
    table.do(0, "discard", "2S")
    assert (table.state.turn, table.match.view(1).awaited, table.keys(1)) == (1, (), "")
    assert table.refused(1, "draw") == ("shuffling", "R28")
    due = ROMI.chance(table.state)
    assert due is not None
    assert (sorted(due.cards), due.deal) == (sorted(cards), False), "neither the top discard nor the cut card"
    assert notes(table.shuffle(sorted(cards))) == [("reshuffled", CHANCE, len(cards))]
    assert (table.text("discard"), len(table.zone("stock")), table.match.view(1).awaited) == ("2S", len(cards), (1,))
    table.do(1, "draw")


def test_R28_with_nothing_to_shuffle_the_round_ends_with_nobody_out() -> None:
    """S24: hands count, and nobody gets -10. In a round that is played as the rules say it does not come to this:
    whoever draws a card discards one, so that the stock and the discard pile together are never fewer than 23."""
    table = empty_stock("", "2S 3H *", "QD 2H", "AC")
    table.state.opened = [True, False, True]
    told = notes(table.do(0, "discard", "2S"))
    assert [note[0] for note in told] == ["discards", "stock-dead", "scores", "never-opened", "scores"]
    assert (table.state.scored, table.facts()["out"]) == ([(23, 100, 10)], None)
    assert ROMI.chance(table.state).deal  # type: ignore[union-attr]


@pytest.mark.parametrize("seats", [2, 6])
def test_R28_the_stock_and_the_discard_pile_together_stay_as_many(seats: int) -> None:
    match = Match(ROMI, seats, {"rounds": 1})
    for _ in kit.play(match, random.Random(seats), kit.by_bots):
        if match.view(None).facts["step"] == "draw":
            assert len(match.state.zones["stock"]) + len(match.state.zones["discard"]) == 108 - 1 - 14 * seats
