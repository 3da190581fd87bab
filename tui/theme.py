"""What the table looks like: styles made of the terminal's own 16 colours, and the characters it is drawn with.

Nothing means anything by its colour alone. So NO_COLOR, which Textual obeys by itself, needs no styles of its own; the
app has to be made with `ansi_color=True`, or the colours would be Textual's and not the terminal's. What is green,
yellow or cyan is not bold: many terminals make that so bright that nobody could read it on a light ground.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import Literal, NamedTuple

from rich.cells import get_character_cell_size
from rich.style import Style

from tui import settings

Role = Literal[
    "", "quiet", "strong", "key", "turn", "alarm", "told", "chat",
    "shared", "down", "low", "mid", "high", "red", "black", "joker", "coins", "cups", "batons", "swords",
]  # fmt: skip
"""What a piece of the screen is, as far as it is to be told apart."""

STYLES: dict[Role, Style] = {
    "": Style(),
    "quiet": Style(dim=True),
    "strong": Style(bold=True),
    "key": Style(bold=True, reverse=True),
    "turn": Style(bold=True, reverse=True),
    "alarm": Style(bold=True, color="red"),
    "shared": Style(color="cyan"),
    "down": Style(dim=True),
    "low": Style(color="green"),
    "mid": Style(bold=True),
    "high": Style(bold=True, color="red"),
    "red": Style(bold=True, color="red"),
    "black": Style(bold=True),
    "joker": Style(bold=True, color="magenta"),
    "coins": Style(color="yellow"),
    "cups": Style(bold=True, color="red"),
    "batons": Style(color="green"),
    "swords": Style(color="cyan"),
    "told": Style(color="cyan"),
    "chat": Style(color="magenta"),
}


class Glyphs(NamedTuple):
    """The characters for all that is not text. Each is one cell wide."""

    across: str
    """A frame: its lines and, from the top, its left ends, crossings and right ends."""
    down: str
    corners: str
    rail: str
    """The line beside a shared column, and its crossings with the lines of a frame, from the top."""
    rail_left: str
    rail_cross: str
    rail_right: str
    back: str
    """The pattern of a card that lies face down."""
    gap: str
    fresh: str
    """Marks a card that has just changed."""
    chosen: str
    turn: str
    full: str
    """A countdown: the time that is left, and the time that is gone."""
    spent: str
    dot: str
    more: str
    cursor: str
    found: str
    """Marks a card that belongs to something that could be played."""
    suits: str
    """Spades, hearts, diamonds, clubs."""
    latin: str
    """Coins, cups, batons, swords."""
    knob: str
    """Where a slider stands."""
    head: str
    """The outline of a head: its corners as those of a frame, and the line between them."""
    ways: str
    """To the left, up, to the right and down."""
    spoiled: str


FINE = Glyphs(
    across="─",
    down="│",
    corners="┌┬┐├┼┤└┴┘",
    rail="║",
    rail_left="╓╟╙",
    rail_cross="╥╫╨",
    rail_right="╖╢╜",
    back="▒",
    gap="·",
    fresh="◂",
    chosen="✓",
    turn="▸",
    full="━",
    spent="╌",
    dot="·",
    more="…",
    cursor="▏",
    found="•",
    suits="♠♥♦♣",
    latin="●▼║†",
    knob="┃",
    head="╭╮╰╯─",
    ways="←↑→↓",
    spoiled="×",
)
PLAIN = Glyphs(
    across="-",
    down="|",
    corners="+++++++++",
    rail="#",
    rail_left="###",
    rail_cross="###",
    rail_right="###",
    back="%",
    gap=".",
    fresh="<",
    chosen="^",
    turn=">",
    full="=",
    spent=".",
    dot="-",
    more="~",
    cursor="_",
    found="'",
    suits="SHDC",
    latin="oubs",
    knob="#",
    head="..`'-",
    ways="<^>v",
    spoiled="x",
)


LETTERED = FINE._replace(suits=PLAIN.suits, latin=PLAIN.latin)
"""The fine characters, but the suits as letters."""

GREEKLISH = str.maketrans(
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψως", "ABGDEZH8IKLMN3OPRSTYFX4Wabgdezh8iklmn3oprstyfx4ws"
)
"""As Greeks write where they have no Greek letters, one for one."""


def glyphs(encoding: str | None = None) -> Glyphs:
    """The fine characters if the terminal's encoding is UTF-8 and the settings allow them, else those of ASCII."""
    encoding = encoding or getattr(sys.__stderr__, "encoding", None) or "utf-8"  # where Textual draws
    if settings.now().ascii or not encoding.lower().replace("-", "").startswith("utf8"):
        return PLAIN
    return LETTERED if settings.now().letters else FINE


def plain(text: str, glyphs: Glyphs) -> str:
    """The text, of as many cells as before; without accents, in Latin letters if it is Greek, and with ? for others, if
    the terminal has ASCII alone."""
    return text if glyphs is not PLAIN or text.isascii() else "".join(map(plain_letter, text))


def plain_letter(char: str) -> str:
    if char.isascii():
        return char
    cells = get_character_cell_size(char)
    parts = unicodedata.normalize("NFKD", char).translate(GREEKLISH)
    letters = "".join(part for part in parts if part.isascii())
    return letters[:cells].ljust(cells, "?")
