"""Aluette rule by rule: who scores, and how much (L9 to L12)."""

from __future__ import annotations

import pytest

from engine.board import CHANCE, CLOCK, Refused, Seat, Spot
from engine.games._aluette_state import DECK, is_mordienne, most_of
from tests.engine.games.aluette_table import (
    ALUETTE,
    EAST,
    LETTERS,
    NORTH,
    SEATS,
    SOUTH,
    WEST,
    Table,
    hands_for,
    notes,
)

NORTH_SOUTH, EAST_WEST = (1, 0, 1, 0), (0, 1, 0, 1)


def played(letters: str, **options: str) -> Table:
    """A first deal whose tricks have gone to these players."""
    table = Table(*hands_for(letters), **options)
    table.play_deal(letters)
    assert "".join("X" if seat is None else LETTERS[seat] for seat in table.facts()["taken"]) == letters
    return table


def scored(letters: str, **options: str) -> tuple[int, ...]:
    table = played(letters, **options)
    assert table.facts()["step"] == "scored"
    return table.rounds[-1]


def most(letters: str) -> str:
    winner = most_of([None if letter == "X" else LETTERS.index(letter) for letter in letters])
    return "-" if winner is None else LETTERS[winner]


@pytest.mark.parametrize(
    ("letters", "first"),
    [
        *(("", "-"), ("X", "-"), ("N", "N"), ("NE", "N"), ("NEE", "E"), ("NEEN", "E"), ("NEENN", "N"), ("XXW", "W")),
        *(("SENWSEXNW", "S"), ("NESWWSENX", "W"), ("NNEESSWWX", "N"), ("NEEEXNNWW", "E"), ("NEEEXNNWN", "N")),
    ],
)
def test_L9_the_individual_with_most_tricks_or_who_first_reached_that_number(letters: str, first: str) -> None:
    assert most(letters) == first


@pytest.mark.parametrize(("letters", "points"), [("NNENSEEWW", NORTH_SOUTH), ("EEWWSNNXE", EAST_WEST)])
def test_L9_the_side_of_the_individual_with_most_tricks_scores_one_point(letters: str, points: tuple[int, ...]) -> None:
    assert scored(letters) == points


def test_L9_partners_do_not_add_up_their_tricks() -> None:
    """North and South have six between them, East three of his own and first."""
    assert scored("EEENNNSSS") == EAST_WEST


def test_L9_if_all_nine_tricks_are_spoiled_nobody_scores_and_the_deal_counts() -> None:
    table = played("X" * 9)
    assert (table.rounds, table.facts()["most"]) == (((0, 0, 0, 0),), None)
    table.next_deal()
    assert (table.facts()["deal"], table.state.dealer) == (2, NORTH)


def test_L9_the_last_trick_lies_until_the_next_deal() -> None:
    table = played("NNENSEEWW")
    view = table.match.view(EAST)
    assert (view.facts["full"], view.turn, view.awaited, view.offers, view.timers) == (True, CHANCE, (), (), ())
    assert len(view.zone("last")) == 4
    for seat in (*SEATS, CHANCE, CLOCK):
        for kind, rule in (("play", "L6"), ("yes", "L5"), ("no", "L5"), ("reject", "L5"), ("seen", "L7")):
            assert table.refused(seat, kind) == ("too-late", rule)


@pytest.mark.parametrize(
    ("letters", "is_one"),
    [
        ("EEEESSSSS", True),
        ("NNEEWWSSS", True),
        ("XSENXWSSS", False),  # South has won one before
        ("XXXXXXXSS", True),
        ("XXXXXXSSX", False),  # a spoiled trick after the run
        ("XXXXXXSXS", False),  # and one inside it
        ("NXXXXSSSX", False),
        ("SSSSSSSSS", False),  # all nine
        ("NSSSSSSSS", True),
        ("XSSSSSSSS", True),
        ("XXXXXXXXS", False),  # a single last trick
        ("NNXXXXXSS", False),  # North reached two first
        ("SSSXXXXXX", False),
        ("XXXXXXXXX", False),
    ],
)
def test_L10_mordienne_is_none_at_first_and_then_all_tricks_in_a_row_at_the_very_end(
    letters: str, is_one: bool
) -> None:
    assert is_mordienne([None if letter == "X" else LETTERS.index(letter) for letter in letters]) == is_one


