"""How long a table takes to come back from the journal of a finished match of four bots: its process, from its start to
its invite, beside a new table's."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games import GAMES
from tests.bench import served
from tests.bench.figures import OURS, Goal, Row, compete
from tests.bench.journals import by_bots, keep, written
from tests.bench.start import SERVE, listening

NEW = "a new table"
MOST_MS = 1_000.0


def measure(quick: bool) -> Iterator[Row]:
    for name, game in GAMES.items():
        text = written(name, by_bots)
        lines = text.count(b"\n")
        yield row(f"{game.NAME}, {lines} lines, {len(text) // 1024} KB", text, 2 if quick else 10)


def row(what: str, text: bytes, runs: int) -> Row:
    with served.home():
        table = keep(text)
        trials = {
            OURS: lambda: {"": 1e3 * listening(f"--resume={table}", "--piped")},
            NEW: lambda: {"": 1e3 * listening(*SERVE)},
        }
        return Row(what, "ms", compete(trials, runs)[""], (Goal(MOST_MS),))
