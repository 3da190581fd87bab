"""What is done beside the play races with nobody, and a table may want its players to be silent."""

from __future__ import annotations

from net import wire
from tests.net.desk import Desk, Guest
from tests.net.muse import MUSE

SLOW_S = 0.2


def three() -> tuple[Desk, Guest, Guest, Guest]:
    """Who has to draw, a player with a quick line, and one with a slow line. Everybody may always muse."""
    desk = Desk("muse", seats=3, window_s=3)
    guests = desk.playing("Ana", "Bob", "Cleo")
    assert desk.table.match is not None
    turn = desk.table.match.state.turn
    drawer, quick, slow = (guests[(turn + step) % 3] for step in range(3))
    desk.table.lag(slow.conn, SLOW_S)
    return desk, drawer, quick, slow


def test_an_act_does_not_wait_for_somebody_who_can_only_do_something_beside_it() -> None:
    _, drawer, _, _ = three()
    assert drawer.act("draw") == wire.Answer(1)


def test_an_aside_is_played_at_once_and_what_waits_for_another_act_still_waits() -> None:
    desk, drawer, quick, slow = three()
    drawer.play("draw", "throw")
    desk.wait(SLOW_S)
    assert quick.act("knock") is None
    assert slow.act(MUSE) == wire.Answer(1)
    assert [kind for _, kind in desk.acts[-2:]] == ["throw", "muse"]
    desk.wait(SLOW_S)
    assert [kind for _, kind in desk.acts[-2:]] == ["muse", "knock"]


def test_what_cannot_be_done_is_refused_at_once() -> None:
    """Otherwise those who wait for it could tell that somebody has tried."""
    desk, drawer, quick, _ = three()
    drawer.play("draw", "throw")
    desk.wait(SLOW_S)
    for action in ('{"type":"draw","turn":1}', '{"type":"fly"}', "7"):
        quick.act(action.encode())
    assert [answer.n for answer in quick.all(wire.Answer) if answer.refused] == [1, 2, 3]


def test_players_do_not_chat_while_the_game_wants_silence() -> None:
    desk = Desk("aluette", seats=4)
    ana, bob = desk.playing("Ana", "Bob")
    ana.send(wire.Say("Between deals."))
    assert bob.last(wire.Said).text == "Between deals."
    ana.send(wire.Ready())
    bob.send(wire.Ready())
    desk.forget()
    ana.send(wire.Say("I have Monsieur."))
    assert (ana.refused, bob.all(wire.Said)) == ("no-chat-now", [])
    assert ana.view is not None
    assert ana.view.silent


def test_players_chat_all_the_time_if_their_table_wants_it() -> None:
    desk = Desk("aluette", seats=4, table_talk="on")
    ana, bob = desk.playing("Ana", "Bob")
    ana.send(wire.Ready())
    bob.send(wire.Ready())
    ana.send(wire.Say("I have Monsieur."))
    assert bob.last(wire.Said).text == "I have Monsieur."


def test_only_who_may_know_of_a_timer_is_told_how_long_it_runs() -> None:
    desk = Desk("aluette", seats=4, partners="seats", chant="off")
    guests = desk.playing("Ana", "Bob", "Cleo", "Dov")
    guests[0].act("sign")
    (clock,) = guests[0].last(wire.Update).clocks.items()
    assert clock == ("sign:0:1", 1.5)
    assert guests[2].last(wire.Update).clocks == {}
    assert [len(guest.all(wire.Update)) for guest in guests] == [1, 0, 1, 0]
