"""What a terminal is sent: only the cells that differ from what it shows already. Bytes matter over SSH."""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from typing import NamedTuple, TextIO

from rich.cells import get_character_cell_size

from tui import pen


class Cell(NamedTuple):
    """What stands in a cell. The right half of a wide character stands as ""."""

    text: str
    pen: str


Row = list[Cell | None]
"""None where nobody knows what stands there."""
BLANK = Cell(" ", "")
ERASED_FROM = 4
"""So many blanks at the end of a line cost more than to erase it."""
AGAIN_MAX = 4
"""To write more cells again than this never costs less than to go past them."""

TOKEN = re.compile(
    r"""
    \x1b\[ (?P<pen>[\d:;]*) m
    | (?P<text> [^\x00-\x1f\x7f-\x9f]+ )
    | \x1b\[ (?P<row>[1-9]\d*) ; (?P<column>[1-9]\d*) H
    | (?P<line> \n )
    | (?P<begin> \x1b\[\?2026h ) | (?P<end> \x1b\[\?2026l )
    | (?P<enter> \x1b\[\?1049h ) | (?P<leave> \x1b\[\?1049l )
    | (?P<aside>
        \x07
        | \x1b\[\? (?: 7 | 25 | 10[01]\d | 2004 | 2048 ) [hl]
        | \x1b\[\? \d+ \$p
        | \x1b\[ [<>] \d* u
        | \x1b\[ 2[23] ; 2 t
        | \x1b\] (?!8;) [^\x07\x1b]* (?: \x07 | \x1b\\ )
      )
    | \x1b[]PX^_] [^\x07\x1b]* (?: \x07 | \x1b\\ )
    | \x1b\[ [0-?]* [ -/]* [@-~]
    | \x1b? .
    """,
    re.DOTALL | re.VERBOSE,
)
"""A synchronized update begins and ends; the alternate screen is entered and left; what is `aside` leaves cells, cursor
and pen alone. The rest has no name: who knows what it does."""


