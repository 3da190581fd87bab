"""One connection to the table as the system gives it, from its first byte to its last.

Strangers may send what is no message and costs time all the same: pings, scraps of frames, or more than anybody reads.
Of all that only so much is taken, and never so much at once that others wait.
"""

from __future__ import annotations

from typing import Any

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.http11 import Request
from websockets.protocol import Event, State

from net import limits, wire
from net.budget import Budget
from net.pulse import Pulse

TOO_FAST = wire.encode(wire.Bye("too-fast")).decode()


class Visitor(Pulse, ServerConnection):
    """What websockets makes of a connection, within the limits of the table."""

    def __init__(self, *how: Any, **more: Any) -> None:
        super().__init__(*how, **more)
        self._budget = Budget(limits.FRAMES_BURST, limits.FRAMES_PER_S, self.loop.time())
        self._request_bytes = 0
        self._hanging_up = False

    def data_received(self, data: bytes) -> None:
        """In small pieces, to stop after the first that is too much."""
        for start in range(0, len(data), limits.MOUTHFUL_BYTES):
            if self.transport.is_closing():
                return
            self._take(data[start : start + limits.MOUTHFUL_BYTES])
        if self.close_deadline is not None and not self._hanging_up:
            self._hanging_up = True  # whoever has broken the protocol is not waited for any longer than that
            self.loop.call_at(self.close_deadline, self.transport.abort)

    def _take(self, piece: bytes) -> None:
        connecting = self.protocol.state is State.CONNECTING
        if connecting:
            self._request_bytes += len(piece)
            if self._request_bytes > limits.REQUEST_BYTES_MAX or self.request is not None:
                return self.transport.abort()  # it is too long, or they go on talking before there is an answer
        super().data_received(piece)
        if connecting and self.protocol.eof_sent:
            self.transport.abort()  # it was no request

    def process_event(self, event: Event) -> None:
        """A request to talk, or one frame of any kind."""
        if self.request is None and self.protocol.eof_sent:
            return  # there is no answer to a request that was followed by what is no frame
        if isinstance(event, Request) or self._budget.take(self.loop.time()):
            super().process_event(event)
        elif not self.transport.is_closing():
            broadcast([self], TOO_FAST)
            self.transport.abort()
