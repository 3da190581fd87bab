"""A stored game, to be looked at after any of its acts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import islice
from typing import NamedTuple

import msgspec

from engine import journal
from engine.board import CHANCE, Event, Happening, Noted, Refused, Spot, Viewer, look, place, told
from engine.cards import GAP
from engine.game import View
from engine.match import Match
from net import wire
from net.clean import clean
from net.fairdeal import is_played
from net.limits import NAME_CELLS_MAX

KEPT_EVERY = 20
"""From one state that is kept to the next. So many acts are played again in a millisecond."""

Chairs = tuple[wire.Chair, ...]


class Moment(NamedTuple):
    """The match after so many acts, and what the last of them has done, or why it was refused."""

    number: int
    match: Match
    act: journal.Acted
    happenings: Sequence[Happening]
    refused: Refused | None


class Recording:
    """`end` is the number of its acts, `begins` that of the first deal, or 0 if there is none. With each of the acts in
    `rounds` a round was dealt or scored."""

    def __init__(self, text: bytes) -> None:
        """Raises journal.Damaged."""
        self.header, lines = journal.read_lines(text)
        self._match = journal.open_match(self.header)
        self.game, self.options = self._match.game, self._match.options
        self._acts = [line for line in lines if isinstance(line, journal.Acted)]
        self._chairs = list(_seatings(self.header.names, lines))
        self.host = next((line.seat for line in lines if isinstance(line, journal.Seated) and line.host), None)
        """The chair of who has hosted the table, if they sat on one."""
        self._kept = [self._match.state]
        self.begins, self.end, self.rounds = 0, len(self._acts), list[int]()
        was_played, scored = False, 0
        for moment in self.moments():
            if moment.number % KEPT_EVERY == 0:
                self._kept.append(moment.match.state)
            if not self.begins and moment.act.seat == CHANCE and moment.refused is None:
                self.begins = moment.number
            if is_played(moment.match) != was_played:
                was_played = not was_played
                self.rounds.append(moment.number)
            scored = scored if was_played else moment.number
        self._told_until = scored if any(isinstance(line, journal.Sealed) for line in lines) else self.end

    def eyes(self, viewpoint: Viewpoint, number: int) -> Viewpoint:
        """Through whose eyes act `number` can be seen, if it is to be seen from this viewpoint."""
        return Viewpoint(None) if self.may_go_on(number) else viewpoint

    def may_go_on(self, number: int) -> bool:
        """Act `number` belongs to a round that a table has not brought to its end: it may still go on there, whoever
        has a copy of its journal. So of it only that is shown which everybody sees; a journal by hand has no
        secrets."""
        return number > self._told_until

    def moments(self, after: int = 0) -> Iterator[Moment]:
        """The moments that follow so many acts. Each holds until the next one is asked for."""
        kept = after // KEPT_EVERY
        match = copy(self._match)
        match.state = self._kept[kept]
        first = kept * KEPT_EVERY
        for number, act in enumerate(islice(self._acts, first, self.end), first + 1):
            happenings: Sequence[Happening] = ()
            refused: Refused | None = None
            try:
                happenings = match.act(act.seat, bytes(act.action))
            except Refused as why:
                refused = why
            if number > after:
                yield Moment(number, match, act, happenings, refused)

    def last(self) -> Match:
        """The match as it stands after all of it."""
        match = copy(self._match)
        for moment in self.moments(max(0, self.end - 1)):
            match = moment.match
        return match

    def room(self, number: int, match: Match) -> wire.Room:
        """Who sat where when act `number` was done, and how far the match is now."""
        i = bisect_right(self._chairs, number, key=lambda seating: seating[0]) - 1
        phase: wire.Phase = "over" if match.state.over else "play" if is_played(match) else "deal"
        return wire.Room(self.header.game, self.options, phase, self._chairs[i][1], ())


class Viewpoint(NamedTuple):
    """Whose eyes see it. If it is `open`, the cards that lie before the players or in their hands are seen, too; but
    what is in the stock stays to be found out."""

    viewer: Viewer
    open: bool = False

    def view(self, match: Match) -> View:
        """What is seen. Nobody can do anything any more."""
        view = msgspec.structs.replace(match.view(self.viewer), offers=(), timers=())
        if not self.open:
            return view
        sees = match.game.sees

        def sees_all(state: object, viewer: Viewer, zone: str, i: int) -> bool:
            return place(zone).owner is not None or sees(state, viewer, zone, i)

        return msgspec.structs.replace(view, zones=look(match.state, sees_all, None))

    def covered(self, match: Match) -> frozenset[Spot]:
        """Where cards are seen that lie face down for all players."""
        if not self.open:
            return frozenset()
        state, seats = match.state, range(match.state.seats)
        return frozenset(
            Spot(zone, i)
            for zone, cards in state.zones.items()
            if place(zone).owner is not None
            for i, card in enumerate(cards)
            if card != GAP and not any(match.game.sees(state, seat, zone, i) for seat in seats)
        )

    def told(self, happenings: Sequence[Happening]) -> tuple[Event, ...]:
        """What is heard of what happened; if all is open, as whoever did it knows it."""
        if not self.open:
            return told(happenings, self.viewer)
        known = [(event, to is None or not isinstance(event, Noted) or event.by in to) for event, to, _ in happenings]
        return tuple(event for event, is_known in known if is_known)


def _seatings(names: Sequence[str], lines: Sequence[journal.Line]) -> Iterator[tuple[int, Chairs]]:
    """Who sat where, and from which act on: at first those whom the header names. Raises journal.Damaged."""
    chairs = tuple(wire.Chair("person", clean(name, NAME_CELLS_MAX)) for name in names)
    yield 0, chairs
    acts = 0
    for number, line in enumerate(lines, 2):
        if isinstance(line, journal.Acted):
            acts += 1
        elif isinstance(line, journal.Seated):
            if not 0 <= line.seat < len(chairs):
                raise journal.Damaged("journal-act", number)
            chairs = (*chairs[: line.seat], _chair(line), *chairs[line.seat + 1 :])
            yield acts + 1 if acts else 0, chairs


def _chair(line: journal.Seated) -> wire.Chair:
    """The journal does not tell why a bot plays for somebody: the person is away."""
    name = clean(line.name, NAME_CELLS_MAX)
    if not line.person:
        return wire.Chair("bot" if line.bot else "nobody", name, strength=line.strength)
    how: wire.Line = "left" if line.left else "away" if line.bot else "here"
    return wire.Chair("bot" if line.bot else "person", name, how, host=line.host, strength=line.strength)
