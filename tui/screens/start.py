"""The first page: play against bots, host, join or watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.css.query import NoMatches

from engine.games import GAMES
from net import invite as invites
from net import lan, store, tokens
from net.invite import Invite
from net.lan import Found
from net.trouble import Trouble
from tui import mine, settings
from tui.language import _, ngettext
from tui.nearby import called, how_to_enter, standing, unlisted
from tui.plan import Plan, returning, usual_seats
from tui.says import not_kept, trouble
from tui.screens.entrance import MENU_COLUMN_MIN, Entrance, Field
from tui.screens.page import Told, cell
from tui.tour import touring
from tui.widgets.lines import Line, Lines

INVITE_SHAPE, END_SHAPE, CODE_SHAPE = "toctoc://host:port/CODE", "CODE/FINGERPRINT", "CODE"
TITLE_ROWS, OTHER_ROWS = 5, 13
"""Of the page, beside its menu: the title goes first if there is no room for all."""


class StartScreen(Entrance):
    """Whatever goes wrong with what is chosen is said here, and nothing typed is lost."""

    DEFAULT_CSS = "StartScreen.-crowded #title { display: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "next_game", "another game"),
        Binding("h", "app.history", "stored games"),
    ]

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._mine = mine.Found()
        self._found: list[Found] = []
        """The tables on this network."""
        self._asked: Found | None = None
        """That of which the code is asked for, in place of an invite."""
        self._touched = False
        """A key has been pressed."""

    def fields(self) -> ComposeResult:
        yield from super().fields()
        with Horizontal():
            yield Told(id="invite-label")
            yield Field("", self.invite_given, id="invite", placeholder=INVITE_SHAPE)

    @property
    def labels(self) -> Mapping[str, str]:
        return {**super().labels, "invite": _("Invite") if self._asked is None else _("Code")}

    def on_mount(self) -> None:
        menu = self.query_one("#menu", Lines)
        if self._asks_for_invite:
            menu.chosen = self._plan.command
        first = "#invite" if self._asks_for_invite else "#name" if self._plan.asks_name else "#menu"
        self.set_focus(self.query_one(first))
        if self._plan.asks_name:  # the login name is a suggestion: what is typed takes its place
            self.query_one("#name", Field).select_all()

    @property
    def _asks_for_invite(self) -> bool:
        return self._plan.command in ("join", "watch")

    def retell(self) -> None:
        if settings.now().name and not self._named:
            self._plan = replace(self._plan, name=settings.now().name)
            self.query_one("#name", Field).value = self._plan.name
        super().retell()
        self.say(self._advice())

    def _advice(self) -> str:
        """What to do first; nothing for somebody who knows it."""
        if self._asks_for_invite:
            paste = _("Paste the invite that the host has sent you, and press enter.")
            return f"{paste}\n{unlisted()}".rstrip()
        if self._plan.asks_name and not settings.now().name:
            return _("What shall the others call you? Type it, and press enter.")
        if any(path.stem.endswith(self.game) for path in store.journals()):
            return ""
        game, learn = GAMES[self.game].NAME, self._learn()
        return _("New to {game}? {learn} tells you what to do, while you play.").format(game=game, learn=learn)

    def tell_menu(self) -> None:
        most = max(1, self.app.size.height - OTHER_ROWS)
        self.set_class(len(self.menu_lines()) > most - TITLE_ROWS, "-crowded")
        self.query_one("#menu").styles.max_height = most
        super().tell_menu()

    def on_resize(self) -> None:
        self.tell_menu()

    def on_screen_suspend(self) -> None:
        self.workers.cancel_group(self, "lan")

    def on_screen_resume(self) -> None:
        """At first, and back from a table: it may be one to go on with."""
        if not self._plan.is_whole:
            self._look_around()
        if self._plan.command == "start":
            self.call_after_refresh(self._look_for_mine)

    @work(exclusive=True)
    async def _look_for_mine(self) -> None:
        """To play a journal again takes its time, and nobody has to wait for that."""
        self._mine = await asyncio.to_thread(mine.found)
        with suppress(NoMatches):  # the program has ended meanwhile
            menu = self.query_one("#menu", Lines)
            self.tell_menu()
            if self._mine.tables and not self._touched:
                menu.chosen = self._mine.tables[0].table
            if self._mine.passed_over and self.chosen is None:
                self.say(trouble(Trouble("passed-over", self._mine.passed_over)))

    @work(exclusive=True, group="lan")
    async def _look_around(self) -> None:
        await lan.look(self._find)

    def _find(self, tables: list[Found]) -> None:
        """These tables are on the network now."""
        self._found = tables
        with suppress(NoMatches):
            self.tell_menu()

    def action_next_game(self) -> None:
        names = list(GAMES)
        game = names[(names.index(self.game) + 1) % len(names)]
        self._plan = replace(self._plan, game=game)
        self.tell_menu()
        self.say(self._advice())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "next_game" or len(GAMES) > 1

    async def press(self, event: events.Key | events.Paste) -> None:
        self._touched = True
        await super().press(event)

    def take(self, chosen: str) -> None:
        plan = self._named_plan()
        self._ask_for_code(next((table for table in self._found if table.id == chosen), None))
        match chosen:
            case "solo":
                seats = usual_seats(GAMES[self.game])
                self.choose(replace(plan, command="solo", seats=seats, bots=seats - 1, bind="local"))
            case "tour":
                self.choose(touring(replace(plan, strength="easy")))
            case "host":
                self.choose(replace(plan, command="host", seats=usual_seats(GAMES[self.game]), bots=0))
            case "join" | "watch" as command:
                self._follow(replace(plan, command=command), invites.parse)
            case _ if self._asked is None:
                self._return(chosen)

    def name_given(self) -> None:
        self._keep_name()
        super().name_given()

    def choose(self, plan: Plan) -> None:
        self._keep_name()
        super().choose(plan)

    def _keep_name(self) -> None:
        """It is asked for once."""
        told = self._plan.asks_name or self.query_one("#name", Field).typed
        if told and self.my_name and not settings.now().name:
            try:
                settings.change(name=self.my_name)
                self.say(self._advice())
            except Trouble as fault:
                self.say(not_kept(fault))

    def invite_given(self) -> None:
        if (table := self._asked) is not None:
            watches = self._plan.command == "watch" or not table.free
            plan = replace(self._named_plan(), command="watch" if watches else "join")
            return self._follow(plan, lambda text: invites.parse_end(table.place, text))
        menu = self.query_one("#menu", Lines)
        if menu.chosen not in ("join", "watch"):
            menu.chosen = "join"
        menu.action_take()

    @property
    def _named(self) -> bool:
        """The name is one that I have told."""
        return self._plan.named or self.query_one("#name", Field).typed

    def _named_plan(self) -> Plan:
        return replace(self._plan, name=self.my_name)

    def _ask_for_code(self, table: Found | None) -> None:
        """Of this table; of none any more."""
        before, self._asked = self._asked, table
        self.tell_labels()
        field = self.query_one("#invite", Field)
        field.placeholder = INVITE_SHAPE if table is None else END_SHAPE if table.encrypted else CODE_SHAPE
        if table is not None:
            if before is None or before.id != table.id:
                field.value = ""
            self.set_focus(field)
            self.say(how_to_enter(table))

    def _return(self, table: str) -> None:
        """Come back to my own table, by the name that I had there."""
        try:
            self.choose(returning(table))
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
            plan = replace(plan, name=tokens.name_for(where, plan.role, plan.name))
        self.choose(replace(plan, invite=where))

    def _learn(self) -> str:
        return _("Learn {game}").format(game=GAMES[self.game].NAME)

    def _how_to_go_on(self, one: mine.Mine) -> str:
        if not one.runs:
            return _("interrupted; h shows the others") if self._mine.more else _("the game that was interrupted")
        opened = [one.opened] if sum(table.runs for table in self._mine.tables) > 1 else []
        return ", ".join([_("your table is still open"), *opened])

    def _others(self) -> list[Found]:
        """The tables that were found, but for those that are mine."""
        mine = {one.place for one in self._mine.tables if one.runs}
        return [table for table in self._found if table.place not in mine]

    def menu_lines(self) -> list[Line]:
        game, bots = GAMES[self.game].NAME, usual_seats(GAMES[self.game]) - 1
        against = ngettext("at once, against {n} bot", "at once, against {n} bots", bots).format(n=bots)
        entries = [
            ("solo", _("Play {game}").format(game=game), against),
            ("tour", self._learn(), _("a first game, with hints")),
            ("host", _("Host {game}").format(game=game), _("for friends, over the network")),
            ("join", _("Join a table"), _("with an invite")),
            ("watch", _("Watch a table"), _("with an invite")),
        ]
        for number, one in enumerate(self._mine.tables):
            what = _("Go on with {game}").format(game=GAMES[one.game].NAME)
            entries.insert(number, (one.table, what, self._how_to_go_on(one)))
        entries[-2:-2] = [(table.id, called(table), standing(table)) for table in self._others()]
        width = max(MENU_COLUMN_MIN, *(cell_len(what) + 2 for _key, what, _how in entries))
        return [Line(cell(what, width) + Content.styled(how, "dim"), key) for key, what, how in entries]
