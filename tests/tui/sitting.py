"""The table screen alone, at a table near at hand."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.pilot import Pilot

from engine.board import Spot
from net import wire
from tests.tui.near import NearTable
from tui.messages import Ask, Tell
from tui.screens.table import TableScreen
from tui.widgets.paper import Paper


class Sitting(App[None]):
    """Only the table screen, at a table near at hand. What it asks for is answered when a test says so."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "leave", "quit"), Binding("question_mark", "help", "help")]

    def __init__(self, seats: int = 4, **table: Any) -> None:
        super().__init__(ansi_color=True)
        self.table_screen = TableScreen(clock=lambda: self.table.now)
        self.table = NearTable(seats, show=self._show, **table)
        self.asked: list[dict[str, Any]] = []
        self.told: list[wire.FromClient] = []
        self.left = 0

    async def on_mount(self) -> None:
        await self.push_screen(self.table_screen)

    def _show(self, *changed: Any) -> None:
        if self.table_screen.is_mounted:
            self.table_screen.show(*changed)

    @on(Ask)
    def ask(self, event: Ask) -> None:
        assert self.table.link.act(event.action), "asked while another act is on its way"
        self.asked.append(json.loads(event.action))
        self._show(self.table.link, [], [], self.table.now)

    @on(Tell)
    def tell(self, event: Tell) -> None:
        self.told.append(event.message)

    def action_leave(self) -> None:
        self.left += 1

    @property
    def text(self) -> str:
        return self.table_screen.query_one(Paper).canvas.text()


@asynccontextmanager
async def sitting(moment: Any = None, size: tuple[int, int] = (80, 24), **table: Any) -> AsyncIterator[Any]:
    """Sit at a table at this moment of a game."""
    app = Sitting(**table)
    async with app.run_test(size=size) as pilot:
        app.table.tell_room("play")
        if moment is not None:
            app.table.play_until(moment)
        await pilot.pause()
        yield pilot


def place_of(pilot: Pilot[None], target: Spot | str) -> tuple[int, int]:
    assert isinstance(pilot.app, Sitting)
    return pilot.app.table_screen.query_one(Paper).canvas.places[target]
