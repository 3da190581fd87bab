"""Bots: clients inside the table, at a pace that tells nothing."""

from __future__ import annotations

import math
import random
import types
from typing import Any, cast

import msgspec
import pytest

from engine.game import Game, View
from engine.strengths import STRENGTHS, Strength
from net import wire
from net.characters import CHARACTERS
from net.robots import THINK_MAX_S, THINK_MIN_S, Robot
from net.thought import Advice, Question
from tests import toy
from tests.net.desk import HOST, Desk


def robot(decide: Any = toy.bot, seed: int = 0, strength: Strength = "normal") -> Robot:
    """One who is welcomed at seat 0, and decides like this."""
    game = cast(Game, types.SimpleNamespace(bot=decide, beside=decide, choices=toy.choices))
    made = Robot(game, "Ada", "the token of a bot", "", random.Random(seed), strength)
    made.receive(wire.encode(wire.Welcome(0, 0, False)), 0.0)
    made.receive(wire.encode(wire.Room("toy", {}, "play", (), ())), 0.0)
    return made


def view(**changes: Any) -> View:
    """A view with an offer."""
    ana, bob = Desk().playing("Ana", "Bob")
    seen = next(guest.view for guest in (ana, bob) if guest.view is not None and guest.view.offers)
    return msgspec.structs.replace(seen, **changes)


def show(robot: Robot, seq: int, seen: View, now: float) -> None:
    robot.receive(wire.encode(wire.Update(seq, seen)), now)


def test_a_bot_takes_its_time_and_then_does_what_the_game_advises() -> None:
    ada = robot()
    show(ada, 1, view(), 10.0)
    assert 10 + THINK_MIN_S <= ada.deadline <= 10 + THINK_MAX_S
    assert ada.tick(ada.deadline - 0.01) == []
    (frame,) = ada.tick(ada.deadline)
    act = wire.from_client(frame)
    assert isinstance(act, wire.Act)
    assert (act.n, msgspec.json.decode(act.action)["type"]) == (1, "draw")
    assert ada.deadline == float("inf")


def test_it_thinks_about_the_newest_view_and_no_longer_for_it() -> None:
    seen: list[View] = []
    ada = robot(lambda view, rng: seen.append(view))
    show(ada, 1, view(facts={"n": 1}), 10.0)
    deadline = ada.deadline
    show(ada, 2, view(facts={"n": 2}), 10.5)
    assert ada.deadline == deadline
    assert ada.tick(deadline) == []
    assert [view.facts for view in seen] == [{"n": 2}]


def test_it_decides_nothing_while_an_act_is_not_answered_and_again_when_it_was_refused() -> None:
    ada = robot()
    show(ada, 1, view(), 0.0)
    ada.tick(ada.deadline)
    show(ada, 2, view(facts={"n": 2}), 5.0)
    assert ada.tick(ada.deadline) == []
    ada.receive(wire.encode(wire.Answer(1, wire.Refusal("too-late"))), 10.0)
    assert ada.deadline > 10
    (frame,) = ada.tick(ada.deadline)
    assert b'"n":2' in frame


def test_with_nothing_to_do_it_asks_nobody() -> None:
    def never(view: View, rng: random.Random) -> bytes | None:
        raise AssertionError("there is nothing to decide")

    ada = robot(never)
    show(ada, 1, view(offers=()), 0.0)
    assert ada.tick(ada.deadline) == []


def test_its_pace_depends_neither_on_the_cards_nor_on_what_it_decides() -> None:
    """Bots that see other cards, and one that thinks hard, decide at the same moments."""

    def hard(view: View, rng: random.Random) -> bytes | None:
        return None if [rng.random() for _ in range(100)][-1] < 2 else b""

    moments = []
    for cards, decide in (("low", toy.bot), ("high", toy.bot), ("low", hard)):
        ada, deadlines = robot(decide), []
        for number in range(1, 20):
            show(ada, number, view(turns=number, facts={"cards": cards}), 10.0 * number)
            deadlines.append(ada.deadline)
            if b'"act"' in b"".join(ada.tick(ada.deadline)):
                ada.receive(wire.encode(wire.Answer(ada.link.pending.n if ada.link.pending else 0)), 10.0 * number)
        moments.append(deadlines)
    assert moments[0] == moments[1] == moments[2]
    assert len({round(deadline % 10, 6) for deadline in moments[0]}) == 19, "it is a pace, not a beat"
    assert all(0 < deadline % 10 < THINK_MAX_S for deadline in moments[0])


