"""The first page for whoever comes by SSH: what they are called, and whether they play or watch."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games import GAMES
from net import invite as invites
from tui.company import hosted
from tui.language import _
from tui.plan import Command
from tui.screens.entrance import MENU_COLUMN_MIN, Entrance
from tui.screens.page import cell
from tui.widgets.lines import Line


class DoorScreen(Entrance):
    def on_mount(self) -> None:
        self.set_focus(self.query_one("#menu" if self._plan.name else "#name"))

    @property
    def welcome(self) -> str:
        assert self._plan.guest is not None
        return hosted(self._plan.guest)

    def menu_lines(self) -> list[Line]:
        plays = _("Play {game}").format(game=GAMES[self.game].NAME)
        return [Line(cell(words, MENU_COLUMN_MIN), key) for words, key in ((plays, "join"), (_("Watch"), "watch"))]

    def take(self, chosen: str) -> None:
        """Sit down or watch."""
        assert self._plan.guest is not None
        where = invites.parse(self._plan.guest.invite)
        command: Command = "watch" if chosen == "watch" else "join"
        self.choose(replace(self._plan, command=command, name=self.my_name, invite=where))
