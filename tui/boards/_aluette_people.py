"""The four players of Aluette: the three others with their faces, and what there is to know of each."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat
from engine.games._aluette_offers import LOOK_KEYS
from engine.games._aluette_state import TRICKS
from tui.boards._aluette_cards import GESTURES, name, sign_name
from tui.boards._aluette_seats import LEFT, ME, PARTNER, RIGHT, at, called, is_me, way_to
from tui.boards._aluette_signs import offered, seen
from tui.keys import key_name
from tui.language import _, pgettext
from tui.spoken.aluette import by_order
from tui.story import listed
from tui.widgets.canvas import Canvas, Cell, fit, fit_pieces
from tui.widgets.mien import CALM, LARGE_CELLS, LARGE_ROWS, MIEN_CELLS, MIEN_ROWS, MIENS, Gaze, mien
from tui.widgets.nameplate import NAME_CELLS_MIN, nameplate
from tui.widgets.scene import Scene

KEY_CELLS, NAME_CELLS = 4, 24
CARD_CELLS = 3
MY_EYES = "oo"
"""Stands where I look, in place of the key that turns my eyes there."""
GAZES: dict[tuple[int, int], Gaze] = {
    (LEFT, PARTNER): "right",
    (LEFT, RIGHT): "right",
    (PARTNER, LEFT): "left",
    (PARTNER, RIGHT): "right",
    (RIGHT, LEFT): "left",
    (RIGHT, PARTNER): "left",
}
"""Who sits here and looks there turns the eyes so; who looks at me looks straight ahead."""


def draw_sides(canvas: Canvas, region: Region, scene: Scene) -> None:
    """Who plays with whom, and the points; below it the signs of this deal that I have given or seen."""
    x, y, width = region.x + 1, region.y, region.width - 2
    for way in (ME, LEFT):
        one, other = at(way, scene), at(way + PARTNER, scene)
        points = str(scene.view.scores.totals[one])
        room = width - cell_len(f"{listed(['', ''])}  {points}")
        second = called(other, scene, max(room // 2, room - cell_len(called(one, scene, room))))
        canvas.put(x, y, listed([called(one, scene, room - cell_len(second)), second]))
        canvas.put(x + width - len(points), y, points, "strong")
        y += 1
    if scene.view.viewer is not None and scene.view.facts["step"] != "scored":
        for line in seen(scene, width, region.bottom - y):
            canvas.put(x, y, line, "told")
            y += 1


def draw_person(canvas: Canvas, region: Region, way: int, scene: Scene, *, large: bool) -> None:
    """Somebody opposite or at a side: the key that turns my eyes there, the name, the face, and how it goes."""
    seat, facts, x, y = at(way, scene), scene.view.facts, region.x + 1, region.y
    cells, rows = (LARGE_CELLS, LARGE_ROWS) if large else (MIEN_CELLS, MIEN_ROWS)
    key = next((offer.key for offer in offered("look", scene) if offer.args == (seat,)), None)
    if scene.view.viewer is not None and facts["eyes"][scene.view.viewer] == seat:
        canvas.put(x, y, MY_EYES, "strong")
    elif scene.view.viewer is not None:  # also while my eyes rest: then they turn in a moment
        canvas.aim(x, y, KEY_CELLS + NAME_CELLS, LOOK_KEYS[way - LEFT])
        for row in range(1, rows + 1):
            canvas.lead(x, y + row, cells, LOOK_KEYS[way - LEFT])
    canvas.put(x, y, f" {key} " if key is not None else "", "key")
    head = region.right - 1 - x - KEY_CELLS
    note = scene.people[seat].note
    apart = note if cell_len(f"{called(seat, scene, head)} {scene.glyphs.dot} {note}") > head else ""
    canvas.write(x + KEY_CELLS, y, _plate(seat, scene, head, "" if apart else note))
    sign, gaze = facts["faces"][seat], GAZES.get((way, way_to(facts["eyes"][seat], scene)), "me")
    mien(canvas, x, y + 1, MIENS[GESTURES[sign]] if sign else CALM, gaze, scene.glyphs, large=large)
    if way == PARTNER:
        x, y = x + cells, y + 1
    else:
        y += 1 + rows
    for pieces in _lines(seat, scene, region.right - 1 - x, apart)[: region.bottom - y]:
        canvas.write(x, y, pieces)
        y += 1


def draw_mine(canvas: Canvas, region: Region, scene: Scene) -> None:
    """Where I look and how it goes for me; how else my hand can be sorted; and who has won which trick, by the way to
    where they sit."""
    seat, facts, glyphs, (x, y) = scene.me, scene.view.facts, scene.glyphs, region.offset
    left, up, right, down = tuple(glyphs.ways)
    ways = {at(way, scene): arrow for way, arrow in ((ME, down), (LEFT, left), (PARTNER, up), (RIGHT, right))}
    track = "".join(glyphs.spoiled if won is None else ways[won] for won in facts["taken"])
    tricks = _("tricks")
    track_cells = cell_len(f"{tricks} ") + TRICKS
    gaps = glyphs.gap * (TRICKS - len(track))
    pieces: list[Cell] = [(f"{tricks} ", "quiet"), (track, "strong"), (gaps, "quiet")]
    canvas.write(region.right - 1 - track_cells, y, pieces)
    sort = f"{key_name('tab')} {scene.next_way}" if scene.order else ""
    sort_cells = cell_len(sort)
    canvas.put(region.right - 3 - track_cells - sort_cells, y, sort, "quiet", target="tab" if sort else None)
    x = canvas.write(x + 1, y, _plate(seat, scene, NAME_CELLS, "" if is_me(seat, scene) else scene.people[seat].note))
    said = [line for line in (_does(seat, scene), _tricks(seat, scene, NAME_CELLS), _rejects(seat, scene)) if line]
    pieces = [piece for line in said for piece in ((f" {glyphs.dot} ", "quiet"), *line)]
    room = region.right - 3 - track_cells - (sort_cells and sort_cells + 2) - x
    looks = _looks(seat, scene, room - sum(cell_len(text) for text, _role in pieces) - 1)
    canvas.write(x, y, fit_pieces([(f" {looks}", ""), *pieces], room, glyphs.more))


def _plate(seat: Seat, scene: Scene, width: int, note: str) -> list[Cell]:
    """Who it is, in so many cells."""
    return nameplate(called(seat, scene, width), note, width, scene.glyphs, turn=seat in scene.waited_for)


def _looks(seat: Seat, scene: Scene, cells: int) -> str:
    """Where the eyes are, said after the name; in so many cells an arrow says it, if words cannot."""
    eyes = scene.view.facts["eyes"][seat]
    if is_me(eyes, scene):
        # Translators: in 14 letters at most.
        said, name = _("looks at you"), pgettext("looked at", "you")
        fits = cell_len(said) <= cells
    else:
        # Translators: stands after the name of the player who looks there; or after "You".
        said = pgettext("you", "look at {name}") if is_me(seat, scene) else _("looks at {name}")
        name = scene.people[eyes].name
        fits = cell_len(said.format(name="")) + min(NAME_CELLS_MIN, cell_len(name)) <= cells
    if not fits:
        _left, _up, right, _down = tuple(scene.glyphs.ways)
        said = right + " {name}"
    return said.format(name=fit(name, cells - cell_len(said.format(name="")), scene.glyphs.more))


def _lines(seat: Seat, scene: Scene, width: int, note: str) -> list[list[Cell]]:
    """Where the eyes are; the sign; the tricks; and what else there is to know, the note among it."""
    sign, eyes = scene.view.facts["faces"][seat], scene.view.facts["eyes"][seat]
    does = _does(seat, scene)
    signs: list[Cell] = [(f" {sign_name(sign, width - 2, scene.glyphs)} ", "turn")] if sign else []
    lines: list[list[Cell]] = [
        [(_looks(seat, scene, width), "strong" if is_me(eyes, scene) else "quiet")],
        signs,
        *_hand(seat, scene, width),
        _tricks(seat, scene, width),
        [(note, ""), (f" {scene.glyphs.dot} " if note and does else "", "quiet"), *does] if note or does else [],
        _rejects(seat, scene),
    ]
    return [fit_pieces(line, width, scene.glyphs.more) for line in lines if line]


def _hand(seat: Seat, scene: Scene, width: int) -> list[list[Cell]]:
    """Somebody else's cards, where they are seen."""
    held = [card for card in scene.view.zone(f"hand:{seat}") if card]
    cells = [(f"{text} ", role) for text, role in (name(card, scene.glyphs) for card in sorted(held, key=by_order))]
    each = max(1, width // CARD_CELLS)
    return [cells[i : i + each] for i in range(0, len(cells), each)]


def _tricks(seat: Seat, scene: Scene, width: int) -> list[Cell]:
    """Won tricks lie face down before whoever has won them; in a pile, if there is no room."""
    facts, count = scene.view.facts, scene.view.facts["tricks"][seat]
    if not count:
        return [(_("no trick"), "quiet")] if facts["taken"] else []
    most = _("most")
    said = f" {count}" + (f" {scene.glyphs.dot} {most}" if seat == facts["most"] else "")
    return [(scene.glyphs.back * (count if count + cell_len(said) <= width else 1), "down"), (said, "strong")]


def _does(seat: Seat, scene: Scene) -> list[Cell]:
    facts = scene.view.facts
    if seat == facts["offerer"]:
        return [(_("offered the deal"), "strong")]
    if seat != facts["dealer"]:
        return []
    return [(_("you deal") if is_me(seat, scene) else _("deals"), "")]


def _rejects(seat: Seat, scene: Scene) -> list[Cell]:
    """L5: they lie face down."""
    count = len(scene.view.zone(f"rejects:{seat}"))
    return [(scene.glyphs.back * count, "down"), (" ", ""), (_("out"), "quiet")] if count else []
