"""What stands in a window that is too small for the table."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen

from net.link import Link
from tui.language import _
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

    def on_resize(self) -> None:
        self.show(self._link)

    def show(self, link: Link | None) -> None:
        """What there is to know in so small a window; `link` is None if I am at no table."""
        self._link = link
        needs = _("toctoc needs {size}; this window is {window}.")
        if link is not None and link.room is not None:
            needs = _("This table needs {size}; this window is {window}.")
        lines = [needs.format(size=_measured(SMALLEST), window=_measured(self.size))]
        if link is not None and link.view is not None and link.seat in link.view.awaited:
            lines.append(_("It is your turn."))
        kept = link is not None and link.seat is not None
        lines.append(_("ctrl+c hang up; your seat is kept") if kept else _("ctrl+c quit"))
        self.query_one(Told).tell("\n".join(lines))

    def on_key(self, event: events.Key) -> None:
        event.stop()

    def action_hang_up(self) -> None:
        self.app.exit()


def _measured(size: Size) -> str:
    return f"{size.width}x{size.height}"
