"""The code that opens a table's doors, and how often one may be wrong; sans-IO."""

from __future__ import annotations

import hmac

from net import limits

CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""Capitals that are hard to mistake for each other, and no vowels, so that no code is a word."""
CODE_LENGTH = 6


def looks_like_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and set(text.upper()) <= set(CODE_LETTERS)


class Code:
    """What opens a door. Wrong ones are counted by the address they come from."""

    def __init__(self, code: str) -> None:
        self._code = code.encode()
        self._wrong: dict[str, tuple[int, float]] = {}
        """By address: how many wrong codes, and when they are forgotten."""

    def is_right(self, code: str) -> bool:
        return hmac.compare_digest(code.encode(errors="replace"), self._code)

    def guess(self, peer: str, code: str, now: float) -> str:
        """Why this address may not come in with this code, or nothing. A wrong one is counted."""
        self._wrong = {who: guesses for who, guesses in self._wrong.items() if guesses[1] > now}
        count, until = self._wrong.get(peer, (0, now + limits.WRONG_CODES_WITHIN_S))
        if count >= limits.WRONG_CODES_MAX:
            return "locked"
        if self.is_right(code):
            return ""
        self._wrong[peer] = (count + 1, until)
        return "wrong-code"
