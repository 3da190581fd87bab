"""Bots: clients inside the table, at a pace that tells nothing."""

from __future__ import annotations

import math
import random
import types
from typing import Any, cast

import msgspec

from engine.game import Game, View
from net import wire
from net.robots import NAMES, THINK_MAX_S, THINK_MIN_S, Robot
from tests import toy
from tests.net.desk import HOST, Desk


def robot(decide: Any = toy.bot, seed: int = 0) -> Robot:
    """One who is welcomed at seat 0, and decides like this."""
    game = cast(Game, types.SimpleNamespace(bot=decide))
    made = Robot(game, "Ada", "the token of a bot", "", random.Random(seed))
    made.receive(wire.encode(wire.Welcome(0, 0, False)), 0.0)
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
    assert [chair.name for chair in ana.chairs] == [HOST, "Ada", *NAMES[1:5]]


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
