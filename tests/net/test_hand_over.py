"""Between two rounds a watcher can sit down: on the chair that the host gives away, or on one that nobody holds."""

from __future__ import annotations

import pytest

from engine import journal
from net import wire
from net.fairdeal import lock
from net.limits import LOST_GRACE_S
from tests.net.company import Company
from tests.net.desk import Desk, Guest, sitters
from tests.net.test_resume import killed

BOBS_TO_WIL = wire.GiveSeat(1, "Wil")


def scored(*names: str, seats: int = 3, over: bool = False) -> tuple[Desk, list[Guest], Guest]:
    """A table on which a round has been scored, or the last one; its players, and somebody who has watched."""
    desk = Desk(seats=seats, rounds=1 if over else 2, window_s=0)
    watcher, players = desk.guest("Wil", "watch"), list(desk.playing(*names))
    desk.finish_round(*players)
    assert desk.table.phase == ("over" if over else "deal")
    return desk, players, watcher


# by the host


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("gone", ["lost", "lost long ago", "left", "freed"])
def test_the_chair_of_who_has_gone_becomes_a_watchers_who_plays_in_the_next_round(gone: str, over: bool) -> None:
    desk, (ana, bob), wil = scored("Ana", "Bob", over=over)
    if gone == "left":
        bob.send(wire.Leave())
    elif gone == "freed":
        ana.send(wire.FreeSeat(1))
    else:
        bob.lose()
        desk.wait(LOST_GRACE_S if gone == "lost long ago" else 1)
    desk.forget()
    ana.send(BOBS_TO_WIL)
    assert sitters(ana) == "Ana Wil Ada:bot/here"
    assert ana.last(wire.Room).watchers == ()
    welcome, update, room = wil.heard
    assert welcome == wire.Welcome(1, 0, False)
    assert isinstance(update, wire.Update)
    assert (update.view.viewer, update.events) == (1, ())
    assert room == ana.last(wire.Room)
    ana.send(wire.Ready())
    assert desk.table.phase == ("over" if over else "deal"), "the new player is waited for"
    wil.send(wire.Ready())
    assert desk.table.phase == "play"
    while wil.view is None or 1 not in wil.view.awaited:
        ana.play("draw", "throw")
        desk.wait(1)
    assert wil.act("draw") == wire.Answer(1)
    assert wil.view.zone("hand:1") != (None,)
    assert desk.guest("Bob").last(wire.Welcome).seat == 2, "who was away is a newcomer now"


def test_also_an_open_chair_and_a_bots_in_the_lobby() -> None:
    desk = Desk(seats=3)
    ana, wil, wes = desk.guest("Ana"), desk.guest("Wil", "watch"), desk.guest("Wes", "watch")
    ana.send(wire.SeatBot(2))
    for seat, watcher in ((2, wil), (1, wes)):
        ana.send(wire.GiveSeat(seat, watcher.name))
        assert watcher.last(wire.Welcome).seat == seat
    assert sitters(ana) == "Ana Wes Wil"


def test_what_a_watcher_knew_was_nothing_but_what_all_watchers_know() -> None:
    desk, (ana, bob), wil = scored("Ana", "Bob")
    wes = desk.guest("Wes", "watch")
    bob.lose()
    before = list(wil.heard)
    ana.send(BOBS_TO_WIL)
    seen = [told.view for told in before if isinstance(told, wire.Update)]
    assert {view.viewer for view in seen} == {None}
    assert seen[-1] == wes.view
    assert wil.view is not None
    assert wil.view.viewer == 1
    assert desk.table.match is not None
    assert wil.view == desk.table.match.view(1)


def test_during_a_round_nobody_changes_places() -> None:
    desk = Desk(seats=2)
    ana, bob = desk.playing("Ana", "Bob")
    wil = desk.guest("Wil", "watch")
    bob.lose()
    ana.send(BOBS_TO_WIL)
    wil.send(wire.Sit())
    assert (ana.refused, wil.refused) == ("between-rounds", "between-rounds")
    assert sitters(ana) == "Ana Bob:person/lost"


