"""The tables of all games in words."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.board import Moved, Shown, Spot
from engine.cards import Card
from engine.game import Scores
from engine.games import GAMES
from engine.match import Match
from tests.kit import by_chance
from tests.tui import aluette_laid, puppet, romi_laid
from tests.tui.near import NAMES, NearTable
from tests.tui.screens import can
from tui import settings
from tui.settings import Settings
from tui.spoken import Sight, Words, find, noticed, numbered, outcome, pages
from tui.spoken._suits import card, cards, spelled
from tui.spoken.aluette import last_trick, trick
from tui.spoken.romi import by_suit


def sight(match: Match, me: int | None = 0) -> Sight:
    words, view = find(match.game.__name__.rpartition(".")[2]), match.view(me)
    return Sight(view, NAMES[: match.state.seats], words.HAND.held(view) if words.HAND is not None else ())


def laid(table: NearTable) -> Sight:
    return sight(table.match)


def test_numbers_that_follow_each_other_are_told_together() -> None:
    said = [
        ("1", "down"),
        ("2", "down"),
        ("4", "down"),
        ("5", "7"),
        ("6", "7"),
        ("7", "ace"),
        ("8", "ace"),
        ("9", "ace"),
    ]
    assert numbered(said) == "1 and 2 down, 4 down, 5 is 7, 6 is 7, 7 to 9 ace"


class TestSuits:
    @pytest.mark.parametrize(
        ("codes", "said"),
        [
            ("9S", "9 of spades"),
            ("*", "joker"),
            ("10H QD", "10 of hearts, queen of diamonds"),
            ("9S 9C *", "nines: spades, clubs, joker for hearts or diamonds"),
            ("AS AH AD *", "aces: spades, hearts, diamonds, joker for clubs"),
            ("9S * 9C", "nines: spades, joker for hearts or diamonds, clubs"),
            ("AC 2C 3C", "ace to 3 of clubs"),
            ("JS QS KS AS", "jack to ace of spades"),
            ("* 3H 4H", "2 to 4 of hearts, joker for 2"),
            ("5H * 7H 8H", "5 to 8 of hearts, joker for 6"),
            ("5H 9H 7H", "5 of hearts, 9 of hearts, 7 of hearts"),
            ("* * 3H", "joker, joker, 3 of hearts"),
        ],
    )
    def test_cards_and_melds(self, codes: str, said: str) -> None:
        assert cards(codes.split()) == said

    def test_a_text_with_cards_in_it(self) -> None:
        assert spelled("Open (54)") == "Open (54)"
        assert spelled("Take the 10S") == "Take the 10 of spades"
        assert spelled("5S 5H *(5D), 2C 3C *(4C)") == (
            "fives: spades, hearts, joker for diamonds or clubs, 2 to 4 of clubs, joker for 4"
        )
        assert spelled("worth keeping: 5S 6S.") == "worth keeping: 5 of spades, 6 of spades."

    def test_where_suits_are_letters_cards_are_called_as_they_are_typed(self) -> None:
        settings.use(Settings(letters=True))
        assert spelled("Take the 10S, lay 5S 5H *(5D)") == "Take the 10S, lay 5S 5H *(5D)"
        assert cards(["7H", "8H", "*", None]) == "7H, 8H, *, face down"

    def test_a_card_that_is_not_seen(self) -> None:
        assert card(None) == "face down"
        assert cards([None, "9S", None]) == "face down, 9 of spades, face down"


class TestAllegra:
    def test_an_area_is_told_in_rows_with_the_neighbours_columns(self) -> None:
        table = NearTable(4, seed=3)
        table.play_until(can("draw"))
        words = find("allegra")
        mine = words.mine(laid(table))
        facts = table.view.facts
        assert mine[0] == f"You: sum {facts['sums'][0]}, {facts['down'][0]} down."
        assert [line[:6] for line in mine[1:4]] == ["Row 1:", "Row 2:", "Row 3:"]
        assert mine[-1] == "The first of each row is also Ada's, the last also [/b] Maximilian III's."
        assert words.player(laid(table), 0) == mine

    def test_with_two_both_columns_are_the_same_neighbours(self) -> None:
        table = NearTable(2, seed=3)
        table.play_until(can("draw"))
        seen = laid(table)
        assert find("allegra").mine(seen)[-1] == f"The first and the last of each row are also {seen.names[1]}'s."

    def test_the_table_tells_of_everybody_what_is_seen(self) -> None:
        table = NearTable(3, seed=3, options={"knock_window": 3})
        table.play_until(can("knock"))
        told = find("allegra").table(laid(table))
        view = table.view
        assert told[0] == "Round 1 of 3."
        assert told[2] == f"On offer: {view.zone('offer')[0]}, drawn by {NAMES[view.turn]}.".replace(": -", ": minus ")
        assert [line.split(":")[0] for line in told[-3:]] == ["You", "Ada", "Bo"]
        up = sum(line.count(" is ") + line.count(" minus ") for line in told[-3:])
        shared = sum(bool(view.zone(f"grid:{seat}")[i]) for seat in range(3) for i in (3, 7, 11))
        assert up >= sum(bool(card) for seat in range(3) for card in view.zone(f"grid:{seat}")) + shared - 3

    def test_it_is_told_where_the_others_put_cards_and_in_whose_area_else_that_is(self) -> None:
        table = NearTable(4, seed=3)
        table.play_until(can("draw"))
        words = find("allegra")

        def told(by: int, *spots: Spot) -> list[str]:
            events = [Shown(Card("7"), spot, by) for spot in spots]
            return noticed(words, laid(table), None, events)

        assert told(1, Spot("grid:1", 0)) == ["At Ada's 2."]
        assert told(1, Spot("grid:1", 3)) == ["At Ada's 5, your 1."]
        assert told(1, Spot("grid:2", 7)) == ["At Ada's 6."]
        assert told(2, Spot("grid:0", 5)) == ["At your 8."], "in an exchange"
        assert told(3, Spot("grid:0", 3), Spot("grid:0", 7)) == ["At [/b] Maximilian III's 1, 6, your 5, 10."]
        assert told(0, Spot("grid:0", 5)) == [], "I know"
        assert told(-1, Spot("grid:1", 0)) == [], "at the end of a round all cards are turned up"
        swap = [
            Moved(Card("3"), Spot("grid:1", 4), Spot("discard", 9), 1),
            Moved(Card("4"), Spot("offer", 0), Spot("grid:1", 4), 1),
        ]
        assert noticed(words, laid(table), None, swap) == ["At Ada's 7."]

    def test_a_value_below_zero_is_not_told_by_a_dash(self) -> None:
        assert find("allegra").spell("-1") == "minus 1"
        assert find("allegra").spell("11") == "11"


class TestRomi:
    def test_my_hand_is_told_by_suits_if_it_is_held_so(self) -> None:
        words, seen = find("romi"), sight(romi_laid.playing())
        told = words.mine(seen)
        assert told[0].startswith("1 king of diamonds, 2 is 4 of spades, 3 is 9 of hearts, "), "as the cards came"
        assert told[-2:] == ["You hold 15 cards.", "Going out scores -10."]
        held = sorted(seen.order, key=lambda spot: by_suit(seen.view.zone(spot.zone)[spot.i] or Card("")))
        assert words.mine(seen._replace(order=tuple(held)))[:5] == [
            "Spades: 1 ace, 2 is 4, 3 is 9, 4 jack.",
            "Hearts: 5 is 2, 6 is 9, 7 is 10.",
            "Clubs: 8 is 5, 9 is 7, 10 queen.",
            "Diamonds: 11 is 5, 12 is 9, 13 jack, 14 king.",
            "15 joker.",
        ]

    def test_the_table(self) -> None:
        assert find("romi").table(sight(romi_laid.playing())) == [
            "Round 1 of 7, Zoë deals.",
            "Discard pile: 4 of hearts. Stock: 41 cards. Cut card: king of hearts.",
            "Ada, 2 cards. f1, nines: spades, clubs, joker for hearts or diamonds. f2, 7 to 10 of diamonds. "
            "f3, 5 to 8 of hearts, joker for 6.",
            "Bo, 3 cards. g1, kings: spades, clubs, diamonds. g2, ace to 8 of clubs.",
            "[/b] Maximilian III, 9 cards, not opened.",
            "al[ice], 2 cards. v1, jack to ace of spades. v2, sixes: hearts, diamonds, clubs.",
            "Zoë, 5 cards, not opened.",
            "You, 15 cards. Taken: jack of spades.",
        ]

    def test_an_opening_that_is_put_together_is_for_me_alone(self) -> None:
        table = NearTable(6, game="romi")
        table.lay_out(romi_laid.opening())
        hand = [str(card) for card in table.view.zone("hand:0")]
        picks = [["hand:0", hand.index(code)] for code in ("5C", "5H", "5S")]
        table.act(0, str({"type": "lay", "turn": table.view.turns, "picks": picks}).replace("'", '"').encode())
        words = find("romi")
        assert "Put together: fives: spades, hearts, clubs. Worth 15 of 51." in words.mine(laid(table))
        assert "fives" not in " ".join(words.table(sight(table.match, 1)) + words.player(sight(table.match, 1), 0))

    def test_a_scored_round_tells_what_everybody_held(self) -> None:
        told = find("romi").table(sight(romi_laid.scored()))
        assert told[2].endswith("joker for 6. Out.")
        assert told[4] == "[/b] Maximilian III, 0 cards, not opened. Held at the end: 3 of spades, 2 of clubs."


class TestAluette:
    def test_the_table(self) -> None:
        assert find("aluette").table(sight(aluette_laid.signing())) == [
            "Deal 1, [/b] Maximilian III deals. Trick 2 of 9.",
            "Ada: Madame, highest. Bo: le Borgne. [/b] Maximilian III: 9 of batons.",
            "Tricks: Ada 1.",
            "You and Bo: 0. Ada and [/b] Maximilian III: 0.",
        ]

    def test_eyes_and_signs(self) -> None:
        words, seen = find("aluette"), sight(aluette_laid.signing())
        assert pages(words, seen)["eyes"] == [
            "You look at Bo.",
            "Ada looks at you.",
            "Bo looks at you.",
            "[/b] Maximilian III looks at Ada.",
            "Bo has signed: Monsieur, one ace.",
            "You have signed: Grand-neuf.",
        ]
        assert words.player(seen, 2)[1:] == ["Bo looks at you.", "Bo has signed: Monsieur, one ace."]
        watched = pages(words, sight(aluette_laid.signing(), None))["eyes"]
        assert watched[-1] == "You have seen no signs."
        assert "signed" not in " ".join(watched)

    def test_the_last_trick_is_what_lay_there_before_and_who_has_won_it(self) -> None:
        match, rng = Match(GAMES["aluette"], 4), random.Random(4)
        tricks = dict[tuple[int, int], tuple[object, object]]()
        while match.view(0).facts["deal"] < 4:
            view = match.view(0)
            deal, taken, full = (view.facts[name] for name in ("deal", "taken", "full"))
            tricks[deal, 0] = ([], None)
            if full:
                tricks[deal, len(taken)] = trick(view), taken[-1]
            if view.facts["step"] in ("play", "trick"):
                assert last_trick(view) == tricks[deal, len(taken) - full]
            match.act(*by_chance(match, rng))
        assert len({winner for _lay, winner in tricks.values()}) == 5, "spoiled, or won by anybody"

    def test_the_last_trick_and_the_order(self) -> None:
        told = pages(find("aluette"), sight(aluette_laid.spoiled()))
        assert told["last"] == [
            "The last trick. Ada: 4 of cups. Bo: 3 of batons. [/b] Maximilian III: 5 of batons. "
            "You: 6 of cups, highest.",
            "You won it.",
        ]
        assert told["order"][0].startswith("From high to low: Monsieur, Madame, le Borgne, ")
        assert told["order"][-1] == "Played already: Petit-neuf, Deux d'écrit."

    def test_a_spoiled_trick_has_no_highest_card(self) -> None:
        trick = find("aluette").table(sight(aluette_laid.spoiled()))[1]
        assert trick.count("equal") == 2
        assert "highest" not in trick

    def test_the_draw(self) -> None:
        assert find("aluette").table(sight(aluette_laid.drawn()))[0] == "The draw for partners."


@pytest.mark.parametrize("game", [*GAMES, "chess"])
def test_every_game_has_words_its_own_or_those_of_any(game: str) -> None:
    words: Words = find(game)
    assert (words is find("_any")) == (game == "chess")


def test_who_closed_the_round_and_was_doubled_is_told_in_words() -> None:
    """A30: in a scored round the closer's points are either the sum or twice the sum."""
    scored = [puppet.view(2, rounds=1, seed=seed) for seed in range(12)]
    told = {outcome(find("allegra"), seen, ("anna", "ben")) for seen in scored}
    for seen in scored:
        closer = seen.facts["closer"]
        points, once = seen.scores.rounds[-1][closer], seen.facts["sums"][closer]
        name = ("anna", "ben")[closer]
        twice = f"{name} closed round 1 without the lowest sum, so it counts double: {points}."
        assert points in (once, 2 * once)
        plain = f"{name} closed round 1."
        assert outcome(find("allegra"), seen, ("anna", "ben")) == (twice if points != once else plain)
    assert {said.endswith("round 1.") for said in told} == {True, False}


