"""The rules of a game in the reader's language, in lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Game, rules_of
from tui.language import _

COLUMNS = 76
NUMBER_CELLS = 5
"""What a number takes of them; the text stands beside it."""
ROW = "  "
"""How a row of a table begins."""


class Line(NamedTuple):
    """`head` is the number of the rule that begins here; or, without a text, the title of a part."""

    head: str
    text: str = ""


def told(game: Game) -> list[Line]:
    """What the game is about, and all its rules."""
    lines = [Line("", text) for text in laid_out(_(game.HELP))]
    for title, rules in game.SHEET.items():
        lines += [Line(""), Line(_(title))]
        lines += [line for number in rules for line in rule(game, number)]
    return lines


def rule(game: Game, number: str) -> list[Line]:
    """One rule, beside its number."""
    return [Line("" if i else number, text) for i, text in enumerate(laid_out(_(rules_of(game)[number])))]


def laid_out(text: str, width: int = COLUMNS - NUMBER_CELLS) -> list[str]:
    """A text in lines of at most this many cells; the rows of its tables are left as they are."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [line] if line.startswith(ROW) else textwrap.wrap(line, width, break_on_hyphens=False)
    return lines


def as_text(lines: Sequence[Line]) -> str:
    return "\n".join(f"{line.head:{NUMBER_CELLS}}{line.text}".rstrip() for line in lines)
