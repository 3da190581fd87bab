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
        """How many sentences we have gone back."""

    def add(self, told: list[Cell]) -> None:
        """Sentences that came together. Whoever has gone back keeps reading what is there."""
        if told:
            self._told += told
            self._new = len(told)
            self._back = min(self._back + len(told), len(self._told) - 1) if self._back else 0

    def scroll(self, by: int) -> None:
        """Go so many sentences back, or, with a number below 0, forth again."""
        self._back = max(0, min(self._back + by, len(self._told) - 1))

    def draw(self, canvas: Canvas, region: Region, glyphs: Glyphs) -> bool:
        """Returns whether there is more than there is room for, further back."""
        room = region.height
        if self._back and room:
            room -= 1
            canvas.put(region.x, region.y + room, f"{glyphs.more} {self._back} newer, page down", "quiet")
        lines: list[tuple[str, Role]] = []
        i = len(self._told) - self._back
        while i and len(lines) < room:
            i -= 1
            text, role = self._told[i]
            shown: Role = "quiet" if not role and i < len(self._told) - self._new else role
            lines = [*((line, shown) for line in wrap(text, region.width, INDENT)), *lines]
        for y, (line, role) in enumerate(lines[-room:] if room else (), region.y + max(0, room - len(lines))):
            canvas.put(region.x, y, line, role)
        return i > 0 or len(lines) > room
