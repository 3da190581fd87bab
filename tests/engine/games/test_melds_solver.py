from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.games._melds import Cards
from engine.games._melds_solver import Add, Lay, Plan, Swap, least, most
from tests.engine.games import melds_oracle, melds_program
from tests.engine.games.melds_oracle import HARD, compare, follow, nasty, position, written

OPENING = 51


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def best(hand: str, *table: str, opening: int = 0, due: str = "") -> Plan | None:
    """The best turn, made sure to be one."""
    given = cards(hand), tuple(map(cards, table)), opening, cards(due)
    plan = least(given[0], given[1], opening=opening, due=given[3])
    if plan:
        follow(plan, *given)
    return plan


def left(plan: Plan | None) -> str | None:
    """The discard, and behind a colon what stays in hand."""
    return plan and f"{plan.discard}: {' '.join(plan.left)}".strip()


# Against those who try everything


@pytest.mark.parametrize("melds", range(4))
@pytest.mark.parametrize("size", [1, 3, 6, 8])
def test_small_hands_do_as_well_as_by_trying_every_turn(size: int, melds: int) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        compare(melds_oracle, rng, *position(rng, size, melds))
        compare(melds_oracle, rng, *nasty(rng, size, melds))


@pytest.mark.parametrize(("size", "melds"), [(14, 0), (22, 0), (15, 3), (15, 12), (22, 6)])
def test_large_hands_do_as_well_as_an_integer_program(size: int, melds: int) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        compare(melds_program, rng, *position(rng, size, melds))
        compare(melds_program, rng, *nasty(rng, size, melds))


@pytest.mark.parametrize("text", HARD)
def test_what_takes_longest_is_right(text: str) -> None:
    compare(melds_program, random.Random(1), *written(text))


def test_the_two_judges_agree() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        hand, table = nasty(rng, 7, seed % 3)
        for opening in (0, 30):
            fewest = melds_oracle.fewest_left(hand, table, opening)
            assert fewest == melds_program.fewest_left(hand, table, opening)
        assert melds_oracle.most_laid(hand) == melds_program.most_laid(hand)


@settings(max_examples=100)
@given(st.integers(0, 1_000), st.randoms(use_true_random=False))
def test_a_plan_does_not_depend_on_the_order_of_the_hand(seed: int, rng: random.Random) -> None:
    hand, table = nasty(random.Random(seed), 14, 2)
    other = tuple(rng.sample(hand, len(hand)))
    assert least(hand, table) == least(other, table)
    assert most(hand) == most(other)


# What is best


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("KS KH KD 6C 7C 8C 2D", 51),
        ("AC 2C 3C JS JH JD 2S 2H 2D 4S", 51),
        ("9S 9H * 7D 8D 9D 2C", 51),
        ("KS KH KD 5S 5H 5D 5C 2D", 50),
        ("KS KH KD 6C 7C 8C", 30),
        ("2S 3S * KD", 15),
        ("2S 3S *", 0),
    ],
)
def test_the_most_that_can_be_laid_leaves_a_card_to_discard(hand: str, points: int) -> None:
    plan = most(cards(hand))
    assert plan
    assert plan.opening == points
    assert best(hand, opening=points)
    assert best(hand, opening=points + 1) is None


def test_an_empty_hand_has_no_turn() -> None:
    assert most(()) is None
    assert best("") is None


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("7S", "7S:"),
        ("5H 6H 7H 2S", "2S:"),
        ("5H 6H 7H 8H", "5H:"),
        ("5H 6H 7H", "7H: 6H 5H"),
        ("AS 9H 2D", "AS: 9H 2D"),
        ("* 9H", "9H: *"),
        ("*", "*:"),
        ("* *", "*: *"),
    ],
)
def test_the_dearest_card_left_is_discarded_but_a_joker_only_if_nothing_else_is(hand: str, kept: str) -> None:
    assert left(best(hand)) == kept


def test_the_cards_that_count_most_are_laid() -> None:
    assert left(best("KS KH 2C 3C * 7D QD")) == "QD: 7D 3C 2C"


def test_whoever_opens_may_have_to_keep_more() -> None:
    """The joker has to be a ten, for 30 and 24, not an ace for 22 and 34: so three cards stay and not two."""
    hand = "7S 8S 9S 10S 10C * 2C 2C 3C"
    assert left(best(hand)) == "10C: 2C"
    plan = best(hand, opening=51)
    assert (left(plan), plan and plan.opening) == ("3C: 2C 2C", 54)


def test_runs_that_follow_on_each_other_are_laid_as_one() -> None:
    assert best("5H 6H * 8H 9H 10H 2S") == Plan((Lay(cards("5H 6H * 8H 9H 10H")),), Card("2S"), ())
    plan = best("5H 6H 7H 8H 9H 10H 5H 6H 7H 2S")
    assert plan
    assert sorted(plan.plays) == [Lay(cards("5H 6H 7H")), Lay(cards("5H 6H 7H 8H 9H 10H"))]


def test_a_joker_stands_at_the_end_where_it_counts_more() -> None:
    assert best("5H 6H * KS").plays == (Lay(cards("5H 6H *"), "high"),)
    assert best("2H 3H * KS").plays == (Lay(cards("* 2H 3H"), "low"),)


