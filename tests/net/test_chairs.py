"""Who sits where: coming, going and coming back, bots for those who are away, and watchers."""

from __future__ import annotations

import random

import msgspec
import pytest

from net import wire
from net.chairs import Chair, Chairs, Person
from net.limits import LOST_GRACE_S, PAST_WINDOWS, WATCHERS_AT_ONCE, WATCHERS_TOLD_EVERY_S
from net.robots import THINK_MAX_S
from tests.net import hostile
from tests.net.desk import HOST, Desk, sitters, token


@pytest.fixture
def desk() -> Desk:
    return Desk()


# two windows


def test_the_newest_window_has_the_seat_and_nobody_else_notices(desk: Desk) -> None:
    """S05: the old one is told with a final code, and the others are told nothing."""
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    desk.forget()
    again = desk.guest("Ana")
    assert ana.heard == [wire.Bye("elsewhere")]
    assert ana.gone
    assert "elsewhere" not in wire.AGAIN
    welcome, update, room = again.heard
    assert welcome == wire.Welcome(0, 0, True)
    assert isinstance(update, wire.Update)
    assert update.view == ana.view
    assert isinstance(room, wire.Room)
    assert not bob.heard
    assert not watcher.heard
    ana.lose()
    assert not bob.heard, "that the old connection ends is no news"


def test_an_older_window_that_comes_back_by_itself_does_not_get_the_seat_again(desk: Desk) -> None:
    """S05: its computer was asleep when it was told that it had been replaced."""
    desk.guest("Ana")
    old = desk.guest("Bob", window="old")
    old.lose()
    new = desk.guest("Bob", window="new")
    assert desk.guest("Bob", window="old").bye == "elsewhere"
    assert not new.gone
    new.lose()
    assert desk.guest("Bob", window="new").bye == ""
    assert desk.guest("Bob", window="newest").bye == ""


def test_PAST_WINDOWS_so_many_windows_are_remembered_and_no_more(desk: Desk) -> None:
    for number in range(PAST_WINDOWS + 2):
        desk.guest("Bob", window=f"{number}")
    assert [desk.guest("Bob", window=f"{number}").bye for number in (1, 2, PAST_WINDOWS)] == ["elsewhere"] * 3
    assert desk.guest("Bob", window="0").bye == "", "it is as good as a new one"


def test_two_windows_of_a_watcher_do_not_count_twice(desk: Desk) -> None:
    ana = desk.guest("Ana")
    first = desk.guest("Wil", "watch")
    desk.forget()
    second = desk.guest("Wil", "watch")
    assert first.bye == "elsewhere"
    assert second.last(wire.Room).watchers == ("Wil",)
    assert not ana.heard


@pytest.mark.parametrize("plays_first", [True, False])
def test_nobody_plays_and_watches_with_the_same_token(desk: Desk, plays_first: bool) -> None:
    """Whoever has a chair gets it, and the newest connection counts."""
    before = desk.guest("Ana", "play" if plays_first else "watch")
    now = desk.guest("Ana", "watch" if plays_first else "play")
    assert before.bye == "elsewhere"
    assert now.last(wire.Welcome).seat == 0
    assert now.last(wire.Room).watchers == ()


# losing the line


