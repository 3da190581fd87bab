"""The program in a language whose words are longer than ours: all of it is in that language, and nothing that must be
seen is lost. The latter holds for the languages that are spoken, too."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.game import View, options_of
from engine.games import GAMES
from engine.match import Match
from engine.strengths import STRENGTHS
from net import lan, wire
from net.lan import Found
from net.witness import Verdict
from tests import toy
from tests.tui import aluette_laid, foreign, romi_laid, screens, words
from tests.tui.line.guest import Guest
from tests.tui.near import NAMES
from tests.tui.puppet import (
    ANNA,
    BEN,
    BOT,
    ERRAND,
    GUEST,
    HOST,
    INVITE,
    OPEN,
    Player,
    Strings,
    chair,
    room,
    shown,
    view,
)
from tests.tui.stored import GAME, hosted, playback, recorded
from tui import language
from tui.command_line import command_line, main
from tui.commands.completion import SHELLS
from tui.desk import Desk
from tui.keys import active_keys
from tui.language import _, ngettext, pgettext
from tui.line.says import COMMANDS
from tui.nearby import called, how_to_enter, standing
from tui.picture import picture_of
from tui.screens.entrance import Menu
from tui.screens.gate import SMALLEST
from tui.screens.page import Page
from tui.screens.replay import ReplayScreen
from tui.screens.scores import ScoresScreen
from tui.settings import CELLS
from tui.standing import turn
from tui.theme import FINE, plain
from tui.widgets.canvas import Canvas
from tui.widgets.foot import Choice, headline

HINTS = {"question_mark", "enter", "pageup", "tab", "!", "."}
"""These keys are told at the table where there is room for it."""
FOOT_ROWS = 3
IN_FULL = [name for name, moment in screens.MOMENTS.items() if moment.glyphs is FINE and moment.game != "toy"]
"""Those with all letters, of games whose words are translated."""


@pytest.fixture(scope="session")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return foreign.catalogues(tmp_path_factory.mktemp("locale"))


@pytest.fixture(autouse=True)
def _all_languages(catalogues: Path, english: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "CATALOGUES", catalogues)
    yield
    language.speak("en")


def drawn(desk: Desk, moment: screens.Moment, now: float) -> Canvas:
    help_key = Choice("?", pgettext("key", "help"), "question_mark", "quiet")
    return picture_of(desk, *moment.size, now + moment.late_s, [help_key])


@pytest.mark.parametrize("name", IN_FULL)
def test_nothing_at_the_table_is_left_in_english(name: str) -> None:
    language.speak(foreign.CODE)
    desk, table = screens.desk_at(screens.MOMENTS[name])
    assert foreign.left_in_english(drawn(desk, screens.MOMENTS[name], table.now).text(), NAMES) == []


@pytest.mark.parametrize("name", screens.MOMENTS)
def test_nothing_that_must_be_seen_at_the_table_is_lost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy)
    moment = screens.MOMENTS[name]
    desk, table = screens.desk_at(moment)
    needed = set(drawn(desk, moment, table.now).targets.values()) - HINTS
    for spoken in (foreign.CODE, *words.OTHERS):
        language.speak(spoken)
        canvas = drawn(desk, moment, table.now)
        assert needed - set(canvas.targets.values()) == set(), spoken
        foot = " ".join(line.strip() for line in canvas.text().splitlines()[-FOOT_ROWS:])
        assert plain(whose_turn(desk), moment.glyphs) in foot, spoken


@pytest.mark.parametrize("name", [name for name, moment in screens.MOMENTS.items() if moment.game == "allegra"])
def test_sums_in_allegra_are_never_cut(name: str) -> None:
    """How many cards somebody has face down is told in full beside them, whatever that needs."""
    moment = screens.MOMENTS[name]
    desk, table = screens.desk_at(moment)
    assert desk.link is not None
    assert desk.link.view is not None
    facts = desk.link.view.facts
    for spoken in ("en", *words.OTHERS):
        language.speak(spoken)
        text = drawn(desk, moment, table.now).text()
        for total, down, reveals in zip(facts["sums"], facts["down"], facts["reveals"], strict=True):
            if down and not reveals:
                told = ngettext("{n} down", "{n} down", down).format(n=down)
                assert plain(f"{total} {moment.glyphs.dot} {told}", moment.glyphs) in text, spoken


@pytest.mark.parametrize("name", ["romi-6-add", "romi-6-stage", "romi-6-joker", "romi-6-crowded"])
def test_neither_a_hint_nor_whose_turn_it_is_then_is_cut(name: str) -> None:
    for spoken in ("en", *words.OTHERS):
        language.speak(spoken)
        for keys in ("!", "!!", "!!!"):
            moment = screens.MOMENTS[name]._replace(keys=keys)
            desk, table = screens.desk_at(moment)
            line = drawn(desk, moment, table.now).text().splitlines()[-FOOT_ROWS].strip()
            assert line == f"{desk.hint} {_('It is your turn.')}", spoken


def whose_turn(desk: Desk) -> str:
    """What is told of it at least; while something is chosen, for what."""
    link, picker = desk.link, desk.picker
    assert link is not None
    assert link.view is not None
    assert link.room is not None
    if picker.open is None and link.room.phase == "play":
        return turn(link.view, desk.names, "")[0]
    said, _role = headline(link, picker, desk.names, desk.says, "", desk.spell)
    return re.split("[:.]", said)[0]


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Of all commands, by what they are called by."""
    parser = command_line()
    commands = next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {"": parser, **commands}


