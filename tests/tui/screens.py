"""Moments at the table as text, one golden file each. `python -m tests.tui.screens` writes them anew: look at the
difference before it is committed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from textual.geometry import Region

from engine.game import View
from engine.games import GAMES
from engine.match import Match
from net import wire
from tests import toy
from tests.tui import aluette_laid, romi_laid
from tests.tui.near import NearTable
from tui.desk import Desk
from tui.picture import picture_of
from tui.theme import FINE, PLAIN, Glyphs
from tui.tour import Tour
from tui.widgets.canvas import Canvas
from tui.widgets.foot import Choice

GOLDEN = Path(__file__).parent / "golden"
HINTS = [Choice("?", "help", "question_mark", "quiet")]


class Moment(NamedTuple):
    """When to look, with which keys pressed then, and how."""

    is_time: Callable[[View], bool] = lambda view: True
    seats: int = 6
    size: tuple[int, int] = (80, 24)
    keys: str = ""
    me: int | None = 0
    phase: wire.Phase = "play"
    options: Mapping[str, int | str] = MappingProxyType({})
    glyphs: Glyphs = FINE
    game: str = "allegra"
    late_s: float = 0.0
    laid: Callable[[], Match] | None = None
    """How all lies, in place of the time when to look."""
    tour: bool = False


def step(name: str, awaited: bool = True) -> Callable[[View], bool]:
    """It is this step, and I am waited for."""
    return lambda view: view.facts["step"] == name and (not awaited or view.viewer in view.awaited)


def can(*codes: str) -> Callable[[View], bool]:
    """These are among my offers."""
    return lambda view: set(codes) <= {offer.code for offer in view.offers}


def closed(view: View) -> bool:
    return view.facts["last_turns"] is not None and can("draw")(view)


def romi(laid: Callable[[], Match], **how: Any) -> Moment:
    return Moment(laid=laid, game="romi", **how)


def aluette(laid: Callable[[], Match], **how: Any) -> Moment:
    return Moment(laid=laid, game="aluette", seats=4, **how)


MOMENTS = {
    "allegra-6-reveal": Moment(step("reveal")),
    "allegra-6-knock": Moment(can("knock", "wave"), late_s=1.0),
    "allegra-6-swap": Moment(can("swap", "drop", "give"), keys="s"),
    "allegra-6-choice": Moment(lambda view: len(view.offers) > 5, options={"knocks": "choice"}),
    "allegra-6-pull": Moment(step("pull")),
    "allegra-6-last-lap": Moment(closed, glyphs=PLAIN),
    "allegra-6-wide": Moment(can("draw"), size=(120, 40)),
    "allegra-5-place": Moment(step("place"), seats=5),
    "allegra-4-put": Moment(step("put"), seats=4),
    "allegra-4-watched": Moment(lambda view: view.turns > 12, seats=4, me=None, size=(100, 30)),
    "allegra-3-scored": Moment(step("scored", awaited=False), seats=3, phase="deal"),
    "allegra-2-take": Moment(can("take"), seats=2, keys="t"),
    "allegra-2-wide": Moment(can("swap"), seats=2, size=(120, 40), keys="s"),
    "romi-6-add": romi(romi_laid.playing, keys="3a"),
    "romi-6-stage": romi(romi_laid.opening, keys="46il3469l"),
    "romi-6-joker": romi(romi_laid.asking, keys="348l"),
    "romi-6-cut": romi(romi_laid.cutting, keys="36"),
    "romi-6-crowded": romi(romi_laid.crowded),
    "romi-6-wide": romi(romi_laid.playing, size=(120, 40), keys="34"),
    "romi-6-plain": romi(romi_laid.playing, glyphs=PLAIN),
    "romi-6-watched": romi(romi_laid.playing, me=None),
    "romi-4-scored": romi(romi_laid.scored, seats=4, phase="deal"),
    "aluette-sign": aluette(aluette_laid.signing, keys="1"),
    "aluette-order": aluette(aluette_laid.signing, keys="o", glyphs=PLAIN),
    "aluette-chant": aluette(aluette_laid.asked),
    "aluette-reject": aluette(aluette_laid.rejecting, keys="1fhi"),
    "aluette-spoiled": aluette(aluette_laid.spoiled),
    "aluette-last": aluette(aluette_laid.spoiled, keys="r"),
    "aluette-scored": aluette(aluette_laid.last, keys="1p", phase="deal"),
    "aluette-draw": aluette(aluette_laid.drawn, phase="deal", late_s=2.0),
    "aluette-drawn": aluette(aluette_laid.drawn, phase="deal", late_s=60.0),
    "aluette-watched": aluette(aluette_laid.signing, me=None),
    "aluette-wide": aluette(aluette_laid.signing, size=(120, 40)),
    "allegra-3-tour": Moment(can("knock", "wave"), seats=3, tour=True, late_s=1.0),
    "romi-3-tour": Moment(step("play"), seats=3, game="romi", tour=True),
    "aluette-tour": aluette(aluette_laid.signing, tour=True),
    "aluette-drawn-tour": aluette(aluette_laid.drawn, phase="deal", late_s=60.0, tour=True),
    "any-4-lay": Moment(can("lay"), seats=4, keys="l", game="toy"),
    "any-2-wide": Moment(can("knock"), seats=2, size=(120, 40), game="toy", late_s=1.5),
}


def desk_at(moment: Moment) -> tuple[Desk, NearTable]:
    """What I have before me at this moment."""
    desk = Desk(moment.glyphs, Tour(moment.game) if moment.tour else None)
    table = NearTable(moment.seats, me=moment.me, game=moment.game, options=moment.options, show=desk.hear)
    table.tell_room("play")
    if moment.laid is not None:
        table.lay_out(moment.laid())
    else:
        table.play_until(moment.is_time)
    table.tell_room(moment.phase)
    for key in moment.keys:
        press(key, desk, table)
    return desk, table


def press(key: str, desk: Desk, table: NearTable) -> None:
    """A key as the table's screen takes it, and the table's answer if it acts."""
    desk.refused = desk.hint = ""
    if key == "!":
        desk.suggest()
    elif key in desk.sheets and not desk.picker.hears(key, desk.pad()):
        desk.lay(key)
    elif (action := desk.picker.press(key, desk.pad())) is not None:
        assert table.link.act(action)
        table.answer()


def assert_apart(canvas: Canvas, plan: Iterable[object]) -> None:
    """The parts of a board do not overlap, and nothing is written across their edges, into what stands there."""
    fields = [part for field in plan for part in (field if isinstance(field, list) else [field])]
    parts = [field for field in fields if isinstance(field, Region) and field]
    for part in parts:
        assert Region(0, 0, canvas.width, canvas.height).contains_region(part)
        assert not [other for other in parts if other is not part and other.overlaps(part)]
        for y in part.line_range:
            assert all(x == canvas.width or canvas.rows[y][x][0] for x in (part.x, part.right))


def changed(old: Canvas, new: Canvas) -> set[tuple[int, int]]:
    """The cells (x, y) that differ between two pictures."""
    return {(x, y) for y, row in enumerate(new.rows) for x, cell in enumerate(row) if cell != old.rows[y][x]}


def picture(name: str) -> str:
    moment = MOMENTS[name]
    desk, table = desk_at(moment)
    return picture_of(desk, *moment.size, table.now + moment.late_s, HINTS).text()


if __name__ == "__main__":
    GAMES["toy"] = toy  # type: ignore[assignment]
    for name in MOMENTS:
        (GOLDEN / f"{name}.txt").write_text(picture(name))
