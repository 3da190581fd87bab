"""One question, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from engine.board import Seat
from net import wire
from tui.language import N_, _
from tui.screens.page import Sheet, Told
from tui.widgets.lines import Line, Lines


class Answer(NamedTuple):
    """`key` is pressed to give it, and is what the screen returns."""

    key: str
    label: str


STAY = Answer("s", N_("stay"))
LEAVE = Answer("l", N_("leave: a bot plays for you until you come back"))
LEAVE_WAITING = Answer("l", N_("leave: the table waits until you come back"))
LEAVE_OPEN = Answer("l", N_("leave: the table stays open"))
CLOSE = Answer("c", N_("close the table for everybody"))


class ConfirmScreen(Sheet[str]):
    """Returns the key of the answer. The first answer is the harmless one: whoever puts the sheet away gives it."""

    DEFAULT_CSS = """
    ConfirmScreen Told { width: auto; max-width: 60; margin-bottom: 1; }
    ConfirmScreen Lines { width: auto; max-height: 60vh; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,backspace,escape", "close", show=False)]

    def __init__(self, question: str, answers: Sequence[Answer]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        with Vertical(id="paper"):
            yield Told(self._question)
            yield Lines([Line(Content.assemble((key, "bold"), f"  {_(label)}"), key) for key, label in self._answers])

    def on_key(self, event: events.Key) -> None:
        if event.character in {answer.key for answer in self._answers}:
            event.stop()
            self.dismiss(event.character)

    @on(Lines.Taken)
    def take(self, event: Lines.Taken) -> None:
        self.dismiss(event.key)

    def action_close(self) -> None:
        self.dismiss(self._answers[0].key)


def leaving(room: wire.Room, me: Seat | None, host: bool) -> ConfirmScreen | None:
    """What is asked before a player leaves a game, and the host the table; None if one can just go."""
    running = room.phase in ("deal", "play")
    alone = not any(
        chair.sitter == "person" and chair.line == "here" for seat, chair in enumerate(room.chairs) if seat != me
    )
    leave = LEAVE_OPEN if not running else LEAVE_WAITING if alone else LEAVE
    if host:
        return ConfirmScreen(_("You are the host of this table."), (STAY, leave, CLOSE))
    if me is not None and running:
        return ConfirmScreen(_("The game is not over yet."), (STAY, leave))
    return None
