"""The widget that shows a canvas."""

from __future__ import annotations

from itertools import groupby

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.theme import STYLES, Role
from tui.widgets.canvas import Canvas, Cell


class Paper(Widget):
    DEFAULT_CSS = "Paper { width: 1fr; height: 1fr; background: ansi_default; color: ansi_default; overflow: hidden; }"

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas(0, 0)

    def show(self, canvas: Canvas) -> None:
        """Show this picture from now on. Only the lines that have changed are drawn again."""
        old, self.canvas = self.canvas, canvas
        if (old.width, old.height) != (canvas.width, canvas.height):
            self.refresh()
        elif changed := [y for y, row in enumerate(canvas.rows) if row != old.rows[y]]:
            self.refresh(*(Region(0, y, canvas.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        row = self.canvas.rows[y] if y < self.canvas.height else []
        runs = groupby(row, key=_role)
        strip = Strip([Segment("".join(char for char, _ in cells), STYLES[role]) for role, cells in runs], len(row))
        return strip.adjust_cell_length(self.size.width)


def _role(cell: Cell) -> Role:
    return cell[1]
