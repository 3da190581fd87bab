"""Römi rule by rule: melds (R6 to R10), opening (R18 to R20) and jokers (R21, R22), as they are laid in a game."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest

from engine.board import Moved, Refused, Spot, told
from engine.games import _melds
from tests.engine.games.romi_table import ROMI, Table, notes

REST = "2S 9D"
"""To have something left after a lay."""


def laid(cards: str, **fields: Any) -> Any:
    """A meld laid by a player who has opened: its cards as they lie and what its joker stands for, or why not."""
    table = Table(f"{cards} {REST}", "QD", opened=[0])
    try:
        table.do(0, "lay", cards, **fields)
    except Refused as refused:
        return refused.code, refused.rule, *refused.details
    return table.text("meld:0:0"), *table.facts()["jokers"].get("meld:0:0", ())


def shuffled(cards: list[str]) -> list[str]:
    return random.Random(len(cards)).sample(cards, len(cards))


def in_every_order(cards: str) -> set[Any]:
    return {laid(" ".join(order)) for order in permutations(cards.split())}


def opened(*melds: str, more: str = REST) -> Table:
    """A player has put these melds together and not opened yet."""
    table = Table(" ".join([*melds, more]), "QD", "AC")
    table.stage(0, *melds)
    return table


# Melds


@pytest.mark.parametrize("cards", ["9S 9H 9D", "8C 8H 8D", "AS AH AD AC", "5S 5H 5D 5C"])
def test_R6_a_set_is_three_or_four_of_one_rank_of_different_suits(cards: str) -> None:
    assert in_every_order(cards) == {(cards.replace("8C 8H 8D", "8H 8D 8C"),)}, "they lie in the order of suits"


@pytest.mark.parametrize("size", [3, 4])
def test_R6_two_identical_cards_never_in_any_order(size: int) -> None:
    """S20: all that can be picked of the eight cards of a rank."""
    for cards in combinations_with_replacement(["8S", "8H", "8D", "8C"], size):
        if max(map(cards.count, cards)) <= 2:
            twins = [("twins", "R6", card) for card in cards if cards.count(card) == 2]
            assert in_every_order(" ".join(cards)) <= {*(twins or [(" ".join(cards),)])}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("8C 8H", ("too-few", "R6", 2)),
        ("8C 8H 9H", ("no-meld", "R6")),
        ("8S 8H 8D 8C *", ("set-full", "R6")),
    ],
)
def test_R6_what_is_no_set_is_refused_with_the_reason(cards: str, why: tuple[Any, ...]) -> None:
    assert in_every_order(cards) == {why}


@pytest.mark.parametrize("size", range(3, 14))
def test_R7_a_run_is_three_or_more_in_order_in_one_suit_with_the_ace_at_either_end(size: int) -> None:
    """S22: every row of neighbours on the circle of the thirteen ranks; those that go on beyond the ace are no runs."""
    for start in range(13):
        row = [f"{_melds.RANKS[(start + i) % 13]}H" for i in range(size)]
        reached = laid(" ".join(shuffled(row)))
        if start + size <= len(_melds.LINE) or size == 13:
            assert sorted(reached[0].split()) == sorted(row)
        else:
            assert reached == ("ace-in-middle", "R7")


def test_R7_a_run_lies_from_its_lowest_card_up() -> None:
    assert in_every_order("AH 2H 3H") == {("AH 2H 3H",)}
    assert in_every_order("JH QH KH AH") == {("JH QH KH AH",)}
    assert in_every_order("9S 10S JS") == {("9S 10S JS",)}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("KH AH 2H", ("ace-in-middle", "R7")),
        ("5H 6H 8H", ("run-gap", "R7", "7H")),
        ("5H 6H 7H 7H", ("twins", "R7", "7H")),
        ("5H 6H 7S", ("no-meld", "R6")),
    ],
)
def test_R7_what_is_no_run_is_refused_with_the_reason(cards: str, why: tuple[Any, ...]) -> None:
    assert in_every_order(cards) == {why}


def test_R7_of_two_identical_cards_none_goes_to_a_run() -> None:
    table = Table(f"8H 8H {REST}", "QD", melds={0: ["5H 6H 7H", "8S 8D 8C"]})
    twins = [Spot("hand:0", i) for i in range(2)]
    for number, rule in enumerate(("R7", "R6")):
        assert table.refused(0, "add", "", *twins, Spot(f"meld:0:{number}", 0)) == ("twins", rule, "8H")


@pytest.mark.parametrize("start", [0, 1])
def test_R7_the_longest_run_has_13_cards(start: int) -> None:
    longest = [f"{rank}H" for rank in _melds.LINE[start : start + 13]]
    assert sorted(laid(" ".join(longest))[0].split()) == sorted(longest)


def test_R7_an_ace_stands_in_one_place_only() -> None:
    run = " ".join(f"{rank}H" for rank in _melds.RANKS)
    assert laid(f"{run} AH") == ("twins", "R7", "AH")
    assert laid(f"{run} *") == ("run-too-long", "R7")
    table = Table(f"AH {REST}", "QD", melds={0: [run]})
    assert table.refused(0, "add", "AH", Spot("meld:0:0", 0)) == ("does-not-fit", "R7", "AH")


@pytest.mark.parametrize("cards", ["5H * * 8H", "9S 9H * *"])
def test_R8_at_most_one_joker_in_a_meld(cards: str) -> None:
    assert in_every_order(cards) == {("two-jokers", "R8")}


@pytest.mark.parametrize(("meld", "card"), [("5H * 7H", "8H"), ("9S 9H *", "9D")])
def test_R8_also_after_cards_are_added(meld: str, card: str) -> None:
    table = Table(f"{card} * {REST} 10C", "QD", melds={1: [meld]}, opened=[0])
    assert table.refused(0, "add", "*", Spot("meld:1:0", 0)) == ("two-jokers", "R8")
    assert table.refused(0, "add", f"* {card}", Spot("meld:1:0", 0)) == ("two-jokers", "R8")
    table.do(0, "add", card, Spot("meld:1:0", 0))
    assert table.refused(0, "add", "*", Spot("meld:1:0", 0)) == ("two-jokers", "R8")


def test_R9_in_a_run_the_joker_is_its_position() -> None:
    assert in_every_order("5H * 7H") == {("5H * 7H", "6H")}
    assert laid("AH 2H *") == ("AH 2H *", "3H")
    assert laid("KH AH *") == ("* KH AH", "QH")


def test_R9_an_ambiguous_joker_is_a_question_that_names_both_cards_and_the_keys_that_answer() -> None:
    assert in_every_order("9H 10H *") == {("which-end", "R9", "8H", "JH", "j", "k")}
    assert laid("9H 10H *", joker="low") == ("* 9H 10H", "8H")
    assert laid("9H 10H *", joker="high") == ("9H 10H *", "JH")
    table = Table("9H 10H * 2S", "QD", opened=[0])
    keys = {offer.key: offer for offer in table.match.view(0).offers}
    assert (keys["j"].code, keys["k"].code) == ("lay-low", "lay-high")
    table = Table("9H 10H JH 2S", "QD", opened=[0])
    assert "j" not in table.keys(0), "there is no joker at hand"
    assert table.refused(0, "lay", "9H 10H JH", joker="low") == ("no-joker-picked", "R9")


def test_R9_an_added_joker_is_asked_for_as_well() -> None:
    table = Table(f"* {REST}", "QD", melds={1: ["9H 10H JH"]}, opened=[0])
    assert table.refused(0, "add", "*", Spot("meld:1:0", 0)) == ("which-end", "R9", "8H", "QH", "n", "m")
    assert table.keys(0) == "anmx"
    table.do(0, "add", "*", Spot("meld:1:0", 0), joker="high")
    assert (table.text("meld:1:0"), table.facts()["jokers"]) == ("9H 10H JH *", {"meld:1:0": ("QH",)})


def test_R9_in_a_set_of_four_it_is_the_missing_suit_and_in_a_set_of_three_its_suit_stays_open() -> None:
    (four,) = in_every_order("9S 9H * 9D")
    assert four[1:] == ("9C",)
    (three,) = in_every_order("9S 9H *")
    assert three[1:] == ("9D", "9C")


def test_R10_melds_on_the_table_are_never_rearranged() -> None:
    table = Table(f"8H 9H {REST}", "QD", melds={1: ["5H 6H *"]}, opened=[0])
    table.do(0, "add", "8H", Spot("meld:1:0", 0))
    assert table.text("meld:1:0") == "5H 6H * 8H", "the joker stays the 7H"
    assert table.refused(0, "discard", "", Spot("meld:1:0", 0)) == ("not-yours", "R11")
    assert table.refused(0, "lay", "9H 2S", Spot("meld:1:0", 0)) == ("not-yours", "R11")


# Opening


@pytest.mark.parametrize(
    "melds", [("KS KH KD", "6C 7C 8C"), ("AS 2S 3S", "JS JH JD", "2C 2H 2D"), ("9S 9H *", "7D 8D 9D")]
)
def test_R18_new_melds_worth_at_least_51_open_together(melds: tuple[str, ...]) -> None:
    table = opened(*melds)
    (told_all,) = notes(table.do(0, "open"))
    assert told_all[:3] == ("opens", 0, 51)
    assert table.facts()["opened"] == [True, False, False]
    assert len([zone for zone in table.state.zones if zone.startswith("meld:0")]) == len(melds)


def test_R18_one_short_is_refused() -> None:
    table = opened("KS KH KD", "5S 5H 5D 5C")
    assert table.refused(0, "open") == ("opening-short", "R19", 50, 51)


def test_R18_until_then_no_adding_and_no_joker_swap() -> None:
    table = Table(f"KS 6H {REST}", "QD", melds={1: ["KD KH KC", "5H * 7H"]})
    assert table.keys(0) == "lx"
    assert table.refused(0, "add", "KS", Spot("meld:1:0", 0)) == ("open-first", "R18", 51)
    assert table.refused(0, "swap", "", Spot("meld:1:1", 1)) == ("open-first", "R18", 51)
    assert table.refused(0, "open") == ("opening-short", "R19", 0, 51)


def test_R18_additions_do_not_count_towards_51() -> None:
    table = Table(f"KS 10S 10H 10D 6C 7C {REST}", "QD", melds={1: ["KD KH KC"]})
    table.stage(0, "10S 10H 10D")
    assert table.refused(0, "add", "KS", Spot("meld:1:0", 0)) == ("open-first", "R18", 51)
    assert table.refused(0, "open") == ("opening-short", "R19", 30, 51)


def test_R18_a_player_opens_once_a_round() -> None:
    table = opened("KS KH KD", "6C 7C 8C", more="JS JH JD 2S")
    table.do(0, "open")
    assert table.refused(0, "open") == ("has-opened", "R18")


def test_R18_what_is_put_together_is_not_laid_and_is_gone_with_the_turn() -> None:
    table = opened("KS KH KD")
    table.do(0, "discard", "2S")
    assert (table.text("hand:0"), table.state.staged) == ("KS KH KD 9D", [])
    table = opened("KS KH KD", "5S 5H 5D 5C")
    assert table.refused(0, "lay", "", *table.held(0, "KS KH KD")) == ("not-yours", "R11"), "no card is in two melds"
    table.do(0, "undo")
    assert table.facts(0)["staged"] == [tuple(table.held(0, "KS KH KD"))]
    table.do(0, "restart")
    assert table.state.staged == []


@pytest.mark.parametrize(
    ("melds", "worth"),
    [
        (("10C 10D *", "7H 8H 9H"), 54),
        (("10C 10D *", "2H 3H 4H"), 39),
        (("AS 2S 3S",), 15),
        (("QS KS AS",), 30),
        (("AS AH AC",), 30),
        (("AS 2S *",), 15),
        (("* KS AS",), 30),
        (("9H * JH QH",), 39),
    ],
)
def test_R19_a_joker_counts_as_the_card_it_stands_for_and_an_ace_10_everywhere(
    melds: tuple[str, ...], worth: int
) -> None:
    """S19 and S22: the refusal says the numbers, and every card is in hand."""
    table = opened(*melds)
    before = table.text("hand:0")
    assert sum(table.facts(0)["worth"]) == worth
    if worth >= 51:
        table.do(0, "open")
    else:
        code, rule, *details = table.refused(0, "open")
        assert (code, rule, details) == ("opening-short", "R19", [worth, 51])
        assert f"{worth}, needs 51" in ROMI.SAYS[code].format(*details)
        assert table.text("hand:0") == before


def test_R19_an_ace_counts_10_in_the_opening_in_the_hand_and_on_the_sheet() -> None:
    """S22."""
    table = opened("AS 2S 3S")
    assert table.facts(0)["worth"] == [10 + 2 + 3]
    table = Table("4C", "AC", melds={0: ["5S 5H 5D"], 1: ["9H 10H JH"]})
    table.do(0, "discard", "4C")
    assert table.state.scored == [(-10, 10)]
    assert "king and ace 10 (in A-2-3 too)" in ROMI.SHEET["Opening"]["R19"]


def test_R19_nobody_else_learns_of_an_opening_that_is_put_together_or_that_fails() -> None:
    """It is the cards in hand that count: nothing is told, and nothing that is seen has changed."""
    table = Table("KS KH KD 5S 5H 5D 5C 2S 9D", "QD", "AC")
    before = [table.match.view(viewer) for viewer in (None, 1, 2)]
    for meld in ("KS KH KD", "5S 5H 5D 5C"):
        assert table.do(0, "lay", meld) == []
    table.refused(0, "open")
    assert [table.match.view(viewer) for viewer in (None, 1, 2)] == before
    assert table.facts(0)["worth"] == [30, 20]
    assert table.do(0, "undo") == []
    assert [table.match.view(viewer) for viewer in (None, 1, 2)] == before


def test_R19_how_near_an_opening_is_stands_in_the_offer() -> None:
    table = opened("KS KH KD")
    (offer,) = [offer for offer in table.match.view(0).offers if offer.code == "open"]
    assert (offer.args, offer.judged) == ((30, 51), True)
    table = opened("KS KH KD", "6C 7C 8C")
    (offer,) = [offer for offer in table.match.view(0).offers if offer.code == "open"]
    assert (offer.args, offer.judged) == ((51, 51), False)


def test_R20_after_opening_in_the_same_turn_too_melds_of_any_value_and_additions_and_swaps() -> None:
    table = Table("KS KH KD 6C 7C 8C 2S 2H 2C KC 6H 9D 3S", "QD", melds={1: ["5H * 7H", "10D JD QD"]})
    table.open(0, "KS KH KD", "6C 7C 8C")
    assert notes(table.do(0, "lay", "2S 2H 2C")) == [("lays", 0, "2S 2H 2C")]
    assert notes(table.do(0, "add", "KC", Spot("meld:0:0", 0))) == [("adds", 0, "KC", "KS KH KD KC")]
    assert notes(table.do(0, "add", "9D", Spot("meld:1:1", 0))) == [("adds", 0, "9D", "9D 10D JD QD")]
    assert notes(table.do(0, "swap", "", Spot("meld:1:0", 1))) == [("swaps", 0, "6H")]
    table.do(0, "add", "*", Spot("meld:0:2", 0))
    table.do(0, "discard", "3S")
    assert table.facts()["out"] == 0


def test_R20_several_cards_are_added_to_one_meld_at_once_and_at_both_ends() -> None:
    table = Table(f"9H 4H 8H {REST}", "QD", melds={1: ["5H 6H 7H"]}, opened=[0])
    table.do(0, "add", "9H 4H 8H", Spot("meld:1:0", 0))
    assert table.text("meld:1:0") == "4H 5H 6H 7H 8H 9H"
    table.do(0, "undo")
    assert (table.text("meld:1:0"), table.text("hand:0")) == ("5H 6H 7H", f"9H 4H 8H {REST}")


def test_R20_what_does_not_fit_and_what_is_not_chosen_is_refused() -> None:
    table = Table(f"9H KC {REST}", "QD", melds={1: ["5H 6H 7H", "KS KH KD"]}, opened=[0])
    run, kings = Spot("meld:1:0", 0), Spot("meld:1:1", 0)
    assert table.refused(0, "add", "9H", run) == ("run-gap", "R7", "8H")
    assert table.refused(0, "add", "KC", run)[0] == "does-not-fit"
    assert table.refused(0, "add", "9H", kings) == ("does-not-fit", "R6", "9H")
    assert table.refused(0, "add", "KC") == ("which-meld", "R20")
    assert table.refused(0, "add", "KC", run, kings) == ("which-meld", "R20")
    assert table.refused(0, "add", "", kings) == ("which-cards", "R20")
    assert table.refused(0, "add", "KC", Spot("meld:1:1", 1)) == ("which-meld", "R20"), "its first card is the handle"


# Jokers


@pytest.mark.parametrize("deck", ["hand", "discard"])
def test_R21_the_natural_card_is_given_for_the_joker_which_is_played_again_in_the_same_turn(deck: str) -> None:
    """The sixth example. Either pack's copy will do."""
    hand = "10S JS 2S 9D" + " 6H" * (deck == "hand")
    table = Table(hand, "QD", melds={1: ["5H * 7H"]}, opened=[0], discard="6H 3C", stock="KD", step="draw")
    table.do(0, "draw" if deck == "hand" else "take")
    assert notes(table.do(0, "swap", "", Spot("meld:1:0", 1))) == [("swaps", 0, "6H")]
    assert (table.text("meld:1:0"), table.text("joker:0"), table.facts()["must"]) == ("5H 6H 7H", "*", "play-joker")
    for card in ("2S", "*"):
        assert table.refused(0, "discard", card) == ("play-joker", "R21"), "neither kept nor discarded"
    assert "x" not in table.keys(0)
    table.do(0, "lay", "10S JS *", joker="high")
    table.do(0, "discard", "2S")
    assert table.text("meld:0:0") == "10S JS *"


