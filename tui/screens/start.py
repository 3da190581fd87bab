"""The first page: play against bots, host, join or watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.css.query import NoMatches
from textual.widgets import Input

from engine.games import GAMES
from net import invite as invites
from net import lan, store, tables
from net.clean import clean
from net.invite import Invite
from net.lan import Found
from net.limits import NAME_CELLS_MAX
from net.trouble import Trouble
from tui import settings
from tui.language import LANGUAGES, _, ngettext, spoken
from tui.messages import Chosen
from tui.nearby import called, how_to_enter, standing
from tui.plan import Plan, returning
from tui.says import trouble
from tui.screens.page import Told, TypedPage, cell
from tui.theme import PLAIN, glyphs
from tui.tour import touring
from tui.widgets.lines import Line, Lines

SEATS_USUAL = 4
INVITE_SHAPE, END_SHAPE, CODE_SHAPE = "toctoc://host:port/CODE", "CODE/FINGERPRINT", "CODE"
TITLE_ROWS, OTHER_ROWS = 5, 12
"""Of the page, beside its menu: the title goes first if there is no room for all."""
MENU_COLUMN_MIN, LABEL_COLUMN_MIN = 20, 8


class Mine(NamedTuple):
    """A table of mine to go on with, for which a newer one that is damaged may have been passed over."""

    table: str
    game: str
    runs: bool
    place: str
    passed_over: str


class Field(Input):
    """A field of one line. Its cursor stands still, for a blinking one would write to the terminal all the time."""

    DEFAULT_CSS = """
    Field:ansi > .input--cursor { color: ansi_default; background: ansi_default; text-style: reverse; }
    """

    def __init__(
        self, value: str, then: Callable[[], None], *, id: str, placeholder: str = "", max_length: int = 0
    ) -> None:
        """`then` is called when enter is pressed: at once, for the keys after it may be for somebody else."""
        super().__init__(value, placeholder, id=id, max_length=max_length, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self._then = then

    async def action_submit(self) -> None:
        self._then()

    def on_paste(self, event: events.Paste) -> None:
        """Take all lines: a long invite may come broken."""
        event.prevent_default()
        event.stop()
        self.insert_text_at_cursor(" ".join(event.text.split()))


class Menu(Lines):
    """Lines of which the chosen one is taken at once, as enter in a field is."""

    def __init__(self, lines: Sequence[Line], take: Callable[[str], None], *, id: str) -> None:
        super().__init__(lines, id=id)
        self._take = take

    def action_take(self) -> None:
        self._take(self.chosen)


class StartScreen(TypedPage):
    """What is chosen goes to the app as a Plan. Whatever goes wrong with it is said here, and nothing typed is lost."""

    DEFAULT_CSS = """
    StartScreen #title { height: 5; padding: 1 2 0 2; }
    StartScreen.-crowded #title { display: none; }
    StartScreen #menu { margin-bottom: 1; }
    StartScreen Horizontal { height: 1; padding-left: 2; }
    StartScreen Horizontal Told { width: auto; text-style: dim; }
    StartScreen #languages { padding: 1 2 0 2; }
    StartScreen #sentence { padding: 1 2 0 2; height: 1fr; max-height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("tab", "app.focus_next", "next field"),
        Binding("g", "next_game", "another game"),
        Binding("l", "app.next_language", "another language"),
        Binding("h", "app.history", "stored games"),
        Binding("asterisk", "app.settings", "settings", key_display="*"),
    ]

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan
        self._named = plan.named
        """The name in its field has been typed."""
        self.chosen: Plan | None = None
        """The last plan that was chosen here."""
        self._mine: Mine | None = None
        self._found: list[Found] = []
        """The tables on this network."""
        self._asked: Found | None = None
        """That of which the code is asked for, in place of an invite."""
        self._touched = False
        """A key has been pressed."""

    @property
    def game(self) -> str:
        """The game that is on the menu."""
        return self._plan.game

    def body(self) -> ComposeResult:
        yield Menu(self._menu(), self.take, id="menu")
        with Horizontal():
            yield Told(id="name-label")
            yield Field(self._plan.name, self.name_given, id="name", max_length=NAME_CELLS_MAX)
        with Horizontal():
            yield Told(id="invite-label")
            yield Field("", self.invite_given, id="invite", placeholder=INVITE_SHAPE)
        yield Told(id="languages")

    def on_mount(self) -> None:
        menu = self.query_one("#menu", Lines)
        if self._asks_for_invite:
            menu.chosen = self._plan.command
        self.set_focus(self.query_one("#invite") if self._asks_for_invite else menu)

    @property
    def _asks_for_invite(self) -> bool:
        return self._plan.command in ("join", "watch")

    def retell(self) -> None:
        if settings.now().name and not self._named:
            self._plan = replace(self._plan, name=settings.now().name)
            self.query_one("#name", Field).value = self._plan.name
        self.query_one("#title", Told).tell(sign())
        self._tell_menu()
        self._tell_labels()
        self.query_one("#languages", Told).tell(languages())
        self.say(self._advice())

    def _advice(self) -> str:
        """What to do first; nothing for somebody who knows it."""
        if self._asks_for_invite:
            return _("Paste the invite that the host has sent you, and press enter.")
        if any(path.stem.endswith(self.game) for path in store.journals()):
            return ""
        game, learn = GAMES[self.game].NAME, self._learn()
        return _("New to {game}? {learn} tells you what to do, while you play.").format(game=game, learn=learn)

    def _tell_menu(self) -> None:
        lines, menu = self._menu(), self.query_one("#menu", Lines)
        most = max(1, self.app.size.height - OTHER_ROWS)
        self.set_class(len(lines) > most - TITLE_ROWS, "-crowded")
        menu.styles.max_height = most
        menu.update(lines)

    def _tell_labels(self) -> None:
        labels = {"#name-label": _("Name"), "#invite-label": _("Invite") if self._asked is None else _("Code")}
        width = max(LABEL_COLUMN_MIN, *(cell_len(label) + 2 for label in labels.values()))
        for place, label in labels.items():
            self.query_one(place, Told).tell(cell(label, width))

    def on_resize(self) -> None:
        self._tell_menu()

    def on_screen_suspend(self) -> None:
        self.workers.cancel_group(self, "lan")

    def on_screen_resume(self) -> None:
        """At first, and back from a table: it may be one to go on with."""
        self._look_around()
        if self._plan.command == "start":
            self.call_after_refresh(self._look_for_mine)

    @work(exclusive=True)
    async def _look_for_mine(self) -> None:
        """To play a journal again takes its time, and nobody has to wait for that."""
        self._mine = await asyncio.to_thread(_newest_of_mine)
        with suppress(NoMatches):  # the program has ended meanwhile
            menu = self.query_one("#menu", Lines)
            self._tell_menu()
            if self._mine is not None and not self._touched:
                menu.chosen = "return"
            if self._mine is not None and self._mine.passed_over and self.chosen is None:
                self.say(trouble(Trouble("passed-over", self._mine.passed_over)))

    @work(exclusive=True, group="lan")
    async def _look_around(self) -> None:
        await lan.look(self._find)

    def _find(self, tables: list[Found]) -> None:
        """These tables are on the network now."""
        self._found = tables
        with suppress(NoMatches):
            self._tell_menu()

    def action_next_game(self) -> None:
        names = list(GAMES)
        game = names[(names.index(self._plan.game) + 1) % len(names)]
        self._plan = replace(self._plan, game=game)
        self._tell_menu()
        self.say(self._advice())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "next_game" or len(GAMES) > 1

    async def press(self, event: events.Key | events.Paste) -> None:
        """Left to itself, Textual gives letters to a field at once, and other keys a way through all that it is in."""
        self._touched = True
        field = self.focused if isinstance(self.focused, Field) else None
        if field is not None and (isinstance(event, events.Paste) or event.is_printable):
            self._named = self._named or field.id == "name"
            await field.on_event(event)
        else:
            await super().press(event)

    def take(self, chosen: str) -> None:
        """Do what the menu's chosen line says."""
        plan = self._named_plan()
        self._ask_for_code(next((table for table in self._found if table.id == chosen), None))
        match chosen:
            case "return" if self._mine is not None:
                self._return(self._mine.table)
            case "solo":
                seats = self._seats()
                self._choose(replace(plan, command="solo", seats=seats, bots=seats - 1, bind="local"))
            case "tour":
                self._choose(touring(replace(plan, strength="easy")))
            case "host":
                self._choose(replace(plan, command="host", seats=self._seats(), bots=0))
            case "join" | "watch" as command:
                self._follow(replace(plan, command=command), invites.parse)

    def name_given(self) -> None:
        self.set_focus(self.query_one("#menu"))

    def invite_given(self) -> None:
        if (table := self._asked) is not None:
            watches = self._plan.command == "watch" or not table.free
            plan = replace(self._named_plan(), command="watch" if watches else "join")
            return self._follow(plan, lambda text: invites.parse_end(table.place, text))
        menu = self.query_one("#menu", Lines)
        if menu.chosen not in ("join", "watch"):
            menu.chosen = "join"
        menu.action_take()

    def _named_plan(self) -> Plan:
        return replace(self._plan, name=clean(self.query_one("#name", Field).value, NAME_CELLS_MAX))

    def _ask_for_code(self, table: Found | None) -> None:
        """Of this table; of none any more."""
        before, self._asked = self._asked, table
        self._tell_labels()
        field = self.query_one("#invite", Field)
        field.placeholder = INVITE_SHAPE if table is None else END_SHAPE if table.encrypted else CODE_SHAPE
        if table is not None:
            if before is None or before.id != table.id:
                field.value = ""
            self.set_focus(field)
            self.say(how_to_enter(table))

    def _choose(self, plan: Plan) -> None:
        if plan.name:
            self.chosen = plan
            self.post_message(Chosen(plan))
        else:
            self.set_focus(self.query_one("#name"))
            self.say(_("Tell your name first."))

    def _return(self, table: str) -> None:
        """Come back to my own table, by the name that I had there."""
        try:
            self._choose(returning(table))
        except Trouble as fault:
            self.say(trouble(fault))

    def _follow(self, plan: Plan, read: Callable[[str], Invite]) -> None:
        """Join or watch by what is in the field; who has typed no name comes back under the one known there."""
        field = self.query_one("#invite", Field)
        try:
            where = read(field.value)
        except Trouble as fault:
            self.set_focus(field)
            self.say(trouble(fault))
            return
        if not self._named and plan.name == self._plan.name:
            plan = replace(plan, name=store.name_for(where, plan.role, plan.name))
        self._choose(replace(plan, invite=where))

    def _learn(self) -> str:
        return _("Learn {game}").format(game=GAMES[self.game].NAME)

    def _seats(self) -> int:
        return min(SEATS_USUAL, max(GAMES[self._plan.game].SEATS))

    def _others(self) -> list[Found]:
        """The tables that were found, but for the one that is mine."""
        return [table for table in self._found if self._mine is None or table.place != self._mine.place]

    def _menu(self) -> list[Line]:
        game, bots = GAMES[self._plan.game].NAME, self._seats() - 1
        against = ngettext("at once, against {n} bot", "at once, against {n} bots", bots).format(n=bots)
        entries = [
            ("solo", _("Play {game}").format(game=game), against),
            ("tour", self._learn(), _("a first game, with hints")),
            ("host", _("Host {game}").format(game=game), _("for friends, over the network")),
            ("join", _("Join a table"), _("with an invite")),
            ("watch", _("Watch a table"), _("with an invite")),
        ]
        if self._mine is not None:
            what = _("Go on with {game}").format(game=GAMES[self._mine.game].NAME)
            how = _("your table is still open") if self._mine.runs else _("the game that was interrupted")
            entries.insert(0, ("return", what, how))
        entries[-2:-2] = [(table.id, called(table), standing(table)) for table in self._others()]
        width = max(MENU_COLUMN_MIN, *(cell_len(what) + 2 for _key, what, _how in entries))
        return [Line(cell(what, width) + Content.styled(how, "dim"), key) for key, what, how in entries]


def _newest_of_mine() -> Mine | None:
    """The newest table of mine that is open, else the newest that can be gone on with."""
    with suppress(Trouble):
        running = tables.running()
        table, passed_over = (running[0], "") if running else tables.to_resume()
        record = tables.read(table)
        return Mine(table, record.game, bool(running), record.shown.place, passed_over)
    return None


def sign() -> Content:
    """What hangs over the door: three cards, if the terminal can draw them."""
    welcome = _("Knock, and take a seat at the table.")
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
