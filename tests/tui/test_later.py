"""What is wanted beside the play, and can only be done in a moment: a second sign, or another look."""

from __future__ import annotations

import pytest

from engine.board import CLOCK
from tests.engine.games.aluette_table import Table
from tests.tui.sitting import sitting
from tui import settings
from tui.later import WANTED_S
from tui.widgets.paper import Paper

SIGNS = b'{"type":"lower","seat":0,"number":%d}'


async def test_a_second_sign_is_given_as_soon_as_the_first_is_over() -> None:
    """L17: one at a time. The last that I want is the one that counts."""
    async with sitting(game="aluette") as pilot:
        app = pilot.app
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.press("m")
        app.table.answer()
        await pilot.press("a", "g")
        assert "In a moment: Sign: Grand-neuf." in app.text
        assert [act["sign"] for act in app.asked] == ["3O"]
        app.table.act(CLOCK, SIGNS % 1)
        await pilot.pause()
        assert [act["sign"] for act in app.asked] == ["3O", "9C"]
        assert "In a moment" not in app.text
        app.table.answer()
        app.table.act(CLOCK, SIGNS % 2)
        await pilot.pause()
        assert len(app.asked) == 2


async def test_it_is_not_lost_while_the_first_is_on_its_way() -> None:
    async with sitting(game="aluette") as pilot:
        app = pilot.app
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.press("m", "g")
        app.table.answer()
        await pilot.pause()
        assert len(app.asked) == 1
        app.table.act(CLOCK, SIGNS % 1)
        await pilot.pause()
        assert [act["sign"] for act in app.asked] == ["3O", "9C"]


@pytest.mark.parametrize("late_s", [0.0, WANTED_S])
async def test_what_is_no_longer_true_or_wanted_too_long_ago_is_not_asked_for(late_s: float) -> None:
    """L14: a sign is true at the moment it is given."""
    async with sitting(game="aluette") as pilot:
        app = pilot.app
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.press("m")
        app.table.answer()
        await pilot.press("g")
        if not late_s:
            app.table.act(0, b'{"type":"play","turn":%d,"picks":[["hand:0",1]]}' % app.table.view.turns)
        app.table.now += late_s
        app.table.act(CLOCK, SIGNS % 1)
        await pilot.pause()
        assert len(app.asked) == 1
        assert ("9C" in [offer.args[0] for offer in app.table.view.offers if offer.code == "sign"]) == bool(late_s)


async def test_it_is_told_as_long_as_it_is_wanted() -> None:
    async with sitting(game="aluette") as pilot:
        app, desk = pilot.app, pilot.app.table_screen.desk
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.press("m")
        app.table.answer()
        await pilot.press("g")
        assert "In a moment: Sign: Grand-neuf." in app.text
        settings.change(animations=False)
        assert desk.ticking
        app.table.now += WANTED_S
        app.table_screen.query_one(Paper).draw()
        assert "In a moment" not in app.text
        assert not desk.ticking


async def test_a_sign_that_is_not_true_now_is_not_wanted_either() -> None:
    async with sitting(game="aluette") as pilot:
        app = pilot.app
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.press("d")
        assert app.table_screen.desk.refused == "d means nothing now."


async def test_a_click_on_a_face_looks_there_also_while_my_eyes_rest() -> None:
    async with sitting(game="aluette") as pilot:
        app = pilot.app
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.pause()
        rows = app.text.splitlines()
        y = next(y for y, row in enumerate(rows) if row.startswith((" ( O O", " ( o", " (o o", " (  o")))
        await pilot.click(offset=(4, y))
        app.table.answer()
        await pilot.pause()
        assert [act["at"] for act in app.asked] == [app.table.view.facts["eyes"][0]]
        await pilot.click(offset=(62, y))
        assert len(app.asked) == 1
        app.table.act(CLOCK, b'{"type":"rest","seat":0,"number":1}')
        await pilot.pause()
        assert len({act["at"] for act in app.asked}) == 2


async def test_eyes_that_rest_can_be_wanted_back_at_once() -> None:
    async with sitting(game="aluette") as pilot:
        app = pilot.app
        app.table.lay_out(Table("3O 9C AO KB").match)
        await pilot.press("j")
        app.table.answer()
        await pilot.press("k")
        assert f"In a moment: Look at {app.table_screen.desk.names[2]}." in app.text
        app.table.act(CLOCK, b'{"type":"rest","seat":0,"number":1}')
        await pilot.pause()
        assert [act["at"] for act in app.asked][1:] == [2]
