"""Text that people send, made fit to be shown on other people's terminals."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby, islice

_COMBINING_MAX = 2
_PILE_MAX = 8
"""Of combining marks no more are looked at in a row: to put a high pile in order takes its time."""

_HARMFUL = re.compile(
    r'(?<!\\)(?:\\\\)*\\[^"\\]|[\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<!\\)"(?:[^"\\]|\\.){4000}'
)
"""In JSON: an escape of anything but a quotation mark or a backslash; what needs none but drives a terminal; and a text
that is longer than any that an honest host has to send, and takes its time to be drawn."""


def is_harmless(frame: str) -> bool:
    """No text in this frame, which is JSON as the host writes it, can do more to a terminal than be shown."""
    return _HARMFUL.search(frame) is None


def clean(text: str, cells_max: int) -> str:
    """One line of visible characters, at most `cells_max` cells wide; empty if nothing visible was in it.

    Control and format characters go (escapes, bidi overrides, zero-width joiners), so do letters that show nothing and
    piles of combining marks; every kind of white space becomes one space.
    """
    kept: list[str] = []
    cells = marks = 0
    shown = "".join(char for char in text[: 8 * cells_max] if char.isspace() or not _unseen(char))
    low = "".join("".join(islice(run, _PILE_MAX if pile else None)) for pile, run in groupby(shown, _is_mark))
    for char in unicodedata.normalize("NFC", " ".join(low.split())):
        before = kept[-1] if kept else " "
        if _is_mark(char):
            marks += 1
            if marks > _COMBINING_MAX or before == " ":
                continue
        elif char == before == " ":
            continue
        else:
            marks = 0
            cells += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if cells > cells_max:
            break
        kept.append(char)
    return "".join(kept).strip()


_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that show nothing: variation selectors, fillers, the empty braille cell."""


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _unseen(char: str) -> bool:
    return unicodedata.category(char)[0] == "C" or _BLANK.match(char) is not None
