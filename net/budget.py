"""How much somebody may send: so much at once, and so much more every second."""

from __future__ import annotations


class Budget:
    """It is full in the beginning, with `burst`, and is refilled with `per_s`, but never holds more than that."""

    def __init__(self, burst: float, per_s: float, now: float) -> None:
        self._burst, self._per_s = burst, per_s
        self._left, self._at = burst, now

    def take(self, now: float) -> bool:
        """Take one. False, and nothing is taken, if there is none left."""
        self._left = min(self._burst, self._left + (now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