def test_L10_a_mordienne_scores_two_points_unless_the_table_does_not_play_it() -> None:
    assert scored("EEEESSSSS") == (2, 0, 2, 0)
    assert scored("EEEESSSSS", mordienne="off") == NORTH_SOUTH


@pytest.mark.parametrize(("mordienne", "told"), [("on", [("makes-mordienne", SOUTH)]), ("off", [])])
def test_L10_it_is_told(mordienne: str, told: list[tuple[str, Seat]]) -> None:
    happened = Table(*hands_for("EEEESSSSS"), mordienne=mordienne).play_deal("EEEESSSSS")
    assert [note for note in notes(happened) if note[0] == "makes-mordienne"] == told


def match_of(*deals: str, **options: str) -> Table:
    """The tricks of these deals have gone to these players."""
    table = played(deals[0], **options)
    for letters in deals[1:]:
        table.next_deal(*hands_for(letters))
        table.play_deal(letters)
    return table


def test_L11_five_deals_are_played_and_the_first_dealer_deals_twice() -> None:
    table = played("NNNNNEEEE")
    dealers = [table.state.dealer]
    for _ in range(4):
        assert not table.state.over
        table.next_deal(*hands_for("EEEEENNNN"))
        dealers.append(table.state.dealer)
        table.play_deal("EEEEENNNN")
    assert dealers == [WEST, NORTH, EAST, SOUTH, WEST]
    view = table.match.view(None)
    assert (view.over, view.scores.totals, view.scores.winners) == (True, (1, 4, 1, 4), (EAST, WEST))
    assert ALUETTE.chance(table.state) is None
    with pytest.raises(Refused, match="over"):
        table.shuffle(DECK)


def test_L11_the_dealers_left_leads_in_every_deal() -> None:
    table = match_of("NNNNNEEEE", "NNNNNEEEE")
    table.next_deal()
    assert (table.state.dealer, table.state.leader, table.state.turn) == (EAST, SOUTH, SOUTH)


def test_L11_who_will_lead_is_known_while_the_chant_is_still_asked_for() -> None:
    table = played_with_chant("NNNNNEEEE")
    table.next_deal()
    assert (table.facts()["step"], table.facts()["leader"]) == ("chant", EAST)


def played_with_chant(letters: str) -> Table:
    """A first deal for which somebody did not want the chant."""
    table = Table(*hands_for(letters), chant="dealer")
    table.do(NORTH, "no")
    table.play_deal(letters)
    return table


def test_L11_equal_scores_are_a_draw_that_all_four_share() -> None:
    table = match_of("NNNNNEEEE", "EEEEENNNN", "EEEEENNNN", "NNNNNEEEE", "X" * 9)
    scores = table.match.view(None).scores
    assert (scores.totals, scores.winners) == ((2, 2, 2, 2), (0, 1, 2, 3))


def test_L11_the_result_is_told() -> None:
    table = match_of("NNNNNEEEE", "EEEEENNNN", "EEEEENNNN", "NNNNNEEEE")
    table.next_deal(*hands_for("EEEESSSSS"))
    assert notes(table.play_deal("EEEESSSSS"))[-2:] == [
        ("scores", CHANCE, SOUTH, NORTH, 2),
        ("wins", CHANCE, NORTH, SOUTH, 4, 2),
    ]


