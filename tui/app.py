"""The program on the screen. There is one path: the link has changed -> LinkChanged -> the right screen shows it."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.filter import LineFilter
from textual.reactive import reactive
from textual.screen import Screen

from net import wire
from net.link import Link
from net.trouble import Trouble
from tui import language, settings
from tui.company import may_sit
from tui.keys import on_english_keyboard
from tui.language import LANGUAGES, spoken
from tui.leaving import last_word, question
from tui.messages import Ask, Chosen, LinkChanged, SettingsChanged, Tell
from tui.notices import Notices
from tui.plan import Plan
from tui.quirks import LeanDriver, Sturdy, hang_up_without_terminal, terminal_restored_on_signals
from tui.screens.confirm import ConfirmScreen
from tui.screens.door import DoorScreen
from tui.screens.gate import GateScreen
from tui.screens.help import HelpScreen
from tui.screens.page import Page, Typed
from tui.screens.scores import ScoresScreen
from tui.screens.settings import SettingsScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen
from tui.stage import Stage
from tui.tint import FILTERS
from tui.visit import Visit

LOOK_EVERY_S = 2.0
"""So often is looked whether the terminal is still there."""


class TocTocApp(Sturdy):
    """`run` returns None, or the sentence that says why there is no table, or no longer one."""

    TITLE = "toctoc"
    ENABLE_COMMAND_PALETTE = False
    theme = reactive("ansi-dark", init=False)  # set later, it would have the styles of all widgets be read twice
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("equals_sign", "scores", "scores", key_display="="),
        Binding("at", "room", "who is here", key_display="@"),
        Binding("j", "sit", "sit down"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("asterisk", "settings", show=False),
        # Not every terminal lets ctrl+q through, and in a line of chat q is a letter.
        Binding("q", "leave", show=False),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "leave", "quit", key_display="ctrl+c", priority=True),
    ]

    def __init__(self, plan: Plan, *, diff: bool = True, first: Screen[None] | None = None) -> None:
        """With a `first` screen, that one is all there is."""
        super().__init__(driver_class=LeanDriver if diff else None, ansi_color=True)
        self.animation_level = "none"
        self._start = StartScreen(plan) if plan.guest is None else DoorScreen(plan)
        self._first = first or self._start
        self._stage = Stage(self)
        self._plan = plan
        self._farewell = ""
        """Of the last table that was chosen on the start screen."""
        self._notices = Notices(lambda sequence: self.send(sequence))

    @property
    def link(self) -> Link | None:
        """My line to the table, if I am at one."""
        return self._stage.link

    @property
    def _visit(self) -> Visit | None:
        """My stay at a table; None on the start screen."""
        return self._stage.visit

    @property
    def farewell(self) -> str:
        return self._visit.farewell if self._visit is not None else self._farewell

    def run(self) -> str | None:  # type: ignore[override]
        with terminal_restored_on_signals():
            return super().run()

    def excuse(self) -> str | None:
        return self._visit.excuse() if self._visit is not None else None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """NO_COLOR, which Textual obeys, goes before all colours."""
        usual = super().get_line_filters()
        return usual if self.no_color else [*usual, *FILTERS[settings.now().colours]]

    def get_default_screen(self) -> Screen[None]:
        return self._first

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, Key) and not event.is_forwarded:
            event = self._meant(event)
        if isinstance(event, Key | Paste) and not event.is_forwarded and isinstance(self.screen, Typed):
            await self.screen.press(event)
        else:
            await super().on_event(event)

    def _meant(self, event: Key) -> Key:
        """The key for which the player has put this one, or their keyboard another letter, unless it is a part of a
        text."""
        if isinstance(self.screen, Typed | TableScreen) and self.screen.takes(event):
            return event
        first = settings.meant(event.key, event.character)
        return Key(first, None) if first is not None else on_english_keyboard(event, self.screen)

    def get_key_display(self, binding: Binding) -> str:
        return settings.own_key(binding.key) or super().get_key_display(binding)

    def on_ready(self) -> None:
        gc.freeze()  # what is here will stay: without this, every look for garbage costs up to 40 ms
        gc.enable()
        self.set_interval(LOOK_EVERY_S, hang_up_without_terminal)
        self._link_changed()
        if self._plan.is_whole:
            self.post_message(Chosen(self._plan))

    # to the table and back

    @on(Chosen)
    def open_chosen(self, event: Chosen) -> None:
        if self._visit is None:
            self._stage.visit = visit = Visit(event.plan, self._link_changed)
            self._start.say(visit.begins)
            self.run_worker(self._stay(visit))

    async def _stay(self, visit: Visit) -> None:
        """Be at the table to the end. Whoever chose it on the start screen gets back there; a guest by SSH only if
        there may be another place for them."""
        sentence = await visit.run()
        goes_on = visit.plan is not self._plan if visit.plan.guest is None else visit.turned_away
        if not goes_on:
            self.exit(sentence)
            return
        self._farewell = visit.farewell if sentence is None else ""
        await self._stage.clear()
        self._link_changed()
        self._start.say(sentence or self._farewell)
        if visit.link is not None and visit.link.room is not None:
            self._start.look_at_menu()  # the table may have been chosen in a field, where letters are text
        await self._stage.mind(self.size)

    # the one path

    def _link_changed(self) -> None:
        self.post_message(LinkChanged())

    async def on_link_changed(self) -> None:
        self._notices.hear(self.link)
        await self._stage.show()

    # what the screens ask for

    @on(Ask)
    def ask(self, event: Ask) -> None:
        if self._visit is not None:
            self._visit.act(event.action)

    @on(Tell)
    def tell(self, event: Tell) -> None:
        if self._visit is not None:
            self._visit.send(event.message)

    @on(SettingsChanged)
    def obey_settings(self) -> None:
        """Show everything as the settings want it from now on, also what stands on a screen already."""
        if settings.now().language:
            language.speak(settings.now().language)
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.retell()
            for widget in screen.walk_children(with_self=True):
                widget.refresh()
        self.screen.refresh_bindings()
        self._link_changed()

    def action_next_language(self) -> None:
        codes = list(LANGUAGES)
        with suppress(Trouble):  # that it cannot be kept is told where settings are changed
            settings.change(language=codes[(codes.index(spoken()) + 1) % len(codes)])
        self.obey_settings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        match action:
            case "scores" | "room" | "help" | "settings" | "sit" if self._stage.writing:
                return False
            case "scores":
                return isinstance(self.screen, TableScreen)
            case "sit":
                link, at_table = self.link, isinstance(self.screen, TableScreen | ScoresScreen)
                return at_table and link is not None and link.room is not None and may_sit(link.room, link.seat)
            case "room":
                return isinstance(self.screen, TableScreen | ScoresScreen)
            case "help":
                return not isinstance(self.screen, HelpScreen | ConfirmScreen | GateScreen)
            case "settings":
                return self.screen in (self._start, self._stage.below)
        return action != "leave" or not isinstance(self.screen, GateScreen)

    async def action_scores(self) -> None:
        await self._stage.lay_scores()

    async def action_room(self) -> None:
        await self._stage.lay_room()

    async def action_help(self) -> None:
        room = self.link.room if self.link is not None else None
        await self._stage.lay_help(room.game if room is not None else self._start.game)

    async def action_settings(self) -> None:
        await self._stage.lay(SettingsScreen())

    async def action_history(self) -> None:
        from tui.screens.history import HistoryScreen  # it takes its time: only who looks there waits for it

        await self._stage.lay(HistoryScreen())

    def action_sit(self) -> None:
        self.post_message(Tell(wire.Sit()))

    def action_leave(self) -> None:
        link, visit = self.link, self._visit
        if isinstance(self.screen, ConfirmScreen):
            self.screen.action_close()
        elif visit is None or link is None or link.room is None:
            self.exit()
        elif (asked := question(link.room, link.seat, host=link.host, alone=visit.alone)) is not None:
            self.push_screen(ConfirmScreen(*asked), self._answered)
        else:
            self._leave(wire.Leave())

    def _answered(self, key: str | None) -> None:
        if (word := last_word(key or "")) is not None:
            self._leave(word)
        else:
            self._link_changed()

    def _leave(self, last_word: wire.FromClient) -> None:
        """Say goodbye and hang up; then `_stay` goes on."""
        if self._visit is not None:
            self._visit.leave(last_word)

    def on_app_focus(self) -> None:
        self._notices.watched = True

    def on_app_blur(self) -> None:
        self._notices.watched = False

    async def on_resize(self, event: events.Resize) -> None:
        await self._stage.mind(event.size)