def test_LOST_GRACE_S_a_lost_line_is_told_at_once_and_a_bot_sits_in_after_the_grace(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.lose()
    assert sitters(ana) == "Ana Bob:person/lost"
    desk.wait(LOST_GRACE_S - 0.1)
    assert sitters(ana) == "Ana Bob:person/lost"
    desk.wait(0.1)
    assert sitters(ana) == "Ana Bob:bot/lost"


def test_who_comes_back_within_the_grace_has_lost_nothing(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.lose()
    desk.wait(LOST_GRACE_S - 0.1)
    again = desk.guest("Bob")
    assert again.view == bob.view
    desk.wait(2 * LOST_GRACE_S)
    assert sitters(ana) == "Ana Bob"


def test_the_host_need_not_wait_for_the_grace(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.lose()
    ana.send(wire.SeatBot(1))
    assert sitters(ana) == "Ana Bob:bot/lost"
    desk.wait(2 * LOST_GRACE_S)
    assert desk.guest("Bob").last(wire.Welcome).seat == 1


def test_who_comes_back_in_the_middle_of_the_bot_s_turn_decides_from_there(desk: Desk) -> None:
    """S18: the same hand, and the next decision is the person's."""
    ana, bob = desk.playing("Ana", "Bob")
    bob.lose()
    ana.send(wire.SeatBot(1))
    while (1, "draw") not in desk.acts:
        ana.play("draw", "throw")
        desk.wait(0.1)
    before = len(desk.acts)
    bob = desk.guest("Bob")
    assert sitters(ana) == "Ana Bob"
    assert bob.view is not None
    assert len(bob.view.zone("hand:1")) == 1
    desk.wait(10 * THINK_MAX_S)
    assert len(desk.acts) == before, "the bot does nothing more"
    assert bob.act("throw") == wire.Answer(1)


# away


def test_for_who_says_to_be_away_a_bot_plays_at_once_and_who_is_back_decides_next(desk: Desk) -> None:
    """S18, on purpose: the same hand, and nothing missed."""
    ana, bob = desk.playing("Ana", "Bob")
    bob.send(wire.Away())
    assert sitters(ana) == "Ana Bob:bot/away"
    while (1, "draw") not in desk.acts:
        ana.play("draw", "throw")
        desk.wait(0.1)
    assert bob.view is not None
    assert len(bob.view.zone("hand:1")) == 1, "who is away still sees what happens"
    bob.send(wire.Back())
    assert sitters(ana) == "Ana Bob"
    before = len(desk.acts)
    desk.wait(10 * THINK_MAX_S)
    assert len(desk.acts) == before
    assert bob.act("throw") == wire.Answer(1)


def test_who_acts_or_is_ready_is_back(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    one = ana if ana.view and ana.view.turn == 0 else bob
    one.send(wire.Away())
    assert one.act("draw") == wire.Answer(1)
    assert sitters(ana) == "Ana Bob"
    one.send(wire.Away())
    one.send(wire.Ready())
    assert sitters(ana) == "Ana Bob"


def test_when_everybody_is_away_the_table_pauses(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    for guest in (ana, bob):
        guest.send(wire.Away())
    before = len(desk.acts)
    desk.wait(1_000)
    assert len(desk.acts) == before
    bob.send(wire.Back())
    desk.wait(10 * THINK_MAX_S)
    assert sitters(bob) == "Ana:bot/away Bob"


def test_who_is_away_and_loses_the_line_is_lost_and_gets_the_chair_back(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.send(wire.Away())
    bob.lose()
    assert sitters(ana) == "Ana Bob:bot/lost"
    desk.wait(LOST_GRACE_S)
    desk.guest("Bob")
    assert sitters(ana) == "Ana Bob"


def test_nobody_is_away_from_a_table_where_nothing_is_played(desk: Desk) -> None:
    ana = desk.guest("Ana")
    ana.send(wire.Away())
    assert ana.refused == "not-now"
    ana.send(wire.Back())
    assert sitters(ana) == "Ana -:nobody/here"


# leaving on purpose


def test_for_who_leaves_on_purpose_a_bot_sits_in_at_once(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.send(wire.Leave())
    assert bob.bye == "left"
    assert sitters(ana) == "Ana Bob:bot/left"
    bob.lose()
    assert sitters(ana) == "Ana Bob:bot/left", "leaving and losing the line are told apart"
    again = desk.guest("Bob")
    assert again.last(wire.Welcome).seat == 1
    assert sitters(ana) == "Ana Bob"


def test_who_leaves_before_the_match_leaves_an_open_chair(desk: Desk) -> None:
    ana, bob = desk.guest("Ana"), desk.guest("Bob")
    bob.send(wire.Leave())
    assert sitters(ana) == "Ana -:nobody/here"
    assert desk.guest("Cem").last(wire.Welcome).seat == 1


def test_a_line_lost_before_the_match_opens_the_chair_after_the_grace(desk: Desk) -> None:
    ana, bob = desk.guest("Ana"), desk.guest("Bob")
    bob.lose()
    assert desk.guest("Cem").bye == "full"
    desk.wait(LOST_GRACE_S)
    assert sitters(ana) == "Ana -:nobody/here"
    assert desk.guest("Cem").last(wire.Welcome).seat == 1


# coming in


def test_a_newcomer_takes_an_open_chair_and_then_a_bot_s() -> None:
    desk = Desk(seats=4)
    ana = desk.guest(HOST)
    ana.send(wire.SeatBot(1))
    assert desk.guest("Bob").last(wire.Welcome).seat == 2
    assert desk.guest("Cem").last(wire.Welcome).seat == 3
    assert desk.guest("Dea").last(wire.Welcome).seat == 1
    assert sitters(ana) == "Ana Dea Bob Cem"


def test_a_newcomer_takes_a_bot_s_chair_in_the_middle_of_the_match_but_not_that_of_who_is_away() -> None:
    desk = Desk(seats=3)
    ana, bob = desk.playing("Ana", "Bob")
    bob.send(wire.Leave())
    cem = desk.guest("Cem")
    assert cem.last(wire.Welcome).seat == 2
    assert cem.view is not None
    assert desk.guest("Dea").bye == "full"
    assert sitters(ana) == "Ana Bob:bot/left Cem"


# watchers


MAY = {wire.Far, wire.Leave, wire.Resync, wire.Say}
"""What also somebody who watches can say, beside to sit down."""
SENT = [kind for kind in hostile.MESSAGES if kind is not wire.Sit]
TRIES = 8


@pytest.mark.parametrize("with_the_host_s_token", [False, True])
@pytest.mark.parametrize("phase", ["lobby", "play", "deal", "over"])
@pytest.mark.parametrize("kind", SENT, ids=lambda kind: kind.__name__)
def test_whatever_a_watcher_sends_changes_nothing(
    kind: type[wire.Message], phase: wire.Phase, with_the_host_s_token: bool
) -> None:
    """S14: read-only, whoever it is and whatever it says. Every kind of message there is, also a new one."""
    desk, dice = Desk(rounds=1 if phase == "over" else 2, window_s=0), random.Random(1)
    players = [desk.guest(name) for name in ("Ana", "Bob")]
    if phase != "lobby":
        players[:] = desk.playing("Ana", "Bob")
    if phase in ("deal", "over"):
        desk.finish_round(*players)
    assert desk.table.phase == phase
    if with_the_host_s_token:
        players[0].send(wire.FreeSeat(0))  # whoever brings the token of a chair does not watch
    for _ in range(TRIES):
        watcher = desk.guest("Wil", "watch", **({"token": token(HOST)} if with_the_host_s_token else {}))
        before = whole(desk)
        desk.forget()
        watcher.send(hostile.message(dice, kind))
        if kind not in MAY:
            assert watcher.heard == [wire.Answer(0, wire.Refusal("read-only"))]
            assert not players[1].heard
        watcher.lose()
        assert whole(desk) == before


def whole(desk: Desk) -> tuple[object, ...]:
    """All that there is to change: the match, its journal, and who sits where with which powers."""
    table = desk.table
    state = None if table.match is None else msgspec.json.encode(table.match.state)
    chairs = [(chair.seated(seat), chair.describe()) for seat, chair in enumerate(table._chairs)]
    return state, table.phase, table._options, table.finished, len(desk.lines), chairs


def test_what_a_watcher_may_not_do_is_not_even_read(desk: Desk) -> None:
    watcher = desk.guest("Wil", "watch")
    watcher.frame(b'{"t":"act","n":"many","action":')
    assert watcher.bye == "not-understood"
    watcher = desk.guest("Wil", "watch")
    watcher.frame(b'{"t":"act","n":"many","anything":[1,2]}')
    assert watcher.refused == "read-only"


def test_watchers_are_listed_apart_and_go_as_they_came(desk: Desk) -> None:
    ana = desk.guest("Ana")
    watchers = [desk.guest(name, "watch") for name in ("Wil", "Wes")]
    assert ana.last(wire.Room).watchers == ("Wil", "Wes")
    watchers[0].send(wire.Leave())
    assert watchers[0].bye == "left"
    assert ana.last(wire.Room).watchers == ("Wes",)
    watchers[1].lose()
    assert ana.last(wire.Room).watchers == ()


def test_WATCHERS_AT_ONCE_WATCHERS_TOLD_EVERY_S_who_comes_to_a_crowd_is_told_at_once_others_soon(desk: Desk) -> None:
    ana, *few = desk.guest("Ana"), *(desk.guest(f"w{number}", "watch") for number in range(WATCHERS_AT_ONCE))
    desk.forget()
    more = [desk.guest(name, "watch") for name in ("Wil", "Wes", "Xi")]
    assert [len(guest.last(wire.Room).watchers) for guest in more] == [len(few) + number for number in (1, 2, 3)]
    assert not any(guest.all(wire.Room) for guest in (ana, *few))
    desk.wait(WATCHERS_TOLD_EVERY_S)
    for guest in (ana, *few, *more[:2]):
        assert guest.last(wire.Room).watchers[-3:] == ("Wil", "Wes", "Xi")
    assert [len(guest.all(wire.Room)) for guest in (ana, *few, *more)] == [1] * (1 + len(few)) + [2, 2, 1]
    assert desk.table.deadline() > desk.now + WATCHERS_TOLD_EVERY_S
    ana.send(wire.Ready())
    assert few[0].last(wire.Room).chairs[0].ready, "what else happens is told at once"


# the chairs themselves


def test_of_the_chairs_that_nobody_holds_the_open_ones_go_first_and_the_last_before_the_others() -> None:
    chairs = Chairs(5)
    bots = [Chair(bot=Person("", name)) for name in ("Ada", "Bruno")]
    person = Chair(person=Person("", "Ana"))
    chairs.chairs = [Chair(), bots[0], person, Chair(), bots[1]]
    removed = chairs.resize(3)
    assert removed is not None
    assert chairs.chairs == [bots[0], person, bots[1]]
    assert chairs.resize(1) == [bots[1], bots[0]]
    assert chairs.resize(0) is None
    assert chairs.chairs == [person]
    assert chairs.resize(2) == []
    assert len(chairs) == 2
