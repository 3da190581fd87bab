"""The line in which chat is written. Its cursor stands still: one that blinks would never let the line be idle."""

from __future__ import annotations

from rich.cells import cell_len

from net.limits import CHAT_CELLS_MAX
from tui.language import _
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas


def prompt() -> str:
    """What stands before the line."""
    return _("Say:") + " "


class Entry:
    """`text` is None while nothing is being written."""

    def __init__(self) -> None:
        self.text: str | None = None

    def open(self) -> None:
        self.text = self.text or ""

    def type(self, text: str) -> None:
        """Add what was typed or pasted, as far as it can be said."""
        for char in " ".join(text.split()) if len(text) > 1 else text:
            if char.isprintable() and cell_len((self.text or "") + char) <= CHAT_CELLS_MAX:
                self.text = (self.text or "") + char

    def erase(self) -> None:
        """Take the last character back; from an empty line, close it."""
        self.text = self.text[:-1] if self.text else None

    def press(self, key: str, character: str | None) -> bool:
        """Any key but enter. False if it means nothing in a line of text."""
        if key == "backspace":
            self.erase()
        elif key in ("ctrl+u", "escape"):
            self.close()
        elif character is not None and character.isprintable():
            self.type(character)
        else:
            return False
        return True

    def close(self) -> str:
        """Close the line, and return what is to be said, which may be nothing."""
        text, self.text = self.text or "", None
        return text.strip()

    def draw(self, canvas: Canvas, x: int, y: int, width: int, glyphs: Glyphs) -> None:
        """The end of the text, as much as there is room for."""
        before, shown = prompt(), self.text or ""
        while cell_len(before + shown) >= width and shown:
            shown = shown[1:]
        canvas.write(x, y, [(before, "strong"), (shown + glyphs.cursor, "")])
