"""Aluette rule by rule: signs and eyes (L13 to L18)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.board import CHANCE, CLOCK, Happening, Noted, Seat, Viewer, told
from engine.games._aluette_state import DECK, SIGNS, SIGNS_MAX
from engine.match import Match
from tests.engine.games.aluette_table import ALUETTE, EAST, NORTH, SEATS, SOUTH, WEST, Table, hands_for, notes

encode = msgspec.json.Encoder().encode
STEPS = ("chant", "reject", "surrender", "answer", "play", "trick")


def in_step(step: str) -> Table:
    """A deal that has come to this step."""
    table = Table(chant="dealer" if step in ("chant", "reject") else "off", surrender="on")
    if step == "reject":
        for seat in SEATS:
            table.do(seat, "yes")
    elif step == "answer":
        table.do(NORTH, "yes")
    elif step in ("play", "trick"):
        for seat in SEATS:
            table.do(seat, "no")
        if step == "trick":
            table.play(" ".join(table.hand(seat)[0] for seat in SEATS))
    assert table.state.step == step
    return table


def heard(happenings: list[Happening]) -> dict[Viewer, tuple[Any, ...]]:
    """Who was told something in words, and what."""
    everybody: tuple[Viewer, ...] = (None, *SEATS)
    stories = {viewer: told(happenings, viewer) for viewer in everybody}
    return {viewer: story for viewer, story in stories.items() if story}


def lower(table: Table, seat: Seat) -> None:
    """The time of the sign that somebody gives has run out."""
    table.do(CLOCK, "lower", seat=seat, number=table.state.signed[seat])


def rest(table: Table, seat: Seat) -> None:
    table.do(CLOCK, "rest", seat=seat, number=table.state.looks[seat])


# The signs


def test_L13_there_is_a_sign_for_each_single_card_for_aces_for_a_useless_hand_and_for_mordienne() -> None:
    table = Table("3O 3C 2O 2C 9C 9O 2B 2S AO")
    assert table.asides(NORTH, "sign") == [
        *("3O", "3C", "2O", "2C", "9C", "9O", "2B", "2S", "A1"),
        *("useless", "mordienne"),
    ]
    for sign in table.asides(NORTH, "sign"):
        table.do(NORTH, "sign", sign=sign)
        assert table.facts(NORTH)["faces"] == [sign, None, None, None]
        lower(table, NORTH)


@pytest.mark.parametrize("sign", ["KO", "AO", "A0", "A5", "A", "", "nothing", "3O ", "\0", "9" * 300])
def test_L13_there_are_no_others(sign: str) -> None:
    for bluff in ("on", "off"):
        assert Table("KO AO", bluff=bluff).refused(NORTH, "sign", sign=sign) == ("no-such-sign", "L13")


def test_L14_a_sign_of_a_card_must_be_true_of_the_hand_at_that_moment() -> None:
    table = Table("3O 2S", "3C", "2O", "2C")
    assert table.refused(NORTH, "sign", sign="3C") == ("untrue-sign", "L14")
    assert table.refused(SOUTH, "sign", sign="2S") == ("untrue-sign", "L14")
    table.do(NORTH, "sign", sign="3O")
    lower(table, NORTH)
    table.play("3O")
    assert table.refused(NORTH, "sign", sign="3O") == ("untrue-sign", "L14")
    assert table.asides(NORTH, "sign") == ["2S", "useless", "mordienne"]


@pytest.mark.parametrize("aces", range(5))
def test_L14_aces_are_signed_with_their_count(aces: int) -> None:
    table = Table(" ".join(["AO", "AC", "AB", "AS"][:aces]), "3O 3C 2O 2C 9C 9O 2B 2S KO")
    for count in range(1, 5):
        if count == aces:
            assert table.asides(NORTH, "sign") == [f"A{count}", "useless", "mordienne"]
        else:
            assert table.refused(NORTH, "sign", sign=f"A{count}") == ("untrue-sign", "L14")


def test_L14_an_untrue_sign_is_refused_to_the_signer_alone() -> None:
    """Nothing has changed, and nothing has happened that could be told."""
    table = Table("4O", "3O")
    before = {viewer: table.match.view(viewer) for viewer in (None, *SEATS)}
    table.refused(NORTH, "sign", sign="3O")
    assert {viewer: table.match.view(viewer) for viewer in (None, *SEATS)} == before


def test_L14_a_table_can_allow_to_bluff() -> None:
    table = Table("4O", bluff="on")
    assert table.asides(NORTH, "sign") == [*SIGNS]
    keys = [offer.key for offer in table.match.view(NORTH).offers]
    assert len(set(keys)) == len(keys) == 1 + 2 + len(SIGNS)
    table.do(NORTH, "sign", sign="3O")
    assert table.facts(SOUTH)["faces"][NORTH] == "3O"
    assert ALUETTE.OPTIONS["bluff"].default == "off"


# Eyes


def test_L15_everybody_looks_at_one_other_player_at_first_at_the_partner() -> None:
    table = Table()
    assert table.facts()["eyes"] == [SOUTH, WEST, NORTH, EAST]
    table.match = Match(ALUETTE, 4)
    table.shuffle(DECK)
    places, eyes = table.facts()["places"], table.facts()["eyes"]
    assert all(eyes[places[i]] == places[(i + 2) % 4] for i in range(4))


def test_L15_everybody_sees_where_everybody_looks_and_nobody_is_told() -> None:
    table = Table()
    assert table.asides(NORTH, "look") == [EAST, WEST]
    assert heard(table.do(NORTH, "look", at=WEST)) == {}
    assert [table.facts(viewer)["eyes"] for viewer in (None, *SEATS)] == [[WEST, WEST, NORTH, EAST]] * 5


def test_L15_eyes_can_be_turned_again_after_two_seconds() -> None:
    table = Table()
    table.do(NORTH, "look", at=WEST)
    assert table.asides(NORTH, "look") == []
    assert table.refused(NORTH, "look", at=SOUTH) == ("eyes-rest", "L15")
    (timer,) = ALUETTE.timers(table.state)
    assert (timer.after_s, timer.to) == (2.0, {NORTH})
    table.do(EAST, "look", at=NORTH)
    rest(table, NORTH)
    assert table.asides(NORTH, "look") == [EAST, SOUTH]
    assert table.refused(EAST, "look", at=WEST) == ("eyes-rest", "L15")
    table.do(NORTH, "look", at=SOUTH)
    assert table.refused(NORTH, "look", at=EAST) == ("eyes-rest", "L15")


def test_L15_one_cannot_look_at_oneself_at_nobody_or_twice_at_the_same() -> None:
    table = Table()
    for at in (NORTH, 4, -1, 10**30):
        assert table.refused(NORTH, "look", at=at) == ("no-such-face", "L15")
    assert table.refused(NORTH, "look", at=SOUTH) == ("looking-already", "L15")
    for seat in (CHANCE, CLOCK):
        assert table.refused(seat, "look", at=NORTH) == ("not-your-turn", "L15")
        assert table.refused(seat, "sign", sign="useless") == ("not-your-turn", "L13")


def test_L15_in_the_next_deal_everybody_looks_at_the_partner_again() -> None:
    table = Table(*hands_for("NNNNNEEEE"))
    table.do(NORTH, "look", at=WEST)
    table.play_deal("NNNNNEEEE")
    assert table.refused(EAST, "look", at=NORTH) == ("no-deal", "L13")
    table.next_deal()
    assert table.facts()["eyes"] == [SOUTH, WEST, NORTH, EAST]
    assert table.asides(NORTH, "look") == [EAST, WEST]


# Who sees a sign


def test_L16_a_sign_is_seen_by_those_whose_eyes_are_on_it_and_by_nobody_else() -> None:
    table = Table("3O")
    table.do(EAST, "look", at=NORTH)
    sign = Noted("signs", NORTH, ("3O",))
    assert heard(table.do(NORTH, "sign", sign="3O")) == {NORTH: (sign,), EAST: (sign,), SOUTH: (sign,)}
    for viewer in (NORTH, EAST, SOUTH):
        assert (table.facts(viewer)["faces"], table.facts(viewer)["seen"]) == (
            ["3O", None, None, None],
            [[NORTH, "3O", 1]],
        )
    for viewer in (None, WEST):
        assert (table.facts(viewer)["faces"], table.facts(viewer)["seen"]) == ([None] * 4, [])


def test_L16_it_is_held_for_one_and_a_half_seconds_and_only_its_giver_knows_of_the_timer() -> None:
    table = Table("3O")
    table.do(NORTH, "sign", sign="3O")
    (timer,) = ALUETTE.timers(table.state)
    assert timer.after_s == 1.5
    assert [table.match.view(viewer).timers for viewer in (None, *SEATS)] == [(), (timer.name,), (), (), ()]
    for seat in SEATS:
        assert table.refused(seat, "lower", seat=NORTH, number=1) == ("not-your-turn", "L16")
    for number, seat in ((0, NORTH), (2, NORTH), (1, EAST), (1, 9), (10**30, NORTH)):
        assert table.refused(CLOCK, "lower", seat=seat, number=number) == ("too-late", "L16")
    assert heard(table._act(CLOCK, bytes(timer.action))) == {}
    assert all(table.facts(viewer)["faces"] == [None] * 4 for viewer in (None, *SEATS))
    assert table.facts(SOUTH)["seen"] == [[NORTH, "3O", 1]]


def test_L16_whoever_looks_while_it_is_held_sees_it_and_whoever_looks_away_has_seen_it() -> None:
    table = Table("3O")
    table.do(NORTH, "sign", sign="3O")
    sign = Noted("signs", NORTH, ("3O",))
    assert heard(table.do(WEST, "look", at=NORTH)) == {WEST: (sign,)}
    assert heard(table.do(SOUTH, "look", at=EAST)) == {}
    assert [table.facts(seat)["faces"][NORTH] for seat in SEATS] == ["3O", None, None, "3O"]
    assert [table.facts(seat)["seen"] for seat in SEATS] == [
        [[NORTH, "3O", 1]],
        [],
        [[NORTH, "3O", 1]],
        [[NORTH, "3O", 1]],
    ]
    rest(table, SOUTH)
    assert heard(table.do(SOUTH, "look", at=NORTH)) == {}, "it has been seen before"
    assert table.facts(SOUTH)["faces"][NORTH] == "3O"


def test_L16_whoever_looks_too_late_sees_nothing() -> None:
    table = Table("3O")
    table.do(NORTH, "sign", sign="3O")
    lower(table, NORTH)
    assert heard(table.do(EAST, "look", at=NORTH)) == {}
    assert table.facts(EAST)["seen"] == []


def test_L16_who_has_seen_a_sign_is_reminded_of_it_and_of_how_many_of_the_cards_are_left() -> None:
    table = Table("3O AO AC 4O", "AB 5O 5C", "AS 6O 6C", "KO 7O 7C")
    for sign in ("3O", "A2", "useless"):
        table.do(NORTH, "sign", sign=sign)
        lower(table, NORTH)
    remembered = [table.facts(SOUTH)["seen"]]
    for cards in ("AO AB AS KO", "3O 5O 6O 7O", "AC 5C 6C 7C", "4O"):
        table.play(cards)
        remembered.append(table.facts(SOUTH)["seen"])
    assert [[left for _, _, left in seen] for seen in remembered] == [
        [1, 2, 0],
        [1, 1, 0],
        [0, 1, 0],
        [0, 0, 0],
        [0, 0, 0],
    ]
    assert table.facts(EAST)["seen"] == []


def test_L16_after_the_deal_everybody_is_told_who_signed_what_and_who_saw_it() -> None:
    letters = "NNNNNEEEE"
    table = Table(*hands_for(letters))
    table.do(WEST, "look", at=NORTH)
    table.do(EAST, "look", at=SOUTH)
    table.do(NORTH, "sign", sign="mordienne")
    table.do(EAST, "sign", sign="useless")
    table.do(NORTH, "look", at=EAST)
    happened = table.play_deal(letters)
    assert [note for note in notes(happened) if note[0].startswith("sign")] == [
        ("signed-2", NORTH, "mordienne", SOUTH, WEST),
        ("signed-1", EAST, "useless", NORTH),
    ]
    for viewer in (None, *SEATS):
        assert table.facts(viewer)["seen"] == [[NORTH, "mordienne", 0], [EAST, "useless", 0]]
        assert table.facts(viewer)["faces"] == [None] * 4
    table.next_deal()
    assert table.facts()["seen"] == []


@pytest.mark.parametrize("step", STEPS)
def test_L17_everybody_can_look_and_sign_at_any_time_of_a_deal_whoever_is_on_turn(step: str) -> None:
    table = in_step(step)
    before = table.match.view(None)
    for seat in SEATS:
        table.do(seat, "look", at=(seat + 1) % 4)
        table.do(seat, "sign", sign="useless")
    after = table.match.view(None)
    assert (after.turn, after.turns, after.awaited, after.timers) == (
        before.turn,
        before.turns,
        before.awaited,
        before.timers,
    )
    assert after.facts == {**before.facts, "eyes": [EAST, SOUTH, WEST, NORTH]}


def test_L17_one_sign_at_a_time() -> None:
    table = Table("3O 3C")
    table.do(NORTH, "sign", sign="3O")
    assert table.asides(NORTH, "sign") == []
    assert table.refused(NORTH, "sign", sign="3C") == ("one-sign", "L17")
    assert table.refused(NORTH, "sign", sign="3O") == ("one-sign", "L17")
    table.do(SOUTH, "sign", sign="useless")
    lower(table, NORTH)
    table.do(NORTH, "sign", sign="3C")


def test_L13_nobody_signs_without_end() -> None:
    table = Table(*hands_for("NNNNNEEEE"))
    for _ in range(SIGNS_MAX):
        table.do(NORTH, "sign", sign="useless")
        lower(table, NORTH)
    assert table.asides(NORTH, "sign") == []
    assert table.refused(NORTH, "sign", sign="useless") == ("signs-enough", "")
    table.play_deal("NNNNNEEEE")
    table.next_deal()
    assert table.asides(NORTH, "sign")


def test_L17_one_can_play_and_look_while_giving_a_sign() -> None:
    table = Table("3O 4O")
    table.do(NORTH, "sign", sign="3O")
    table.play("3O")
    table.do(NORTH, "look", at=WEST)
    assert table.facts(SOUTH)["faces"][NORTH] == "3O"


def test_L17_between_deals_there_is_nothing_to_sign() -> None:
    table = Table(*hands_for("NNNNNEEEE"))
    table.play_deal("NNNNNEEEE")
    for seat in (*SEATS, CHANCE, CLOCK):
        assert table.refused(seat, "sign", sign="useless") == ("no-deal", "L13")
    assert all(table.match.view(seat).offers == () for seat in SEATS)


@pytest.mark.parametrize(("table_talk", "silent"), [("off", True), ("on", False)])
def test_L18_between_deals_chat_is_free_and_during_a_deal_if_the_table_wants_it(table_talk: str, silent: bool) -> None:
    table = Table(*hands_for("NNNNNEEEE"), table_talk=table_talk)
    assert {table.match.view(viewer).silent for viewer in (None, *SEATS)} == {silent}
    table.play_deal("NNNNNEEEE")
    assert not table.match.view(NORTH).silent
    table.next_deal()
    assert table.match.view(NORTH).silent == silent
    table.match = Match(ALUETTE, 4, {"table_talk": table_talk})
    assert not table.match.view(NORTH).silent
    assert ALUETTE.OPTIONS["table_talk"].default == "off"
