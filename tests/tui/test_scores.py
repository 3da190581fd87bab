from __future__ import annotations

import msgspec
import pytest
from textual import events

from engine.game import Scores, View
from net import wire
from tests.tui.near import NearTable
from tests.tui.puppet import GUEST, HOSTILE, WATCHER, Strings, chair, room, view
from tui import interlude
from tui.outcome import outcome
from tui.screens.lobby import LobbyScreen
from tui.screens.scores import ScoresScreen, score_table
from tui.screens.table import TableScreen
from tui.spoken import find
from tui.standing import readiness

CHAIRS = (chair("anna", host=True), chair("ben"), chair("Ada", "bot"))


def test_the_sheet_has_a_row_a_round_and_a_column_a_player() -> None:
    seen = msgspec.structs.replace(view(3), scores=Scores(((7, 14, -2), (30, 0, 11)), (37, 14, 9)))
    lines = [line.split() for line in score_table(find("allegra"), seen, ("anna", "ben", "[/b]"), 1).plain.splitlines()]
    assert lines[0] == ["anna", "▸", "ben", "[/b]"]
    assert lines[1] == ["round", "1", "7", "14", "-2"]
    assert lines[2] == ["round", "2", "30", "0", "11"]
    assert lines[-1] == ["total", "37", "14", "9"]


@pytest.mark.parametrize("seats", [2, 6, 8])
def test_the_sheet_fits_a_window_of_80_columns(seats: int) -> None:
    points = (-188,) * seats
    seen = msgspec.structs.replace(view(2), scores=Scores((points,) * 9, points))
    assert (
        max(line.cell_length for line in score_table(find("allegra"), seen, ["麻" * 10] * seats, 0).split("\n")) <= 74
    )


def test_the_winners_are_named() -> None:
    over = msgspec.structs.replace(view(3), scores=Scores(((1, 1, 2),), (1, 1, 2), winners=(0, 1)))
    assert outcome(find("_any"), over, ("anna", "ben", "carl")) == "anna and ben share the win."
    alone = msgspec.structs.replace(over, scores=Scores(((1, 2, 2),), (1, 2, 2), winners=(0,)))
    assert outcome(find("_any"), alone, ("anna", "ben", "carl")) == "anna wins the game."


def test_who_leads_is_told_as_long_as_the_game_goes_on() -> None:
    """In Allegra and Römi the lowest sum is the best, in Aluette the highest."""
    for game, told in (("allegra", "anna leads."), ("romi", "anna leads."), ("aluette", "ben and carl lead.")):
        seen = NearTable(4, game=game).view
        for totals, expected in (((7, 14, 14, 9), told), ((7, 7, 7, 7), "")):
            on = msgspec.structs.replace(seen, scores=Scores((totals,), totals))
            assert outcome(find(game), on, ("anna", "ben", "carl", "[/b]")) == expected


class TestSides:
    """Seats 0 and 1 are partners, as the draw has it; more points are better."""

    NAMES = ("anna", "ben", "carl", "[/b]")

    def seen(self, *rounds: tuple[int, ...], winners: tuple[int, ...] = (), **facts: object) -> View:
        totals = tuple(map(sum, zip(*rounds, strict=True)))
        facts = {"places": [0, 2, 1, 3], "step": "scored", "refused": False, **facts}
        return msgspec.structs.replace(view(4), facts=facts, scores=Scores(rounds, totals, winners))

    def test_partners_have_one_column(self) -> None:
        seen = self.seen((1, 1, 0, 0), (0, 0, 2, 2))
        lines = [line.split() for line in score_table(find("aluette"), seen, self.NAMES, 1).plain.splitlines()]
        assert lines[0] == ["▸", "anna", "and", "ben", "carl", "and", "[/b]"]
        assert lines[1:3] == [["deal", "1", "1", "0"], ["deal", "2", "0", "2"]]
        assert lines[-1] == ["total", "1", "2"]

    def test_partners_with_long_names_fit_a_window_of_80_columns(self) -> None:
        table = score_table(find("aluette"), self.seen((1, 1, 0, 0)), ["麻" * 10] * 4, 0)
        assert max(line.cell_length for line in table.split("\n")) <= 74

    @pytest.mark.parametrize(
        ("winners", "told"),
        [
            ((0, 1), "anna and ben win the game."),
            ((2, 3), "carl and [/b] win the game."),
            ((0, 1, 2, 3), "The game is a draw."),
        ],
    )
    def test_a_side_wins_or_it_is_a_draw(self, winners: tuple[int, ...], told: str) -> None:
        assert outcome(find("_any"), self.seen((1, 1, 1, 1), winners=winners), self.NAMES) == told


