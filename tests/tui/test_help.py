"""The rules at hand: opened at the one by which something was refused, and looked up by their numbers."""

from __future__ import annotations

from engine.board import Noted
from net import wire
from tests.tui.puppet import HOST, PLAYING, Strings, app_for, screen_text, seated, view
from tui.app import TocTocApp
from tui.screens.help import FOOT


def marked(app: TocTocApp) -> list[str]:
    """The rules that are marked on the screen."""
    return [line.split()[0][1:] for line in screen_text(app).splitlines() if line.lstrip().startswith("▸")]


async def test_after_a_refusal_help_is_open_at_its_rule_until_something_happens(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3), wire.Answer(0, wire.Refusal("gap", rule="A22")))
        foot = screen_text(app).splitlines()[-3:]
        assert foot[0].startswith(" There is no card in that place, and none can be put there. (A22)")
        assert "? A22 " in foot[2]
        await pilot.press("tab", "question_mark")
        await pilot.pause()
        assert marked(app) == ["A22"]
        await pilot.press("q")
        await seated(strings, pilot, wire.Update(2, view(3), (Noted("knocks", 1),)))
        await pilot.press("question_mark")
        await pilot.pause()
        assert marked(app) == []
        assert "For 2 to 6 players." in screen_text(app)


async def test_a_rule_that_there_is_not_leads_nowhere(strings: Strings) -> None:
    app = app_for("join")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3), wire.Answer(0, wire.Refusal("gap", rule="[/b] A99")))
        assert "? help" in screen_text(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert marked(app) == []


async def test_a_number_that_is_typed_is_looked_up(strings: Strings) -> None:
    app = app_for(game="romi")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        seen = []
        for digit in "1406":
            await pilot.press(digit)
            await pilot.pause()
            seen += marked(app)
        assert seen == ["R1", "R14", "R14", "R6"]
        await pilot.press("2", "8", "k")
        await pilot.pause()
        assert screen_text(app).splitlines()[3:6:2] == [" Keys", f" {FOOT[0]}"]
