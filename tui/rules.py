"""The rules of a game in short, put into lines."""

from __future__ import annotations

from tui.language import _
from tui.sections import ITEM, ROW, sections
from tui.widgets.canvas import wrap

COLUMNS = 76


def told(text: str) -> str:
    """A game's HELP in the reader's language."""
    return "\n\n".join(laid_out(_(section)) for section in sections(text))


def laid_out(section: str, width: int = COLUMNS) -> str:
    """A section in lines of at most this many cells; the rows of its tables are left as they are."""
    lines: list[str] = []
    for line in section.split("\n"):
        item = ITEM.match(line)
        lines += [line] if line.startswith(ROW) else wrap(line, width, len(item[0]) if item else 0)
    return "\n".join(lines)
