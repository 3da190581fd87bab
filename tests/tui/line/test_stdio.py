"""Lines in a window, and lines in a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from net import tables
from net.tables import Record
from tests.tui.terminal import Terminal, opened
from tui.line.stdio import nothing_comes, wrapped

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


@pytest.mark.parametrize("closed", ["</dev/null", "<&-"])
def test_whoever_can_type_nothing_does_not_come_back_to_a_table_of_theirs_to_leave_it(closed: str, home: Path) -> None:
    record = Record("anna", "allegra", 2, {}, "local", 1, None, "KWXBTR", "h" * 32)
    with closing(tables.keep(record)):
        command = f"{sys.executable} -m tui host --plain {closed}"
        told = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == "Nothing can be typed here, so nobody takes your seat at the table.\n"


def test_a_pipe_whose_other_end_is_closed_is_no_input_once_it_is_empty() -> None:
    reading, writing = os.pipe()
    assert not nothing_comes(reading)
    os.write(writing, b"1\n")
    os.close(writing)
    assert not nothing_comes(reading), "there is still a line"
    os.read(reading, 9)
    assert nothing_comes(reading)
    os.close(reading)


def test_a_narrow_window_breaks_no_word(tmp_path: Path) -> None:
    home = {"TOCTOC_HOME": str(tmp_path), "TERM": "dumb"}
    with opened(Terminal(sys.executable, "-m", "tui", "join", columns=41, **home)) as terminal:
        text = terminal.wait_for("press enter.")
        assert text.splitlines()[:2] == ["Paste the invite that the host has sent", "you, and press enter."]
