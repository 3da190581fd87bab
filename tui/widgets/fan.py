"""A hand of cards, held as a fan: each card covers the right of the one before it. What is chosen is pulled out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.geometry import Region

from engine.board import Spot
from engine.cards import Card
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas, Cell
from tui.widgets.scene import Scene

STEP_MIN, STEP_MAX = 5, 8
"""From one card to the next: room for a line, three cells of the card's name, and a mark."""
NAME_CELLS = 3
ROWS_MIN, ROWS_MAX = 4, 6
Title = Callable[[Card, int, Glyphs], Cell]
"""What a card is called, in at most so many cells."""
PULLED = 1
"""So many rows what is chosen is pulled out."""


def fans(width: int, count: int) -> int:
    """How many fans, one above the other, so many cards take."""
    return max(1, -(-count // max(1, (width - 1) // STEP_MIN)))


def fan(
    canvas: Canvas,
    region: Region,
    held: Sequence[Spot],
    name: Callable[[Card, Glyphs], Cell],
    scene: Scene,
    usual: int = 1,
    title: Title | None = None,
    step_max: int = STEP_MAX,
) -> None:
    """Draw these cards from the left. The keys of all stand in the last row. Where it is as wide, there is room for the
    `usual` number of cards, so that those in hand stay where they are when others go. If cards have a `title` besides
    their name, it stands below it; that takes a row more."""
    rows = fans(region.width, len(held))
    each = -(-len(held) // rows)
    step = min(step_max, (region.width - 1) // max(usual if rows == 1 else 1, each))
    height = min(ROWS_MAX, region.height // rows)
    for i, spot in enumerate(held):
        row, place = divmod(i, each)
        x, y = region.x + step * place, region.bottom - height * (rows - row)
        _draw_card(canvas, x, y, step, height, spot, name, title, scene)
        if place == each - 1 or i == len(held) - 1:
            _draw_edge(canvas, x + step, y, height, spot in scene.chosen, scene)


def _draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    step: int,
    height: int,
    spot: Spot,
    name: Callable[[Card, Glyphs], Cell],
    title: Title | None,
    scene: Scene,
) -> None:
    """All of a card that can be seen, if another one lies at its right."""
    glyphs, chosen, here = scene.glyphs, spot in scene.chosen, spot == scene.cursor
    top = y + (0 if chosen else PULLED)
    canvas.put(x, top, glyphs.corners[0] + glyphs.across * (step - 1), "quiet")
    for row in range(top + 1, y + height):
        canvas.put(x, row, glyphs.down + " " * (step - 1), "quiet")
    if chosen:  # its right side is seen, unless the next one is pulled out as well
        canvas.put(x + step, top, glyphs.corners[2], "quiet")
        canvas.put(x + step // 2, top + (2 if title is None else 3), glyphs.chosen, "strong")
    card = scene.at(spot) or Card("")
    text, role = name(card, glyphs)
    canvas.put(x + 1, top + 1, text.rjust(NAME_CELLS), role)
    if title is not None:
        canvas.put(x + 1, top + 2, *title(card, step - 1, glyphs))
    elif height >= ROWS_MAX:
        canvas.put(x + step // 2, y + 3, text[-1:], role)
    if here:
        canvas.put(x, top + 1, "[", "key")
        canvas.put(x + step - 1, top + 1, "]", "key")
    elif spot in scene.fresh:
        canvas.put(x + step - 1, top + 1, glyphs.fresh, "strong")
    if spot in scene.found:
        canvas.put(x + step - 1, y + height - 1, glyphs.found, "told")
    if spot in scene.pad:
        mine = scene.view.viewer in scene.waited_for
        canvas.put(x + 2, y + height - 1, scene.pad[spot], "key" if mine else "quiet")
        for row in range(top, y + height):
            canvas.aim(x, row, step, spot)


def _draw_edge(canvas: Canvas, x: int, y: int, height: int, chosen: bool, scene: Scene) -> None:
    """The right side of the last card."""
    top = y + (0 if chosen else PULLED)
    canvas.put(x, top, scene.glyphs.corners[2], "quiet")
    for row in range(top + 1, y + height):
        canvas.put(x, row, scene.glyphs.down, "quiet")
