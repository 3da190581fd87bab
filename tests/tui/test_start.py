from __future__ import annotations

import pytest
from textual import events

from net import wire
from net.trouble import Trouble
from tests.tui.puppet import HOSTILE, INVITE, Strings, app_for, chair, room, screen_text


async def test_enter_opens_a_table_with_three_bots_at_once(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert strings.launched[0]["game"] == "allegra"
        strings.puppet.tell(wire.Welcome(0, 0, True), room(chair("anna", host=True), chair(), chair(), chair()))
        await pilot.pause()
        assert strings.puppet.sent == [wire.SeatBot(1), wire.SeatBot(2), wire.SeatBot(3), wire.Start()]


async def test_hosting_for_friends_waits_for_them(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        strings.puppet.tell(wire.Welcome(0, 0, True), room(chair("anna", host=True), chair()))
        await pilot.pause()
        assert strings.puppet.sent == []
        assert str(INVITE) in screen_text(app)


@pytest.mark.parametrize(("keys", "role"), [(["down", "down"], "play"), (["down", "down", "down"], "watch")])
async def test_an_invite_can_be_typed(strings: Strings, keys: list[str], role: str) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press(*keys, "enter")
        assert "invite" in screen_text(app).lower()
        await pilot.press(*str(INVITE), "enter")
        await pilot.pause()
        assert strings.puppet.address == INVITE
        hello = strings.puppet.hello
        assert (hello.name, hello.role, hello.code) == ("anna", role, INVITE.code)


async def test_an_invite_can_be_pasted_broken_over_lines(strings: Strings) -> None:
    app = app_for("join", invite=None)
    async with app.run_test() as pilot:
        text = str(INVITE)
        app.post_message(events.Paste(f"{text[:12]}\n  {text[12:]}\n"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert strings.puppet.address == INVITE


async def test_a_wrong_invite_is_explained_and_stays_to_be_mended(strings: Strings) -> None:
    app = app_for("join", invite=None)
    async with app.run_test() as pilot:
        await pilot.press(*"toctoc://pony", "enter")
        await pilot.pause()
        assert "This is not an invite." in screen_text(app)
        assert "toctoc://pony" in screen_text(app)
        assert strings.puppets == []


async def test_a_name_is_needed(strings: Strings) -> None:
    app = app_for(name="")
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "Tell your name first." in screen_text(app)
        await pilot.press(*"zoe", "enter", "enter")
        await pilot.pause()
        assert strings.launched[0]["name"] == "zoe"


@pytest.mark.parametrize(
    ("goodbye", "sentence"),
    [
        (wire.Bye("full"), "The table is full. You can watch it."),
        (wire.Bye("wrong-code"), "The code of this invite is wrong."),
        (wire.Bye("version", (2, 1)), "The host's toctoc speaks version 2, yours version 1."),
    ],
)
async def test_a_goodbye_is_said_on_the_same_screen(strings: Strings, goodbye: wire.Bye, sentence: str) -> None:
    app = app_for("join", invite=None)
    async with app.run_test() as pilot:
        await pilot.press(*str(INVITE), "enter")
        await pilot.pause()
        strings.puppet.tell(goodbye)
        await pilot.pause()
        await pilot.pause()
        assert sentence in screen_text(app)
        assert str(INVITE) in screen_text(app)
        await pilot.press("enter")  # and again
        await pilot.pause()
        assert len(strings.puppets) == 2


async def test_an_unreachable_host_is_told_on_the_same_screen(strings: Strings) -> None:
    app = app_for("join", invite=None)
    async with app.run_test() as pilot:
        await pilot.press(*str(INVITE), "enter")
        await pilot.pause()
        strings.puppet.fail(Trouble("unreachable", INVITE.place))
        await pilot.pause()
        await pilot.pause()
        assert "cannot be reached." in screen_text(app)


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_is_shown_as_it_is(strings: Strings, name: str) -> None:
    """S31."""
    app = app_for(name=name)
    async with app.run_test():
        assert name in screen_text(app)


async def test_q_is_a_letter_in_a_field_and_quits_from_the_menu(strings: Strings) -> None:
    app = app_for(name="")
    async with app.run_test() as pilot:
        await pilot.press("tab", "q")
        assert app.is_running
        assert "Name    q" in screen_text(app)
        await pilot.press("shift+tab", "q")
    assert app.return_value is None
