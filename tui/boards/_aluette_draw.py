"""The draw for partners in Aluette (L3), as it is dealt: card after card, until each of the four top cards is found."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat
from engine.cards import Card
from engine.game import View
from engine.games._aluette_state import PLAYERS, TOPS
from tui.boards._aluette_cards import name, title_of
from tui.boards._aluette_seats import called, does
from tui.language import _
from tui.spoken.aluette import round_from
from tui.story import listed
from tui.widgets.canvas import Canvas, wrap
from tui.widgets.scene import Scene

STEP = "drawn"
CARD_S = 0.25
"""One card is dealt in this time."""
NAME_CELLS, CARD_CELLS, FOUND_CELLS = 22, 3, 14
SEATED_CELLS = 39
HEAD_ROWS, ROWS_EACH, PLACES_ROWS = 2, 2, 6


def lasts_s(view: View) -> float:
    return CARD_S * (len(dealt(view)) + 1)


def dealt(view: View) -> list[tuple[Seat, Card]]:
    """The cards in the order in which they were dealt: in turn, but who has a top card gets no more."""
    left = [[card for card in view.zone(f"drawn:{seat}") if card] for seat in range(PLAYERS)]
    cards: list[tuple[Seat, Card]] = []
    while any(left):
        cards += [(seat, own.pop(0)) for seat, own in enumerate(left) if own]
    return cards


def draw(canvas: Canvas, region: Region, scene: Scene) -> Region:
    cards = dealt(scene.view)
    shown = cards[: int(scene.age_s / CARD_S)] if scene.age_s < lasts_s(scene.view) else cards
    y = region.y
    told = _("Cards are dealt until each of the four top cards has found its player.")
    for line_y, line in enumerate(wrap(told, region.width - 2)[:HEAD_ROWS], y):
        canvas.put(region.x + 1, line_y, line, "quiet")
    y += HEAD_ROWS
    for seat in range(PLAYERS):
        row = Region(region.x + 1, y, region.width - 2, ROWS_EACH)
        _draw_seat(canvas, row, seat, [card for by, card in shown if by == seat], scene)
        y += ROWS_EACH + 1
    if len(shown) < len(cards):
        return Region()
    y = min(y, region.bottom - (PLACES_ROWS - 1))  # the gap above it is the first to go
    _draw_places(canvas, region.x + 1, y, region.width - 2, scene)
    return Region(region.x + 1, y + PLACES_ROWS, region.width - 2, max(0, region.bottom - y - PLACES_ROWS))


def _draw_seat(canvas: Canvas, region: Region, seat: Seat, cards: list[Card], scene: Scene) -> None:
    """Somebody's cards, as many of the last as there is room for; at the right the top card, once it is found."""
    x, y = region.offset
    canvas.put(x, y, called(seat, scene, NAME_CELLS - 2), "strong")
    each = max(1, (region.width - NAME_CELLS - FOUND_CELLS) // CARD_CELLS)
    shown = cards[-each * ROWS_EACH :]
    for i, card in enumerate(shown):
        row, place = divmod(i, each)
        canvas.put(x + NAME_CELLS + CARD_CELLS * place, y + row, *name(card, scene.glyphs))
    if len(shown) < len(cards):
        canvas.put(x + NAME_CELLS - 1, y, scene.glyphs.more, "quiet")
    if cards and cards[-1] in TOPS:
        found, _role = title_of(cards[-1], FOUND_CELLS, scene.glyphs)
        canvas.put(x + region.width - FOUND_CELLS + 1, y, f" {found} ", "turn")


def _draw_places(canvas: Canvas, x: int, y: int, width: int, scene: Scene) -> None:
    """Who plays with whom, and who sits where from now on, seen from me."""
    mine, left, across, right = round_from(scene.me, scene.view)
    cells = width - SEATED_CELLS
    against = _("against {names}.")
    each = (cells - cell_len(against.format(names=listed(["", ""])))) // 2
    ours, theirs = (listed([called(seat, scene, each) for seat in side]) for side in ((mine, across), (left, right)))
    canvas.put(x, y, ours, "strong")
    canvas.put(x, y + 1, against.format(names=theirs), "strong")
    first = does(scene.view.facts["dealer"], _("You deal first."), _("{name} deals first."), scene, cells - 1)
    canvas.put(x, y + 3, first)
    middle, beside = x + width - SEATED_CELLS // 2, SEATED_CELLS // 3
    for down, at, seat in ((0, 0, across), (2, -beside, left), (2, beside, right), (4, 0, mine)):
        shown = called(seat, scene, beside - 1)
        canvas.put(middle + at - cell_len(shown) // 2, y + down, shown, "strong")
