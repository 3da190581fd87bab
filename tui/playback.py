"""A stored game as it is looked at, without a screen: where in it, through whose eyes, and the picture.

Nothing in the picture tells what comes later.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

import msgspec

from engine.board import CLOCK, Event, Seat, Spot, Viewer
from engine.game import Offer, View
from net import wire
from net.recording import KEPT_EVERY, Moment, Recording, Viewpoint
from net.trouble import Trouble
from tui import boards, spoken, story
from tui.fresh import Fresh
from tui.hand import Held
from tui.language import _
from tui.outcome import outcome
from tui.standing import whose
from tui.tabletop import draw_table, people
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas, Cell, fit
from tui.widgets.foot import BAR_ROWS, Choice, draw_bar
from tui.widgets.log import Log
from tui.widgets.scene import Scene

TOLD_ACTS = 40
"""The log tells of so many of the last acts."""


class Sight(NamedTuple):
    """What is seen of one moment, and what has been heard up to then."""

    view: View
    room: wire.Room
    names: tuple[str, ...]
    fresh: frozenset[Spot]
    covered: frozenset[Spot]
    log: Log


class Playback:
    """`number` acts have been done, and it is seen through the eyes of the `viewpoint`. My own chair is `mine`."""

    def __init__(self, recording: Recording, mine: Seat | None, glyphs: Glyphs) -> None:
        """Raises Trouble if there is nothing to be seen."""
        if not recording.begins:
            raise Trouble("not-dealt")
        self.viewpoint = Viewpoint(mine)
        self.number = recording.begins
        self.recording, self._mine, self._glyphs = recording, mine, glyphs
        self._board = boards.find(recording.header.game)
        self._held = Held(self._board.HAND)
        self.advice = ""
        """What is told of the last act in place of how it stands, with"""
        self.pointed: Mapping[Spot, str] = {}
        """the places of which it speaks, and their keys; and before that"""
        self._refused = ""
        """why something is not shown."""
        self._sheet = ""
        self._rolled = self._roll_rows = 0
        self._now = self._came_at = 0.0
        """The time of the last picture, and of the first one of this moment."""
        self._sight: Sight | None = None
        """None if it has to be looked anew."""

    # where to look

    @property
    def is_at_end(self) -> bool:
        return self.number == self.recording.end

    def step(self, by: int) -> None:
        """Go to the next act of which something is seen or heard from here, or with -1 to the one before."""
        self._seek(self._steps, by)

    def leap(self, stop: Literal["lap", "round"], by: int) -> None:
        """Go on to where another turn, or trick, has begun, or a round has been dealt or scored; with -1 go back."""
        if stop == "lap":
            self._seek(self._laps, by)
        elif not self._go_along(self.recording.rounds, by):
            self.go_to(self.recording.end if by > 0 else 0)

    def go_to(self, number: int) -> None:
        """See it after so many acts, as far as there are any to be seen."""
        number = max(self.recording.begins, min(number, self.recording.end))
        if number != self.number:
            self.number, self._sheet, self._refused, self._sight = number, "", "", None

    def _seek(self, stops: Callable[[int], Sequence[int]], by: int) -> None:
        """Block by block, so that it takes the same time in the longest game."""
        here, last = self.number // KEPT_EVERY, self.recording.end // KEPT_EVERY
        for block in range(here, last + 1) if by > 0 else range(here, -1, -1):
            if self._go_along(stops(block * KEPT_EVERY), by):
                return
        self.go_to(self.recording.end if by > 0 else 0)

    def _go_along(self, stops: Sequence[int], by: int) -> bool:
        """Go to the next of these, or the one before. False if there is none."""
        i = bisect_right(stops, self.number) if by > 0 else bisect_left(stops, self.number) - 1
        if not 0 <= i < len(stops):
            return False
        self.go_to(stops[i])
        return True

    def _steps(self, first: int) -> list[int]:
        """Of a block of acts those of which something is seen or heard."""
        steps = list[int]()
        before: tuple[View, wire.Room] | None = None
        for moment in self._block(first):
            eyes = self.recording.eyes(self.viewpoint, moment.number)
            seen = eyes.view(moment.match), self.recording.room(moment.number, moment.match)
            heard = moment.refused is not None or eyes.told(moment.happenings)
            if moment.act.seat == CLOCK and before is not None and not heard and seen[0].zones == before[0].zones:
                continue  # somebody may no longer do something, which is not drawn
            if moment.number >= first and (heard or seen != before):
                steps.append(moment.number)
            before = seen
        return steps

    def _laps(self, first: int) -> list[int]:
        """Those with which another turn, or trick, has begun."""
        seen = [(moment.number, boards.lap(self._board, moment.match.view(None))) for moment in self._block(first)]
        return [number for (number, lap), (_number, before) in zip(seen[1:], seen, strict=False) if lap != before]

    def _block(self, first: int) -> Iterator[Moment]:
        """A block of acts, after the one before it."""
        return islice(self.recording.moments(max(0, first - 2)), KEPT_EVERY + min(first, 1))

    # how to look

    @property
    def is_held_back(self) -> bool:
        """Nobody is shown more of this round than those who watched it."""
        return self.recording.may_go_on(self.number)

    def refuse(self, why: str) -> None:
        """Tell, as long as nothing else is looked at, why something is not shown."""
        self._refused = why

    def next_chair(self) -> None:
        """See it through the eyes of the next player; after the last one, as who only watches."""
        viewer = -1 if self.viewpoint.viewer is None else self.viewpoint.viewer
        self._look_from(viewer + 1 if viewer + 1 < len(self.recording.header.names) else None, self.viewpoint.open)

    def turn_cards(self) -> None:
        """Turn up the cards of all players, or cover them again."""
        self._look_from(self.viewpoint.viewer, not self.viewpoint.open)

    def _look_from(self, viewer: Viewer, is_open: bool) -> None:
        """Who sees all cards sits somewhere, for on some boards a watcher has no hand before them."""
        self.viewpoint, self._sight = Viewpoint(0 if is_open and viewer is None else viewer, is_open), None

    @property
    def _eyes(self) -> Viewpoint:
        return self.recording.eyes(self.viewpoint, self.number)

    def sort(self) -> None:
        """Hold the hand in another order, if there is one."""
        self._held.sort()

    @property
    def sheets(self) -> Mapping[str, str]:
        """The keys of what can be laid on the table, and what it is called."""
        return boards.sheets(self._board, self.sight.view, self._sheet)

    def lay(self, key: str) -> None:
        """Lay this sheet on the table, or take it away again."""
        self._sheet = "" if self._sheet == key else key

    def roll(self, by: int) -> bool:
        """Show rows further down of what is too long, or with a number below 0 further up. False if there are none."""
        before, self._rolled = self._rolled, max(0, min(self._rolled + by, self._roll_rows))
        return self._rolled != before

    @property
    def lap_named(self) -> str:
        """What a `lap` is called, if it is no turn."""
        return boards.lap_named(self._board)

    def keys_of(self, offer: Offer, picks: Sequence[Spot]) -> str:
        """Where cards are not held in hands, their places are named by the keys that they have as seen from here."""
        return " ".join(self.pad(offer, picks).values())

    def pad(self, offer: Offer, picks: Sequence[Spot]) -> Mapping[Spot, str]:
        """The places, and their keys."""
        if self._board.HAND is not None or offer.pick is None:
            return {}
        keys = self._board.pad(self.sight.view, self._eyes.viewer or 0, offer.pick.spots)
        return {spot: keys.get(spot, "") for spot in picks}

    # the picture

    @property
    def is_moving(self) -> bool:
        """The picture changes with the time."""
        return self._now < self._came_at + boards.moves_s(self._board, self.sight.view)

    @property
    def sight(self) -> Sight:
        """What is seen now."""
        if self._sight is None:
            self._sight, self._came_at = self._look(), self._now
        return self._sight

    def _look(self) -> Sight:
        log, fresh, after = Log(), Fresh(), max(0, self.number - TOLD_ACTS)
        before: wire.Room | None = None
        for moment in islice(self.recording.moments(after), self.number - after):
            room = self.recording.room(moment.number, moment.match)
            events = self.recording.eyes(self.viewpoint, moment.number).told(moment.happenings)
            fresh.hear(events)
            log.add(self._told(moment, events, before, room))
            before = room
        view, covered = self._eyes.view(moment.match), self._eyes.covered(moment.match)
        self._held.look(self._board.HAND, view)
        return Sight(view, room, story.names_of(room), fresh.spots, covered, log)

    def _told(self, moment: Moment, events: Sequence[Event], before: wire.Room | None, room: wire.Room) -> list[Cell]:
        """Who has come, and what has happened or was refused."""
        names, says = story.names_of(room), self.recording.game.SAYS
        came = story.comings(before, room) if before is not None else []
        told: list[Cell] = [(said, "") for said in (*came, *story.tell(events, names, says, self.spell))]
        if (why := moment.refused) is not None:
            refusal = wire.Refusal(why.code, why.details, why.rule)
            told.append((story.refused(refusal, names, says, self.spell), "alarm"))
        return told

    def spell(self, text: str) -> str:
        return self._held.spell(text, self._glyphs)

    def picture(self, width: int, height: int, now: float, keys: Sequence[Choice], hints: Sequence[Choice]) -> Canvas:
        """All of it at this time. `keys` are what can be done here, `hints` what can be done everywhere."""
        canvas, self._now = Canvas(width, height, self._glyphs), now
        game, scene = self.recording.game.NAME, self._scene()
        draw_table(canvas, self._board, game, scene, self.sight.log, [(self._whose_eyes(), "quiet")])
        self._roll_rows = canvas.roll_rows
        self.roll(0)
        y = height - 1 - BAR_ROWS
        said = self._refused or self.advice or self.spell(self._standing())
        canvas.put(1, y, fit(said, width - 2, self._glyphs.more))
        sheets = [Choice(f" {key} ", what, key, "quiet") for key, what in self.sheets.items()]
        draw_bar(canvas, y + 1, [*keys, *sheets], hints, self._glyphs)
        return canvas

    def _scene(self) -> Scene:
        view, room, names, fresh, covered, _log = self.sight
        viewer = self._eyes.viewer
        return Scene(
            view,
            people=people(room, names),
            me=viewer or 0,
            glyphs=self._glyphs,
            pad=self.pointed,
            fresh=fresh,
            covered=covered,
            by_name=viewer != self._mine,
            order=self._held.order,
            way=self._held.way(),
            next_way=self._held.way(after=1),
            sheet=self._sheet,
            age_s=self._now - self._came_at,
            options=room.options,
            rolled=self._rolled,
        )

    def _whose_eyes(self) -> str:
        names, viewer = self.sight.names, self._eyes.viewer
        if self.is_held_back:
            return _("unfinished: as watchers see it")
        eyes = _("seen by a watcher") if viewer is None else _("seen by {name}").format(name=names[viewer])
        return f" {self._glyphs.dot} ".join([eyes, _("all cards")] if self._eyes.open else [eyes])

    def _standing(self) -> str:
        """Whose turn it is, or what the round has come to; at the end, that there is no more."""
        view, room, names, *_rest = self.sight
        if self.is_at_end and not view.over:
            said = [_("The game was not finished.")]
        elif room.phase == "play":
            me = self._mine if self._eyes.viewer == self._mine else None
            turn = boards.going_on(self._board, view, names) or whose(msgspec.structs.replace(view, viewer=me), names)
            said = [turn, self._board.aside(msgspec.structs.replace(view, viewer=None))]
        else:
            said = outcome(spoken.find(self.recording.header.game), view, names).split("\n")[-1:]
        return " ".join(filter(None, said))
