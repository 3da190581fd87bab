from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from textual import events

from engine import journal
from engine.games import GAMES
from net import store, tables, tokens, wire
from net.tables import Record
from net.trouble import Trouble
from tests.tui.puppet import ANNA, HOST, HOSTILE, INVITE, OPEN, Strings, room
from tui import settings
from tui.commands.asked import usual_name
from tui.screens.entrance import Field
from tui.widgets.lines import Lines


async def test_enter_opens_a_table_with_three_bots_at_once(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("enter")
        assert (strings.launched[0]["game"], strings.launched[0]["bind"]) == ("allegra", "local")
        await pilot.hear(HOST, room(ANNA, OPEN, OPEN, OPEN))
        assert pilot.sent == [wire.SeatBot(1), wire.SeatBot(2), wire.SeatBot(3), wire.Start()]
        await pilot.hear(room(ANNA, OPEN, OPEN, OPEN))
        assert len(pilot.sent) == 4  # all that is done once


async def test_hosting_for_friends_waits_for_them(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.hear(HOST, room(ANNA, OPEN))
        assert pilot.sent == []
        assert str(INVITE) in pilot.text


async def test_the_command_line_seats_its_bots_on_the_last_chairs(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, OPEN, OPEN), bots=2, seats=4) as pilot:
        assert pilot.sent == [wire.SeatBot(2), wire.SeatBot(3)]


async def test_an_invite_can_be_typed(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press(*["down"] * 3, "enter")
        assert "There is no invite." in pilot.text
        assert "enter go on" in pilot.text
        await pilot.press(*"10.0.0.1/bcdfgh", "enter")
        assert str(strings.puppet.address) == "toctoc://10.0.0.1:8628/BCDFGH"
        assert (strings.puppet.hello.name, strings.puppet.hello.role) == ("anna", "play")


@pytest.mark.parametrize(
    ("keys", "named", "name"),
    [
        ("", False, "host"),
        ("end x", False, "annax"),
        ("ctrl+u a n n a", False, "anna"),
        ("", True, "anna"),
    ],
)
async def test_a_name_that_nobody_has_typed_gives_way_to_the_one_known_at_the_table(
    strings: Strings, monkeypatch: pytest.MonkeyPatch, keys: str, named: bool, name: str
) -> None:
    monkeypatch.setattr(tokens, "name_for", lambda invite, role, usual: "host" if invite == INVITE else usual)
    async with strings.program("join", invite=None, named=named) as pilot:
        await pilot.press("up", *keys.split(), "down")
        await pilot.paste(str(INVITE))
        await pilot.press("enter")
        assert strings.puppet.hello.name == name


async def test_an_invite_can_be_pasted_broken_over_lines_and_followed_to_watch(strings: Strings) -> None:
    async with strings.program("watch", invite=None) as pilot:
        await pilot.paste(f"{str(INVITE)[:12]}\n  {str(INVITE)[12:]}\n")
        await pilot.press("enter")
        assert strings.puppet.address == INVITE
        assert (strings.puppet.hello.code, strings.puppet.hello.role) == (INVITE.code, "watch")


async def test_what_goes_wrong_is_said_on_the_same_screen_and_nothing_is_lost(strings: Strings) -> None:
    async with strings.program("join", invite=None) as pilot:
        await pilot.paste("toctoc://pony")
        await pilot.press("enter")
        assert "This is not an invite." in pilot.text
        assert "toctoc://pony" in pilot.text
        await pilot.press("ctrl+u")
        await pilot.paste(str(INVITE))
        for goodbye, sentence in (
            (wire.Bye("full"), "The table is full. You can watch it."),
            (wire.Bye("wrong-code"), "The code of this invite is wrong."),
            (wire.Bye("version", (2, 1)), "The host's toctoc speaks version 2, yours version 1."),
        ):
            await pilot.press("enter")
            await pilot.hear(goodbye)
            assert sentence in pilot.text
        await pilot.press("enter")
        strings.puppet.fail(Trouble("unreachable", INVITE.place))
        await pilot.pause()
        assert "cannot be reached." in pilot.text
        assert str(INVITE) in pilot.text
        assert len(strings.puppets) == 4


async def test_a_second_enter_does_not_open_a_second_table(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("enter", "enter")
        assert len(strings.launched) == 1


async def test_a_name_is_needed(strings: Strings) -> None:
    async with strings.program(name="") as pilot:
        await pilot.press("enter")
        assert "Tell your name first." in pilot.text
        await pilot.press(*"qq", "enter", "enter")  # q quits only outside a field
        assert strings.launched[0]["name"] == "qq"


@pytest.mark.parametrize("keys", [["enter"], ["tab", "tab", "enter"]])
async def test_the_name_is_asked_for_once_and_kept(strings: Strings, keys: list[str]) -> None:
    async with strings.program(name="root", asks_name=True) as pilot:
        assert "What shall the others call you?" in pilot.text
        assert pilot.app.screen.query_one("#name", Field).value == "root"
        await pilot.press(*"nora", *keys)
        assert "What shall" not in pilot.text
    assert settings.read() == (settings.Settings(name="nora"), [])
    assert usual_name() == "nora"


async def test_the_login_name_is_kept_too_if_that_is_what_i_want(strings: Strings) -> None:
    async with strings.program(name="root", asks_name=True) as pilot:
        await pilot.press("enter", "enter")
        assert strings.launched[0]["name"] == "root"
    assert settings.read()[0].name == "root"


async def test_a_name_that_is_pasted_takes_the_place_of_the_login_name_too(strings: Strings) -> None:
    async with strings.program(name="root", asks_name=True) as pilot:
        await pilot.paste("nora")
        assert pilot.app.screen.query_one("#name", Field).value == "nora"


async def test_a_name_for_one_table_alone_is_not_kept(strings: Strings) -> None:
    async with strings.program("join", name="nora", named=True, invite=None) as pilot:
        await pilot.paste(str(INVITE))
        await pilot.press("enter")
        assert strings.puppet.hello.name == "nora"
    assert settings.read()[0].name == ""


@pytest.fixture
def _damaged_settings(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("[[[")


@pytest.mark.usefixtures("_damaged_settings")
async def test_a_name_that_cannot_be_kept_holds_until_the_end(strings: Strings) -> None:
    async with strings.program(name="root", asks_name=True) as pilot:
        await pilot.press("enter")
        assert "This holds only until you leave." in pilot.text
        await pilot.press("enter")
        assert strings.launched[0]["name"] == "root"


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_is_shown_as_it_is(strings: Strings, name: str) -> None:
    """S31."""
    async with strings.program(name=name) as pilot:
        assert name in pilot.text


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_the_start_screen_is_left_without_a_question(strings: Strings, key: str) -> None:
    async with strings.program() as pilot:
        await pilot.press(key)
        assert not pilot.app.is_running
    assert pilot.app.return_value is None


@pytest.mark.parametrize(
    ("keys", "name", "invite"),
    [
        ("ctrl+u b o b", "bob", ""),
        ("ctrl+u a b c backspace backspace x", "ax", ""),
        ("x left y home z", "zannayx", ""),
        ("enter z e d", "anna", ""),
        ("x tab l a p t o p", "annax", "laptop"),
        ("down down down down down enter l a p", "anna", "lap"),
        ("down n o up y", "annay", "no"),
    ],
)
async def test_what_is_typed_ahead_keeps_its_order(strings: Strings, keys: str, name: str, invite: str) -> None:
    async with strings.program() as pilot:
        await pilot.press("tab", "end")
        for key in keys.split():
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        assert pilot.app.screen.query_one("#name", Field).value == name
        assert pilot.app.screen.query_one("#invite", Field).value == invite


def interrupted(strings: Strings) -> str:
    kept = tables.keep(Record("anna", "allegra", 2, {}, "local", 9_000, None, "KWXBTR", "h" * 32))
    kept.write(journal.Header("allegra", GAMES["allegra"].RULES, ("anna", "ben")))
    kept.close()
    strings.kept[kept.table] = kept.record
    return kept.table


async def test_an_interrupted_game_is_the_first_thing_to_go_on_with(strings: Strings) -> None:
    table = interrupted(strings)
    strings.process.returncode = -9
    async with strings.program(name="bob") as pilot:
        assert "Go on with Allegra the game that was interrupted" in await pilot.until_read()
        await pilot.press("enter")
        await pilot.hear(HOST, room(ANNA, OPEN))
        assert (strings.came_back, strings.launched) == ([table], [])
        assert strings.puppet.hello.name == "anna", "by the name that the host had there"


async def test_all_tables_of_mine_that_are_open_and_the_newest_that_was_interrupted_can_be_gone_on_with(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = interrupted(strings), interrupted(strings), interrupted(strings)
    monkeypatch.setattr(tables, "runs", lambda table: table in (first, third))
    monkeypatch.setattr(tables, "running", lambda: [third, first])
    async with strings.program() as pilot:
        text = await pilot.until_read()
        lines = [line for line in pilot.text.splitlines() if "Go on with Allegra" in line]
        assert all(re.search(r"your table is still open, \d{4}-\d\d-\d\d \d\d:\d\d$", line) for line in lines[:2])
        assert "the game that was interrupted" in lines[2]
        assert "the others" not in text
        await pilot.press("down", "down", "enter")
        assert strings.came_back == [second]


async def test_of_several_games_that_were_interrupted_the_start_screen_tells_where_the_others_are(
    strings: Strings,
) -> None:
    _older, newer = interrupted(strings), interrupted(strings)
    strings.process.returncode = -9
    async with strings.program() as pilot:
        text = await pilot.until_read()
        assert "Go on with Allegra interrupted; h shows the others" in text
        assert text.count("Go on with") == 1
        await pilot.press("enter")
        assert strings.came_back == [newer]


async def test_nobody_waits_until_an_interrupted_game_is_found(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has begun to choose meanwhile goes on choosing."""
    table = interrupted(strings)
    strings.process.returncode = -9
    read = threading.Event()

    def to_resume() -> tuple[str, str]:
        read.wait(10)
        return table, ""

    monkeypatch.setattr(tables, "to_resume", to_resume)
    async with strings.program() as pilot:
        await pilot.press("down", "down", "down")
        assert "Join a table" in pilot.text
        assert "Go on with" not in pilot.text
        read.set()
        assert "Go on with" in await pilot.until_read()
        assert pilot.app.screen.query_one("#menu", Lines).chosen == "join"


async def test_a_newer_game_that_cannot_be_gone_on_with_is_told_of(strings: Strings) -> None:
    interrupted(strings)
    newer = interrupted(strings)
    (store.journals_folder() / tables.read(newer).journal).write_bytes(b"garbage\n")
    strings.process.returncode = -9
    async with strings.program() as pilot:
        text = await pilot.until_read()
        assert "Go on with Allegra the game that was interrupted" in text
        told = f"The newer table {newer} cannot be gone on with: toctoc host --resume {newer} tells why."
        assert told in text


async def test_a_table_of_mine_that_is_open_is_found_and_who_comes_back_later_does_not_find_it(
    strings: Strings,
) -> None:
    table = interrupted(strings)
    async with strings.program() as pilot:
        assert "Go on with Allegra your table is still open" in await pilot.until_read()
        await pilot.press("enter")
        await pilot.hear(HOST, room(ANNA, OPEN))
        tables.take(table).forget()
        strings.kept.clear()
        await pilot.hear(wire.Bye("closed"))
        text = await pilot.until_read()
        assert "The host has closed the table." in text
        assert "Go on with" not in text


async def test_another_game_is_chosen_and_its_help_is_shown(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press(*"g" * list(GAMES).index("romi"))
        assert "Play Römi" in pilot.text
        await pilot.press("question_mark")
        assert "Get rid of your cards" in pilot.text
        await pilot.press("k")
        assert "sort your hand" in pilot.text
        await pilot.press("q", "enter")
        assert strings.launched[0]["game"] == "romi"
