from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.board import Spot
from engine.game import Offer, Pick
from tests.tui.offers import DRAW, HAND, KNOCK, PAD, SWAP, THREE, offer, picker, view
from tui.picker import Picker, key_of


def read(action: bytes | None) -> Any:
    assert action is not None
    return json.loads(action)


def test_an_offer_without_spots_is_taken_by_its_key_as_it_is() -> None:
    assert picker(KNOCK, DRAW).press("d", PAD) == bytes(DRAW.action)


def test_a_key_that_is_not_offered_does_nothing() -> None:
    assert picker(KNOCK, DRAW).press("x", PAD) is None


def test_two_keys_pick_a_spot() -> None:
    at = picker(SWAP, DRAW)
    assert at.press("s", PAD) is None
    assert at.open == SWAP
    assert read(at.press("3", PAD)) == {"type": "s", "turn": 7, "picks": [["hand:0", 2]]}
    assert at.open is None


@pytest.mark.parametrize("least", [0, 1])
def test_an_offer_with_one_spot_is_taken_at_once(least: int) -> None:
    only = offer("s", pick=Pick(HAND[4:], 1, 1))
    assert read(picker(only, DRAW).press("s", PAD))["picks"] == [["hand:0", 4]]
    none = offer("s", pick=Pick((), 0, 1))
    assert read(picker(none, DRAW).press("s", PAD))["picks"] == []


def test_the_only_offer_is_open_from_the_start_and_one_key_picks() -> None:
    at = picker(SWAP)
    assert at.given
    at.press("s", PAD)
    at.cancel()
    assert at.open == SWAP
    assert read(at.press("1", PAD))["picks"] == [["hand:0", 0]]


def test_another_offers_key_takes_that_one_and_closes_the_choice() -> None:
    at = picker(SWAP, DRAW)
    at.press("s", PAD)
    assert at.press("d", PAD) == bytes(DRAW.action)
    assert at.open is None


def test_the_same_key_again_closes_the_choice() -> None:
    at = picker(SWAP, DRAW)
    at.press("s", PAD)
    assert at.press("s", PAD) is None
    assert at.open is None


def test_several_spots_are_picked_and_taken_back_and_entered() -> None:
    at = picker(THREE, DRAW)
    at.press("l", PAD)
    for key in "1232":
        assert at.press(key, PAD) is None
    assert at.chosen == (HAND[0], HAND[2])
    assert read(at.enter()) == {"type": "l", "turn": 7, "picks": [["hand:0", 0], ["hand:0", 2]]}


def test_too_few_are_not_entered_and_too_many_not_picked() -> None:
    at = picker(THREE, DRAW)
    at.press("l", PAD)
    at.press("1", PAD)
    assert at.enter() is None
    for key in "2345":
        at.press(key, PAD)
    assert at.chosen == HAND[:3]


def test_what_is_not_offered_cannot_be_picked_by_a_click() -> None:
    at = picker(SWAP, DRAW)
    assert at.pick(HAND[0]) is None
    at.press("s", PAD)
    assert at.pick(Spot("hand:1", 0)) is None


class TestANewView:
    def test_keeps_what_was_chosen_as_far_as_it_is_still_offered(self) -> None:
        """S34; and a knock that comes in meanwhile takes nothing from me."""
        at = picker(THREE, DRAW)
        for key in "l12":
            at.press(key, PAD)
        at.look(view([KNOCK, offer("l", pick=Pick(HAND[1:], 2, 3)), DRAW]))
        assert at.open is not None
        assert at.chosen == (HAND[1],)

    def test_lets_go_of_a_card_that_is_another_one_now(self) -> None:
        at = picker(THREE, DRAW)
        for key in "l12":
            at.press(key, PAD)
        at.look(view([THREE, DRAW], "abXde"))
        assert at.chosen == HAND[:2]
        at.look(view([THREE, DRAW], "aYXde"))
        assert at.chosen == HAND[:1]

    def test_closes_the_choice_that_is_offered_no_more(self) -> None:
        for others in ([DRAW], [DRAW, offer("s", pick=Pick(HAND), turn=8)]):
            at = picker(SWAP, DRAW)
            at.press("s", PAD)
            at.look(view(others))
            assert at.open is None
            assert at.press("3", PAD) is None

    def test_may_be_none(self) -> None:
        at = picker(SWAP, DRAW)
        at.press("s", PAD)
        at.look(None)
        assert (at.offers, at.open, at.press("s", PAD)) == ((), None, None)


