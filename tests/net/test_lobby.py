"""Before and between matches: the lobby, what only the host may do, the next deal and the rematch."""

from __future__ import annotations

import pytest

from engine import journal
from engine.strengths import STRENGTHS
from net import wire
from tests import toy
from tests.net.desk import HOST, POWERS, Desk, sitters


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_match_starts_when_every_chair_is_taken_and_the_host_says_so(desk: Desk) -> None:
    ana = desk.guest(HOST)
    ana.send(wire.Start())
    assert ana.refused == "seats-open"
    ana.send(wire.SeatBot(1))
    assert sitters(ana) == "Ana Ada:bot/here"
    assert not desk.lines
    ana.send(wire.Start())
    assert ana.last(wire.Room).phase == "play"
    header, *_, deal = desk.lines
    assert header == journal.Header(
        "toy", 1, ("Ana", "Ada"), {"rounds": 2, "window_s": 3, "advice": "off", "banter": "on"}
    )
    assert isinstance(deal, journal.Acted)
    assert deal.seat == -1


def test_a_match_starts_by_itself_when_every_chair_is_taken_and_everybody_is_ready(desk: Desk) -> None:
    ana = desk.guest("Ana")
    ana.send(wire.Ready())
    bob = desk.guest("Bob")
    assert ana.last(wire.Room).phase == "lobby"
    bob.send(wire.Ready())
    assert ana.last(wire.Room).phase == "play"
    assert not any(chair.ready for chair in ana.chairs)


@pytest.mark.parametrize("role", ["host", "guest"])
def test_a_match_does_not_start_while_somebody_on_a_chair_has_lost_the_line(desk: Desk, role: str) -> None:
    ana, bob = desk.guest(HOST), desk.guest("Bob")
    stays, goes = (bob, ana) if role == "host" else (ana, bob)
    stays.send(wire.Ready())
    goes.lose()
    assert stays.last(wire.Room).phase == "lobby"
    desk.guest(goes.name)
    assert stays.last(wire.Room).phase == "lobby"


def test_the_table_tells_how_many_chairs_are_there_for_newcomers(desk: Desk) -> None:
    assert (desk.table.free_chairs, desk.table.is_playing) == (2, False)
    ana = desk.guest(HOST)
    ana.send(wire.SeatBot(1))
    assert desk.table.free_chairs == 1, "a bot makes way"
    ana.send(wire.Start())
    assert (desk.table.free_chairs, desk.table.is_playing) == (1, True)
    bob = desk.guest("Bob")
    assert desk.table.free_chairs == 0
    bob.lose()
    assert desk.table.free_chairs == 0, "it is kept for him"


def test_the_host_gets_a_chair_more_at_a_table_that_others_have_filled(desk: Desk) -> None:
    bob, cid = desk.guest("Bob"), desk.guest("Cid")
    assert desk.guest("Dan").bye == "full"
    ana = desk.guest(HOST)
    assert sitters(bob) == "Bob Cid Ana"
    assert ana.last(wire.Welcome).host
    assert (bob.last(wire.Welcome).seat, cid.last(wire.Welcome).seat) == (0, 1)


@pytest.mark.parametrize("seats", [2, toy.SEATS[-1]])
def test_the_host_gets_no_chair_in_a_match_nor_one_that_the_game_does_not_have(seats: int) -> None:
    desk = Desk(seats=seats)
    guests = [desk.guest(f"Guest {number}") for number in range(seats)]
    if seats < toy.SEATS[-1]:
        for guest in guests:
            guest.send(wire.Ready())
        assert guests[0].last(wire.Room).phase == "play"
    assert desk.guest(HOST).bye == "full"


def test_who_is_ready_is_seen_in_the_lobby(desk: Desk) -> None:
    ana, bob = desk.guest("Ana"), desk.guest("Bob")
    bob.send(wire.Ready())
    assert [chair.ready for chair in ana.chairs] == [False, True]
    bob.lose()
    assert [chair.ready for chair in ana.chairs] == [False, False]


