"""The bench's own pieces: its figures, its table and its JSON; and that what it measures can be measured at all."""

from __future__ import annotations

import random
import signal
import sys
from itertools import islice

import msgspec
import pytest

from engine.games import GAMES
from net.fairdeal import verify
from tests.bench import figures, journals, lines, playouts
from tests.bench.figures import OURS, Goal, Row
from tests.bench.pictures import pictures
from tests.tui.terminal import Terminal, opened


def test_everybody_comes_once_a_run_and_gets_a_figure_for_each() -> None:
    came: list[str] = []

    def trial(name: str, figure: float) -> figures.Trial:
        def run() -> dict[str, float]:
            came.append(name)
            return {"p50": figure, "p99": 2 * figure}

        return run

    found = figures.compete({OURS: trial(OURS, 3), "peer": trial("peer", 2)}, 4)
    assert found == {"p50": {OURS: [3] * 4, "peer": [2] * 4}, "p99": {OURS: [6] * 4, "peer": [4] * 4}}
    assert [set(came[i : i + 2]) for i in range(0, 8, 2)] == [{OURS, "peer"}] * 4


def test_a_ratio_is_the_median_of_those_within_each_run() -> None:
    row = Row("act", "ms", {OURS: [10, 2, 3], "peer": [10, 1, 1]})
    assert row.ratio("peer") == 2
    assert Row("act", "ms", {OURS: [1], "peer": [0]}).ratio("peer") == float("inf")
    assert Row("act", "ms", {OURS: [0], "peer": [0]}).ratio("peer") == 1


@pytest.mark.parametrize(
    ("goal", "more_is_better", "met"),
    [
        (Goal(2), False, True),
        (Goal(1), False, False),
        (Goal(2), True, True),
        (Goal(3), True, False),
        (Goal(0.5, "peer"), False, True),
        (Goal(0.4, "peer"), False, False),
        (Goal(1, "nobody"), False, None),
    ],
)
def test_a_goal_is_met_by_the_median(goal: Goal, more_is_better: bool, met: bool | None) -> None:
    row = Row("act", "ms", {OURS: [1, 2, 9], "peer": [2, 4, 18]}, (goal,), more_is_better)
    assert row.is_met(goal) is met


def test_so_many_percent_do_not_exceed_a_percentile() -> None:
    assert figures.percentile(range(100), 50) == 50
    assert figures.percentile(range(100), 99) == 99
    assert figures.percentile([7], 99) == 7


def test_the_table_shows_every_spread_with_its_ratio_and_its_goal() -> None:
    row = Row(
        "act", "ms", {OURS: [1, 2, 1_234], "peer": [1, 1, 1]}, (Goal(3, "peer"), Goal(1)), missing=("other: why",)
    )
    assert list(figures.table("delivery", [row])) == [
        f"{'delivery':50}        min     median        max",
        f"{'act, ms':50}          1          2      1,234             MISSED: <= 1",
        f"{'  beside peer':50}          1          1          1      2.00x  reached: <= 3x",
        "  beside other: why",
    ]


def test_the_json_has_every_run() -> None:
    row = Row("act", "ms", {OURS: [1, 2], "peer": [1, 1]}, (Goal(1, "peer"),))
    told = msgspec.json.decode(figures.as_json({"delivery": [row]}, {"python": "3"}))
    assert told["machine"] == {"python": "3"}
    (told_row,) = told["rows"]
    assert told_row["subject"] == "delivery"
    assert told_row["runs"] == {OURS: [1, 2], "peer": [1, 1]}
    assert (told_row["ratios"], told_row["met"]) == ({"peer": 1.5}, [False])


@pytest.mark.parametrize("text", [b"x", b"y" * 126, b"z" * 70_000])
async def test_a_line_reads_frames_however_they_come(text: bytes) -> None:
    heard: list[bytes] = []
    line = lines.Line(lambda frame, now: heard.append(frame), shakes=False)
    frames = 2 * lines.framed(text)
    for start in range(0, len(frames), 1_000):
        piece = frames[start : start + 1_000]
        line.get_buffer(-1)[: len(piece)] = piece
        line.buffer_updated(len(piece))
    assert heard == [text, text]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_by_chance_ends_or_is_cut_off(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "ACTS_MAX", 200)
    assert playouts.in_thought(GAMES[name], random.Random(1)) == playouts.in_match(GAMES[name], random.Random(1)) <= 200


def test_a_journal_of_so_many_lines_is_one_that_a_table_can_come_back_from() -> None:
    text = journals.written("romi", journals.for_ever, 100)
    assert text.count(b"\n") == 100
    assert verify(text).fault is None


@pytest.mark.parametrize("kind", ["textual", "curses"])
def test_those_who_draw_the_same_pictures_do_so(kind: str) -> None:
    wanted = list(islice(pictures("allegra", 80, 24), 3))[-1].text().splitlines()[:-1]  # curses draws no last line
    with opened(Terminal(sys.executable, "-m", "tests.bench.pictures", kind, "allegra")) as screen:
        screen.wait_for("toctoc")
        for _ in range(3):
            screen.child.kill(signal.SIGUSR1)
            screen.wait_for_silence(0.1)
        screen.wait_for(*filter(None, wanted))
