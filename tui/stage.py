"""What stands on the screen during a stay at a table: the lobby or the table, on it sheets of paper, and before all of
it the gate."""

from __future__ import annotations

from time import monotonic
from typing import Any

from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from engine.games import GAMES
from net import wire
from net.link import Link
from tui import boards
from tui.interlude import Interlude
from tui.messages import LinkChanged
from tui.screens.gate import GateScreen, too_small
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.page import EntryPage
from tui.screens.scores import ScoresScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.tour import Tour
from tui.visit import Visit


class Stage:
    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self.visit: Visit | None = None
        """None on the start screen."""
        self.below: LobbyScreen | TableScreen | None = None
        """On the start screen, and under all else."""
        self._interlude = Interlude(app, self._lay_due_scores)

    @property
    def link(self) -> Link | None:
        """My line to the table, if I am at one."""
        return self.visit.link if self.visit is not None else None

    @property
    def writing(self) -> bool:
        """A line is being written, whose keys shall go there."""
        screens = (self._app.screen, self.below)
        return any(isinstance(screen, EntryPage | TableScreen) and screen.writing for screen in screens)

    async def show(self) -> None:
        """Show what is new on the link."""
        visit, link = self.visit, self.link
        if isinstance(self._app.screen, GateScreen):
            self._app.screen.show(link)
        elif visit is not None and link is not None and link.room is not None:
            with self._app.batch_update():
                await self._set(visit, link, link.room)
                await self._mind_scores(link, link.room)
                self._tell(link)

    async def _set(self, visit: Visit, link: Link, room: wire.Room) -> None:
        if room.phase != "lobby" and link.view is None:
            return  # the view comes right behind
        if room.phase == "lobby" and visit.plan.command == "solo":
            return  # it begins at once
        if isinstance(self.below, LobbyScreen if room.phase == "lobby" else TableScreen):
            return
        await self._pop_all()
        tour = Tour(room.game) if visit.plan.tour else None
        self.below = LobbyScreen(visit, link) if room.phase == "lobby" else TableScreen(tour=tour)
        await self._app.push_screen(self.below)

    async def _mind_scores(self, link: Link, room: wire.Room) -> None:
        """Lay the sheet on the table soon after a round has been scored, and take it away for the next one."""
        rounds = link.view.scores.rounds if link.view is not None else ()
        scored = isinstance(self.below, TableScreen) and room.phase in ("deal", "over") and bool(rounds)
        if self._interlude.mind(scored) and not scored and isinstance(self._app.screen, ScoresScreen):
            await self._app.pop_screen()

    def _tell(self, link: Link) -> None:
        # Before the table lies there nobody takes the news: that a round begins may be told before the room says so.
        news, link.news = (link.news, []) if isinstance(self.below, TableScreen) else ([], link.news)
        refusals, link.refusals = link.refusals, []
        for screen in self._app.screen_stack:
            match screen:
                case TableScreen():
                    screen.show(link, news, refusals, monotonic())
                case LobbyScreen():
                    screen.show(link, refusals)
                case ScoresScreen() | HelpScreen() | SettingsScreen():
                    screen.show(link)

    async def clear(self) -> None:
        """The stay is over: the start screen stands there again."""
        self.visit = self.below = None
        self._interlude.mind(scored=False)
        with self._app.batch_update():
            await self._pop_all()

    async def _pop_all(self) -> None:
        while len(self._app.screen_stack) > 1:
            await self._app.pop_screen()

    # sheets

    async def lay(self, screen: Screen[None]) -> None:
        """Put a sheet on top. What has been held back meanwhile is shown when it goes."""
        with self._app.batch_update():
            await self._app.push_screen(screen, callback=lambda _result: self._link_changed())
            if self.link is not None:
                self._tell(self.link)

    async def lay_scores(self) -> None:
        if isinstance(table := self._app.screen, TableScreen):
            self._interlude.scores_seen()
            tour = table.desk.tour
            await self.lay(ScoresScreen(table.action_write, tour.said if tour is not None else ""))

    async def _lay_due_scores(self) -> None:
        """Unless something else lies there, or is being written."""
        if not self.writing:
            await self.lay_scores()

    async def lay_room(self) -> None:
        if isinstance(self._app.screen, ScoresScreen):
            await self._app.pop_screen()
        if self.visit is not None and self.link is not None:
            await self.lay(LobbyScreen(self.visit, self.link, over_table=True))

    async def lay_help(self, game: str) -> None:
        """At the rule by which something was just refused, if it was."""
        at = self.below.desk.rule if isinstance(self.below, TableScreen) else ""
        await self.lay(HelpScreen(GAMES[game], boards.find(game), at=at))

    # the gate

    async def mind(self, size: Size) -> None:
        """In a window that is too small for the table the gate stands before everything, and all waits behind it."""
        gated = isinstance(self._app.screen, GateScreen)
        if too_small(size) and not gated:
            await self._app.push_screen(GateScreen(self.link))
        elif gated and not too_small(size):
            await self._app.pop_screen()
            self._link_changed()

    def _link_changed(self) -> None:
        self._app.post_message(LinkChanged())