OPTIONS = {
    word for game in GAMES.values() for name, option in options_of(game).items() for word in (name, *option.choices)
}
TYPED = {*GAMES, *parsers(), *STRENGTHS, *SHELLS, *map(str, OPTIONS)}
"""What is typed is the same in every language."""


@pytest.mark.parametrize("command", parsers())
@pytest.mark.parametrize("spoken", [foreign.CODE, "en", *words.OTHERS])
def test_the_help_of_every_command_fits_80_columns(monkeypatch: pytest.MonkeyPatch, command: str, spoken: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    language.speak(spoken)
    told = parsers()[command].format_help()
    assert max(map(cell_len, told.splitlines())) <= 80
    if spoken == foreign.CODE:
        told = re.sub(r"(ssh -t laptop |source <\()?toctoc .*|--?[a-z]+|en.pt.nl.el", "", told, flags=re.MULTILINE)
        assert foreign.left_in_english(told, TYPED) == []


@pytest.mark.parametrize(
    "arguments",
    [
        "chess",
        "host allegra --seats many",
        "host allegra --port 0.5",
        "host allegra --option knocks",
        "host allegra --option knocks=often",
        "host allegra --local --socket /1",
        "host allegra --se",
        "host allegra --lang",
        "host allegra --lang fr",
        "replay --json=1",
        "solo",
        "verify 1 2",
        "host aluette --seats 3",
    ],
)
def test_what_is_wrong_on_the_command_line_is_told_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    monkeypatch.setitem(language.LANGUAGES, foreign.CODE, "")
    monkeypatch.setenv("LANGUAGE", foreign.CODE)
    with suppress(SystemExit):
        assert main(arguments.split()) == 1
    told = re.sub("--[a-z]+", "", capsys.readouterr().err)
    assert told
    assert foreign.left_in_english(told, {*TYPED, *re.split("[ =]", arguments), *language.LANGUAGES}) == []


# the screens


NAMED = (CELLS, "anna", "ben", "carl", "Ada", str(INVITE), "toctoc://host:port/CODE", *language.LANGUAGES.values())


@pytest.fixture
def _foreign() -> None:
    language.speak(foreign.CODE)


async def check(pilot: Player) -> None:
    """What stands in the window is all in the language, and a page tells all of its keys."""
    await pilot.pause()
    text = pilot.text
    assert foreign.left_in_english(text, NAMED) == []
    if isinstance(pilot.app.screen, Page | ScoresScreen):
        assert [key for key in active_keys(pilot.app.screen) if f"{key.shown} {key.does}" not in text] == []


@pytest.mark.usefixtures("_foreign")
async def test_the_start_screen_and_the_rules(strings: Strings) -> None:
    async with strings.program(size=SMALLEST) as pilot:
        await check(pilot)
        for _game in GAMES:
            await pilot.press("g", "question_mark")
            for _page in range(4):
                await check(pilot)
                await pilot.press("space")
            await pilot.press("q")
        await pilot.press(*["down"] * 3, "enter")
        await check(pilot)


@pytest.mark.usefixtures("_foreign")
async def test_the_first_page_of_who_comes_by_ssh(strings: Strings) -> None:
    async with strings.program("join", name="", guest=ERRAND, invite=None, size=SMALLEST) as pilot:
        await check(pilot)
        await pilot.press("enter", "enter")
        await check(pilot)


@pytest.mark.parametrize("spoken", [foreign.CODE, "en", *words.OTHERS])
async def test_tables_on_the_network_and_what_opens_them(
    strings: Strings, monkeypatch: pytest.MonkeyPatch, spoken: str
) -> None:
    host = "Bartholomäus Meier 2"
    tables = [
        Found("aluette", host, 1, encrypted, free, True, id=f"{free} {encrypted}", address="10.0.0.1")
        for free in (0, 1, 2)
        for encrypted in (False, True)
    ]

    async def look(tell: Callable[[list[Found]], None]) -> None:
        tell(tables)

    monkeypatch.setattr(lan, "look", look)
    language.speak(spoken)
    async with strings.program(size=SMALLEST) as pilot:
        for table in tables:
            menu = pilot.app.screen.query_one(Menu)
            menu.chosen = table.id
            menu.action_take()
            await pilot.pause()
            text = pilot.words
            assert how_to_enter(table) in text
            if spoken == foreign.CODE:
                assert foreign.left_in_english(text, (*NAMED, host, "CODE", "FINGERPRINT")) == []
            else:
                assert f"{called(table)} {standing(table)}" in text


@pytest.mark.usefixtures("_foreign")
async def test_the_lobby(strings: Strings) -> None:
    lost = chair("carl", line="lost", ready=True)
    options = {name: option.default for name, option in GAMES["aluette"].OPTIONS.items()}
    lobby = wire.Room("aluette", options, "lobby", (ANNA, BEN, BOT, lost, OPEN), ("ben",))
    async with strings.at_table(HOST, lobby, size=SMALLEST) as pilot:
        for key in ("f", "down", "f", "b", "down", "b", "down", "f", "k", "down", "f", *["down"] * len(options)):
            await pilot.press(key)
            await check(pilot)
        await pilot.press("slash")
        await check(pilot)
        await pilot.hear(wire.Bye("closed"))
    async with strings.at_table(GUEST, lobby, size=SMALLEST) as pilot:
        await check(pilot)


@pytest.mark.parametrize("game", GAME)
@pytest.mark.parametrize("spoken", [foreign.CODE, *words.OTHERS])
async def test_the_viewer_of_stored_games(spoken: str, game: str) -> None:
    language.speak(spoken)
    seen = ReplayScreen(playback(game))
    async with shown(seen, size=SMALLEST) as pilot:
        for key in ("n", "a", "pagedown", "space", "space", "end", "equals_sign"):
            await pilot.press(key)
            text = pilot.text
            if spoken == foreign.CODE:
                assert foreign.left_in_english(text, {*recorded(game).header.names, "PgDn"}) == []
            elif key != "equals_sign":
                told = [seen.playback.lap_named or pgettext("key", "turn")]
                told += [
                    key.does
                    for key in active_keys(seen)
                    if not key.is_priority and key.name not in ("n", "question_mark")
                ]
                assert [does for does in told if does not in text] == []


@pytest.mark.usefixtures("_foreign")
async def test_the_list_of_stored_games(strings: Strings) -> None:
    for name in ("romi-out", "aluette-tied"):
        hosted(name, 0)
    names = {*NAMED, "Ana", "Bo", "Cleo", "Cy", "Di", "Dov"}
    async with strings.program(size=SMALLEST) as pilot:
        await pilot.press("h")
        for _side in range(2):
            await pilot.until_read()
            assert foreign.left_in_english(pilot.text, names) == []
            await pilot.press("equals_sign")


@pytest.mark.usefixtures("_foreign")
async def test_the_score_sheet_and_the_questions_before_leaving(strings: Strings) -> None:
    chairs = (ANNA, BEN, BOT)
    async with strings.program("host", size=SMALLEST) as pilot:
        for phase, rounds in (("play", 0), ("deal", 1), ("over", 3)):
            seen = view(3, rounds=rounds, seed=2)
            await pilot.hear(HOST, room(*chairs, phase=phase), seen)
            strings.puppet.link._witness.verdict = Verdict(1, "fair", (1,))  # type: ignore[union-attr]
            for key in ("equals_sign", "q", "question_mark", "q", "at", "q", "ctrl+c", "s"):
                await pilot.press(key)
                await check(pilot)
        strings.puppet.lose()
        await check(pilot)
        await pilot.resize_terminal(70, 20)
        await check(pilot)


async def test_a_key_turns_through_the_languages(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.app.LANGUAGES", {"en": "English", foreign.CODE: ""})
    async with strings.program(size=SMALLEST) as pilot:
        assert "▸ English" in pilot.text
        await pilot.press("l")
        await check(pilot)
        await pilot.press("l")
        assert "Play Allegra" in pilot.text
        assert "another language" in pilot.text


@pytest.mark.parametrize("key", ["", "equals_sign", "at", "question_mark", "asterisk"])
async def test_the_language_changes_on_a_screen_and_on_those_below_it(strings: Strings, key: str) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN, BOT, phase="play"), view(3), size=SMALLEST) as pilot:
        await pilot.press(*[key] if key else [])
        language.speak(foreign.CODE)
        pilot.app.obey_settings()
        await check(pilot)
        await pilot.press(*["q"] if key else [])
        await check(pilot)


