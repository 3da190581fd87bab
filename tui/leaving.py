"""What is asked before somebody leaves."""

from __future__ import annotations

from typing import NamedTuple

from engine.board import Seat
from net import wire
from tui.language import N_, _


class Answer(NamedTuple):
    """`key` is pressed to give it."""

    key: str
    label: str


class Question(NamedTuple):
    """The first answer is the harmless one."""

    text: str
    answers: tuple[Answer, ...]


STAY = Answer("s", N_("stay"))
LEAVE = Answer("l", N_("leave, and a bot plays for you until you come back"))
LEAVE_WAITING = Answer("l", N_("leave, and the table waits until you come back"))
LEAVE_OPEN = Answer("l", N_("leave, and the table stays open"))
CLOSE = Answer("c", N_("close the table for everybody"))


def question(room: wire.Room, me: Seat | None, *, host: bool, alone: bool) -> Question | None:
    """What is asked before a player leaves a game, and the host a table, but one that was opened to play `alone` and
    where nobody else plays; None if one can just go."""
    running = room.phase in ("deal", "play")
    waits = not any(chair.is_played_here for seat, chair in enumerate(room.chairs) if seat != me)
    leave = LEAVE_OPEN if not running else LEAVE_WAITING if waits else LEAVE
    if host and not (alone and waits):
        return Question(_("You are the host of this table."), (STAY, leave, CLOSE))
    if me is not None and running:
        return Question(_("The game is not over yet."), (STAY, leave, *([CLOSE] if host else [])))
    return None


def last_word(answer: str) -> wire.FromClient | None:
    """What the table is told for the answer with this key; None for whoever stays."""
    return wire.Leave() if answer == LEAVE.key else wire.CloseTable() if answer == CLOSE.key else None
