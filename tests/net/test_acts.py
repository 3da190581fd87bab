"""Acts by frames made by hand: each is played once, recorded, and answered."""

from __future__ import annotations

import msgspec
import pytest

from engine import journal
from engine.board import Moved
from net import wire
from tests.net import muse
from tests.net.desk import Desk, Guest, on_turn


@pytest.fixture
def desk() -> Desk:
    return Desk(window_s=3)


def test_an_act_is_recorded_answered_and_told_to_everybody(desk: Desk) -> None:
    one, other = on_turn(*desk.playing("Ana", "Bob"))
    watcher = desk.guest("Wil", "watch")
    desk.forget()
    assert one.act("draw") == wire.Answer(1)
    assert desk.acts[1:] == [(one.view and one.view.turn, "draw")]
    for guest in (one, other, watcher):
        (told,) = guest.all(wire.Update)
        (moved,) = told.events
        assert isinstance(moved, Moved)
        assert (moved.card is None) == (guest is not one), "only the one who draws sees the card"
    assert one.view is not None
    assert [offer.code for offer in one.view.offers] == ["lay", "throw"]


def test_nobody_is_told_of_an_act_before_it_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal that cannot be written keeps an act from being told."""
    desk = Desk()
    one, other = on_turn(*desk.playing("Ana", "Bob"))

    def full(line: journal.Line) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(desk.table._play, "_record", full)
    with pytest.raises(OSError, match="space"):
        one.act("draw")
    desk.drain()
    assert not one.heard
    assert not other.heard


def test_a_repeated_act_is_answered_alike_and_played_once(desk: Desk) -> None:
    """S01: two frames with the same number arrive 5 ms apart."""
    one, other = on_turn(*desk.playing("Ana", "Bob"))
    act = wire.Act(1, msgspec.Raw(one.action("draw")))
    one.send(act)
    desk.wait(0.005)
    desk.forget(other)
    one.send(act)
    assert one.all(wire.Answer) == [wire.Answer(1), wire.Answer(1)]
    assert len(one.all(wire.Update)) == 1
    assert not other.heard
    assert [name for _, name in desk.acts] == ["chance", "draw"]


def test_a_refused_act_stays_refused_when_it_is_repeated(desk: Desk) -> None:
    """Even if it would be allowed now: the number has been dealt with."""
    one, other = on_turn(*desk.playing("Ana", "Bob"))
    draw = wire.Act(1, msgspec.Raw(b'{"type":"draw","turn":2}'))
    other.send(draw)
    assert other.refused == "too-late"
    one.act("draw")
    one.act("throw")
    desk.wait(3)
    other.send(draw)
    assert other.refused == "too-late"
    assert (1, "draw") not in desk.acts[2:]
    other.n = 1
    assert other.act("draw") == wire.Answer(2)


def test_an_act_is_never_played_again_however_old() -> None:
    desk = Desk("muse")
    one, _ = desk.playing("Ana", "Bob")
    for _ in range(3):
        one.act(muse.MUSE)
    desk.forget()
    one.send(wire.Act(1, msgspec.Raw(muse.MUSE)))
    assert len(desk.acts) == 1 + 3
    assert not one.all(wire.Update)
    assert not one.gone


@pytest.mark.parametrize(("n", "bye"), [(1, "conflict"), (3, "out-of-order"), (10**9, "out-of-order")])
def test_a_number_with_other_bytes_or_out_of_order_ends_the_connection(desk: Desk, n: int, bye: str) -> None:
    one, _ = on_turn(*desk.playing("Ana", "Bob"))
    one.act("draw")
    one.send(wire.Act(n, msgspec.Raw(one.action("throw"))))
    assert one.bye == bye
    assert len(desk.acts) == 2


def test_an_act_that_waits_for_slower_rivals_is_answered_once_however_often_it_is_sent() -> None:
    desk = Desk("allegra", seats=2)
    ana, bob = desk.playing("Ana", "Bob")
    desk.table.lag(bob.conn, 0.2)
    reveal = wire.Act(1, msgspec.Raw(ana.action("reveal")))
    ana.send(reveal)
    ana.send(reveal)
    assert not ana.heard
    desk.wait(0.2)
    assert ana.all(wire.Answer) == [wire.Answer(1)]
    desk.wait(1)
    ana.n = 1
    ana.send(wire.Act(2, msgspec.Raw(ana.action("reveal"))))
    ana.send(wire.Act(2, reveal.action))
    assert ana.bye == "conflict"


def test_an_act_that_still_waits_when_its_player_comes_back_is_asked_again_and_played_once() -> None:
    desk = Desk("allegra", seats=2)
    ana, bob = desk.playing("Ana", "Bob")
    desk.table.lag(bob.conn, 0.2)
    reveal = wire.Act(1, msgspec.Raw(ana.action("reveal")))
    ana.send(reveal)
    again = desk.guest("Ana")
    assert again.last(wire.Welcome).acked == 0
    again.send(reveal)
    desk.wait(1)
    assert again.all(wire.Answer) == [wire.Answer(1)]
    assert desk.acts[1:] == [(0, "reveal")]


def test_who_comes_back_hears_the_answer_that_was_lost(desk: Desk) -> None:
    one, _ = on_turn(*desk.playing("Ana", "Bob"))
    draw = wire.Act(1, msgspec.Raw(one.action("draw")))
    one.lose()
    one = desk.guest(one.name)
    one.send(draw)
    again = desk.guest(one.name)
    assert again.last(wire.Welcome).acked == 1
    assert again.last(wire.Answer) == wire.Answer(1)
    again.send(draw)
    assert len(desk.acts) == 2


def test_what_answers_something_that_is_gone_is_refused_and_changes_nothing() -> None:
    """S03: a knock for the card before."""
    desk = Desk("allegra", seats=3, knock_window=0)
    guests = desk.playing("Ana", "Bob", "Cem")
    reveal(*guests)
    one, other = on_turn(*guests)
    one.act("draw")
    knock = other.action("knock")
    one.act("drop")
    desk.forget()
    before = len(desk.lines)
    answer = other.act(knock)
    assert answer is not None
    assert answer.refused == wire.Refusal("too-late", (), "A18")
    assert len(desk.lines) == before
    assert not one.heard
    assert other.heard == [answer]


def test_what_still_fits_is_not_refused_because_something_else_has_happened() -> None:
    """S03: a second knock, and chat, with an old view on the screen."""
    desk = Desk("allegra", seats=4)
    guests = desk.playing("Ana", "Bob", "Cem", "Dea")
    reveal(*guests)
    one, other = on_turn(*guests)
    third = next(guest for guest in guests if guest not in (one, other))
    one.act("draw")
    knock = third.action("knock")
    other.act("knock")
    other.send(wire.Say("mine!"))
    assert third.act(knock) == wire.Answer(third.n)
    assert third.view is not None
    assert len(third.view.facts["knocks"]) == 2


def reveal(*guests: Guest) -> None:
    """The first reveals of Allegra."""
    for guest in guests:
        guest.act("reveal")
        guest.act("reveal")


def test_an_act_that_nobody_understands_is_refused_and_the_table_goes_on(desk: Desk) -> None:
    one, _ = on_turn(*desk.playing("Ana", "Bob"))
    for action in (b"{}", b"[]", b'{"type":"fly"}', b'{"type":"draw","turn":"x"}', b'{"type":"chance","order":[]}'):
        one.act(action)
        assert one.refused in ("not-understood", "not-now")
    assert one.act("draw") == wire.Answer(one.n)