def test_what_it_alone_can_know_does_not_set_its_pace() -> None:
    """It thinks when cards have moved or the turn has passed on, which everybody sees."""
    ada = robot(lambda view, rng: None)
    show(ada, 1, view(), 0.0)
    ada.tick(ada.deadline)
    for number, changes in enumerate(({"facts": {"n": 1}}, {"offers": ()}, {"timers": ("mine",)}), 2):
        show(ada, number, view(**changes), 10.0)
        assert ada.deadline == math.inf
    for number, changes in enumerate(({"turns": 9}, {"turns": 9, "awaited": ()}, {"turns": 9, "zones": ()}), 5):
        show(ada, number, view(**changes), 10.0)
        assert ada.deadline < math.inf
        ada.tick(ada.deadline)


def test_it_thinks_again_while_its_turn_goes_on_after_what_it_has_done() -> None:
    """Also if nobody else can see what that was, as when it puts a meld together in private."""
    ada = robot()
    show(ada, 1, view(), 0.0)
    ada.tick(ada.deadline)
    ada.receive(wire.encode(wire.Answer(1)), 5.0)
    assert ada.deadline == math.inf
    show(ada, 2, view(facts={"staged": 1}), 5.0)
    assert ada.deadline < math.inf


# Advice


def asked(robot: Robot, now: float) -> Question:
    question = robot.question(-1, now)
    assert question is not None
    return question


def done(robot: Robot) -> Any:
    """What it does when its time has come."""
    return [msgspec.json.decode(frame)["action"] for frame in robot.tick(robot.deadline)]


def advice(question: Question, action: bytes | None = b'"advised"') -> Advice:
    return Advice(question.asker, question.number, action)


def awaited(**changes: Any) -> View:
    return view(viewer=0, awaited=(0,), **changes)


def test_while_it_is_waited_for_it_asks_what_to_do_once_a_view_and_does_it_when_its_time_has_come() -> None:
    ada = robot(strength="hard")
    show(ada, 1, awaited(), 10.0)
    question = asked(ada, 10.0)
    assert (question.view, question.strength, question.game) == (ada.link.view, "hard", "toy")
    assert 10 + question.budget_s < ada.deadline
    assert ada.question(-1, 10.1) is None
    ada.advise(advice(question))
    assert done(ada) == ["advised"]


def test_advised_to_wait_it_waits() -> None:
    ada = robot()
    show(ada, 1, awaited(), 10.0)
    ada.advise(advice(asked(ada, 10.0), None))
    assert done(ada) == []


def test_what_it_asks_tells_no_more_than_its_view() -> None:
    ada = robot()
    show(ada, 1, awaited(), 10.0)
    fields = msgspec.json.decode(wire.encode(asked(ada, 10.0)))
    assert fields.pop("view") == msgspec.json.decode(wire.encode(ada.link.view))
    assert {*fields} == {"asker", "number", "game", "options", "strength", "seed", "budget_s", "done"}


@pytest.mark.parametrize("strength", STRENGTHS)
def test_without_an_answer_to_its_last_question_it_decides_by_itself(strength: Strength) -> None:
    ada = robot(strength=strength)
    show(ada, 1, awaited(), 10.0)
    before = asked(ada, 10.0)
    show(ada, 2, awaited(facts={"n": 2}), 10.1)
    assert asked(ada, 10.1).number > before.number
    ada.advise(advice(before))
    (act,) = done(ada)
    assert act["type"] == "draw"


