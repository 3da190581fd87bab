"""The code that opens a table's doors, and how often one may be wrong; sans-IO."""

from __future__ import annotations

import hmac

from net import limits
from net.budget import Budget

CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""Capitals that are hard to mistake for each other, and no vowels, so that no code is a word."""
CODE_LENGTH = 6


def looks_like_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and set(text.upper()) <= set(CODE_LETTERS)


class Code:
    """What opens a door.

    An address has a budget of wrong ones. When that is used up, every code from there waits for its turn, and nothing
    is told of it before: so the right one opens the door there too, and nobody finds it sooner by trying many at once.
    """

    def __init__(self, code: str) -> None:
        self._code = code.encode()
        self._wrong: dict[str, Budget] = {}

    def is_right(self, code: str) -> bool:
        return hmac.compare_digest(code.encode(errors="replace"), self._code)

    def wait_s(self, peer: str, now: float) -> float:
        """How long until the next code from this address is looked at; 0 for at once."""
        return self._wrong[peer].wait_s(now) if peer in self._wrong else 0.0

    def opens(self, peer: str, code: str, now: float) -> bool:
        """This address may come in with this code. A wrong one is counted; nobody asks while there is time to wait."""
        if self.is_right(code):
            return True
        self._wrong = {who: budget for who, budget in self._wrong.items() if not budget.is_full(now)}
        if peer not in self._wrong:
            per_s = limits.WRONG_CODES_MAX / limits.WRONG_CODES_WITHIN_S
            self._wrong[peer] = Budget(limits.WRONG_CODES_MAX, per_s, now)
        self._wrong[peer].take(now)
        return False
