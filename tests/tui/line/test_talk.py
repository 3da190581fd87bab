"""What is heard of the table in line mode, and what can be typed."""

from __future__ import annotations

import random

import pytest

from engine.game import View
from engine.games import GAMES
from engine.match import Match
from net import wire
from tests import kit, toy
from tests.engine.games import romi_table
from tests.engine.games.aluette_table import Table
from tests.tui import aluette_laid, romi_laid
from tests.tui.line.guest import Guest
from tests.tui.screens import can, step
from tui import settings


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy)


WINDOW = {"knock_window": 3}


def draws(view: View) -> bool:
    return can("draw")(view)


@pytest.fixture
def allegra() -> Guest:
    """Allegra, and it is my turn to draw."""
    guest = Guest(seed=3)
    guest.table.tell_room("play")
    guest.table.play_until(draws)
    return guest


class TestMyTurn:
    def test_it_is_told_once_with_numbered_choices(self, allegra: Guest) -> None:
        top = allegra.table.view.zone("discard")[-1]
        told = ["Your turn.", "1. Draw from the deck: d.", f"2. Take the {top} from the discard pile: t."]
        assert allegra.heard[-3:] == told
        assert allegra.type("")[0] == "It is your turn."
        assert allegra.heard[1:] == told[1:]

    def test_a_choice_is_taken_by_its_number_or_by_its_key(self) -> None:
        for typed in ("1", "d", "D", "δ", "в"):
            guest = Guest(seed=3)
            guest.table.tell_room("play")
            guest.table.play_until(draws)
            assert guest.type(typed)[0].startswith("Konstantina draws "), typed

    def test_cards_are_asked_for_and_can_be_typed_at_once(self, allegra: Guest) -> None:
        asked = allegra.type("t")
        assert asked[0].endswith("from the discard pile: which card?")
        assert [line.split(":")[0] for line in asked[1:]] == ["Row 1", "Row 2", "Row 3"]
        assert allegra.type("b")[0] == "It is your turn."
        assert "takes the" in allegra.type("t 7")[0]

    @pytest.mark.parametrize("typed", ["t 16", "2 z"])
    def test_whoever_names_none_of_the_cards_hears_which_there_are_and_is_asked_again(
        self, allegra: Guest, typed: str
    ) -> None:
        rows = allegra.type("t")[1:]
        allegra.type("b")
        for again in (typed, "16"):
            told = allegra.type(again)
            assert told[0].endswith(" is none of those cards.")
            assert told[1].endswith("from the discard pile: which card?")
            assert told[2:] == rows
        assert "takes the" in allegra.type("7")[0]

    @pytest.mark.parametrize("typed", ["t7", "2 7", "2  7 "])
    def test_a_number_may_stand_right_behind_a_key_or_a_number(self, allegra: Guest, typed: str) -> None:
        assert "takes the" in allegra.type(typed)[0]

    def test_a_number_is_for_the_choices_that_were_told_last(self, allegra: Guest) -> None:
        allegra.type("t")
        assert "takes the" in allegra.type("1")[0], "it is a card now, not the first choice"

    @pytest.mark.parametrize("typed", ["9", "0", "z", "d7", "16", "१", "k²", "--", "\x1b[A"])
    def test_what_means_nothing_is_said_and_does_nothing(self, allegra: Guest, typed: str) -> None:
        before = allegra.table.view
        [said] = allegra.type(typed)
        assert said.isprintable()
        assert said.endswith(("means nothing now. Press enter to hear what you may do.", "is none of those cards."))
        assert allegra.table.view == before

    def test_what_was_told_but_is_gone_is_not_taken_for_what_is_there_now(self, allegra: Guest) -> None:
        """S03. The list was heard, the turn has passed."""
        take = allegra.talk._list["1"].take
        allegra.type("t 7")
        allegra.table.play_until(draws)
        allegra.heard.clear()
        take(())
        assert allegra.heard == ["Too late: the table has moved on."]

    def test_nothing_is_asked_twice_while_an_answer_is_waited_for(self, allegra: Guest) -> None:
        """S01."""
        allegra.heard.clear()
        allegra.talk.type("d")
        allegra.talk.type("d")
        assert allegra.heard == ["Wait a moment: the table has not answered yet."]
        allegra.visitor.too_fast = True
        allegra.table.answer()

    def test_what_cannot_be_sent_is_said(self, allegra: Guest) -> None:
        allegra.visitor.too_fast = True
        assert allegra.type("d") == ["That was too fast. Type it again."]
        assert allegra.type("say hello") == ["That was too fast. Type it again."]

    def test_what_others_do_while_i_choose_leaves_the_numbers_to_the_cards(self) -> None:
        guest = Guest(3, seed=3, options={"knock_window": 0})
        guest.table.tell_room("play")
        guest.table.play_until(draws)
        guest.type("d")
        guest.type("s")
        guest.heard.clear()
        guest.table.act(1, b'{"type":"knock","turn":%d}' % guest.table.view.turns)
        card = guest.table.view.zone("offer")[0]
        assert guest.heard == ["Ada knocks.", f"Give the {card} to Ada: g.".replace(" -", " minus ")]
        assert "keeps the" in guest.type("3")[0]

    def test_a_bell_rings_only_if_it_was_asked_for(self) -> None:
        for line in ([], ["bell"], ["bell", "/j"]):
            settings.use(settings.Settings())
            guest = Guest(seed=3)
            guest.table.tell_room("play")
            for typed in line:
                guest.type(typed)
            guest.table.play_until(draws)
            assert ("\a" in guest.heard) == (len(line) == 1)
            assert settings.read()[0].bell == (len(line) == 1 if line else None), "it is kept"


