from __future__ import annotations

import pytest
from textual.pilot import Pilot

from net import wire
from tests.tui import romi_laid, screens
from tests.tui.puppet import ANNA, BEN, BOT, GUEST, HOST, OPEN, Strings, app_for, paste, room, screen_text, seated, view
from tui import settings
from tui.app import TocTocApp
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.settings import ROWS, SettingsScreen
from tui.settings import Settings


async def choose(pilot: Pilot[str | None], name: str) -> None:
    """Go to this row."""
    await pilot.press("asterisk", *["down"] * list(ROWS).index(name))
    await pilot.pause()


def text_of(pilot: Pilot[str | None]) -> str:
    assert isinstance(pilot.app, TocTocApp)
    return screen_text(pilot.app)


def test_every_setting_is_on_the_screen() -> None:
    assert tuple(ROWS) == Settings.__struct_fields__


async def test_the_same_key_opens_it_at_the_start_in_the_lobby_and_at_the_table(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        for there in ((), (HOST, room(ANNA, OPEN)), (room(ANNA, BEN, phase="play"), view(2))):
            if there:
                await seated(strings, pilot, *there)
            before = app.screen
            await pilot.press("asterisk")
            await pilot.pause()
            assert isinstance(app.screen, SettingsScreen)
            await pilot.press("asterisk")
            await pilot.pause()
            assert app.screen is before


async def test_a_change_holds_at_once_and_is_kept(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await choose(pilot, "language")
        await pilot.press("right")
        await pilot.pause()
        assert "definições" in text_of(pilot)
        await pilot.press("left", "down", "left")
        await pilot.pause()
        assert settings.now() == settings.read()[0] == Settings(language="en", colours="none")
        await pilot.press("q")
        assert "Play Allegra" in text_of(pilot)


async def test_a_name_is_written_and_stands_on_the_start_screen(strings: Strings) -> None:
    app = app_for(name="login")
    async with app.run_test() as pilot:
        await choose(pilot, "name")
        await pilot.press("enter", *"qq*")
        await paste(pilot, " Zoë\x1b[2J\n")
        assert "Name: qq*Zoë" in text_of(pilot)
        await pilot.press("enter")
        assert settings.read()[0].name == "qq*Zoë[2J"
        await pilot.press("enter", "x", "ctrl+u", "q")
        await pilot.pause()
        assert "qq*Zoë[2J" in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert strings.launched[0]["name"] == "qq*Zoë[2J"


async def test_what_cannot_be_kept_holds_until_one_leaves(strings: Strings) -> None:
    settings.path().parent.mkdir()
    settings.path().write_text("bell\n")
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("asterisk")
        await pilot.pause()
        assert "Line 1 of" in text_of(pilot)
        await pilot.press("q")
        await choose(pilot, "bell")
        await pilot.press("enter")
        await pilot.pause()
        assert not settings.now().bell
        told = " ".join(text_of(pilot).split())
        assert "This holds only until you leave. Line 1 of" in told
        await pilot.press("up", "down")
        assert "Rings when" in text_of(pilot)


async def test_the_table_is_told_of_meanwhile(strings: Strings) -> None:
    async with app_for("join").run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN, BOT, phase="play"), view(3, seat=1))
        await pilot.press("asterisk")
        await pilot.pause()
        assert "At the table: It is your turn." in text_of(pilot)


async def test_frames_change_at_once_on_the_start_screen(strings: Strings) -> None:
    app = app_for()
    async with app.run_test(size=(80, 24)) as pilot:
        settings.use(Settings(ascii=True))
        app.obey_settings()
        await pilot.pause()
        assert "\n  > " in text_of(pilot)
        assert "╭" not in text_of(pilot)


async def test_suits_and_frames_change_at_once_at_the_table(strings: Strings) -> None:
    match = romi_laid.playing()
    options, chairs = match.options, (ANNA, BEN, *[BOT] * (match.state.seats - 2))
    app = app_for("join")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, GUEST, wire.Room("romi", options, "play", chairs, ()), match.view(1))
        for settled, frame in ((Settings(), "│"), (Settings(letters=True), "│"), (Settings(ascii=True), "|")):
            settings.use(settled)
            app.obey_settings()
            await pilot.pause()
            assert frame in text_of(pilot)
            assert any(suit in text_of(pilot) for suit in "♠♥♦♣") == (settled == Settings())


def test_without_animations_the_picture_does_not_change_with_the_time() -> None:
    for name in ("allegra-6-knock", "aluette-draw"):
        for animations in (True, False):
            settings.use(Settings(animations=animations))
            desk, table = screens.desk_at(screens.MOMENTS[name])
            soon, later = (desk.picture(80, 24, table.now + late_s, []).text() for late_s in (1.0, 2.0))
            assert (soon != later, desk.ticking) == (animations, animations)
    assert "against" in later, "the draw is there as a whole"


async def test_a_key_of_ones_own_does_what_the_first_one_does_and_stands_at_its_place(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN, phase="play"), view(2))
        for name, key, shown in (("key_help", "f1", "f1 help"), ("key_room", "dollar_sign", "$ who is here")):
            await choose(pilot, name)
            await pilot.press("enter")
            assert "Press another key for it." in text_of(pilot)
            await pilot.press(key, "q")
            await pilot.pause()
            assert shown in text_of(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("f1", "dollar_sign")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("dollar_sign", "slash", *"a?", "dollar_sign", "f1")
        await pilot.pause()
        assert "Say: a?$" in text_of(pilot), "in a text it is a sign like others"


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
    async with app_for().run_test(size=(80, 24)) as pilot:
        await choose(pilot, name)
        await pilot.press("enter", key)
        await pilot.pause()
        assert told in text_of(pilot)
        assert settings.now() == Settings(key_help="f2")


async def test_a_key_of_ones_own_is_given_up_and_one_leaves_with_another(strings: Strings) -> None:
    settings.use(Settings(key_help="f2", key_quit="f10"))
    app = app_for()
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "key_help")
        await pilot.press("enter", "backspace")
        assert settings.now().key_help == ""
        await pilot.press("f2", "f10")
        await pilot.pause()
        assert not app.is_running


async def test_the_keys_of_the_cells_are_written_and_hold_at_once(strings: Strings) -> None:
    app = app_for("join")
    async with app.run_test(size=(80, 24)) as pilot:
        seen = view(3, seat=1)
        assert {offer.code for offer in seen.offers} == {"reveal"}
        await seated(strings, pilot, GUEST, room(ANNA, BEN, BOT, phase="play"), seen)
        await choose(pilot, "cells")
        await pilot.press("enter", "backspace", "k", "enter")
        assert "These have to be 15 different keys" in text_of(pilot)
        await pilot.press("enter", "backspace", "l", "enter", "q", "l")
        await pilot.pause()
        (asked,) = [message for message in strings.puppet.sent if isinstance(message, wire.Act)]
        assert b'"picks":[["grid:1",11]]' in bytes(asked.action)


async def test_who_turns_to_another_row_with_the_mouse_writes_no_more(strings: Strings) -> None:
    async with app_for().run_test(size=(80, 24)) as pilot:
        await choose(pilot, "name")
        await pilot.press("enter", "x")
        row = next(y for y, line in enumerate(text_of(pilot).splitlines()) if "Keys of Allegra" in line)
        await pilot.click(offset=(10, row))
        await pilot.press("enter", "ctrl+u", "enter", "enter")
        await pilot.pause()
        assert settings.now() == Settings()