def test_an_answer_to_a_view_that_is_no_longer_true_is_forgotten() -> None:
    ada = robot()
    show(ada, 1, awaited(), 10.0)
    ada.advise(advice(asked(ada, 10.0)))
    show(ada, 2, awaited(facts={"n": 2}), 10.1)
    (act,) = done(ada)
    assert act["type"] == "draw"


def test_it_does_not_ask_when_it_is_not_waited_for_or_has_no_time() -> None:
    ada = robot()
    show(ada, 1, view(viewer=0, awaited=()), 10.0)
    assert ada.question(-1, 10.0) is None
    show(ada, 2, awaited(), 10.0)
    assert ada.question(-1, ada.deadline) is None


def test_its_pace_does_not_depend_on_the_answers() -> None:
    moments = []
    for answers in (True, False):
        ada, deadlines = robot(strength="hard"), []
        for number in range(1, 20):
            show(ada, number, awaited(turns=number), 10.0 * number)
            deadlines.append(ada.deadline)
            if answers:
                ada.advise(advice(asked(ada, 10.0 * number)))
            ada.tick(ada.deadline)
            ada.receive(wire.encode(wire.Answer(ada.link.pending.n if ada.link.pending else 0)), 10.0 * number)
        moments.append(deadlines)
    assert moments[0] == moments[1]


def test_a_table_asks_for_its_bots_and_plays_what_it_is_advised() -> None:
    desk = Desk(seats=2)
    ana = desk.guest(HOST)
    ana.send(wire.SeatBot(1, "hard"))
    ana.send(wire.Start())
    asked = 0
    for _ in range(300):
        desk.wait(0.2)
        for question in desk.table.questions():
            assert (question.strength, question.view.viewer) == ("hard", 1)
            offers = {offer.code: offer for offer in question.view.offers}
            action = bytes(offers["throw" if "throw" in offers else "draw"].action)
            desk.table.advise(advice(question, action))
            asked += 1
        ana.play("draw", "throw")
    ana.send(wire.SeatBot(1, "easy"))
    assert ana.chairs[1].strength == "easy"
    assert asked > 10
    assert {name for seat, name in desk.acts if seat == 1} - {"knock"} == {"draw", "throw"}


# At the table


def test_bots_play_a_whole_match_with_a_person_there_and_none_without() -> None:
    """One of them plays for somebody who has left."""
    desk = Desk("allegra", seats=4, rounds=1, knock_window=0)
    (ana,) = desk.playing("Ana")
    watcher = desk.guest("Wil", "watch")
    ana.send(wire.Leave())
    desk.wait(1_000)
    assert len(desk.acts) == 1
    bob = desk.guest("Bob")
    assert bob.last(wire.Welcome).seat == 1
    for _ in range(1_000):
        bob.play("reveal", "draw", "drop", "drop-only", "put", "pull", "place")
        desk.wait(1)
    assert desk.table.phase == "over"
    assert {seat for seat, name in desk.acts if name == "draw"} == {0, 1, 2, 3}
    assert watcher.view is not None
    assert watcher.view.over


def test_bots_have_names_of_their_own() -> None:
    desk = Desk("allegra", seats=6)
    ana = desk.guest(HOST)
    desk.guest("Ada")
    for seat in range(2, 6):
        ana.send(wire.SeatBot(seat))
    assert [chair.name for chair in ana.chairs] == [HOST, "Ada", *[*CHARACTERS][1:5]]
    ana.send(wire.FreeSeat(5))
    ana.send(wire.SeatBot(5, "easy"))
    assert CHARACTERS[ana.chairs[5].name].strength == "easy"


def test_bots_have_no_line_to_the_outside() -> None:
    desk = Desk(seats=3)
    (ana,) = desk.playing("Ana")
    sent: list[int] = []
    for _ in range(50):
        desk.now += 5
        desk.table.tick(desk.now)
        for outgoing in desk.table.drain():
            sent += outgoing.conns
            ana.hear(wire.from_host(outgoing.frame))
        ana.play("draw", "throw")
    assert sent
    assert {*sent} == {ana.conn}
