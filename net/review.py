"""A look back at a stored game: what people have decided in it, and what is asked of who judges that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import NamedTuple

import msgspec

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
    """Those of people, as far as it may be seen through their eyes, and as far as they have not been taken back."""
    before: State | None = None
    turn: list[Decision] = []
    for number, match, act, _happenings, refused in recording.moments():
        if before is not None and refused is None:
            there, seat = copy(match), act.seat
            there.state = before
            if _is_a_decision(recording, number, seat, there):
                decided = Decision(number, seat, there.view(seat), bytes(act.action))
                if turn and turn[-1].view.turns != decided.view.turns:
                    yield from turn
                    turn = []
                back = _taken_back(turn, decided)
                turn = [*(each for each in turn if each not in back), decided]
        before = match.state
    yield from turn


def _taken_back(turn: Sequence[Decision], decided: Decision) -> list[Decision]:
    """Whoever in a turn comes to see again what they have seen before has taken back all that they did since."""
    mine = [each for each in turn if each.seat == decided.seat]
    since = next((i for i, each in enumerate(mine) if _sight(each.view) == _sight(decided.view)), len(mine))
    return mine[since:] if len(mine) - since > 1 else []  # one act alone takes nothing back


def _sight(view: View) -> View:
    """Without what may be done: what was tried in vain may not be tried again."""
    return msgspec.structs.replace(view, offers=(), timers=())


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
