"""The terminal behind the shadow always looks like one that has been sent everything."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.tui.emulator import Emulator
from tui.shadow import Shadow

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
STARTED = f"{ENTER}\x1b[?1000h\x1b[?25l\x1b[?1004h\x1b[>25u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
STOPPED = f"\x1b[?2004l\x1b[?7h\x1b[<u{LEAVE}\x1b[?25h\x1b[?1004l"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
ASIDES = ("\x07", "\x1b[?1003h", "\x1b[23;2t", "\x1b]0;toctoc\x07", "\x1b]52;c;YQ==\x07", "\x1b]22;text\x07")
OTHERS = ("\x1b[6n", "\x1b[2K", "\x1b[J", "\x1b[3X", "\x1b[2B", "\x1b[5C", "\x1b]8;;http://a\x1b\\")

LETTERS = ("a", "b", " ", " ", " ", "─", "♥", "é", "漢", "字", "e\u0301")
STYLES = ["", "", "1", "2", "1;2", "3", "4", "7", "9", "1;7", "31", "1;31", "1;32", "2;31", "4;31", "91", "39;49"]
STYLES += ["44", "1;37;44", "104", "38;5;2", "48;5;20", "38;2;1;2;3", "7;38;2;1;2;3;48;2;9;5;22"]


class Both:
    """Two terminals: one is sent everything, the other one what the shadow lets through."""

    def __init__(self, columns: int = 12, rows: int = 4) -> None:
        self.size = columns, rows
        self.plain, self.spared = Emulator(columns, rows), Emulator(columns, rows)
        self._sent = io.StringIO()
        self.shadow = Shadow(self._sent)
        self.shadow.doubt(self.size)
        self.write(STARTED)

    def write(self, text: str) -> str:
        """Both get this. Returns what the spared one was sent."""
        self.plain.feed(text)
        return self.spare(text)

    def spare(self, text: str) -> str:
        """Only the spared one gets this."""
        self.shadow.write(text)
        sent = self._sent.getvalue()
        self._sent.seek(0)
        self._sent.truncate()
        self.spared.feed(sent)
        return sent

    def resize(self, columns: int, rows: int) -> None:
        self.size = columns, rows
        self.plain.resize(*self.size)
        self.spared.resize(*self.size)
        self.shadow.doubt(self.size)

    def check(self) -> None:
        assert self.spared.looks == self.plain.looks
        assert self.spared.cursor == self.plain.cursor


def at(x: int, y: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H"


def styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def line(rng: random.Random, columns: int) -> str:
    """Text with styles that fills so many cells."""
    text = ""
    while columns:
        letter = rng.choice(LETTERS)
        letter *= min(rng.randint(1, 3), columns // cell_len(letter))
        columns -= cell_len(letter)
        text += styled(letter, rng.choice(STYLES))
    return text


def frame(rng: random.Random, columns: int, rows: int) -> str:
    """Some parts of the screen, drawn anew as Textual does it, and the cursor put somewhere."""
    parts = []
    for _ in range(rng.randint(1, 3)):
        x, y = rng.randrange(columns), rng.randrange(rows)
        parts.append(at(x, y) + line(rng, rng.randint(0, columns - x)) + ("\n" if y < rows - 1 else ""))
    return "".join(parts) + at(rng.randrange(columns), rng.randrange(rows))


def picture(rng: random.Random, columns: int, rows: int) -> str:
    """The whole screen."""
    return "\n".join(at(0, y) + line(rng, columns) for y in range(rows)) + at(0, 0)


def update(both: Both, rng: random.Random) -> None:
    begin, end = rng.choice((("", ""), (BEGIN, END)))
    both.write(begin)
    both.write(frame(rng, *both.size))
    both.write(end)


def repaint(both: Both, rng: random.Random) -> None:
    both.write(picture(rng, *both.size))


def pass_aside(both: Both, rng: random.Random) -> None:
    aside = rng.choice(ASIDES)
    assert both.write(aside) == aside


def pass_unknown(both: Both, rng: random.Random) -> None:
    other = rng.choice(OTHERS)
    assert both.write(other).startswith(other)
    repaint(both, rng)


def resize(both: Both, rng: random.Random) -> None:
    """A frame for the size before comes too late."""
    late = frame(rng, *both.size)
    both.resize(rng.randint(2, 14), rng.randint(1, 5))
    both.spare(late)
    repaint(both, rng)


def suspend(both: Both, rng: random.Random) -> None:
    """Meanwhile others write to the terminal."""
    both.write(STOPPED)
    both.spared.feed(frame(rng, *both.size))
    both.write(STARTED)


def litter(both: Both, rng: random.Random) -> None:
    """Somebody writes to the terminal while the program has it, until it is doubted."""
    both.spared.feed(frame(rng, *both.size) + "\x1b[1;42m")
    both.shadow.doubt()
    both.write("")


HAPPENINGS = (update, repaint, pass_aside, pass_unknown, resize, suspend, litter)


@given(st.lists(st.tuples(st.sampled_from(HAPPENINGS), st.integers(0, 10_000)), max_size=8))
@settings(max_examples=300)
def test_a_spared_terminal_looks_like_one_that_is_sent_everything(
    happenings: list[tuple[Callable[[Both, random.Random], None], int]],
) -> None:
    both = Both()
    for happen, seed in happenings:
        happen(both, random.Random(seed))
        both.check()


def test_what_changes_nothing_sends_nothing() -> None:
    both = Both()
    shown = picture(random.Random(1), *both.size)
    both.write(shown)
    assert [both.write(text) for text in (BEGIN, shown, END)] == ["", "", ""]


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("", "a", "a"),
        ("a", "b", "b"),
        ("", f"a{at(2, 0)}b", "a b"),
        ("", f"a{at(9, 0)}b", "a\x1b[8Cb"),
        ("", f"{at(0, 1)}a", "\r\na"),
        ("", f"{at(0, 2)}a", "\x1b[3Ha"),
        ("", f"{at(3, 2)}a", "\x1b[3;4Ha"),
        ("abc", "   ", "   "),
        ("abcdefgh", "abc         ", "abc\x1b[K"),
        ("abcdefgh", "         x", "         x"),
        (styled("abcd", "44"), "    ", "\x1b[K"),
        ("", styled("a", "1;31") + " " + styled("b", "1;32"), "\x1b[1;31ma \x1b[32mb"),
        ("", styled("  ", "2"), ""),
        ("", styled("a", "39;49"), "a"),
        ("", "漢\u0301字", "漢\u0301\x1b[1;3H字"),
        ("a", f"{at(1, 0)}\u0301", "a\u0301"),
        ("漢", f"{at(2, 0)}\u0301", "漢\u0301"),
        ("", f"{at(11, 0)}漢", ""),
        ("ab", "漢", "漢"),
        ("漢", "a", "a "),
        ("漢", f"{at(1, 0)}a", " a"),
    ],
)
def test_little_is_sent(before: str, after: str, sent: str) -> None:
    """The cursor stands in the first cell before, and goes to the last line in the end."""
    both = Both()
    both.spare(before + at(0, 0))
    assert both.spare(after + at(5, 3)).removesuffix("\x1b[m") == sent + at(5, 3)


def test_what_is_drawn_too_late_for_a_terminal_that_is_smaller_by_now_scrolls_nothing() -> None:
    both = Both()
    both.resize(12, 3)
    shown = picture(random.Random(1), *both.size)
    both.write(shown)
    both.spare(f"{at(5, 2)}x{at(0, 3)}")
    both.spare(shown)
    both.check()


def test_all_passes_where_there_is_no_alternate_screen() -> None:
    both = Both()
    both.write(STOPPED)
    for text in ("Come back with: toctoc join\n", styled("a", "31"), BEGIN, END, "\x1b[2J"):
        assert both.write(text) == text
    assert both.write(ENTER).startswith(ENTER)


def test_the_pen_is_plain_when_the_terminal_is_given_back() -> None:
    both = Both()
    both.write(f"\x1b[1;31ma{STOPPED}")
    both.write("\x1b[0m")
    assert both.spared.cursor == both.plain.cursor
