"""The colours of the settings. All is drawn in the terminal's own 16 colours; here others are put in their places."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, NoColor

from tui.settings import Colours


class Tints(NamedTuple):
    """Numbers of the 256 colours, from 16 on: those are the same in every terminal. A terminal that has only 16 is sent
    the nearest of them."""

    red: int
    green: int
    yellow: int
    cyan: int
    magenta: int
    quiet: int
    """In place of dim, with which terminals do what they like."""
    ink: int | None = None
    ground: int | None = None
    """What all else is painted with; None leaves it to the terminal."""


TINTS: dict[Colours, Tints] = {
    "dark": Tints(red=210, green=114, yellow=221, cyan=117, magenta=213, quiet=248),
    "light": Tints(red=160, green=28, yellow=94, cyan=25, magenta=127, quiet=241),
    "contrast": Tints(red=210, green=120, yellow=227, cyan=123, magenta=219, quiet=231, ink=231, ground=16),
}


@lru_cache(maxsize=1024)
def tinted(style: Style, tints: Tints) -> Style:
    """The style in these colours."""
    name = style.color.name if style.color is not None else "default"
    ink = tints._asdict().get(name, tints.quiet if style.dim else tints.ink)
    painted = {"color": ink, "bgcolor": tints.ground}
    return style + Style(dim=False, **{what: f"color({number})" for what, number in painted.items() if number})  # type: ignore[arg-type]


class Tint(LineFilter):
    def __init__(self, tints: Tints) -> None:
        super().__init__()
        self._tints = tints

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text, tinted(style or Style(), self._tints), control) for text, style, control in segments]


FILTERS: dict[Colours, list[LineFilter]] = {
    "terminal": [],
    "none": [NoColor()],
    **{colours: [Tint(tints)] for colours, tints in TINTS.items()},
}
"""What all that is drawn passes through."""
