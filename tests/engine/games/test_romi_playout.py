"""A round of Römi that is played out quickly: what is seen in a hand at first sight, and how a round ends."""

from __future__ import annotations

import random
from statistics import mean

import msgspec
import pytest

from engine.cards import Card
from engine.games._melds import JOKER, meld
from engine.games._romi_hand import CARDS, NONE, Hand
from engine.games._romi_playout import CARD_POINTS, Prospect, Rival, fitting, left_in_hand, play_out
from engine.games._romi_state import GOES_OUT, NEVER_OPENED, OPENING
from engine.match import Match
from engine.search import search
from tests import kit
from tests.engine.games.romi_table import ROMI, Table

LOOSE = "2S 4H 6D 8C"


def hand(cards: str) -> Hand:
    return Hand([Card(card) for card in cards.split()])


@pytest.mark.parametrize(
    ("cards", "worths"),
    [
        (LOOSE, []),
        (f"KS KH KD {LOOSE}", [30]),
        (f"AS 2S 3S QH KH AH {LOOSE}", [15, 30]),
        ("5H 6H 7H 7S 7C 7D", [18, 21]),
        ("9S 9H 9D 9C 10C JC", [27, 29]),
        (f"KS KH {JOKER} {LOOSE}", [30]),
        (f"9H JH {JOKER} 2S 5C", [29]),
        (f"KS KS KH {LOOSE}", []),
    ],
)
def test_melds_are_seen_at_first_sight(cards: str, worths: list[int]) -> None:
    found = hand(cards).melds()
    laid = [meld([CARDS[card] for card in each], "high") for each in found.melds]
    assert sorted(each.worth for each in laid) == worths
    assert found.worth == sum(worths)


def test_no_more_is_found_than_there_is() -> None:
    rng, deck = random.Random(1), [card for card in CARDS.values() for _ in range(2)]
    opens = 0
    for _ in range(2_000):
        cards = rng.sample(deck, 15)
        found = Hand(cards).melds()
        played = [CARDS[card] for each in found.melds for card in each]
        rest = list(cards)
        for card in played:
            rest.remove(card)
        for each in found.melds:
            meld([CARDS[card] for card in each], "high")
        opens += found.worth >= OPENING
    assert 0 < opens < 1_000


def test_what_goes_with_nothing_is_missed_least() -> None:
    assert CARDS[hand("KS KH KD 9C 10C 2D").least(NONE)] == "2D"
    held = hand("KS KH KD 9C 10C")
    assert CARDS[held.least(held.melds())] in ("9C", "10C")
    assert CARDS[hand("KS 9C 10C 2D").least(NONE, opened=True)] == "KS"


def cards_in(bits: int) -> str:
    return " ".join(CARDS[code] for code in range(52) if bits >> code & 1)


@pytest.mark.parametrize(
    ("lies", "amid", "below", "above"),
    [
        ("KS KH KD", "KC", "", ""),
        ("KS KH KD KC", "", "", ""),
        (f"KS KH {JOKER}", "KD KC", "", ""),
        (f"KS KH KD {JOKER}", "KC", "", ""),
        ("5H 6H 7H", "", "4H", "8H"),
        (f"5H {JOKER} 7H", "6H", "4H", "8H"),
        (f"5H 6H {JOKER}", "7H", "4H", "8H"),
        ("AS 2S 3S", "", "", "4S"),
        ("QS KS AS", "", "JS", ""),
        ("JS QS KS", "", "10S", "AS"),
    ],
)
def test_what_fits_a_meld_is_known(lies: str, amid: str, below: str, above: str) -> None:
    assert [cards_in(bits) for bits in fitting(tuple(map(Card, lies.split())))] == [amid, below, above]


@pytest.mark.parametrize(
    ("cards", "opened", "discards", "left"),
    [
        ("KS KH KD 9C", False, 1, None),
        ("KS KH KD 9C", True, 1, []),
        ("KS KH KD QH QD QS 2C 3D", False, 1, [2]),
        ("8H 9H JH 2C", True, 1, [2]),
        ("KC QC 2D", True, 1, [2]),
        (f"{JOKER} 2D 3C", True, 1, [2]),
        ("3D 4D 5D 6D 6D", True, 1, []),
        ("9S 9H 9D", True, 1, [9, 9]),
        ("9S 9H 9D 9C", True, 1, []),
        ("9S 9H 9D 8H", True, 1, []),
        ("9S 9H 9D 2C", True, 2, [9, 2]),
    ],
)
def test_what_is_not_played_nor_discarded_is_left(
    cards: str, opened: bool, discards: int, left: list[int] | None
) -> None:
    fits = fitting((Card("KS"), Card("KH"), Card("KD"))) | fitting((Card("5H"), Card("6H"), Card("7H")))
    assert left_in_hand(hand(cards), fits, opened, discards) == left