def test_L11_a_table_can_play_to_five_points_instead() -> None:
    table = match_of(*["NNNNNEEEE", "EEEEENNNN"] * 4, length="five_points")
    assert (table.match.view(None).scores.totals, table.state.over) == ((4, 4, 4, 4), False)
    table.next_deal(*hands_for("EEEESSSSS"))
    table.play_deal("EEEESSSSS")
    assert (table.match.view(None).scores.totals, table.match.view(None).scores.winners) == ((6, 4, 6, 4), (0, 2))
    assert table.state.over


# Surrender


def offered(*hands: str, by: Seat = SOUTH, **options: str) -> Table:
    """Somebody has offered the deal to the other side."""
    table = Table(*hands, surrender="on", **options)
    for seat in range(by):
        table.do(seat, "no")
    table.do(by, "yes")
    return table


def test_L12_before_the_first_trick_everybody_is_asked_in_turn_from_the_dealers_left() -> None:
    table = Table(surrender="on")
    for seat in SEATS:
        assert (table.facts()["step"], table.match.view(None).awaited, table.keys(seat)) == ("surrender", (seat,), "yn")
        assert table.refused((seat + 1) % 4, "yes") == ("not-your-turn", "L12")
        assert table.refused(seat, "play", Spot(f"hand:{seat}", 0)) == ("step-surrender", "L12")
        table.do(seat, "no")
    assert (table.facts()["step"], table.state.turn, table.facts()["offerer"]) == ("play", NORTH, None)
    for kind, rule in (("yes", "L12"), ("no", "L12"), ("play", "L6")):
        assert table.refused(0, kind, turn=table.state.turns - 1) == ("too-late", rule)
    assert ALUETTE.OPTIONS["surrender"].default == "off"


def test_L12_it_comes_after_the_chant() -> None:
    table = Table(surrender="on", chant="dealer")
    assert table.facts()["step"] == "chant"
    table.do(NORTH, "no")
    assert table.facts()["step"] == "surrender"


@pytest.mark.parametrize("answerer", [EAST, WEST])
def test_L12_accepted_it_is_one_point_to_the_others_without_play(answerer: Seat) -> None:
    table = offered()
    assert (table.facts()["offerer"], set(table.match.view(None).awaited)) == (SOUTH, {EAST, WEST})
    assert table.refused(NORTH, "yes") == table.refused(SOUTH, "no") == ("not-your-turn", "L12")
    assert table.refused(EAST, "play", Spot("hand:1", 0)) == ("step-answer", "L12")
    happened = table.do(answerer, "yes")
    assert notes(happened) == [("accepts-deal", answerer), ("scores", CHANCE, answerer, 4 - answerer, 1)]
    assert (table.rounds, table.facts()["step"]) == ((EAST_WEST,), "scored")
    assert [len(table.hand(seat)) for seat in SEATS] == [9] * 4
    table.next_deal()
    assert (table.facts()["offerer"], table.facts()["refused"]) == (None, False)


@pytest.mark.parametrize(
    ("letters", "points"),
    [
        ("SSSSEEEEE", (0, 2, 0, 2)),  # the refusers make mordienne
        ("NNNNWWWWW", (0, 2, 0, 2)),
        ("EEEEENNNN", (2, 0, 2, 0)),  # they win, but not so
        ("NNNNNEEEE", (2, 0, 2, 0)),
        ("EEEENNNNN", (2, 0, 2, 0)),  # a mordienne of the wrong side
        ("XXXXXXXXX", (2, 0, 2, 0)),
    ],
)
@pytest.mark.parametrize("mordienne", ["on", "off"])
def test_L12_refused_it_is_two_points_for_the_refusers_if_they_make_mordienne_and_else_for_the_others(
    letters: str, points: tuple[int, ...], mordienne: str
) -> None:
    table = offered(*hands_for(letters), mordienne=mordienne)
    assert notes(table.do(WEST, "no")) == [("refuses-deal", WEST)]
    assert (table.facts()["step"], table.facts()["refused"], table.state.turn) == ("play", True, NORTH)
    table.play_deal(letters)
    assert table.rounds == (points,)
