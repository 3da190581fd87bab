"""What a bot asks those who think for it, and what they answer: one JSON object a line each way."""

from __future__ import annotations

import msgspec

from engine.game import View
from engine.strengths import Strength


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do in a view, and within which time. Nothing is told that the bot does not know itself."""

    bot: int
    number: int
    game: str
    options: dict[str, int | str]
    strength: Strength
    view: View
    seed: int
    budget_s: float


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the question of this number; without an `action` it is to wait."""

    bot: int
    number: int
    action: bytes | None
