"""What has happened, in words, the newest at the foot."""

from __future__ import annotations

from collections import deque

from textual.geometry import Region

from tui.theme import Glyphs, Role
from tui.widgets.canvas import Canvas, Cell, wrap

KEPT = 300
INDENT = 2


class Log:
    """Sentences with their roles. The last ones that came together are shown as new, those before them quietly."""

    def __init__(self) -> None:
        self._told: deque[Cell] = deque(maxlen=KEPT)
        self._new = 0
        self._back = 0
        """How many lines we have gone back."""
        self._width = 0
        """Of the lines, when they were drawn last."""

    def add(self, told: list[Cell]) -> None:
        """Sentences that came together. Whoever has gone back keeps reading what is there."""
        if told:
            self._told += told
            self._new = len(told)
            self._back += sum(len(wrap(text, self._width, INDENT)) for text, _ in told) if self._back else 0

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
        self._width, room = region.width, region.height
        lines: list[tuple[str, Role]] = []
        i = len(self._told)
        while i and len(lines) < room + self._back:
            i -= 1
            text, role = self._told[i]
            shown: Role = "quiet" if not role and i < len(self._told) - self._new else role
            lines = [*((line, shown) for line in wrap(text, region.width, INDENT)), *lines]
        self._back = min(self._back, len(lines) - max(0, room - 1)) if len(lines) > room else 0
        if self._back and room:
            room -= 1
            canvas.put(region.x, region.y + room, f"PgDn: {self._back} newer", "quiet", target="pagedown")
        end = len(lines) - self._back
        start = max(0, end - room)
        for y, (line, role) in enumerate(lines[start:end], region.y + room - (end - start)):
            canvas.put(region.x, y, line, role)
        return i > 0 or start > 0
