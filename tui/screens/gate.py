"""What stands in a window that is too small for the table."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen

from tui.screens.page import Told

SMALLEST = Size(80, 24)


def too_small(size: Size) -> bool:
    return size.width < SMALLEST.width or size.height < SMALLEST.height


class GateScreen(Screen[None]):
    """Only text. Every key ends here but ctrl+c, which hangs up as closing the window would: the seat is kept."""

    DEFAULT_CSS = """
    GateScreen { align: center middle; overflow: hidden; }
    GateScreen Told { width: 100%; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "hang_up", priority=True)]

    def compose(self) -> ComposeResult:
        yield Told()

    def on_resize(self, event: events.Resize) -> None:
        needed, size = f"{SMALLEST.width}x{SMALLEST.height}", f"{event.size.width}x{event.size.height}"
        self.query_one(Told).tell(f"This table needs {needed}; this window is {size}.")

    def on_key(self, event: events.Key) -> None:
        event.stop()

    def action_hang_up(self) -> None:
        self.app.exit()
