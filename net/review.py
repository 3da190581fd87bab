"""A look back at a stored game: what people have decided in it, and what is asked of who judges that."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from engine.board import Seat
from engine.game import View
from net.recording import Recording
from net.thought import Question

BUDGET_S = 1.0


class Decision(NamedTuple):
    """With act `number` this seat has done something when it was waited for, having seen no more than this view."""

    number: int
    seat: Seat
    view: View
    done: bytes


def decisions(recording: Recording, after: int = 0) -> Iterator[Decision]:
    """Those of people that have come after so many acts."""
    before = None
    for moment in recording.moments(max(0, after - 1)):
        number, match, act, _happenings, refused = moment
        if before is not None and number > after and refused is None and act.seat in recording.game.awaited(before):
            there = copy(match)
            there.state = before
            if recording.room(number, there).chairs[act.seat].sitter == "person":
                yield Decision(number, act.seat, there.view(act.seat), bytes(act.action))
        before = match.state


def decision(recording: Recording, number: int) -> Decision | None:
    """The one that was made with this act, if it was one."""
    found = next(decisions(recording, number - 1), None)
    return found if found is not None and found.number == number else None


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
