"""The rules at hand: opened at the one by which something was refused, and looked up by their numbers."""

from __future__ import annotations

import pytest

from engine.board import Noted
from net import wire
from tests.tui.puppet import HOST, PLAYING, Player, Strings, shown, view
from tests.tui.stored import playback
from tui import settings
from tui.screens.help import FOOT
from tui.screens.replay import ReplayScreen
from tui.settings import Settings


def marked(pilot: Player) -> list[str]:
    """The rules that are marked on the screen."""
    return [line.split()[0][1:] for line in pilot.text.splitlines() if line.lstrip().startswith("▸")]


async def test_after_a_refusal_help_is_open_at_its_rule_until_something_happens(strings: Strings) -> None:
    async with strings.at_table(HOST, PLAYING, view(3), wire.Answer(0, wire.Refusal("gap", rule="A22"))) as pilot:
        foot = pilot.text.splitlines()[-3:]
        assert foot[0].startswith(" There is no card in that place, and none can be put there. (A22)")
        assert "? A22 " in foot[2]
        await pilot.press("tab", "question_mark")
        assert marked(pilot) == ["A22"]
        await pilot.press("q")
        await pilot.hear(wire.Update(2, view(3), (Noted("knocks", 1),)))
        await pilot.press("question_mark")
        assert marked(pilot) == []
        assert "For 2 to 6 players." in pilot.text


@pytest.mark.parametrize(
    ("game", "settled", "told"),
    [
        ("aluette", Settings(), "The suits: ● coins, ▼ cups, ║ batons, † swords."),
        ("aluette", Settings(ascii=True), "The suits: o coins, u cups, b batons, s swords."),
        ("romi", Settings(letters=True), "The suits: S spades, H hearts, D diamonds, C clubs."),
        ("allegra", Settings(letters=True), ""),
    ],
)
async def test_what_the_signs_of_the_suits_are_called_is_told_with_the_keys(
    strings: Strings, game: str, settled: Settings, told: str
) -> None:
    settings.use(settled)
    async with strings.program(size=(80, 60), game=game) as pilot:
        await pilot.press("question_mark", "k")
        assert told in pilot.text
        assert ("The suits" in pilot.text) == bool(told)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("allegra", ("()         a hole: it is kept for", "#          at both sides of a column")),
        ("romi", ("^          a card or a meld that you have chosen", "*          a joker, and after it")),
        ("aluette", ("-nnnn      beside a face: a hand with the thumb out", "< ^ > v    whose trick it was")),
    ],
)
async def test_what_is_drawn_at_the_board_is_explained_with_the_keys(
    strings: Strings, game: str, told: tuple[str, ...]
) -> None:
    settings.use(Settings(ascii=True))
    async with strings.program(size=(80, 70), game=game) as pilot:
        await pilot.press("question_mark", "k")
        assert all(f" {row}" in pilot.text for row in told)


async def test_in_ascii_the_scroll_bar_is_ascii_too(strings: Strings) -> None:
    settings.use(Settings(ascii=True))
    async with strings.program(size=(80, 24), game="aluette") as pilot:
        await pilot.press("question_mark")
        for _page in range(3):
            assert pilot.text.isascii()
            await pilot.press("space")


async def test_a_rule_that_there_is_not_leads_nowhere(strings: Strings) -> None:
    async with strings.at_table(
        HOST, PLAYING, view(3), wire.Answer(0, wire.Refusal("gap", rule="[/b] A99")), command="join"
    ) as pilot:
        assert "? help" in pilot.text
        await pilot.press("question_mark")
        assert marked(pilot) == []


async def test_a_number_that_is_typed_is_looked_up(strings: Strings) -> None:
    async with strings.program(game="romi") as pilot:
        await pilot.press("question_mark")
        seen = []
        for digit in "1406":
            await pilot.press(digit)
            seen += marked(pilot)
        assert seen == ["R1", "R14", "R14", "R6"]
        await pilot.press("2", "8", "k")
        assert pilot.text.splitlines()[3:6:2] == [" Keys", f" {FOOT[0]}"]


@pytest.mark.parametrize("page", ["", "h", "asterisk"])
async def test_one_sign_shows_the_help_on_every_page_and_takes_it_away(strings: Strings, page: str) -> None:
    async with strings.program(game="romi") as pilot:
        await pilot.press(*page.split())
        before = pilot.app.screen
        assert "? help" in pilot.text
        await pilot.press("question_mark")
        assert pilot.text.splitlines()[1].split() == ["Römi", "·", "help"]
        await pilot.press("question_mark")
        assert pilot.app.screen is before


async def test_where_a_text_is_written_it_is_a_sign(strings: Strings) -> None:
    async with strings.program() as pilot:
        await pilot.press("asterisk", "enter", "question_mark")
        assert "Name: ?" in pilot.text
        assert "? help" not in pilot.text


async def test_a_stored_game_has_the_rules_of_its_game_and_keys_of_its_own() -> None:
    async with shown(ReplayScreen(playback("romi")), size=(80, 60)) as pilot:
        await pilot.press("question_mark", "k")
        seen = pilot.text
        assert "Römi" in seen
        assert "Home End   to the first act, or to the last" in seen
        assert "say that you are away" not in seen
