from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Refused
from engine.cards import Card
from engine.games._melds import DECK, JOKER, Cards, Meld, grown, lying, meld, suit, swapped, worth
from tests.engine.games.melds_oracle import EVERY, KIN, NATURALS, READINGS, growths, is_set, kin, neat, worth_laid

EACH = (*NATURALS, JOKER)


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def why_not(made: Callable[..., Meld], *given: object) -> str:
    """The rule, the code and the details of the refusal."""
    with pytest.raises(Refused) as refused:
        made(*given)
    return " ".join([refused.value.rule, refused.value.code, *map(str, refused.value.details)])


def assert_made(made: Callable[..., Meld], given: Sequence[object], readings: Sequence[Cards]) -> None:
    """R9: that this is one of these melds, from the lowest, or the question which if its joker differs in them."""
    low, high = readings[0], readings[-1]
    asked = EVERY[neat(low)] != EVERY[neat(high)]
    if asked:
        assert why_not(made, *given) == f"R9 which-end {EVERY[low][0]} {EVERY[high][0]}"
    else:
        assert made(*given) == lying(low)
    assert made(*given, "low") == lying(low)
    assert made(*given, "high") == lying(high if asked else low)


def test_the_deck_is_two_packs_and_four_jokers() -> None:
    assert len(DECK) == 108
    assert Counter(Counter(DECK).values()) == {2: 52, 4: 1}
    assert DECK.count(JOKER) == 4
    assert {suit(card) for card in DECK} - {JOKER} == set("SHDC")


def test_a_joker_counts_twenty_in_hand_an_ace_and_a_court_card_ten() -> None:
    assert [worth(card) for card in cards("AS 2H 9D 10C JS QH KD *")] == [10, 2, 9, 10, 10, 10, 10, 20]


# What a meld is


def test_a_meld_on_the_table_is_read_from_its_cards() -> None:
    for each, joker in EVERY.items():
        assert lying(each) == Meld("set" if is_set(each) else "run", each, joker)
        assert lying(each).worth == worth_laid(each)


def test_every_meld_is_known_in_an_order_by_chance() -> None:
    rng = random.Random(1)
    for each, readings in READINGS.items():
        assert_made(meld, [rng.sample(each, len(each))], readings)


@settings(max_examples=300)
@given(st.sampled_from(sorted(READINGS)).flatmap(st.permutations))
def test_a_meld_is_known_in_any_order(given: list[Card]) -> None:
    assert_made(meld, [given], READINGS[tuple(sorted(given))])


def test_of_three_cards_nothing_else_is_a_meld() -> None:
    for three in combinations_with_replacement(EACH, 3):
        if tuple(sorted(three)) not in READINGS:
            assert why_not(meld, three)


def test_a_meld_with_some_cards_more_less_or_others_may_be_none() -> None:
    rng, melds = random.Random(1), sorted(EVERY)
    for _ in range(5_000):
        each = rng.choice(melds)
        near = [*EACH, *each, *(card for other in rng.sample(KIN[kin(each)], 10) for card in other)]
        given = [*rng.sample(each, len(each) - rng.randint(0, 2)), *rng.sample(near, rng.randint(0, 2))]
        if readings := READINGS.get(tuple(sorted(given))):
            assert_made(meld, [given], readings)
        else:
            assert why_not(meld, given)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "R6 too-few 0"),
        ("9S *", "R6 too-few 2"),
        ("5H 6H", "R7 too-few 2"),
        ("5H * * 8H", "R8 two-jokers"),
        ("9S 9S 9H", "R6 twins 9S"),
        ("9S 9H 9S", "R6 twins 9S"),
        ("5H 6H 7H 6H", "R7 twins 6H"),
        ("5H 6H 7S", "R6 no-meld"),
        ("9S 9H 8D", "R6 no-meld"),
        ("9S 9H 9D 9C *", "R6 set-full"),
        ("5H 8H 6H", "R7 run-gap 7H"),
        ("5H * 9H", "R7 run-gap 6H"),
        ("AH 3H 4H", "R7 run-gap 2H"),
        ("AH JH QH", "R7 run-gap KH"),
        ("KD AD 2D", "R7 ace-in-middle"),
        ("KD AD 2D *", "R7 ace-in-middle"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS *", "R7 run-too-long"),
    ],
)
def test_what_is_no_meld_says_why(given: str, why: str) -> None:
    assert why_not(meld, cards(given)) == why


@pytest.mark.parametrize(
    ("given", "lies", "joker", "points"),
    [
        ("3D AD 2D", "AD 2D 3D", "", 15),
        ("AD JD QD KD", "JD QD KD AD", "", 40),
        ("9C 9S *", "9S 9C *", "9H 9D", 27),
        ("* 9C 9S 9H", "9S 9H 9C *", "9D", 36),
        ("7H * 5H", "5H * 7H", "6H", 18),
        ("* AS 2S", "AS 2S *", "3S", 15),
        ("KS * AS", "* KS AS", "QS", 30),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS *", "* 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS", 94),
    ],
)
def test_a_meld_says_how_it_lies_and_what_it_is_worth(given: str, lies: str, joker: str, points: int) -> None:
    laid = meld(cards(given))
    assert (laid.cards, laid.joker, laid.worth) == (cards(lies), cards(joker), points)


