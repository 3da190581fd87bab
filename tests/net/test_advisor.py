"""Advice for persons: from their own view, to them alone, and so that nobody else can tell."""

from __future__ import annotations

import random

import pytest

from engine.twin import twin
from net import limits, wire
from net.thinker import consider
from net.thought import Advice, Question
from tests.net.desk import Desk, Guest

PLAYOUTS = range(200)


def playing(*names: str, game: str = "toy", **options: int | str) -> tuple[Desk, tuple[Guest, ...], Guest]:
    """A table that allows advice, and who is to move there."""
    desk = Desk(game, seats=max(2, len(names)), **{"advice": "on", **options})
    guests = desk.playing(*names)
    assert desk.table.match is not None
    return desk, guests, guests[desk.table.match.state.turn]


def asks(desk: Desk, guest: Guest) -> list[Question]:
    guest.send(wire.AskAdvice())
    return [question for question in desk.table.questions() if question.asker >= 0]


def answer(desk: Desk, question: Question, *actions: bytes) -> None:
    desk.table.advise(Advice(question.asker, question.number, actions[0], actions[1:]))
    desk.drain()


def advised(guest: Guest) -> list[tuple[bytes, ...]]:
    return [tuple(map(bytes, message.actions)) for message in guest.all(wire.Advised)]


def test_whoever_is_to_move_is_told_what_a_hard_bot_would_do() -> None:
    desk, _, ana = playing("Ana", "Bob")
    (question,) = asks(desk, ana)
    assert (question.strength, question.view) == ("hard", ana.view)
    desk.table.advise(consider(question, PLAYOUTS))
    desk.drain()
    ((best, *_),) = advised(ana)
    assert ana.act(best) == wire.Answer(1)


def test_nobody_else_hears_of_it_and_nothing_waits_for_it() -> None:
    """Two evenings, in one of which somebody asks all the time: the others are sent the same at the same times."""
    told = []
    for nosy in (False, True):
        desk, guests, _ = playing("Ana", "Bob", game="allegra", rounds=1, knock_window=1)
        heard: list[object] = []
        dice = random.Random(1)
        for _ in range(150):
            if nosy:
                for question in asks(desk, guests[0]):
                    desk.table.advise(consider(question, range(20)))
                    desk.drain()
            heard += [(desk.now, desk.table.deadline()), *guests[1].heard]
            desk.forget()
            for guest in guests:
                guest.play(*dice.sample(["reveal", "draw", "drop", "drop-only", "knock", "put", "pull", "place"], 8))
            desk.wait(0.4)
        told.append(heard)
        assert len(desk.acts) > 50
    assert told[0] == told[1]


def test_what_is_asked_follows_from_the_view_alone() -> None:
    """In a twin of the match, which the seat cannot tell from it, the very same is asked, and so advised."""
    questions = []
    for seed in (None, 1, 2):
        desk, _, ana = playing("Ana", "Bob", game="romi")
        ana.play("cut")
        match = desk.table.match
        assert match is not None
        seat = match.state.turn
        if seed is not None:
            match.state = twin(match.state, match.game.sees, seat, random.Random(seed))
        player = next(guest for guest in desk.everybody if guest.view is not None and guest.view.viewer == seat)
        questions += asks(desk, player)
    assert len(questions) == 3
    assert questions[0] == questions[1] == questions[2]


def test_an_answer_that_comes_when_it_has_been_decided_is_not_told() -> None:
    desk, _, ana = playing("Ana", "Bob")
    (question,) = asks(desk, ana)
    ana.play("draw")
    answer(desk, question, b"1")
    assert advised(ana) == []
    (question,) = asks(desk, ana)
    answer(desk, question, b"2", b"3")
    assert advised(ana) == [(b"2", b"3")]


def test_what_is_done_beside_the_play_does_not_change_what_is_to_be_decided() -> None:
    desk, _, ana = playing("Ana", "Bob", game="muse")
    (question,) = asks(desk, ana)
    ana.play("muse")
    answer(desk, question, b"1")
    assert advised(ana) == [(b"1",)]


def test_of_a_decision_one_question_is_asked_and_the_answer_is_told_again() -> None:
    desk, _, ana = playing("Ana", "Bob")
    (question,) = asks(desk, ana)
    assert asks(desk, ana) == []
    answer(desk, question, b"1")
    assert asks(desk, ana) == []
    assert advised(ana) == [(b"1",), (b"1",)]


def test_ADVICE_PER_S_ADVICE_BURST_nobody_is_advised_too_often() -> None:
    desk, guests, ana = playing("Ana", "Bob", window_s=0)
    in_turn = sorted(guests, key=lambda guest: guest is not ana)
    for _ in range(limits.ADVICE_BURST):
        assert len(asks(desk, ana)) == 1
        for guest in in_turn:
            guest.play("draw", "throw")
            desk.wait(0)
    assert (asks(desk, ana), ana.refused) == ([], "advice-often")
    desk.wait(1 / limits.ADVICE_PER_S)
    assert len(asks(desk, ana)) == 1


@pytest.mark.parametrize("options", [{"advice": "off"}, {}])
def test_only_a_table_that_allows_it_advises(options: dict[str, str]) -> None:
    desk = Desk(seats=2, **options)
    ana, bob = desk.playing("Ana", "Bob")
    for guest in (ana, bob):
        assert asks(desk, guest) == []
        assert guest.refused == "no-advice"


def test_nobody_is_advised_who_is_not_waited_for() -> None:
    """Not in a race either: there, who stops to ask has lost it, and who can ask a machine should not be quicker."""
    desk, guests, ana = playing("Ana", "Bob", window_s=3)
    bob = next(guest for guest in guests if guest is not ana)
    watcher = desk.guest("Wil", "watch")
    ana.play("draw", "throw")
    assert bob.view is not None
    assert "knock" in [offer.code for offer in bob.view.offers]
    for guest, code in ((ana, "no-advice-now"), (bob, "no-advice-now"), (watcher, "read-only")):
        assert asks(desk, guest) == []
        assert guest.refused == code


def test_for_whom_a_bot_plays_gets_none() -> None:
    desk, _, ana = playing("Ana", "Bob")
    (question,) = asks(desk, ana)
    ana.send(wire.Away())
    answer(desk, question, b"1")
    assert asks(desk, ana) == []
    assert (advised(ana), ana.refused) == ([], "no-advice-now")


def test_who_comes_back_is_told() -> None:
    desk, _, ana = playing("Ana", "Bob")
    (question,) = asks(desk, ana)
    ana.lose()
    again = desk.guest(ana.name)
    answer(desk, question, b"1")
    assert advised(again) == [(b"1",)]


def test_before_a_game_there_is_nothing_to_advise() -> None:
    desk = Desk(seats=2, advice="on")
    ana = desk.guest("Ana")
    assert asks(desk, ana) == []
    assert ana.refused == "no-advice-now"
