"""The score sheet: a row a round, a column a player, and who is ready to go on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message_pump import MessagePump
from textual.timer import Timer

from engine.board import Event, Seat
from engine.game import View
from engine.games import GAMES
from net import wire
from net.link import Link
from tui.fairness import found
from tui.messages import Tell
from tui.screens.page import KeyLine, Sheet, Told, Typed, title
from tui.sides import is_drawn, sides
from tui.standing import standing
from tui.story import listed, names_of
from tui.theme import glyphs
from tui.widgets.canvas import fit
from tui.widgets.entry import may_write

LABEL_COLUMN = 8
SCORE_COLUMN_MAX = 12
PAIR_COLUMN_MAX = 33
SHEET_COLUMNS = 74
"""What a window of 80 columns leaves between the sheet's borders."""


OPEN_CARDS_S = 4.0
"""So long are the open cards of a scored round looked at before the score sheet is laid on them."""


def doubled(view: View) -> Seat | None:
    """Who closed the round that has just been scored without the lowest sum, so that it was doubled."""
    closer: Seat | None = view.facts.get("closer")
    if closer is None or view.facts.get("step") != "scored":
        return None
    return closer if view.scores.rounds[-1][closer] != view.facts["sums"][closer] else None


def earned(view: View, names: Sequence[str]) -> str | None:
    """How the points of the deal that has just been scored were earned, in a game in which tricks are."""
    facts = view.facts
    if "most" not in facts or facts["step"] != "scored":
        return None
    points, most = max(view.scores.rounds[-1]), facts["most"]
    if not points:
        return "All tricks were spoiled: nobody scores."
    side = [names[seat] for seat, scored in enumerate(view.scores.rounds[-1]) if scored]
    said = f"{listed(side)} score {points}"
    if facts["refused"] or most is None or not view.scores.rounds[-1][most]:
        return f"{said}: the deal was offered, and {'refused' if facts['refused'] else 'accepted'}."
    first = ", the first to reach it" if facts["tricks"].count(facts["tricks"][most]) > 1 else ""
    made = ": a mordienne" if points > 1 else ""
    return f"{said}: {names[most]} has won {facts['tricks'][most]} tricks{first}{made}."


def score_table(view: View, names: Sequence[str], me: Seat | None) -> Content:
    """The names, a row a round and the totals, in columns of one width: one for everybody, or for those who score
    together. My column is bold."""
    columns = sides(view)
    alone = len(columns) == len(names)
    width = min(SCORE_COLUMN_MAX if alone else PAIR_COLUMN_MAX, (SHEET_COLUMNS - LABEL_COLUMN) // len(columns))
    each = (width - 1) if alone else (width - 1 - len(" and ")) // 2
    heads = [" and ".join(fit(names[seat], each, glyphs().more) for seat in side) for side in columns]

    def row(label: str, texts: Sequence[str]) -> Content:
        cells = [Content(text).right(width - 1, ellipsis=True) + " " for text in texts]
        return Content.styled(label.ljust(LABEL_COLUMN), "dim") + Content("").join(
            cell.stylize("bold") if me in side else cell for side, cell in zip(columns, cells, strict=True)
        )

    scores = view.scores
    rows = [row(f"round {i}", [str(line[side[0]]) for side in columns]) for i, line in enumerate(scores.rounds, 1)]
    rule = Content.styled(glyphs().across * (LABEL_COLUMN + width * len(columns)), "dim")
    totals = row("total", [str(scores.totals[side[0]]) for side in columns])
    return Content("\n").join([row("", heads), *rows, rule, totals])


def outcome(view: View, names: Sequence[str]) -> str:
    """What the last round or the whole match has come to."""
    said = []
    if (closer := doubled(view)) is not None:
        number, points = len(view.scores.rounds), view.scores.rounds[-1][closer]
        said.append(f"{names[closer]} closed round {number} without the lowest sum, so it counts double: {points}.")
    if (why := earned(view, names)) is not None:
        said.append(why)
    if is_drawn(view):
        said.append("The game is a draw.")
    elif view.scores.winners in sides(view):
        verb = "wins" if len(view.scores.winners) == 1 else "win"
        said.append(f"{listed([names[seat] for seat in view.scores.winners])} {verb} the game.")
    elif view.scores.winners:
        said.append(f"{listed([names[seat] for seat in view.scores.winners])} share the win.")
    return "\n".join(said)


class Interlude:
    """The time from the end of a round to the next one: in it the score sheet is due once, by itself."""

    def __init__(self, pump: MessagePump, due: Callable[[], Awaitable[None]]) -> None:
        """`due` is called until `scores_seen` is."""
        self._pump, self._due = pump, due
        self._scored = False
        self._timer: Timer | None = None

    def mind(self, scored: bool) -> bool:
        """Whether a round has been scored and the next one has not begun. Returns whether this is new."""
        new, self._scored = scored != self._scored, scored
        if new:
            self.scores_seen()
            # Not called by the timer itself: it would be stopped in the middle of its own work.
            due = partial(self._pump.call_later, self._due)
            self._timer = self._pump.set_interval(OPEN_CARDS_S, due) if scored else None
        return new

    def scores_seen(self) -> None:
        if self._timer is not None:
            self._timer.stop()


class ScoresScreen(Sheet[None], Typed[None]):
    """Lies on the table by itself when a round has been scored, and at any time by a key."""

    DEFAULT_CSS = """
    ScoresScreen Told { width: auto; max-width: 74; margin-bottom: 1; }
    ScoresScreen KeyLine { width: 60; margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "ready", "ready for the next round"),
        Binding("space", "again", "ready for another game"),
        Binding("enter,slash", "write", "chat", key_display="enter"),
        Binding("equals_sign,q,backspace,escape", "close", "look at the table", key_display="="),
    ]

    def __init__(self, write: Callable[[], None]) -> None:
        """`write` begins a line of chat on the screen below."""
        super().__init__()
        self._waits_for_me: wire.Phase | None = None
        self._may_write = False
        self._write = write

    def compose(self) -> ComposeResult:
        with Vertical(id="paper"):
            yield Told(id="title")
            yield Told(id="table")
            yield Told(id="outcome")
            yield Told(id="fairness")
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
        self._may_write = may_write(link)
        self._tell("title", title(GAMES[room.game].NAME, "score sheet"))
        self._tell("table", score_table(view, names, seat))
        self._tell("outcome", outcome(view, names))
        verdicts = dict.fromkeys(verdict for verdict in (link.alarm, link.fairness) if verdict is not None)
        self._tell("fairness", "\n".join(found(verdict, names, room.options) for verdict in verdicts))
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

    def action_close(self) -> None:
        self.dismiss()
