"""The rules of a game in short, put into lines."""

from __future__ import annotations

import re

from tui.language import _
from tui.widgets.canvas import wrap

COLUMNS = 76
ITEM = re.compile(r"- |\d+\. ")
ROW = "  "


def sections(text: str) -> list[str]:
    """The paragraphs of a game's HELP. In each of them only items of lists and rows of tables begin new lines."""
    return ["\n".join(_run_on(paragraph.split("\n"))) for paragraph in text.strip().split("\n\n")]


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


def _run_on(lines: list[str]) -> list[str]:
    joined: list[str] = []
    for line in lines:
        before, indented = joined[-1] if joined else ROW, line.startswith(ROW)
        goes_on = indented if ITEM.match(before) else not (indented or before.startswith(ROW))
        if goes_on and not ITEM.match(line):
            joined[-1] = f"{before} {line.strip()}"
        else:
            joined.append(line)
    return joined
