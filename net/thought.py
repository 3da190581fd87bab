"""What is asked of those who think for a table, and what they answer: one JSON object a line each way."""

from __future__ import annotations

import msgspec

from engine.advice import Judged
from engine.game import View
from engine.strengths import Strength


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do in a view, and within which time. Nothing is told that whoever asks does not know."""

    asker: int
    """The connection of a bot, which is below zero, or the seat of a person."""
    number: int
    game: str
    options: dict[str, int | str]
    strength: Strength
    view: View
    seed: int
    budget_s: float
    done: bytes = b""
    """What was done then, if that is what is to be judged."""


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the question of this number; without an `action` it is to wait. For a person: what is about as
    good, too."""

    asker: int
    number: int
    action: bytes | None
    also: tuple[bytes, ...] = ()
    judged: Judged | None = None
    """What was done, if there was something to think about."""
