"""Lines of text, some of which can be chosen. Only lines that have changed are drawn again: bytes matter over SSH."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content, Span
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.theme import PLAIN, Glyphs, glyphs, plain_letter


class Line(NamedTuple):
    """One line. With a `key` it can be chosen; lines are told apart by their keys, so that the choice stays when others
    come and go."""

    text: Content
    key: str = ""


class Lines(Widget, can_focus=True):
    """Moved through with the arrow keys or the mouse. The chosen line bears a mark and is shown reversed. The first and
    the last line shown bear one if there are more beyond; where none can be chosen, the arrow keys scroll."""

    DEFAULT_CSS = "Lines { height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "move", key_display="arrows"),
        Binding("down", "move(1)", show=False),
        Binding("home", "leap(-1)", show=False),
        Binding("end", "leap(1)", show=False),
        Binding("enter", "take", "choose", key_display="enter"),
    ]

    class Taken(Message):
        """Enter was pressed, or the chosen line clicked."""

        def __init__(self, lines: Lines, key: str) -> None:
            super().__init__()
            self.lines, self.key = lines, key

        @property
        def control(self) -> Lines:
            return self.lines

    def __init__(self, lines: Sequence[Line] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scrolled = 0
        """The first line shown, if none can be chosen."""
        self._lines = list(lines)
        self._chosen = next((line.key for line in lines if line.key), "")

    @property
    def chosen(self) -> str:
        """The key of the chosen line, or "" if none can be chosen."""
        return self._chosen

    @chosen.setter
    def chosen(self, key: str) -> None:
        before, top, self._chosen = self._chosen, self._top, key
        self.screen.refresh_bindings()  # what a key does may depend on it
        if self._top != top:
            self.refresh()
            return
        for y, line in enumerate(self._lines):
            if line.key and line.key in (before, key) and before != key:
                self._redraw(y)

    def update(self, lines: Sequence[Line]) -> None:
        """Show these lines instead."""
        old, self._lines = self._lines, list(lines)
        keys = [line.key for line in lines if line.key]
        lost = self._chosen not in keys
        if lost:
            self._chosen = keys[0] if keys else ""
        if lost or len(old) != len(lines):
            self.refresh(layout=True)
            return
        for y, (before, after) in enumerate(zip(old, lines, strict=True)):
            if before.key != after.key or not before.text.is_same(after.text):
                self._redraw(y)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._lines)

    def get_content_width(self, container: object, viewport: object) -> int:
        return max((line.text.cell_length + 3 for line in self._lines), default=0)

    def render_line(self, y: int) -> Strip:
        base, i = self.visual_style, y + self._top
        if i >= len(self._lines):
            return Strip.blank(self.size.width, base.rich_style)
        line = self._lines[i]
        marked = bool(line.key) and line.key == self._chosen
        cut = (y == 0 and i > 0) or (y == self.size.height - 1 and i < len(self._lines) - 1)
        more = glyphs().more
        mark = glyphs().turn if marked else more if cut else " "
        text = Content(f"{mark} ") + plain_content(line.text, glyphs())
        if text.cell_length > self.size.width:
            text = text.truncate(self.size.width - cell_len(more)).rstrip() + more
        text += " "
        if marked and self.has_focus:
            text = text.stylize("reverse", 2)
        strip = Strip(text.render_segments(base), text.cell_length)
        return strip.adjust_cell_length(self.size.width, base.rich_style)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return bool(self._chosen) or (action in ("move", "leap") and len(self._lines) > self.size.height)

    def action_move(self, by: int) -> None:
        keys = [line.key for line in self._lines if line.key]
        if keys:
            self.chosen = keys[(keys.index(self._chosen) + by) % len(keys)]
        else:
            self._scrolled = self._top + by
            self.refresh()

    def action_leap(self, way: int) -> None:
        """To the first line, or to the last one."""
        keys = [line.key for line in self._lines if line.key]
        at, last = (keys.index(self._chosen), len(keys) - 1) if keys else (self._top, len(self._lines))
        self.action_move(last - at if way > 0 else -at)

    def action_take(self) -> None:
        if self._chosen:
            self.post_message(self.Taken(self, self._chosen))

    def on_click(self, event: events.Click) -> None:
        i = event.y + self._top
        if not 0 <= i < len(self._lines) or not (key := self._lines[i].key):
            return
        if key == self._chosen:
            self.action_take()
        self.chosen = key

    def on_focus(self) -> None:
        self._redraw_chosen()

    def on_blur(self) -> None:
        self._redraw_chosen()

    def _redraw_chosen(self) -> None:
        for y, line in enumerate(self._lines):
            if line.key and line.key == self._chosen:
                self._redraw(y)

    def _redraw(self, y: int) -> None:
        self.refresh(Region(0, y - self._top, self.size.width, 1))

    @property
    def _top(self) -> int:
        """The first line shown. If there is no room for all, the chosen one stands in the middle of those shown; the
        last one that can be chosen brings all that stands below it with it."""
        height, keys = self.size.height, [line.key for line in self._lines]
        top = self._scrolled
        if self._chosen:
            chosen = keys.index(self._chosen)
            top = chosen if not any(keys[chosen + 1 :]) else chosen - height // 2
        return max(0, min(top, len(keys) - height))


def plain_content(content: Content, glyphs: Glyphs) -> Content:
    """A text with styles as the terminal can show it."""
    if glyphs is not PLAIN or content.plain.isascii():
        return content
    chars = [plain_letter(char) for char in content.plain]
    ends = [0, *accumulate(map(len, chars))]
    return Content("".join(chars), [Span(ends[start], ends[end], style) for start, end, style in content.spans])
