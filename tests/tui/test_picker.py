from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.board import Spot, Zone
from engine.cards import Card
from engine.game import Offer, Pick, Scores, View
from tui.picker import Picker, key_of

HAND = tuple(Spot("hand:0", i) for i in range(5))
PAD = dict(zip(HAND, "12345", strict=True))


def offer(key: str, *, pick: Pick | None = None, turn: int = 7, code: str = "") -> Offer:
    return Offer(code or f"code-{key}", key, msgspec.Raw(json.dumps({"type": key, "turn": turn}).encode()), pick=pick)


def view(offers: Sequence[Offer], cards: Sequence[str | None] = "abcde") -> View:
    hand = Zone("hand:0", "hand", 0, tuple(None if card is None else Card(card) for card in cards))
    return View(0, 0, 7, (0,), False, (hand,), {}, tuple(offers), (), Scores((), (0, 0)))


def picker(*offers: Offer) -> Picker:
    made = Picker()
    made.look(view(offers))
    return made


def read(action: bytes | None) -> Any:
    assert action is not None
    return json.loads(action)


KNOCK, DRAW = offer("k"), offer("d")
SWAP = offer("s", pick=Pick(HAND))
THREE = offer("l", pick=Pick(HAND, 2, 3))


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