def test_the_next_one_takes_a_discard_that_he_can_play() -> None:
    def rivals(top: str, opened: list[int]) -> tuple[Rival, ...]:
        table = Table(
            "2C", "QS QH 3H", LOOSE, opened=opened, melds={0: ["5H 6H 7H"]}, discard=f"{top} 3C", turn=1, step="draw"
        )
        return Prospect(table.state, 0).rivals

    assert rivals("2S", [0, 1]) == (Rival(True, 3), Rival(False, 4))
    assert rivals("8H", [0, 1]) == (Rival(True, 2, took=True), Rival(False, 4))
    assert rivals("QD", [0, 1]) == (Rival(True, 0, took=True), Rival(False, 4))
    assert rivals("8H", [0]) == rivals("QD", [0]) == (Rival(False, 3), Rival(False, 4))


def test_who_can_play_everything_goes_out() -> None:
    table = Table("KS KH KD 9C", "2S 3H", LOOSE, opened=[0, 1])
    assert play_out(table.state, 0, random.Random(1)) == (2 * CARD_POINTS + NEVER_OPENED) / 2 - GOES_OUT


def worth(mine: str, rival: str, opened: tuple[int, ...] = (0, 1)) -> float:
    """Before the rival's turn."""
    melds = {1: ["5H 6H 7H", "KS KH KD"]}
    state = Table(mine, rival, melds=melds, turn=1, step="draw", opened=opened).state
    found = []
    for seed in range(50):
        random.Random(seed).shuffle(state.zones["stock"])
        found.append(play_out(state, 0, random.Random(seed)))
    return mean(found)


def test_it_is_better_to_hold_little_and_what_may_be_of_use_and_to_have_opened() -> None:
    assert worth("2C", "2S 9D AH") > worth("QC", "2S 9D AH") > worth("QC 10D", "2S 9D AH")
    assert worth("2C 2D 9S", "2S 9D AH") > worth("2C 3D 9S", "2S 9D AH")
    assert worth("2C QD 9S", "2S 9D AH") > worth("2C QD 9S", "2S 9D AH", opened=(1,))


def test_who_holds_four_cards_keeps_a_pair_and_who_holds_two_does_not() -> None:
    """R25: of two cards, a third that makes a meld of them goes nowhere, as none is left to discard."""

    def best(mine: str) -> Card:
        melds = {0: ["AS AD AC"], 1: ["5C 6C 7C", "QS QD QC"]}
        view = Table(mine, "2H 8S 10D JC KC", LOOSE, melds=melds).match.view(0)
        choices = ROMI.choices(view, random.Random(1))
        tried = search(ROMI, view, {"rounds": 7, "hints": "off"}, choices, random.Random(1), range(600))
        ((zone, i),) = msgspec.json.decode(tried[0].choice.action)["picks"]
        return view.zone(zone)[i] or Card("")

    assert best("9S 9D 4H 2S 10H") not in ("9S", "9D")
    assert best("9S 9D 2S") in ("9S", "9D")


def test_it_is_worse_if_a_rival_is_near_going_out() -> None:
    assert worth("2C QD", "2S 9D AH 3D JD") > worth("2C QD", "2S 9D AH") > worth("2C QD", "2S")


def test_of_any_round_something_is_thought_and_the_same_again() -> None:
    for seats in (2, 6):
        match, rng = Match(ROMI, seats, {"rounds": 1}), random.Random(seats)
        for _ in kit.play(match, rng, kit.by_bots):
            if match.state.step in ("draw", "play", "scored") and rng.random() < 0.2:
                for seat in range(seats):
                    first = play_out(match.state, seat, random.Random(1))
                    assert -100 <= first <= 120
                    assert first == play_out(match.state, seat, random.Random(1))


def test_who_has_not_opened_is_imagined_to_have_collected_something_but_hardly_an_opening() -> None:
    def held(ended: int) -> list[int]:
        hands = "3S 5S 7S 9S JS KS 2H 4H 6H 8H 10H QH AD 3D"
        view = Table(LOOSE, hands, ended=ended).match.view(0)
        worlds = [ROMI.imagine(view, {"rounds": 7, "hints": "on"}, random.Random(seed)) for seed in range(200)]
        return [Hand(world.zones["hand:1"]).melds().worth for world in worlds]

    early, late = held(0), held(4)
    assert mean(late) > 1.2 * mean(worth for worth in early if worth < OPENING)
    assert sum(worth >= OPENING for worth in late) < 0.05 * len(late)
