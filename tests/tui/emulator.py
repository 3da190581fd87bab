"""What a terminal would show, cell by cell, as far as it can be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyte
from rich.cells import cell_len

UNHEARD = re.compile(r"\x1b\[[<>=][0-9;]*[a-zA-Z]")
"""Sequences of newer keyboard protocols, which pyte would take for something else."""
BLANK = pyte.screens.Char(" ")


class _Screen(pyte.Screen):
    """pyte knows no dim: it is taken for blinking, which nobody uses."""

    def select_graphic_rendition(self, *codes: int) -> None:
        super().select_graphic_rendition(*self._known(iter(codes)))

    def _known(self, codes: Iterator[int]) -> Iterator[int]:
        for code in codes:
            if code in (38, 48):
                yield from (code, kind := next(codes), *(next(codes) for _ in range(1 if kind == 5 else 3)))
            else:
                yield from {2: (5,), 22: (22, 25)}.get(code, (code,))


class Emulator:
    def __init__(self, columns: int, rows: int) -> None:
        self._screen = _Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def feed(self, text: str) -> None:
        self._stream.feed(UNHEARD.sub("", text))

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)

    @property
    def cursor(self) -> tuple[int, int, pyte.screens.Char]:
        """Where it is, and the pen."""
        cursor = self._screen.cursor
        return min(cursor.x, self._screen.columns - 1), cursor.y, cursor.attrs

    @property
    def looks(self) -> list[list[pyte.screens.Char]]:
        """All rows. Of a space only that is kept which can be seen; what is left of a wide character that was half
        written over is a space."""
        return [self._row(y) for y in range(self._screen.lines)]

    def _row(self, y: int) -> list[pyte.screens.Char]:
        row = [self._screen.buffer[y][x] for x in range(self._screen.columns)]
        return [BLANK if _shows_nothing(row, x) else cell for x, cell in enumerate(row)]


def _shows_nothing(row: list[pyte.screens.Char], x: int) -> bool:
    cell = row[x]
    if cell.data == "":
        return x == 0 or cell_len(row[x - 1].data) != 2
    if cell_len(cell.data) == 2:
        return x + 1 == len(row) or row[x + 1].data != ""
    return cell.data == " " and cell.bg == "default" and not (cell.reverse or cell.underscore or cell.strikethrough)
