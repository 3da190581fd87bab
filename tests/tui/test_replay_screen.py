"""The keys of the viewer, and the way to it: from the command line, and from the list of the stored games."""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path
from threading import Event

import msgspec
import pytest
from textual import events

from engine import journal
from engine.games import GAMES
from net import store, tables
from net.recording import Recording
from net.tables import Record
from tests.engine.games.finished import STORED
from tests.net.company import Company
from tests.tui.puppet import ANNA, HOST, HOSTILE, OPEN, Strings, room, shown
from tests.tui.stored import hosted, playback, stored, text_of
from tui import language
from tui.command_line import main
from tui.history import Played, played
from tui.language import LANGUAGES
from tui.plan import Plan
from tui.playback import Playback
from tui.screens import replay
from tui.screens.gate import GateScreen
from tui.screens.history import HistoryScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.replay import ReplayScreen
from tui.screens.start import StartScreen
from tui.theme import FINE
from tui.widgets.lines import Lines
from tui.widgets.paper import Paper


async def test_keys_go_forth_and_back_and_change_the_eyes_and_the_cards() -> None:
    seen = ReplayScreen(playback("aluette"))
    async with shown(seen) as pilot:
        assert "the draw for partners" in pilot.text
        await pilot.press("pagedown", "right", "right")
        number = seen.playback.number
        await pilot.press("left")
        assert seen.playback.number < number
        await pilot.press("n", "v")
        assert "seen by Bo" in pilot.text
        await pilot.press("a", "o")
        assert "all cards" in pilot.text.splitlines()[0]
        assert "cavalières" in pilot.text
        await pilot.press("o", "p", "home", "end")
        assert "Bo and Cleo win the game." in pilot.text
        await pilot.press("pageup", "equals_sign")
        assert "score sheet" in pilot.text
        await pilot.press("q", "q")
        assert not pilot.app.is_running
    assert pilot.app.return_value is None


@pytest.mark.parametrize("key", ["v", "a", "number_sign"])
async def test_of_an_unfinished_round_a_key_that_shows_more_tells_why_it_does_not(key: str) -> None:
    company = Company("Ada", "Bo", game="romi", rounds=1)
    company.start()
    company.act_once(random.Random(1))
    async with shown(ReplayScreen(Playback(Recording(company.journal()), 0, FINE))) as pilot:
        assert "all cards" not in pilot.text
        await pilot.press(key)
        assert "\n An unfinished round is shown as watchers see it.\n" in pilot.text
        await pilot.press("end")
        assert "An unfinished round" not in pilot.text


async def test_a_greek_keyboard_does_as_well() -> None:
    seen = ReplayScreen(playback("aluette", "R"))
    async with shown(seen) as pilot:
        number = seen.playback.number
        await pilot.press("ν")
        await pilot.until(lambda: seen.playback.number > number)
        await pilot.press("ο")
        assert "cavalières" in pilot.text
        await pilot.press(";")
        await pilot.until(lambda: not pilot.app.is_running)


@pytest.mark.parametrize("spoken", LANGUAGES)
async def test_in_no_language_does_the_key_of_help_leave_the_foot(spoken: str) -> None:
    language.speak(spoken)
    async with shown(ReplayScreen(playback("allegra"))) as pilot:
        for key in ("number_sign", "space"):
            await pilot.press(key)
            seen = pilot.app.screen.query_one(Paper).canvas
            assert {"question_mark", "full_stop"} <= set(seen.targets.values())


async def test_the_score_sheet_holds_what_was_known_then() -> None:
    async with shown(ReplayScreen(playback("romi", "RR"))) as pilot:
        await pilot.press("equals_sign")
        text = pilot.text
        assert re.search(r"round 1 +-10 +22 +27 +10 ", text)
        assert text.count("round 2") == 1, "it has begun, and stands above the table"


