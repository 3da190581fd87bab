"""The widget that shows a canvas. Only the cells that have changed are drawn again: bytes matter over SSH."""

from __future__ import annotations

from itertools import groupby

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.theme import STYLES, Role
from tui.widgets.canvas import Canvas, Cell, changes

APART_CELLS = 12
"""Going to another place of a line costs about as many bytes as this many plain cells."""


class Paper(Widget):
    DEFAULT_CSS = "Paper { width: 1fr; height: 1fr; background: ansi_default; color: ansi_default; }"

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas(0, 0)

    def show(self, canvas: Canvas) -> None:
        """Show this picture from now on."""
        old, self.canvas = self.canvas, canvas
        if (old.width, old.height) != (canvas.width, canvas.height):
            self.refresh()
        elif runs := changes(old, canvas, apart=APART_CELLS):
            self.refresh(*(Region(x, y, width, 1) for x, y, width in runs))

    def render_line(self, y: int) -> Strip:
        if y >= self.canvas.height:
            return Strip.blank(self.size.width)
        row = self.canvas.rows[y]
        runs = groupby(row, key=_role)
        strip = Strip([Segment("".join(char for char, _ in cells), STYLES[role]) for role, cells in runs], len(row))
        return strip.adjust_cell_length(self.size.width)


def _role(cell: Cell) -> Role:
    return cell[1]
