"""What I have before me at the table, without a screen: what came, what I am about to do, and the picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from engine.board import Event, Spot
from engine.game import Offer, Sentence, View, rule_named
from engine.games import GAMES
from net import wire
from net.link import Link
from tui import boards, settings, story
from tui.advice import advice
from tui.fairness import mark
from tui.fresh import Fresh
from tui.hand import Held
from tui.heard import SEATED, Heard
from tui.keys import key_name
from tui.language import _, ngettext, pgettext
from tui.picker import Picker
from tui.standing import is_advised, is_away, is_unready, may_write, why_not_write
from tui.theme import Glyphs
from tui.tour import Tour
from tui.widgets.canvas import Canvas, Cell, fit, wrap
from tui.widgets.entry import Entry
from tui.widgets.foot import APART, BAR_ROWS, Choice, bar_rows, draw_bar, headline, offered, writing
from tui.widgets.log import Log
from tui.widgets.scene import Clock, Scene
from tui.widgets.table import draw_table, people
from tui.widgets.tour import draw_tour

TURN_CELLS = 20
"""So much is always left for whose turn it is."""


class Desk:
    def __init__(self, glyphs: Glyphs, tour: Tour | None = None) -> None:
        self.link: Link | None = None
        self.tour = tour
        """The hints for a first game, as long as they are wanted."""
        self.picker = Picker()
        self.log = Log()
        self.entry = Entry()
        self.refused = ""
        """Why the last thing I asked for was refused."""
        self.rule = ""
        """The number of the rule by which it was, until something else happens."""
        self.hint = ""
        """What the game or a hard bot suggests, if I have just asked for it."""
        self.asked = False
        """I have asked for something, and the link has not changed since."""
        self._advice: tuple[bytes, ...] = ()
        """What was told of last."""
        self.glyphs = glyphs
        self._view: View | None = None
        self._fresh = Fresh()
        self.held = Held()
        self.sheet = ""
        """The key of the sheet that I have laid on the table, or ""."""
        self._now = self._news_at = 0.0
        """The time of the last picture, and when something happened last."""
        self._rolled = 0
        self._roll_rows = 0
        """How far what is too long for the last picture can be rolled."""
        self._heard = Heard()
        self._ends: dict[str, Clock] = {}
        """For each timer of the view: when it runs out, and how long it was at first."""

    # what comes from the table

    def hear(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> None:
        """The link has changed; `news` and `refusals` came with it."""
        before, self.link, self.asked = self._view, link, False
        if news or before is None:
            self._news_at, self.refused, self.rule, self.hint = now, "", "", ""
        if link.view is not before:
            self._view = link.view
            self._clear(before)
            self.held.look(self._board.HAND if self._board is not None else None, link.view)
            self.picker.look(link.view, self.held.marks, self.held.most)
            self._wind(now)
            self._show_round(link.view)
        self._fresh.hear(news)
        self._note(link, news, refusals)
        if self._heard.sat_down:
            self.hint = _(SEATED)
        if link.advice and link.advice is not self._advice and self._view is not None:
            self.hint = advice(self._view, link.advice, self.names, self.says, self.spell, self._typed)
        self._advice = link.advice

    def _show_round(self, view: View | None) -> None:
        """The tour comes to a new view, and ends with the last thing that it has to say."""
        if self.tour is not None and view is not None:
            self.tour.look(view)
            if self.tour.is_over:
                self.tour = None

    def _clear(self, before: View | None) -> None:
        """Take the sheet away, if it does not outlast the view before."""
        board, view = self._board, self._view
        if board and before and view and not boards.keeps(board, self.sheet, before, view):
            self.sheet = ""

    def _wind(self, now: float) -> None:
        """The timers of a new view."""
        ends: dict[str, Clock] = {}
        for name in self._view.timers if self._view is not None else ():
            left = self.link.clocks.get(name, 0.0) if self.link is not None else 0.0
            ends[name] = Clock(now + left, self._ends[name].whole_s if name in self._ends else left)
        self._ends = ends

    def _note(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal]) -> None:
        """Into the log: what happened and what was said. A refusal stands at the foot."""
        happened = story.tell(news, self.names, self.says, self.spell)
        self.log.add(self._heard.hear(link, happened, self.names))
        for refusal in refusals:
            self.refused = story.refused(refusal, self.names, self.says, self.spell)
            self.rule = rule_named(GAMES[link.room.game], refusal.rule) if link.room is not None else ""

    # what I can do

    @property
    def names(self) -> tuple[str, ...]:
        seats = len(self._view.scores.totals) if self._view is not None else 0
        return story.names_of(self.link.room if self.link is not None else None, seats)

    @property
    def says(self) -> Mapping[str, Sentence]:
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
        return self.link is not None and may_write(self.link)

    def write(self) -> None:
        """Begin a line of chat, or say why not."""
        if self.may_write:
            self.entry.open()
        elif self.link is not None and self.link.online:
            self.refused = why_not_write(self.link, self.says)

    @property
    def away(self) -> bool:
        """I have said that I am away."""
        return self.link is not None and is_away(self.link)

    @property
    def unready(self) -> bool:
        """The table waits until I am ready."""
        return self.link is not None and is_unready(self.link)

    @property
    def ticking(self) -> bool:
        """The picture changes with the time."""
        if not settings.now().animations:
            return False
        moves_s = boards.moves_s(self._board, self._view) if self._board is not None and self._view is not None else 0.0
        return bool(self._ends) or self._now < self._news_at + moves_s

    @property
    def sheets(self) -> Mapping[str, str]:
        """The keys of what can be laid on the table, and what it is called."""
        if not self.active or self._board is None or self._view is None:
            return {}
        return boards.sheets(self._board, self._view, self.sheet)

    def lay(self, key: str) -> None:
        """Lay this sheet on the table, or take it away again."""
        self.sheet = "" if self.sheet == key else key

    def pad(self) -> Mapping[Spot, str]:
        """The keys of the spots that can be picked or marked now; where there are too few keys, "" for the rest."""
        return self._keys(self.picker.spots) if self.active and not self.picker.numbered else {}

    def _keys(self, spots: Sequence[Spot]) -> Mapping[Spot, str]:
        if self._board is None or self._view is None:
            return {}
        held = dict(zip(self.held.order, self.held.hand.keys, strict=False)) if self.held.hand is not None else {}
        cards = self.held.cards
        others = [spot for spot in spots if spot not in cards]
        named = {**held, **self._board.pad(self._view, self._view.viewer or 0, others)} if others else held
        return {spot: named.get(spot, "") for spot in spots}

    # advice

    @property
    def is_advised(self) -> bool:
        """I can ask what a hard bot would do."""
        return self.active and self.link is not None and is_advised(self.link)

    def wait_for_advice(self) -> None:
        """If there is none, the table tells why."""
        self.hint = _("A hard bot thinks about it.") if self.is_advised else ""

    def _typed(self, offer: Offer, picks: Sequence[Spot]) -> str:
        return " ".join(key_name(key) for key in self.picker.way(offer, picks, self._keys(picks)))

    # my hand

    @property
    def _board(self) -> boards.Board | None:
        room = self.link.room if self.link is not None else None
        return boards.find(room.game) if room is not None else None

    def shift(self, by: int) -> None:
        """Move the card that the cursor is on."""
        spot = self.picker.cursor
        if isinstance(spot, Spot) and spot in self.held.cards:
            self.picker.cursor = self.held.move(spot, by)

    def suggest(self) -> None:
        """Mark what the game suggests, each time I ask the next of it, and say what it is."""
        hints = self.held.hints
        if not hints:
            self.hint = _("Hint: there is none now.") if self.held.hand is not None else ""
            return
        i = self.picker.suggest_next([hint.picks for hint in hints])
        said = _("Hint {number} of {most}: {hint}")
        self.hint = said.format(number=i + 1, most=len(hints), hint=self.spell(hints[i].says))

    def spell(self, text: str) -> str:
        """A text of the game with the names of cards as they are to be read."""
        return self.held.spell(text, self.glyphs)

    def roll(self, by: int) -> bool:
        """Show rows further down of what is too long, or with a number below 0 further up. False if there are none."""
        before, self._rolled = self._rolled, max(0, min(self._rolled + by, self._roll_rows))
        return self._rolled != before

    # the picture

    def picture(self, width: int, height: int, now: float, hints: Sequence[Choice]) -> Canvas:
        """All of it at this time. `hints` are the keys that mean the same everywhere."""
        canvas, self._now = Canvas(width, height, self.glyphs), now
        if self.link is None or self.link.room is None:
            return canvas
        if self._view is not None:
            self._draw_board(canvas, self.link.room, self._view, now)
        self._draw_foot(canvas, self.link, hints)
        return canvas

    def _draw_board(self, canvas: Canvas, room: wire.Room, view: View, now: float) -> None:
        board = boards.find(room.game)
        still = not settings.now().animations
        clocks = [Clock(whole if still else max(0.0, end - now), whole) for end, whole in self._ends.values()]
        scene = Scene(
            view,
            people=people(room, self.names),
            me=view.viewer or 0,
            glyphs=self.glyphs,
            pad=self.pad(),
            keys={offer.code: offer.key for offer in self.picker.offers} if self.active else {},
            cursor=self.picker.cursor if isinstance(self.picker.cursor, Spot) else None,
            chosen=self.picker.chosen,
            fresh=self._fresh.spots,
            order=self.held.order,
            way=self.held.way(),
            next_way=self.held.way(after=1),
            found=frozenset(spot for hint in self.held.hints for spot in hint.picks),
            sheet=self.sheet if self.sheet in boards.sheets(board, view) else "",
            age_s=math.inf if still else now - self._news_at,
            options=room.options,
            rolled=self._rolled,
            clock=min(clocks, default=None),
        )
        watching = len(room.watchers)
        watchers = ngettext("{n} watching", "{n} watching", watching).format(n=watching) if watching else ""
        seen = _("You are watching.") if view.viewer is None else watchers
        ending = _("+: end the tour") + APART if self.tour is not None else ""
        corner = [*self._fairness(room.phase), (ending, "quiet"), (seen, "quiet")]
        kept = draw_tour(canvas, self.tour, self.glyphs) if self.tour is not None else 0
        draw_table(canvas, board, GAMES[room.game].NAME, scene, self.log, corner, earlier=_("PgUp: earlier"), kept=kept)
        canvas.lead(canvas.width - 1 - cell_len(ending + seen), 0, cell_len(ending), "+")
        self._roll_rows = canvas.roll_rows
        self.roll(0)

    def _fairness(self, phase: wire.Phase) -> list[Cell]:
        """A fault stays to be seen; what was found otherwise is shown until the next deal."""
        verdict = self.link.alarm or self.link.fairness if self.link is not None else None
        if verdict is None or not (verdict.is_alarm or phase in ("deal", "over")):
            return []
        return [(mark(verdict), "alarm" if verdict.is_alarm else "quiet"), ("  ", "")]

    def _draw_foot(self, canvas: Canvas, link: Link, hints: Sequence[Choice]) -> None:
        y = canvas.height - 1 - BAR_ROWS
        if self.entry.text is not None:
            self.entry.draw(canvas, 1, y, canvas.width - 2, self.glyphs)
            draw_bar(canvas, y + 1, writing(self.may_write), hints, self.glyphs)
            return
        advised = [Choice("#", pgettext("key", "advice"), "#", "quiet")] if self.is_advised else []
        choices = self._choices() if link.online else []
        used = self._draw_headline(canvas, y, link, 1 + BAR_ROWS - bar_rows(choices, canvas.width))
        draw_bar(canvas, y + used, choices, [*self._enter(), *advised, *hints], self.glyphs, 1 + BAR_ROWS - used)

    def _choices(self) -> list[Choice]:
        """What I can do now, each with its key."""
        needless = self.held.needless(self.picker.chosen)
        choices = offered(self.picker, self.names, self.says, self.busy, self.glyphs, self.spell, needless)
        ready = pgettext("key", "I am ready")
        choices += [Choice(f" {key_name('space')} ", ready, "space")] if self.unready else []
        sheets = [Choice(f" {key} ", what, key, "quiet") for key, what in self.sheets.items()]
        return [*choices, *sheets]

    def _draw_headline(self, canvas: Canvas, y: int, link: Link, free: int) -> int:
        """What is going on; before it, why something was refused or what the game suggests. Returns the rows it takes:
        two if there is much to say, never so that the turn is hidden; `free` are those that nothing else needs."""
        aside = going_on = ""
        if self._board is not None and link.view is not None:
            aside = "" if self._told[0] else self.spell(self._board.aside(link.view))  # one thing at a time
            going_on = boards.going_on(self._board, link.view, self.names)
        text, role = headline(link, self.picker, self.names, self.says, aside, self.spell, going_on)
        wait = f" {self.glyphs.more}" if self.busy and link.online else ""
        room = canvas.width - 2 - cell_len(wait)
        said, said_role = self._told
        if not said and cell_len(text) > room and free > 1:
            first, *more = wrap(text, room)
            canvas.put(1, y, first, role)
            canvas.write(1, y + 1, [(fit(" ".join(more), room, self.glyphs.more), role), (wait, "")])
            return 2
        spare = room - 1 - min(TURN_CELLS, cell_len(text))
        first, *more = wrap(said, canvas.width - 2) if cell_len(said) > spare else ["", said]
        if first:
            canvas.put(1, y, first, said_role)
            y += 1
        rest = fit(" ".join(more), spare, self.glyphs.more)
        pieces: list[Cell] = [(rest, said_role), (" ", "")] if rest else []
        room -= cell_len(rest) + 1 if rest else 0
        canvas.write(1, y, [*pieces, (fit(text, room, self.glyphs.more), role), (wait, "")])
        return 2 if first else 1

    @property
    def _told(self) -> Cell:
        return (self.refused, "alarm") if self.refused else (self.hint, "told")

    def _enter(self) -> list[Choice]:
        """What the enter key does now."""
        picker, enter, space = self.picker, key_name("enter"), key_name("space")
        if not picker.entered:
            return [Choice(enter, pgettext("key", "chat"), "enter", "quiet")] if self.may_write else []
        if self.busy:
            return []
        if not picker.several:
            return [Choice(enter, pgettext("key", "this one"), "enter", "quiet")]
        mark = [Choice(space, pgettext("key", "mark"), "space", "quiet")] if picker.cursor is not None else []
        if picker.open is not None:
            return [*mark, Choice(enter, pgettext("key", "done"), "enter", "quiet")]
        move = [Choice(", .", pgettext("key", "move it"), ".", "quiet")] if picker.cursor in self.held.cards else []
        return [*move, *mark]
