"""The rules of a game in short, in sections."""

from __future__ import annotations

import re

ITEM = re.compile(r"- |\d+\. ")
ROW = "  "
"""How an item of a list, and a row of a table, begin."""


def sections(text: str) -> list[str]:
    """The paragraphs of a game's HELP. In each of them only items of lists and rows of tables begin new lines."""
    return ["\n".join(_run_on(paragraph.split("\n"))) for paragraph in text.strip().split("\n\n")]


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
