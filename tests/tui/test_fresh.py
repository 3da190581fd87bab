from __future__ import annotations

import pytest

from engine.board import Event, Gathered, Moved, Shown, Spot
from engine.cards import Card
from tui.fresh import Fresh


def move(src: str, i: int, dst: str, at: int, by: int = 1) -> Moved:
    return Moved(Card("7"), Spot(src, i), Spot(dst, at), by)


def heard(*news: list[Event]) -> set[tuple[str, int]]:
    fresh = Fresh()
    for events in news:
        fresh.hear(events)
    return {tuple(spot) for spot in fresh.spots}


def test_where_a_card_lies_now_and_which_place_of_a_grid_it_has_left() -> None:
    assert heard([move("grid:1", 4, "grid:2", 7)]) == {("grid:1", 4), ("grid:2", 7)}
    assert heard([move("hand:1", 4, "discard", 7)]) == {("discard", 7)}
    assert heard([Shown(Card("7"), Spot("grid:1", 3), 1)]) == {("grid:1", 3)}


def test_what_is_dealt_or_gathered_is_no_news() -> None:
    assert heard([move("stock", 9, "hand:1", 0, by=-1)]) == set()
    assert heard([move("hand:1", 0, "discard", 0), Gathered("discard", "stock", 1)]) == set()


def test_what_is_laid_stays_news_until_another_player_acts() -> None:
    laid = [move("hand:1", 0, "meld:1:0", i) for i in range(3)]
    three = {("meld:1:0", 0), ("meld:1:0", 1), ("meld:1:0", 2)}
    assert heard(laid, [], [move("hand:1", 0, "discard", 5)]) == {*three, ("discard", 5)}
    assert heard(laid, [move("stock", 8, "hand:2", 0, by=2)]) == {("stock", 8), ("hand:2", 0)}


@pytest.mark.parametrize(
    ("then", "where"),
    [
        (move("hand:1", 0, "meld:2:0", 0), {1, 2, 0}),
        (move("hand:1", 0, "meld:2:0", 3), {0, 1, 3}),
        (move("meld:2:0", 0, "hand:1", 0), {0}),
        (move("meld:2:0", 1, "hand:1", 0), {0}),
    ],
)
def test_news_moves_with_its_card(then: Moved, where: set[int]) -> None:
    laid = [move("hand:1", 0, "meld:2:0", i) for i in range(2)]
    assert {i for zone, i in heard(laid, [then]) if zone == "meld:2:0"} == where