def test_R21_an_addition_will_do_as_well() -> None:
    table = Table(f"6H {REST}", "QD", melds={1: ["5H * 7H", "10S JS QS"]}, opened=[0])
    table.do(0, "swap", "", Spot("meld:1:0", 1))
    table.do(0, "add", "*", Spot("meld:1:1", 0), joker="low")
    table.do(0, "discard", "2S")
    assert table.text("meld:1:1") == "* 10S JS QS"


def test_R21_without_the_card_and_where_there_is_no_joker_nothing_is_swapped() -> None:
    table = Table(f"8H {REST}", "QD", melds={1: ["5H * 7H", "10S JS QS"]}, opened=[0])
    assert "s" not in table.keys(0)
    assert table.refused(0, "swap", "", Spot("meld:1:0", 1)) == ("not-the-joker", "R21", "6H")
    assert table.refused(0, "swap") == ("pick-one", "R21")
    for spot in (*(Spot("meld:1:0", i) for i in (0, 2, 3, -2)), Spot("meld:9:9", 0), Spot("hand:0", 0)):
        assert table.refused(0, "swap", "", spot) == ("no-joker", "R21")


def test_R21_of_two_equal_cards_the_one_that_has_to_be_played_is_played() -> None:
    table = Table("6H * 10S JS 2S", "QD", melds={1: ["5H * 7H"]}, opened=[0], discard="6H 3C", step="draw")
    table.do(0, "take")
    table.do(0, "swap", "", Spot("meld:1:0", 1))
    assert (table.text("hand:0"), table.text("drawn:0")) == ("6H * 10S JS 2S", "")
    table.do(0, "lay", "", *(Spot("hand:0", i) for i in (1, 2, 3)), joker="high")
    assert (table.text("hand:0"), table.text("joker:0")) == ("6H * 2S", "")


