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
from textual.events import Resize

from engine.games import GAMES
from net import store
from net.trouble import Trouble
from tui.history import Played, Tally, in_words, own_first, played, result, tallies
from tui.language import _
from tui.messages import Chosen
from tui.plan import returning
from tui.playback import Playback
from tui.replay import load, my_chair
from tui.says import trouble
from tui.screens.page import Page, Told, cell, title
from tui.screens.replay import ReplayScreen
from tui.theme import glyphs
from tui.widgets.lines import Line, Lines

AT_ONCE = 20
"""So many games are read between two looks at the screen."""
AT_CELLS, GAME_CELLS, RESULT_CELLS_MAX = 18, 9, 24
BESIDE_CELLS = 3
"""What else there is in a line: the mark of the chosen one, and a space behind it."""


class HistoryScreen(Page):
    DEFAULT_CSS = """
    HistoryScreen #tallies { height: auto; }
    HistoryScreen #games { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", "go on with it"),
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

    def on_resize(self, _event: Resize) -> None:
        if self._games:
            self._show()

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
        told = [in_words(tally) for tally in self._tallies if tally.is_of_all]
        self.query_one("#tallies", Told).tell("\n".join([*told, ""]) if told else "")
        width = min(RESULT_CELLS_MAX, 2 + max(cell_len(result(game)) for game in self._games))
        lines = self.query_one("#games", Lines)
        room = lines.size.width - BESIDE_CELLS - AT_CELLS - GAME_CELLS - width
        games = [_line(game, str(i), width, room) for i, game in enumerate(self._games)]
        others = [Line(Content(in_words(tally))) for tally in self._tallies if not tally.is_of_all]
        lines.update(others if self._is_turned else games)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        match action:
            case "go_on":
                return self._chosen is not None and bool(self._chosen.table)
            case "turn":
                return not self._is_turned and any(not tally.is_of_all for tally in self._tallies)
            case "turn_back":
                return self._is_turned
        return True

    @property
    def _chosen(self) -> Played | None:
        chosen = self.query_one("#games", Lines).chosen
        return self._games[int(chosen)] if chosen else None

    def action_go_on(self) -> None:
        """Come back to the table at which this game is played."""
        if self._chosen is None:
            return
        try:
            plan = returning(self._chosen.table)
        except Trouble as fault:  # it has ended meanwhile
            self.say(trouble(fault))
        else:
            self.app.post_message(Chosen(plan))
            self.dismiss()

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


def _line(one: Played, key: str, width: int, room: int) -> Line:
    """Of what is in it, the result has so many cells, and so much room is left for the points."""
    when = Content.styled(one.at.ljust(AT_CELLS), "dim")
    if not one.game:
        return Line(when + one.sentence, key)
    game = cell(GAMES[one.game].NAME, GAME_CELLS)
    return Line(when + game + cell(result(one), width) + Content.styled(_fit(own_first(one), room), "dim"), key)


def _fit(parts: Sequence[str], room: int) -> str:
    """As many of these as fit whole."""
    for count in range(len(parts), 0, -1):
        told = ", ".join([*parts[:count], *([glyphs().more] if count < len(parts) else [])])
        if cell_len(told) <= room:
            return told
    return parts[0] if parts else ""
