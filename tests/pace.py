"""A match by bots at the pace of the table, which decides who is first, and what is seen of what passes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

from engine.board import CLOCK
from engine.game import View
from engine.match import Match
from net.robots import THINK_MAX_S, THINK_MIN_S
from tests import kit

Mind = Callable[[View, random.Random], bytes | None]


def played(match: Match, minds: Sequence[Mind], seed: int) -> Iterator[float]:
    """Play a match to its end: the time after every act. Everybody thinks when bots at a table do.

    The cards depend on the seed alone.
    """
    seats = range(match.state.seats)
    cards, dice = random.Random(f"{seed} cards"), [random.Random(f"{seed} mind {seat}") for seat in seats]
    paces = [random.Random(f"{seed} pace {seat}") for seat in seats]
    thinks, moments, ends = [math.inf for _ in seats], list[object](seats), dict[str, float]()
    now, acted = 0.0, -1
    while not match.state.over:
        while act := kit.shuffled(match, cards):
            match.act(*act)
        timers = {timer.name: timer for timer in match.game.timers(match.state)}
        ends = {name: ends.get(name, now + timer.after_s) for name, timer in timers.items()}
        views = [match.view(seat) for seat in seats]
        for seat, view in enumerate(views):
            moment = (view.turns, view.awaited, view.zones)
            goes_on = seat == acted and seat in view.awaited
            if (moment != moments[seat] or goes_on) and thinks[seat] == math.inf:
                thinks[seat] = now + paces[seat].uniform(THINK_MIN_S, THINK_MAX_S)
            moments[seat] = moment
        seat = min(seats, key=thinks.__getitem__)
        name = min(ends, key=ends.__getitem__, default="")
        acted = -1
        if ends.get(name, math.inf) <= thinks[seat]:
            now = ends[name]
            match.act(CLOCK, bytes(timers[name].action))
        else:
            now, thinks[seat] = thinks[seat], math.inf
            if action := minds[seat](views[seat], dice[seat]):
                match.act(seat, action)
                acted = seat
        yield now
