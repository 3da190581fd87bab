"""Aluette rule by rule: the cards, partners, the deal, the chant and the play (L1 to L8)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import permutations

import pytest

from engine.board import CHANCE, CLOCK, Gathered, Moved, Refused, Spot
from engine.games._aluette_state import DECK, LEVELS, winner_of
from engine.match import Match
from tests.engine.games.aluette_table import (
    ALUETTE,
    EAST,
    NORTH,
    SEATS,
    SOUTH,
    WEST,
    Table,
    notes,
)

SHEET = ("L", 18)
"""The rules are L1 to L18: each has a test named after it, here or in one of the files beside this one."""

# Cards


def test_L1_the_deck_has_48_cards_of_four_suits() -> None:
    shuffle = ALUETTE.chance(Match(ALUETTE, 4).state)
    assert shuffle is not None
    assert len(shuffle.cards) == len(set(shuffle.cards)) == 48
    assert {card[0] for card in shuffle.cards} == {*"AKCV98765432"}
    assert Counter(card[1] for card in shuffle.cards) == dict.fromkeys("OCBS", 12)


ORDER = """
    3O
    3C
    2O
    2C
    9C
    9O
    2B
    2S
    AO AC AB AS
    KO KC KB KS
    CO CC CB CS
    VO VC VB VS
    9B 9S
    8O 8C 8B 8S
    7O 7C 7B 7S
    6O 6C 6B 6S
    5O 5C 5B 5S
    4O 4C 4B 4S
    3B 3S