def test_what_is_due_is_played() -> None:
    hand = "KS KH KD QD JD 2S"
    assert left(best(hand, due="KH")) == "QD: JD 2S"
    assert left(best(hand, due="QD")) == "KS: KH 2S"
    assert best(hand, due="KH QD") is None
    assert left(best("KS KH KD KD 2S", due="KD")) == "KD: 2S"
    assert best("KS KH KD KD 2S", due="KD KD") is None
    assert best("KS *", due="*") is None


# With the melds of the table


def test_cards_are_added() -> None:
    plan = best("8H 4H 9C 2S", "5H 6H 7H", "9S 9H 9D")
    assert plan
    assert set(plan.plays) == {Add(0, cards("4H 8H")), Add(1, cards("9C"))}
    assert left(plan) == "2S:"


def test_nothing_is_added_before_the_opening() -> None:
    assert best("8H 4H 9C 2S", "5H 6H 7H", "9S 9H 9D", opening=OPENING) is None
    plan = best("QS QH QD JC QC KC 8H 2S", "5H 6H 7H", opening=OPENING)
    assert plan
    assert (plan.opening, plan.plays[2:], left(plan)) == (60, (Add(0, cards("8H")),), "2S:")


def test_what_could_be_added_is_laid_if_that_opens() -> None:
    assert left(best("8C 9C 9C 10C JC QC KC AC", "4C 5C 6C 7C", opening=OPENING)) == "9C:"
    assert left(best("KS KH KD 8C 9C 10C 2S", "10S JS QS", "10H JH QH", "4C 5C 6C 7C", opening=OPENING)) == "2S:"


@pytest.mark.parametrize("table", [("5S 5H *", "2D * 4D"), ("2D * 4D", "5S 5H *")])
def test_a_card_is_added_where_it_is_in_nobody_s_way(table: tuple[str, str]) -> None:
    """The five of diamonds to the run, so that the set takes the five of clubs, or a joker."""
    assert left(best("5D 5C 9S", *table)) == "9S:"


def test_of_two_equal_cards_one_is_added_and_one_laid() -> None:
    assert left(best("4S 5S 7S 7S 10S *", "8S 9S 10S")) == "10S:"
    assert left(best("2H 3H 4H 5H 5H 9H", "* 7H 8H 9H 10H JH")) == "9H:"


@pytest.mark.parametrize("table", [("9S 9H 9D", "6C * 8C"), ("6C * 8C", "9S 9H 9D")])
def test_a_card_is_added_where_a_joker_is_not(table: tuple[str, str]) -> None:
    assert left(best("9C * 2S", *table)) == "2S:"


def test_a_run_grows_to_thirteen_cards_and_no_further() -> None:
    run = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert left(best("AS AS 2H", run)) == "AS: 2H"
    assert left(best("* 2H", run)) == "2H:"
    assert left(best("* 2H", f"AS {run}")) == "2H: *"


def test_a_meld_takes_a_joker_if_it_has_none() -> None:
    assert best("* 2S", "5H 6H 7H") == Plan((Add(0, cards("*"), "low"),), Card("2S"), ())
    assert left(best("* 2S", "5H * 7H")) == "2S: *"
    assert left(best("* * 2S", "5H 6H 7H", "9S 9H 9D")) == "2S:"


def test_a_joker_is_swapped_to_be_laid_in_another_meld() -> None:
    plan = best("6H 10S JS 2D", "5H * 7H")
    assert plan == Plan((Swap(0, Card("6H")), Lay(cards("10S JS *"), "high")), Card("2D"), ())


def test_a_joker_that_is_swapped_may_go_back_to_the_same_meld() -> None:
    assert best("6H 2D", "5H * 7H") == Plan((Swap(0, Card("6H")), Add(0, cards("*"), "low")), Card("2D"), ())


def test_no_joker_is_swapped_to_be_kept() -> None:
    assert left(best("5C 2D", "5S 5H 5D *")) == "5C: 2D"


def test_a_set_of_three_grows_before_its_joker_is_swapped() -> None:
    plan = best("9D 9C 4H 5H 2S", "9S 9H *")
    plays = Add(0, cards("9D")), Swap(0, Card("9C")), Lay(cards("4H 5H *"), "high")
    assert plan == Plan(plays, Card("2S"), ())


def test_a_joker_that_is_swapped_does_not_count_towards_opening() -> None:
    assert best("5C KS KH KD 6H 7H 9S", "5S 5H 5D *", opening=OPENING) is None
    plan = best("5C KS KH KD 6H 7H 8H 9S", "5S 5H 5D *", opening=OPENING)
    assert plan
    first, second, swap, add = plan.plays
    assert {first, second} == {Lay(cards("KS KH KD")), Lay(cards("6H 7H 8H"))}
    assert swap == Swap(0, Card("5C"))
    assert isinstance(add, Add)
    assert (add.to in (1, 2), add.cards) == (True, cards("*"))


def test_a_joker_that_is_swapped_is_added_to_what_opened() -> None:
    plan = best("QS KS AS 7S 7H 7D 7C 5C 2H", "5S 5H 5D *", opening=OPENING)
    opens = Lay(cards("7S 7H 7D 7C")), Lay(cards("QS KS AS"))
    assert plan == Plan((*opens, Swap(0, Card("5C")), Add(2, cards("*"), "low")), Card("2H"), ())


def test_the_own_joker_opens_and_the_one_that_is_swapped_comes_after() -> None:
    plan = best("KS KH KD KC QS QH QD QC 5C * 2S", "5S 5H 5D *", "9S 9H 9D", opening=OPENING)
    assert left(plan) == "2S:"
