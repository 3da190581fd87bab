"""Römi rule by rule: the cards and the deal (R1 to R5), and a turn (R11 to R17)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine.board import CHANCE, CLOCK, Moved, Refused, Spot, told
from engine.games import _melds
from engine.match import Match
from tests.engine.games.romi_table import ROMI, Table, dealt, notes

SHEET = ("R", 28)
"""The rules are R1 to R28: each has a test named after it, here or in one of the files beside this one."""

HAND = "2S 4S 6S 8S 10S QS 3H 5H 7H"
"""No meld, and no two cards that nearly make one."""
OTHER = "QD 9H"

# Cards and deal


@pytest.mark.parametrize("seats", range(2, 7))
def test_R1_two_packs_and_four_jokers_at_any_number_of_players(seats: int) -> None:
    shuffle = ROMI.chance(Match(ROMI, seats).state)
    assert shuffle is not None
    counts = Counter(shuffle.cards)
    assert counts.pop(_melds.JOKER) == 4
    assert set(counts.values()) == {2}
    assert set(counts) == {f"{rank}{suit}" for rank in _melds.RANKS for suit in _melds.SUITS}


def test_R2_two_to_six_players_and_seven_rounds_unless_the_table_wants_one_to_ten() -> None:
    assert (ROMI.SEATS.start, ROMI.SEATS.stop - 1) == (2, 6)
    assert (ROMI.OPTIONS["rounds"].default, ROMI.OPTIONS["rounds"].choices) == (7, tuple(range(1, 11)))


@pytest.mark.parametrize(("scored", "winners"), [([(5, 100, -10)], (2,)), ([(5, 0, -10), (-5, 20, 10)], (0, 2))])
def test_R2_the_lowest_total_wins_and_ties_share(scored: list[tuple[int, ...]], winners: tuple[int, ...]) -> None:
    table = Table("", "", "")
    table.state.scored, table.state.over = scored, True
    assert ROMI.scores(table.state).winners == winners


@pytest.mark.parametrize("seats", range(2, 7))
def test_R3_the_player_on_the_dealers_right_cuts(seats: int) -> None:
    table = dealt(seats, roll=1)
    table.match = Match(ROMI, seats)
    table.shuffle(ROMI.chance(table.state).cards, 1)  # type: ignore[union-attr]
    assert (table.facts()["dealer"], table.match.view(None).awaited) == (1, (0,))
    assert table.refused(1 if seats == 2 else 2, "cut", "", Spot("stock", 9)) == ("not-your-turn", "R3")
    assert table.refused(0, "draw") == ("step-cut", "R3")
    (offer,) = table.match.view(0).offers
    assert offer.pick is not None
    assert set(offer.pick.spots) == {Spot("stock", i) for i in range(1, 108)}
    assert (offer.pick.least, offer.pick.most) == (1, 1)


@pytest.mark.parametrize("height", [1, 2, 39, 106, 107])
def test_R3_the_lifted_packet_goes_under_the_rest_and_its_bottom_card_is_turned_up(height: int) -> None:
    """In code, deck[0] on top: the order becomes deck[k:] + deck[:k], and the last card is the cut card."""
    table = dealt(2, height=height)
    deck = [str(i) for i in range(108)]
    named = dict(zip(deck, reversed(ROMI.chance(Match(ROMI, 2).state).cards), strict=True))  # type: ignore[union-attr]
    *order, cut = [named[i] for i in deck[height:] + deck[:height]]
    assert table.zone("cut") == [cut] == [table.match.view(None).zone("cut")[0]]
    assert table.zone("hand:1") == order[0:29:2]
    assert table.zone("hand:0") == order[1:28:2]
    assert table.zone("stock") == order[:28:-1]


def test_R3_only_a_card_between_the_top_and_the_bottom_can_be_cut() -> None:
    table = dealt()
    table.match = Match(ROMI, 2)
    table.shuffle(ROMI.chance(table.state).cards)  # type: ignore[union-attr]
    for spot in (Spot("stock", 0), Spot("stock", 108), Spot("stock", -1), Spot("hand:0", 3)):
        assert table.refused(1, "cut", "", spot) == ("no-height", "R3", 107)
    assert table.refused(1, "cut") == ("pick-one", "R3")
    assert notes(table.do(1, "cut", "", Spot("stock", 107)))[0][:3] == ("cuts", 1, 1)


def test_R3_only_chance_shuffles_only_a_whole_pack_and_only_when_it_is_due() -> None:
    table = Table(HAND, OTHER)
    pack = list(ROMI.chance(Match(ROMI, 2).state).cards)  # type: ignore[union-attr]
    with pytest.raises(Refused, match="no-shuffle"):
        table.shuffle(pack)
    table.match = Match(ROMI, 2)
    for order in (pack[1:], ["10X", *pack[1:]]):
        with pytest.raises(Refused, match="wrong-deck"):
            table.shuffle(order)
    for roll in (-1, 2, 10**30):
        with pytest.raises(Refused, match="wrong-roll"):
            table.shuffle(pack, roll)
    for seat in (0, 1, CLOCK):
        with pytest.raises(Refused, match="not-your-turn"):
            table.match.act(seat, json.dumps({"type": "chance", "order": pack}).encode())
    assert table.match.view(None).awaited == ()
    table.shuffle(pack, 1)
    assert table.facts()["step"] == "cut"


def test_R4_a_joker_turned_up_stays_the_cut_card() -> None:
    pack = [card for card in ROMI.chance(Match(ROMI, 2).state).cards if card != "*"]  # type: ignore[union-attr]
    table = dealt(2, height=40, order=[*pack[:68], "*", "*", "*", "*", *pack[68:]])
    assert table.text("cut") == "*"
    assert "*" not in table.zone("hand:0") + table.zone("hand:1")


@pytest.mark.parametrize("seats", range(2, 7))
def test_R5_fourteen_cards_each_and_fifteen_for_the_player_on_the_dealers_left_who_starts_by_discarding(
    seats: int,
) -> None:
    table = dealt(seats, roll=seats - 1)
    assert [len(table.zone(f"hand:{seat}")) for seat in range(seats)] == [15] + [14] * (seats - 1)
    assert (table.state.turn, table.keys(0)) == (0, "x")
    assert len(table.zone("stock")) == 108 - 1 - 14 * seats - 1
    table.do(0, "discard", "", Spot("hand:0", 3))
    assert (table.state.turn, len(table.zone("hand:0"))) == (1, 14)


def test_R5_the_deal_passes_left() -> None:
    table = Table("5C", HAND, OTHER, melds={0: ["KS KH KD"]})
    assert table.facts()["dealer"] == 2
    table.do(0, "discard", "5C")
    table.shuffle(ROMI.chance(table.state).cards)  # type: ignore[union-attr]
    assert (table.facts()["dealer"], table.state.turn, table.facts()["round"]) == (0, 2, 2)
    assert not [zone for zone in table.state.zones if zone.startswith("meld")]
    table.do(2, "cut", "", Spot("stock", 50))
    assert (table.state.turn, table.facts()["opened"], table.facts()["ended"]) == (1, [False] * 3, [0] * 3)


# A turn


def test_R11_draw_one_card_play_and_discard_one_to_end_the_turn() -> None:
    table = Table(HAND, OTHER, step="draw", stock="9D 4D", discard="3C")
    assert table.keys(0) == "dtc"
    assert table.refused(0, "discard", "2S") == ("step-draw", "R11")
    table.do(0, "draw")
    assert (table.text("hand:0"), len(table.zone("discard"))) == (f"{HAND} 9D", 1)
    assert table.refused(0, "draw") == ("step-play", "R11")
    assert table.refused(0, "take") == ("step-play", "R11")
    assert table.refused(0, "takecut") == ("step-play", "R11")
    table.do(0, "discard", "2S")
    assert (table.text("discard"), table.state.turn, table.facts()["step"]) == ("3C 2S", 1, "draw")


def test_R11_a_card_from_the_stock_is_seen_by_who_draws_it_alone() -> None:
    table = Table(HAND, OTHER, "AD JD", step="draw", stock="9D")
    happened = table.do(0, "draw")
    assert [event.code for event in told(happened, 0) if not isinstance(event, Moved)] == ["draws-this"]  # type: ignore[union-attr]
    for viewer in (1, 2, None):
        assert [event.code for event in told(happened, viewer) if not isinstance(event, Moved)] == ["draws"]  # type: ignore[union-attr]
        assert "9D" not in str(told(happened, viewer))


def test_R11_the_discard_pile_and_the_cut_card_are_taken_in_sight() -> None:
    table = Table(HAND, OTHER, step="draw", discard="9D 3C", cut="JC")
    assert notes(table.do(0, "take")) == [("takes", 0, "9D")]
    assert (table.match.view(1).zone("drawn:0"), table.text("discard")) == (("9D",), "3C")
    table.do(0, "undo")
    assert notes(table.do(0, "takecut")) == [("takes-cut", 0, "JC")]
    assert (table.match.view(1).zone("drawn:0"), table.text("cut")) == (("JC",), "")


def test_R11_only_the_player_whose_turn_it_is_acts_and_only_for_this_turn() -> None:
    table = Table(HAND, OTHER, "AD JD", step="draw")
    for seat in (1, 2, CHANCE, CLOCK):
        assert table.refused(seat, "draw") == ("not-your-turn", "R11")
    for turn in (6, 8, -1, 10**30):
        for kind, rule in (("draw", "R11"), ("takecut", "R23"), ("swap", "R21"), ("undo", "R16")):
            assert table.refused(0, kind, turn=turn) == ("too-late", rule)
    assert (table.keys(1), table.keys(2), table.match.view(None).awaited) == ("", "", (0,))


def test_R11_only_cards_at_hand_are_played() -> None:
    table = Table(HAND, OTHER)
    for spot in (Spot("hand:1", 0), Spot("hand:0", 9), Spot("hand:0", -1), Spot("stock", 0), Spot("nowhere", 0)):
        assert table.refused(0, "discard", "", spot) == ("not-yours", "R11")
        assert table.refused(0, "lay", "2S 4S", spot) == ("not-yours", "R11")
    assert table.refused(0, "lay", "2S 4S", *table.held(0, "2S")) == ("not-yours", "R11")
    assert table.refused(0, "discard") == table.refused(0, "discard", "2S 4S") == ("pick-one", "R11")


def test_R12_the_starters_first_turn_has_no_draw() -> None:
    table = dealt()
    assert table.state.turn == 1
    for kind in ("draw", "take", "takecut"):
        assert table.refused(1, kind) == ("no-draw", "R12")
    table.do(1, "discard", "", Spot("hand:1", 0))
    assert (len(table.zone("hand:1")), table.keys(0)) == (14, "dt")


def test_R12_it_is_that_players_first_turn_and_only_a_discard_is_possible() -> None:
    table = Table("KS KH KD 6C 7C 8C 2S", HAND, ended=0)
    assert table.keys(0) == "x"
    assert table.refused(0, "lay", "KS KH KD") == ("first-turn", "R13")
    assert table.refused(0, "open") == ("first-turn", "R13")


def test_R13_nobody_opens_on_their_very_first_turn() -> None:
    table = Table(HAND, "KS KH KD 6C 7C 8C 2S", ended=0, stock="9H")
    table.do(0, "discard", "2S")
    table.do(1, "draw")
    assert table.keys(1) == "x"
    for kind in ("lay", "add"):
        assert table.refused(1, kind, "KS KH KD") == ("first-turn", "R13")
    assert table.refused(1, "swap", "KS") == ("first-turn", "R13")
    assert table.refused(1, "open") == ("first-turn", "R13")


def test_R13_each_player_separately() -> None:
    table = Table(HAND, "KS KH KD 6C 7C 8C 2S", ended=0, melds={0: ["JS JH JD"]}, step="draw", turn=1)
    table.state.ended[1] = 1
    table.do(1, "draw")
    table.open(1, "KS KH KD", "6C 7C 8C")
    assert table.facts()["opened"] == [True, True]


def test_R14_on_the_first_draw_of_the_round_the_top_discard_may_be_simply_kept() -> None:
    table = Table("2S 5C", HAND, ended=0, discard="")
    table.do(0, "discard", "2S")
    table.do(1, "take")
    assert (table.facts()["keep"], table.facts()["must"]) == (True, "")
    assert notes(table.do(1, "discard", "4S")) == [("discards", 1, "4S"), ("keeps", 1, "2S")]
    assert table.text("hand:1") == "2S 6S 8S 10S QS 3H 5H 7H 2S"
    assert table.text("drawn:1") == ""


def test_R14_if_the_first_draw_was_from_the_stock_the_privilege_is_gone() -> None:
    table = Table("5C", HAND, turn=1, step="draw")
    table.state.ended = [2, 1]
    table.do(1, "take")
    assert (table.facts()["keep"], table.facts()["must"]) == (False, "play-taken")
    assert table.refused(1, "discard", "2S") == ("play-taken", "R15")


def test_R14_the_starters_first_draw_is_turn_two_where_opening_is_allowed_as_well() -> None:
    table = Table("KS KH KD 6C 7C 8C 2S 4S", HAND, ended=1, step="draw", discard="9D 3C")
    table.do(0, "take")
    assert table.facts()["keep"]
    table.open(0, "KS KH KD", "6C 7C 8C")
    table.do(0, "discard", "2S")
    assert table.text("hand:0") == "4S 9D"


def test_R15_later_a_card_from_the_discard_pile_must_be_played_in_that_turn() -> None:
    table = Table(f"{HAND} 9D 9S", OTHER, melds={0: ["KS KH KD"]}, step="draw", discard="9C 3C")
    table.do(0, "take")
    assert table.facts()["must"] == "play-taken"
    assert "x" not in table.keys(0)
    for card in ("2S", "9C"):
        assert table.refused(0, "discard", card) == ("play-taken", "R15"), "discarding is not playing"
    table.do(0, "lay", "9C 9D 9S")
    assert table.facts()["must"] == ""
    table.do(0, "discard", "2S")


@pytest.mark.parametrize(
    ("kind", "cards", "onto"), [("add", "KC", Spot("meld:0:0", 0)), ("swap", "", Spot("meld:1:0", 1))]
)
def test_R15_adding_it_and_swapping_it_for_a_joker_is_playing_too(kind: str, cards: str, onto: Spot) -> None:
    table = Table(f"{HAND} 10S JS", OTHER, melds={0: ["KS KH KD"], 1: ["QC * AC"]}, step="draw", discard="KC")
    table.do(0, "take")
    table.do(0, kind, cards, onto)
    if kind == "swap":
        table.do(0, "lay", "10S JS *", joker="high")
    table.do(0, "discard", "2S")
    assert table.text("drawn:0") == ""


def test_R15_it_may_be_taken_before_having_opened_if_the_same_turn_opens_and_plays_it() -> None:
    table = Table(f"KS KH 6C 7C 8C {HAND}", OTHER, step="draw", discard="KD 3C")
    table.do(0, "take")
    table.stage(0, "KS KH KD")
    assert table.refused(0, "discard", "2S") == ("play-taken", "R15"), "what is only put together is not played"
    table.stage(0, "6C 7C 8C")
    table.do(0, "open")
    table.do(0, "discard", "2S")
    assert (table.text("meld:0:0"), table.text("hand:0")) == ("KS KH KD", HAND.removeprefix("2S "))


def test_R16_lays_additions_and_swaps_of_this_turn_can_be_taken_back_in_turn() -> None:
    table = Table(f"5D {HAND} 5C 5S", OTHER, melds={1: ["3D 4D *"]}, opened=[0])
    before = {zone: list(cards) for zone, cards in table.state.zones.items()}
    table.do(0, "swap", "", Spot("meld:1:0", 2))
    table.do(0, "lay", "5S 5C *")
    table.do(0, "add", "5H", Spot("meld:0:0", 0))
    assert table.text("meld:0:0") == "5S 5C * 5H"
    assert [notes(table.do(0, "undo"))[0][0] for _ in range(3)] == ["back-add", "back-lay", "back-swap"]
    assert table.state.zones == before
    assert list(table.state.zones) == list(before), "the meld is gone"
    assert table.refused(0, "undo") == table.refused(0, "restart") == ("nothing-back", "R16")


def test_R16_an_opening_is_taken_back_whole() -> None:
    table = Table(f"KS 7C KH {HAND} 8C KD 6C", HAND)
    before = {zone: list(cards) for zone, cards in table.state.zones.items()}
    table.open(0, "KD KS KH", "8C 7C 6C")
    table.do(0, "undo")
    assert table.state.zones == before
    assert (table.facts()["opened"][0], table.facts(0)["staged"]) == (False, [])


def test_R16_so_can_a_taken_discard_and_the_player_draws_otherwise() -> None:
    table = Table(f"KS KH {HAND}", OTHER, melds={0: ["AS AH AD"]}, step="draw", discard="KD 3C", stock="9H")
    table.do(0, "take")
    table.do(0, "lay", "KS KD KH")
    assert notes(table.do(0, "restart")) == [("back-lay", 0), ("back-take", 0)]
    assert (table.text("discard"), table.facts()["step"], table.keys(0)) == ("3C KD", "draw", "dtc")
    table.do(0, "draw")
    assert "u" not in table.keys(0), "what was drawn from the stock has been seen"
    assert table.refused(0, "undo") == ("nothing-back", "R16")
    table.do(0, "discard", "2S")


def test_R16_nothing_is_taken_back_once_the_turn_has_ended() -> None:
    table = Table(f"KS KH KD {HAND}", OTHER, melds={0: ["AS AH AD"]}, step="play")
    table.do(0, "lay", "KS KH KD")
    table.do(0, "discard", "2S")
    assert table.refused(0, "undo") == ("not-your-turn", "R16")
    table.do(1, "draw")
    assert table.refused(1, "undo") == ("nothing-back", "R16")


def test_R17_the_card_kept_may_not_be_the_discard_of_that_turn_its_twin_may() -> None:
    table = Table(f"9D {HAND}", OTHER, ended=1, step="draw", discard="9D 3C")
    table.do(0, "take")
    assert table.refused(0, "discard", "", Spot("drawn:0", 0)) == ("just-taken", "R17")
    table.do(0, "discard", "9D")
    assert (table.text("discard"), table.text("hand:0")) == ("3C 9D", f"{HAND} 9D")


def test_R17_a_turn_cannot_end_when_the_card_kept_is_all_that_is_left_and_the_hint_does_not_lead_there() -> None:
    table = Table("KS KH KD QS QH QD", "2H", step="draw", ended=1, discard="2C 3C")
    table.do(0, "take")
    assert len(table.facts(0)["hint"]) == 1
    table.open(0, "KS KH KD", "QS QH QD")
    assert table.facts()["must"] == "just-taken"
    assert "x" not in table.keys(0)
    table.do(0, "undo")
    assert table.facts()["must"] == ""
    assert "x" in table.keys(0)
