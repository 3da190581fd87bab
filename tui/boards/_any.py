"""A board for any game: the others' zones above, the common ones in the middle, mine below, each with its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat, Spot, Zone
from engine.game import View
from tui.language import ngettext
from tui.story import zone_named
from tui.widgets.canvas import Canvas, Cell, fit
from tui.widgets.clock import countdown
from tui.widgets.faces import VALUE_CELLS, face
from tui.widgets.scene import Scene

HAND = None
KEYS = "1234567890qwertyuiopasdfghjklzxcvbnm"
PILES = frozenset({"deck", "stock", "talon", "discard", "pile", "offer", "gone"})
"""Common zones of these kinds lie in a pile: the top card is shown, and how many there are. Others lie in a row."""
GRID_COLUMNS = (4, 3, 5)
LOG_WIDE_FROM, LOG_WIDE_CELLS, LOG_ROWS = 110, 36, 5
CLOCK_CELLS = 12
GAP_CELLS = 3


class Block(NamedTuple):
    """A zone with its name, as rows of spots."""

    name: str
    rows: list[list[Spot]]


def title(scene: Scene) -> str:
    rounds = len(scene.view.scores.rounds)
    return ngettext("{n} round played", "{n} rounds played", rounds).format(n=rounds) if rounds else ""


def pad(view: View, me: Seat, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    """More spots than there are keys are left to the arrow keys and the mouse."""
    taken = {offer.key for offer in view.offers}
    return dict(zip(spots, (key for key in KEYS if key not in taken), strict=False))


def aside(view: View) -> str:
    return ""


def draw(canvas: Canvas, region: Region, scene: Scene) -> Region:
    wide = region.width >= LOG_WIDE_FROM
    table = region.shrink((0, LOG_WIDE_CELLS + 2 if wide else 1, 0, 1))
    _draw_people(canvas, table, scene)
    zones = [zone for zone in scene.view.zones if zone.cards]
    others = [zone for zone in zones if zone.owner not in (None, scene.me)]
    common = [zone for zone in zones if zone.owner is None]
    mine = [zone for zone in zones if zone.owner == scene.me]
    y = table.y + 2
    for group in (others, common, mine):
        y = _flow(canvas, table, y, [_block(zone, scene, table.width) for zone in group], scene)
    if wide:
        return Region(table.right + 2, region.y, LOG_WIDE_CELLS, region.height)
    y = max(y, region.bottom - LOG_ROWS)
    return Region(table.x, y, table.width, max(0, region.bottom - y))


def _draw_people(canvas: Canvas, table: Region, scene: Scene) -> None:
    """Everybody's name in turn order, and the timer."""
    room = (table.width - CLOCK_CELLS) // len(scene.people) - len("  ")
    pieces: list[Cell] = []
    for seat, person in enumerate(scene.people):
        turn = seat in scene.waited_for
        name = (f"{scene.glyphs.turn} " if turn else "") + person.name + (f" ({person.note})" if person.note else "")
        pieces += [(fit(name, room, scene.glyphs.more), "turn" if turn else "strong"), ("  ", "")]
    canvas.write(table.x, table.y, pieces)
    countdown(canvas, table.right - CLOCK_CELLS, table.y, CLOCK_CELLS, scene)


def _block(zone: Zone, scene: Scene, width: int) -> Block:
    name = zone_named(zone.name, [person.name for person in scene.people])
    spots = [Spot(zone.name, i) for i in range(len(zone.cards))]
    hidden = zone.owner not in (None, scene.me) and not any(zone.cards) and not set(spots) & set(scene.pad)
    if zone.kind == "grid":
        columns = next((columns for columns in GRID_COLUMNS if len(spots) % columns == 0), GRID_COLUMNS[0])
        return Block(name, _rows(spots, columns))
    if hidden or (zone.owner is None and zone.kind in PILES):
        return Block(f"{name}: {len(spots)}", [spots[-1:]])
    return Block(name, _rows(spots, max(1, width // _step(scene))))


def _rows(spots: list[Spot], columns: int) -> list[list[Spot]]:
    return [spots[i : i + columns] for i in range(0, len(spots), columns)]


def _step(scene: Scene) -> int:
    """From one card of a row to the next."""
    return _value_cells(scene) + 3


def _value_cells(scene: Scene) -> int:
    return max(VALUE_CELLS, *(cell_len(card or "") for zone in scene.view.zones for card in zone.cards), 0)


def _flow(canvas: Canvas, table: Region, y: int, blocks: Iterable[Block], scene: Scene) -> int:
    """Draw blocks side by side, as many as fit, and return the y below them with a line to spare."""
    x, bottom, step = table.x, y, _step(scene)
    for name, rows in blocks:
        width = max(cell_len(name), step * len(rows[0]))
        if x > table.x and x + width > table.right:
            x, y = table.x, bottom + 1
        canvas.put(x, y, fit(name, table.right - x, scene.glyphs.more), "quiet")
        for down, row in enumerate(rows, 1):
            for across, spot in enumerate(row):
                face(canvas, x + across * step, y + down, scene.at(spot), spot, scene, _value_cells(scene))
        x, bottom = x + width + GAP_CELLS, max(bottom, y + len(rows) + 1)
    return bottom + 1 if bottom > y else y