def test_whether_a_joker_is_low_or_high_is_asked() -> None:
    assert why_not(meld, cards("5H * 6H")) == "R9 which-end 4H 7H"
    assert meld(cards("5H * 6H"), "low").cards == cards("* 5H 6H")
    assert meld(cards("5H * 6H"), "high").cards == cards("5H 6H *")
    assert why_not(meld, cards("2H 3H *")) == "R9 which-end AH 4H"
    assert meld(cards("QH KH *"), "high").joker == cards("AH")


# How it grows


def test_a_meld_grows_as_it_may() -> None:
    rng, melds = random.Random(1), sorted(EVERY)
    for _ in range(2_000):
        lie = rng.choice(melds)
        _, fitting = rng.choice([*growths(lie), ((), EACH)])
        more = rng.sample([*fitting[:4], rng.choice(EACH)], rng.randint(1, len(fitting[:4])))
        readings = [big for big, extra in growths(lie) if Counter(extra) == Counter(more)]
        if not readings:
            assert why_not(grown, lie, more)
        elif is_set(lie):
            now = grown(lie, more)
            assert (now.cards[: len(lie)], neat(now.cards), now.joker) == (lie, readings[0], EVERY[readings[0]])
        else:
            assert_made(grown, [lie, more], readings)


@pytest.mark.parametrize(
    ("lie", "more", "lies", "joker"),
    [
        ("5H 6H 7H", "8H", "5H 6H 7H 8H", ""),
        ("5H 6H 7H", "9H 4H 8H", "4H 5H 6H 7H 8H 9H", ""),
        ("5H 6H 7H", "9H *", "5H 6H 7H * 9H", "8H"),
        ("5H 6H *", "8H 4H", "4H 5H 6H * 8H", "7H"),
        ("JH QH KH", "AH", "JH QH KH AH", ""),
        ("2H 3H *", "AH", "AH 2H 3H *", "4H"),
        ("9S 9H *", "9D", "9S 9H * 9D", "9C"),
        ("9S 9H 9D", "*", "9S 9H 9D *", "9C"),
        ("9H 9D 9C", "9S", "9H 9D 9C 9S", ""),
    ],
)
def test_cards_are_added_around_those_that_lie(lie: str, more: str, lies: str, joker: str) -> None:
    now = grown(cards(lie), cards(more))
    assert (now.cards, now.joker) == (cards(lies), cards(joker))


@pytest.mark.parametrize(
    ("lie", "more", "why"),
    [
        ("5H 6H 7H", "9H", "R7 run-gap 8H"),
        ("5H 6H 7H", "8S", "R7 does-not-fit 8S"),
        ("5H * 7H", "6H", "R7 does-not-fit 6H"),
        ("5H 6H 7H", "8H 8H", "R7 twins 8H"),
        ("5H 6H *", "*", "R8 two-jokers"),
        ("5H 6H 7H", "* *", "R8 two-jokers"),
        ("5H 6H 7H", "*", "R9 which-end 4H 8H"),
        ("QH KH AH", "2H", "R7 ace-in-middle"),
        ("QH KH *", "2H", "R7 ace-in-middle"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "*", "R7 run-too-long"),
        ("9S 9H 9D", "9S", "R6 twins 9S"),
        ("9S 9H 9D", "8S", "R6 does-not-fit 8S"),
        ("9S 9H 9D *", "9C", "R6 set-full"),
    ],
)
def test_what_does_not_fit_says_why(lie: str, more: str, why: str) -> None:
    assert why_not(grown, cards(lie), cards(more)) == why


# What its joker stands for


def test_every_joker_goes_for_the_card_it_stands_for_once_that_is_one() -> None:
    for lie, joker in EVERY.items():
        if len(joker) == 1:
            now = swapped(lie, joker[0])
            assert (neat(now.cards) in EVERY, now.joker) == (True, ())
            assert [card for card in now.cards if card not in lie] == list(joker)
            other = next(card for card in NATURALS if card != joker[0])
            assert why_not(swapped, lie, other) == f"R21 not-the-joker {joker[0]}"
        elif joker:
            assert why_not(swapped, lie, joker[0]) == f"R22 joker-open {joker[0]} {joker[1]}"
        else:
            assert why_not(swapped, lie, lie[0]) == "R21 no-joker"


def test_the_card_lies_where_the_joker_lay() -> None:
    assert swapped(cards("5H * 7H"), Card("6H")).cards == cards("5H 6H 7H")
    assert swapped(cards("9S 9H * 9D"), Card("9C")).cards == cards("9S 9H 9C 9D")
