from __future__ import annotations

import asyncio
import gc
import io
import sys
from typing import Any

import msgspec
import pytest
from textual import events
from textual.css.stylesheet import Stylesheet

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
    chair,
    room,
    view,
)
from tui.app import TocTocApp
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen
from tui.story import listed
from tui.visit import SENT_BURST, SENT_PER_S


async def test_the_phase_decides_which_screen_stands(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, OPEN)) as pilot:
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.hear(PLAYING)
        assert isinstance(pilot.app.screen, LobbyScreen)  # the view is still on its way
        await pilot.hear(view(3, seat=1))
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.hear(room(ANNA, BEN, OPEN))
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert len(pilot.app.screen_stack) == 2


async def test_a_game_against_bots_is_not_waited_for_in_the_lobby(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN), command="solo") as pilot:
        assert isinstance(pilot.app.screen, StartScreen)
        await pilot.hear(PLAYING, view(3))
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_burst_of_changes_is_shown_once_and_newest(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[wire.Room | None] = []
    async with strings.at_table(GUEST, room(ANNA, BEN, OPEN)) as pilot:
        assert isinstance(pilot.app.screen, LobbyScreen)
        monkeypatch.setattr(pilot.app.screen, "show", lambda link, *_: shown.append(link.room))
        rooms = [room(ANNA, BEN, OPEN, watchers=(f"w{i}",)) for i in range(50)]
        await pilot.hear(*rooms)
        assert shown[-1] == rooms[-1]
        assert len(shown) <= 2


async def test_what_was_told_reaches_the_table_once(strings: Strings) -> None:
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1), wire.Said("anna", 0, "hello [b]you[/b]")) as pilot:
        await pilot.hear(wire.Answer(0, wire.Refusal("not-now")))
        text = pilot.text
        assert text.count("hello [b]you[/b]") == 1
        assert "That is not possible now." in text
        assert pilot.app.link is not None
        assert pilot.app.link.refusals == []


async def test_what_begins_a_match_is_told_after_what_was_said_in_the_lobby(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, BOT), wire.Said("anna", 0, "shall we?")) as pilot:
        begins = wire.Update(1, view(3, seat=1), (Noted("round", -1, (1, 3)),))
        await pilot.hear(begins)
        assert isinstance(pilot.app.screen, LobbyScreen)  # the room is still on its way
        await pilot.hear(PLAYING)
        await pilot.hear(wire.Said("anna", 0, "good luck"))
        text = pilot.text
        told = [text.index(words) for words in ("anna: shall we?", "Round 1 of 3 begins.", "anna: good luck")]
        assert told == sorted(told)


async def test_an_act_and_a_word_go_to_the_table(strings: Strings) -> None:
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
        await pilot.press("slash", "h", "i", "enter", "1")
        said, act = pilot.sent
        assert said == wire.Say("hi")
        assert isinstance(act, wire.Act)
        assert act.n == 1
        await pilot.press("2")  # nothing more before the answer
        assert len(pilot.sent) == 2


@pytest.mark.parametrize(
    ("game", "start", "one", "quit", "stay"),
    [
        pytest.param("g", "s", "1", "q", "s", id="English"),
        pytest.param("G", "S", "1", "Q", "S", id="English, with capitals"),
        pytest.param("γ", "σ", "1", ";", "σ", id="Greek"),
        pytest.param("п", "ы", "1", "й", "ы", id="Russian"),
        pytest.param("g", "s", "&", "q", "s", id="French"),
    ],
)
async def test_keys_do_the_same_on_every_screen_wherever_their_letters_stand(
    strings: Strings, game: str, start: str, one: str, quit: str, stay: str
) -> None:
    async with strings.program() as pilot:
        await pilot.press(game)
        assert "Play Aluette" in pilot.text
        await pilot.press("down", "down", "enter")
        await pilot.hear(HOST, room(ANNA, BOT, BOT))
        await pilot.press(start)
        await pilot.hear(PLAYING, view(3))
        assert strings.puppet.sent == [wire.Start()]
        await pilot.press(one)
        assert isinstance(strings.puppet.sent[-1], wire.Act)
        await pilot.press(quit, stay)
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("slash", *f"{game}{one}{quit}")
        assert f"{game}{one}{quit}" in pilot.text, "in a text they are what they are"


async def test_the_room_and_the_help_lie_over_the_table(strings: Strings) -> None:
    async with strings.at_table(HOST, PLAYING, view(3)) as pilot:
        table = pilot.app.screen
        await pilot.press("at")
        assert str(INVITE) in pilot.text
        await pilot.hear(room(ANNA, chair("ben", line="lost"), BOT, phase="play"))
        assert "disconnected" in pilot.text
        await pilot.press("down", "b")
        assert pilot.sent == [wire.SeatBot(1)]
        await pilot.press("s", "plus", "q")
        assert pilot.sent == [wire.SeatBot(1)]  # the others are for the time between matches
        assert pilot.app.screen is table
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "A2   Everybody has a grid of four columns" in pilot.text
        await pilot.press("q")
        assert pilot.app.screen is table


