"""Lines in a window, and lines in a pipe."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal, opened
from tui.line.stdio import wrapped

INVITE = "toctocs://192.168.100.200:65535/KWXBTR/ABCDEFGHIJKLMNOPQRSTUVWX27"


@pytest.mark.parametrize(
    ("line", "width", "rows"),
    [
        ("Ada knocks for the 9.", 0, ["Ada knocks for the 9."]),
        ("Ada knocks for the 9.", 21, ["Ada knocks for the 9."]),
        ("Ada knocks for the 9.", 20, ["Ada knocks for the", "9."]),
        ("  sets of a-b cards", 12, ["  sets of", "  a-b cards"]),
        (f"Come to {INVITE} soon.", 20, ["Come to", INVITE, "soon."]),
        ("", 20, [""]),
    ],
)
def test_a_line_that_is_too_long_is_broken_between_words(line: str, width: int, rows: list[str]) -> None:
    assert wrapped(line, width) == rows


def test_a_narrow_window_breaks_no_word(tmp_path: Path) -> None:
    home = {"TOCTOC_HOME": str(tmp_path), "TERM": "dumb"}
    with opened(Terminal(sys.executable, "-m", "tui", "join", columns=41, **home)) as terminal:
        text = terminal.wait_for("press enter.")
        assert text.splitlines()[:2] == ["Paste the invite that the host has sent", "you, and press enter."]
