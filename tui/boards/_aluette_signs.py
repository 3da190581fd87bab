"""Signs in Aluette: which I can give, and which I know of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat
from engine.game import Offer
from tui.boards._aluette_cards import GESTURES, SHOWS_CARDS, sign_name
from tui.boards._aluette_seats import called, is_me
from tui.language import _
from tui.widgets.canvas import Canvas, fit, wrap
from tui.widgets.scene import Scene

APART = 2
HELD = "\N{NO-BREAK SPACE}"
NAME_CELLS = 24
SEEN_CELLS = 8
"""So long is a sign's name at most in what I have seen, and"""
OTHERS_CELLS = (8, 6, 4)
"""if there is too little room for mine."""
PERSON_MORE_CELLS = 3
"""So much longer are the names of players."""


class Item(NamedTuple):
    """A sign as it is told, after its key."""

    key: str
    text: str

    @property
    def cells(self) -> int:
        return cell_len(f" {self.key}  {self.text}")


def offered(code: str, scene: Scene) -> list[Offer]:
    """These of my offers, if their keys would be heard now."""
    return [offer for offer in scene.view.offers if offer.code == code] if scene.keys else []


def draw_palette(canvas: Canvas, region: Region, scene: Scene) -> None:
    """The signs that I can give now, with as many words as there is room for; while I give one, which it is."""
    if sign := scene.view.facts["faces"][scene.me]:
        said = _("You sign {sign}: {gesture}.") if is_me(scene.me, scene) else _("{name} signs {sign}: {gesture}.")
        name, shown = scene.people[scene.me].name, sign_name(sign, NAME_CELLS, scene.glyphs)
        said = said.format(name=name, sign=shown, gesture=_(GESTURES[sign]))
        canvas.put(region.x, region.y, fit(said, region.width, scene.glyphs.more), "told")
        return
    signs = [(offer.key, str(offer.args[0])) for offer in offered("sign", scene)]
    rows: list[list[Item]] = []
    for words in _wordings(scene):
        items = [Item(key, words(sign)) for key, sign in signs]
        rows = _flow(items, region.width)
        if len(rows) <= region.height:
            break
    for y, row in enumerate(rows[: region.height], region.y):
        x = region.x
        for item in row:
            canvas.aim(x, y, item.cells, item.key)
            x = canvas.write(x, y, [(f" {item.key} ", "key"), (f" {item.text}", "")]) + APART


def seen(scene: Scene, width: int, height: int) -> list[str]:
    """The signs of this deal that I have seen or given, in so many lines. What is played already is crossed out.

    If there is too little room, first what is played is left out, then what I have given; then names get short."""
    signs = scene.view.facts["seen"]
    unplayed = [sign for sign in signs if not _is_played(*sign[1:])] or signs
    others = [sign for sign in unplayed if not is_me(sign[0], scene)] or unplayed
    lines: list[str] = []
    ways = ((signs, SEEN_CELLS), (unplayed, SEEN_CELLS), *((others, most) for most in OTHERS_CELLS))
    for (told, cells), apart in product(ways, (HELD, " ")):
        lines = [line.replace(HELD, " ") for line in wrap(" ".join(_told(told, cells, apart, scene)), width) if line]
        if len(lines) <= height:
            return lines
    return [*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width, scene.glyphs.more)][:height]


def _told(signs: Sequence[tuple[Seat, str, int]], cells: int, apart: str, scene: Scene) -> list[str]:
    """A sentence for everybody who has given some, the name so far `apart` from the first of them. Lines can end
    between two signs."""
    given: dict[Seat, list[str]] = {}
    for by, sign, left in signs:
        name = (scene.glyphs.spoiled if _is_played(sign, left) else "") + sign_name(sign, cells, scene.glyphs)
        if name not in given.setdefault(by, []):
            given[by].append(name)
    people = {by: called(by, scene, cells + PERSON_MORE_CELLS).replace(" ", HELD) for by in given}
    told = {by: ", ".join(name.replace(" ", HELD) for name in names) for by, names in given.items()}
    return [f"{people[by]}:{apart}{told[by].removesuffix('.')}." for by in given]  # a short name may end with its own


def _is_played(sign: str, left: int) -> bool:
    return sign in SHOWS_CARDS and not left


def _wordings(scene: Scene) -> list[Callable[[str], str]]:
    """From many words to few."""

    def full(sign: str, cells: int) -> str:
        return f"{sign_name(sign, cells, scene.glyphs)}: {_(GESTURES[sign])}"

    def name(sign: str, cells: int) -> str:
        return sign_name(sign, cells, scene.glyphs)

    return [
        *(partial(full, cells=cells) for cells in (13, 10)),
        *(partial(name, cells=cells) for cells in (13, 10, 7, 6, 4)),
    ]


def _flow(items: Sequence[Item], width: int) -> list[list[Item]]:
    """The items in as many rows as they need."""
    rows: list[list[Item]] = []
    for item in items:
        if rows and sum(other.cells + APART for other in rows[-1]) + item.cells <= width:
            rows[-1].append(item)
        else:
            rows.append([item])
    return rows