def test_nor_while_a_deal_is_sealed() -> None:
    """The sealed numbers are those of who sat there then."""
    desk, (ana, bob), wil = scored("Ana", "Bob", seats=2)
    bob.send(wire.Leave())
    ana.send(wire.Nonce(b"", lock(b"a number")))
    ana.send(wire.Ready())
    assert desk.table.phase == "deal"
    ana.send(BOBS_TO_WIL)
    assert ana.refused == "between-rounds"
    assert wil.last(wire.Welcome).seat is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (wire.GiveSeat(1, "Eve"), "no-such-watcher"),
        (wire.GiveSeat(0, "Wil"), "chair-taken"),
        (wire.GiveSeat(1, "Wil"), "chair-taken"),
        (wire.GiveSeat(2, "Wil"), "chair-taken"),
        (wire.GiveSeat(3, "Wil"), "no-such-seat"),
        (wire.GiveSeat(-1, "Wil"), "no-such-seat"),
    ],
)
def test_what_cannot_be_given_is_refused(command: wire.GiveSeat, code: str) -> None:
    _, (ana, bob, cem), wil = scored("Ana", "Bob", "Cem")
    cem.send(wire.Away())
    ana.send(command)
    assert ana.refused == code
    assert sitters(ana) == "Ana Bob Cem:bot/away"
    assert bob.bye == wil.bye == ""


# by themselves


def test_a_watcher_asks_for_a_chair_as_a_newcomer_does() -> None:
    desk = Desk(seats=3)
    ana, wil, wes, eve = desk.guest("Ana"), *(desk.guest(name, "watch") for name in ("Wil", "Wes", "Eve"))
    ana.send(wire.SeatBot(1))
    for watcher, seat in ((wil, 2), (wes, 1)):
        watcher.send(wire.Sit())
        assert watcher.last(wire.Welcome).seat == seat, "an open chair, and then a bot's"
    eve.send(wire.Sit())
    assert eve.refused == "chair-taken"
    assert sitters(ana) == "Ana Wes Wil"
    wil.send(wire.Sit())
    assert wil.refused == "not-now"


def test_the_chair_of_who_may_come_back_is_not_to_be_asked_for() -> None:
    _, (ana, bob), wil = scored("Ana", "Bob", seats=2)
    bob.send(wire.Leave())
    wil.send(wire.Sit())
    assert wil.refused == "chair-taken"
    assert sitters(ana) == "Ana Bob:bot/left"


# and then


@pytest.mark.parametrize("welcomed", [True, False])
def test_who_has_got_a_chair_comes_back_to_it_also_as_a_watcher(welcomed: bool) -> None:
    """Whose Welcome was lost does not know of the chair."""
    desk, (ana, bob), wil = scored("Ana", "Bob", seats=2)
    bob.lose()
    ana.send(BOBS_TO_WIL)
    if welcomed:
        wil.lose()
    again = desk.guest("Wil", "watch")
    assert again.last(wire.Welcome).seat == 1
    assert sitters(ana) == "Ana Wil"


def test_a_table_that_was_killed_knows_who_has_got_a_chair() -> None:
    desk, (ana, bob), wil = scored("Ana", "Bob", seats=2)
    bob.lose()
    ana.send(BOBS_TO_WIL)
    assert isinstance(seated := desk.lines[-1], journal.Seated)
    assert (seated.seat, seated.name) == (1, "Wil")
    again = killed(desk)
    back = again.guest("Wil", "watch")
    assert back.last(wire.Welcome).seat == 1
    assert back.view == wil.view
    assert again.guest("Bob").bye == "full"


def test_who_watched_takes_part_in_the_shuffle_and_finds_the_deal_fair() -> None:
    company = Company("Ana", "Bob", rounds=2)
    company.start()
    company.play_round()
    company.loses("Bob")
    company.links["Ana"].send(BOBS_TO_WIL)
    company.settle()
    assert company.seat("Wil") == 1
    company.ready()
    sealed = [line for line in company.lines if isinstance(line, journal.Sealed)][-1]
    assert all(sealed.pledges)
    company.play_round()
    assert company.codes == {"Ana": "fair", "Bob": "fair", "Wil": "fair"}
    assert not any(link.alarm for link in company.links.values())


def test_who_came_after_the_deal_and_then_sits_down_is_told_once_that_it_was_not_checked() -> None:
    company = Company("Ana", "Bob", rounds=2)
    company.start()
    eve = company.comes("Eve", "watch")
    company.play_round()
    verdict = eve.fairness
    assert verdict is not None
    assert verdict.code == "came-later"
    company.loses("Bob")
    company.links["Ana"].send(wire.GiveSeat(1, "Eve"))
    company.settle()
    assert eve.seat == 1
    assert eve.fairness is verdict