async def test_it_plays_by_itself_at_a_pace_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "PACES_S", (60.0, 60.0, 0.01))
    seen = ReplayScreen(playback("romi", "$<<<"))
    async with shown(seen) as pilot:
        assert "space play" in pilot.text
        assert "+ - pace" not in pilot.text
        await pilot.press("space", "minus")
        assert "space pause" in pilot.text
        assert not seen.playback.is_at_end, "with a minute to every act"
        await pilot.press("plus", "plus")
        await pilot.until(lambda: seen.playback.is_at_end)
        assert "Cy wins the game." in pilot.text
        assert "space pause" not in pilot.text


async def test_nothing_is_played_behind_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "PACES_S", (0.05, 0.05))
    seen = ReplayScreen(playback("romi"))
    async with shown(seen) as pilot:
        await pilot.press("space")
        await pilot.resize_terminal(70, 20)
        await pilot.until(lambda: isinstance(pilot.app.screen, GateScreen))
        number = seen.playback.number
        await pilot.pause(0.15)
        assert seen.playback.number == number
        await pilot.resize_terminal(80, 24)
        await pilot.until(lambda: seen.playback.number > number)


async def test_a_click_on_a_key_does_what_it_says_and_the_wheel_turns_the_time() -> None:
    seen = ReplayScreen(playback("romi"))
    async with shown(seen) as pilot:
        y, row = next((y, row) for y, row in enumerate(pilot.text.splitlines()) if "all cards" in row)
        await pilot.click(offset=(row.index("all cards"), y))
        assert seen.playback.viewpoint.open
        number = seen.playback.number
        pilot.app.screen._forward_event(events.MouseScrollDown(None, 40, 8, 0, 1, 0, False, False, False))
        await pilot.until(lambda: seen.playback.number > number)


# the list


async def test_the_stored_games_are_listed_with_what_has_come_of_them_and_can_be_looked_at(strings: Strings) -> None:
    hosted("romi-seven-rounds", 2)
    hosted("aluette-drawn-partners", 0)
    stored("2020", b"hello\n")
    async with strings.program() as pilot:
        await pilot.press("h")
        text = await pilot.until_read()
        assert "enter choose" in text
        assert "Römi won by Cy place 1 of 4: 78, … " in text
        assert "Aluette won by Bo and Cleo place 2 of 2: 1, … " in text
        assert "Line 1 of this journal cannot be read." in text
        assert "Römi: 1 of 1 won; on average place 1.0, 78.0 points." in text
        assert "Aluette: 0 of 1 won; on average place 2.0, 1.0 points." in text
        await pilot.press("equals_sign")
        text = await pilot.until_read()
        assert "Aluette against Bo: 0 of 1 won. Aluette against Cleo: 0 of 1 won. Römi against" in text
        assert "Römi against normal bots: 1 of 1 won. Römi against Ada: 1 of 1 won." in text
        assert "Di" not in text
        assert "Dov" not in text
        assert "won by Cy" not in text
        await pilot.press("equals_sign")
        assert "won by Cy" in await pilot.until_read()
        pilot.app.screen.query_one(Lines).chosen = "2"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert "round 1 of 7" in pilot.text
        assert "seen by Cy" in pilot.text
        await pilot.press("q")
        assert isinstance(pilot.app.screen, HistoryScreen)
        pilot.app.screen.query_one(Lines).chosen = "0"
        await pilot.press("enter")
        assert "Line 1 of this journal cannot be read." in (await pilot.until_read()).rsplit("2020", 1)[0]
        await pilot.press("q")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_the_game_that_was_played_last_stands_first_and_the_keys_reach_both_ends(strings: Strings) -> None:
    for name, minute in (("2020", 3), ("2021", 1), ("2022", 2)):
        os.utime(stored(name, b"hello\n"), (60 * minute, 60 * minute))
    async with strings.program(size=(120, 24)) as pilot:
        await pilot.press("h")
        text = await pilot.until_read()
        moments = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d", text)
        assert len(moments) == 3
        assert moments == sorted(moments, reverse=True)
        games = pilot.app.screen.query_one(Lines)
        await pilot.press("end")
        assert games.chosen == "2"
        await pilot.press("home")
        assert games.chosen == "0"