def test_R22_a_joker_in_a_set_of_three_is_taken_only_when_all_four_suits_are_there() -> None:
    table = Table(f"9C 9D 10S JS {REST}".replace(" 9D", " 9D", 1), "QD", melds={1: ["9S 9H *"]}, opened=[0])
    joker = Spot("meld:1:0", 2)
    assert table.refused(0, "swap", "", joker) == ("joker-open", "R22", "9D", "9C")
    assert "s" not in table.keys(0)
    table.do(0, "add", "9C", Spot("meld:1:0", 0))
    assert (table.text("meld:1:0"), table.facts()["jokers"]) == ("9S 9H * 9C", {"meld:1:0": ("9D",)})
    table.do(0, "swap", "", joker)
    table.do(0, "lay", "10S JS *", joker="low")
    table.do(0, "discard", "2S")
    assert table.text("meld:1:0") == "9S 9H 9D 9C"


def test_R19_positions_in_the_hand_are_told_to_nobody_else() -> None:
    table = Table("KS 2S KH KD 6C 7C 8C 9D", "QD", "AC")
    moves = [event for event in told(table.open(0, "KD KS KH", "6C 7C 8C"), 1) if isinstance(event, Moved)]
    assert {move.src for move in moves} == {Spot("hand:0", -1)}
    assert " ".join(move.card or "?" for move in moves) == "KS KH KD 6C 7C 8C"
