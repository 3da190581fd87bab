"""One question, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from tui.screens.page import Sheet, Told
from tui.widgets.lines import Line, Lines


class Answer(NamedTuple):
    """`key` is pressed to give it, and is what the screen returns."""

    key: str
    label: str


class ConfirmScreen(Sheet[str]):
    """Returns the key of the answer. The first answer is the harmless one."""

    DEFAULT_CSS = """
    ConfirmScreen Told { width: auto; max-width: 60; margin-bottom: 1; }
    ConfirmScreen Lines { width: auto; }
    """

    def __init__(self, question: str, answers: Sequence[Answer]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        with Vertical(id="paper"):
            yield Told(self._question)
            yield Lines([Line(Content.assemble((key, "bold"), f"  {label}"), key) for key, label in self._answers])

    def on_key(self, event: events.Key) -> None:
        if event.character in {answer.key for answer in self._answers}:
            event.stop()
            self.dismiss(event.character)

    @on(Lines.Taken)
    def take(self, event: Lines.Taken) -> None:
        self.dismiss(event.key)
