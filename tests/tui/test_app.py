from __future__ import annotations

import asyncio
import gc
import io
import sys
from typing import Any

import msgspec
import pytest
from textual import events

from engine.board import Moved, Noted, Spot
from engine.game import Offer, Pick, Scores, View
from net import wire
from net.budget import Budget
from net.limits import MESSAGES_BURST, MESSAGES_PER_S
from net.trouble import Trouble
from tests.tui.puppet import (
    ANNA,
    BEN,
    BOT,
    GUEST,
    HOST,
    HOSTILE,
    INVITE,
    OPEN,
    PLAYING,
    Strings,
    app_for,
    chair,
    room,
    screen_text,
    seated,
    view,
)
from tui.app import TocTocApp
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.story import listed
from tui.visit import SENT_BURST, SENT_PER_S


async def test_the_phase_decides_which_screen_stands(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN, OPEN))
        assert isinstance(app.screen, LobbyScreen)
        await seated(strings, pilot, PLAYING)
        assert isinstance(app.screen, LobbyScreen)  # the view is still on its way
        await seated(strings, pilot, view(3, seat=1))
        assert isinstance(app.screen, TableScreen)
        await seated(strings, pilot, room(ANNA, BEN, OPEN))
        assert isinstance(app.screen, LobbyScreen)
        assert len(app.screen_stack) == 2


async def test_a_burst_of_changes_is_shown_once_and_newest(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_for("join", name="ben")
    shown: list[wire.Room | None] = []
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN, OPEN))
        assert isinstance(app.screen, LobbyScreen)
        monkeypatch.setattr(app.screen, "show", lambda link, *_: shown.append(link.room))
        rooms = [room(ANNA, BEN, OPEN, watchers=(f"w{i}",)) for i in range(50)]
        await seated(strings, pilot, *rooms)
        assert shown[-1] == rooms[-1]
        assert len(shown) <= 2


async def test_what_was_told_reaches_the_table_once(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1), wire.Said("anna", 0, "hello [b]you[/b]"))
        await seated(strings, pilot, wire.Answer(0, wire.Refusal("not-now")))
        text = screen_text(app)
        assert text.count("hello [b]you[/b]") == 1
        assert "That is not possible now." in text
        assert app.link is not None
        assert app.link.refusals == []


async def test_what_begins_a_match_is_told_after_what_was_said_in_the_lobby(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN, BOT), wire.Said("anna", 0, "shall we?"))
        begins = wire.Update(1, view(3, seat=1), (Noted("round", -1, (1, 3)),))
        await seated(strings, pilot, begins)
        assert isinstance(app.screen, LobbyScreen)  # the room is still on its way
        await seated(strings, pilot, PLAYING)
        await seated(strings, pilot, wire.Said("anna", 0, "good luck"))
        text = screen_text(app)
        told = [text.index(words) for words in ("anna: shall we?", "Round 1 of 3 begins.", "anna: good luck")]
        assert told == sorted(told)


async def test_an_act_and_a_word_go_to_the_table(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        await pilot.press("slash", "h", "i", "enter", "1")
        await pilot.pause()
        said, act = strings.puppet.sent
        assert said == wire.Say("hi")
        assert isinstance(act, wire.Act)
        assert act.n == 1
        await pilot.press("2")  # nothing more before the answer
        await pilot.pause()
        assert len(strings.puppet.sent) == 2


async def test_the_room_and_the_help_lie_over_the_table(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3))
        table = app.screen
        await pilot.press("at")
        await pilot.pause()
        assert str(INVITE) in screen_text(app)
        await seated(strings, pilot, room(ANNA, chair("ben", line="lost"), BOT, phase="play"))
        assert "disconnected" in screen_text(app)
        await pilot.press("down", "b")
        assert strings.puppet.sent == [wire.SeatBot(1)]
        await pilot.press("s", "plus", "q")
        await pilot.pause()
        assert strings.puppet.sent == [wire.SeatBot(1)]  # the others are for the time between matches
        assert app.screen is table
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert "A2   Everybody has a grid of four columns" in screen_text(app)
        await pilot.press("q")
        await pilot.pause()
        assert app.screen is table


