"""Faces that look somewhere and make signs, drawn with characters: three rows, or five where there is room."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tui.theme import Glyphs, Role
from tui.widgets.canvas import Canvas

MIEN_CELLS, MIEN_ROWS = 14, 3
"""The room that a face takes, with the hand beside it."""
LARGE_CELLS, LARGE_ROWS = 16, 5

Gaze = Literal["me", "left", "right"]


class Mien(NamedTuple):
    """What a face does: `eyes` are five cells, or "" for open eyes that look somewhere."""

    eyes: str = ""
    mouth: str = ""
    up: bool = False
    """The eyes are where the forehead is."""
    tilted: bool = False
    arms: bool = False
    hand: tuple[str, str] = ("", "")
    """In two rows."""


CALM = Mien()


def fist(finger: int) -> tuple[str, str]:
    """A hand with this finger out: 0 is the thumb."""
    raised = " " * finger + "|" if finger else ""
    return raised, ("-" if finger == 0 else " ") + "nnnn"


def mouthed(times: int) -> Mien:
    """The mouth is opened so many times."""
    return Mien(mouth=" O ", hand=("", f"x{times}" if times > 1 else ""))


MIENS = {
    "look up": Mien(eyes=" o o ", up=True),
    "tilt the head": Mien(tilted=True),
    "close one eye": Mien(eyes=" - O "),
    "pout": Mien(mouth="(=)"),
    "thumb out": Mien(hand=fist(0)),
    "index finger": Mien(hand=fist(1)),
    "ring finger": Mien(hand=fist(3)),
    "little finger": Mien(hand=fist(4)),
    "shrug": Mien(mouth=" ~ ", arms=True),
    "bite the lip": Mien(mouth="www"),
    "open mouth": mouthed(1),
    "open mouth twice": mouthed(2),
    "open mouth 3 times": mouthed(3),
    "open mouth 4 times": mouthed(4),
}
EYES: dict[Gaze, str] = {"me": " O O ", "left": "o o  ", "right": "  o o"}


def mien(canvas: Canvas, x: int, y: int, what: Mien, gaze: Gaze, glyphs: Glyphs, *, large: bool = False) -> None:
    """A face, drawn from this cell on."""
    role: Role = "" if what == CALM else "strong"
    for row, text in enumerate(_large(what, gaze, glyphs) if large else _small(what, gaze, glyphs)):
        canvas.put(x, y + row, text.rstrip(), role)


def _small(what: Mien, gaze: Gaze, glyphs: Glyphs) -> tuple[str, str, str]:
    upper_left, upper_right, lower_left, lower_right, line = tuple(glyphs.head)
    eyes, mouth = what.eyes or EYES[gaze], what.mouth or f"{line}_{line}"
    brow, eyes = (eyes[1:4], " " * 5) if what.up else (line * 3, eyes)
    left, right = "\\/" if what.arms else "  "
    raised, hand = what.hand
    if what.tilted:
        return (
            f"  {upper_left}{line * 3}{upper_right}",
            f" /{eyes}/",
            f"{lower_left}{mouth}{lower_right}",
        )
    return (
        f" {upper_left}{brow}{upper_right}",
        f"({eyes}) {raised}",
        f"{left}{lower_left}{mouth}{lower_right}{right} {hand}",
    )


def _large(what: Mien, gaze: Gaze, glyphs: Glyphs) -> tuple[str, ...]:
    upper_left, upper_right, lower_left, lower_right, line = tuple(glyphs.head)
    side = glyphs.down
    eyes, mouth = what.eyes or EYES[gaze], what.mouth or " _ "
    brow, eyes = (eyes, " " * 5) if what.up else (" " * 5, eyes)
    left, right = "\\/" if what.arms else "  "
    raised, hand = what.hand
    if what.tilted:
        return (
            f"   {upper_left}{line * 5}{upper_right}",
            f"  / {brow} /",
            f" / {eyes} /",
            f"/  {mouth}  /",
            f"{lower_left}{line * 5}{lower_right}",
        )
    return (
        f" {upper_left}{line * 5}{upper_right}",
        f"{side} {brow} {side}",
        f"{side} {eyes} {side} {raised}",
        f"{side}  {mouth}  {side} {hand}",
        f"{left}{lower_left}{line * 5}{lower_right}{right}",
    )
