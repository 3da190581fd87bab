"""How much somebody may send: so much at once, and so much more every second."""

from __future__ import annotations

HAIR = 1e-6
"""What is so little less than one is one: neither clocks nor sums are more exact."""


class Budget:
    """It is full in the beginning, with `burst`, and is refilled with `per_s`, but never holds more than that."""

    def __init__(self, burst: float, per_s: float, now: float) -> None:
        self._burst, self._per_s = burst, per_s
        self._left, self._at = burst, now

    def take(self, now: float) -> bool:
        """Take one. False, and nothing is taken, if there is none left."""
        if self.wait_s(now):
            return False
        self._left -= 1
        return True

    def wait_s(self, now: float) -> float:
        """How long until one can be taken; 0 if now."""
        self._refill(now)
        return (1 - self._left) / self._per_s if self._left < 1 - HAIR else 0.0

    def is_full(self, now: float) -> bool:
        self._refill(now)
        return self._left >= self._burst

    def _refill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._per_s)
        self._at = now
