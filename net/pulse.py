"""Lines that die in silence, on either side: whatever comes is a sign of life, and pings make something come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from websockets.asyncio.connection import Connection

from net import limits


class Pulse(Connection):
    """A connection that knows when it last received anything at all.

    To wait for pongs would not do: on a slow line they may be long behind what the other side has to say meanwhile.
    """

    heard_at = 0.0

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        super().data_received(data)

    async def hang_up_in_silence(self, is_excused: Callable[[], bool] = lambda: False) -> None:
        """Abort the connection when nothing has come for too long. After an excuse the time begins anew."""
        while (left_s := self.heard_at + limits.SILENT_S - self.loop.time()) > 0:
            await asyncio.sleep(left_s)
            if is_excused():
                self.heard_at = self.loop.time()
        self.transport.abort()
