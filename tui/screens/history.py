"""The games that are stored here, each to be looked at."""

from __future__ import annotations

import asyncio
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
from tui.history import Played, Tally, in_words, played, points, result, tallies
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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("equals_sign", "turn", "with whom", key_display="="),
        Binding("equals_sign", "turn_back", "the games", key_display="="),
        Binding("q,backspace,escape", "close", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._paths = store.journals()
        self._games: list[Played] = []
        self._tallies: list[Tally] = []
        self._is_turned = False
        """In place of the games it is shown with whom I have played them."""

    def body(self) -> ComposeResult:
        yield Told(id="tallies")
        yield Lines(id="games")

    def on_mount(self) -> None:
        self.set_focus(self.query_one("#games"))
        self.run_worker(self._read())

    def retell(self) -> None:
        self.query_one("#title", Told).tell(title(_("stored games")))

    async def _read(self) -> None:
        """To play all journals again takes its time: the newest are shown at once, and whoever leaves waits for no more
        than one."""
        self.say("" if self._paths else _("There are no stored games yet. Every game that you host is stored."))
        for path in self._paths:
            self._games.append(await asyncio.to_thread(played, path))
            if len(self._games) % AT_ONCE == 0 or len(self._games) == len(self._paths):
                self._tallies = tallies(self._games)
                with suppress(NoMatches):  # the program has ended meanwhile
                    self._show()

    def _show(self) -> None:
        told = [in_words(tally) for tally in self._tallies if not tally.name]
        self.query_one("#tallies", Told).tell("\n".join([*told, ""]) if told else "")
        width = min(RESULT_CELLS_MAX, 2 + max(cell_len(result(game)) for game in self._games))
        games = [_line(game, str(i), width) for i, game in enumerate(self._games)]
        others = [Line(Content(in_words(tally))) for tally in self._tallies if tally.name]
        self.query_one("#games", Lines).update(others if self._is_turned else games)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        match action:
            case "turn":
                return not self._is_turned and any(tally.name for tally in self._tallies)
            case "turn_back":
                return self._is_turned
        return True

    def action_turn(self) -> None:
        self._is_turned = not self._is_turned
        self._show()

    action_turn_back = action_turn

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
