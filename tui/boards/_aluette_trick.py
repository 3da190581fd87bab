"""The middle of the table in Aluette: the trick, and the sheets that are laid on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.geometry import Offset, Region

from engine.board import Seat
from engine.cards import Card
from engine.games._aluette_state import LEVEL, PLAYERS, TRICKS
from tui.boards._aluette_cards import name, order, title_of
from tui.boards._aluette_seats import called, does, way_to
from tui.language import _
from tui.spoken.aluette import last_trick, round_from, trick, trick_number
from tui.theme import Role
from tui.widgets.canvas import Canvas, Cell, fit, wrap
from tui.widgets.frame import frame
from tui.widgets.scene import Scene

ANSWER_CELLS = 14
NAMED, ORDER_CELLS = 8, 36
"""So many levels have a name; and how wide the order of the cards is."""
LOW = ((5, 8), (8, 10), (10, 11))
HALVES = ((0, 5), (5, 11))
"""Of the levels without, these can stand in a line; and these without their names."""
CARD_ROWS_MAX = 6
CARD_ROWS_MIN = 3


def draw_trick(canvas: Canvas, region: Region, scene: Scene) -> None:
    """What has been played, before its players, and what has come of it."""
    taken, number = scene.view.facts["taken"], trick_number(scene.view)
    said = _("trick {number} of {most}").format(number=number, most=TRICKS)
    room = region.width // 3
    canvas.put(region.x, region.y, said if cell_len(said) <= room else f"{number}/{TRICKS}", "quiet")
    if scene.view.facts["full"]:
        _draw_outcome(canvas, region, taken[-1], scene.view.turn if len(taken) < TRICKS else None, scene)
    _draw_cards(canvas, region, trick(scene.view), scene)


def draw_last(canvas: Canvas, region: Region, scene: Scene) -> None:
    """The trick before the one on the table."""
    cards, winner = last_trick(scene.view)
    if not cards:
        none = _("There is no last trick yet.")
        canvas.put(region.x, region.y, fit(none, region.width, scene.glyphs.more), "told")
        return
    canvas.put(region.x, region.y, fit(_("last trick"), region.width // 3, scene.glyphs.more), "turn")
    _draw_outcome(canvas, region, winner, None, scene)
    _draw_cards(canvas, region, cards, scene)


def draw_order(canvas: Canvas, region: Region, scene: Scene) -> None:
    """L2: the named cards, those crossed out that have been played, and at their right the levels of cards that are
    equal, with little room the low ones together in a line; with very little the named in two columns over the rest."""
    lines, fallen = order(scene.glyphs), scene.view.facts["fallen"]
    named, equal = lines[:NAMED], lines[NAMED:]
    column, x = NAMED, region.x + (region.width - ORDER_CELLS) // 2
    beside = Offset(ORDER_CELLS // 2, 0)
    if region.height < NAMED:
        column, beside = NAMED // 2, Offset(1, NAMED // 2)
        equal = [_in_a_line(line[:-1] for line in equal[a:b]) for a, b in HALVES]
    elif region.height < len(equal):
        equal = [*equal[:5], *(_in_a_line(equal[a:b]) for a, b in LOW)]
    y = region.y + max(0, (region.height - beside.y - len(equal)) // 2)
    for level, pieces in enumerate(named):
        gone, left, top = bool(fallen[level]), x + level // column * ORDER_CELLS // 2, y + level % column
        canvas.put(left, top, scene.glyphs.spoiled if gone else "", "quiet")
        canvas.write(left + 1, top, [(text, "quiet" if gone else role) for text, role in pieces])
    for row, pieces in enumerate(equal, y + beside.y):
        canvas.write(x + beside.x, row, pieces)


def _in_a_line(levels: Iterable[Sequence[Cell]]) -> list[Cell]:
    return [piece for level in levels for piece in (*level, (" ", ""))]


def draw_chant(canvas: Canvas, region: Region, scene: Scene) -> None:
    """L5: who has been asked, and with which answer; then who rejects."""
    facts, asked = scene.view.facts, scene.view.facts["step"] == "chant"
    said = _("The chant, if all four agree") if asked else _("The chant: six are rejected")
    lines = wrap(said, region.width - 2)
    for y, line in enumerate(lines, region.y):
        canvas.put(region.x + 1, y, line, "strong")
    dealer, *others = round_from(facts["dealer"], scene.view)
    for y, seat in enumerate((*others, dealer), region.y + len(lines)):
        canvas.put(region.x + 1, y, called(seat, scene, region.width - ANSWER_CELLS - 2))
        said, role = _answer(seat, scene)
        canvas.put(region.right - ANSWER_CELLS, y, fit(said, ANSWER_CELLS, scene.glyphs.more), role)


def _answer(seat: Seat, scene: Scene) -> Cell:
    if seat in scene.view.awaited:
        return _("is asked") if scene.view.facts["step"] == "chant" else _("is choosing"), "turn"
    if scene.view.zone(f"rejects:{seat}"):
        return _("has rejected"), ""
    return (_("agrees"), "") if seat in scene.view.facts["agreed"] else (scene.glyphs.gap, "quiet")


def _draw_cards(canvas: Canvas, region: Region, lying: Sequence[tuple[Seat, Card]], scene: Scene) -> None:
    """Cards in the order of playing, each before who has played it; on the edge of a card what it is to the trick."""
    width, height = region.width // 3, min(CARD_ROWS_MAX, region.height // 2)
    if height < CARD_ROWS_MIN:
        return
    top = region.y + (region.height - 2 * height) // 2
    middle, side = region.x + width, top + (height + 1) // 2
    corners = ((middle, top + height), (region.x, side), (middle, top), (middle + width, side))
    highest = min((LEVEL[card] for _seat, card in lying), default=0)
    best = [seat for seat, card in lying if LEVEL[card] == highest] if len(lying) > 1 else []
    # Translators: on the edge of a card, in 8 letters at most.
    words = (_("wins"), _("spoils")) if len(lying) == PLAYERS else (_("highest"), _("equal"))
    for i, (seat, card) in enumerate(lying):
        x, y = corners[way_to(seat, scene)]
        role: Role = ("alarm" if len(best) > 1 else "strong") if seat in best else "quiet"
        word = words[len(best) > 1] if seat in best else ""
        _draw_card(canvas, x, y, width, height, card, role, _("led") if i == 0 else "", word, scene)


def _draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    card: Card,
    line: Role,
    above: str,
    below: str,
    scene: Scene,
) -> None:
    """A card with words on its edges."""
    frame(canvas, x, y, (width - 2,), (height - 2,), scene.glyphs, line=line)
    for row, word in ((y, above), (y + height - 1, below)):
        if word:
            shown = f" {fit(word, width - 4, scene.glyphs.more)} "
            canvas.put(x + (width - cell_len(shown)) // 2, row, shown, line if word == below else "quiet")
    text, role = name(card, scene.glyphs)
    first = y + 1 + (height - 3) // 2 if height < 4 else y + 1 + (height - 4) // 2
    canvas.put(x + (width - cell_len(text)) // 2, first, text, role)
    if height > CARD_ROWS_MIN:
        called, role = title_of(card, width - 2, scene.glyphs)
        canvas.put(x + (width - cell_len(called)) // 2, first + 1, called, role)


def _draw_outcome(canvas: Canvas, region: Region, winner: Seat | None, leader: Seat | None, scene: Scene) -> None:
    """In the corner: who has won the trick; or that it is spoiled, and who leads again."""
    width = region.width // 3 - 1
    x, y = region.right - width, region.y
    if winner is not None:
        canvas.put(x, y, does(winner, _("You win"), _("{name} wins"), scene, width), "strong")
        return
    canvas.put(x, y, fit(_("spoiled"), width, scene.glyphs.more), "alarm")
    if leader is not None:
        canvas.put(x, y + 1, does(leader, _("You lead"), _("{name} leads"), scene, width), "strong")
