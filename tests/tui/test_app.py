from __future__ import annotations

import asyncio
import gc
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual import events
from textual.pilot import Pilot

from engine.board import Moved, Noted, Spot
from engine.game import Offer, Pick, Scores, View
from net import wire
from net.limits import MESSAGES_PER_S
from net.trouble import Trouble
from tests.tui.puppet import (
    ANNA,
    BEN,
    BOT,
    HOSTILE,
    INVITE,
    OPEN,
    Strings,
    app_for,
    chair,
    room,
    screen_text,
    seated,
    view,
)
from tui import visit
from tui.screens.confirm import ConfirmScreen
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.story import listed

HOST = wire.Welcome(0, 0, True)
GUEST = wire.Welcome(1, 0, False)
WATCHER = wire.Welcome(None, 0, False)
PLAYING = room(ANNA, BEN, BOT, phase="play")


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
        assert "The lowest total after all rounds wins." in screen_text(app)
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


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_quitting_asks_a_player_during_a_game(strings: Strings, key: str) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, msgspec.structs.replace(view(3, seat=1), offers=()))
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert strings.puppet.sent == []
        await pilot.press("ctrl+c")
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
    assert strings.puppet.sent == [wire.Leave()]
    assert app.return_value is None


@pytest.mark.parametrize(("key", "last_word"), [("c", wire.CloseTable()), ("l", wire.Leave())])
async def test_the_host_decides_what_becomes_of_the_table(
    strings: Strings, key: str, last_word: wire.FromClient
) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN))
        await pilot.press("q")
        await pilot.pause()
        assert "close the table for everybody" in screen_text(app)
        await pilot.press(key)
        await pilot.pause()
    assert strings.puppet.sent == [last_word]
    assert app.return_value is None


@pytest.mark.parametrize(
    ("command", "welcome", "there", "keys", "back"),
    [
        ("host", HOST, room(ANNA, BEN), "q l", True),
        ("host", HOST, PLAYING, "q l", True),
        ("host", HOST, PLAYING, "q c", False),
        ("join", HOST, room(ANNA, BEN), "q l", True),  # who has come back to a table of theirs
        ("join", GUEST, PLAYING, "q l", True),
        ("join", GUEST, room(ANNA, BEN), "q", False),  # the chair is open again
        ("watch", WATCHER, PLAYING, "q", False),
    ],
)
async def test_who_leaves_a_table_that_stays_open_is_told_how_to_come_back(
    strings: Strings, command: str, welcome: wire.Welcome, there: wire.Room, keys: str, back: bool
) -> None:
    app = app_for(command, name="de wit")
    async with app.run_test() as pilot:
        seen = view(3, seat=welcome.seat)
        await seated(strings, pilot, welcome, there, *(() if there.phase == "lobby" else (seen,)))
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
        assert not app.is_running
    assert app.return_value is None
    told = f"The table stays open. Come back with: toctoc join {INVITE} --name 'de wit'"
    assert app.farewell == (told if back else "")


async def test_a_table_that_has_not_heard_that_it_is_closed_stays_open(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN))
        strings.puppet.lose()
        await pilot.press("q", "c")
        await pilot.pause()
    assert strings.puppet.sent == []
    assert "stays open" in app.farewell


@pytest.mark.parametrize(
    ("ben", "what"),
    [
        (BEN, "a bot plays for you until you come back"),
        (chair("ben", line="lost"), "the table waits until you come back"),
        (chair("ben", "bot", line="left"), "the table waits until you come back"),
        (BOT, "the table waits until you come back"),
    ],
)
async def test_what_becomes_of_the_game_is_told_before_one_leaves(strings: Strings, ben: wire.Chair, what: str) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, ben, BOT, phase="play"), view(3))
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert what in screen_text(app)


@pytest.fixture
def _watched_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(visit, "GOODBYE_WITHIN_S", 0.01)


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    for _ in range(200):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never comes to that")


@pytest.mark.usefixtures("_watched_closely")
async def test_a_table_of_mine_that_has_died_is_started_again_but_not_for_ever(strings: Strings, home: Path) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3))
        for deaths in range(1, visit.RESTARTS_MAX + 1):
            await pilot.pause(0.05)
            assert len(strings.came_back) == deaths - 1
            strings.process.returncode = -9
            strings.puppet.lose()
            await until(pilot, lambda deaths=deaths: strings.came_back == ["table"] * deaths)  # type: ignore[misc]
            await seated(strings, pilot, HOST, PLAYING, view(3))
        assert app.is_running
        strings.process.returncode = -9
        strings.puppet.lose()
        await until(pilot, lambda: not app.is_running)
    assert app.return_value == f"Your table has broken down. {home / 'table.log'} may tell why."
    assert app.farewell == ""


@pytest.mark.usefixtures("_watched_closely")
async def test_a_table_of_mine_that_cannot_come_back_is_not_waited_for(strings: Strings, home: Path) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3))
        strings.damaged, strings.process.returncode = True, -9
        strings.puppet.lose()
        await until(pilot, lambda: not app.is_running)
    assert app.return_value == f"Your table has broken down. {home / 'table.log'} may tell why."


