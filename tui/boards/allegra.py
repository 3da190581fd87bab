"""Allegra on the screen, as it lies on the table.

My area is large and in front of me, between the cards of my two neighbours; the others sit across, seen from here, so
that the turn goes round the screen with the sun. Every card lies on the screen once. A column between two rails is
shared: it is column 4 of the one at its right, and the L of the one at its left (across the table the other way round).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from engine.board import Seat, Spot
from engine.game import View
from tui.widgets.canvas import Canvas, Cell, fit
from tui.widgets.clock import countdown
from tui.widgets.faces import FACE_CELLS, card, face, framed
from tui.widgets.frame import frame, rail
from tui.widgets.scene import Scene

ROWS, COLUMNS = range(3), range(5)
"""Of an area; column 0 is L."""
PAD = ("123456", "qwerty", "asdfgh")
"""The keys lie on the keyboard as the area lies on the table. The sixth of a row stands in for a key that is taken."""
RAILS = (0, 1, 4, 5)
"""The lines of my frame that are rails: L and column 4 are shared."""
ORDER = ("1st", "2nd", "3rd", "4th", "5th")

LOG_WIDE_FROM, LOG_WIDE_CELLS = 110, 36
"""So many cells are enough for the log to have a side of its own."""
PILE_CELLS, PILE_STEP, PILES = 6, 10, 4
ALMOST_CLOSED = 2


class Plan(NamedTuple):
    """Where things are: columns and rows of the canvas."""

    table: Region
    log: Region
    piles: tuple[int, int]
    """The corner of the first pile, with its name above it."""
    pile_height: int
    mine: tuple[int, int]
    """The corner of the frame around my L."""
    cell: tuple[int, int]
    """Width and height of a card of my area."""
    far: int
    """How many columns of my neighbour's are as large as mine: with two players there is the room."""
    step: int
    """From one row to the next of those who sit across."""


def title(scene: Scene) -> str:
    facts = scene.view.facts
    text = f"round {facts['round']} of {facts['rounds']}"
    if facts["closer"] is None:
        return text
    left = facts["last_turns"]
    turns = f", {left} turn{'' if left == 1 else 's'} left" if left else ""
    return f"{text} {scene.glyphs.dot} {scene.people[facts['closer']].name} has closed{turns}"


def pad(view: View, me: Seat, spots: Sequence[Spot], taken: str) -> Mapping[Spot, str]:
    seats = _seats(view)
    owner = next((seat for seat in (me, *range(seats)) if set(spots) <= set(_area(seat, seats))), me)
    columns = COLUMNS[::-1] if owner in _across(me, seats) else COLUMNS
    keys: dict[Spot, str] = {}
    for row in ROWS:
        for key, column in zip(PAD[row], columns, strict=False):
            keys[_area(owner, seats)[5 * row + column]] = PAD[row][-1] if key in taken else key
    return {spot: keys[spot] for spot in spots if spot in keys}


def draw(canvas: Canvas, region: Region, scene: Scene) -> Region:
    seats = _seats(scene.view)
    across = _across(scene.me, seats)
    plan = _plan(region, seats)
    for i, seat in enumerate(across):
        width = plan.table.width // len(across)
        _draw_across(canvas, Region(plan.table.x + i * width, plan.table.y, width, 0), plan.step, seat, scene)
    _draw_piles(canvas, plan, scene)
    _draw_left(canvas, plan, scene)
    _draw_mine(canvas, plan, scene)
    if seats > 2:
        _draw_right(canvas, plan, scene)
    canvas.panes += _panes(plan, len(across))
    return plan.log


def _seats(view: View) -> int:
    return sum(zone.kind == "grid" for zone in view.zones)


def _area(seat: Seat, seats: int) -> tuple[Spot, ...]:
    """The 15 cells of a player, row by row: L, 1, 2, 3, 4."""
    left, own = f"grid:{(seat + 1) % seats}", f"grid:{seat}"
    return tuple(Spot(own if column else left, 4 * row + (column or 4) - 1) for row in ROWS for column in COLUMNS)


def _across(me: Seat, seats: int) -> tuple[Seat, ...]:
    """Who is no neighbour of mine, in turn order."""
    return tuple((me + i) % seats for i in range(2, seats - 1))


