"""The score sheet: a row a round, a column a player, and who is ready to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from engine.board import Seat
from engine.game import View
from engine.games import GAMES
from net import wire
from net.link import Link
from tui import spoken
from tui.fairness import found
from tui.language import _
from tui.messages import Tell
from tui.outcome import outcome
from tui.screens.page import KeyLine, Sheet, Told, Typed, cell, title
from tui.sides import sides
from tui.spoken import Words
from tui.standing import may_write, standing
from tui.story import listed, names_of
from tui.tabletop import AIRY_FROM_ROWS
from tui.theme import glyphs
from tui.widgets.canvas import fit

LABEL_COLUMN_MIN = 8
SCORE_COLUMN_MAX = 12
PAIR_COLUMN_MAX = 33
AIRY_ROUNDS = 4
"""After so many there is room for empty lines in a low window, too."""
SHEET_COLUMNS = 74
"""What a window of 80 columns leaves between the sheet's borders."""


def score_table(words: Words, view: View, names: Sequence[str], me: Seat | None) -> Content:
    """The names, a row a round and the totals, in columns of one width: one for everybody, or for those who score
    together. My column is bold, and marked."""
    columns, scores, total = sides(view), view.scores, _("total")
    rounds = [spoken.scored(words, number) for number in range(1, len(scores.rounds) + 1)]
    labels = max(LABEL_COLUMN_MIN, *map(cell_len, (*rounds, total)))
    alone = len(columns) == len(names)
    width = min(SCORE_COLUMN_MAX if alone else PAIR_COLUMN_MAX, (SHEET_COLUMNS - labels) // len(columns))
    mark = f"{glyphs().turn} "

    def head(side: Sequence[Seat]) -> str:
        mine = mark if me in side else ""
        room = width - 1 - cell_len(mine)
        each = room if alone else (room - cell_len(listed(["", ""]))) // 2
        return mine + listed([fit(names[seat], each, glyphs().more) for seat in side])

    def row(label: str, texts: Sequence[str]) -> Content:
        cells = [Content(text).right(width - 1, ellipsis=True) + " " for text in texts]
        return cell(label, labels).stylize("dim") + Content("").join(
            text.stylize("bold") if me in side else text for side, text in zip(columns, cells, strict=True)
        )

    points = zip(rounds, scores.rounds, strict=True)
    rows = [row(label, [str(line[side[0]]) for side in columns]) for label, line in points]
    rule = Content.styled(glyphs().across * (labels + width * len(columns)), "dim")
    totals = row(total, [str(scores.totals[side[0]]) for side in columns])
    return Content("\n").join([row("", list(map(head, columns))), *rows, rule, totals])


class ScoreSheet(Sheet[None]):
    """Where it lies, nothing of the table is left beside it: that would be half a row."""

    DEFAULT_CSS = """
    ScoreSheet > #rows { width: 100%; height: auto; align-horizontal: center; background: ansi_default; }
    ScoreSheet Told { width: auto; max-width: 74; margin-bottom: 1; }
    ScoreSheet.tight Told { margin-bottom: 0; }
    ScoreSheet KeyLine { width: 60; margin: 0; }
    """

    def make_room(self, view: View) -> None:
        """Many rounds in a low window leave no room for empty lines."""
        self.set_class(len(view.scores.rounds) > AIRY_ROUNDS and self.app.size.height < AIRY_FROM_ROWS, "tight")

    def action_close(self) -> None:
        self.dismiss()


class StandingsScreen(ScoreSheet):
    """The scores as they were in this view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("equals_sign,q,space,enter,backspace,escape", "close", "back", key_display="=")
    ]

    def __init__(self, game: str, view: View, names: Sequence[str], me: Seat | None) -> None:
        super().__init__()
        self._game, self._view, self._names, self._me = game, view, names, me

    def on_mount(self) -> None:
        super().on_mount()
        self.make_room(self._view)

    def compose(self) -> ComposeResult:
        with Vertical(id="rows"), Vertical(id="paper"):
            yield Told(title(GAMES[self._game].NAME, _("score sheet")))
            words = spoken.find(self._game)
            yield Told(score_table(words, self._view, self._names, self._me))
            if said := outcome(words, self._view, self._names):
                yield Told(said)
            yield KeyLine()


class ScoresScreen(ScoreSheet, Typed[None]):
    """Lies on the table by itself when a round has been scored, and at any time by a key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "ready", "ready for the next deal"),
        Binding("space", "again", "ready for another game"),
        Binding("enter,slash", "write", "chat", key_display="enter"),
        Binding("equals_sign,q,backspace,escape", "close", "look at the table", key_display="="),
        Binding("at", "app.room", "who is here", key_display="@"),
        Binding("j", "app.sit", "sit down"),
        Binding("question_mark", "app.help", show=False),
    ]

    def __init__(self, write: Callable[[], None], hint: str = "") -> None:
        """`write` begins a line of chat on the screen below; `hint` is what a tour says of the round."""
        super().__init__()
        self._hint = hint
        self._waits_for_me: wire.Phase | None = None
        self._may_write = False
        self._write = write

    def compose(self) -> ComposeResult:
        with Vertical(id="rows"), Vertical(id="paper"):
            yield Told(id="title")
            yield Told(id="table")
            yield Told(id="outcome")
            yield Told(id="hint")
            yield Told(id="fairness")
            yield Told(id="ready")
            yield KeyLine()

    def show(self, link: Link) -> None:
        """The newest scores, and who is ready."""
        room, view, seat = link.room, link.view, link.seat
        if room is None or view is None:
            return
        self.make_room(view)
        names = names_of(room, len(view.scores.totals))
        between = room.phase in ("deal", "over")
        self._waits_for_me = room.phase if between and seat is not None and not room.chairs[seat].ready else None
        self._may_write = may_write(link)
        words = spoken.find(room.game)
        self._tell("title", title(GAMES[room.game].NAME, _("score sheet")))
        self._tell("table", score_table(words, view, names, seat))
        self._tell("outcome", outcome(words, view, names))
        self._tell("hint", self._hint)
        verdicts = dict.fromkeys(verdict for verdict in (link.alarm, link.fairness) if verdict is not None)
        told = [found(verdict, names, spoken.deal(words, verdict.deal, room.options)) for verdict in verdicts]
        self._tell("fairness", "\n".join(told))
        self._tell("ready", standing(link))
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
            case "write":
                return self._may_write
        return True

    def action_ready(self) -> None:
        self.post_message(Tell(wire.Ready()))

    action_again = action_ready

    def action_write(self) -> None:
        self._write()
        self.dismiss()