@pytest.mark.usefixtures("_watched_closely")
@pytest.mark.parametrize(
    ("stopped", "sentence"),
    [
        (True, "Your table has been stopped. Go on with it: toctoc host --resume table"),
        (False, "Your table has ended."),
    ],
)
async def test_a_table_of_mine_that_was_ended_is_not_started_again(
    strings: Strings, stopped: bool, sentence: str
) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3))
        record = strings.kept.pop("table")
        if stopped:
            strings.kept["table"] = msgspec.structs.replace(record, stopped=True)
        strings.process.returncode = 0
        strings.puppet.lose()
        await until(pilot, lambda: not app.is_running)
    assert app.return_value == sentence
    assert not strings.came_back


async def test_one_key_says_that_i_am_away_and_that_i_am_back(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3))
        await pilot.press("%")
        away = chair("anna", "bot", line="away", host=True)
        await seated(strings, pilot, msgspec.structs.replace(PLAYING, chairs=(away, *PLAYING.chairs[1:])))
        assert "anna is away." in screen_text(app)
        assert "anna · away" in screen_text(app)
        await pilot.press("%")
        await pilot.pause()
        await pilot.pause()
    assert strings.puppet.sent == [wire.Away(), wire.Back()]


async def test_whoever_comes_back_to_a_table_of_theirs_opens_no_other(strings: Strings) -> None:
    app = app_for("host", table="table")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, PLAYING, view(3))
        assert (strings.came_back, strings.launched) == (["table"], [])
        assert app.link is not None
        assert app.link.host


async def test_when_the_host_closes_the_table_the_points_are_told(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        seen = msgspec.structs.replace(view(3, seat=1), scores=Scores(((7, 14, -2),), (7, 14, -2)))
        await seated(strings, pilot, GUEST, PLAYING, seen)
        await seated(strings, pilot, wire.Bye("closed"))
    assert app.return_value == "The host has closed the table.\nThe points: anna 7, ben 14 and Ada -2."


@pytest.mark.parametrize("key", ["q", "backspace", "escape", "ctrl+c"])
async def test_a_question_is_put_away_without_harm(strings: Strings, key: str) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN))
        await pilot.press("q", key)
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert strings.puppet.sent == []


@pytest.mark.parametrize("opener", ["at", "question_mark"])
@pytest.mark.parametrize("key", ["", "q", "backspace", "escape"])
async def test_every_page_over_the_table_closes_by_the_keys_that_go_back(
    strings: Strings, opener: str, key: str
) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        table = app.screen
        await pilot.press(opener)
        await pilot.pause()
        assert app.screen is not table
        await pilot.press(key or opener)
        await pilot.pause()
        assert app.screen is table


@pytest.mark.parametrize("asked", ["q", "ctrl+c"])
async def test_a_watcher_just_goes(strings: Strings, asked: str) -> None:
    app = app_for("watch", name="eve")
    async with app.run_test() as pilot:
        await seated(strings, pilot, WATCHER, PLAYING, view(3, seat=None))
        await pilot.press(asked)
        await pilot.pause()
    assert strings.puppet.sent == [wire.Leave()]


@pytest.mark.parametrize(
    ("goodbye", "sentence"),
    [
        (wire.Bye("elsewhere"), "You have opened this table elsewhere, so it is closed here."),
        (wire.Bye("closed"), "The host has closed the table."),
        (wire.Bye("broken"), "The table cannot go on: its journal can no longer be written."),
        (wire.Bye("disk-full", ("journals",)), "The disk is full, so journals cannot be written."),
        (wire.Bye("freed"), "The host has freed your chair."),
    ],
)
async def test_a_final_goodbye_ends_the_program_with_a_sentence(
    strings: Strings, goodbye: wire.Bye, sentence: str
) -> None:
    """S05: an old window says that the table was opened elsewhere, and does not come back."""
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        await seated(strings, pilot, goodbye)
    assert app.return_value == sentence
    assert len(strings.puppets) == 1


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


async def test_a_key_that_is_held_down_asks_for_no_more_than_the_table_puts_up_with(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, BOT))
        now = 100.0
        app._visit._clock = lambda: now  # type: ignore[union-attr]
        for _ in range(3):
            strings.puppet.sent.clear()
            for _ in range(40):
                app.screen.action_seats(1)  # type: ignore[attr-defined]
            await pilot.pause()
            assert 10 <= len(strings.puppet.sent) < MESSAGES_PER_S
            now += 1.0
        for _ in range(40):
            app.screen.action_seats(1)  # type: ignore[attr-defined]
        await pilot.press("ctrl+c", "l")
        assert strings.puppet.sent[-1] == wire.Leave()  # the last word is always said


async def test_an_act_that_is_too_much_leaves_the_table_ready_for_the_next_key(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, PLAYING, view(3, seat=1))
        now = 100.0
        app._visit._clock = lambda: now  # type: ignore[union-attr]
        for _ in range(40):
            app._visit.send(wire.Ready())  # type: ignore[union-attr]
        await pilot.press("1")
        await pilot.pause()
        assert not any(isinstance(message, wire.Act) for message in strings.puppet.sent)
        now += 1.0
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(strings.puppet.sent[-1], wire.Act)
