"""The worked examples of the rule sheet of Aluette, with its numbers."""

from __future__ import annotations

from engine.games._aluette_state import DECK
from engine.match import Match
from tests.engine.games.aluette_table import ALUETTE, EAST, LETTERS, NORTH, SEATS, SOUTH, WEST, Table
from tests.engine.games.test_aluette import TALON, agreed
from tests.engine.games.test_aluette_scoring import match_of, scored


def test_example_1_all_have_two_and_S_reached_it_first() -> None:
    assert scored("SENWSEXNW") == (1, 0, 1, 0)


def test_example_2_a_mordienne_and_none() -> None:
    assert scored("EEEESSSSS") == (2, 0, 2, 0)
    assert scored("XSENXWSSS") == (1, 0, 1, 0)


def test_example_3_two_kings_spoil_and_the_leader_leads_again() -> None:
    table = Table("4C", "KO", "KS", "7B")
    table.play("4C KO KS 7B")
    assert (table.facts()["taken"], table.state.turn) == ([None], NORTH)


def test_example_4_aces_of_partners_spoil() -> None:
    table = Table("AO", "KO", "AC", "7B")
    table.play("AO KO AC 7B")
    assert table.facts()["taken"] == [None]


def test_example_5_an_ace_above_kings_nines_that_spoil_and_monsieur_above_madame() -> None:
    table = Table("AC 8O 3C", "KO 9S 3O", "KC 9B 6O", "KB 5O 6C")
    table.play("AC KO KC KB")
    table.play("8O 9S 9B 5O")
    table.play("3C 3O 6O 6C")
    assert table.facts()["taken"] == [NORTH, None, EAST]


def test_example_6_the_chant() -> None:
    talon = TALON.split()
    table = agreed()
    assert (table.hand(NORTH)[9:], table.hand(WEST)[9:]) == (talon[::2], talon[1::2])
    assert [len(table.hand(seat)) for seat in SEATS] == [15, 9, 9, 15]
    for seat in (NORTH, WEST):
        table.do(seat, "reject", *table.spots(seat, " ".join(table.hand(seat)[:6])))
    assert [len(table.hand(seat)) for seat in SEATS] == [9] * 4


def test_example_7_the_draw() -> None:
    table = Table()
    table.match = Match(ALUETTE, 4)
    tops = ["2C", "3O", "2O", "3C"]
    table.shuffle([*(card for card in DECK if card not in tops), *reversed(tops)])
    assert table.facts()["places"] == [NORTH, EAST, SOUTH, WEST]
    table.shuffle(DECK)
    assert table.state.dealer == WEST
    assert table.facts()["eyes"] == [SOUTH, WEST, NORTH, EAST]


def test_example_8_the_dealers_of_five_deals() -> None:
    table = Table(dealer=NORTH)
    dealers = LETTERS[table.state.dealer]
    for _ in range(4):
        table.state.step = "scored"
        table.next_deal()
        dealers += LETTERS[table.state.dealer]
    assert dealers == "NESWN"
    assert match_of(*["NNNNNEEEE"] * 5).state.over
