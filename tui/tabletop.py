"""The table of any game: its title, its board, and the log where the board leaves room for it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Region

from net import wire
from tui import boards
from tui.language import N_, _
from tui.widgets.canvas import Canvas, Cell, fit
from tui.widgets.foot import BAR_ROWS
from tui.widgets.log import Log
from tui.widgets.scene import Person, Scene

NOTES = {
    ("bot", "here"): N_("bot"),
    ("person", "lost"): N_("disconnected"),
    ("person", "left"): N_("has left"),
    ("bot", "away"): N_("away"),
}
"""What is to be known of a chair. A bot where a person's line is not "here" sits in."""

AIRY_FROM_ROWS = 30


def people(room: wire.Room, names: Sequence[str]) -> tuple[Person, ...]:
    """Who sits there, by these names."""
    return tuple(Person(name, _note(room, seat)) for seat, name in enumerate(names))


def draw_table(
    canvas: Canvas,
    board: boards.Board,
    game: str,
    scene: Scene,
    log: Log,
    corner: Sequence[Cell],
    earlier: str = "",
    kept: int = 0,
) -> None:
    """All above the foot and the rows that are `kept` free there. `game` is what it is called, `corner` stands at the
    right of it; before that `earlier`, if there is more in the log and room for it."""
    glyphs = scene.glyphs
    start = canvas.width - 1 - sum(cell_len(text) for text, _role in corner)
    canvas.write(start, 0, corner)
    title = canvas.write(1, 0, [(game, "strong"), ("  ", "")])
    title = canvas.put(title, 0, fit(board.title(scene), start - 1 - title, glyphs.more))
    free = start - cell_len(f"{earlier}   ")
    air = 1 if canvas.height >= AIRY_FROM_ROWS else 0
    rows = max(0, canvas.height - 2 - BAR_ROWS - 2 * air - kept)
    left = board.draw(canvas, Region(0, 1 + air, canvas.width, rows), scene)
    if log.draw(canvas, left, glyphs) and free > title:
        canvas.put(free, 0, earlier, "quiet", target="pageup")


def _note(room: wire.Room, seat: int) -> str:
    if seat >= len(room.chairs):
        return ""
    chair = room.chairs[seat]
    return _(NOTES.get((chair.sitter, chair.line), N_("bot sits in") if chair.sitter == "bot" else ""))