class TestARaceForACard:
    @pytest.fixture
    def race(self) -> Guest:
        guest = Guest(seed=1, options=WINDOW)
        guest.table.tell_room("play")
        guest.table.play_until(can("knock", "wave"))
        return guest

    def test_the_card_the_keys_and_the_time_are_told(self, race: Guest) -> None:
        card = str(race.table.view.zone("offer")[0]).replace("-", "minus ")
        assert race.heard[-2].endswith(f"draws {card} from the deck.")
        assert race.heard[-1] == f"Knock for the {card}: k. Wave the {card} off: w. 3 seconds."

    def test_one_key_is_enough_and_numbers_mean_nothing_then(self, race: Guest) -> None:
        assert race.type("1") == ["1 means nothing now. Press enter to hear what you may do."]
        assert race.type("k")[0] == "Konstantina knocks."

    def test_a_wave_is_confirmed(self, race: Guest) -> None:
        assert race.type("w")[0].startswith("You have waved.")

    def test_that_less_can_be_done_is_not_told(self, race: Guest) -> None:
        race.heard.clear()
        race.table.act(-2, b'{"type":"window","turn":%d}' % race.table.view.turns)
        assert race.heard == []


class TestCardsOfAHand:
    @pytest.fixture
    def romi(self) -> Guest:
        guest = Guest(6, game="romi")
        guest.play(romi_laid.playing())
        return guest

    def test_they_can_be_named(self, romi: Guest) -> None:
        told = romi.type("a f1 9d")
        assert told[0] == "Konstantina adds 9 of diamonds: nines: spades, clubs, joker for hearts, diamonds."

    def test_several_are_typed_in_one_line_and_too_few_are_asked_for_again(self) -> None:
        guest = Guest(6, game="romi")
        guest.play(romi_laid.opening())
        assert guest.type("l")[0] == "Put together: which cards? 3 to 13."
        assert guest.type("5c 5h")[0] == "Put together: which cards? 3 to 13."
        guest.type("5c 5h 5s")
        assert "Put together: 15 of 51." in guest.heard
        assert not any("Open" in line for line in guest.heard), "it would be refused"
        assert guest.type("o") == ["Opening is 15, needs 51. Every card is still in your hand. (R19)"]

    def test_an_opening_is_offered_with_its_worth_once_it_is_enough(self) -> None:
        guest = Guest(2, game="romi")
        guest.play(romi_table.Table("KS KH KD QS QH QD 2C", "8C 7D").match)
        guest.type("l ks kh kd")
        assert "Put together: 30 of 51." in guest.heard
        assert any(line.endswith("Open (60): o.") for line in guest.type("l qs qh qd"))

    def test_cards_that_were_refused_need_not_be_typed_again(self) -> None:
        """R9: where is the joker to stand?"""
        guest = Guest(6, game="romi")
        guest.play(romi_laid.asking())
        asked = guest.type("l jh qh *")
        assert asked == ["The joker can be 10 of hearts (press j) or king of hearts (press k). (R9)"]
        assert guest.type("k")[0] == "Konstantina lays jack to king of hearts, joker for king."

    def test_a_half_choice_is_never_taken_for_another_offer(self) -> None:
        guest = Guest(6, game="romi")
        guest.play(romi_laid.asking())
        guest.type("l jh")
        assert guest.type("x")[0] == "Discard: which card?"

    def test_a_hint_needs_but_the_key(self) -> None:
        guest = Guest(6, game="romi")
        guest.play(romi_laid.opening())
        assert [guest.type("!")[0][:6] for _ in range(2)] == ["Hint 1", "Hint 2"]
        assert "Put together: 20 of 51." in guest.type("l")

    def test_b_goes_back_and_is_never_an_offer_of_the_play(self) -> None:
        guest = Guest(6, game="romi")
        guest.play(romi_laid.opening())
        guest.type("l 5c 5h 5s")
        assert any(line.endswith("Take all back.") for line in guest.heard), "its key is b, and not told"
        guest.type("b")
        assert guest.table.view.facts["staged"]
        number = next(line.split(".")[0] for line in guest.heard if line.endswith("Take all back."))
        guest.type(number)
        assert not guest.table.view.facts["staged"]

    def test_the_cut_is_a_number(self) -> None:
        guest = Guest(6, game="romi")
        guest.play(romi_laid.cutting())
        assert guest.heard[-1] == "Cut the cards: which number, from 1 to 107?"
        assert guest.type("d") == ["d is no number from 1 to 107."]
        assert guest.type("40")[0].startswith("Konstantina lifts 40 cards. The cut card is ")