PLACES = {spot: (10 * (i % 3), 2 * (i // 3)) for i, spot in enumerate(HAND)}


class TestArrowsAndEnter:
    def test_reach_every_spot(self) -> None:
        at = picker(SWAP, DRAW)
        at.press("s", PAD)
        way = []
        for direction in ("right", "right", "right", "down", "left", "up", "left"):
            at.move(direction, PLACES)
            way.append(HAND.index(at.cursor))  # type: ignore[arg-type]
        # the first key shows the cursor; from 2 there is nothing right of it; straight below 2 lies nothing either
        assert way == [0, 1, 2, 2, 1, 1, 0]
        at.move("down", PLACES)
        assert read(at.enter())["picks"] == [["hand:0", 3]]

    def test_choose_among_the_offers_too(self) -> None:
        at = picker(SWAP, DRAW)
        places = {"s": (1, 20), "d": (30, 20)}
        at.move("right", places)
        at.move("right", places)
        assert at.enter() == bytes(DRAW.action)

    def test_mark_where_several_can_be_picked(self) -> None:
        at = picker(THREE, DRAW)
        at.press("l", PAD)
        at.move("right", PLACES)
        at.mark()
        assert at.chosen == HAND[:1]
        at.mark()
        assert at.chosen == ()


LAY = offer("l", pick=Pick(HAND, 3, 4), judged=True)
TARGETS = (Spot("meld:1:0", 0), Spot("meld:1:1", 0))
ADD = offer("a", pick=Pick((*HAND, *TARGETS), 2, 3), judged=True)
THROW = offer("x", pick=Pick(HAND[:4]))
ADD_PAD = {**PAD, TARGETS[0]: "f1", TARGETS[1]: "f2"}


def holding(*offers: Offer, cards: Sequence[str | None] = "abcde") -> Picker:
    """My hand can be marked."""
    made = Picker()
    made.look(view(offers, cards), HAND)
    return made


def press(at: Picker, keys: str, pad: dict[Spot, str] = ADD_PAD) -> Any:
    """Press these keys. Only the last one may act."""
    for key in keys[:-1]:
        assert at.press(key, pad) is None
    action = at.press(keys[-1], pad)
    return read(action)["picks"] if action is not None else None


def picks(*numbers: int) -> list[list[str | int]]:
    return [[*HAND[i - 1]] for i in numbers]


class TestMarksFirst:
    def test_what_is_marked_is_played_by_one_key(self) -> None:
        assert press(holding(LAY, THROW), "1342l") == picks(1, 3, 4, 2)
        assert press(holding(LAY, THROW), "122x") == picks(1)

    def test_what_can_be_refused_stays_marked_until_it_has_been_played(self) -> None:
        at = holding(LAY, THROW)
        press(at, "123l")
        assert at.chosen == HAND[:3]
        assert press(at, "345l") == picks(1, 2, 4, 5)
        at.look(view([LAY, THROW]), HAND)
        assert (at.chosen, at.open, at.cursor) == ((), None, None)

    def test_a_card_marked_after_a_refusal_outlives_the_next_view(self) -> None:
        at = holding(LAY, THROW, DRAW)
        press(at, "123l")
        press(at, "3")
        at.look(view([LAY, THROW], "abcdef"), HAND)
        assert at.chosen == HAND[:2]

    def test_a_card_that_is_discarded_is_marked_no_more(self) -> None:
        at = holding(LAY, THROW)
        press(at, "1x")
        assert at.chosen == ()

    @pytest.mark.parametrize(("keys", "chosen"), [("12l", (1, 2)), ("1235x", (1, 2, 3)), ("12345l", (1, 2, 3, 4))])
    def test_else_the_choice_opens_with_what_fits(self, keys: str, chosen: tuple[int, ...]) -> None:
        at = holding(LAY, THROW)
        assert press(at, keys) is None
        assert at.open is not None
        assert at.chosen == tuple(HAND[i - 1] for i in chosen)

    def test_the_choice_goes_on_from_there(self) -> None:
        at = holding(LAY, THROW)
        press(at, "12l3")
        assert read(at.enter())["picks"] == picks(1, 2, 3)
        assert press(holding(LAY, THROW), "12l3l") == picks(1, 2, 3)
        assert press(holding(LAY, THROW), "12x3") == picks(3)

    def test_backspace_closes_the_choice_first_and_then_takes_the_marks_back(self) -> None:
        at = holding(LAY, THROW)
        press(at, "12l")
        at.cancel()
        assert (at.open, at.chosen) == (None, HAND[:2])
        at.cancel()
        assert at.chosen == ()

    def test_an_offer_without_a_choice_leaves_the_marks_alone(self) -> None:
        at = holding(DRAW)
        assert at.press("2", PAD) is None
        assert at.press("d", PAD) == bytes(DRAW.action)
        at.look(view([LAY, THROW], "abcdef"), (*HAND, Spot("hand:0", 5)))
        assert at.chosen == HAND[1:2]

    def test_the_only_offer_does_not_take_a_card_at_its_first_key(self) -> None:
        at = holding(THROW)
        assert at.press("2", PAD) is None
        assert (at.open, at.chosen) == (None, HAND[1:2])
        assert press(at, "x") == picks(2)
        press(at, "x")
        at.cancel()
        assert at.open is None

    def test_arrows_space_and_enter_mark_too(self) -> None:
        at = holding(LAY, THROW)
        for mark in (at.mark, at.enter, at.mark):
            at.move("right", PLACES)
            mark()
        assert at.chosen == HAND[:3]
        assert press(at, "l") == picks(1, 2, 3)

    def test_what_is_suggested_is_one_key_away(self) -> None:
        at = holding(ADD, THROW)
        press(at, "5x")
        at.suggest((HAND[1], TARGETS[1]))
        assert press(at, "a") == [*picks(2), [*TARGETS[1]]]


class TestCardsAndWhereTheyGo:
    def test_two_keys_name_the_place_and_finish_the_choice(self) -> None:
        assert press(holding(ADD, THROW), "12af2") == [*picks(1, 2), [*TARGETS[1]]]
        assert press(holding(ADD, THROW), "a2f1") == [*picks(2), [*TARGETS[0]]]

    def test_the_place_can_come_first_and_be_changed(self) -> None:
        at = holding(ADD, THROW)
        assert press(at, "af1f22") is None
        assert at.chosen == (TARGETS[1], HAND[1])
        assert read(at.enter())["picks"] == [[*TARGETS[1]], *picks(2)]

    def test_cards_alone_are_no_whole_choice(self) -> None:
        at = holding(ADD, THROW)
        assert press(at, "12a") is None
        assert at.open == ADD
        assert at.enter() is None

    def test_half_of_a_key_is_forgotten_with_another_key(self) -> None:
        at = holding(ADD, THROW)
        press(at, "af")
        assert at.typed == "f"
        press(at, "3")
        assert (at.typed, at.chosen) == ("", HAND[2:3])

    def test_only_keys_that_mean_something_are_heard(self) -> None:
        at = holding(ADD, THROW)
        assert [key for key in "12afxq9" if at.hears(key, ADD_PAD)] == list("12afx")


class TestNumbers:
    STOCK = tuple(Spot("stock", 107 - i) for i in range(107))

    def cutting(self) -> Picker:
        made = Picker()
        made.look(view([offer("c", pick=Pick(self.STOCK))]))
        return made

    def test_one_of_very_many_is_a_number_that_is_typed(self) -> None:
        at = self.cutting()
        for typed, number in (("4", 4), ("0", 40), ("7", 7), ("0", 70), ("9", 9), ("9", 99), ("0", 1), ("8", 8)):
            assert at.hears(typed, {})
            assert at.press(typed, {}) is None
            assert at.cursor == self.STOCK[number - 1]
        assert read(at.enter())["picks"] == [["stock", 100]]

    def test_arrows_change_it_and_stop_at_the_ends(self) -> None:
        at = self.cutting()
        way = []
        for direction in ("right", "up", "left", *["down"] * 8, *["up"] * 12):
            at.move(direction, {})
            assert isinstance(at.cursor, Spot)
            way.append(self.STOCK.index(at.cursor) + 1)
        assert way[:3] == [54, 64, 63]
        assert (way[10], way[-1]) == (1, 107)

    def test_it_stays_when_what_has_been_chosen_is_taken_back(self) -> None:
        at = self.cutting()
        at.move("right", {})
        at.suggest(())
        at.cancel()
        assert at.cursor == self.STOCK[53]

    def test_a_click_only_goes_there(self) -> None:
        at = self.cutting()
        assert at.pick(self.STOCK[11]) is None
        assert read(at.enter())["picks"] == [["stock", 96]]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("qwertasdfgkx1", "qwertasdfgkx1"),
        (";ςερτασδφγκχ1", "qwertasdfgkx1"),
        ("йцукефывапля", "qwertasdfgkz"),
        ("QΚЛ", "qkk"),
        ("&é\"'(-è_çà", "1234567890"),
    ],
)
def test_keys_are_known_by_where_they_lie_on_the_keyboard(typed: str, keys: str) -> None:
    assert "".join(map(key_of, typed)) == keys


class TestBesideThePlay:
    """What is done aside of the play leaves alone what is chosen for it."""

    LOOK = Offer("look", "j", msgspec.Raw(b'{"type":"look"}'), aside=True)

    def test_it_is_taken_at_once_and_neither_closes_a_choice_nor_loses_a_mark(self) -> None:
        at = Picker()
        at.look(view([SWAP, self.LOOK]), HAND, 1)
        at.press("3", PAD)
        assert at.press("j", PAD) == bytes(self.LOOK.action)
        at.look(view([SWAP]), HAND, 1)
        assert at.chosen == HAND[2:3]
        at.press("3", PAD)
        at.press("s", PAD)
        at.look(view([SWAP, self.LOOK]), HAND, 1)
        assert at.press("j", PAD) == bytes(self.LOOK.action)
        assert at.open == SWAP

    def test_where_one_card_can_be_marked_another_takes_its_place(self) -> None:
        at = Picker()
        at.look(view([SWAP]), HAND, 1)
        for key in "12":
            at.press(key, PAD)
        assert at.chosen == HAND[1:2]
        assert read(at.press("s", PAD))["picks"] == [["hand:0", 1]]

    def test_no_more_can_be_marked_than_there_is_room_for(self) -> None:
        at = Picker()
        at.look(view([THREE]), HAND, 3)
        for key in "12345":
            at.press(key, PAD)
        assert at.chosen == HAND[:3]

    def test_to_mark_something_asks_for_nothing(self) -> None:
        at = Picker()
        at.look(view([SWAP]), HAND, 1)
        assert at.marking
        at.press("s", PAD)
        assert not at.marking
