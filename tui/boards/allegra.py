"""Allegra on the screen, as it lies on the table.

My area is large and in front of me, between the cards of my two neighbours; the others sit across, seen from here, so
that the turn goes round the screen with the sun. Every card lies on the screen once. A column between two rails is
shared: it is column 4 of the one at its right, and the L of the one at its left (across the table the other way round).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat, Spot
from engine.game import View
from tui import settings
from tui.language import N_, _, ngettext
from tui.spoken.allegra import COLUMNS, HAND, ROWS, area, aside, owner_of
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas, Cell, fit, fit_pieces
from tui.widgets.clock import countdown
from tui.widgets.faces import FACE_CELLS, HOLE, VALUE_CELLS, card, face, framed
from tui.widgets.frame import frame, rail
from tui.widgets.nameplate import nameplate
from tui.widgets.scene import Scene

__all__ = ["HAND", "aside"]

RAILS = (0, 1, 4, 5)
"""The lines of my frame that are rails: L and column 4 are shared."""
KNOCKS = (N_("knocks 1st"), N_("knocks 2nd"), N_("knocks 3rd"), N_("knocks 4th"), N_("knocks 5th"))
LOG_BESIDE_FROM, LOG_BESIDE_CELLS = 120, 34
LAYOUTS = (
    ((9, 5), 2, 9),
    ((7, 5), 2, 9),
    ((7, 3), 2, 9),
    ((6, 2), 2, 9),
    ((6, 2), 1, 7),
    ((6, 1), 1, 0),
)
"""The largest that fits is taken: width and height of a card in my frame, rows from one small card to the next across
the table, and how many lines there have to be for the piles."""
SIDE_CELLS = 4 * FACE_CELLS + 1
"""What a neighbour's cards take beside my frame, at least."""
PILE_CELLS, PILE_STEP, PILES = 6, 10, 4
PILE_OFFERS = {"deck": "draw", "discard": "take"}
"""The offers that a click on a pile means, by their codes."""
ALMOST_CLOSED = 2


class Plan(NamedTuple):
    """Where things are. No two regions overlap, and nothing is written across their edges.

    `across` is in turn order. My frame with my name above it, `mine`, stands between my neighbours; with two players it
    holds the other one's columns too. `cell` is the width and height of a card in it, `step` the rows from one small
    card to the next across the table.
    """

    across: list[Region]
    piles: Region
    left: Region
    mine: Region
    right: Region
    log: Region
    cell: tuple[int, int]
    step: int

    @property
    def corner(self) -> tuple[int, int]:
        """Of the cell that is row 0 of L, its frame included."""
        return self.mine.right - 1 - 5 * (self.cell[0] + 1), self.mine.y + 1


def title(scene: Scene) -> str:
    facts, left = scene.view.facts, scene.view.facts["last_turns"]
    said = _("round {round} of {rounds}").format(round=facts["round"], rounds=facts["rounds"])
    if facts["closer"] is None:
        return said
    closed = _("{name} has closed")
    if left:
        closed = ngettext("{name} has closed, {n} turn left", "{name} has closed, {n} turns left", left)
    return f"{said} {scene.glyphs.dot} {closed.format(name=scene.people[facts['closer']].name, n=left)}"