async def test_a_terminal_without_utf_8_gets_names_without_accents_on_every_page(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stderr__", io.TextIOWrapper(io.BytesIO(), "ascii"))
    app = app_for("join", name="anna")
    romi = msgspec.structs.replace(room(chair("Zoë", host=True), chair("jürgen")), game="romi")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, wire.Welcome(1, 0, False), romi)
        for key, told in (("", ("Zoe", "jurgen", "Romi")), ("question_mark", ("Romi",))):
            await pilot.press(*filter(None, [key]))
            await pilot.pause()
            lines = screen_text(app)
            assert all(words in lines for words in told)
            assert not [name for name in ("Zoë", "jürgen", "Römi", "RÖMI", "Ö", "ö") if name in lines]


async def test_help_needs_no_table(strings: Strings) -> None:
    app = app_for()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        first = screen_text(app)
        await pilot.press("space")
        await pilot.pause()
        assert screen_text(app) != first
        assert strings.puppets == []


async def test_every_press_of_space_is_a_page_of_the_help(strings: Strings) -> None:
    app = app_for()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        body = app.screen.query_one("#body")
        for _ in range(2):
            app.post_message(events.Key("space", " "))
        await pilot.pause()
        assert body.scroll_y == min(2 * body.scrollable_content_region.height, body.max_scroll_y)


@pytest.mark.parametrize("opener", ["question_mark", "at", "equals_sign"])
async def test_a_page_over_the_table_tells_what_goes_on_there(strings: Strings, opener: str) -> None:
    app = app_for("join", name="ben")
    mine = msgspec.structs.replace(view(3, seat=1), turn=1, awaited=(1,))
    window = msgspec.structs.replace(view(3, seat=1), turn=0, awaited=())
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, window)
        await pilot.press(opener)
        await pilot.pause()
        assert "At the table: It is anna's turn. You may press r." in screen_text(app)
        await seated(strings, pilot, mine)
        assert "At the table: It is your turn." in screen_text(app)
        await seated(strings, pilot, room(ANNA, BEN, BOT, phase="deal"))
        assert "Waiting for you and anna." in screen_text(app)


