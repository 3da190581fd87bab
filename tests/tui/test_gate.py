from __future__ import annotations

import msgspec
import pytest

from engine.game import Pick
from net import wire
from tests.tui.puppet import ANNA, BEN, BOT, GUEST, OPEN, Strings, room, view
from tui.screens.gate import GateScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen


async def test_a_small_window_keeps_what_was_picked_and_sends_nothing(strings: Strings) -> None:
    """S34: of three cards to pick, two are picked; the window shrinks, keys are pressed, it grows again."""
    seen = view(3, seat=1)
    [offer] = seen.offers
    assert offer.pick is not None
    offer = msgspec.structs.replace(offer, pick=Pick(offer.pick.spots, 3, 3))
    seen = msgspec.structs.replace(seen, offers=(offer,))
    async with strings.at_table(GUEST, room(ANNA, BEN, BOT, phase="play"), seen, size=(100, 30)) as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await pilot.press(*list(table.desk.pad().values())[:2])
        picked = table.desk.picker.chosen
        assert len(picked) == 2
        before = pilot.text
        await pilot.resize_terminal(40, 10)
        gate = pilot.words
        assert "This table needs 80x24; this window is 40x10." in gate
        assert "It is your turn." in gate
        assert "ctrl+c hang up; your seat is kept" in gate
        await pilot.press("enter", *"0123456789", "r", "d", "k", "space", "q", "at", "equals_sign", "question_mark")
        assert isinstance(pilot.app.screen, GateScreen)
        assert pilot.sent == []
        await pilot.resize_terminal(100, 30)
        assert pilot.app.screen is table
        assert table.desk.picker.chosen == picked
        assert pilot.text == before


@pytest.mark.parametrize("size", [(1, 1), (79, 24), (80, 23), (2, 50), (200, 1)])
async def test_no_window_is_too_small_for_the_gate(strings: Strings, size: tuple[int, int]) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, phase="play"), view(2, seat=1), size=size) as pilot:
        assert isinstance(pilot.app.screen, GateScreen)
        await pilot.resize_terminal(80, 24)
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.resize_terminal(*size)
        assert isinstance(pilot.app.screen, GateScreen)


async def test_the_gate_says_when_it_is_my_turn(strings: Strings) -> None:
    others = msgspec.structs.replace(view(2, seat=1), awaited=(0,))
    async with strings.at_table(GUEST, room(ANNA, BEN, phase="play"), others, size=(40, 10)) as pilot:
        assert "It is your turn." not in pilot.text
        await pilot.hear(msgspec.structs.replace(others, awaited=(1,)))
        assert "It is your turn." in pilot.text


async def test_the_gate_before_the_start_screen_speaks_of_no_table(strings: Strings) -> None:
    async with strings.program(size=(40, 10)) as pilot:
        gate = pilot.words
        assert gate == "toctoc needs 80x24; this window is 40x10. ctrl+c quit"


async def test_what_happens_behind_the_gate_is_shown_afterwards(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, OPEN)) as pilot:
        await pilot.resize_terminal(60, 20)
        await pilot.hear(room(ANNA, BEN, BOT), wire.Answer(0, wire.Refusal("host-only")))
        await pilot.resize_terminal(80, 24)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert "Ada" in pilot.text
        assert "Only the host can do that." in pilot.text


async def test_a_goodbye_behind_the_gate_leads_back_to_the_start_screen(strings: Strings) -> None:
    async with strings.program("join", name="ben", invite=None) as pilot:
        await pilot.paste("toctoc://10.0.0.1/BCDFGH")
        await pilot.press("enter")
        await pilot.hear(GUEST, room(ANNA, BEN))
        await pilot.resize_terminal(60, 20)
        await pilot.hear(wire.Bye("closed"))
        assert isinstance(pilot.app.screen, GateScreen)
        await pilot.resize_terminal(80, 24)
        assert "The host has closed the table." in pilot.text


async def test_ctrl_c_at_the_gate_hangs_up_and_keeps_the_seat(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, phase="play"), view(2, seat=1), size=(40, 10)) as pilot:
        await pilot.press("ctrl+c")
        assert not pilot.app.is_running
    assert pilot.sent == []
    assert pilot.app.return_value is None
