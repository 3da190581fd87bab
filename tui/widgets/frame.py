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
) -> None:
    """Draw the lines around fields of these widths and heights. Upright line 0 stands at the left of them all."""
    top = y
    for row, height in enumerate((*heights, 0)):
        level = 0 if row == 0 else 2 if row == len(heights) else 1
        _row(canvas, x, top, widths, level, glyphs, rails)
        for within in range(height):
            at = x
            for line, width in enumerate((*widths, 0)):
                char, role = (glyphs.rail, _RAIL) if line in rails else (glyphs.down, _LINE)
                canvas.put(at, top + 1 + within, char, role)
                at += width + 1
        top += height + 1


def rail(canvas: Canvas, x: int, y: int, height: int, glyphs: Glyphs) -> None:
    """A rail by itself."""
    for row in range(height):
        canvas.put(x, y + row, glyphs.rail, _RAIL)


_LINE: Role = "quiet"
_RAIL: Role = "shared"


def _row(
    canvas: Canvas, x: int, y: int, widths: Sequence[int], level: int, glyphs: Glyphs, rails: Collection[int]
) -> None:
    for line, width in enumerate((*widths, 0)):
        side = 0 if line == 0 else 2 if line == len(widths) else 1
        if line in rails:
            ends = (glyphs.rail_left, glyphs.rail_cross, glyphs.rail_right)
            canvas.put(x, y, ends[side][level], _RAIL)
        else:
            canvas.put(x, y, glyphs.corners[3 * level + side], _LINE)
        canvas.put(x + 1, y, glyphs.across * width, _LINE)
        x += width + 1