async def test_trouble_on_the_way_ends_the_program_with_a_sentence(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await pilot.pause()
        strings.puppet.fail(Trouble("nobody-there", INVITE.place))
        await pilot.pause()
    assert app.return_value == f"No table is open at {INVITE.place}. Has the host closed it?"


async def test_hostile_names_and_chat_are_shown_as_they_are(strings: Strings) -> None:
    """S31, at the table, in its log and in the room."""
    chairs = [chair(name) for name in HOSTILE]
    app = app_for("join", name=HOSTILE[1])
    async with app.run_test(size=(120, 40)) as pilot:
        await seated(strings, pilot, GUEST, room(*chairs, phase="play", watchers=HOSTILE), view(5, seat=1))
        await seated(strings, pilot, *(wire.Said(name, seat, f"{name}!") for seat, name in enumerate(HOSTILE)))
        assert all(f"{name}: {name}!" in screen_text(app) for name in HOSTILE)
        await pilot.press("at")
        await pilot.pause()
        text = screen_text(app)
        assert all(f"{seat}  {name}" in text for seat, name in enumerate(HOSTILE, 1))
        assert f"Watching: {listed(HOSTILE)}" in text


async def test_no_color_is_obeyed(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        assert app.no_color


async def test_the_first_screen_is_kept_from_the_garbage_collector(strings: Strings) -> None:
    gc.unfreeze()
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert gc.get_freeze_count() > 0
    gc.unfreeze()


async def test_a_page_that_is_opened_while_the_program_ends_is_no_fault(strings: Strings) -> None:
    for yields in range(3):
        app = app_for("join", name="ben")
        async with app.run_test() as pilot:
            await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
            opening = asyncio.create_task(app.action_help())
            for _ in range(yields):
                await asyncio.sleep(0)
            app.exit("The host has closed the table.")
        opening.cancel()
        assert app.return_value == "The host has closed the table."


NO_CHAIRS = room(phase="play")
CROWD = room(*[BEN] * 300, phase="play")
SEEN = view(3, seat=1)


def seen(**changes: Any) -> View:
    return msgspec.structs.replace(SEEN, **changes)


def scored(totals: int) -> View:
    return seen(scores=Scores((), (0,) * totals))


def picking(action: bytes) -> View:
    pick = Pick((Spot("nowhere", 0), Spot("grid:1", 999)))
    return seen(offers=(Offer("take", "t", msgspec.Raw(action), pick=pick), Offer("draw", "d", msgspec.Raw(b"{}"))))


@pytest.mark.parametrize(
    "nonsense",
    [
        (GUEST, NO_CHAIRS, SEEN),
        (GUEST, CROWD, SEEN),
        (wire.Welcome(99, 0, False), room(BEN)),
        (wire.Welcome(99, 0, False), room(BEN, phase="deal"), SEEN),
        (GUEST, PLAYING, seen(viewer=99)),
        (GUEST, PLAYING, seen(zones=())),
        (GUEST, PLAYING, seen(facts={})),
        (GUEST, PLAYING, seen(facts=dict.fromkeys(SEEN.facts, "x"))),
        (GUEST, PLAYING, scored(0)),
        (GUEST, PLAYING, scored(7)),
        (GUEST, PLAYING, scored(300)),
        (GUEST, PLAYING, wire.Update(1, SEEN, (Moved("1", Spot("hand:x", 0), Spot("deck", 0), 0),))),
        (GUEST, room(ANNA, BEN, BOT, phase="over"), seen(scores=Scores(((1,), ()), (1, 2, 3), (99,)))),
        (GUEST, PLAYING, picking(b"[]")),
        (GUEST, PLAYING, picking(b"{}")),
    ],
)
async def test_a_host_that_makes_no_sense_is_left_with_a_sentence_or_shown(
    strings: Strings, nonsense: tuple[wire.FromHost | View, ...]
) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await pilot.pause()
        strings.puppet.tell(*nonsense)
        for key in (
            "",
            "t",
            "1",
            "enter",
            "equals_sign",
            "q",
            "at",
            "q",
            "question_mark",
            "q",
            "up",
            "space",
            "ctrl+c",
        ):
            if app.return_value is None and key:
                app.simulate_key(key)
            await asyncio.sleep(0.02)
    sentence = f"The table at {INVITE.place} says what yours does not understand. Install the same toctoc on both."
    assert app.return_value in (None, sentence)


async def test_a_panic_of_the_screen_is_no_success() -> None:
    app = app_for()
    async with app.run_test():
        app.panic("What the input thread says when it fails.")
    assert app.return_code == 1


def at_a_time(app: TocTocApp, now: float) -> list[float]:
    """The visit's clock shows this from now on, and whatever it is changed to."""
    clock = [now]
    assert app._visit is not None
    app._visit._clock, app._visit._budget = lambda: clock[0], Budget(SENT_BURST, SENT_PER_S, now)
    return clock


async def test_a_key_that_is_held_down_asks_for_no_more_than_the_table_puts_up_with(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, BOT))
        now = at_a_time(app, 100.0)
        table = Budget(MESSAGES_BURST, MESSAGES_PER_S, 100.0)
        for _ in range(5):
            strings.puppet.sent.clear()
            for _ in range(100):
                app.screen.action_seats(1)  # type: ignore[attr-defined]
            await pilot.pause()
            assert len(strings.puppet.sent) >= 10
            assert all(table.take(now[0]) for _ in strings.puppet.sent)
            now[0] += 1.0
        for _ in range(100):
            app.screen.action_seats(1)  # type: ignore[attr-defined]
        await pilot.press("ctrl+c", "l")
        assert strings.puppet.sent[-1] == wire.Leave()  # the last word is always said


async def test_an_act_that_is_too_much_leaves_the_table_ready_for_the_next_key(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        now = at_a_time(app, 100.0)
        for _ in range(100):
            app._visit.send(wire.Ready())  # type: ignore[union-attr]
        await pilot.press("1")
        await pilot.pause()
        assert not any(isinstance(message, wire.Act) for message in strings.puppet.sent)
        now[0] += 1.0
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(strings.puppet.sent[-1], wire.Act)