def test_only_persons_who_are_here_are_waited_for() -> None:
    chairs = (chair("anna", ready=True), chair("ben"), chair("Ada", "bot"), chair("carl", line="lost"))
    assert readiness(room(*chairs, phase="deal"), None) == "anna is ready. Waiting for ben."


def test_i_am_called_you() -> None:
    waiting = room(chair("anna"), chair("ben"), phase="deal")
    assert readiness(waiting, 1) == "Waiting for you and anna."
    ready = room(chair("anna", ready=True), chair("ben", ready=True), chair("carl"), phase="deal")
    assert readiness(ready, 1) == "You and anna are ready. Waiting for carl."
    assert (
        readiness(room(chair("anna", ready=True), chair("ben"), phase="deal"), 0) == "You are ready. Waiting for ben."
    )


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to see the open cards for long."""
    monkeypatch.setattr(interlude, "OPEN_CARDS_S", 0.01)


async def test_the_open_cards_are_seen_first_and_a_key_lays_the_sheet_at_once(strings: Strings) -> None:
    async with strings.at_table(GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal")) as pilot:
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("space")  # I am ready, from the table too
        assert pilot.sent == [wire.Ready()]
        await pilot.press("equals_sign")
        assert isinstance(pilot.app.screen, ScoresScreen)


async def test_nothing_of_the_table_is_left_beside_the_sheet(strings: Strings) -> None:
    async with strings.at_table(GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"), size=(120, 40)) as pilot:
        await pilot.press("equals_sign")
        lines = [line.strip() for line in pilot.text.splitlines()]
        top, bottom = (next(y for y, line in enumerate(lines) if corner in line) for corner in "╭╰")
        assert bottom > top + 8
        assert all(line[0] in "╭│╰" and line[-1] in "╮│╯" for line in lines[top : bottom + 1])


@pytest.mark.parametrize("rounds", [1, 10])
async def test_the_keys_are_seen_after_ever_so_many_rounds(strings: Strings, rounds: int) -> None:
    seen = view(3, rounds=1, seat=1)
    seen = msgspec.structs.replace(seen, scores=Scores(seen.scores.rounds * rounds, seen.scores.totals))
    async with strings.at_table(GUEST, seen, room(*CHAIRS, phase="deal"), size=(80, 24)) as pilot:
        await pilot.press("equals_sign")
        assert f"round {rounds} " in pilot.text
        assert "= look at the table" in pilot.text
        assert pilot.text.count("│") > 2 * rounds


@pytest.mark.parametrize("again", [True, False])
async def test_the_sheet_is_due_once_and_not_in_the_next_round(
    strings: Strings, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    monkeypatch.setattr(interlude, "OPEN_CARDS_S", 0.5)
    async with strings.at_table(GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal")) as pilot:
        assert isinstance(pilot.app.screen, TableScreen)
        if again:
            await pilot.press("equals_sign", "equals_sign")
        else:
            await pilot.hear(room(*CHAIRS, phase="play"))
        await pilot.pause(0.7)
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.parametrize("key", ["equals_sign", "q", "backspace", "escape"])
async def test_the_sheet_is_put_away_by_every_key_that_goes_back(strings: Strings, key: str) -> None:
    async with strings.at_table(GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal")) as pilot:
        await pilot.press("equals_sign", key)
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.usefixtures("hasty")
async def test_the_sheet_comes_by_itself_and_goes_when_the_next_round_begins(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(*CHAIRS, phase="play"), view(3, seat=1)) as pilot:
        assert not isinstance(pilot.app.screen, ScoresScreen)
        await pilot.hear(view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.until(lambda: isinstance(pilot.app.screen, ScoresScreen))
        assert "score sheet" in pilot.text
        assert "Waiting for you and anna." in pilot.text
        await pilot.press("space")
        assert pilot.sent == [wire.Ready()]
        ready = msgspec.structs.replace(CHAIRS[1], ready=True)
        await pilot.hear(room(CHAIRS[0], ready, CHAIRS[2], phase="deal"))
        assert "You are ready. Waiting for anna." in pilot.text
        await pilot.press("space")
        assert pilot.sent == [wire.Ready()]
        await pilot.hear(room(*CHAIRS, phase="play"))
        assert not isinstance(pilot.app.screen, ScoresScreen)


async def test_the_sheet_can_be_put_away_and_looked_at_again(strings: Strings) -> None:
    async with strings.at_table(GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal")) as pilot:
        await pilot.press("equals_sign", "equals_sign")
        await pilot.hear(room(*CHAIRS, phase="deal", watchers=("eve",)))
        assert not isinstance(pilot.app.screen, ScoresScreen)
        await pilot.press("equals_sign")
        assert "round 1" in pilot.text


async def test_who_is_at_the_table_can_be_looked_up_from_the_sheet(strings: Strings) -> None:
    async with strings.at_table(GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal")) as pilot:
        await pilot.press("equals_sign")
        await pilot.press("at")
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("at")
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.usefixtures("hasty")
async def test_the_sheet_waits_until_a_chat_line_is_written(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(*CHAIRS, phase="play"), view(3, seat=1)) as pilot:
        await pilot.press("slash", "o", "h")
        await pilot.hear(view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.pause(0.05)
        await pilot.press("space", "n", "o", "enter")
        assert pilot.sent == [wire.Say("oh no")]
        await pilot.until(lambda: isinstance(pilot.app.screen, ScoresScreen))


@pytest.mark.parametrize("phase", ["play", "deal"])
@pytest.mark.parametrize("key", ["enter", "slash"])
async def test_a_line_of_chat_begins_on_the_sheet_and_no_letter_of_it_plays_a_card(
    strings: Strings, phase: wire.Phase, key: str
) -> None:
    async with strings.at_table(GUEST, view(3, rounds=phase == "deal", seat=1), room(*CHAIRS, phase=phase)) as pilot:
        await pilot.press("equals_sign")
        assert "enter chat" in pilot.text
        for typed in (key, "1", "d", "space", "equals_sign", "q", "x"):
            pilot.app.post_message(events.Key(typed, {"space": " ", "equals_sign": "="}.get(typed, typed)))
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert "Say: 1d =qx" in pilot.text
        assert pilot.sent == []
        await pilot.press("enter")
        assert pilot.sent == [wire.Say("1d =qx")]


async def test_a_watcher_is_not_asked_to_be_ready(strings: Strings) -> None:
    there = room(*CHAIRS, phase="deal", watchers=("eve",))
    async with strings.at_table(WATCHER, view(3, rounds=1, seat=None), there) as pilot:
        await pilot.press("equals_sign")
        assert "round 1" in pilot.text
        await pilot.press("space")
        assert pilot.sent == []


@pytest.mark.parametrize("rounds", [1, 3])
async def test_hostile_names_are_shown_as_they_are(strings: Strings, rounds: int) -> None:
    """S31."""
    chairs = tuple(chair(name) for name in HOSTILE)
    async with strings.program("join", name=HOSTILE[1]) as pilot:
        phase: wire.Phase = "over" if rounds == 3 else "deal"
        await pilot.hear(GUEST, view(5, rounds=rounds, seat=1), room(*chairs, phase=phase))
        await pilot.press("equals_sign")
        text = pilot.text
        assert isinstance(pilot.app.screen, ScoresScreen)
        assert all(name in text for name in HOSTILE)


@pytest.mark.usefixtures("hasty")
async def test_no_sheet_comes_while_nothing_has_been_scored(strings: Strings) -> None:
    """A deal may be no more than a draw for partners."""
    async with strings.at_table(GUEST, view(3, seat=1), room(*CHAIRS, phase="deal")) as pilot:
        await pilot.pause(0.1)
        assert isinstance(pilot.app.screen, TableScreen)
