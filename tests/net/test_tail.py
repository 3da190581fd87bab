"""Whoever was not there is told what has happened meanwhile: the last of it, only once, and only what was for them."""

from __future__ import annotations

import random

import pytest

from engine.board import Moved, Noted, Shown
from net import wire
from net.limits import CHAT_TOLD_LINES, EVENTS_TOLD
from net.tail import Tail
from tests.net import muse
from tests.net.company import Company
from tests.net.desk import Desk, Guest
from tests.net.test_resume import killed


def test_a_tail_keeps_the_last_and_tells_nothing_twice() -> None:
    tail: Tail[str] = Tail(100, 3)
    assert (tail.end, tail.since(100), tail.since(0)) == (100, (), ())
    for letters in ("a", "b", "cd", "e"):
        tail.add(letters)
    assert tail.end == 105
    assert tail.since(105) == ()
    assert tail.since(103) == ("d", "e")
    assert tail.since(101) == ("c", "d", "e")
    for elsewhere in (0, 99, 106, -1, 2**63):
        assert tail.since(elsewhere) == ("c", "d", "e")


def test_what_comes_together_is_told_whole_to_those_who_are_there() -> None:
    tail: Tail[str] = Tail(0, 3, str.isdigit)
    tail.add("ab")
    tail.add("123456c")
    assert tail.since(2) == (*"123456c",)
    assert tail.since(0) == (*"abc",), "how it went in detail is not for later"
    tail.add("d")
    assert tail.since(2) == (*"cd",)


def back(desk: Desk, guest: Guest, role: wire.Role = "play") -> Guest:
    """The same client comes back, and says what it has heard."""
    heard, said = guest.all(wire.Update), guest.all(wire.Said)
    again = desk.stranger(guest.name)
    told = heard[-1].told if heard else 0
    again.send(
        wire.Hello(
            wire.VERSION,
            guest.name,
            again.hello.token,
            again.hello.code,
            role,
            told=told,
            said=said[-1].n if said else 0,
        )
    )
    return again


@pytest.mark.parametrize("restarted", [False, True])
def test_who_comes_back_hears_what_happened_meanwhile_and_who_missed_nothing_hears_nothing(restarted: bool) -> None:
    desk = Desk("toy", 2, window_s=3)
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    one, other = (ana, bob) if ana.view and ana.view.turn == 0 else (bob, ana)
    one.play("draw")
    other.lose()
    missed_from = len(one.heard)
    one.play("throw")
    if restarted:
        desk = killed(desk)
    [here] = back(desk, one).all(wire.Update)
    assert here.events == ()
    [update] = back(desk, other).all(wire.Update)
    [thrown] = [message for message in one.heard[missed_from:] if isinstance(message, wire.Update)]
    assert [type(event) for event in update.events] == [type(event) for event in thrown.events] == [Moved]
    assert [event.dst.zone for event in update.events if isinstance(event, Moved)] == ["discard"]
    [seen] = back(desk, watcher, "watch").all(wire.Update)
    assert seen.events == ()


def test_EVENTS_TOLD_who_comes_for_the_first_time_hears_the_last_things_but_not_how_the_cards_went_round() -> None:
    desk = Desk("toy", 2, window_s=0)
    guests = desk.playing("Ana", "Bob")
    for _ in range(30):
        for guest in guests:
            guest.play("draw", "throw")
        desk.wait(0)
    update = desk.guest("Wil", "watch").last(wire.Update)
    assert len(update.events) == EVENTS_TOLD
    assert not [event for event in update.events if isinstance(event, Moved) and event.by == -1]


def test_what_is_told_later_is_what_this_viewer_was_told_then() -> None:
    """Not what the viewer could see now: the other's card was drawn unseen, though it lies on the pile for all."""
    desk = Desk("toy", 2, window_s=3)
    guests = desk.playing("Ana", "Bob")
    for guest in guests:
        guest.play("draw")
        guest.play("throw")
    one = next(guest for guest in guests if guest.all(wire.Update) and guest.all(wire.Answer))
    other = next(guest for guest in guests if guest is not one)
    drawn = {guest.name: desk.guest(guest.name).last(wire.Update).events for guest in (one, other)}
    watched = desk.guest("Wil", "watch").last(wire.Update).events
    for name, events in [*drawn.items(), ("Wil", watched)]:
        cards = [event.card for event in events if isinstance(event, Moved) and event.dst.zone.startswith("hand")]
        assert cards, name
        assert all((card is not None) == (name == one.name) for card in cards)


def test_what_only_one_was_told_is_told_again_to_nobody_else() -> None:
    desk = Desk("muse")
    ana, _ = desk.playing("Ana", "Bob")
    ana.act(muse.MUSE)
    noted = {
        name: [event for event in desk.guest(name).last(wire.Update).events if isinstance(event, Noted)]
        for name in ("Ana", "Bob")
    }
    assert [len(events) for events in noted.values()] == [1, 0]
    assert not [event for event in desk.guest("Wil", "watch").last(wire.Update).events if isinstance(event, Noted)]


def test_CHAT_TOLD_LINES_chat_that_was_missed_is_told_but_not_twice() -> None:
    desk = Desk()
    ana, bob = desk.playing("Ana", "Bob")
    ana.send(wire.Say("one"))
    bob.lose()
    ana.send(wire.Say("two"))
    assert [said.text for said in back(desk, bob).last(wire.Welcome).chat] == ["two"]
    assert [said.text for said in desk.guest("Wil", "watch").last(wire.Welcome).chat] == ["one", "two"]
    for number in range(CHAT_TOLD_LINES):
        desk.wait(1)
        ana.send(wire.Say(str(number)))
    assert len(desk.guest("Wes", "watch").last(wire.Welcome).chat) == CHAT_TOLD_LINES
    again = killed(desk)
    assert back(again, ana).last(wire.Welcome).chat == (), "chat is not in the journal; clients have what they heard"


def test_a_client_that_comes_back_has_the_whole_story_once() -> None:
    """The real one, through a lost line and a whole round."""
    company = Company("Ana", "Bob", rounds=1)
    company.start()
    dice = random.Random(1)
    for turn in range(12):
        if turn % 3 == 1:
            company.loses("Bob")
        company.act_once(dice)
        company.wait(0.5)
        if turn % 3 == 1:
            company.comes("Bob")
    stories = {
        name: [event for event in company.links[name].news if not isinstance(event, Shown)] for name in ("Ana", "Bob")
    }
    assert len(stories["Ana"]) == len(stories["Bob"]) > 20
    assert [type(event) for event in stories["Ana"]] == [type(event) for event in stories["Bob"]]
