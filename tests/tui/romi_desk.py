"""Römi as I have it before me, for tests of its board."""

from __future__ import annotations

from engine.match import Match
from tests.tui import screens
from tests.tui.near import NearTable
from tui.desk import Desk
from tui.picture import picture_of
from tui.theme import FINE, Glyphs
from tui.widgets.canvas import Canvas


def desk_of(laid: Match, me: int | None = 0, glyphs: Glyphs = FINE) -> tuple[Desk, NearTable]:
    """What I have before me."""
    desk = Desk(glyphs)
    table = NearTable(laid.state.seats, me=me, game="romi", show=desk.hear)
    table.tell_room("play")
    table.lay_out(laid)
    return desk, table


def press(keys: str, desk: Desk, table: NearTable) -> None:
    for key in keys:
        screens.press(key, desk, table)


def picture(desk: Desk, size: tuple[int, int] = (80, 24)) -> Canvas:
    return picture_of(desk, *size, 100.0, screens.HINTS)


def text(desk: Desk) -> str:
    return picture(desk).text()
