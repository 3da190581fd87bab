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


class Pane(Widget):
    """Shows its part of the paper, the same cells that the paper itself has there. It is there for the cut: of a line
    that has changed, Textual sends everything from the left edge of a widget on."""

    DEFAULT_CSS = "Pane { position: absolute; background: ansi_default; color: ansi_default; }"

    def __init__(self, paper: Paper, region: Region) -> None:
        super().__init__()
        self.place = region
        self._paper = paper
        self.styles.offset = region.offset
        self.styles.width, self.styles.height = region.size

    def render_line(self, y: int) -> Strip:
        return self._paper.line(self.place.y + y, self.place.x, self.place.right)


class Paper(Widget):
    DEFAULT_CSS = "Paper { width: 1fr; height: 1fr; background: ansi_default; color: ansi_default; overflow: hidden; }"

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas(0, 0)
        self._panes: list[Pane] = []

    def show(self, canvas: Canvas) -> None:
        """Show this picture from now on."""
        old, self.canvas = self.canvas, canvas
        if [pane.place for pane in self._panes] != canvas.panes:
            self.remove_children()
            self._panes = [Pane(self, region) for region in canvas.panes]
            self.mount_all(self._panes)
        elif (old.width, old.height) != (canvas.width, canvas.height):
            self.refresh()
        elif runs := [Region(x, y, width, 1) for x, y, width in changes(old, canvas, apart=APART_CELLS)]:
            self.refresh(*runs)
            for pane in self._panes:
                if inside := [part for run in runs if (part := run.intersection(pane.place))]:
                    pane.refresh(*(part.translate(-pane.place.offset) for part in inside))

    def render_line(self, y: int) -> Strip:
        return self.line(y, 0, self.size.width)

    def line(self, y: int, left: int, right: int) -> Strip:
        """The cells of a row of the picture between these columns."""
        row = self.canvas.rows[y][left:right] if y < self.canvas.height else []
        runs = groupby(row, key=_role)
        strip = Strip([Segment("".join(char for char, _ in cells), STYLES[role]) for role, cells in runs], len(row))
        return strip.adjust_cell_length(right - left)


def _role(cell: Cell) -> Role:
    return cell[1]