def test_a_bot_sits_only_where_nobody_is(desk: Desk) -> None:
    ana, _ = desk.guest("Ana"), desk.guest("Bob")
    ana.send(wire.SeatBot(1))
    assert ana.refused == "not-now"
    desk.guest("Bob").send(wire.Leave())
    ana.send(wire.SeatBot(1))
    ana.heard.clear()
    ana.send(wire.SeatBot(1))
    assert ana.refused == "not-now"


def test_the_host_says_how_well_a_bot_plays_and_everybody_sees_it() -> None:
    desk = Desk(seats=3)
    ana, bob = desk.guest(HOST), desk.guest("Bob")
    for strength in STRENGTHS[::-1]:
        ana.send(wire.SeatBot(2, strength))
        assert bob.chairs[2].strength == strength
    ana.send(wire.SeatBot(2, "hard"))
    carl = desk.guest("Carl")
    assert carl.chairs[2] == wire.Chair("person", "Carl")


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
@pytest.mark.parametrize("power", [wire.SeatBot, wire.FreeSeat])
def test_there_are_only_so_many_chairs(desk: Desk, power: type[wire.SeatBot] | type[wire.FreeSeat], seat: int) -> None:
    ana = desk.guest(HOST)
    ana.send(power(seat))
    assert ana.last(wire.Answer) == wire.Answer(0, wire.Refusal("no-such-seat", (seat,)))


def test_the_host_frees_a_bot_s_chair_and_a_person_s(desk: Desk) -> None:
    ana = desk.guest(HOST)
    ana.send(wire.SeatBot(1))
    ana.send(wire.FreeSeat(1))
    assert sitters(ana) == "Ana -:nobody/here"
    bob = desk.guest("Bob")
    ana.send(wire.FreeSeat(1))
    assert bob.bye == "freed"
    assert "freed" not in wire.AGAIN
    assert sitters(ana) == "Ana -:nobody/here"