def _plan(region: Region, seats: int) -> Plan:
    wide = region.width >= LOG_WIDE_FROM
    table = region.shrink((0, LOG_WIDE_CELLS + 2, 0, 0)) if wide else region
    for cell, step, least in (((7, 3), 2, 9), ((6, 2), 2, 9), ((6, 2), 1, 7), ((6, 1), 1, 0)):
        top = 2 * step + 4 if seats > 3 else 0
        mine = 3 * cell[1] + 6
        middle = table.height - top - mine
        if middle >= least:
            break
    far = 3 if seats == 2 else 0
    pile_height = 3 if middle >= 9 else 1
    piles_x = table.x + ((table.width - PILES * PILE_STEP) // 2 if wide else 2)
    log_x = piles_x + PILES * PILE_STEP
    return Plan(
        table,
        log=Region(table.right + 2, table.y, LOG_WIDE_CELLS, table.height)
        if wide
        else Region(log_x, table.y + top, table.right - 1 - log_x, middle - 1),
        piles=(piles_x, table.y + top + max(0, (middle - pile_height - 4) // 2)),
        pile_height=pile_height,
        mine=(table.x + (table.width + (far - 5) * (cell[0] + 1)) // 2, table.bottom - mine + 1),
        cell=cell,
        far=far,
        step=step,
    )


def _panes(plan: Plan, across: int) -> list[Region]:
    """What lies apart: those who sit across, the piles, and my frame between my neighbours."""
    table, (x, y), (width, height) = plan.table, plan.mine, plan.cell
    left, right = x - plan.far * (width + 1), x + 5 * (width + 1) + 1
    rows = 3 * (height + 1) + 2
    each = table.width // max(1, across)
    return [
        *(Region(table.x + i * each, table.y, each, 2 * plan.step + 3) for i in range(across)),
        Region(table.x, plan.piles[1], min(plan.log.x, table.right) - table.x, plan.pile_height + 4),
        Region(table.x, y - 1, left - table.x, rows),
        Region(left, y - 1, right - left, rows),
        Region(right, y - 1, table.right - right, rows),
    ]


def _draw_across(canvas: Canvas, place: Region, step: int, seat: Seat, scene: Scene) -> None:
    """A player who sits across. The shared column, column 4, stands at the left."""
    x, y = place.x + max(0, (place.width - 4 * FACE_CELLS - 2) // 2), place.y
    _draw_name(canvas, x, y, place.right - x - 1, seat, scene)
    _draw_facts(canvas, x, y + 1, seat, scene)
    _draw_column(canvas, x + 1, y + 2, step, seat, 4, scene)
    for column in (3, 2, 1):
        _draw_column(canvas, x + 2 + FACE_CELLS * (4 - column), y + 2, step, seat, column, scene)


def _draw_left(canvas: Canvas, plan: Plan, scene: Scene) -> None:
    """The neighbour whose column 4 is my L."""
    (x, y), (width, height), seat = plan.mine, plan.cell, (scene.me + 1) % _seats(scene.view)
    if plan.far:
        start = x - plan.far * (width + 1)
        _draw_name(canvas, start + 1, y - 1, plan.far * (width + 1), seat, scene)
        _draw_facts(canvas, start + 1, y + 3 * (height + 1) + 1, seat, scene)
        for row in ROWS:
            for column in range(plan.far):
                spot = Spot(f"grid:{seat}", 4 * row + column)
                _draw_large(canvas, start + column * (width + 1), y + row * (height + 1), plan, spot, scene)
        return
    _draw_name(canvas, x - 1, y - 1, x - plan.table.x - 2, seat, scene, right=True)
    _draw_facts(canvas, x - 1, y, seat, scene, right=True)
    for column in (1, 2, 3):
        at = x - 1 - FACE_CELLS * (4 - column)
        _draw_column(canvas, at, y + 1 + height // 2, height + 1, seat, column, scene)


def _draw_right(canvas: Canvas, plan: Plan, scene: Scene) -> None:
    """The neighbour whose L is my column 4."""
    (x, y), (width, height), seat = plan.mine, plan.cell, (scene.me - 1) % _seats(scene.view)
    x += 5 * (width + 1) + 2
    _draw_name(canvas, x, y - 1, plan.table.right - x, seat, scene)
    _draw_facts(canvas, x, y, seat, scene)
    for column in (1, 2, 3, 4):
        at = x + FACE_CELLS * (column - 1) + column // 4
        _draw_column(canvas, at, y + 1 + height // 2, height + 1, seat, column, scene)


def _draw_column(canvas: Canvas, x: int, y: int, step: int, seat: Seat, column: int, scene: Scene) -> None:
    """A small column of a player's own grid, its rows so many lines apart."""
    for row in ROWS:
        spot = Spot(f"grid:{seat}", 4 * row + column - 1)
        face(canvas, x, y + step * row, scene.at(spot), spot, scene)
    if column == 4:
        for at in (x - 1, x + FACE_CELLS):
            rail(canvas, at, y, 2 * step + 1, scene.glyphs)


def _draw_mine(canvas: Canvas, plan: Plan, scene: Scene) -> None:
    """My area, all 15 cells of it, and below the shared columns with whom they are shared."""
    (x, y), (width, height), seats = plan.mine, plan.cell, _seats(scene.view)
    step = width + 1
    rails = [plan.far + line for line in RAILS]
    frame(canvas, x - plan.far * step, y, [width] * (plan.far + 5), [height] * 3, scene.glyphs, rails)
    for i, spot in enumerate(_area(scene.me, seats)):
        _draw_large(canvas, x + i % 5 * step, y + i // 5 * (height + 1), plan, spot, scene)
    inner, outer, below = x + step + 1, x + 4 * step, y + 3 * (height + 1) + 1
    _draw_name(canvas, inner, y - 1, 4 * step, scene.me, scene)
    _draw_facts(canvas, inner + 2, below, scene.me, scene)
    left, right = ("shared" if plan.far else f"with {scene.people[(scene.me + i) % seats].name}" for i in (1, -1))
    left_cut = fit(left, inner - plan.table.x, scene.glyphs.more)
    canvas.write(inner, below, [(left_cut, "shared")], right=True)
    canvas.put(outer, below, fit(right, plan.table.right - outer, scene.glyphs.more), "shared")


def _draw_large(canvas: Canvas, x: int, y: int, plan: Plan, spot: Spot, scene: Scene) -> None:
    """A card of my area, within the lines of the frame whose corner is given."""
    card(canvas, x + 1, y + 1, *plan.cell, scene.at(spot), spot, scene)


def _draw_piles(canvas: Canvas, plan: Plan, scene: Scene) -> None:
    """The deck, the discard pile, the card on offer with its countdown, and what is held in an exchange."""
    x, y = plan.piles
    zones = {zone.name: zone.cards for zone in scene.view.zones}
    hands = [f"hand:{seat}" for seat in range(_seats(scene.view)) if zones[f"hand:{seat}"]]
    hands.sort(key=lambda hand: hand == f"hand:{scene.view.turn}")  # who knocked has taken a card in hand first
    names = {"deck": f"deck {len(zones['deck'])}", "discard": "discard", "offer": "on offer"}
    for zone in ("deck", "discard", *(["offer"] if zones["offer"] else []), *hands):
        name = names[zone] if zone in names else scene.people[int(zone.removeprefix("hand:"))].name
        canvas.put(x, y, fit(name, PILE_STEP - 1, scene.glyphs.more), "quiet")
        if zones[zone]:
            top = Spot(zone, len(zones[zone]) - 1)
            size = (PILE_CELLS, plan.pile_height)
            framed(canvas, x, y + 1, *size, scene.at(top), top, scene, strong=zone == "offer")
        if zone == "offer":
            countdown(canvas, x, y + plan.pile_height + 3, PILE_CELLS + 2, scene)
        elif zone in hands:
            canvas.put(x, y + plan.pile_height + 3, "in hand", "quiet")
        x += PILE_STEP


def _draw_name(canvas: Canvas, x: int, y: int, width: int, seat: Seat, scene: Scene, right: bool = False) -> None:
    """A name, and what its player has just done, from x on or ending before x."""
    glyphs, turn, did = scene.glyphs, scene.view.turn == seat, _did(seat, scene)
    head = f"{glyphs.turn} " if turn else ""
    tail = f" {glyphs.dot} {did}" if did else ""
    name = fit(scene.people[seat].name, width - len(head) - len(tail), glyphs.more)
    canvas.write(x, y, [(head + name, "turn" if turn else "strong"), (tail, "")], right=right)


def _did(seat: Seat, scene: Scene) -> str:
    facts = scene.view.facts
    if seat in facts["knocks"]:
        return "knocks" if len(facts["knocks"]) == 1 else f"knocks {ORDER[facts['knocks'].index(seat)]}"
    if seat == facts["closer"]:
        return "closed"
    return "waves" if seat in facts["waved"] else scene.people[seat].note


def _draw_facts(canvas: Canvas, x: int, y: int, seat: Seat, scene: Scene, right: bool = False) -> None:
    """The visible sum, and how many cards lie face down: how near the player is to closing the round."""
    facts = scene.view.facts
    down, reveals = facts["down"][seat], facts["reveals"][seat]
    pieces: list[Cell] = [(f"sum {facts['sums'][seat]}", "")]
    if reveals or down:
        text = f"{reveals} to go" if reveals else f"{down} down"
        pieces += [(f" {scene.glyphs.dot} ", "quiet"), (text, "alarm" if down <= ALMOST_CLOSED else "")]
    canvas.write(x, y, pieces, right=right)
