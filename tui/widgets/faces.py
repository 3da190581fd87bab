"""How a card looks: its key, a space, its value right-aligned, and a mark, so that all faces have one width."""

from __future__ import annotations

from engine.board import Spot
from engine.cards import GAP, Card
from tui.theme import Glyphs, Role
from tui.widgets.canvas import Canvas
from tui.widgets.frame import frame
from tui.widgets.scene import Scene

VALUE_CELLS = 2
HOLE = "()"
"""An empty place that is about to be filled; a gap is empty for ever."""
FACE_CELLS = VALUE_CELLS + 3

LOW, HIGH = 4, 9
"""Values up to the one and from the other on are coloured. It is for the quick glance: the value says it all."""


def value(card: Card | None, glyphs: Glyphs, cells: int = VALUE_CELLS) -> tuple[str, Role]:
    """What stands on a card, for a card that is not seen its back, for a gap almost nothing."""
    if card is None:
        return glyphs.back * cells, "down"
    if card == GAP:
        return glyphs.gap.rjust(cells), "quiet"
    try:
        number = int(card)
    except ValueError:
        return card.rjust(cells), "mid"
    return card.rjust(cells), "low" if number <= LOW else "high" if number >= HIGH else "mid"


def face(canvas: Canvas, x: int, y: int, card: Card | None, spot: Spot, scene: Scene, cells: int = VALUE_CELLS) -> None:
    """A card in one row. While it can be picked the key stands before it, and a click on it picks it."""
    glyphs, here = scene.glyphs, spot == scene.cursor
    canvas.put(x + 2, y, *value(card, glyphs, cells))
    if spot in scene.covered:
        canvas.put(x + 1, y, glyphs.back, "down")
    if spot == scene.hole:
        canvas.put(x + 2, y, HOLE.rjust(cells), "shared")
    if spot in scene.pad:
        canvas.put(x, y, scene.pad[spot], "key")
        canvas.put(x + 1, y, "[" if here else " ", "strong")
        canvas.aim(x, y, cells + 3, spot)
    if here or spot in scene.chosen or spot in scene.fresh:
        after = "]" if here else glyphs.chosen if spot in scene.chosen else glyphs.fresh
        canvas.put(x + 2 + cells, y, after, "strong")


def card(canvas: Canvas, x: int, y: int, width: int, height: int, card: Card | None, spot: Spot, scene: Scene) -> None:
    """A card that fills this many cells, its value in the middle."""
    middle, start = height // 2, width // 2 - VALUE_CELLS // 2 - 2
    for row in range(height) if card is None else ():
        canvas.put(x + 1, y + row, scene.glyphs.back * (width - 2), "down")
    face(canvas, x + start, y + middle, card, spot, scene)
    for row in range(height) if spot in scene.pad else ():
        canvas.aim(x, y + row, width, spot)


def framed(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    top: Card | None,
    spot: Spot,
    scene: Scene,
    strong: bool = False,
) -> None:
    """A card with a frame of its own; the width and height are those within the frame."""
    frame(canvas, x, y, (width,), (height,), scene.glyphs, line="strong" if strong else "quiet")
    card(canvas, x + 1, y + 1, width, height, top, spot, scene)