# the line mode


SAID_AS_TYPED = {*COMMANDS, "eyes", "last", "order", *map(str, OPTIONS), *NAMES, "Wanda", str(INVITE)}


def told_by(guest: Guest) -> list[str]:
    """All that is left in English when everything is asked for."""
    asked = [*COMMANDS, "eyes", "last", "order", "player 2", "rules 2", "nonsense", "", "b"]
    told = [line for typed in asked for line in [*guest.heard, *guest.type(typed)]]
    return foreign.left_in_english("\n".join(told), {*SAID_AS_TYPED, "nonsense"})


@pytest.mark.usefixtures("_foreign")
@pytest.mark.parametrize(
    "laid",
    [
        *(romi_laid.opening, romi_laid.playing, romi_laid.asking, romi_laid.scored),
        *(aluette_laid.signing, aluette_laid.asked, aluette_laid.rejecting, aluette_laid.spoiled, aluette_laid.drawn),
    ],
)
def test_nothing_is_told_in_english_in_line_mode(laid: Callable[[], Match]) -> None:
    match = laid()
    guest = Guest(match.state.seats, game=match.game.__name__.rpartition(".")[2])
    guest.play(match)
    assert told_by(guest) == []


@pytest.mark.usefixtures("_foreign")
@pytest.mark.parametrize(
    "moment", [screens.can("draw"), screens.can("knock"), screens.step("reveal"), screens.step("scored", False)]
)
def test_nothing_is_told_in_english_in_line_mode_of_allegra(moment: Callable[[View], bool]) -> None:
    guest = Guest(3, options={"knock_window": 3})
    guest.table.tell_room("play")
    guest.table.play_until(moment)
    assert told_by(guest) == []


@pytest.mark.usefixtures("_foreign")
def test_nothing_is_told_in_english_in_line_mode_before_the_game() -> None:
    host = Guest()
    told = host.room(host=True, chairs=(ANNA, BOT, chair("carl", line="lost"), OPEN), watchers=("Ada",))
    for typed in ("who", "host", "2", "host", "3", "1", "host", "3", "4", "host", "4", "1", "help", "invite", "quit"):
        told += host.type(typed)
    told += host.room("over", host=True, chairs=(ANNA, BOT, BEN))
    assert foreign.left_in_english("\n".join(told), {*SAID_AS_TYPED, *NAMED}) == []
