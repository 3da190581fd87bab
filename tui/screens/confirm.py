"""One question, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from tui.language import _
from tui.leaving import Answer
from tui.screens.page import Sheet, Told
from tui.widgets.lines import Line, Lines


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