class Shadow:
    """A file that is written to as if it were the terminal. The terminal is sent less, and is after every `write` as
    the text itself would have left it: its cells as far as they can be told apart, its cursor and its pen.

    A text holds whole sequences, and scrolls nothing. What lies outside of the alternate screen passes as it is, and
    within it everything that is not understood, in its place.
    """

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._out: list[str] = []
        self._doubts: deque[tuple[int, int] | None] = deque()
        self._inside = False
        """The alternate screen is shown."""
        self._begin = ""
        """Of a synchronized update for which nothing has been sent yet."""
        self._wanted: list[Row] = []
        self._x = self._y = 0
        self._pen = ""
        self._shown: list[Row] = []
        self._at: tuple[int, int] | None = None
        self._ink: str | None = None
        """What the terminal shows, its cursor and its pen, as far as they are known."""
        self._lost = True
        """None of that is true any more."""

    def doubt(self, size: tuple[int, int] | None = None) -> None:
        """From the next `write` on, the terminal may show anything, and has this size (columns, rows). May be called in
        any thread and by a signal."""
        self._doubts.append(size)

    def write(self, text: str) -> None:
        while self._doubts:
            self._lost = True
            if size := self._doubts.popleft():
                self._cut(*size)
        for token in TOKEN.finditer(text):
            if self._inside or token.lastgroup == "enter":
                self._take(token)
            else:
                self._emit(token[0])
        self._settle()
        if self._out:
            self._terminal.write("".join(self._out))
            self._out.clear()

    def flush(self) -> None:
        self._terminal.flush()

    # what is wanted

    def _take(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "pen":
                self._pen = pen.after(self._pen, token["pen"])
            case "text":
                self._put(token[0])
            case "column":
                self._x, self._y = int(token["column"]) - 1, int(token["row"]) - 1
            case "line":
                self._x, self._y = 0, self._y + 1
            case "begin":
                self._begin = token[0]
            case "end" if self._begin:
                self._begin = ""
            case kind:
                self._settle()
                self._emit(token[0])
                if kind in ("enter", "leave"):
                    self._inside, self._lost = kind == "enter", True
                elif kind is None:
                    self._wanted = [[None] * len(row) for row in self._wanted]
                    self._shown = [[None] * len(row) for row in self._wanted]
                    self._at = self._ink = None

    def _cut(self, columns: int, rows: int) -> None:
        for row in self._wanted:
            if columns < len(row) and _is_half(row[columns]):
                row[columns - 1] = BLANK
            row[columns:] = [BLANK] * (columns - len(row))
        self._wanted[rows:] = [[BLANK] * columns for _ in range(rows - len(self._wanted))]

    def _put(self, text: str) -> None:
        row: Row = self._wanted[self._y] if self._y < len(self._wanted) else []
        marks, cells = _cells(text, self._pen)
        if marks and 0 < self._x <= len(row):
            _combine(row, self._x, marks)
        x, self._x = self._x, self._x + len(cells)
        end = min(self._x, len(row))
        if x >= end:
            return
        if _is_half(row[x]):
            row[x - 1] = BLANK
        if end < len(row) and _is_half(row[end]):
            row[end] = BLANK
        row[x:end] = cells[: end - x]
        if end < self._x and _is_half(cells[end - x]):
            row[end - 1] = BLANK

    # what the terminal is sent

    def _settle(self) -> None:
        """Make the terminal as it is wanted."""
        if not self._inside:
            return
        if self._lost:
            self._emit("\x1b[?7l\x1b[m\x1b[2J")  # Textual wants no wrapping either, but says so later
            self._lost, self._shown = False, [[BLANK] * len(row) for row in self._wanted]
            self._at, self._ink = None, ""
        for y, (wanted, shown) in enumerate(zip(self._wanted, self._shown, strict=True)):
            if wanted != shown:
                self._draw(y, wanted, shown)
        if self._y < len(self._shown) and self._x < len(self._shown[self._y]):
            self._go(self._x, self._y)
        self._turn(self._pen)

    def _draw(self, y: int, wanted: Row, shown: Row) -> None:
        """Make this line of the terminal as it is wanted."""
        end = len(wanted)
        while end and wanted[end - 1] == BLANK:
            end -= 1
        for x, cell in enumerate(wanted):
            if cell is None or cell == shown[x]:
                continue
            self._go(x, y)
            if cell != BLANK or not pen.is_bare(self._ink):
                self._turn(cell.pen)
            if x >= end and shown[x + ERASED_FROM - 1 :] != wanted[x + ERASED_FROM - 1 :]:
                self._emit("\x1b[K")
                shown[x:] = wanted[x:]
                return
            self._emit(cell.text)
            after = x + 2 if x + 1 < len(wanted) and _is_half(wanted[x + 1]) else x + 1
            shown[x:after] = wanted[x:after]
            # Terminals do not agree on how far odd characters take the cursor.
            self._at = (after, y) if after == x + 1 and len(cell.text) == 1 else None

    def _go(self, x: int, y: int) -> None:
        """Move the cursor, the shortest way."""
        if self._at == (x, y):
            return
        ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"]
        if self._at is not None:
            from_x, from_y = self._at
            if y == from_y and x > from_x:
                ways.append(f"\x1b[{x - from_x}C" if x - from_x > 1 else "\x1b[C")
                if x - from_x <= AGAIN_MAX:
                    ways += self._again(self._shown[y][from_x:x])
            elif x == 0 and y - from_y in (0, 1):
                ways.append("\r\n" if y > from_y else "\r")
        self._emit(min(ways, key=len))
        self._at = (x, y)

    def _again(self, cells: Row) -> list[str]:
        """The text of these cells, if that is all it takes to write them again."""
        texts = [
            cell.text
            for cell in cells
            if cell is not None and (cell.pen == self._ink or (cell == BLANK and pen.is_bare(self._ink)))
        ]
        text = "".join(texts)
        return [text] if len(text) == len(texts) == len(cells) and text.isascii() else []

    def _turn(self, wanted: str) -> None:
        """Take this pen."""
        self._emit(pen.change(self._ink, wanted))
        self._ink = wanted

    def _emit(self, sequence: str) -> None:
        if sequence:
            self._out += (self._begin, sequence)
            self._begin = ""


@lru_cache(maxsize=4096)
def _cells(text: str, ink: str) -> tuple[str, tuple[Cell, ...]]:
    """The cells of a text, and before them the marks that belong to the cell before."""
    cells: list[Cell] = []
    marks = ""
    for char in text:
        width = 1 if char.isascii() else get_character_cell_size(char)
        if width:
            cells += [BLANK if char == " " and pen.is_bare(ink) else Cell(char, ink), Cell("", ink)][:width]
        elif cells:
            _combine(cells, len(cells), char)
        else:
            marks += char
    return marks, tuple(cells)


def _combine(cells: list[Cell | None] | list[Cell], end: int, marks: str) -> None:
    """Put marks on the character that stands before `end`."""
    x = end - 2 if end > 1 and _is_half(cells[end - 1]) else end - 1
    if cell := cells[x]:
        cells[x] = Cell(cell.text + marks, cell.pen)


def _is_half(cell: Cell | None) -> bool:
    return cell is not None and not cell.text
