"""The table by frames made by hand: what is told of acts, chat, time, and floods."""

from __future__ import annotations

import math

import msgspec
import pytest

from net import wire
from net.limits import ALONE_TABLE_S, CHAT_CELLS_MAX, EMPTY_TABLE_S, MESSAGES_BURST, MESSAGES_PER_S
from net.table import Table
from tests.net import muse
from tests.net.desk import CODE, Desk, on_turn, token


@pytest.fixture
def desk() -> Desk:
    return Desk(window_s=3)


# what is told


def test_who_learns_nothing_is_sent_nothing() -> None:
    desk = Desk("muse", seats=2)
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    desk.forget()
    ana.act(muse.MUSE)
    assert len(ana.all(wire.Update)) == 1
    assert not bob.heard
    assert not watcher.heard
    on_turn(ana, bob)[0].act("draw")
    assert [guest.last(wire.Update).seq for guest in (ana, bob)] == [3, 2], "each seat's updates are counted apart"


def test_everything_is_told_again_on_request(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    for guest in (ana, watcher):
        desk.forget()
        guest.send(wire.Resync())
        (update,) = guest.all(wire.Update)
        assert update.view == guest.view
        assert update.events == ()
        assert len(guest.all(wire.Room)) == 1
        assert not bob.heard


def test_watchers_share_one_frame_and_come_after_the_players(desk: Desk) -> None:
    one, _ = on_turn(*desk.playing("Ana", "Bob"))
    watchers = [desk.guest(name, "watch") for name in ("Wil", "Wes")]
    desk.table.receive(one.conn, wire.encode(wire.Act(1, msgspec.Raw(one.action("draw")))), desk.now)
    out = desk.table.drain()
    assert out[-1].conns == tuple(watcher.conn for watcher in watchers)
    assert [outgoing.newest for outgoing in out] == [False] * (len(out) - 1) + [True], "only old views may be left out"


def test_one_who_begins_to_watch_costs_the_others_no_view(desk: Desk) -> None:
    desk.playing("Ana", "Bob")
    first = desk.guest("Wil", "watch")
    desk.forget()
    second = desk.guest("Wes", "watch")
    assert not first.all(wire.Update)
    assert second.last(wire.Update).view == first.view


# chat


def test_CHAT_CELLS_MAX_chat_reaches_everybody_clean_and_short(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    desk.forget()
    ana.send(wire.Say(" \x1b[31mred\x07 \u202e[/b]\n\nnext\u200b" + "x" * 1000))
    for guest in (ana, bob, watcher):
        (said,) = guest.all(wire.Said)
        assert (said.name, said.seat) == ("Ana", 0)
        assert said.text.startswith("[31mred [/b] nextxxx")
        assert len(said.text) == CHAT_CELLS_MAX


def test_chat_without_a_visible_character_is_not_passed_on(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    ana.send(wire.Say("\u200b\x07 \n"))
    assert not ana.heard
    assert not bob.heard


def test_watchers_chat_only_while_no_round_is_played() -> None:
    desk = Desk(rounds=2, window_s=0)
    ana = desk.guest("Ana")
    watcher = desk.guest("Wil", "watch")

    def chat() -> bool:
        desk.forget()
        watcher.send(wire.Say("hello"))
        assert bool(ana.all(wire.Said)) != (watcher.refused == "no-chat-now")
        return bool(ana.all(wire.Said))

    assert chat()
    (ana,) = desk.playing("Ana")
    assert not chat()
    desk.finish_round(ana)
    assert chat()
    assert ana.all(wire.Said)[0].seat is None
    ana.send(wire.Ready())
    assert not chat()
    desk.finish_round(ana)
    assert chat()


# time


def test_the_clock_acts_when_its_time_has_come_and_everybody_knows_how_long_that_is(desk: Desk) -> None:
    one, other = on_turn(*desk.playing("Ana", "Bob"))
    one.act("draw")
    one.act("throw")
    (timer,) = other.last(wire.Update).view.timers
    assert other.last(wire.Update).clocks == {timer: 3.0}
    assert desk.table.deadline() == desk.now + 3
    desk.wait(2)
    late = desk.guest(other.name)
    assert late.last(wire.Update).clocks == {timer: 1.0}
    desk.wait(0.999)
    assert (-2, "close") not in desk.acts
    desk.wait(0.001)
    assert (-2, "close") in desk.acts
    assert late.last(wire.Update).clocks == {}


def test_with_no_person_connected_the_table_pauses() -> None:
    desk = Desk(seats=3, window_s=3)
    (ana,) = desk.playing("Ana")
    while not ana.view or not ana.view.timers:
        desk.wait(0.1)
        ana.play("draw", "throw")
    left = ana.last(wire.Update).clocks
    before = len(desk.lines)
    watcher = desk.guest("Wil", "watch")
    ana.lose()
    desk.wait(1_000)
    assert len(desk.lines) == before, "neither bots nor the clock act, and nobody's patience ends"
    assert watcher.chairs[0].sitter == "person"
    back = desk.guest("Ana")
    assert back.last(wire.Update).clocks == left, "the time of the pause is given back"
    desk.wait(max(left.values()) + 5)
    assert len(desk.lines) > before


def test_EMPTY_TABLE_S_a_table_that_is_empty_for_long_closes() -> None:
    desk = Desk()
    ana = desk.guest("Ana")
    desk.wait(10 * EMPTY_TABLE_S)
    assert not desk.table.finished
    ana.lose()
    desk.wait(EMPTY_TABLE_S - 1)
    ana = desk.guest("Ana")
    watcher = desk.guest("Wil", "watch")
    ana.lose()
    desk.wait(2 * EMPTY_TABLE_S)
    assert not desk.table.finished, "somebody watches"
    watcher.lose()
    desk.wait(EMPTY_TABLE_S - 1)
    assert not desk.table.finished
    desk.wait(1)
    assert desk.table.finished
    assert desk.table.deadline() == math.inf


def test_EMPTY_TABLE_S_whoever_is_away_has_not_gone() -> None:
    desk = Desk()
    (ana,) = desk.playing("Ana")
    ana.send(wire.Away())
    desk.wait(10 * EMPTY_TABLE_S)
    assert not desk.table.finished


def test_ALONE_TABLE_S_a_table_opened_for_one_alone_ends_soon_without_that_one_and_may_come_back() -> None:
    desk = Desk(alone=True)
    (ana,) = desk.playing("Ana")
    ana.lose()
    desk.wait(ALONE_TABLE_S - 1)
    assert not desk.table.finished, "a line may be lost for a moment"
    ana = desk.guest("Ana")
    ana.send(wire.Away())
    desk.wait(10 * EMPTY_TABLE_S)
    assert not desk.table.finished, "she is away, and has not gone"
    ana.lose()
    desk.wait(ALONE_TABLE_S)
    assert desk.table.finished
    assert desk.table.may_come_back


def test_ALONE_TABLE_S_a_table_where_a_friend_holds_a_chair_is_no_longer_for_one_alone() -> None:
    desk = Desk(alone=True)
    guests = desk.playing("Ana", "Ben")
    for guest in guests:
        guest.lose()
    desk.wait(EMPTY_TABLE_S - 1)
    assert not desk.table.finished


def test_a_table_to_which_nobody_ever_comes_closes_too() -> None:
    desk = Desk()
    desk.table.tick(desk.now)
    desk.wait(EMPTY_TABLE_S)
    assert desk.table.finished


@pytest.mark.parametrize("by_its_shell", [True, False])
def test_a_table_that_closes_says_goodbye_to_everybody(by_its_shell: bool) -> None:
    desk = Desk(seats=3)
    ana, bob = desk.playing("Ana", "Bob")
    guests = [ana, bob, desk.guest("Wil", "watch"), desk.stranger()]
    if by_its_shell:
        desk.table.close()
        desk.drain()
    else:
        ana.send(wire.CloseTable())
    assert [guest.bye for guest in guests] == ["closed"] * 4
    assert desk.table.finished


# floods


def test_MESSAGES_BURST_who_sends_too_much_is_closed_and_keeps_the_chair(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    for _ in range(MESSAGES_BURST):
        assert not bob.gone
        bob.send(wire.Ready())
    bob.send(wire.Ready())
    assert bob.bye == "too-fast"
    assert ana.chairs[1].line == "lost"
    assert desk.guest("Bob").last(wire.Welcome).seat == 1


def test_MESSAGES_PER_S_a_steady_stream_below_the_limit_goes_on_for_ever(desk: Desk) -> None:
    ana = desk.guest("Ana")
    for _ in range(10 * MESSAGES_BURST):
        ana.send(wire.Ready())
        desk.wait(1.01 / MESSAGES_PER_S)
    assert not ana.gone


@pytest.mark.parametrize("frame", [b"", b"\xff", b"[" * 9_000, '{"t":"say","text":"\\ud800"}', b'{"t":"ready","x":1}'])
def test_a_frame_that_nobody_understands_ends_that_connection_alone(desk: Desk, frame: bytes | str) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    bob.frame(frame)
    assert bob.bye == "not-understood"
    watcher.frame(frame)
    assert watcher.gone or watcher.refused == "read-only"
    assert not ana.gone


def test_frames_for_a_connection_that_is_closed_are_ignored(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.frame(b"garbage")
    desk.forget()
    bob.send(wire.Say("hello?"))
    bob.lose()
    assert not bob.heard
    assert not ana.heard


def test_a_table_needs_a_number_of_seats_and_options_that_its_game_has() -> None:
    for wrong in ({"seats": 9, "options": {}}, {"seats": 2, "options": {"stakes": 1}}):
        with pytest.raises(Exception, match=r"seats|no-such-option"):
            Table("toy", code=CODE, host_token=token("Ana"), rng=None, entropy=None, record=print, **wrong)  # type: ignore[arg-type]
