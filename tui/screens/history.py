"""The games that are stored here, each to be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.query import NoMatches

from engine.games import GAMES
from net import store
from net.trouble import Trouble
from tui.history import Played, in_words, played, points, result, tallies
from tui.language import _
from tui.replay import load, my_chair
from tui.says import trouble
from tui.screens.page import Page, Told, cell, title
from tui.screens.replay import ReplayScreen
from tui.theme import glyphs
from tui.widgets.lines import Line, Lines
from tui.widgets.playback import Playback

AT_ONCE = 20
"""So many games are read between two looks at the screen."""
AT_CELLS, GAME_CELLS, RESULT_CELLS_MAX = 18, 9, 24


class HistoryScreen(Page):
    DEFAULT_CSS = """
    HistoryScreen #tallies { height: auto; }
    HistoryScreen #games { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,backspace,escape", "close", "back")]

    def __init__(self) -> None:
        super().__init__()
        self._paths = store.journals()

    def body(self) -> ComposeResult:
        yield Told(id="tallies")
        yield Lines(id="games")

    def on_mount(self) -> None:
        self.set_focus(self.query_one("#games"))
        self.run_worker(self._read())

    def retell(self) -> None:
        self.query_one("#title", Told).tell(title(_("stored games")))

    async def _read(self) -> None:
        """To play all journals again takes its time: the newest are shown at once."""
        self.say("" if self._paths else _("There are no journals yet."))
        games: list[Played] = []
        while paths := self._paths[len(games) :][:AT_ONCE]:
            games += await asyncio.to_thread(list, map(played, paths))
            with suppress(NoMatches):  # the program has ended meanwhile
                self._show(games)

    def _show(self, games: Sequence[Played]) -> None:
        told = [in_words(tally) for tally in tallies(games) if not tally.partner and not tally.opponent]
        self.query_one("#tallies", Told).tell("\n".join([*told, ""]) if told else "")
        width = min(RESULT_CELLS_MAX, 2 + max(cell_len(result(game)) for game in games))
        self.query_one("#games", Lines).update([_line(game, str(i), width) for i, game in enumerate(games)])
        self.refresh_bindings()

    @on(Lines.Taken)
    async def look_at(self, event: Lines.Taken) -> None:
        path = self._paths[int(event.key)]
        try:
            recording = await asyncio.to_thread(load, path)
            self.app.push_screen(ReplayScreen(Playback(recording, my_chair(recording, path), glyphs())))
        except Trouble as fault:
            self.say(trouble(fault))

    def action_close(self) -> None:
        self.dismiss()


def _line(one: Played, key: str, width: int) -> Line:
    when = Content.styled(one.at.ljust(AT_CELLS), "dim")
    if not one.game:
        return Line(when + one.sentence, key)
    game = cell(GAMES[one.game].NAME, GAME_CELLS)
    return Line(when + game + cell(result(one), width) + Content.styled(points(one), "dim"), key)
