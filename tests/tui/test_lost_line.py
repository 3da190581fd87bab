"""While nobody hears me: what I am told, and what I can still do."""

from __future__ import annotations

import pytest

from net import wire
from tests.tui.puppet import GUEST, PLAYING, Strings, app_for, screen_text, seated, view
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.scores import ScoresScreen

LOST = "The line is lost. Coming back to the table."


@pytest.mark.parametrize("key", ["r", "1", "percent_sign", "enter"])
async def test_a_lost_line_is_told_and_keys_of_the_game_do_nothing(strings: Strings, key: str) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        assert LOST not in screen_text(app)
        strings.puppet.lose()
        await pilot.press(key)
        await pilot.pause()
        assert LOST in screen_text(app)
        assert strings.puppet.sent == []
        await seated(strings, pilot, GUEST)
        assert LOST not in screen_text(app)


@pytest.mark.parametrize(
    ("key", "page"), [("question_mark", HelpScreen), ("equals_sign", ScoresScreen), ("at", LobbyScreen)]
)
async def test_pages_that_need_no_table_are_opened_and_left(strings: Strings, key: str, page: type) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1, rounds=1))
        table = app.screen
        strings.puppet.lose()
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, page)
        assert LOST in screen_text(app)
        await pilot.press("q")
        await pilot.pause()
        assert app.screen is table


async def test_what_has_happened_can_be_read(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        talk = [wire.Said("anna", 0, f"line {i}", i) for i in range(1, 41)]
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1), *talk)
        strings.puppet.lose()
        await pilot.pause()
        assert "line 40" in screen_text(app)
        for _ in range(20):
            await pilot.press("pageup")
        assert "line 40" not in screen_text(app)
        assert "line 2" in screen_text(app)
