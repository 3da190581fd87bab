"""What the core knows of a game before it begins: its options, and the shapes of what it says."""

from __future__ import annotations

import pytest

from engine.board import Refused, Zone
from engine.cards import Card
from engine.game import Scores, View, read_options
from engine.games import GAMES
from tests import toy


def test_every_module_without_an_underscore_is_a_game_under_its_own_name() -> None:
    assert "allegra" in GAMES
    assert not [name for name in GAMES if name.startswith("_")]


def test_options_that_are_not_given_are_the_default() -> None:
    assert read_options(toy, {}) == {"rounds": 2, "window_s": 3, "advice": "off", "banter": "on"}


@pytest.mark.parametrize("given", [3, "3"])
def test_an_option_is_given_as_value_or_as_text_and_is_read_as_a_value(given: int | str) -> None:
    assert read_options(toy, {"rounds": given}) == {"rounds": 3, "window_s": 3, "advice": "off", "banter": "on"}


@pytest.mark.parametrize(
    ("given", "code", "details"),
    [
        ({"tempo": 1}, "no-such-option", ("tempo",)),
        ({"rounds": 4}, "no-such-choice", ("rounds", "4")),
        ({"rounds": "03"}, "no-such-choice", ("rounds", "03")),
        ({"rounds": ""}, "no-such-choice", ("rounds", "")),
        ({"rounds": 1, "window_s": -1}, "no-such-choice", ("window_s", "-1")),
    ],
)
def test_unknown_options_and_values_are_refused(
    given: dict[str, int | str], code: str, details: tuple[int | str, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        read_options(toy, given)
    assert (refused.value.code, refused.value.details) == (code, details)


def test_a_view_finds_a_zone_by_its_name() -> None:
    zones = (Zone("stock", "stock", None, (None,)), Zone("pile", "pile", None, (Card("a"),)))
    view = View(0, 0, 1, (0,), False, zones, {}, (), (), Scores((), (0, 0)))
    assert view.zone("pile") == ("a",)
    with pytest.raises(KeyError):
        view.zone("hand:0")
