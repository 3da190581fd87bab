"""The four players of Aluette: the three others with their faces, and what there is to know of each."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Seat
from tui.boards._aluette_cards import GESTURES, sign_name
from tui.boards._aluette_seats import LEFT, ME, PARTNER, RIGHT, at, called, is_me, way_to
from tui.boards._aluette_signs import offered, seen
from tui.widgets.canvas import Canvas, Cell
from tui.widgets.mien import CALM, LARGE_CELLS, LARGE_ROWS, MIEN_CELLS, MIEN_ROWS, MIENS, Gaze, mien
from tui.widgets.scene import Scene

TRICKS, REJECTS = 9, 6
KEY_CELLS, NAME_CELLS = 4, 24
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
        room = width - len(f" and   {points}")
        second = called(other, scene, max(room // 2, room - cell_len(called(one, scene, room))))
        canvas.put(x, y, f"{called(one, scene, room - cell_len(second))} and {second}")
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
    if key is not None:
        canvas.aim(x, y, KEY_CELLS + NAME_CELLS, key)
        for row in range(1, rows + 1):
            canvas.lead(x, y + row, cells, key)
        canvas.put(x, y, f" {key} ", "key")
    elif scene.view.viewer is not None and facts["eyes"][scene.view.viewer] == seat:
        canvas.put(x, y, MY_EYES, "strong")
    _draw_name(canvas, x + KEY_CELLS, y, region.right - 1 - x - KEY_CELLS, seat, scene)
    sign, gaze = facts["faces"][seat], GAZES.get((way, way_to(facts["eyes"][seat], scene)), "me")
    mien(canvas, x, y + 1, MIENS[GESTURES[sign]] if sign else CALM, gaze, scene.glyphs, large=large)
    if way == PARTNER:
        x, y = x + cells, y + 1
    else:
        y += 1 + rows
    for pieces in _lines(seat, scene, region.right - 1 - x)[: region.bottom - y]:
        canvas.write(x, y, pieces)
        y += 1


def draw_mine(canvas: Canvas, region: Region, scene: Scene) -> None:
    """Where I look and how it goes for me; and who has won which trick, by the way to where they sit."""
    seat, facts, glyphs, (x, y) = scene.me, scene.view.facts, scene.glyphs, region.offset
    left, up, right, down = tuple(glyphs.ways)
    ways = {at(way, scene): arrow for way, arrow in ((ME, down), (LEFT, left), (PARTNER, up), (RIGHT, right))}
    track = "".join(glyphs.spoiled if won is None else ways[won] for won in facts["taken"])
    track_cells = len("tricks ") + TRICKS
    pieces: list[Cell] = [("tricks ", "quiet"), (track, "strong"), (glyphs.gap * (TRICKS - len(track)), "quiet")]
    canvas.write(region.right - 1 - track_cells, y, pieces)
    x = _draw_name(canvas, x + 1, y, NAME_CELLS, seat, scene)
    said = [line for line in (_does(seat, scene), _tricks(seat, scene, NAME_CELLS), _rejects(seat, scene)) if line]
    pieces = [piece for line in said for piece in ((f" {glyphs.dot} ", "quiet"), *line)]
    verb = "look at" if is_me(seat, scene) else "looks at"
    room = region.right - 3 - track_cells - x - sum(cell_len(text) for text, _ in pieces) - len(f" {verb} ")
    canvas.write(x, y, [(f" {verb} {_object(facts['eyes'][seat], scene, room)}", ""), *pieces])


def _draw_name(canvas: Canvas, x: int, y: int, width: int, seat: Seat, scene: Scene) -> int:
    """Returns the x after it."""
    glyphs, turn, note = scene.glyphs, seat in scene.waited_for, scene.people[seat].note
    head, tail = f"{glyphs.turn} " if turn else "", f" {glyphs.dot} {note}" if note and not is_me(seat, scene) else ""
    name = called(seat, scene, width - len(head) - len(tail))
    return canvas.write(x, y, [(head + name, "turn" if turn else "strong"), (tail, "")])


def _object(seat: Seat, scene: Scene, cells: int) -> str:
    return "you" if is_me(seat, scene) else called(seat, scene, cells)


def _lines(seat: Seat, scene: Scene, width: int) -> list[list[Cell]]:
    """Where the eyes are; the sign; the tricks; and what else there is to know."""
    sign, eyes = scene.view.facts["faces"][seat], scene.view.facts["eyes"][seat]
    looks = f"looks at {_object(eyes, scene, width - len('looks at '))}"
    signs: list[Cell] = [(f" {sign_name(sign, width - 2, scene.glyphs)} ", "turn")] if sign else []
    lines: list[list[Cell]] = [
        [(looks, "strong" if is_me(eyes, scene) else "quiet")],
        signs,
        _tricks(seat, scene, width),
        _does(seat, scene),
        _rejects(seat, scene),
    ]
    return [line for line in lines if line]


def _tricks(seat: Seat, scene: Scene, width: int) -> list[Cell]:
    """Won tricks lie face down before whoever has won them; in a pile, if there is no room."""
    facts, count = scene.view.facts, scene.view.facts["tricks"][seat]
    if not count:
        return [("no trick", "quiet")] if facts["taken"] else []
    said = f" {count}" + (f" {scene.glyphs.dot} most" if seat == facts["most"] else "")
    return [(scene.glyphs.back * (count if count + len(said) <= width else 1), "down"), (said, "strong")]


def _does(seat: Seat, scene: Scene) -> list[Cell]:
    facts = scene.view.facts
    if seat == facts["offerer"]:
        return [("offered the deal", "strong")]
    return [("deals", "")] if seat == facts["dealer"] else []


def _rejects(seat: Seat, scene: Scene) -> list[Cell]:
    """L5: they lie face down."""
    count = len(scene.view.zone(f"rejects:{seat}"))
    return [(scene.glyphs.back * count, "down"), (" out", "quiet")] if count else []
