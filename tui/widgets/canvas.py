"""A picture of the screen made of cells, pure: characters with their roles, and what a click on each of them means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Formatter

from rich.cells import cell_len, get_character_cell_size
from textual.geometry import Region

from engine.board import Spot
from tui.theme import FINE, Glyphs, Role, plain

Target = Spot | str
"""What a click means: this spot, or the key that could be pressed instead."""

Cell = tuple[str, Role]
"""A character and what it is; also a longer text."""
BLANK: Cell = (" ", "")


class Canvas:
    """`rows[y][x]` is what stands in a cell; the right half of a wide character stands as "". The rest is cut off.
    There is only what the terminal with these glyphs can show."""

    def __init__(self, width: int, height: int, glyphs: Glyphs = FINE) -> None:
        self.width, self.height = width, height
        self._glyphs = glyphs
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]
        self.targets: dict[tuple[int, int], Target] = {}
        self.places: dict[Target, tuple[int, int]] = {}
        """Where each target was put, to be moved through with the arrow keys."""
        self.roll = Region()
        """What has more rows than there is room for, and"""
        self.roll_rows = 0
        """how many rows that is more."""

    def put(self, x: int, y: int, text: str, role: Role = "", target: Target | None = None) -> int:
        """Write from this cell on, and return the x after the text."""
        start = x
        for char in plain(text, self._glyphs):
            cells = get_character_cell_size(char)
            if not 0 <= y < self.height or not 0 <= x <= self.width - cells:
                x += cells
            elif cells:
                self.rows[y][x : x + cells] = [(char, role), *[("", role)] * (cells - 1)]
                x += cells
            elif x > start:
                self._combine(x - 1, y, char)
        if target is not None:
            self.aim(start, y, x - start, target)
        return x

    def write(self, x: int, y: int, pieces: Iterable[Cell], *, right: bool = False) -> int:
        """Write texts with their roles one after another, from x on, or so that they end before x."""
        pieces = list(pieces)
        if right:
            x -= sum(cell_len(text) for text, _ in pieces)
        for text, role in pieces:
            x = self.put(x, y, text, role)
        return x

    def aim(self, x: int, y: int, width: int, target: Target) -> None:
        """A click on these cells means this. The first cells told of are the target's place."""
        self.lead(x, y, width, target)
        self.places.setdefault(target, (x, y))

    def lead(self, x: int, y: int, width: int, target: Target) -> None:
        """A click on these cells means this too, but the target's place is elsewhere."""
        self.targets.update({(x + i, y): target for i in range(width)})

    def text(self) -> str:
        """The picture without its roles, a line a row."""
        return "\n".join("".join(char for char, _ in row).rstrip() for row in self.rows) + "\n"

    def _combine(self, x: int, y: int, mark: str) -> None:
        while x > 0 and not self.rows[y][x][0]:
            x -= 1
        char, role = self.rows[y][x]
        self.rows[y][x] = (char + mark, role)


def fit(text: str, width: int, more: str) -> str:
    """The text, cut to this many cells if it is longer; then it ends with `more`."""
    room, cells, kept = width - cell_len(more), 0, 0
    for i, char in enumerate(text, 1):
        cells += get_character_cell_size(char)
        if cells <= room:
            kept = i
        if cells > width:
            return text[:kept].rstrip() + more if room >= 0 else ""
    return text


def fit_pieces(pieces: Iterable[Cell], width: int, more: str) -> list[Cell]:
    """The same for pieces of text, one after another."""
    kept: list[Cell] = []
    for text, role in pieces:
        kept.append((fit(text, width, more), role))
        width -= cell_len(kept[-1][0])
        if kept[-1][0] != text:
            break
    return kept


def filled(sentence: str, role: Role = "", **fields: Sequence[Cell]) -> list[Cell]:
    """A sentence with places for pieces that have roles of their own; it has this one."""
    pieces: list[Cell] = []
    for text, field, _spec, _conversion in Formatter().parse(sentence):
        pieces += [(text, role)] if text else []
        pieces += fields[field] if field is not None else ()
    return pieces


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """The text in lines of at most this many cells, broken at spaces where there are any; all but the first begin with
    so many spaces."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1].strip():
            lines.append(" " * indent)
        for char in word:
            if lines[-1].strip() and cell_len(lines[-1] + char) > width:
                lines.append(" " * indent)
            lines[-1] += char
    return lines