@pytest.mark.parametrize(
    ("points", "facts", "told"),
    [
        (
            (1, 1, 0, 0),
            {"most": 1, "tricks": [2, 4, 0, 3]},
            "anna and ben score 1: ben has won 4 tricks. Tricks: anna 2, ben 4, carl 0, [/b] 3.",
        ),
        (
            (1, 1, 0, 0),
            {"most": 1, "tricks": [2, 3, 0, 3]},
            "anna and ben score 1: ben has won 3 tricks, the first to reach it. Tricks: anna 2, ben 3, carl 0, [/b] 3.",
        ),
        (
            (0, 0, 2, 2),
            {"most": 3, "tricks": [4, 0, 0, 5]},
            "carl and [/b] score 2: [/b] has won 5 tricks: a mordienne. Tricks: anna 4, ben 0, carl 0, [/b] 5.",
        ),
        (
            (1, 1, 0, 0),
            {"most": 1, "tricks": [0, 1, 0, 0]},
            "anna and ben score 1: ben has won 1 trick. Tricks: anna 0, ben 1, carl 0, [/b] 0.",
        ),
        ((0, 0, 0, 0), {"most": None, "tricks": [0] * 4}, "All tricks were spoiled: nobody scores."),
        (
            (0, 0, 1, 1),
            {"most": None, "tricks": [0] * 4},
            "carl and [/b] score 1: the deal was offered, and accepted.",
        ),
        (
            (0, 0, 2, 2),
            {"most": 1, "tricks": [0, 6, 3, 0], "refused": True},
            "carl and [/b] score 2: the deal was offered, and refused. Tricks: anna 0, ben 6, carl 3, [/b] 0.",
        ),
    ],
)
def test_why_a_side_has_scored_is_told(points: tuple[int, ...], facts: dict[str, object], told: str) -> None:
    """L9, L10, L12. Seats 0 and 1 are partners."""
    seen = NearTable(4, game="aluette").view
    facts = {**seen.facts, "step": "scored", "refused": False, **facts}
    seen = msgspec.structs.replace(seen, facts=facts, scores=Scores((points,), points))
    assert outcome(find("aluette"), seen, ("anna", "ben", "carl", "[/b]")) == told
