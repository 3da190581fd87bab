"""The widget that shows a canvas, and a new one when it is time for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from rich.segment import Segment
from textual.events import MouseEvent
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from tui.theme import STYLES, Role
from tui.widgets.canvas import Canvas, Cell, Target

TICK_S = 0.25


class Paper(Widget):
    """`canvas` is what stands there: the last that `picture` has made for the width and the height of the screen. As
    long as it `moves`, there is a new one every TICK_S."""

    DEFAULT_CSS = "Paper { width: 1fr; height: 1fr; background: ansi_default; color: ansi_default; overflow: hidden; }"

    def __init__(self, picture: Callable[[int, int], Canvas], moves: Callable[[], bool]) -> None:
        super().__init__()
        self.canvas = Canvas(0, 0)
        self._picture, self._moves = picture, moves
        self._ticker: Timer | None = None

    def on_mount(self) -> None:
        self._ticker = self.set_interval(TICK_S, self.draw, pause=True)
        self.draw()

    def draw(self) -> None:
        """Show the picture of now. Only the lines that have changed are drawn again."""
        old, self.canvas = self.canvas, self._picture(*self.screen.size)
        if (old.width, old.height) != (self.canvas.width, self.canvas.height):
            self.refresh()
        elif changed := [y for y, row in enumerate(self.canvas.rows) if row != old.rows[y]]:
            self.refresh(*(Region(0, y, self.canvas.width, 1) for y in changed))
        if self._ticker is not None:
            (self._ticker.resume if self._moves() else self._ticker.pause)()

    def target(self, event: MouseEvent) -> Target | None:
        """What a click there means."""
        return self.canvas.targets.get((event.screen_x, event.screen_y))

    def rolls(self, event: MouseEvent) -> bool:
        """What is too long lies under the wheel."""
        return self.canvas.roll.contains(event.screen_x, event.screen_y)

    def render_line(self, y: int) -> Strip:
        row = self.canvas.rows[y] if y < self.canvas.height else []
        runs = groupby(row, key=_role)
        strip = Strip([Segment("".join(char for char, _ in cells), STYLES[role]) for role, cells in runs], len(row))
        return strip.adjust_cell_length(self.size.width)


def _role(cell: Cell) -> Role:
    return cell[1]
