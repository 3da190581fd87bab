from __future__ import annotations

import pytest
from textual.pilot import Pilot

from net import wire
from tests.tui import romi_laid, screens
from tests.tui.puppet import ANNA, BEN, BOT, GUEST, HOST, OPEN, Strings, room, view
from tui import settings
from tui.picture import picture_of
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.settings import ROWS, SettingsScreen
from tui.settings import Settings


async def choose(pilot: Pilot[str | None], name: str) -> None:
    """Go to this row."""
    await pilot.press("asterisk", *["down"] * list(ROWS).index(name))


def test_every_setting_is_on_the_screen() -> None:
    assert tuple(ROWS) == Settings.__struct_fields__


async def test_the_same_key_opens_it_at_the_start_in_the_lobby_and_at_the_table(strings: Strings) -> None:
    async with strings.program("host") as pilot:
        for there in ((), (HOST, room(ANNA, OPEN)), (room(ANNA, BEN, phase="play"), view(2))):
            if there:
                await pilot.hear(*there)
            before = pilot.app.screen
            await pilot.press("asterisk")
            assert isinstance(pilot.app.screen, SettingsScreen)
            await pilot.press("asterisk")
            assert pilot.app.screen is before


async def test_a_change_holds_at_once_and_is_kept(strings: Strings) -> None:
    async with strings.program() as pilot:
        await choose(pilot, "language")
        await pilot.press("right")
        assert "definições" in pilot.text
        await pilot.press("left", "down", "left")
        assert settings.now() == settings.read()[0] == Settings(language="en", colours="none")
        await pilot.press("q")
        assert "Play Allegra" in pilot.text


async def test_a_name_is_written_and_stands_on_the_start_screen(strings: Strings) -> None:
    async with strings.program(name="login") as pilot:
        await choose(pilot, "name")
        await pilot.press("enter", *"qq*")
        await pilot.paste(" Zoë\x1b[2J\n")
        assert "Name: qq*Zoë" in pilot.text
        await pilot.press("enter")
        assert settings.read()[0].name == "qq*Zoë[2J"
        await pilot.press("enter", "x", "ctrl+u", "q")
        assert "qq*Zoë[2J" in pilot.text
        await pilot.press("enter")
        assert strings.launched[0]["name"] == "qq*Zoë[2J"


async def test_what_cannot_be_kept_holds_until_one_leaves(strings: Strings) -> None:
    settings.path().parent.mkdir()
    settings.path().write_text("bell\n")
    async with strings.program() as pilot:
        await pilot.press("asterisk")
        assert "Line 1 of" in pilot.text
        await pilot.press("q")
        await choose(pilot, "bell")
        await pilot.press("enter")
        assert not settings.now().bell
        told = pilot.words
        assert "This holds only until you leave. Line 1 of" in told
        await pilot.press("up", "down")
        assert "Rings when" in pilot.text


async def test_the_table_is_told_of_meanwhile(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, BOT, phase="play"), view(3, seat=1)) as pilot:
        await pilot.press("asterisk")
        assert "At the table: It is your turn." in pilot.text


async def test_frames_change_at_once_on_the_start_screen(strings: Strings) -> None:
    async with strings.program() as pilot:
        settings.use(Settings(ascii=True))
        pilot.app.obey_settings()
        await pilot.pause()
        assert "\n  > " in pilot.text
        assert "╭" not in pilot.text


async def test_suits_and_frames_change_at_once_at_the_table(strings: Strings) -> None:
    match = romi_laid.playing()
    options, chairs = match.options, (ANNA, BEN, *[BOT] * (match.state.seats - 2))
    async with strings.at_table(GUEST, wire.Room("romi", options, "play", chairs, ()), match.view(1)) as pilot:
        for settled, frame in ((Settings(), "│"), (Settings(letters=True), "│"), (Settings(ascii=True), "|")):
            settings.use(settled)
            pilot.app.obey_settings()
            await pilot.pause()
            assert frame in pilot.text
            assert any(suit in pilot.text for suit in "♠♥♦♣") == (settled == Settings())


def test_without_animations_the_picture_does_not_change_with_the_time() -> None:
    for name in ("allegra-6-knock", "aluette-draw"):
        for animations in (True, False):
            settings.use(Settings(animations=animations))
            desk, table = screens.desk_at(screens.MOMENTS[name])
            soon, later = (picture_of(desk, 80, 24, table.now + late_s, []).text() for late_s in (1.0, 2.0))
            assert (soon != later, desk.ticking) == (animations, animations)
    assert "against" in later, "the draw is there as a whole"


async def test_a_key_of_ones_own_does_what_the_first_one_does_and_stands_at_its_place(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN, phase="play"), view(2)) as pilot:
        for name, key, shown in (("key_help", "f1", "f1 help"), ("key_room", "tilde", "~ who is here")):
            await choose(pilot, name)
            await pilot.press("enter")
            assert "Press another key for it." in pilot.text
            await pilot.press(key, "q")
            assert shown in pilot.text
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("f1", "tilde")
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("tilde", "slash", *"a?", "tilde", "f1")
        assert "Say: a?~" in pilot.text, "in a text it is a sign like others"


@pytest.mark.parametrize(
    ("name", "key", "told"),
    [
        ("key_help", "k", "k is not free."),
        ("key_scores", "at", "@ is not free."),
        ("key_quit", "f2", "f2 is not free."),
        ("key_quit", "enter", "What your keyboard"),
    ],
)
async def test_a_key_that_means_something_is_refused(strings: Strings, name: str, key: str, told: str) -> None:
    settings.use(Settings(key_help="f2"))
    async with strings.program() as pilot:
        await choose(pilot, name)
        await pilot.press("enter", key)
        assert told in pilot.text
        assert settings.now() == Settings(key_help="f2")


async def test_a_key_of_ones_own_is_given_up_and_one_leaves_with_another(strings: Strings) -> None:
    settings.use(Settings(key_help="f2", key_quit="f10"))
    async with strings.program() as pilot:
        await choose(pilot, "key_help")
        await pilot.press("enter", "backspace")
        assert settings.now().key_help == ""
        await pilot.press("f2", "f10")
        assert not pilot.app.is_running


async def test_the_keys_of_the_cells_are_written_and_hold_at_once(strings: Strings) -> None:
    async with strings.program("join") as pilot:
        seen = view(3, seat=1)
        assert {offer.code for offer in seen.offers} == {"reveal"}
        await pilot.hear(GUEST, room(ANNA, BEN, BOT, phase="play"), seen)
        await choose(pilot, "cells")
        await pilot.press("enter", "backspace", "k", "enter")
        assert "These have to be 15 different keys" in pilot.text
        await pilot.press("enter", "backspace", "l", "enter", "q", "l")
        (asked,) = [message for message in pilot.sent if isinstance(message, wire.Act)]
        assert b'"picks":[["grid:1",11]]' in bytes(asked.action)


async def test_who_turns_to_another_row_with_the_mouse_writes_no_more(strings: Strings) -> None:
    async with strings.program() as pilot:
        await choose(pilot, "name")
        await pilot.press("enter", "x")
        row = next(y for y, line in enumerate(pilot.text.splitlines()) if "Keys of Allegra" in line)
        await pilot.click(offset=(10, row))
        await pilot.press("enter", "ctrl+u", "enter", "enter")
        assert settings.now() == Settings()