def pad(view: View, me: Seat, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    """None of these is ever the key of an offer, so each cell keeps its own for good."""
    seats = len(view.scores.totals)
    owner = owner_of(spots, me, seats)
    columns = COLUMNS[::-1] if owner in _across(me, seats) else COLUMNS
    cells = area(owner, seats)
    at = [5 * row + column for row in ROWS for column in columns]
    keys = {cells[place]: key for place, key in zip(at, settings.now().cells, strict=True)}
    return {spot: keys[spot] for spot in spots if spot in keys}


def marks(glyphs: Glyphs) -> Mapping[str, str]:
    return {
        glyphs.back * VALUE_CELLS: N_("a card that lies face down"),
        glyphs.rail: N_("at both sides of a column that two neighbours share"),
        glyphs.fresh: N_("has just been laid or turned up"),
        HOLE: N_("a hole: it is kept for the card of the player who knocked"),
        glyphs.gap: N_("a gap: three of a kind have left the game, and nothing comes there"),
    }


def draw(canvas: Canvas, region: Region, scene: Scene) -> Region:
    seats, hole = len(scene.people), scene.view.facts["hole"]
    scene = replace(scene, hole=Spot(*hole) if hole else None)
    plan = _plan(region, seats)
    for place, seat in zip(plan.across, _across(scene.me, seats), strict=True):
        _draw_across(canvas, place, plan.step, seat, scene)
    _draw_piles(canvas, plan.piles, scene)
    _draw_mine(canvas, plan, scene)
    if seats == 2:
        _draw_opposite(canvas, plan, 1 - scene.me, scene)
    else:
        _draw_left(canvas, plan, (scene.me + 1) % seats, scene)
        _draw_right(canvas, plan, (scene.me - 1) % seats, scene)
    return plan.log


def _across(me: Seat, seats: int) -> tuple[Seat, ...]:
    """Who is no neighbour of mine, in turn order."""
    return tuple((me + i) % seats for i in range(2, seats - 1))


def _plan(region: Region, seats: int) -> Plan:
    wide = region.width >= LOG_BESIDE_FROM
    table = region.shrink((0, LOG_BESIDE_CELLS + 2, 0, 0)) if wide else region
    for cell, step, least in LAYOUTS:
        width = (8 if seats == 2 else 5) * (cell[0] + 1) + 1
        top = 2 * step + 4 if seats > 3 else 0
        mine = 3 * (cell[1] + 1) + 2
        middle = table.height - top - mine - 1
        if middle >= least and width + (0 if seats == 2 else 2 * SIDE_CELLS) <= table.width:
            break
    side = (table.width - width) // 2
    high = 7 if middle >= 9 else 5
    piles_x = table.x + ((table.width - PILES * PILE_STEP) // 2 if wide else 2)
    piles = Region(piles_x, table.y + top + max(0, (middle - high) // 2), PILES * PILE_STEP, high)
    across, y = max(0, seats - 3), table.bottom - mine - 1
    free = top if across > 1 else 0  # one player across sits at the left, beside the log
    log = Region(piles.right, table.y + free, table.right - 1 - piles.right, y - table.y - free)
    each = piles.right if across == 1 and not wide else table.width // max(1, across)
    return Plan(
        across=[Region(table.x + i * each, table.y, each, top - 1) for i in range(across)],
        piles=piles,
        left=Region(table.x, y, side, mine),
        mine=Region(table.x + side, y, width, mine),
        right=Region(table.x + side + width, y, table.width - side - width, mine),
        log=Region(table.right + 2, table.y, LOG_BESIDE_CELLS, table.height) if wide else log,
        cell=cell,
        step=step,
    )


def _draw_across(canvas: Canvas, place: Region, step: int, seat: Seat, scene: Scene) -> None:
    """A player who sits across. The shared column, column 4, stands at the left."""
    x, y = place.x + max(0, (place.width - 4 * FACE_CELLS - 2) // 2), place.y
    _draw_name(canvas, x, y, place.right - x - 1, seat, scene)
    _draw_facts(canvas, x, y + 1, place.right - x - 1, seat, scene)
    for column in (4, 3, 2, 1):
        at = x + 2 + FACE_CELLS * (4 - column) - column // 4
        _draw_column(canvas, at, y + 2, step, seat, column, scene)


def _draw_left(canvas: Canvas, plan: Plan, seat: Seat, scene: Scene) -> None:
    """The neighbour whose column 4 is my L."""
    x, y, height = plan.left.right - 1, plan.left.y, plan.cell[1]
    _draw_name(canvas, x, y, plan.left.width - 2, seat, scene, right=True)
    _draw_facts(canvas, x, y + 1, plan.left.width - 2, seat, scene, right=True)
    for column in (1, 2, 3):
        _draw_column(canvas, x - FACE_CELLS * (4 - column), y + 2 + height // 2, height + 1, seat, column, scene)


def _draw_right(canvas: Canvas, plan: Plan, seat: Seat, scene: Scene) -> None:
    """The neighbour whose L is my column 4."""
    x, y, height = plan.right.x, plan.right.y, plan.cell[1]
    _draw_name(canvas, x + 1, y, plan.right.width - 1, seat, scene)
    _draw_facts(canvas, x + 1, y + 1, plan.right.width - 1, seat, scene)
    for column in (1, 2, 3, 4):
        at = x + FACE_CELLS * (column - 1) + column // 4
        _draw_column(canvas, at, y + 2 + height // 2, height + 1, seat, column, scene)


def _draw_opposite(canvas: Canvas, plan: Plan, seat: Seat, scene: Scene) -> None:
    """The only other player: both my neighbours, with cards as large as mine."""
    _draw_name(canvas, plan.mine.x + 1, plan.mine.y, 3 * (plan.cell[0] + 1), seat, scene)
    _draw_facts(canvas, plan.mine.x + 1, plan.mine.bottom, 3 * (plan.cell[0] + 1), seat, scene)
    for row in ROWS:
        for column in (1, 2, 3):
            _draw_large(canvas, plan, row, column - 4, Spot(f"grid:{seat}", 4 * row + column - 1), scene)


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
    (x, y), (width, height), seats = plan.corner, plan.cell, len(scene.people)
    far = 3 if seats == 2 else 0
    frame(canvas, plan.mine.x, y, [width] * (far + 5), [height] * 3, scene.glyphs, [far + line for line in RAILS])
    for i, spot in enumerate(area(scene.me, seats)):
        _draw_large(canvas, plan, *divmod(i, 5), spot, scene)
    inner, outer, below = x + width + 2, x + 4 * (width + 1), plan.mine.bottom
    _draw_name(canvas, inner, plan.mine.y, 4 * (width + 1), scene.me, scene)
    _draw_facts(canvas, inner + 2, below, outer - inner - 3, scene.me, scene)
    neighbours = (scene.people[(scene.me + i) % seats].name for i in (1, -1))
    left, right = (_("shared") if far else _("with {name}").format(name=name) for name in neighbours)
    canvas.write(inner, below, [(fit(left, inner - plan.left.x, scene.glyphs.more), "shared")], right=True)
    canvas.put(outer, below, fit(right, plan.right.right - outer, scene.glyphs.more), "shared")


def _draw_large(canvas: Canvas, plan: Plan, row: int, column: int, spot: Spot, scene: Scene) -> None:
    """A card in my frame; column 0 is L."""
    (x, y), (width, height) = plan.corner, plan.cell
    x, y = x + 1 + column * (width + 1), y + 1 + row * (height + 1)
    card(canvas, x, y, width, height, scene.at(spot), spot, scene)


def _draw_piles(canvas: Canvas, place: Region, scene: Scene) -> None:
    """The deck, the discard pile, the card on offer with its countdown, and what is held in an exchange."""
    zones = {zone.name: zone.cards for zone in scene.view.zones}
    hands = [f"hand:{seat}" for seat in range(len(scene.people)) if zones[f"hand:{seat}"]]
    hands.sort(key=lambda hand: hand == f"hand:{scene.view.turn}")  # who knocked has taken a card in hand first
    count = f" {len(zones['deck'])}"
    deck = fit(_("deck"), PILE_STEP - 1 - len(count), scene.glyphs.more) + count
    names = {"deck": deck, "discard": _("discard"), "offer": _("on offer")}
    names |= {hand: scene.people[int(hand.removeprefix("hand:"))].name for hand in hands}
    x, y, below = place.x, place.y, place.bottom - 1
    for zone in ("deck", "discard", *(["offer"] if zones["offer"] else []), *hands):
        canvas.put(x, y, fit(names[zone], PILE_STEP - 1, scene.glyphs.more), "quiet")
        if zones[zone]:
            top, size = Spot(zone, len(zones[zone]) - 1), (PILE_CELLS, place.height - 4)
            framed(canvas, x, y + 1, *size, scene.at(top), top, scene, strong=zone == "offer")
            if key := scene.keys.get(PILE_OFFERS.get(zone, "")):
                for row in range(place.y, place.bottom):
                    canvas.lead(x, row, PILE_CELLS + 2, key)
        if zone == "offer":
            countdown(canvas, x, below, PILE_CELLS + 2, scene)
        elif zone in hands:
            canvas.put(x, below, fit(_("in hand"), PILE_STEP - 1, scene.glyphs.more), "quiet")
        x += PILE_STEP


def _draw_name(canvas: Canvas, x: int, y: int, width: int, seat: Seat, scene: Scene, right: bool = False) -> None:
    """A name, and what its player has just done, from x on or ending before x."""
    name, turn = scene.people[seat].name, seat in scene.waited_for
    canvas.write(x, y, nameplate(name, _did(seat, scene), width, scene.glyphs, turn=turn), right=right)


def _did(seat: Seat, scene: Scene) -> str:
    facts = scene.view.facts
    if seat in facts["knocks"]:
        return _("knocks") if len(facts["knocks"]) == 1 else _(KNOCKS[facts["knocks"].index(seat)])
    if seat == facts["closer"]:
        return _("closed")
    return _("waves") if seat in facts["waved"] else scene.people[seat].note


def _draw_facts(canvas: Canvas, x: int, y: int, width: int, seat: Seat, scene: Scene, right: bool = False) -> None:
    """The visible sum, without a word if there is no room for it, and how many cards lie face down: how near the player
    is to closing the round."""
    facts = scene.view.facts
    down, reveals = facts["down"][seat], facts["reveals"][seat]
    total = str(facts["sums"][seat])
    pieces: list[Cell] = []
    if reveals or down:
        # Translators: so many cards to be turned up at first; then, so many cards face down.
        told = ngettext("{n} to go", "{n} to go", reveals) if reveals else ngettext("{n} down", "{n} down", down)
        text = told.format(n=reveals or down)
        pieces = [(f" {scene.glyphs.dot} ", "quiet"), (text, "alarm" if down <= ALMOST_CLOSED else "")]
    said = _("sum {n}").format(n=total)
    fits = cell_len(said) + sum(cell_len(text) for text, _role in pieces) <= width
    pieces = [(said if fits else total, ""), *pieces]
    canvas.write(x, y, fit_pieces(pieces, width, scene.glyphs.more), right=right)