class TestSigns:
    @pytest.fixture
    def aluette(self) -> Guest:
        guest = Guest(game="aluette")
        guest.play(aluette_laid.signing())
        return guest

    def test_who_plays_and_holds_no_cards_yet_is_not_told_of_watching(self) -> None:
        guest = Guest(game="aluette")
        guest.play(aluette_laid.drawn())
        assert guest.type("cards") == ["You hold no cards now."]

    def test_the_only_thing_to_do_is_asked_for_at_once(self, aluette: Guest) -> None:
        assert aluette.heard[-3:-1] == ["Your turn.", "Play a card: which card?"]
        assert aluette.heard[-1].startswith("1 Grand-neuf, 2 Deux de chêne, 3 ")

    def test_looks_and_signs_are_told_when_they_are_asked_for_and_keys_work_at_any_time(self, aluette: Guest) -> None:
        told = aluette.type("more")
        assert told[0] == "1. Look at Ada: j."
        assert any(line.endswith("Sign: Grand-neuf: g.") for line in told)
        assert aluette.type("g")[:2] == ["Konstantina signs: Grand-neuf.", "Play a card: which card?"]
        assert aluette.type("1")[0] == "Konstantina plays Grand-neuf."

    def test_a_key_needs_no_list_and_leaves_the_cards_their_numbers(self, aluette: Guest) -> None:
        assert aluette.type("g") == ["Konstantina signs: Grand-neuf."]
        assert aluette.type("1")[0] == "Konstantina plays Grand-neuf."

    def test_a_sign_may_have_the_key_that_goes_back_elsewhere(self) -> None:
        guest = Guest(game="aluette", options={"bluff": "on"})
        match = Table(*aluette_laid.HANDS, bluff="on").match
        guest.play(match)
        assert guest.type("b") == ["Konstantina signs: le Borgne."]

    def test_where_i_look_is_told(self, aluette: Guest) -> None:
        assert aluette.type("j") == ["You look at Ada."]

    def test_who_looks_at_me_is_told(self, aluette: Guest) -> None:
        aluette.heard.clear()
        aluette.table.act(3, b'{"type":"look","at":0}')
        assert aluette.heard == ["[/b] Maximilian III looks at you."]
        aluette.heard.clear()
        aluette.table.act(-2, b'{"type":"rest","seat":3,"number":1}')
        aluette.table.act(3, b'{"type":"look","at":1}')
        assert aluette.heard == ["[/b] Maximilian III looks away from you."]


class TestAnyGame:
    def test_a_game_without_words_can_be_played(self) -> None:
        guest = Guest(2, game="toy", names=("ann", "ben"))
        guest.table.tell_room("play")
        guest.table.play_until(can("lay"))
        assert guest.heard[-2:] == ["1. Lay your card down: l.", "2. Throw your card away: t."]
        assert guest.type("cards") == ["Ann's grid: 3 face down.", f"Ann's hand: {guest.table.view.zone('hand:0')[0]}."]
        assert guest.type("l") == ["Lay your card down: which card?", "Ann's grid: 1 to 3 face down."]
        guest.type("2")
        assert guest.table.view.zone("grid:0")[1] is not None

    @pytest.mark.parametrize(("game", "seats"), [("allegra", 4), ("romi", 3), ("aluette", 4), ("toy", 3)])
    @pytest.mark.parametrize("me", [0, None])
    def test_a_whole_game_is_told_in_clean_sentences_whatever_is_asked(
        self, game: str, seats: int, me: int | None
    ) -> None:
        guest = Guest(seats, me=me, game=game, seed=2)
        guest.table.tell_room("play")
        asked = ("", "cards", "table", "player 2", "score", "eyes", "last", "order", "sort", "hint", "more", "news")
        dice = random.Random(1)
        for _ in range(120):
            if guest.table.match.state.over:
                break
            guest.table.act(*kit.by_chance(guest.table.match, dice))
            guest.talk.type(dice.choice(asked))
        assert len(guest.heard) > 120
        for line in guest.heard:
            assert line.isprintable()
            assert line.endswith((".", "?")), line
            assert "None" not in line
            assert "{" not in line


