"""What a tour says, above the foot of the table."""

from __future__ import annotations

from tui.theme import Glyphs
from tui.tour import KEY_MARK, Tour
from tui.widgets.canvas import Canvas, wrap
from tui.widgets.foot import BAR_ROWS

TOUR_ROWS = 2


def draw_tour(canvas: Canvas, tour: Tour, glyphs: Glyphs) -> int:
    """Returns how many rows are kept for it, whether it says something now or not: the table shall not move all the
    time."""
    bar = f"{glyphs.rail} "
    lines = wrap(tour.shown, canvas.width - 2 - len(bar)) if tour.step is not None else []
    for y, line in enumerate(lines[:TOUR_ROWS], canvas.height - 1 - BAR_ROWS - TOUR_ROWS):
        pieces = enumerate(line.split(KEY_MARK))
        canvas.write(1, y, [(bar, "told"), *((text, "key" if i % 2 else "told") for i, text in pieces)])
    return TOUR_ROWS
