"""What a player chooses for good. Every change holds at once, and is kept at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import msgspec
from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from net.clean import clean
from net.limits import NAME_CELLS_MAX
from net.link import Link
from net.trouble import Trouble
from tui import settings
from tui.company import option_word
from tui.language import LANGUAGES, N_, _, spoken
from tui.messages import SettingsChanged
from tui.says import not_kept, trouble
from tui.screens.page import EntryPage, Rows, Told, cell, title
from tui.standing import standing
from tui.theme import glyphs
from tui.widgets.lines import Line, Lines

LABEL_COLUMN_MIN = 24


class Row(NamedTuple):
    """What a setting is called, and what it does."""

    label: str
    hint: str


OWN_KEY = N_("What your keyboard or your terminal does not have can have another key.")

ROWS: Mapping[str, Row] = {
    "name": Row(N_("Name"), N_("What the others call you, from the next table on.")),
    "language": Row(N_("Language"), N_("In which you are told everything; the others have their own.")),
    "colours": Row(N_("Colours"), N_("They tell nothing that is not told without them, too.")),
    "letters": Row(
        N_("Suits as letters"), N_("S, H, D, C in Römi; in Aluette o, u, b, s: coins, cups, batons, swords.")
    ),
    "ascii": Row(N_("ASCII only"), N_("Frames of - and |, letters without accents, suits as letters.")),
    "animations": Row(N_("Animations"), N_("Without them bars stand still, and cards are dealt at once.")),
    "bell": Row(N_("Bell"), N_("Rings when your turn starts, when a game begins, and when you get a chair.")),
    "title": Row(N_("Window title"), N_("Tells when it is your turn, or when you may act.")),
    "notify": Row(N_("Desktop notices"), N_("The same as the bell, as a notice, if your terminal can (OSC 9).")),
    "key_help": Row(N_("Key for the help"), OWN_KEY),
    "key_scores": Row(N_("Key for the score sheet"), OWN_KEY),
    "key_room": Row(N_("Key for who is here"), OWN_KEY),
    "key_away": Row(N_("Key for being away"), OWN_KEY),
    "key_settings": Row(N_("Key for the settings"), OWN_KEY),
    "key_quit": Row(N_("Key for leaving"), OWN_KEY),
    "cells": Row(N_("Keys of Allegra's cells"), N_("Those of the 15 cells of an area, row by row.")),
}

NO_COLOR = N_("NO_COLOR is set where you started toctoc, and goes before this.")
COLOURS = {
    "terminal": N_("those of the terminal"),
    "dark": N_("for a dark screen"),
    "light": N_("for a light screen"),
    "contrast": N_("strong, on black"),
    "none": N_("none"),
}
LISTENS = N_("Press another key for it. With Backspace it has none, with Enter all stays.")


class SettingsScreen(EntryPage):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "turn(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("enter", "done", "done", key_display="enter"),
        Binding("ctrl+u", "give_up", "give up", key_display="ctrl+u"),
        Binding("asterisk,q,backspace,escape", "close", "back", key_display="*"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.listens = False
        """A key is waited for."""
        self._standing = ""
        """How the table stands."""
        self._fault = "".join([trouble(fault) for fault in settings.read()[1][:1]])
        """What is wrong in the file; then why the last change was not made, or not kept."""

    def body(self) -> ComposeResult:
        yield Rows(self._lines(), id="body")

    def retell(self) -> None:
        self.query_one("#title", Told).tell(title("toctoc", _("settings")))
        self.query_one(Rows).update(self._lines())
        self.tell_sentence()

    def show(self, link: Link) -> None:
        """What goes on at the table meanwhile."""
        self._standing = standing(link)
        self.tell_sentence()

    def _lines(self) -> list[Line]:
        width = max(LABEL_COLUMN_MIN, *(cell_len(_(row.label)) + 2 for row in ROWS.values()))
        return [Line(cell(_(row.label), width) + _shown(name), name) for name, row in ROWS.items()]

    def tell_sentence(self) -> None:
        row = ROWS[self._chosen]
        hint = NO_COLOR if self._chosen == "colours" and self.app.no_color else row.hint
        if self.entry.text is not None:
            said = Content.assemble((f"{_(row.label)}: ", "bold"), self.entry.text + glyphs().cursor)
        else:
            said = Content(_(LISTENS) if self.listens else self._fault or _(hint))
        self.say(Content("\n").join([said, Content(self._standing)]).rstrip())

    @property
    def _chosen(self) -> str:
        return self.query_one(Rows).chosen

    def look_at_chosen(self) -> None:
        self._fault = ""
        self.listens = False
        self.action_give_up()

    # to choose

    def action_turn(self, by: int) -> None:
        """The next or the one before of the values that the chosen setting can have."""
        if (choices := settings.CHOICES.get(self._chosen)) is not None:
            self._change(choices[(choices.index(_value(self._chosen)) + by) % len(choices)])

    @on(Lines.Taken)
    def take(self, event: Lines.Taken) -> None:
        if event.key in settings.CHOICES:
            self.action_turn(1)
        elif event.key in settings.KEYS:
            self.listens = True
            self.entry_changed()
        else:
            self.entry.text = _value(event.key)
            self.entry_changed()

    def _change(self, value: Any) -> None:
        """The chosen setting has this value from now on, if it can."""
        self._fault = ""
        wanted = {**msgspec.structs.asdict(settings.now()), self._chosen: value}
        if (refusal := settings.refusal(self._chosen, value, wanted)) is not None:
            self._fault = trouble(refusal)
            return self.entry_changed()
        try:
            settings.change(**{self._chosen: value})
        except Trouble as fault:
            self._fault = not_kept(fault)
        self.post_message(SettingsChanged())

    # to write

    @property
    def writing(self) -> bool:
        """A text is being written, or a key waited for."""
        return super().writing or self.listens

    def takes(self, key: events.Key) -> bool:
        return self.listens or super().takes(key)

    async def press(self, event: events.Key | events.Paste) -> None:
        if not self.listens or not isinstance(event, events.Key) or event.key == "ctrl+c":
            return await super().press(event)
        self.listens = False
        if event.key == "backspace":
            self._change("")
        elif event.key not in ("enter", "escape"):
            self._change(event.character if event.is_printable else event.key)
        self.entry_changed()

    def action_done(self) -> None:
        self._change(clean(self.entry.close(), NAME_CELLS_MAX))
        self.entry_changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return not self.listens and self.writing == (action in ("done", "give_up"))

    def action_close(self) -> None:
        self.dismiss()


def _value(name: str) -> Any:
    """What holds."""
    match name:
        case "language":
            return spoken()
        case "bell":
            return settings.rings()
    return getattr(settings.now(), name)


def _shown(name: str) -> str:
    """What holds, in words."""
    value = _value(name)
    match name, value:
        case "name", "":
            return _("your login name")
        case "language", str():
            return LANGUAGES.get(value, "")
        case name, str() if name in settings.KEYS:
            return " ".join((settings.KEYS[name][0], value))
        case "colours", str():
            return _(COLOURS[value])
        case _, bool():
            return option_word("on" if value else "off")
    return str(value)
