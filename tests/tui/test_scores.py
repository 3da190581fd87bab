from __future__ import annotations

import msgspec
import pytest
from textual import events
from textual.pilot import Pilot

from engine.game import Scores, View
from net import wire
from tests.tui.puppet import GUEST, HOSTILE, Strings, app_for, chair, room, screen_text, seated, view
from tui.outcome import outcome
from tui.screens import scores
from tui.screens.lobby import LobbyScreen
from tui.screens.scores import ScoresScreen, score_table
from tui.screens.table import TableScreen
from tui.spoken import find
from tui.standing import readiness

CHAIRS = (chair("anna", host=True), chair("ben"), chair("Ada", "bot"))


def test_the_sheet_has_a_row_a_round_and_a_column_a_player() -> None:
    seen = msgspec.structs.replace(view(3), scores=Scores(((7, 14, -2), (30, 0, 11)), (37, 14, 9)))
    lines = [line.split() for line in score_table(seen, ("anna", "ben", "[/b]"), 1).plain.splitlines()]
    assert lines[0] == ["anna", "ben", "[/b]"]
    assert lines[1] == ["round", "1", "7", "14", "-2"]
    assert lines[2] == ["round", "2", "30", "0", "11"]
    assert lines[-1] == ["total", "37", "14", "9"]


@pytest.mark.parametrize("seats", [2, 6, 8])
def test_the_sheet_fits_a_window_of_80_columns(seats: int) -> None:
    points = (-188,) * seats
    seen = msgspec.structs.replace(view(2), scores=Scores((points,) * 9, points))
    assert max(line.cell_length for line in score_table(seen, ["麻" * 10] * seats, 0).split("\n")) <= 74


def test_the_winners_are_named() -> None:
    over = msgspec.structs.replace(view(3), scores=Scores(((1, 1, 2),), (1, 1, 2), winners=(0, 1)))
    assert outcome(find("_any"), over, ("anna", "ben", "carl")) == "anna and ben share the win."
    alone = msgspec.structs.replace(over, scores=Scores(((1, 2, 2),), (1, 2, 2), winners=(0,)))
    assert outcome(find("_any"), alone, ("anna", "ben", "carl")) == "anna wins the game."


class TestSides:
    """Seats 0 and 1 are partners, as the draw has it; more points are better."""

    NAMES = ("anna", "ben", "carl", "[/b]")

    def seen(self, *rounds: tuple[int, ...], winners: tuple[int, ...] = (), **facts: object) -> View:
        totals = tuple(map(sum, zip(*rounds, strict=True)))
        facts = {"places": [0, 2, 1, 3], "step": "scored", "refused": False, **facts}
        return msgspec.structs.replace(view(4), facts=facts, scores=Scores(rounds, totals, winners))

    def test_partners_have_one_column(self) -> None:
        seen = self.seen((1, 1, 0, 0), (0, 0, 2, 2))
        lines = [line.split() for line in score_table(seen, self.NAMES, 1).plain.splitlines()]
        assert lines[0] == ["anna", "and", "ben", "carl", "and", "[/b]"]
        assert lines[1:3] == [["round", "1", "1", "0"], ["round", "2", "0", "2"]]
        assert lines[-1] == ["total", "1", "2"]

    def test_partners_with_long_names_fit_a_window_of_80_columns(self) -> None:
        table = score_table(self.seen((1, 1, 0, 0)), ["麻" * 10] * 4, 0)
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
    monkeypatch.setattr(scores, "OPEN_CARDS_S", 0.01)


async def until_laid(pilot: Pilot[str]) -> None:
    """Wait until the sheet lies on the table by itself."""
    for _ in range(100):
        if isinstance(pilot.app.screen, ScoresScreen):
            await pilot.pause()
            return
        await pilot.pause(0.02)
    raise AssertionError("the sheet has not come")


