"""The first page for whoever comes by SSH: what they are called, and whether they play or watch."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from engine.games import GAMES
from net import invite as invites
from net.clean import clean
from net.limits import NAME_CELLS_MAX
from tui.language import _
from tui.messages import Chosen
from tui.plan import Command, Plan
from tui.screens.page import Told, TypedPage, cell
from tui.screens.start import MENU_COLUMN_MIN, Field, Menu, languages, sign
from tui.widgets.lines import Line, Lines


class DoorScreen(TypedPage):
    """What is chosen goes to the app as a Plan."""

    DEFAULT_CSS = """
    DoorScreen #title { height: 6; padding: 1 2; }
    DoorScreen #menu { margin-bottom: 1; }
    DoorScreen Horizontal { height: 1; padding-left: 2; }
    DoorScreen Horizontal Told { width: auto; text-style: dim; }
    DoorScreen #languages { padding: 1 2 0 2; }
    DoorScreen #sentence { padding: 1 2 0 2; height: 1fr; max-height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("tab", "app.focus_next", "next field"),
        Binding("l", "app.next_language", "another language"),
        Binding("asterisk", "app.settings", "settings", key_display="*"),
    ]

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan
        self.game = plan.game

    def body(self) -> ComposeResult:
        yield Menu(self._menu(), self.take, id="menu")
        with Horizontal():
            yield Told(id="name-label")
            yield Field(self._plan.name, self.name_given, id="name", max_length=NAME_CELLS_MAX)
        yield Told(id="languages")

    def on_mount(self) -> None:
        self.set_focus(self.query_one("#menu" if self._plan.name else "#name"))

    def retell(self) -> None:
        self.query_one("#title", Told).tell(sign())
        self.query_one("#menu", Lines).update(self._menu())
        label = _("Name")
        self.query_one("#name-label", Told).tell(cell(label, cell_len(label) + 2))
        self.query_one("#languages", Told).tell(languages())

    async def press(self, event: events.Key | events.Paste) -> None:
        """A letter in the field is a letter, and no key of the page."""
        if isinstance(self.focused, Field) and (isinstance(event, events.Paste) or event.is_printable):
            await self.focused.on_event(event)
        else:
            await super().press(event)

    def take(self, chosen: str) -> None:
        """Sit down or watch."""
        name = clean(self.query_one("#name", Field).value, NAME_CELLS_MAX)
        if not name:
            self.set_focus(self.query_one("#name"))
            return self.say(_("Tell your name first."))
        assert self._plan.guest is not None
        where = invites.parse(self._plan.guest.invite)
        command: Command = "watch" if chosen == "watch" else "join"
        self.post_message(Chosen(replace(self._plan, command=command, name=name, invite=where)))

    def name_given(self) -> None:
        self.set_focus(self.query_one("#menu"))

    def _menu(self) -> list[Line]:
        plays = _("Play {game}").format(game=GAMES[self.game].NAME)
        return [Line(cell(words, MENU_COLUMN_MIN), key) for words, key in ((plays, "join"), (_("Watch"), "watch"))]
