"""What has happened, in words, from above, the newest below."""

from __future__ import annotations

from collections import deque

from textual.geometry import Region

from tui.language import ngettext
from tui.theme import Glyphs, Role
from tui.widgets.canvas import Canvas, Cell, fit, wrap

KEPT = 300
INDENT = 2
TAIL = " " * INDENT
"""How the lines of a sentence begin, all but its first. At the top they are left out, but for whoever has gone back."""
LONG_FROM_LINES = 12
"""A log of so many lines that is full goes up by a third at once, for every line that goes up is written anew."""


class Log:
    """Sentences with their roles. The last ones that came together are shown as new, those before them quietly."""

    def __init__(self) -> None:
        self._told: deque[Cell] = deque(maxlen=KEPT)
        self._new = 0
        self._back = 0
        """How many lines we have gone back."""
        self._width = self._room = 0
        """Of the lines, and for so many of them, when they were drawn last."""
        self._free = 0
        """How many more there is room for."""

    def add(self, told: list[Cell]) -> None:
        """Sentences that came together. Whoever has gone back keeps reading what is there."""
        if told:
            self._told += told
            self._new = len(told)
            lines = sum(len(wrap(text, self._width, INDENT)) for text, _role in told)
            self._free -= lines
            self._back += lines if self._back else 0

    @property
    def is_back(self) -> bool:
        return self._back > 0

    def scroll(self, by: int) -> None:
        """Go so many lines back, or, with a number below 0, forth again."""
        self._back = max(0, self._back + by)

    def newest(self) -> None:
        self._back = 0

    def draw(self, canvas: Canvas, region: Region, glyphs: Glyphs) -> bool:
        """Returns whether there is more than there is room for, further back. Nobody goes further back than to where
        the oldest line stands at the top."""
        room = region.height
        lines: list[tuple[str, Role]] = []
        i = len(self._told)
        while i and len(lines) < room + self._back:
            i -= 1
            text, role = self._told[i]
            shown: Role = "quiet" if not role and i < len(self._told) - self._new else role
            lines = [*((line, shown) for line in wrap(text, region.width, INDENT)), *lines]
        if self._free < 0 or (self._width, self._room) != (region.width, room):
            self._free = max(room - len(lines), room // 3 if room >= LONG_FROM_LINES else 0)
        self._width, self._room = region.width, room
        self._back = min(self._back, len(lines) - max(0, room - 1)) if len(lines) > room else 0
        if self._back and room:
            room -= 1
            newer = ngettext("PgDn: {n} newer", "PgDn: {n} newer", self._back).format(n=self._back)
            canvas.put(region.x, region.y + room, fit(newer, region.width, glyphs.more), "quiet", target="pagedown")
        elif not self._back:
            room -= self._free
        end = len(lines) - self._back
        start = max(0, end - room)
        whole = (at for at in range(start, end) if self._back or not lines[at][0].startswith(TAIL))
        for at in range(next(whole, start), end):
            canvas.put(region.x, region.y + at - start, *lines[at])
        return i > 0 or start > 0
