"""The terminal that is spared, with the whole program in it."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from engine.games import GAMES
from tests.tui.terminal import Terminal, opened
from tests.tui.test_shadow import Both

LITTER = b"\x1b[H\x1b[1;42mlitter\x1b[5;5Hmore of it\n\n\n"


@contextmanager
def seated(game: str, tmp_path: Path, *options: str) -> Iterator[Terminal]:
    """At a table that has been laid."""
    with opened(Terminal(sys.executable, "-m", "tests.tui.seat", game, *options, TOCTOC_HOME=str(tmp_path))) as seat:
        seat.wait_for("Knocking at")
        step(seat)
        seat.wait_for("1 watching", without="Knocking at")
        seat.wait_for_silence(0.2)
        yield seat


def step(seat: Terminal) -> None:
    seat.child.kill(signal.SIGUSR1)
    seat.wait_for_silence(0.03)


def press(seat: Terminal, *keys: str) -> None:
    for key in keys:
        seat.press(key)
        seat.wait_for_silence(0.03)


def litter(seat: Terminal) -> None:
    """Somebody else writes to the terminal."""
    seat.show(LITTER)


def suspend(seat: Terminal) -> None:
    """And let it go on again, when somebody else has written to the terminal."""
    before = len(seat.output)
    seat.child.kill(signal.SIGTSTP)
    seat.wait_for_output(b"\x1b[?1004l", before)
    litter(seat)
    seat.child.kill(signal.SIGCONT)
    seat.wait_for_output(b"\x1b[?2048$p", before)
    seat.wait_for_silence(0.1)


PAGES = (("?", "\x1b[6~", "q"), ("=", "q"), ("@", "\x1b[B", "q"), ("/", "漢字", "e\u0301", "\x15"), ("\t", "1", "2"))
SIZES = ((120, 40), (30, 8), (100, 30))
"""One of them is too small for a table."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_after_a_whole_evening_a_spared_terminal_looks_like_one_that_is_sent_everything(
    game: str, tmp_path: Path
) -> None:
    record = tmp_path / "record"
    with seated(game, tmp_path, "--record", str(record)) as seat:
        for keys in PAGES:
            step(seat)
            press(seat, *keys)
        for size in SIZES:
            seat.resize(*size)
            seat.wait_for_silence(0.1)
            step(seat)
        suspend(seat)
        step(seat)
        seat.press("\x03")
        seat.wait_for("The game is not over yet.")
        seat.wait_for_silence(0.3)
        shown = seat.text
    assert replayed(record) == shown


def replayed(record: Path) -> str:
    """What a terminal would show to which all of this was sent. The shadow has to keep up with it."""
    both, sized = Both(80, 24), False
    for line in record.read_text().splitlines():
        match msgspec.json.decode(line):
            case None:
                both.shadow.doubt()
            case [columns, rows]:
                both.resize(columns, rows)
                sized = True
            case text:
                both.write(text)
                sized = sized and text.count("\n") != both.size[1] - 1  # until all is drawn for this size
                if not sized:
                    both.check()
    return "\n".join("".join(cell.data for cell in row).rstrip() for row in both.plain.looks)


def test_what_others_have_written_to_the_terminal_goes_when_one_asks_or_looks_there_again(tmp_path: Path) -> None:
    with seated("romi", tmp_path) as seat:
        shown = seat.text
        for keys in ("\x0c", "\x1b[O\x1b[I"):
            litter(seat)
            assert seat.text != shown
            seat.press(keys)
            seat.wait_for(shown)


def test_to_draw_all_anew_writes_nothing_where_nothing_has_changed(tmp_path: Path) -> None:
    with seated("allegra", tmp_path) as seat, seated("allegra", tmp_path, "--no-diff") as other:
        assert seat.text == other.text
        assert 4 * len(seat.output) < len(other.output)
        before = len(seat.output), len(other.output)
        for terminal in (seat, other):
            terminal.child.kill(signal.SIGUSR2)
        other.wait_for_output(b"Konstantina", before[1])
        seat.wait_for_silence(0.2)
        assert len(seat.output) == before[0]


def test_a_terminal_that_says_it_is_huge_or_has_no_pixels_is_drawn_upon_and_takes_no_memory(tmp_path: Path) -> None:
    """Whoever comes by SSH may say so, in both of the ways in which a size is told."""
    with seated("allegra", tmp_path) as seat:
        shown = seat.text
        seat.child.setwinsize(5_000, 5_000)
        seat.wait_for_silence(0.2)
        press(seat, "\x1b[?2048;1$y", "\x1b[48;5000;5000;0;0t", "\x1b[<0;5;5M", "\x1b[48;24;80;0;0t")
        seat.wait_for(shown)
        [most_kb] = re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{seat.child.pid}/status").read_text())
        assert int(most_kb) < 200_000
