"""What I have before me at the table, without a screen: what came, what I am about to do, and the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Event, Gathered, Moved, Shown, Spot
from engine.game import View
from engine.games import GAMES
from net import wire
from net.link import Link
from tui import boards, story
from tui.picker import Picker
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas, Cell, fit
from tui.widgets.entry import Entry
from tui.widgets.foot import BAR_ROWS, WRITING, Choice, draw_bar, headline, offered
from tui.widgets.log import Log
from tui.widgets.scene import Clock, Person, Scene

NOTES = {("bot", "here"): "bot", ("person", "lost"): "disconnected", ("person", "left"): "has left"}
"""What is to be known of a chair. A bot where a person's line is not "here" sits in."""

AIRY_FROM_ROWS = 30
EARLIER = "PgUp: earlier"
TURN_CELLS = 20
"""So much is always left for whose turn it is."""


class Desk:
    def __init__(self, glyphs: Glyphs) -> None:
        self.link: Link | None = None
        self.picker = Picker()
        self.log = Log()
        self.entry = Entry()
        self.refused = ""
        """Why the last thing I asked for was refused."""
        self.asked = False
        """I have asked for something, and the link has not changed since."""
        self._glyphs = glyphs
        self._view: View | None = None
        self._fresh: frozenset[Spot] = frozenset()
        self._said: wire.Said | None = None
        """The last chat line that the log has."""
        self._room: wire.Room | None = None
        self._rung = -1
        """The last turn for which the bell has rung."""
        self._ends: dict[str, Clock] = {}
        """For each timer of the view: when it runs out, and how long it was at first."""

    # what comes from the table

    def hear(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> bool:
        """The link has changed; `news` and `refusals` came with it. Returns whether the bell is to ring."""
        before, self.link, self.asked = self._view, link, False
        if link.view is not before:
            self._view, self.refused = link.view, ""
            self.picker.look(link.view)
            self._wind(now)
        if news:
            self._fresh = _changed(news)
        self._note(link, news, refusals)
        return self._my_turn_starts(before)

    def _wind(self, now: float) -> None:
        """The timers of a new view."""
        ends: dict[str, Clock] = {}
        for name in self._view.timers if self._view is not None else ():
            left = self.link.clocks.get(name, 0.0) if self.link is not None else 0.0
            ends[name] = Clock(now + left, self._ends[name].whole_s if name in self._ends else left)
        self._ends = ends

    def _note(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal]) -> None:
        """Into the log: what happened and what was said. A refusal stands at the foot."""
        told: list[Cell] = [(sentence, "") for sentence in story.tell(news, self.names, self.says)]
        said: list[wire.Said] = []
        for line in reversed(link.chat):
            if line is self._said:
                break
            said.insert(0, line)
        if said:
            self._said = said[-1]
        before, self._room = self._room, link.room
        if before is not None and link.room is not None:
            told += [(sentence, "") for sentence in story.comings(before, link.room)]
        self.log.add([*told, *((f"{line.name}: {line.text}", "chat") for line in said)])
        for refusal in refusals:
            self.refused = story.refused(refusal, self.names, self.says)

    def _my_turn_starts(self, before: View | None) -> bool:
        """I am waited for, and was not before: once a turn, for in a turn I may have to wait for others."""
        view = self._view
        if view is before or view is None or view.viewer not in view.awaited or view.turns == self._rung:
            return False
        if before is not None and before.turns == view.turns and view.viewer in before.awaited:
            return False
        self._rung = view.turns
        return True

    # what I can do

    @property
    def names(self) -> tuple[str, ...]:
        seats = len(self._view.scores.totals) if self._view is not None else 0
        return story.names_of(self.link.room if self.link is not None else None, seats)

    @property
    def says(self) -> Mapping[str, str]:
        room = self.link.room if self.link is not None else None
        return GAMES[room.game].SAYS if room is not None else {}

    @property
    def busy(self) -> bool:
        """An answer is waited for, or nobody would hear me."""
        return self.asked or self.link is None or self.link.pending is not None or not self.link.online

    @property
    def active(self) -> bool:
        """Keys are for the game: not while the line is lost or a line of chat is written."""
        return self.link is not None and self.link.online and self.entry.text is None

    @property
    def may_write(self) -> bool:
        """The table would take a line of chat from me."""
        link = self.link
        if link is None or link.room is None or not link.online:
            return False
        silent = link.view is not None and link.view.silent
        return link.room.phase != "play" or (link.seat is not None and not silent)

    def write(self) -> None:
        """Begin a line of chat, or say why not."""
        if self.may_write:
            self.entry.open()
        elif self.link is not None and self.link.online:
            self.refused = story.REFUSALS["no-chat-now"]

    @property
    def unready(self) -> bool:
        """The table waits until I am ready."""
        link = self.link
        if link is None or link.room is None or link.seat is None:
            return False
        return link.online and link.room.phase in ("deal", "over") and not link.room.chairs[link.seat].ready

    @property
    def ticking(self) -> bool:
        """The picture changes with the time."""
        return bool(self._ends)

    def pad(self) -> Mapping[Spot, str]:
        """The keys of the spots that can be picked now."""
        room = self.link.room if self.link is not None else None
        if not self.active or room is None or self._view is None or not self.picker.spots:
            return {}
        return boards.find(room.game).pad(self._view, self._view.viewer or 0, self.picker.spots)

    # the picture

    def picture(self, width: int, height: int, now: float, hints: Sequence[Choice]) -> Canvas:
        """All of it at this time. `hints` are the keys that mean the same everywhere."""
        canvas = Canvas(width, height)
        if self.link is None or self.link.room is None:
            return canvas
        if self._view is not None:
            self._draw_board(canvas, self.link.room, self._view, now)
        self._draw_foot(canvas, self.link, hints)
        return canvas

    def _draw_board(self, canvas: Canvas, room: wire.Room, view: View, now: float) -> None:
        board = boards.find(room.game)
        clocks = [Clock(max(0.0, end - now), whole) for end, whole in self._ends.values()]
        scene = Scene(
            view,
            people=tuple(Person(name, _person_note(room, seat)) for seat, name in enumerate(self.names)),
            me=view.viewer or 0,
            glyphs=self._glyphs,
            pad=self.pad(),
            keys={offer.code: offer.key for offer in self.picker.offers} if self.active else {},
            cursor=self.picker.cursor if isinstance(self.picker.cursor, Spot) else None,
            chosen=self.picker.chosen,
            fresh=self._fresh,
            clock=min(clocks, default=None),
        )
        watchers = f"{len(room.watchers)} watching" if room.watchers else ""
        seen = "You are watching." if view.viewer is None else watchers
        title = canvas.write(1, 0, [(GAMES[room.game].NAME, "strong"), (f"  {board.title(scene)}", "")])
        free = canvas.put(canvas.width - 1 - cell_len(seen), 0, seen, "quiet") - cell_len(f"{EARLIER}   {seen}")
        air = 1 if canvas.height >= AIRY_FROM_ROWS else 0
        rows = max(0, canvas.height - 2 - BAR_ROWS - 2 * air)
        log = board.draw(canvas, Region(0, 1 + air, canvas.width, rows), scene)
        if self.log.draw(canvas, log, self._glyphs) and free > title:
            canvas.put(free, 0, EARLIER, "quiet", target="pageup")
        canvas.panes.append(log)

    def _draw_foot(self, canvas: Canvas, link: Link, hints: Sequence[Choice]) -> None:
        y = canvas.height - 1 - BAR_ROWS
        if self.entry.text is not None:
            self.entry.draw(canvas, 1, y, canvas.width - 2, self._glyphs)
            draw_bar(canvas, y + 1, WRITING if self.may_write else WRITING[1:], hints, self._glyphs)
            return
        self._draw_headline(canvas, y, link)
        choices = offered(self.picker, self.names, self.says, self.busy, self._glyphs) if link.online else []
        if self.unready:
            choices.append(Choice(" space ", "I am ready", "space"))
        draw_bar(canvas, y + 1, choices, [*self._enter(), *hints], self._glyphs)

    def _draw_headline(self, canvas: Canvas, y: int, link: Link) -> None:
        """What is going on; before it, why something was refused, but never so that the turn is hidden."""
        aside = boards.find(link.room.game).aside(link.view) if link.room is not None and link.view is not None else ""
        text, role = headline(link, self.picker, self.names, self.says, aside)
        wait = f" {self._glyphs.more}" if self.busy and link.online else ""
        room = canvas.width - 2 - cell_len(wait)
        pieces: list[Cell] = []
        if self.refused:
            refused = fit(self.refused, room - 1 - min(TURN_CELLS, cell_len(text)), self._glyphs.more)
            pieces = [(refused, "alarm"), (" ", "")]
            room -= cell_len(refused) + 1
        canvas.write(1, y, [*pieces, (fit(text, room, self._glyphs.more), role), (wait, "")])

    def _enter(self) -> list[Choice]:
        """What the enter key does now."""
        picker = self.picker
        if picker.cursor is None and not picker.chosen:
            return [Choice("enter", "chat", "enter", "quiet")] if self.may_write else []
        if self.busy:
            return []
        if not picker.several:
            return [Choice("enter", "this one", "enter", "quiet")]
        mark = [Choice("space", "mark", "space", "quiet")] if picker.cursor is not None else []
        return [*mark, Choice("enter", "done", "enter", "quiet")]


def _person_note(room: wire.Room, seat: int) -> str:
    if seat >= len(room.chairs):
        return ""
    chair = room.chairs[seat]
    return NOTES.get((chair.sitter, chair.line), "bot sits in" if chair.sitter == "bot" else "")


def _changed(news: Sequence[Event]) -> frozenset[Spot]:
    """The places where a player has just changed something. What is dealt and gathered is no news."""
    spots: set[Spot] = set()
    for event in news:
        match event:
            case Gathered():
                spots.clear()
            case Moved(_, src, dst, by) if by >= 0:
                spots |= {src, dst}
            case Shown(_, spot, by) if by >= 0:
                spots.add(spot)
    return frozenset(spots)
