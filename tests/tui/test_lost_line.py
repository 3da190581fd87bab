"""While nobody hears me: what I am told, and what I can still do."""

from __future__ import annotations

import pytest

from net import wire
from tests.tui.puppet import GUEST, PLAYING, Strings, view
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.scores import ScoresScreen

LOST = "The line is lost. Coming back to the table."


@pytest.mark.parametrize("key", ["r", "1", "percent_sign", "enter"])
async def test_a_lost_line_is_told_and_keys_of_the_game_do_nothing(strings: Strings, key: str) -> None:
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
        assert LOST not in pilot.text
        strings.puppet.lose()
        await pilot.press(key)
        assert LOST in pilot.text
        assert pilot.sent == []
        await pilot.hear(GUEST)
        assert LOST not in pilot.text


@pytest.mark.parametrize(
    ("key", "page"), [("question_mark", HelpScreen), ("equals_sign", ScoresScreen), ("at", LobbyScreen)]
)
async def test_pages_that_need_no_table_are_opened_and_left(strings: Strings, key: str, page: type) -> None:
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1, rounds=1)) as pilot:
        table = pilot.app.screen
        strings.puppet.lose()
        await pilot.press(key)
        assert isinstance(pilot.app.screen, page)
        assert LOST in pilot.text
        await pilot.press("q")
        assert pilot.app.screen is table


async def test_what_has_happened_can_be_read(strings: Strings) -> None:
    async with strings.program("join", name="ben") as pilot:
        talk = [wire.Said("anna", 0, f"line {i}", i) for i in range(1, 41)]
        await pilot.hear(GUEST, PLAYING, view(3, seat=1), *talk)
        strings.puppet.lose()
        await pilot.pause()
        assert "line 40" in pilot.text
        for _ in range(20):
            await pilot.press("pageup")
        assert "line 40" not in pilot.text
        assert "line 2" in pilot.text
