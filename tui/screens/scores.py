"""The score sheet: a row a round, a column a player, and who is ready to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from engine.board import Event, Seat
from engine.game import View
from engine.games import GAMES
from net import wire
from net.link import Link
from tui.screens.page import LOST, KeyLine, Sheet, Told, title
from tui.story import listed, names_of
from tui.theme import glyphs

LABEL_COLUMN = 8
SCORE_COLUMN_MAX = 12
SHEET_COLUMNS = 74
"""What a window of 80 columns leaves between the sheet's borders."""


def doubled(view: View) -> Seat | None:
    """Who closed the round that has just been scored without the lowest sum, so that it was doubled."""
    if view.facts.get("step") != "scored":
        return None
    closer: Seat = view.facts["closer"]
    return closer if view.scores.rounds[-1][closer] != view.facts["sums"][closer] else None


def score_table(view: View, names: Sequence[str], me: Seat | None) -> Content:
    """The names, a row a round and the totals, in columns of one width. My column is bold."""
    width = min(SCORE_COLUMN_MAX, (SHEET_COLUMNS - LABEL_COLUMN) // len(names))
    starred = doubled(view)

    def row(label: str, texts: Sequence[str], star: Seat | None = None) -> Content:
        columns = [
            (Content(text).right(width - 1, ellipsis=True) + ("*" if seat == star else " "), seat)
            for seat, text in enumerate(texts)
        ]
        return Content.styled(label.ljust(LABEL_COLUMN), "dim") + Content("").join(
            column.stylize("bold") if seat == me else column for column, seat in columns
        )

    scores = view.scores
    last = len(scores.rounds)
    rounds = [
        row(f"round {number}", [str(points) for points in line], starred if number == last else None)
        for number, line in enumerate(scores.rounds, 1)
    ]
    rule = Content.styled(glyphs().across * (LABEL_COLUMN + width * len(names)), "dim")
    totals = row("total", [str(points) for points in scores.totals])
    return Content("\n").join([row("", names), *rounds, rule, totals])


def outcome(view: View, names: Sequence[str]) -> str:
    """What the last round or the whole match has come to."""
    said = []
    if (closer := doubled(view)) is not None:
        said.append(f"* {names[closer]} closed the round without the lowest sum, so it counts double.")
    if len(view.scores.winners) == 1:
        said.append(f"{names[view.scores.winners[0]]} wins the game.")
    elif view.scores.winners:
        said.append(f"{listed([names[seat] for seat in view.scores.winners])} share the win.")
    return "\n".join(said)


def readiness(room: wire.Room) -> str:
    """Who is ready for the next deal, and for whom the table waits."""
    here = [chair for chair in room.chairs if chair.sitter == "person" and chair.line == "here"]
    ready = [chair.name for chair in here if chair.ready]
    late = [chair.name for chair in here if not chair.ready]
    said = [f"{listed(ready)} {'is' if len(ready) == 1 else 'are'} ready."] if ready else []
    said += [f"Waiting for {listed(late)}."] if late else []
    return " ".join(said)


class ScoresScreen(Sheet[None]):
    """Lies on the table by itself when a round has been scored, and at any time by a key."""

    DEFAULT_CSS = """
    ScoresScreen Told { width: auto; max-width: 74; margin-bottom: 1; }
    ScoresScreen KeyLine { width: 60; margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "ready", "ready for the next round"),
        Binding("space,enter", "again", "ready for another game"),
        Binding("equals_sign,q,enter", "close", "look at the table", key_display="="),
    ]

    class Tell(Message):
        """Send this to the table."""

        def __init__(self, message: wire.FromClient) -> None:
            super().__init__()
            self.message = message

    def __init__(self) -> None:
        super().__init__()
        self._waits_for_me: wire.Phase | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="paper"):
            yield Told(id="title")
            yield Told(id="table")
            yield Told(id="outcome")
            yield Told(id="ready")
            yield KeyLine()

    def show(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> None:
        """The newest scores, and who is ready."""
        room, view, seat = link.room, link.view, link.seat
        if room is None or view is None:
            return
        names = names_of(room, len(view.scores.totals))
        between = room.phase in ("deal", "over")
        self._waits_for_me = room.phase if between and seat is not None and not room.chairs[seat].ready else None
        self._tell("title", title(GAMES[room.game].NAME, "score sheet"))
        self._tell("table", score_table(view, names, seat))
        self._tell("outcome", outcome(view, names))
        self._tell("ready", LOST if not link.online else readiness(room) if between else "")
        self.refresh_bindings()

    def _tell(self, what: str, text: Content | str) -> None:
        told = self.query_one(f"#{what}", Told)
        told.tell(text)
        told.display = bool(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        match action:
            case "ready":
                return self._waits_for_me == "deal"
            case "again":
                return self._waits_for_me == "over"
        return True

    def action_ready(self) -> None:
        self.post_message(self.Tell(wire.Ready()))

    action_again = action_ready

    def action_close(self) -> None:
        self.dismiss()
