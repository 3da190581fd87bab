"""The lobby and the host's powers in line mode."""

from __future__ import annotations

import pytest

from net import wire
from net.invite import Way
from tests.tui.line.guest import Guest
from tui.plan import Command

ME, OPEN = wire.Chair("person", "Konstantina", host=True), wire.Chair("nobody")
BO, LOST, BOT = wire.Chair("person", "Bo"), wire.Chair("person", "Bo", "lost"), wire.Chair("bot", "Ada")


@pytest.fixture
def host() -> Guest:
    guest = coming()
    guest.room(host=True, chairs=(ME, OPEN, BO))
    return guest


def coming(command: Command = "join") -> Guest:
    """Somebody who has not seen the room yet."""
    guest = Guest(2, command=command)
    guest.come_anew()
    return guest


def sent(guest: Guest, *typed: str) -> list[wire.FromClient]:
    """What the table is told when this is typed, line by line."""
    guest.visitor.sent.clear()
    for line in typed:
        guest.type(line)
    return guest.visitor.sent


def test_the_lobby_is_told_with_who_is_there_and_what_the_host_can_do() -> None:
    guest = coming()
    assert guest.room(host=True, chairs=(ME, OPEN, BO), watchers=("Eve",)) == [
        "Allegra, before the game.",
        "1. Konstantina, you, host.",
        "2. An open chair.",
        "3. Bo.",
        "Watching: Eve.",
        "Options: rounds 3, knock window 3.",
        "toctoc://192.168.1.5:8628/KWXBTR",
        "For friends, with toctoc join or toctoc watch.",
        "Wait for friends, or seat bots on the open chairs. Then start.",
        "Type help to hear what can be typed.",
        "1. Start the game.",
        "2. Seat a bot.",
        "3. Chairs.",
        "4. Options.",
    ]
    assert guest.room(host=True, chairs=(ME, BOT, BO)) == ["Ada sits down.", "Eve watches no more."]
    assert sent(guest, "1") == [wire.Start()]


def test_a_guest_can_be_ready(host: Guest) -> None:
    guest = coming()
    guest.visitor.invite = None
    told = guest.room(chairs=(wire.Chair("person", "Konstantina"), BO))
    assert told[-3:] == ["The host starts the game.", "Type help to hear what can be typed.", "1. I am ready."]
    assert sent(guest, "1") == [wire.Ready()]
    assert guest.room(chairs=(wire.Chair("person", "Konstantina", ready=True), BO)) == [
        "You are ready. Waiting for Bo."
    ]
    assert guest.type("1") == ["1 means nothing now. Press enter to hear what you may do."]
    assert guest.type("host") == ["Only the host can do that."]
    assert guest.type("invite") == ["There is no invite to pass on."]


def test_the_invite_is_told_with_the_way_by_ssh_if_there_is_one() -> None:
    guest = coming()
    guest.visitor.way = Way("ssh -p 2222 KWXBTR@192.168.1.5", "SHA256:x")
    guest.room(chairs=(ME, BO))
    told = guest.type("invite")
    assert "With nothing installed: ssh -p 2222 KWXBTR@192.168.1.5" in told
    assert "Its key: SHA256:x" in told


def test_bots_sit_down_on_the_open_chairs(host: Guest) -> None:
    assert sent(host, "2") == [wire.SeatBot(1)]
    host.room(host=True, chairs=(ME, BOT, BO))
    assert host.type("2") == ["No chair is open."]


def test_options_are_explained_and_their_values_typed_as_they_are(host: Guest) -> None:
    assert host.type("4") == ["1. Rounds, now 3.", "2. Knock window, now 3."]
    told = host.type("2")
    assert told == ["Knock window is 3. So many seconds the drawer has to wait for knocks. Type 0 to 15."]
    assert sent(host, "0") == [wire.SetOption("knock_window", "0")]
    assert host.room(host=True, chairs=(ME, OPEN, BO), options={"rounds": 3, "knock_window": 0}) == [
        "Knock window is 0 now.",
        "1. Start the game.",
        "2. Seat a bot.",
        "3. Chairs.",
        "4. Options.",
    ]
    assert sent(host, "1") == [wire.Start()], "and no value of the option"


def test_when_chairs_come_or_go_it_is_told_how_many_there_are(host: Guest) -> None:
    assert sent(host, "3", "2") == [wire.SetSeats(4)]
    host.heard.clear()
    host.talk.hear()
    assert host.heard == [], "the list comes after what is new"
    assert host.room(host=True, chairs=(ME, OPEN, BO, OPEN))[0] == "There are 4 chairs now."


