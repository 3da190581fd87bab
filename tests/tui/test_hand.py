from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.board import Spot
from engine.cards import Card
from tui.hand import OWN, Arrangement

ORDERS = {"by suit": lambda card: (card[-1], card[:-1]), "by rank": lambda card: (card[:-1], card[-1])}


def hand(text: str) -> dict[Spot, Card]:
    return {Spot("hand:0", i): Card(card) for i, card in enumerate(text.split())}


def shown(held: Arrangement, cards: Mapping[Spot, Card]) -> str:
    held.look(cards)
    return " ".join(cards[spot] for spot in held.arranged(cards, ORDERS))


def moved(held: Arrangement, cards: Mapping[Spot, Card], i: int, by: int) -> Spot:
    held.look(cards)
    return held.move(held.arranged(cards, ORDERS)[i], by, cards, ORDERS)


def own(*moves: tuple[int, int], cards: str) -> Arrangement:
    held = Arrangement()
    held.look(hand(cards))
    held.turn(ORDERS)
    held.turn(ORDERS)
    for i, by in moves:
        moved(held, hand(cards), i, by)
    return held


def test_a_key_turns_through_the_ways_and_the_players_own_order() -> None:
    held, cards = Arrangement(), hand("3S 2H 2S")
    seen = []
    for _ in range(4):
        seen.append((held.way(ORDERS), shown(held, cards)))
        assert held.way(ORDERS, after=1) != held.way(ORDERS)
        held.turn(ORDERS)
    ways = [("by suit", "2H 2S 3S"), ("by rank", "2H 2S 3S"), (OWN, "3S 2H 2S")]
    assert seen == [*ways, ways[0]]


@pytest.mark.parametrize(
    ("i", "by", "after"), [(0, 1, "2S 2H 3S"), (2, -1, "2H 3S 2S"), (2, 5, "2H 2S 3S"), (0, -1, "2H 2S 3S")]
)
def test_a_card_is_moved_and_the_order_is_the_players_own_from_then_on(i: int, by: int, after: str) -> None:
    held, cards = Arrangement(), hand("3S 2H 2S")
    assert shown(held, cards) == "2H 2S 3S"
    card = cards[held.arranged(cards, ORDERS)[i]]
    assert cards[moved(held, cards, i, by)] == card
    assert held.way(ORDERS) == OWN
    assert shown(held, cards) == after


def test_the_players_order_stays_while_cards_come_and_go() -> None:
    held = own((3, -3), cards="KS 9H 4D 2C")
    assert shown(held, hand("KS 9H 4D 2C")) == "2C KS 9H 4D"
    assert shown(held, hand("KS 9H 4D 2C 7S")) == "2C KS 9H 4D 7S"
    assert shown(held, hand("KS 4D 2C 7S")) == "2C KS 4D 7S"
    assert shown(held, hand("7S 2C KS 4D")) == "2C KS 4D 7S"


def test_a_card_that_comes_back_finds_its_place() -> None:
    held = own((3, -2), cards="KS 9H 4D 2C")
    assert shown(held, hand("KS 4D")) == "KS 4D"
    moved(held, hand("KS 4D"), 0, 1)
    assert shown(held, hand("KS 4D 9H 2C")) == "4D 2C 9H KS"


def test_twins_stand_for_each_other_and_none_is_lost() -> None:
    held = own((2, -2), cards="KS 9H KS")
    cards = hand("KS 9H KS")
    assert shown(held, cards) == "KS KS 9H"
    assert set(held.arranged(cards, ORDERS)) == set(cards)
    assert shown(held, hand("9H KS")) == "KS 9H"
    assert shown(held, hand("9H KS KS")) == "KS KS 9H"


def test_a_new_deal_is_a_new_order() -> None:
    held = own((1, -1), cards="KS 9H")
    assert shown(held, hand("")) == ""
    assert shown(held, hand("KS 9H")) == "KS 9H"