async def test_the_open_cards_are_seen_first_and_a_key_lays_the_sheet_at_once(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        assert isinstance(app.screen, TableScreen)
        await pilot.press("space")  # I am ready, from the table too
        assert strings.puppet.sent == [wire.Ready()]
        await pilot.press("equals_sign")
        await pilot.pause()
        assert isinstance(app.screen, ScoresScreen)


@pytest.mark.parametrize("again", [True, False])
async def test_the_sheet_is_due_once_and_not_in_the_next_round(
    strings: Strings, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    monkeypatch.setattr(scores, "OPEN_CARDS_S", 0.5)
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        assert isinstance(app.screen, TableScreen)
        if again:
            await pilot.press("equals_sign", "equals_sign")
        else:
            await seated(strings, pilot, room(*CHAIRS, phase="play"))
        await pilot.pause(0.7)
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("key", ["equals_sign", "q", "backspace", "escape"])
async def test_the_sheet_is_put_away_by_every_key_that_goes_back(strings: Strings, key: str) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.press("equals_sign", key)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


@pytest.mark.usefixtures("hasty")
async def test_the_sheet_comes_by_itself_and_goes_when_the_next_round_begins(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(*CHAIRS, phase="play"), view(3, seat=1))
        assert not isinstance(app.screen, ScoresScreen)
        await seated(strings, pilot, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await until_laid(pilot)
        assert "score sheet" in screen_text(app)
        assert "Waiting for you and anna." in screen_text(app)
        await pilot.press("space")
        assert strings.puppet.sent == [wire.Ready()]
        ready = msgspec.structs.replace(CHAIRS[1], ready=True)
        await seated(strings, pilot, room(CHAIRS[0], ready, CHAIRS[2], phase="deal"))
        assert "You are ready. Waiting for anna." in screen_text(app)
        await pilot.press("space")
        assert strings.puppet.sent == [wire.Ready()]
        await seated(strings, pilot, room(*CHAIRS, phase="play"))
        assert not isinstance(app.screen, ScoresScreen)


async def test_the_sheet_can_be_put_away_and_looked_at_again(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.press("equals_sign", "equals_sign")
        await seated(strings, pilot, room(*CHAIRS, phase="deal", watchers=("eve",)))
        assert not isinstance(app.screen, ScoresScreen)
        await pilot.press("equals_sign")
        await pilot.pause()
        assert "round 1" in screen_text(app)


async def test_who_is_at_the_table_can_be_looked_up_from_the_sheet(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.press("equals_sign")
        await pilot.pause()
        await pilot.press("at")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("at")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


@pytest.mark.usefixtures("hasty")
async def test_the_sheet_waits_until_a_chat_line_is_written(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(*CHAIRS, phase="play"), view(3, seat=1))
        await pilot.press("slash", "o", "h")
        await seated(strings, pilot, view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.pause(0.05)
        await pilot.press("space", "n", "o", "enter")
        assert strings.puppet.sent == [wire.Say("oh no")]
        await until_laid(pilot)


@pytest.mark.parametrize("phase", ["play", "deal"])
@pytest.mark.parametrize("key", ["enter", "slash"])
async def test_a_line_of_chat_begins_on_the_sheet_and_no_letter_of_it_plays_a_card(
    strings: Strings, phase: wire.Phase, key: str
) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, rounds=phase == "deal", seat=1), room(*CHAIRS, phase=phase))
        await pilot.press("equals_sign")
        await pilot.pause()
        assert "enter chat" in screen_text(app)
        for typed in (key, "1", "d", "space", "equals_sign", "q", "x"):
            app.post_message(events.Key(typed, {"space": " ", "equals_sign": "="}.get(typed, typed)))
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert "Say: 1d =qx" in screen_text(app)
        assert strings.puppet.sent == []
        await pilot.press("enter")
        assert strings.puppet.sent == [wire.Say("1d =qx")]


async def test_a_watcher_is_not_asked_to_be_ready(strings: Strings) -> None:
    app = app_for("watch", name="eve")
    async with app.run_test() as pilot:
        seen = view(3, rounds=1, seat=None)
        await seated(strings, pilot, wire.Welcome(None, 0, False), seen, room(*CHAIRS, phase="deal", watchers=("eve",)))
        await pilot.press("equals_sign")
        await pilot.pause()
        assert "round 1" in screen_text(app)
        await pilot.press("space")
        assert strings.puppet.sent == []


@pytest.mark.parametrize("rounds", [1, 3])
async def test_hostile_names_are_shown_as_they_are(strings: Strings, rounds: int) -> None:
    """S31."""
    chairs = tuple(chair(name) for name in HOSTILE)
    app = app_for("join", name=HOSTILE[1])
    async with app.run_test() as pilot:
        phase: wire.Phase = "over" if rounds == 3 else "deal"
        await seated(strings, pilot, GUEST, view(5, rounds=rounds, seat=1), room(*chairs, phase=phase))
        await pilot.press("equals_sign")
        await pilot.pause()
        text = screen_text(app)
        assert isinstance(app.screen, ScoresScreen)
        assert all(name in text for name in HOSTILE)


@pytest.mark.usefixtures("hasty")
async def test_no_sheet_comes_while_nothing_has_been_scored(strings: Strings) -> None:
    """A deal may be no more than a draw for partners."""
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, view(3, seat=1), room(*CHAIRS, phase="deal"))
        await pilot.pause(0.1)
        assert isinstance(app.screen, TableScreen)