def test_a_chair_that_is_freed_in_the_middle_of_a_match_is_a_bot_s(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    ana.send(wire.FreeSeat(1))
    assert bob.bye == "freed"
    assert sitters(ana) == "Ana Ada:bot/here"
    assert desk.guest("Cem").last(wire.Welcome) == wire.Welcome(1, 0, False)


def test_whose_chair_is_freed_while_away_is_a_newcomer_after_that(desk: Desk) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    bob.play("draw", "throw")
    bob.lose()
    ana.send(wire.FreeSeat(1))
    assert sitters(ana) == "Ana Ada:bot/here"
    assert desk.guest("Bob").last(wire.Welcome) == wire.Welcome(1, 0, False)


def test_the_chairs_can_become_more_and_fewer_but_never_under_a_person(desk: Desk) -> None:
    ana = desk.guest(HOST)
    ana.send(wire.SetSeats(4))
    bob = desk.guest("Bob")
    ana.send(wire.SeatBot(3))
    assert sitters(ana) == "Ana Bob -:nobody/here Ada:bot/here"
    ana.send(wire.SetSeats(3))
    assert sitters(ana) == "Ana Bob Ada:bot/here"
    cem = desk.guest("Cem")
    assert cem.last(wire.Welcome).seat == 2
    ana.send(wire.SetSeats(2))
    assert ana.refused == "seats-taken"
    bob.send(wire.Leave())
    ana.send(wire.SetSeats(2))
    assert sitters(ana) == "Ana Cem"
    assert cem.last(wire.Welcome).seat == 1, "who has moved up is told so"
    ana.send(wire.SetSeats(9))
    assert ana.last(wire.Answer) == wire.Answer(0, wire.Refusal("seats", (9, 2, 4)))


def test_options_are_set_before_the_match_and_only_to_what_the_game_knows(desk: Desk) -> None:
    ana = desk.guest(HOST)
    ana.send(wire.SetOption("rounds", "1"))
    assert ana.last(wire.Room).options == {"rounds": 1, "window_s": 3, "advice": "off", "banter": "on"}
    for name, value, code in (("stakes", "1", "no-such-option"), ("rounds", "99", "no-such-choice")):
        ana.send(wire.SetOption(name, value))
        assert ana.refused == code
    (ana,) = desk.playing("Ana")
    ana.send(wire.SetOption("rounds", "3"))
    assert ana.refused == "not-now"
    assert isinstance(desk.lines[0], journal.Header)
    assert desk.lines[0].options["rounds"] == 1


# what only the host may do


@pytest.mark.parametrize("power", POWERS, ids=lambda power: type(power).__name__)
def test_the_host_s_powers_are_refused_to_everybody_else(desk: Desk, power: wire.FromClient) -> None:
    ana, bob = desk.guest("Ana"), desk.guest("Bob")
    desk.forget()
    bob.send(power)
    assert bob.heard == [wire.Answer(0, wire.Refusal("host-only"))]
    assert not ana.heard


@pytest.mark.parametrize("power", [wire.Start(), wire.SetSeats(3), wire.SetOption("rounds", "1"), wire.SeatBot(0)])
def test_during_a_match_even_the_host_cannot_change_it(desk: Desk, power: wire.FromClient) -> None:
    ana, bob = desk.playing("Ana", "Bob")
    ana.send(power)
    assert ana.heard == [wire.Answer(0, wire.Refusal("not-now"))]
    assert not bob.heard


def test_the_host_has_the_powers_again_after_coming_back(desk: Desk) -> None:
    ana, _ = desk.playing("Ana", "Bob")
    ana.lose()
    ana = desk.guest(HOST)
    ana.send(wire.FreeSeat(1))
    assert sitters(ana) == "Ana Ada:bot/here"


# the next deal and the rematch


def test_the_next_deal_waits_for_every_person_who_is_here() -> None:
    desk = Desk(seats=4, rounds=2, window_s=0)
    ana, bob, cem = desk.playing("Ana", "Bob", "Cem")
    desk.finish_round(ana, bob, cem)
    assert ana.last(wire.Room).phase == "deal"
    desk.wait(1_000)
    ana.send(wire.Ready())
    assert [chair.ready for chair in bob.chairs] == [True, False, False, False]
    bob.send(wire.Ready())
    assert ana.last(wire.Room).phase == "deal"
    cem.lose()
    assert ana.last(wire.Room).phase == "play", "who is away is not waited for"
    assert not any(chair.ready for chair in ana.chairs)


def test_who_was_ready_during_the_round_is_asked_again_after_it() -> None:
    """A late or a doubled press does not skip the scores."""
    desk = Desk(rounds=2, window_s=0)
    ana, bob = desk.playing("Ana", "Bob")
    for guest in (ana, bob):
        guest.send(wire.Ready())
    desk.finish_round(ana, bob)
    assert ana.last(wire.Room).phase == "deal"
    assert not any(chair.ready for chair in ana.chairs)


@pytest.mark.parametrize("by_start", [False, True])
def test_a_rematch_has_the_same_seats_and_watchers(by_start: bool) -> None:
    desk = Desk(rounds=1, window_s=0)
    ana, bob = desk.playing("Ana", "Bob")
    watcher = desk.guest("Wil", "watch")
    desk.finish_round(ana, bob)
    assert ana.last(wire.Room).phase == "over"
    ana.send(wire.SetOption("rounds", "2"))
    desk.forget()
    for guest in (ana,) if by_start else (ana, bob):
        guest.send(wire.Start() if by_start else wire.Ready())
    headers = [line for line in desk.lines if isinstance(line, journal.Header)]
    assert [header.names for header in headers] == [("Ana", "Bob")] * 2
    assert [header.options["rounds"] for header in headers] == [1, 2]
    for guest in (ana, bob, watcher):
        assert guest.view is not None
        assert guest.view.turns == 1
        assert guest.view.scores.rounds == ()
        assert guest.last(wire.Room).phase == "play"
    one = (ana, bob)[ana.view.turn if ana.view else 0]
    assert one.act("draw") == wire.Answer(one.n), "the numbers of acts go on"


def test_after_the_end_the_table_can_be_made_larger_for_the_next_match() -> None:
    desk = Desk(rounds=1, window_s=0)
    ana, bob = desk.playing("Ana", "Bob")
    desk.finish_round(ana, bob)
    ana.send(wire.SetSeats(3))
    assert bob.last(wire.Room).phase == "lobby"
    cem = desk.guest("Cem")
    ana.send(wire.Start())
    assert cem.view is not None
    assert len(cem.view.scores.totals) == 3
