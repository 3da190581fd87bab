"""How one leaves: what is asked, what is told, and tables of mine that end, die or come back."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import msgspec
import pytest

from engine.game import Scores
from net import wire
from tests.tui.puppet import (
    ANNA,
    BEN,
    BOT,
    GUEST,
    HOST,
    INVITE,
    PLAYING,
    RECORD,
    WATCHER,
    Puppet,
    Strings,
    chair,
    room,
    view,
)
from tui import visit
from tui.screens.confirm import ConfirmScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen

JOIN = f"toctoc join {INVITE} --name 'de wit'"
FRIENDS = f"\nFriends join it with: toctoc join {INVITE}"


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_quitting_asks_a_player_during_a_game(strings: Strings, key: str) -> None:
    async with strings.at_table(GUEST, PLAYING, msgspec.structs.replace(view(3, seat=1), offers=())) as pilot:
        await pilot.press(key)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("s")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.sent == []
        await pilot.press("ctrl+c")
        await pilot.press("l")
    assert pilot.sent == [wire.Leave()]
    assert pilot.app.return_value is None


@pytest.mark.parametrize(("key", "last_word"), [("c", wire.CloseTable()), ("l", wire.Leave())])
async def test_the_host_decides_what_becomes_of_the_table(
    strings: Strings, key: str, last_word: wire.FromClient
) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN)) as pilot:
        await pilot.press("q")
        assert "close the table for everybody" in pilot.text
        await pilot.press(key)
    assert pilot.sent == [last_word]
    assert pilot.app.return_value is None


@pytest.mark.parametrize(
    ("command", "welcome", "there", "keys", "back"),
    [
        ("host", HOST, room(ANNA, BEN), "q l", "toctoc host"),
        ("host", HOST, PLAYING, "q l", "toctoc host"),
        ("host", HOST, PLAYING, "q c", ""),
        ("join", HOST, room(ANNA, BEN), "q l", JOIN),  # it runs elsewhere, on a computer that is always on
        ("join", GUEST, PLAYING, "q l", JOIN),
        ("join", GUEST, room(ANNA, BEN), "q", ""),  # the chair is open again
        ("watch", WATCHER, PLAYING, "q", ""),
    ],
)
async def test_who_leaves_a_table_that_stays_open_is_told_how_to_come_back(
    strings: Strings, command: str, welcome: wire.Welcome, there: wire.Room, keys: str, back: str
) -> None:
    async with strings.program(command, name="de wit") as pilot:
        seen = view(3, seat=welcome.seat)
        await pilot.hear(welcome, there, *(() if there.phase == "lobby" else (seen,)))
        for key in keys.split():
            await pilot.press(key)
        assert not pilot.app.is_running
    assert pilot.app.return_value is None
    told = f"The table stays open. Come back with: {back}" if back else ""
    assert pilot.app.farewell == told + FRIENDS * (back == "toctoc host")


ALONE = (ANNA, BOT)


@pytest.mark.parametrize(
    ("there", "keys", "farewell"),
    [
        (room(*ALONE, phase="play"), "q l", "The game waits for you. Go on with: toctoc host --resume table"),
        (room(*ALONE, phase="play"), "q c", ""),
        (room(*ALONE, phase="over"), "q", ""),
    ],
)
async def test_a_table_where_i_have_played_alone_ends_and_its_game_waits_if_it_is_not_over(
    strings: Strings, there: wire.Room, keys: str, farewell: str
) -> None:
    async with strings.at_table(HOST, there, view(2), command="solo") as pilot:
        await pilot.press(*keys.split())
        assert not pilot.app.is_running
    assert pilot.app.farewell == farewell


async def test_whoever_chose_the_table_on_the_start_screen_gets_back_there_and_plays_again(strings: Strings) -> None:
    async with strings.program() as pilot:
        start = pilot.app.screen
        await pilot.press("down", "down")
        for answer, told in (("l", "Come back with: toctoc host"), ("c", "")):
            await pilot.press("enter")
            await pilot.hear(HOST, PLAYING, view(3))
            assert isinstance(pilot.app.screen, TableScreen)
            stay = weakref.ref(pilot.app._visit)
            await pilot.press("q", answer)
            await pilot.until(lambda: pilot.app.screen is start)
            assert told in pilot.words
            assert "Opening the table" not in pilot.text
            strings.puppets.clear()
            gc.collect()
            assert stay() is None, "nothing is left of it"
        await pilot.press("enter", "q")
        assert not pilot.app.is_running
    assert pilot.app.farewell.startswith("The table stays open.")


async def test_a_guest_who_leaves_finds_the_way_back_on_the_start_screen_and_after_it(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("tab", "tab")
        await pilot.paste(str(INVITE))
        await pilot.press("enter")
        await pilot.hear(GUEST, PLAYING, view(3, seat=1))
        await pilot.press("q", "l")
        told = f"The table stays open. Come back with: toctoc join {INVITE} --name anna"
        assert told in pilot.words
        await pilot.press("q")
        assert not pilot.app.is_running
    assert pilot.app.return_value is None
    assert pilot.app.farewell == told


async def test_whoever_is_sent_away_or_loses_the_table_gets_back_to_the_start_screen(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("tab", "tab")
        await pilot.paste(str(INVITE))
        for bye, sentence in (
            ("freed", "The host has freed your chair."),
            ("closed", "The host has closed the table."),
        ):
            await pilot.press("enter")
            await pilot.hear(GUEST, PLAYING, view(3, seat=1), wire.Bye(bye))
            assert sentence in pilot.text
        await pilot.press("q")
    assert (pilot.app.return_value, pilot.app.farewell) == (None, "")


async def test_a_table_that_takes_no_goodbye_is_left_all_the_same(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit, "HANG_UP_WITHIN_S", 0.02)
    monkeypatch.setattr(Puppet, "stop", lambda _puppet: None)
    async with strings.at_table(HOST, PLAYING, view(3)) as pilot:
        await pilot.press("q", "l")
        await pilot.until(lambda: not pilot.app.is_running)
    assert pilot.app.return_value is None


async def test_of_several_tables_of_mine_the_one_that_is_meant_is_named(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN)) as pilot:
        strings.kept = {"newer": RECORD, **strings.kept}
        await pilot.press("q", "l")
    assert pilot.app.farewell == f"The table stays open. Come back with: toctoc host --resume table{FRIENDS}"


async def test_a_table_that_has_not_heard_that_it_is_closed_stays_open(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN)) as pilot:
        strings.puppet.lose()
        await pilot.press("q", "c")
    assert pilot.sent == []
    assert "stays open" in pilot.app.farewell


@pytest.mark.parametrize(
    ("ben", "what"),
    [
        (BEN, "a bot plays for you until you come back"),
        (chair("ben", line="lost"), "the table waits until you come back"),
        (chair("ben", "bot", line="left"), "the table waits until you come back"),
        (BOT, "the table waits until you come back"),
    ],
)
async def test_what_becomes_of_the_game_is_told_before_one_leaves(strings: Strings, ben: wire.Chair, what: str) -> None:
    async with strings.at_table(HOST, room(ANNA, ben, BOT, phase="play"), view(3)) as pilot:
        await pilot.press("ctrl+c")
        assert what in pilot.text


@pytest.fixture
def _watched_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(visit, "GOODBYE_WITHIN_S", 0.01)


@pytest.mark.usefixtures("_watched_closely")
async def test_a_table_of_mine_that_has_died_is_started_again_but_not_for_ever(strings: Strings, home: Path) -> None:
    async with strings.at_table(HOST, PLAYING, view(3)) as pilot:
        for deaths in range(1, visit.RESTARTS_MAX + 1):
            await pilot.pause(0.05)
            assert len(strings.came_back) == deaths - 1
            strings.process.returncode = -9
            strings.puppet.lose()
            await pilot.until(lambda deaths=deaths: strings.came_back == ["table"] * deaths)  # type: ignore[misc]
            await pilot.hear(HOST, PLAYING, view(3))
        assert pilot.app.is_running
        strings.process.returncode = -9
        strings.puppet.lose()
        await pilot.until(lambda: not pilot.app.is_running)
    assert pilot.app.return_value == f"Your table has broken down. {home / 'table.log'} may tell why."
    assert pilot.app.farewell == ""


@pytest.mark.usefixtures("_watched_closely")
async def test_a_table_of_mine_that_i_have_joined_by_its_invite_is_started_again_too(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit.tokens, "seat_token", lambda *_: "h" * 32)
    async with strings.at_table(HOST, PLAYING, view(3), command="join") as pilot:
        assert strings.came_back == ["table"], "and would have been if it had not run"
        strings.process.returncode = -9
        strings.puppet.lose()
        await pilot.until(lambda: strings.came_back == ["table", "table"])


@pytest.mark.usefixtures("_watched_closely")
async def test_a_table_of_mine_that_cannot_come_back_is_not_waited_for(strings: Strings, home: Path) -> None:
    async with strings.at_table(HOST, PLAYING, view(3)) as pilot:
        strings.damaged, strings.process.returncode = True, -9
        strings.puppet.lose()
        await pilot.until(lambda: not pilot.app.is_running)
    assert pilot.app.return_value == f"Your table has broken down. {home / 'table.log'} may tell why."


@pytest.mark.usefixtures("_watched_closely")
@pytest.mark.parametrize(
    ("stopped", "sentence"),
    [
        (True, "Your table has been stopped. Go on with it: toctoc host --resume table"),
        (False, "Your table has ended."),
    ],
)
async def test_a_table_of_mine_that_was_ended_is_not_started_again(
    strings: Strings, stopped: bool, sentence: str
) -> None:
    async with strings.at_table(HOST, PLAYING, view(3)) as pilot:
        record = strings.kept.pop("table")
        if stopped:
            strings.kept["table"] = msgspec.structs.replace(record, stopped=True)
        strings.process.returncode = 0
        strings.puppet.lose()
        await pilot.until(lambda: not pilot.app.is_running)
    assert pilot.app.return_value == sentence
    assert not strings.came_back


async def test_one_key_says_that_i_am_away_and_that_i_am_back(strings: Strings) -> None:
    async with strings.at_table(HOST, PLAYING, view(3)) as pilot:
        await pilot.press("%")
        away = chair("anna", "bot", line="away", host=True)
        await pilot.hear(msgspec.structs.replace(PLAYING, chairs=(away, *PLAYING.chairs[1:])))
        assert "anna is away." in pilot.text
        assert "anna · away" in pilot.text
        await pilot.press("%")
    assert pilot.sent == [wire.Away(), wire.Back()]


async def test_whoever_comes_back_to_a_table_of_theirs_opens_no_other(strings: Strings) -> None:
    async with strings.at_table(HOST, PLAYING, view(3), table="table") as pilot:
        assert (strings.came_back, strings.launched) == (["table"], [])
        assert pilot.app.link is not None
        assert pilot.app.link.host


async def test_when_the_host_closes_the_table_the_points_are_told(strings: Strings) -> None:
    async with strings.program("join", name="ben") as pilot:
        seen = msgspec.structs.replace(view(3, seat=1), scores=Scores(((7, 14, -2),), (7, 14, -2)))
        await pilot.hear(GUEST, PLAYING, seen)
        await pilot.hear(wire.Bye("closed"))
    assert pilot.app.return_value == "The host has closed the table.\nThe points: anna 7, ben 14 and Ada -2."


@pytest.mark.parametrize("key", ["q", "backspace", "escape", "ctrl+c"])
async def test_a_question_is_put_away_without_harm(strings: Strings, key: str) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN)) as pilot:
        await pilot.press("q", key)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.sent == []


@pytest.mark.parametrize("opener", ["at", "question_mark"])
@pytest.mark.parametrize("key", ["", "q", "backspace", "escape"])
async def test_every_page_over_the_table_closes_by_the_keys_that_go_back(
    strings: Strings, opener: str, key: str
) -> None:
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
        table = pilot.app.screen
        await pilot.press(opener)
        assert pilot.app.screen is not table
        await pilot.press(key or opener)
        assert pilot.app.screen is table


@pytest.mark.parametrize("asked", ["q", "ctrl+c"])
async def test_a_watcher_just_goes(strings: Strings, asked: str) -> None:
    async with strings.at_table(WATCHER, PLAYING, view(3, seat=None)) as pilot:
        await pilot.press(asked)
    assert pilot.sent == [wire.Leave()]


@pytest.mark.parametrize(
    ("goodbye", "sentence"),
    [
        (wire.Bye("elsewhere"), "You have opened this table elsewhere, so it is closed here."),
        (wire.Bye("closed"), "The host has closed the table."),
        (wire.Bye("broken"), "The table cannot go on: its journal can no longer be written."),
        (wire.Bye("disk-full", ("journals",)), "The disk is full, so journals cannot be written."),
        (wire.Bye("freed"), "The host has freed your chair."),
    ],
)
async def test_a_final_goodbye_ends_the_program_with_a_sentence(
    strings: Strings, goodbye: wire.Bye, sentence: str
) -> None:
    """S05: an old window says that the table was opened elsewhere, and does not come back."""
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
        await pilot.hear(goodbye)
    assert pilot.app.return_value == sentence
    assert len(strings.puppets) == 1
