"""Frames whose fields join. A rail is an upright line that stands out: what lies between two rails is shared."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tui.theme import Glyphs, Role
from tui.widgets.canvas import Canvas


def frame(
    canvas: Canvas,
    x: int,
    y: int,
    widths: Sequence[int],
    heights: Sequence[int],
    glyphs: Glyphs,
    rails: Collection[int] = (),
    line: Role = "quiet",
) -> None:
    """Draw the lines around fields of these widths and heights. Upright line 0 stands at the left of them all."""
    for row, height in enumerate((*heights, 0)):
        level = 0 if row == 0 else 2 if row == len(heights) else 1
        at = x
        for number, width in enumerate((*widths, 0)):
            side = 0 if number == 0 else 2 if number == len(widths) else 1
            rail_ends = (glyphs.rail_left, glyphs.rail_cross, glyphs.rail_right)[side]
            railed = number in rails
            canvas.put(at, y, *((rail_ends[level], _RAIL) if railed else (glyphs.corners[3 * level + side], line)))
            canvas.put(at + 1, y, glyphs.across * width, line)
            for down in range(1, height + 1):
                canvas.put(at, y + down, *((glyphs.rail, _RAIL) if railed else (glyphs.down, line)))
            at += width + 1
        y += height + 1


def rail(canvas: Canvas, x: int, y: int, height: int, glyphs: Glyphs) -> None:
    """A rail by itself."""
    for row in range(height):
        canvas.put(x, y + row, glyphs.rail, _RAIL)


_RAIL: Role = "shared"