class TestComingAndGoing:
    def test_a_lost_line_and_coming_back_are_told_and_nothing_is_asked_meanwhile(self, allegra: Guest) -> None:
        allegra.heard.clear()
        allegra.table.cut()
        assert allegra.heard == ["The line is lost. Coming back to the table."]
        assert allegra.type("d") == ["The line is lost. Coming back to the table."]
        assert allegra.type("say hi") == ["The line is lost. Coming back to the table."]
        allegra.heard.clear()
        allegra.table._hear(wire.Welcome(0, 0, host=False))
        assert allegra.heard == ["You are back at the table."]

    def test_chat_and_who_comes_and_goes_are_told(self, allegra: Guest) -> None:
        allegra.heard.clear()
        allegra.table.chat("al[ice]", "Your turn.")
        allegra.table.line = "lost"
        allegra.table.tell_room("play")
        assert allegra.heard == ["al[ice]: Your turn.", "Ada is disconnected."]

    def test_what_i_say_is_sent_as_it_is(self, allegra: Guest) -> None:
        allegra.type("say  Hello   [/b] δ")
        assert allegra.visitor.sent == [wire.Say("Hello   [/b] δ")]

    def test_leaving_a_game_asks_first(self, allegra: Guest) -> None:
        asked = allegra.type("q")
        assert asked == [
            "The game is not over yet.",
            "1. Stay: s.",
            "2. Leave, and a bot plays for you until you come back: l.",
        ]
        assert allegra.type("1")[0] == "It is your turn."
        allegra.type("quit")
        allegra.type("l")
        assert allegra.visitor.left == wire.Leave()

    def test_the_second_interrupt_leaves(self, allegra: Guest) -> None:
        allegra.talk.interrupt()
        assert allegra.visitor.left is None
        allegra.type("cards")
        allegra.talk.interrupt()
        assert allegra.visitor.left is None, "something else was done meanwhile"
        allegra.talk.interrupt()
        assert allegra.visitor.left == wire.Leave()

    def test_after_that_nothing_more_is_told(self, allegra: Guest) -> None:
        allegra.talk.leave()
        allegra.heard.clear()
        allegra.table.cut()
        assert allegra.heard == []

    def test_away_and_back(self, allegra: Guest) -> None:
        allegra.type("%")
        assert allegra.visitor.sent == [wire.Away()]
        assert allegra.type("back")[0] == "It is your turn.", "who is not away goes back from a choice by it"

    def test_a_watcher_hears_everything_and_is_asked_nothing(self) -> None:
        guest = Guest(me=None)
        guest.table.tell_room("play")
        guest.heard.clear()
        guest.table.play_until(lambda view: view.turns > 4)
        assert not any(line.startswith(("Your", "1. ")) for line in guest.heard)
        assert guest.type("cards") == ["You hold no cards: you are watching."]
        assert guest.type("d") == ["d means nothing now. Press enter to hear what you may do."]
        assert guest.type("")[0].startswith("It is ")


class TestBetweenRounds:
    def test_the_points_are_told_and_i_am_asked_whether_i_am_ready(self) -> None:
        guest = Guest(3)
        guest.table.tell_room("play")
        guest.table.play_until(step("scored", awaited=False))
        guest.heard.clear()
        guest.table.tell_room("deal")
        totals = guest.table.view.scores.totals
        names = ("Konstantina", "Ada", "Bo")
        assert guest.heard == [
            f"Total: {', '.join(f'{name} {points}' for name, points in zip(names, totals, strict=True))}.",
            "1. I am ready.",
        ]
        guest.type("1")
        assert guest.visitor.sent == [wire.Ready()]
        guest.heard.clear()
        guest.table.ready.add(0)
        guest.table.tell_room("deal")
        assert guest.heard == ["You and Ada are ready."]

    def test_a_new_round_begins_before_the_room_says_so(self) -> None:
        guest = Guest(3)
        guest.heard.clear()
        guest.table.act(*kit.by_chance(Match(guest.table.match.game, 3), random.Random(1)))
        assert guest.heard[:2] == ["Round 1 of 3 begins.", "Your turn."]
        assert "1. I am ready." not in guest.heard
        guest.heard.clear()
        guest.table.tell_room("play")
        assert guest.heard == []