"""


def test_L2_the_complete_order_of_the_48_cards() -> None:
    lines = [line.split() for line in ORDER.strip().splitlines()]
    assert [list(level) for level in LEVELS] == lines
    text = "/".join(",".join(level) for level in LEVELS)
    assert (
        hashlib.sha256(text.encode()).hexdigest() == "f320c1e322f6373897dc4ed769ba5e133ca9489fa1d638547eef62d9d089ee2d"
    )


def test_L2_of_two_cards_the_higher_wins_whoever_plays_it_and_equal_ones_spoil() -> None:
    level = {card: number for number, line in enumerate(ORDER.strip().splitlines()) for card in line.split()}
    assert set(level) == set(DECK)
    for one, other in permutations(DECK, 2):
        expected = NORTH if level[one] < level[other] else WEST if level[one] > level[other] else None
        assert winner_of({NORTH: one, WEST: other}) == expected


def test_L2_the_eight_single_cards_have_their_names() -> None:
    names = [ALUETTE.SAYS[level[0]] for level in LEVELS if len(level) == 1]
    assert names == [
        *("Monsieur", "Madame", "le Borgne", "la Vache"),
        *("Grand-neuf", "Petit-neuf", "Deux de chêne", "Deux d'écrit"),
    ]


# Partners


def drawn(*top: str) -> Table:
    """Partners have been drawn from a deck with these cards on top."""
    table = Table()
    table.match = Match(ALUETTE, 4)
    table.shuffle([*(card for card in DECK if card not in top), *reversed(top)])
    return table


def test_L3_cards_are_dealt_face_up_one_at_a_time_and_a_top_card_is_the_last_that_one_gets() -> None:
    table = drawn("4O", "3O", "4C", "2C", "4B", "4S", "5O", "2O", "5C", "3C")
    view = table.match.view(None)
    assert [" ".join(map(str, view.zone(f"drawn:{seat}"))) for seat in SEATS] == [
        "4O 4B 5O 5C 3C",
        "3O",
        "4C 4S 2O",
        "2C",
    ]
    assert len(view.zone("talon")) == 38
    assert (view.turn, view.awaited, view.offers, view.over) == (CHANCE, (), (), False)


def test_L3_the_draw_is_told_in_order() -> None:
    table = Table()
    table.match = Match(ALUETTE, 4)
    happened = table.shuffle([*(card for card in DECK if card not in ("3O", "2O", "2C", "3C")), "3C", "2C", "2O", "3O"])
    assert [(event.card, event.dst.zone) for event, *_ in happened if isinstance(event, Moved)] == [
        *(("3O", "drawn:0"), ("2O", "drawn:1"), ("2C", "drawn:2"), ("3C", "drawn:3")),
    ]
    assert notes(happened) == [
        *(("draws", 0, "3O"), ("draws", 1, "2O"), ("draws", 2, "2C"), ("draws", 3, "3C")),
        ("partners", CHANCE, 3, 0, 1, 2),
    ]


@pytest.mark.parametrize("tops", [*permutations(("3O", "3C", "2O", "2C"))])
def test_L3_madame_keeps_her_seat_monsieur_sits_opposite_and_the_others_keep_their_order(tops: tuple[str, ...]) -> None:
    table = drawn(*tops)
    places, monsieur, madame = table.facts()["places"], tops.index("3O"), tops.index("3C")
    assert places[madame] == madame
    assert places[(madame + 2) % 4] == monsieur
    others = [seat for seat in ((madame + step) % 4 for step in SEATS) if seat not in (madame, monsieur)]
    assert [places[(madame + 1) % 4], places[(madame + 3) % 4]] == others


def test_L3_madame_deals_first_and_then_her_left_neighbour() -> None:
    table = drawn("2O", "3C", "3O", "2C")
    assert table.facts()["places"] == [0, 1, 3, 2]
    table.shuffle(DECK)
    assert (table.state.dealer, table.state.deal) == (1, 1)
    table.state.step = "scored"
    table.shuffle(DECK)
    assert (table.state.dealer, table.state.deal) == (3, 2)


def test_L3_a_table_can_play_as_seated_and_then_chance_draws_the_first_dealer() -> None:
    for dealer in SEATS:
        table = Table(dealer=dealer)
        assert table.facts()["places"] == [0, 1, 2, 3]
        assert table.facts()["dealer"] == dealer
    assert ALUETTE.OPTIONS["partners"].default == "draw"


# The deal


def test_L4_nine_cards_each_three_at_a_time_and_12_remain() -> None:
    table = Table()
    table.match = Match(ALUETTE, 4, {"partners": "seats", "chant": "off"})
    happened = table.shuffle(list(DECK), EAST)
    moves = [event for event, *_ in happened if isinstance(event, Moved)]
    assert [move.dst.zone for move in moves] == [f"hand:{seat}" for seat in (2, 3, 0, 1) for _ in range(3)] * 3
    assert [len(table.hand(seat)) for seat in SEATS] == [9] * 4
    assert table.hand(SOUTH)[:4] == [*reversed(DECK[-3:]), DECK[-13]]
    assert table.state.zones["talon"] == list(DECK[:12])
    seers = [(move.dst.zone, to) for move, to, _ in happened if isinstance(move, Moved)]
    assert all(to == frozenset({int(zone.removeprefix("hand:"))}) for zone, to in seers)


def test_L4_the_dealers_right_has_cut() -> None:
    table = Table()
    table.match = Match(ALUETTE, 4, {"partners": "seats"})
    assert notes(table.shuffle(list(DECK), EAST)) == [("partners", CHANCE, 1, 3, 2, 0), ("deals", EAST, 1, NORTH)]


def test_L4_only_chance_shuffles_only_a_whole_deck_and_only_when_it_is_due() -> None:
    table = Table()
    with pytest.raises(Refused, match="no-shuffle"):
        table.shuffle(DECK)
    table.match = Match(ALUETTE, 4, {"partners": "seats"})
    for order in (DECK[1:], ["1O", *DECK[1:]]):
        with pytest.raises(Refused, match="wrong-deck"):
            table.shuffle(order)
    for roll in (-1, 4, 10**30):
        with pytest.raises(Refused, match="wrong-roll"):
            table.shuffle(DECK, roll)
    for seat in (*SEATS, CLOCK):
        with pytest.raises(Refused, match="not-your-turn"):
            table.match.act(seat, json.dumps({"type": "chance", "order": DECK}).encode())
    table.match = Match(ALUETTE, 4)
    with pytest.raises(Refused, match="wrong-roll"):
        table.shuffle(DECK, 1)


# The chant

TALON = "2O 4O 2C 4C 9C 4B 9O 4S 2B 5O 2S 5C"


def chanting(**options: str) -> Table:
    """West has dealt, and the talon is TALON."""
    return Table(talon=TALON, **{"chant": "dealer", **options})


def agreed(**options: str) -> Table:
    table = chanting(**options)
    for seat in SEATS:
        table.do(seat, "yes")
    return table


def test_L5_all_four_are_asked_in_turn_from_the_dealers_left() -> None:
    table = chanting()
    for seat in SEATS:
        assert (table.match.view(None).awaited, table.keys(seat), table.facts()["step"]) == ((seat,), "yn", "chant")
        assert all(not table.keys(other) for other in SEATS if other != seat)
        assert table.refused((seat + 1) % 4, "yes") == table.refused((seat + 1) % 4, "no") == ("not-your-turn", "L5")
        assert table.refused(seat, "play", Spot(f"hand:{seat}", 0)) == ("step-chant", "L5")
        assert notes(table.do(seat, "yes"))[0] == ("agrees", seat)
    assert (table.facts()["agreed"], table.facts()["step"]) == ([0, 1, 2, 3], "reject")


@pytest.mark.parametrize("refuser", SEATS)
def test_L5_the_first_refusal_ends_it(refuser: int) -> None:
    table = chanting()
    for seat in range(refuser):
        table.do(seat, "yes")
    assert notes(table.do(refuser, "no")) == [("disagrees", refuser)]
    assert (table.facts()["step"], table.match.view(None).awaited) == ("play", (NORTH,))
    assert len(table.state.zones["talon"]) == 12


@pytest.mark.parametrize(("chant", "other"), [("dealer", WEST), ("partner", EAST)])
def test_L5_the_talon_goes_alternately_to_the_dealers_left_and_to_the_dealer_or_the_partner(
    chant: str, other: int
) -> None:
    table = agreed(chant=chant)
    assert table.hand(NORTH)[9:] == ["2O", "2C", "9C", "9O", "2B", "2S"]
    assert table.hand(other)[9:] == ["4O", "4C", "4B", "4S", "5O", "5C"]
    assert table.state.zones["talon"] == []
    assert table.match.view(None).awaited == (NORTH, other)


def test_L5_both_reject_six_face_down_in_any_order() -> None:
    table = agreed()
    kept = table.hand(WEST)[:9]
    assert table.keys(EAST) == table.keys(SOUTH) == ""
    assert table.keys(NORTH) == table.keys(WEST) == "p"
    happened = table.do(WEST, "reject", *table.spots(WEST, "5C 4O 4C 5O 4B 4S"))
    assert notes(happened) == [("rejects", WEST)]
    assert (table.hand(WEST), sorted(table.state.zones["rejects:3"])) == (kept, ["4B", "4C", "4O", "4S", "5C", "5O"])
    assert (table.match.view(None).awaited, table.state.step) == ((NORTH,), "reject")
    assert table.refused(WEST, "reject", *table.spots(WEST, " ".join(kept[:6]))) == ("not-your-turn", "L5")
    table.do(NORTH, "reject", *[Spot("hand:0", i) for i in (0, 14, 3, 5, 7, 9)])
    assert (table.state.step, table.match.view(None).awaited) == ("play", (NORTH,))
    assert [len(table.hand(seat)) for seat in SEATS] == [9] * 4


def test_L5_nobody_learns_which_cards_were_rejected_nor_where_they_were_in_the_hand() -> None:
    stories = []
    for picks in ((0, 1, 2, 3, 4, 5), (9, 10, 11, 12, 13, 14)):
        happened = agreed().do(NORTH, "reject", *[Spot("hand:0", i) for i in picks])
        assert [type(event) for event, *_ in happened if isinstance(event, Moved)] == []
        assert [event for event, *_ in happened if isinstance(event, Gathered)] == [Gathered("hand:0", "rejects:0", 6)]
        stories.append([event for event, *_ in happened])
    assert stories[0] == stories[1]


def test_L5_six_different_cards_of_the_own_hand_have_to_be_rejected() -> None:
    table = agreed()
    hand = [Spot("hand:0", i) for i in range(15)]
    for picks in (
        *([], hand[:5], hand[:7], [*hand[:5], hand[0]]),
        *([*hand[:5], Spot("hand:0", 15)], [*hand[:5], Spot("hand:0", -1)], [*hand[:5], Spot("hand:3", 5)]),
        *([*hand[:5], Spot("hand:0", 10**30)], [*hand[:6], Spot("hand:3", 5)]),
    ):
        assert table.refused(NORTH, "reject", *picks) == ("pick-six", "L5")
    assert table.refused(NORTH, "play", hand[0]) == ("step-reject", "L5")


def test_L5_a_table_can_do_without_the_chant() -> None:
    assert (Table(chant="off").state.step, ALUETTE.OPTIONS["chant"].default) == ("play", "dealer")


# The play


def test_L6_the_dealers_left_leads_and_then_the_turn_goes_to_the_left() -> None:
    table = Table("4O", "4C", "4B", "4S")
    assert table.refused(NORTH, "yes") == ("step-play", "L6")
    for seat, card in zip(SEATS, ("4O", "4C", "4B", "4S"), strict=True):
        assert (table.match.view(None).awaited, table.keys(seat)) == ((seat,), "p")
        for other in (*(other for other in SEATS if other != seat), CHANCE, CLOCK):
            assert table.refused(other, "play", Spot(f"hand:{max(other, 0)}", 0)) == ("not-your-turn", "L6")
        assert notes(table.play(card))[0] == ("plays" if seat else "leads", seat, card)


def test_L6_after_the_draw_the_turn_goes_round_the_places() -> None:
    table = drawn("2O", "3O", "3C", "2C")
    places = table.facts()["places"]
    assert places == [1, 0, 2, 3]
    table.shuffle(DECK)
    table.do(table.state.turn, "no")
    order = []
    for _ in SEATS:
        order.append(table.state.turn)
        table.play(table.hand(table.state.turn)[0])
    assert order == [3, 1, 0, 2]


def test_L6_any_card_of_the_own_hand_may_be_played_and_no_other() -> None:
    table = Table("4O 2O")
    (offer,) = [offer for offer in table.match.view(NORTH).offers if not offer.aside]
    assert offer.pick is not None
    assert (offer.pick.spots, offer.pick.least, offer.pick.most) == (tuple(Spot("hand:0", i) for i in range(9)), 1, 1)
    for spot in (Spot("hand:0", 9), Spot("hand:0", -1), Spot("hand:1", 0), Spot("talon", 0), Spot("hand:0", 10**30)):
        assert table.refused(NORTH, "play", spot) == ("not-in-hand", "L6")
    for picks in ([], [Spot("hand:0", 0), Spot("hand:0", 1)]):
        assert table.refused(NORTH, "play", *picks) == ("pick-one", "L6")
    for turn in (table.state.turns - 1, table.state.turns + 1, 10**30):
        assert table.refused(NORTH, "play", Spot("hand:0", 0), turn=turn) == ("too-late", "L6")


def test_L7_the_single_highest_card_wins_and_its_player_leads() -> None:
    table = Table("VO", "KC 8C", "AB", "4S")
    happened = table.play("VO KC AB 4S")
    assert notes(happened)[-1] == ("wins-trick", SOUTH, 1)
    assert (table.facts()["tricks"], table.facts()["most"], table.state.turn) == ([0, 0, 1, 0], SOUTH, SOUTH)


def test_L7_the_trick_lies_for_a_moment_and_then_until_the_next_one_is_led() -> None:
    table = Table("VO 4O", "KC", "AB 5B", "4S")
    table.play("VO KC AB 4S")
    view = table.match.view(None)
    assert (view.facts["step"], view.facts["full"], view.awaited, len(view.timers)) == ("trick", True, (), 1)
    assert table.refused(SOUTH, "play", table.spot(SOUTH, "5B")) == ("step-trick", "L7")
    assert table.refused(SOUTH, "seen") == ("not-your-turn", "L7")
    table.do(CLOCK, "seen")
    assert (table.match.view(None).awaited, table.trick()) == ((SOUTH,), "VO KC AB 4S")
    assert table.refused(CLOCK, "seen") == ("step-play", "L6")
    table.play("5B")
    assert (table.trick(), table.facts()["leader"], table.facts()["full"]) == ("5B", SOUTH, False)
    assert table.match.view(None).zone("last") == ("VO", "KC", "AB", "4S")


def test_L7_won_tricks_lie_face_down_before_the_player_and_not_the_partner() -> None:
    table = Table("VO 4O 3O", "KC 8C", "AB 5B 8B", "4S 5S")
    table.play("VO KC AB 4S")
    table.play("5B 5S 3O 8C")
    table.play("4O")
    view = table.match.view(None)
    assert view.zone("won:2") == (None,) * 4
    assert [len(view.zone(f"won:{seat}")) for seat in SEATS] == [0, 0, 4, 0]
    assert view.zone("last") == ("5B", "5S", "3O", "8C")
    assert (view.facts["taken"], view.facts["tricks"]) == ([SOUTH, NORTH], [1, 0, 1, 0])


def test_L8_a_tie_for_the_highest_card_spoils_the_trick_and_its_leader_leads_again() -> None:
    table = Table("KO 5O", "KS", "8B", "7S")
    happened = table.play("KO KS 8B 7S")
    assert notes(happened)[-2:] == [("spoiled", NORTH), ("leads-again", NORTH)]
    assert (table.facts()["taken"], table.facts()["tricks"], table.state.turn) == ([None], [0] * 4, NORTH)
    table.play("5O")
    assert table.facts()["leader"] == NORTH


def test_L8_partners_spoil_too_and_whoever_leads() -> None:
    table = Table("5O 6O", "KC", "4B", "KB")
    table.play("5O KC 4B KB")
    assert (table.facts()["taken"], table.state.turn) == ([None], NORTH)


def test_L8_three_or_four_equal_cards_spoil_too() -> None:
    table = Table("8O AO", "8C AC", "8B AB", "8S KO")
    table.play("8O 8C 8B 8S AO AC AB KO")
    assert (table.facts()["taken"], table.state.turn) == ([None, None], NORTH)


def test_L8_ties_lower_down_do_not_matter() -> None:
    table = Table("8O", "8C", "AB", "8S")
    table.play("8O 8C AB 8S")
    assert table.facts()["taken"] == [SOUTH]


def test_L8_the_cards_of_a_spoiled_trick_are_gone_and_it_counts_as_one_of_the_nine() -> None:
    table = Table("KO 5O 4O", "KS 5C", "8B 5B", "7S 5S")
    table.play("KO KS 8B 7S")
    table.play("5O 5C 5B 5S")
    table.play("4O")
    view = table.match.view(None)
    assert view.zone("spoiled") == (None,) * 4
    assert all(view.zone(f"won:{seat}") == () for seat in SEATS)
    assert len(table.hand(NORTH)) == 6
    assert len(view.facts["taken"]) == 2


# S28 of the scenarios: a spoiled trick


def test_L8_scenario_28_a_king_against_a_king_is_won_by_nobody_twice_in_a_row_and_in_the_last_trick() -> None:
    table = Table("8O 8C 4C", "7O 7C 4B", "KO CO VO", "KC CC VC", dealer=EAST)
    assert table.state.turn == SOUTH
    table.play("KO KC 8O 7O")
    assert (table.facts()["taken"], table.state.turn) == ([None], SOUTH)
    table.play("CO CC 8C 7C")
    assert (table.facts()["taken"], table.state.turn, table.facts()["leader"]) == ([None, None], SOUTH, SOUTH)
    for _ in range(6):
        for _ in SEATS:
            hand = [card for card in table.hand(table.state.turn) if card not in ("VO", "VC", "4C", "4B")]
            table.play(hand[0])
    lasts = {NORTH: "4C", EAST: "4B", SOUTH: "VO", WEST: "VC"}
    leader = table.state.turn
    happened = [event for _ in SEATS for event in table.play(lasts[table.state.turn])]
    assert ("spoiled", leader) in notes(happened)
    assert "leads-again" not in [note[0] for note in notes(happened)]
    assert (table.facts()["taken"][-1], table.facts()["step"], len(table.rounds)) == (None, "scored", 1)
