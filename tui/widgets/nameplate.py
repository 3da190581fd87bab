"""A player's name, and what there is to know of the player."""

from __future__ import annotations

from rich.cells import cell_len

from tui.theme import Glyphs
from tui.widgets.canvas import Cell, fit

NAME_CELLS_MIN = 5
"""The note is cut before less than this is left of the name."""


def nameplate(name: str, note: str, width: int, glyphs: Glyphs, *, turn: bool) -> list[Cell]:
    """In so many cells: a mark if it is this player's turn, the name, and the note if there is one."""
    head, tail = f"{glyphs.turn} " if turn else "", f" {glyphs.dot} {note}" if note else ""
    room = width - len(head)
    tail = fit(tail, room - min(cell_len(name), NAME_CELLS_MIN), glyphs.more)
    return [(head + fit(name, room - cell_len(tail), glyphs.more), "turn" if turn else "strong"), (tail, "")]
