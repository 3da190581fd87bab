"""What stands in a window that is too small for the table."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen

from net.link import Link
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

    def __init__(self, link: Link | None) -> None:
        super().__init__()
        self._link = link

    def compose(self) -> ComposeResult:
        yield Told()

    def on_resize(self, event: events.Resize) -> None:
        self.show(self._link)

    def show(self, link: Link | None) -> None:
        """What there is to know in so small a window; `link` is None if I am at no table."""
        self._link = link
        who = "toctoc" if link is None or link.room is None else "This table"
        lines = [
            f"{who} needs {SMALLEST.width}x{SMALLEST.height}; this window is {self.size.width}x{self.size.height}."
        ]
        if link is not None and link.view is not None and link.seat in link.view.awaited:
            lines.append("It is your turn.")
        lines.append(
            "ctrl+c hang up; your seat is kept" if link is not None and link.seat is not None else "ctrl+c quit"
        )
        self.query_one(Told).tell("\n".join(lines))

    def on_key(self, event: events.Key) -> None:
        event.stop()

    def action_hang_up(self) -> None:
        self.app.exit()
