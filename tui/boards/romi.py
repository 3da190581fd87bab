"""Römi on the screen: the piles above, what everybody has laid in rows, and my hand as a fan in front of me."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat, Spot
from engine.game import View
from engine.games._melds import JOKER
from tui.keys import key_name
from tui.language import N_, _, ngettext, pgettext
from tui.spoken import romi as words
from tui.spoken.romi import CARD_KEYS, HAND, HOLDING, by_suit, in_rows, laid, pad
from tui.suits import suited, suits, symbol
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas, Cell, filled, fit
from tui.widgets.fan import ROWS_MAX, ROWS_MIN, fan, fans
from tui.widgets.foot import APART
from tui.widgets.frame import frame
from tui.widgets.nameplate import nameplate
from tui.widgets.scene import Scene

__all__ = ["HAND", "pad", "suits"]

HAND_MAX = len(CARD_KEYS)

LOG_BESIDE_FROM, LOG_BESIDE_CELLS = 110, 34
TALL_FROM = 28
"""In so many rows the cards of my hand are large, and there is a line between the players."""
PILE_CELLS, PILE_STEP, PILE_ROWS = 6, 11, 4
PILE_OFFERS = {"stock": "draw", "discard": "take", "cut": "take-cut"}
"""The offers that a click on a pile means, by their codes."""
PILE_NAMES = {"stock": N_("stock"), "discard": N_("discard"), "cut": N_("cut")}
NAME_CELLS, MARK_CELLS = 24, 2
LABEL_CELLS = 3
NEARLY_OUT = 5
"""With so few cards it is told what going out would score."""


class Plan(NamedTuple):
    """Where things are. No two regions overlap, and nothing is written across their edges."""

    piles: Region
    names: Region
    melds: Region
    """Beside the names: what the players have laid."""
    mine: Region
    """A line above my hand: the opening that I put together."""
    hand: Region
    log: Region


class Item(NamedTuple):
    """Something in a player's row that is not broken: pieces of text, and what a click on it means."""

    pieces: tuple[Cell, ...]
    spot: Spot | None = None

    @property
    def width(self) -> int:
        return sum(cell_len(text) for text, _role in self.pieces)


def title(scene: Scene) -> str:
    facts = scene.view.facts
    said = _("round {round} of {rounds}, {name} deals")
    return said.format(round=facts["round"], rounds=facts["rounds"], name=scene.people[facts["dealer"]].name)


def aside(view: View) -> str:
    """What has to be done in my turn, and how."""
    chooses = view.viewer is not None and view.viewer == view.turn and view.facts["step"] == "play"
    return words.due(view) or (_("Choose cards by their keys, then say what to do.") if chooses else "")


def marks(glyphs: Glyphs) -> Mapping[str, str]:
    return {
        glyphs.fresh: N_("stands after what has just come there"),
        glyphs.chosen: N_("a card or a meld that you have chosen"),
        glyphs.found: N_("a card with which something can be laid: the key of the hint shows what"),
        JOKER: N_("a joker, and after it the card for which it stands, or two suits if it may be either"),
    }


def draw(canvas: Canvas, region: Region, scene: Scene) -> Region:
    plan = _plan(region, scene)
    _draw_piles(canvas, plan.piles, scene)
    _draw_rows(canvas, plan, scene)
    if scene.view.facts["step"] == "cut":
        _draw_cut(canvas, plan.melds, scene)
    if plan.hand:
        _draw_mine(canvas, plan.mine, scene)
        fan(canvas, plan.hand, scene.order, suited, scene, HAND_MAX)
    return plan.log


# where things are


def _plan(region: Region, scene: Scene) -> Plan:
    wide = region.width >= LOG_BESIDE_FROM
    table = region.shrink((0, LOG_BESIDE_CELLS + 2, 0, 0)) if wide else region
    tall, count = region.height >= TALL_FROM, len(scene.order)
    inner = table.width - 2
    hand = fans(inner, count) * (ROWS_MAX if tall and count <= HAND_MAX else ROWS_MIN) if count else 0
    rows = Region(table.x, table.y + PILE_ROWS + 1, table.width, max(0, table.height - PILE_ROWS - 1 - hand - 1))
    piles = Region(table.x + 1, table.y, 3 * PILE_STEP, PILE_ROWS)
    beside = Region(piles.right + 1, table.y, table.right - piles.right - 2, PILE_ROWS)
    return Plan(
        piles=piles,
        names=Region(rows.x, rows.y, NAME_CELLS, rows.height),
        melds=Region(rows.x + NAME_CELLS, rows.y, rows.width - NAME_CELLS, rows.height),
        mine=Region(table.x + 1, rows.bottom, inner, 1),
        hand=Region(table.x + 1, table.bottom - hand, inner, hand),
        log=Region(table.right + 2, table.y, LOG_BESIDE_CELLS, table.height) if wide else beside,
    )


# what lies there