def test_a_persons_chair_is_asked_for_and_a_bots_is_not(host: Guest) -> None:
    host.room(host=True, chairs=(ME, BOT, BO))
    assert host.type("3") == [
        "1. How well Ada plays.",
        "2. Free the chair of Ada.",
        "3. Free the chair of Bo.",
        "4. One chair more.",
        "5. One chair fewer.",
    ]
    assert sent(host, "2") == [wire.FreeSeat(1)]
    assert sent(host, "", "3", "4") == [wire.SetSeats(4)]
    host.type("")
    host.type("3")
    assert host.type("3") == ["This is the chair of Bo.", "1. Keep it for them: k.", "2. Take it from them: t."]
    assert sent(host, "k") == []
    assert sent(host, "3", "3", "2") == [wire.FreeSeat(2)]


def test_a_bot_can_play_better_or_worse(host: Guest) -> None:
    host.room(host=True, chairs=(ME, BOT, BO))
    host.type("3")
    assert host.type("1") == ["1. Easy bot.", "2. Bot.", "3. Hard bot."]
    assert sent(host, "3") == [wire.SeatBot(1, "hard")]
    hard = wire.Chair("bot", "Ada", strength="hard")
    assert host.room(host=True, chairs=(ME, hard, BO))[0] == "Ada: hard bot."


def test_during_a_game_a_bot_may_play_for_who_is_lost_and_chairs_stay(host: Guest) -> None:
    host.room("play", host=True, chairs=(ME, BOT, LOST))
    assert host.type("host") == ["1. Seat a bot.", "2. Chairs."]
    assert host.type("2") == ["1. How well Ada plays.", "2. Let a bot play for Bo.", "3. Free the chair of Bo."]
    assert sent(host, "2") == [wire.SeatBot(2)]


def test_a_chair_where_nobody_is_can_be_given_to_a_watcher_between_two_rounds(host: Guest) -> None:
    away = wire.Chair("bot", "Cy", "away")
    host.room("deal", host=True, chairs=(ME, OPEN, LOST, BOT, away), watchers=("Eve", "finn"))
    told = host.type("chairs") + host.type("host") + host.type("2")
    assert [line.split(". ", 1)[1] for line in told if "to a watcher" in line] == [
        "Give the open chair 2 to a watcher.",
        "Give the chair of Bo to a watcher.",
        "Give the chair of Ada to a watcher.",
    ]
    number = next(line.split(".")[0] for line in told if "of Bo to a watcher" in line)
    assert host.type(number) == [
        "Which watcher gets the chair of Bo?",
        "1. Give it to Eve.",
        "2. Give it to finn.",
        "3. Nobody.",
    ]
    assert sent(host, "2") == [wire.GiveSeat(2, "finn")]
    assert sent(host, "host", "2", number, "3") == []
    host.room("play", host=True, chairs=(ME, OPEN, LOST, BOT), watchers=("Eve",))
    assert "to a watcher" not in " ".join(host.type("host") + host.type("2"))


def test_a_watcher_can_sit_down_on_a_free_chair_between_two_rounds_and_is_told_of_it() -> None:
    guest = Guest(2, me=None, command="watch")
    guest.come_anew()
    told = guest.room("deal", chairs=(BO, BOT), watchers=("Konstantina",))
    assert told[-1] == "1. Sit down on a free chair."
    assert sent(guest, "1") == [wire.Sit()]
    guest.type("bell")
    guest.table.link.seat = 1
    told = guest.room("deal", chairs=(BO, wire.Chair("person", "Konstantina")))
    assert told[:3] == ["\a", "Konstantina takes over from Ada.", "You have a chair now."]
    assert "Sit down" not in " ".join(told)
    guest = Guest(2, me=None, command="watch")
    guest.come_anew()
    assert "Sit down" not in " ".join(guest.room("deal", chairs=(BO, LOST), watchers=("Konstantina",)))
    assert "Sit down" not in " ".join(guest.room("play", chairs=(BO, BOT), watchers=("Konstantina",)))


def test_the_host_is_asked_before_leaving_and_can_close_the_table(host: Guest) -> None:
    assert host.type("quit") == [
        "You are the host of this table.",
        "1. Stay: s.",
        "2. Leave, and the table stays open: l.",
        "3. Close the table for everybody: c.",
    ]
    host.type("s")
    assert host.visitor.left is None
    host.type("quit")
    host.type("c")
    assert host.visitor.left == wire.CloseTable()


def test_whoever_plays_alone_is_not_told_of_the_lobby() -> None:
    guest = coming("solo")
    assert guest.room(host=True, chairs=(ME, OPEN)) == []
    assert guest.room("deal", host=True, chairs=(ME, BOT))[0] == "Allegra. At the table: Konstantina and Ada."


def test_who_is_here_can_be_asked_at_any_time(host: Guest) -> None:
    host.room("play", host=True, chairs=(ME, BOT, LOST), watchers=("Eve",))
    assert host.type("@") == [
        "1. Konstantina, you, host.",
        "2. Ada, bot.",
        "3. Bo, disconnected.",
        "Watching: Eve.",
        "Options: rounds 3, knock window 3.",
    ]
    assert host.type("/i") == ["toctoc://192.168.1.5:8628/KWXBTR", "For friends, with toctoc join or toctoc watch."]
