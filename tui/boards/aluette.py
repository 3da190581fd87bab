"""Aluette on the screen: my partner opposite me, our opponents at the sides, the trick in the middle, my hand below.

The others have faces: where their eyes are is always plain, and a sign is seen on the face that makes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from engine.board import Seat, Spot
from engine.game import Offer, View
from engine.games._aluette_offers import looks_at
from tui.boards import _aluette_draw as ceremony
from tui.boards._aluette_cards import name, suits, title_of
from tui.boards._aluette_people import MY_EYES, draw_mine, draw_person, draw_sides
from tui.boards._aluette_seats import LEFT, PARTNER, RIGHT
from tui.boards._aluette_signs import draw_palette
from tui.boards._aluette_trick import draw_chant, draw_last, draw_order, draw_trick
from tui.language import N_, _
from tui.spoken import aluette as words
from tui.spoken.aluette import HAND, going_on, round_from
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas
from tui.widgets.fan import fan
from tui.widgets.mien import LARGE_ROWS, MIEN_ROWS, fist
from tui.widgets.scene import Scene

__all__ = ["HAND", "going_on", "suits"]

DEALS, HAND_USUAL = 5, 9
SHEETS = {"o": N_("order of cards"), "r": N_("last trick")}
LAP = N_("trick")
BACK = {"o": N_("back"), "r": N_("back to the trick")}
"""What the keys of sheets do while these lie on the trick."""

LOG_BESIDE_FROM, LOG_BESIDE_CELLS = 110, 34
LARGE_FROM_ROWS, LARGE_FROM_CELLS = 30, 84
"""In so much room faces and cards are large."""
CARD_CELLS, LARGE_CARD_CELLS = 12, 15
PARTNER_CELLS, LARGE_PARTNER_CELLS = 30, 36
HAND_ROWS, LARGE_HAND_ROWS = 5, 6
PALETTE_ROWS = 2
FAN_STEP_MAX = 11


class Plan(NamedTuple):
    """Where things are. No two regions overlap, and nothing is written across their edges."""

    sides: Region
    """What both sides have, and the signs that I know of."""
    partner: Region
    left: Region
    trick: Region
    right: Region
    mine: Region
    palette: Region
    hand: Region
    log: Region
    large: bool


def title(scene: Scene) -> str:
    deal = scene.view.facts["deal"]
    if not deal:
        return _("the draw for partners")
    to_points = scene.options.get("length") == "five_points"
    said = _("deal {number}, five points win") if to_points else _("deal {number} of {most}")
    return said.format(number=deal, most=DEALS)


def pad(view: View, me: Seat, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    return {}


def aside(view: View) -> str:
    if view.facts["step"] == "trick":
        spoiled = view.facts["taken"][-1] is None
        return _("The trick is spoiled.") if spoiled else _("The trick stays on the table for a moment.")
    return words.aside(view)


def asides(view: View) -> Sequence[Offer]:
    """Looks: after each of them eyes rest, and then nobody can be looked at."""
    if view.viewer is None:
        return ()
    _me, *others = round_from(view.viewer, view)
    return looks_at(tuple(others), view.facts["eyes"][view.viewer])


def lap(view: View) -> object:
    """The deal, and which trick it is."""
    facts = view.facts
    return facts["deal"], len(facts["taken"]) - facts["full"]


def sheets(view: View, laid: str) -> Mapping[str, str]:
    named = {key: _((BACK if key == laid else SHEETS)[key]) for key in SHEETS}
    return named if view.facts["deal"] else {}


def keeps(laid: str, before: View, after: View) -> bool:
    """The last trick would be taken for the one that is played."""
    return laid != "r" or _on_the_table(before) == _on_the_table(after)


def moves_s(view: View) -> float:
    return ceremony.lasts_s(view) if view.facts["step"] == ceremony.STEP else 0.0


def marks(glyphs: Glyphs) -> Mapping[str, str]:
    thumb, index = (" ".join(fist(finger)).strip() for finger in (0, 1))
    return {
        MY_EYES: N_("here you look"),
        thumb: N_("beside a face: a hand with the thumb out"),
        index: N_("beside a face: a hand with one finger up; which one, tells where the line stands"),
        glyphs.back: N_("a trick that this player has won"),
        " ".join(glyphs.ways): N_("whose trick it was, by where the player sits"),
        glyphs.spoiled: N_("a trick that was spoiled; before a sign or a card: it has been played"),
        glyphs.chosen: N_("the card that you have chosen"),
    }


def draw(canvas: Canvas, region: Region, scene: Scene) -> Region:
    step = scene.view.facts["step"]
    if step == ceremony.STEP:
        return ceremony.draw(canvas, region, scene)
    plan = _plan(region, scene)
    draw_sides(canvas, plan.sides, scene)
    for way, place in ((PARTNER, plan.partner), (LEFT, plan.left), (RIGHT, plan.right)):
        draw_person(canvas, place, way, scene, large=plan.large)
    draw_mine(canvas, plan.mine, scene)
    if plan.hand:
        draw_palette(canvas, plan.palette, scene)
        fan(canvas, plan.hand, scene.order, name, scene, HAND_USUAL, title_of, FAN_STEP_MAX)
    match scene.sheet:
        case "o":
            draw_order(canvas, plan.trick, scene)
        case "r":
            draw_last(canvas, plan.trick, scene)
        case _ if step in ("chant", "reject"):
            draw_chant(canvas, plan.trick, scene)
        case _:
            draw_trick(canvas, plan.trick, scene)
    return plan.log


# where things are


def _on_the_table(view: View) -> list[object]:
    """How far the deal is, and the cards of the trick."""
    return [view.facts["deal"], view.facts["step"], *(view.zone(f"trick:{seat}") for seat in view.facts["places"])]


def _plan(region: Region, scene: Scene) -> Plan:
    wide = region.width >= LOG_BESIDE_FROM
    table = region.shrink((0, LOG_BESIDE_CELLS + 2, 0, 0)) if wide else region
    large = region.height >= LARGE_FROM_ROWS and table.width >= LARGE_FROM_CELLS
    holds = scene.view.viewer is not None and scene.view.facts["step"] != "scored"
    air, top = (1, LARGE_ROWS + 1) if large else (0, MIEN_ROWS + 1)
    below = PALETTE_ROWS + (LARGE_HAND_ROWS if large else HAND_ROWS)
    partner_cells = LARGE_PARTNER_CELLS if large else PARTNER_CELLS
    partner = Region(table.x + (table.width - partner_cells) // 2, table.y, partner_cells, top)
    corner = Region(partner.right, table.y, table.right - partner.right - 1, top)
    mine = Region(table.x, table.bottom - below - 1, table.width, 1)
    cards = 3 * (LARGE_CARD_CELLS if large else CARD_CELLS)
    x, y = table.x + (table.width - cards) // 2, partner.bottom + air
    trick = Region(x, y, cards, max(0, mine.y - y - air))
    rest = Region(table.x + 1, mine.bottom, table.width - 1, below)
    palette, hand = rest.split_horizontal(PALETTE_ROWS) if holds else (Region(), Region())
    beside = Region(table.right + 2, table.y, LOG_BESIDE_CELLS, table.height)
    return Plan(
        sides=Region(table.x, table.y, partner.x - table.x, top),
        partner=partner,
        left=Region(table.x, y, x - table.x, trick.height),
        trick=trick,
        right=Region(trick.right, y, table.right - trick.right, trick.height),
        mine=mine,
        palette=palette,
        hand=hand,
        log=beside if wide else corner if holds else rest,
        large=large,
    )
