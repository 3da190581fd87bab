"""What the pages have in common through which one comes to a table: a menu, my name, and the languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input

from net.clean import clean
from net.limits import NAME_CELLS_MAX
from tui.language import LANGUAGES, _, spoken
from tui.messages import Chosen
from tui.plan import Plan
from tui.screens.page import Told, TypedPage, cell
from tui.theme import PLAIN, glyphs
from tui.widgets.lines import Line, Lines

MENU_COLUMN_MIN, LABEL_COLUMN_MIN = 20, 8


class Entrance(TypedPage):
    """What is chosen goes to the app as a Plan."""

    DEFAULT_CSS = """
    Entrance #title { height: 5; padding: 1 2 0 2; }
    Entrance #menu { margin-bottom: 1; }
    Entrance Horizontal { height: 1; padding-left: 2; }
    Entrance Horizontal Told { width: auto; text-style: dim; }
    Entrance #languages { padding: 1 2 0 2; }
    Entrance #sentence { padding: 1 2 0 2; height: 1fr; max-height: 100%; }
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
        self.chosen: Plan | None = None
        """The last plan that was chosen here."""

    @property
    def game(self) -> str:
        """The game that is on the menu."""
        return self._plan.game

    def body(self) -> ComposeResult:
        yield Menu(self.menu_lines(), self.take, id="menu")
        yield from self.fields()
        yield Told(id="languages")

    def fields(self) -> ComposeResult:
        with Horizontal():
            yield Told(id="name-label")
            yield Field(self._plan.name, self.name_given, id="name", max_length=NAME_CELLS_MAX)

    @property
    def welcome(self) -> str:
        """What stands over the door."""
        return _("Knock, and take a seat at the table.")

    def menu_lines(self) -> list[Line]:
        """Those of the menu."""
        return []

    def take(self, chosen: str) -> None:
        """Do what this line of the menu says."""

    @property
    def labels(self) -> Mapping[str, str]:
        """What stands before the fields."""
        return {"name": _("Name")}

    def retell(self) -> None:
        self.query_one("#title", Told).tell(sign(self.welcome))
        self.tell_menu()
        self.tell_labels()
        self.query_one("#languages", Told).tell(languages())

    def tell_menu(self) -> None:
        self.query_one("#menu", Menu).update(self.menu_lines())

    def tell_labels(self) -> None:
        width = max(LABEL_COLUMN_MIN, *(cell_len(label) + 2 for label in self.labels.values()))
        for field, label in self.labels.items():
            self.query_one(f"#{field}-label", Told).tell(cell(label, width))

    @property
    def my_name(self) -> str:
        """What is in the field, as it can be shown."""
        return clean(self.query_one("#name", Field).value, NAME_CELLS_MAX)

    def name_given(self) -> None:
        """Enter was pressed where it stands."""
        self.look_at_menu()

    def look_at_menu(self) -> None:
        self.set_focus(self.query_one("#menu"))

    def choose(self, plan: Plan) -> None:
        """Open this table, if I have a name."""
        if plan.name:
            self.chosen = plan
            self.post_message(Chosen(plan))
        else:
            self.set_focus(self.query_one("#name"))
            self.say(_("Tell your name first."))

    def takes(self, key: events.Key) -> bool:
        return isinstance(self.focused, Field) and key.is_printable

    async def press(self, event: events.Key | events.Paste) -> None:
        """Left to itself, Textual gives letters to a field at once, and other keys a way through all that it is in."""
        if isinstance(self.focused, Field) and (isinstance(event, events.Paste) or self.takes(event)):
            self.focused.typed = True
            await self.focused.on_event(event)
        else:
            await super().press(event)


class Menu(Lines):
    """Lines of which the chosen one is taken at once, as enter in a field is."""

    def __init__(self, lines: Sequence[Line], take: Callable[[str], None], *, id: str) -> None:
        super().__init__(lines, id=id)
        self._take = take

    def action_take(self) -> None:
        self._take(self.chosen)


class Field(Input):
    """A field of one line. Its cursor stands still, for a blinking one would write to the terminal all the time."""

    DEFAULT_CSS = """
    Field:ansi > .input--cursor { color: ansi_default; background: ansi_default; text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "go on", key_display="enter")]

    def __init__(
        self, value: str, then: Callable[[], None], *, id: str, placeholder: str = "", max_length: int = 0
    ) -> None:
        """`then` is called when enter is pressed: at once, for the keys after it may be for somebody else."""
        super().__init__(value, placeholder, id=id, max_length=max_length, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.typed = False
        """Something has been typed into it."""
        self._then = then

    async def action_submit(self) -> None:
        self._then()

    def on_paste(self, event: events.Paste) -> None:
        """Take all lines: a long invite may come broken."""
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split()), *self.selection)


def sign(welcome: str) -> Content:
    """What hangs over the door: three cards, if the terminal can draw them."""
    if glyphs() is PLAIN:
        return Content.assemble(("toctoc", "bold"), (f"\n{welcome}", "dim"))
    return Content.assemble(
        ("╭───╮╭───╮╭───╮\n│ 7 ││11 ││-1 │", "dim"), ("   toctoc", "bold"), (f"\n╰───╯╰───╯╰───╯   {welcome}", "dim")
    )


def languages() -> Content:
    """Each by its own name; the one that is spoken bears a mark."""
    names = []
    for code, name in LANGUAGES.items():
        here = code == spoken()
        names.append(Content.styled(f"{glyphs().turn if here else ' '} {name}   ", "bold" if here else "dim"))
    return Content("").join(names).rstrip()