async def test_a_game_that_was_interrupted_can_be_gone_on_with_from_the_list(strings: Strings) -> None:
    hosted("romi-seven-rounds", 2)
    kept = tables.keep(Record("anna", "allegra", 2, {}, "local", 9_000, None, "KWXBTR", "h" * 32))
    kept.write(journal.Header("allegra", GAMES["allegra"].RULES, ("anna", "ben")))
    kept.close()
    strings.kept[kept.table] = kept.record
    strings.process.returncode = -9
    async with strings.program() as pilot:
        await pilot.press("h")
        assert "g go on with it" in await pilot.until_read()
        await pilot.press("down")
        assert "g go on with it" not in pilot.words
        await pilot.press("g")
        assert not strings.puppets
        await pilot.press("up", "g")
        await pilot.hear(HOST, room(ANNA, OPEN))
        assert strings.came_back == [kept.table]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_whoever_leaves_the_list_while_it_is_read_waits_for_no_more_than_one_game(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, left = list[Path](), Event()

    def slow(path: Path) -> Played:
        begun.append(path)
        left.wait(5)
        return played(path)

    monkeypatch.setattr("tui.screens.history.played", slow)
    for number in range(3):
        stored(str(number), b"hello\n")
    async with strings.program() as pilot:
        await pilot.press("h")
        await pilot.until(lambda: bool(begun))
        await pilot.press("q")
        assert isinstance(pilot.app.screen, StartScreen)
        left.set()
    assert len(begun) == 1


async def test_hostile_names_are_shown_as_they_are(strings: Strings) -> None:
    """S31."""
    header, *acts = (STORED / "romi-stock-reshuffled.jsonl").read_bytes().splitlines(keepends=True)
    names = (*HOSTILE, "\x1b[31mred")
    hostile = msgspec.structs.replace(journal.read(header)[0], names=names)
    stored("hostile", b"".join([journal.write(hostile) + b"\n", *acts]))
    async with strings.program(size=(120, 40)) as pilot:
        await pilot.press("h")
        assert f"won by {HOSTILE[0]}" in await pilot.until_read()
        await pilot.press("enter")
        await pilot.press("right")
        board = pilot.text
        await pilot.press("equals_sign")
        text = board + pilot.text
        assert [name for name in HOSTILE if text.count(name) < 2] == []
        assert "\x1b" not in text


async def test_without_stored_games_that_is_said(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("h")
        assert "There are no stored games yet. Every game that you host is stored." in await pilot.until_read()
        await pilot.press("enter", "q")
        assert isinstance(pilot.app.screen, StartScreen)


# the command line


def test_a_game_of_a_table_that_may_go_on_is_listed_so(capsys: pytest.CaptureFixture[str]) -> None:
    lines = text_of("allegra").splitlines(keepends=True)
    kept = tables.keep(Record("Ana", "allegra", 4, {}, "local", 1, None, "KWXBTR", "h" * 32))
    kept.write(journal.read(lines[0])[0])
    [path] = store.journals()
    path.write_bytes(b"".join(lines[:100]))
    for result in ("still being played", "interrupted", "not finished"):
        assert main(["replay"]) == 0
        assert f"  Allegra  {result}  Ana 0, Bo 0, Cleo 0, Dov 0\n" in capsys.readouterr().out
        if result == "still being played":
            kept.close()
        else:
            kept.forget()


def test_a_game_opens_on_the_screen_from_my_own_chair(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[ReplayScreen] = []

    class App:
        def __init__(self, _plan: Plan, *, diff: bool, first: ReplayScreen) -> None:
            opened.append(first)

        def run(self) -> None:
            pass

    monkeypatch.setattr("tui.commands.stored.has_screen", lambda: True)
    monkeypatch.setattr("tui.app.TocTocApp", App)
    path = hosted("romi-seven-rounds", 2)
    shutil.copy(path, tmp_path / "elsewhere.jsonl")
    assert main(["replay", "romi-seven-rounds"]) == main(["replay", str(tmp_path / "elsewhere.jsonl")]) == 0
    assert [seen.playback.viewpoint.viewer for seen in opened] == [2, None]
