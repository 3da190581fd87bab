"""The countdown of a timer."""

from __future__ import annotations

import math

from tui.widgets.canvas import Canvas
from tui.widgets.scene import Scene


def countdown(canvas: Canvas, x: int, y: int, width: int, scene: Scene) -> None:
    """A bar of this many cells that gets shorter. Nothing if no timer is running."""
    if scene.clock is None or scene.clock.whole_s <= 0:
        return
    full = math.ceil(width * max(0.0, min(1.0, scene.clock.left_s / scene.clock.whole_s)))
    x = canvas.put(x, y, scene.glyphs.full * full, "strong")
    canvas.put(x, y, scene.glyphs.spent * (width - full), "quiet")
