"""A look back at a stored game: what people have decided in it, and what is asked of who judges that."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from engine.board import Seat, State
from engine.game import View
from engine.match import Match
from net.recording import Recording, Viewpoint
from net.thought import Question

BUDGET_S = 1.0


class Decision(NamedTuple):
    """With act `number` this seat has done something when it was waited for, having seen no more than this view."""

    number: int
    seat: Seat
    view: View
    done: bytes


def decisions(recording: Recording) -> Iterator[Decision]:
    """Those of people, as far as it may be seen through their eyes."""
    before: State | None = None
    for number, match, act, _happenings, refused in recording.moments():
        if before is not None and refused is None:
            there, seat = copy(match), act.seat
            there.state = before
            if _is_a_decision(recording, number, seat, there):
                yield Decision(number, seat, there.view(seat), bytes(act.action))
        before = match.state


def _is_a_decision(recording: Recording, number: int, seat: Seat, there: Match) -> bool:
    """A person had to decide, and may be looked over the shoulder."""
    awaited = seat in recording.game.awaited(there.state) and recording.eyes(Viewpoint(seat), number).viewer == seat
    return awaited and recording.room(number, there).chairs[seat].sitter == "person"


def question(recording: Recording, decided: Decision) -> Question:
    """What would have been best, and what was lost?"""
    return Question(
        decided.seat,
        decided.number,
        recording.header.game,
        recording.options,
        "hard",
        decided.view,
        decided.number,
        BUDGET_S,
        decided.done,
    )
