"""From the end of a round to the next one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from textual.message_pump import MessagePump
from textual.timer import Timer

OPEN_CARDS_S = 4.0
"""So long are the open cards of a scored round looked at before the score sheet is laid on them."""


class Interlude:
    """In it the score sheet is due once, by itself."""

    def __init__(self, pump: MessagePump, due: Callable[[], Awaitable[None]]) -> None:
        """`due` is called until `scores_seen` is."""
        self._pump, self._due = pump, due
        self._scored = False
        self._timer: Timer | None = None

    def mind(self, scored: bool) -> bool:
        """Whether a round has been scored and the next one has not begun. Returns whether this is new."""
        new, self._scored = scored != self._scored, scored
        if new:
            self.scores_seen()
            # Not called by the timer itself: it would be stopped in the middle of its own work.
            due = partial(self._pump.call_later, self._due)
            self._timer = self._pump.set_interval(OPEN_CARDS_S, due) if scored else None
        return new

    def scores_seen(self) -> None:
        if self._timer is not None:
            self._timer.stop()
