"""The worked examples of the rule sheet, as whole turns."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.board import Refused, Spot
from engine.games import _melds
from tests.engine.games.romi_table import Table, dealt, notes, taken


def opening(*melds: str) -> tuple[object, ...]:
    """What is said when these melds are to open."""
    table = Table(" ".join([*melds, "2D"]), "QC", cut="9D")
    table.stage(0, *melds)
    try:
        return notes(table.do(0, "open"))[0][:3]
    except Refused as refused:
        return refused.code, *refused.details


def test_1_three_kings_and_a_run_of_21_open_and_four_fives_are_one_short() -> None:
    assert opening("KS KH KD", "6C 7C 8C") == ("opens", 0, 51)
    assert opening("KS KH KD", "5S 5H 5D 5C") == ("opening-short", 50, 51)


def test_2_an_ace_counts_10_also_before_a_two() -> None:
    assert opening("AC 2C 3C", "JS JH JD", "2S 2H 2D") == ("opens", 0, 51)


def test_3_a_joker_counts_as_what_it_stands_for() -> None:
    assert opening("9S 9H *", "7D 8D 9D") == ("opens", 0, 51)


@pytest.mark.parametrize("cards", ["5H * * 8H", "9S 9S 9H", "KD AD 2D"])
def test_4_no_melds_in_any_order(cards: str) -> None:
    for order in permutations(cards.split()):
        table = Table(f"{' '.join(order)} 4C", "QC", opened=[0], cut="9D")
        table.refused(0, "lay", " ".join(order))


@pytest.mark.parametrize("cards", ["JD QD KD AD", "AD 2D 3D"])
def test_4_melds_with_an_ace(cards: str) -> None:
    table = Table(f"{cards} 4C", "QC", opened=[0], cut="9D")
    table.do(0, "lay", cards)
    assert table.text("meld:0:0") == cards


def test_5_the_starter_who_holds_51_at_the_deal_may_only_discard_and_may_open_next_turn() -> None:
    table = dealt_to_the_starter("KS KH KD QS QH QD 2C 3C 4C 5C 7H 8H JC 9S 6D")
    assert table.keys(1) == "x"
    assert table.refused(1, "lay", "KS KH KD") == ("first-turn", "R13")
    table.do(1, "discard", "6D")
    table.do(0, "draw")
    table.do(0, "discard", "", Spot("hand:0", 0))
    table.do(1, "draw")
    assert notes(table.open(1, "KS KH KD", "QS QH QD"))[0][:3] == ("opens", 1, 60)


def dealt_to_the_starter(cards: str) -> Table:
    """A table of two at which seat 1 starts with these cards."""
    rest = list(_melds.DECK)
    hand = [taken(card, rest) for card in cards.split()]
    from_top = [rest.pop() if i % 2 else hand[i // 2] for i in range(29)]
    cut, *below = rest
    return dealt(2, height=1, order=[*below, *reversed(from_top), cut])


def test_6_a_joker_is_swapped_out_of_a_run_and_played_keeping_it_is_refused() -> None:
    table = Table("6H 10S JS 2S 4C", "QC", melds={1: ["5H * 7H"]}, opened=[0])
    table.do(0, "swap", "", Spot("meld:1:0", 1))
    assert table.refused(0, "discard", "2S") == ("play-joker", "R21")
    table.do(0, "lay", "10S JS *", joker="high")
    table.do(0, "discard", "2S")


def test_7_who_went_out_who_opened_and_who_did_not() -> None:
    table = Table("4C", "* AC KD 7S", "2S", melds={0: ["5S 5H 5D"], 1: ["9H 10H JH"]})
    table.do(0, "discard", "4C")
    assert table.state.scored == [(-10, 47, 100)]


def test_8_cut_at_height_40_the_cut_card_is_card_39_and_the_first_card_dealt_is_card_40() -> None:
    table = dealt(3, roll=2, height=40)
    deck = _melds.DECK[::-1]  # from the top
    assert table.zone("cut") == [deck[39]]
    assert table.zone("hand:0")[0] == deck[40]