def _draw_piles(canvas: Canvas, region: Region, scene: Scene) -> None:
    """The stock, the discard pile and the cut card, which lies in sight."""
    x, y = region.offset
    for zone in ("stock", "discard", "cut"):
        cards = scene.view.zone(zone)
        count = f" {len(cards)}" if zone != "cut" else ""
        canvas.put(x, y, fit(_(PILE_NAMES[zone]), PILE_STEP - 1 - len(count), scene.glyphs.more) + count, "quiet")
        if cards:
            top = Spot(zone, len(cards) - 1)
            card = scene.at(top)
            text, role = suited(card, scene.glyphs) if card else (scene.glyphs.back * (PILE_CELLS - 2), "down")
            frame(canvas, x, y + 1, (PILE_CELLS,), (1,), scene.glyphs)
            canvas.put(x + 1 + (PILE_CELLS - cell_len(text) + 1) // 2, y + 2, text, role)
            if top in scene.fresh:
                canvas.put(x + PILE_CELLS, y + 2, scene.glyphs.fresh, "strong")
            if key := scene.keys.get(PILE_OFFERS[zone]):
                for row in range(y, y + PILE_ROWS):
                    canvas.lead(x, row, PILE_CELLS + 2, key)
        x += PILE_STEP


def _draw_rows(canvas: Canvas, plan: Plan, scene: Scene) -> None:
    """A row for every player, or more if the melds need them: who it is, how many cards are left, what was laid."""
    rows: list[tuple[Seat | None, list[Item]]] = []
    seats = in_rows(scene.me, len(scene.people))
    lines = {seat: _flow(_items(seat, scene), plan.melds.width - 1) for seat in seats}
    spare = plan.names.height - sum(map(len, lines.values()))
    for seat in seats:
        if rows and spare >= len(seats) - 1:
            rows.append((None, []))
        first, *more = lines[seat]
        rows += [(seat, first), *((None, items) for items in more)]
    canvas.roll, canvas.roll_rows = plan.names.union(plan.melds), max(0, len(rows) - plan.names.height)
    start = min(scene.rolled, canvas.roll_rows)
    for y, (named, items) in enumerate(rows[start : start + plan.names.height], plan.names.y):
        if named is not None:
            _draw_name(canvas, plan.names.x, y, named, scene)
        x = plan.melds.x
        for item in items:
            if item.spot is not None:
                canvas.aim(x, y, item.width, item.spot)
            x = canvas.write(x, y, item.pieces)
    if canvas.roll_rows:
        said = _("{first}-{last} of {n} rows, arrows up and down")
        shown = said.format(first=start + 1, last=start + plan.names.height, n=len(rows))
        canvas.put(plan.mine.right - cell_len(shown), plan.names.y - 1, shown, "quiet")


def _flow(items: Sequence[Item], width: int) -> list[list[Item]]:
    """The items in as many rows as they need."""
    rows: list[list[Item]] = [[]]
    used = 0
    for item in items:
        if rows[-1] and used + item.width > width:
            rows.append([])
            used = 0
        rows[-1].append(item)
        used += item.width
    return rows


def _draw_name(canvas: Canvas, x: int, y: int, seat: Seat, scene: Scene) -> None:
    """Who it is, and how many cards the player has, or has got for those that are left."""
    view = scene.view
    count = str(sum(len(view.zone(f"{kind}:{seat}")) for kind in HOLDING))
    if view.facts["step"] == "scored":
        count = str(view.scores.rounds[-1][seat])
    turn, beside = seat in scene.waited_for, len("  -20 ")
    plate = nameplate(*scene.people[seat], NAME_CELLS - beside - (0 if turn else MARK_CELLS), scene.glyphs, turn=turn)
    canvas.write(x if turn else x + MARK_CELLS, y, plate)
    canvas.write(x + NAME_CELLS - 2, y, [(count, "strong")], right=True)


def _items(seat: Seat, scene: Scene) -> list[Item]:
    """What stands in a player's row."""
    view, facts = scene.view, scene.view.facts
    items = [_meld(zone, scene) for zone in laid(view, seat)]
    taken = [*view.zone(f"drawn:{seat}"), *view.zone(f"joker:{seat}")]
    if facts["step"] == "scored":
        left = [card for card in view.zone(f"left:{seat}") if card]
        if seat == facts["out"]:
            items.append(_text([(_("went out"), "told")]))
        elif left:
            sort = sorted(left, key=by_suit)
            had = _spaced([suited(card, scene.glyphs) for card in sort])
            items.append(_text(filled(_("had {cards}"), "quiet", cards=had)))
    elif not items and facts["step"] != "cut":
        items.append(_text([(_("has opened") if facts["opened"][seat] else _("has not opened"), "quiet")]))
    held = [] if seat == view.viewer else [card for card in view.zone(f"hand:{seat}") if card]
    if held:
        items.append(_text([(_("holds"), "quiet")]))
        items += [Item((suited(card, scene.glyphs), (" ", ""))) for card in sorted(held, key=by_suit)]
    if taken and seat != view.viewer:
        said = _("has to play {cards}") if facts["must"] else _("has taken {cards}")
        cards = _spaced([suited(card or "", scene.glyphs) for card in taken])
        items.append(_text(filled(said, "told", cards=cards)))
    return items


def _text(pieces: Sequence[Cell]) -> Item:
    """Below the cards of the melds, and apart from what follows."""
    return Item(((" " * LABEL_CELLS, ""), *pieces, (" ", "")))


def _spaced(cells: Sequence[Cell]) -> list[Cell]:
    return [piece for cell in cells for piece in (cell, (" ", ""))][:-1]


def _meld(zone: str, scene: Scene) -> Item:
    """A meld after its keys, with the card that its joker stands for. A mark after a card says that it is new, or that
    the meld is chosen."""
    glyphs, cards = scene.glyphs, scene.view.zone(zone)
    spots = [Spot(zone, i) for i in range(len(cards))]
    target = next((spot for spot in spots if spot in scene.pad), None)
    chosen, here = bool(set(spots) & set(scene.chosen)), scene.cursor in spots
    pieces: list[Cell] = [
        (scene.pad[target], "key") if target else ("  ", ""),
        ("[" if here else " ", "key" if here else ""),
    ]
    for spot, card in zip(spots, cards, strict=True):
        pieces.append(_joker(zone, scene) if card == JOKER else suited(card or "", glyphs))
        new = spot in scene.fresh and (spot == spots[-1] or not scene.fresh.issuperset(spots))
        pieces.append((f"{glyphs.fresh} " if new else " ", "strong"))
    if here or chosen:
        pieces[-1:] = [("]", "key") if here else (glyphs.chosen, "strong"), (" ", "")]
    return Item(tuple(pieces), target)


def _joker(zone: str, scene: Scene) -> Cell:
    """In a set of three both suits that it may stand for."""
    stands = scene.view.facts["jokers"].get(zone, ())
    text = (
        suited(stands[0], scene.glyphs)[0]
        if len(stands) == 1
        else "".join(symbol(card, scene.glyphs) for card in stands)
    )
    return JOKER + text, "joker"


def _draw_cut(canvas: Canvas, region: Region, scene: Scene) -> None:
    """Who cuts; for the cutter a slider, with the whole pack from left to right."""
    view = scene.view
    heights = [spot for offer in view.offers if offer.pick for spot in offer.pick.spots]
    if not heights:
        canvas.put(region.x, region.y, _("{name} cuts the cards.").format(name=scene.people[view.turn].name), "told")
        return
    at = heights.index(scene.cursor) if scene.cursor in heights else 0
    width = region.width - 2
    lifts = ngettext("You lift {n} card (1 to {most}).", "You lift {n} cards (1 to {most}).", at + 1)
    canvas.put(region.x, region.y, lifts.format(n=at + 1, most=len(heights)), "strong")
    canvas.put(region.x, region.y + 1, scene.glyphs.spent * width, "quiet")
    canvas.put(region.x + at * (width - 1) // (len(heights) - 1), region.y + 1, scene.glyphs.knob, "key")
    for x in range(width):
        canvas.lead(region.x + x, region.y + 1, 1, heights[x * (len(heights) - 1) // (width - 1)])


def _draw_mine(canvas: Canvas, region: Region, scene: Scene) -> None:
    """What I have staged: each meld with its worth, and how much it is together. At the right what my hand's own keys
    do."""
    view, facts = scene.view, scene.view.facts
    if facts["staged"]:
        pieces: list[Cell] = []
        for meld, worth in zip(facts["staged"], facts["worth"], strict=True):
            cards = [suited(view.zone(zone)[i] or "", scene.glyphs) for zone, i in meld]
            pieces += [(" + " if pieces else "", "quiet"), *_spaced(cards), (f" {worth}", "told")]
        done, needs = sum(facts["worth"]), facts["needs"]
        enough = done >= needs
        said = _("{done}, enough ({needs})") if enough else _("{done} of {needs}")
        pieces.append((f"  = {said.format(done=done, needs=needs)}", "strong" if enough else "alarm"))
    else:
        mine = len(scene.order)
        said = ngettext("{n} card, {way}", "{n} cards, {way}", mine)
        if facts["prize"] and view.viewer == view.turn and facts["step"] == "play" and mine <= NEARLY_OUT:
            said = ngettext(
                "{n} card, {way}, going out scores {prize}", "{n} cards, {way}, going out scores {prize}", mine
            )
        pieces = [(said.format(n=mine, way=scene.way, prize=facts["prize"]), "quiet")]
    x = canvas.write(region.x, region.y, pieces)
    keys = [("tab", scene.next_way), *([("!", pgettext("key", "hint"))] if scene.found else [])]
    shown = [(f"{key_name(key)} {what}", key) for key, what in keys]
    start = region.right - sum(cell_len(text) + len(APART) for text, _key in shown) + len(APART)
    for text, key in shown if start > x else ():
        start = canvas.put(start, region.y, text, "quiet", target=key) + len(APART)