async def test_a_terminal_without_utf_8_gets_names_without_accents_on_every_page(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stderr__", io.TextIOWrapper(io.BytesIO(), "ascii"))
    romi = msgspec.structs.replace(room(chair("Zoë", host=True), chair("jürgen")), game="romi")
    async with strings.at_table(GUEST, romi) as pilot:
        for key, told in (("", ("Zoe", "jurgen", "Romi")), ("question_mark", ("Romi",))):
            await pilot.press(*filter(None, [key]))
            lines = pilot.text
            assert all(words in lines for words in told)
            assert not [name for name in ("Zoë", "jürgen", "Römi", "RÖMI", "Ö", "ö") if name in lines]


async def test_help_needs_no_table(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("question_mark")
        first = pilot.text
        await pilot.press("space")
        assert pilot.text != first
        assert strings.puppets == []


async def test_every_press_of_space_is_a_page_of_the_help(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("question_mark")
        body = pilot.app.screen.query_one("#body")
        for _ in range(2):
            pilot.app.post_message(events.Key("space", " "))
        await pilot.pause()
        assert body.scroll_y == min(2 * body.scrollable_content_region.height, body.max_scroll_y)


@pytest.mark.parametrize("opener", ["question_mark", "at", "equals_sign"])
async def test_a_page_over_the_table_tells_what_goes_on_there(strings: Strings, opener: str) -> None:
    mine = msgspec.structs.replace(view(3, seat=1), turn=1, awaited=(1,))
    window = msgspec.structs.replace(view(3, seat=1), turn=0, awaited=())
    async with strings.at_table(GUEST, PLAYING, window) as pilot:
        await pilot.press(opener)
        assert "At the table: It is anna's turn. You may press r." in pilot.text
        await pilot.hear(mine)
        assert "At the table: It is your turn." in pilot.text
        await pilot.hear(room(ANNA, BEN, BOT, phase="deal"))
        assert "Waiting for you and anna." in pilot.text


async def test_trouble_on_the_way_ends_the_program_with_a_sentence(strings: Strings) -> None:
    async with strings.program("join", name="ben") as pilot:
        strings.puppet.fail(Trouble("nobody-there", INVITE.place))
        await pilot.pause()
    assert pilot.app.return_value == f"No table is open at {INVITE.place}. Has the host closed it?"


async def test_hostile_names_and_chat_are_shown_as_they_are(strings: Strings) -> None:
    """S31, at the table, in its log and in the room."""
    chairs = [chair(name) for name in HOSTILE]
    async with strings.at_table(
        GUEST, room(*chairs, phase="play", watchers=HOSTILE), view(5, seat=1), size=(120, 40), name=HOSTILE[1]
    ) as pilot:
        await pilot.hear(*(wire.Said(name, seat, f"{name}!") for seat, name in enumerate(HOSTILE)))
        assert all(f"{name}: {name}!" in pilot.text for name in HOSTILE)
        await pilot.press("at")
        text = pilot.text
        assert all(f"{seat}  {name}" in text for seat, name in enumerate(HOSTILE, 1))
        assert f"Watching: {listed(HOSTILE)}" in text


async def test_no_color_is_obeyed(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
        assert pilot.app.no_color


async def test_the_first_screen_is_kept_from_the_garbage_collector(strings: Strings) -> None:
    gc.unfreeze()
    gc.disable()  # as while it starts
    async with strings.program():
        assert gc.get_freeze_count() > 0
        assert gc.isenabled()
    gc.unfreeze()


async def test_the_styles_are_read_once(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Stylesheet] = []
    monkeypatch.setattr(Stylesheet, "reparse", lambda styles: read.append(styles))
    async with strings.program() as pilot:
        assert pilot.app.current_theme.name == "ansi-dark"
        assert read == []


async def test_a_page_that_is_opened_while_the_program_ends_is_no_fault(strings: Strings) -> None:
    for yields in range(3):
        async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
            opening = asyncio.create_task(pilot.app.action_help())
            for _ in range(yields):
                await asyncio.sleep(0)
            pilot.app.exit("The host has closed the table.")
        opening.cancel()
        assert pilot.app.return_value == "The host has closed the table."


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
    async with strings.program("join", name="ben") as pilot:
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
            if pilot.app.return_value is None and key:
                pilot.app.simulate_key(key)
            await asyncio.sleep(0.02)
    sentence = f"The table at {INVITE.place} says what yours does not understand. Install the same toctoc on both."
    assert pilot.app.return_value in (None, sentence)


async def test_a_panic_of_the_screen_is_no_success(strings: Strings) -> None:
    async with strings.program() as pilot:
        pilot.app.panic("What the input thread says when it fails.")
    assert pilot.app.return_code == 1


def at_a_time(app: TocTocApp, now: float) -> list[float]:
    """The visit's clock shows this from now on, and whatever it is changed to."""
    clock = [now]
    assert app._visit is not None
    app._visit._clock, app._visit._budget = lambda: clock[0], Budget(SENT_BURST, SENT_PER_S, now)
    return clock


async def test_a_key_that_is_held_down_asks_for_no_more_than_the_table_puts_up_with(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, BOT)) as pilot:
        now = at_a_time(pilot.app, 100.0)
        table = Budget(MESSAGES_BURST, MESSAGES_PER_S, 100.0)
        for _ in range(5):
            pilot.sent.clear()
            for _ in range(100):
                pilot.app.screen.action_seats(1)  # type: ignore[attr-defined]
            await pilot.pause()
            assert len(pilot.sent) >= 10
            assert all(table.take(now[0]) for _ in pilot.sent)
            now[0] += 1.0
        for _ in range(100):
            pilot.app.screen.action_seats(1)  # type: ignore[attr-defined]
        await pilot.press("ctrl+c", "l")
        assert pilot.sent[-1] == wire.Leave()  # the last word is always said


async def test_an_act_that_is_too_much_leaves_the_table_ready_for_the_next_key(strings: Strings) -> None:
    async with strings.at_table(GUEST, PLAYING, view(3, seat=1)) as pilot:
        now = at_a_time(pilot.app, 100.0)
        for _ in range(100):
            pilot.app._visit.send(wire.Ready())  # type: ignore[union-attr]
        await pilot.press("1")
        assert not any(isinstance(message, wire.Act) for message in pilot.sent)
        now[0] += 1.0
        await pilot.press("1")
        assert isinstance(pilot.sent[-1], wire.Act)
