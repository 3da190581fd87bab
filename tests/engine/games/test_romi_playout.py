"""A round of Römi that is played out quickly: what is seen in a hand at first sight, and how a round ends."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from engine.cards import Card
from engine.games._melds import JOKER, meld
from engine.games._romi_hand import CARDS, NONE, Hand
from engine.games._romi_playout import Round, play_out
from engine.games._romi_state import OPENING
from engine.match import Match
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


def result(table: Table) -> list[int]:
    return Round(table.state, random.Random(1)).points()


def test_who_can_lay_everything_goes_out_and_the_others_count() -> None:
    table = Table("KS KH KD 9C", "2S 3H", LOOSE, opened=[0, 1])
    assert result(table) == [-10, 5, 100]


def test_cards_are_added_to_what_lies() -> None:
    assert result(Table("8H 9H 9D", "QD", melds={0: ["5H 6H 7H"]})) == [-10, 100]


def test_who_has_not_opened_lays_nothing_for_less_than_51() -> None:
    assert result(Table("KS KH KD 9C", "2C 3D", melds={1: ["5H 6H 7H"]}, stock="8H")) == [100, -10]
    assert result(Table("KS KH KD 6C 7C 8C 2D", "QH QD", opened=[1])) == [-10, 20]


def test_every_round_comes_to_an_end() -> None:
    for seats in (2, 6):
        match, rng = Match(ROMI, seats, {"rounds": 1}), random.Random(seats)
        for _ in kit.play(match, rng, kit.by_bots):
            if match.state.step in ("draw", "play") and rng.random() < 0.2:
                assert len(Round(match.state, rng).points()) == seats
                assert play_out(match.state, 0, random.Random(1)) == play_out(match.state, 0, random.Random(1))


def test_who_has_not_opened_is_imagined_to_have_collected_something_but_hardly_an_opening() -> None:
    def held(ended: int) -> list[int]:
        hands = "3S 5S 7S 9S JS KS 2H 4H 6H 8H 10H QH AD 3D"
        view = Table(LOOSE, hands, ended=ended).match.view(0)
        worlds = [ROMI.imagine(view, {"rounds": 7, "hints": "on"}, random.Random(seed)) for seed in range(200)]
        return [Hand(world.zones["hand:1"]).melds().worth for world in worlds]

    early, late = held(0), held(4)
    assert mean(late) > 1.2 * mean(worth for worth in early if worth < OPENING)
    assert sum(worth >= OPENING for worth in late) < 0.05 * len(late)
