"""The pictures of an evening, drawn by others: `python -m tests.bench.pictures {textual,curses} GAME`.

At once a picture of one word; then the table, and the picture after the next act, whenever SIGUSR1 comes.
"""

from __future__ import annotations

import asyncio
import curses
import shutil
import signal
import sys
from collections.abc import Iterator
from itertools import groupby

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from engine.games import GAMES
from tests.tui.near import NearTable
from tests.tui.screens import HINTS
from tests.tui.seat import OPTIONS, evening
from tui.desk import Desk
from tui.picture import picture_of
from tui.theme import FINE, STYLES, Role
from tui.widgets.canvas import Canvas, Cell

COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan")


def pictures(game: str, width: int, height: int) -> Iterator[Canvas]:
    desk = Desk(FINE)
    table = NearTable(max(GAMES[game].SEATS), game=game, options=OPTIONS.get(game), show=desk.hear)
    for _ in evening(table):
        yield picture_of(desk, width, height, table.now, HINTS)


def runs(row: list[Cell]) -> Iterator[tuple[str, Role]]:
    """Its texts, each in one style."""
    for role, cells in groupby(row, key=lambda cell: cell[1]):
        yield "".join(char for char, _ in cells), role


class OneStatic(App[None]):
    def __init__(self, drawn: list[Canvas]) -> None:
        super().__init__(ansi_color=True)
        self.theme, self.animation_level = "ansi-dark", "none"
        self._drawn = iter(drawn)

    def compose(self) -> ComposeResult:
        yield Static("toctoc")

    def on_ready(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._step)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})

    def _step(self) -> None:
        rows = next(self._drawn).rows
        lines = [Content.assemble(*((text, str(STYLES[role])) for text, role in runs(row))) for row in rows]
        self.query_one(Static).update(Content("\n").join(lines))


def draw(screen: curses.window, drawn: list[Canvas]) -> None:
    curses.curs_set(0)
    curses.use_default_colors()
    for number, colour in enumerate(COLOURS, 1):
        curses.init_pair(number, getattr(curses, f"COLOR_{colour.upper()}"), -1)
    screen.addstr(0, 0, "toctoc")
    screen.refresh()
    for picture in drawn:
        signal.sigwait({signal.SIGUSR1})
        screen.erase()
        for y, row in enumerate(picture.rows[:-1]):  # curses cannot write the last cell
            x = 0
            for text, role in runs(row):
                screen.addstr(y, x, text, attributes(role))
                x += cell_len(text)
        screen.refresh()


def attributes(role: Role) -> int:
    style = STYLES[role]
    pair = curses.color_pair(COLOURS.index(style.color.name) + 1) if style.color is not None else 0
    flags = {curses.A_BOLD: style.bold, curses.A_DIM: style.dim, curses.A_REVERSE: style.reverse}
    return pair | sum(flag for flag, holds in flags.items() if holds)


if __name__ == "__main__":
    kind, game = sys.argv[1:]
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})  # it may come too early
    drawn = [*pictures(game, *shutil.get_terminal_size())]
    if kind == "textual":
        OneStatic(drawn).run()
    else:
        curses.wrapper(draw, drawn)
