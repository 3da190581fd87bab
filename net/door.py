"""The door of the table: connections, who may come in with a first frame, and why not."""

from __future__ import annotations

import math
import statistics
from collections import deque
from collections.abc import Callable, Collection
from itertools import takewhile

import msgspec

from net import limits, wire
from net.budget import Budget
from net.chairs import Person
from net.clean import clean
from net.code import Code


class Line(msgspec.Struct, eq=False):
    """One connection; until a valid hello it is a stranger's."""

    peer: str
    since: float
    budget: Budget
    """Of messages."""
    lags_s: deque[float] = msgspec.field(default_factory=lambda: deque(maxlen=limits.LAG_SAMPLES))
    beyond_s: deque[float] = msgspec.field(default_factory=lambda: deque(maxlen=limits.LAG_SAMPLES))
    """Round trips from its other end to the person, if that is not the same place."""
    hello: bytes | str | None = None
    """Of a stranger whose code has to wait for its turn."""
    person: Person | None = None

    @property
    def lag_s(self) -> float:
        """The round trip that is credited to this line. Some of it is only said by the client, who could as well be
        late with its answers: so the most there is for it is the same."""
        return min(_usual(self.lags_s) + _usual(self.beyond_s), limits.LAG_CREDIT_MAX_S)

    @classmethod
    def opened(cls, peer: str, now: float) -> Line:
        return cls(peer, now, Budget(limits.MESSAGES_BURST, limits.MESSAGES_PER_S, now))


def _usual(samples: Collection[float]) -> float:
    return statistics.median(samples) if samples else 0.0


class Door:
    """All connections. Checks hellos against one code."""

    def __init__(self, code: str) -> None:
        self.lines: dict[int, Line] = {}
        """By connection, in order of arrival."""
        self._code = Code(code)

    def open(self, conn: int, peer: str, now: float) -> int | None:
        """A new connection. Returns the stranger who has waited longest, to be closed, if there are too many."""
        self.lines[conn] = Line.opened(peer, now)
        strangers = self._strangers()
        return strangers[0] if len(strangers) > limits.STRANGERS_MAX else None

    def silent(self, now: float) -> list[int]:
        """The strangers who should have said hello by now."""
        silent = (conn for conn in self._strangers() if self.lines[conn].hello is None)
        return [conn for conn in silent if self.lines[conn].since + limits.HELLO_WITHIN_S <= now]

    def next_turn(self, now: float) -> int | None:
        """A stranger whose hello has waited, and is to be looked at now."""
        turns = ((conn, line) for conn, line in self.lines.items() if line.hello is not None)
        return next((conn for conn, line in turns if not self._code.wait_s(line.peer, now)), None)

    def deadline(self, now: float) -> float:
        """When the next stranger should have said hello, or it is the turn of one who has; or infinity."""
        strangers = [self.lines[conn] for conn in self._strangers()]
        return min((self._due(line, now) for line in strangers), default=math.inf)

    def _due(self, stranger: Line, now: float) -> float:
        if stranger.hello is None:
            return stranger.since + limits.HELLO_WITHIN_S
        return now + self._code.wait_s(stranger.peer, now)

    def admit(
        self, conn: int, frame: bytes | str, is_known: Callable[[str], bool], now: float
    ) -> wire.Hello | wire.Bye | None:
        """The hello with a clean name, or the goodbye to send; None if it has to wait for its turn. Raises
        msgspec.DecodeError for what is no hello.

        Versions are compared before the rest is read, so that strangers of every version get an answer they understand.
        Whoever brings a token that `is_known` to the table need not wait although wrong codes came from the same
        address: a whole household may have one.
        """
        line = self.lines[conn]
        version = wire.version_of(frame).version
        if version != wire.VERSION:
            return wire.Bye("version", (wire.VERSION, version))
        hello = wire.hello_of(frame)
        comes_back = self._code.is_right(hello.code) and is_known(hello.token)
        line.hello = None
        if not comes_back:
            if self._must_wait(conn, now):
                line.hello = frame
                return None
            if not self._code.opens(line.peer, hello.code, now):
                return wire.Bye("wrong-code")
        window_fits = len(hello.window) <= limits.TOKEN_CHARS_MAX
        if not (window_fits and limits.TOKEN_CHARS_MIN <= len(hello.token) <= limits.TOKEN_CHARS_MAX):
            return wire.Bye("bad-token")
        name = clean(hello.name, limits.NAME_CELLS_MAX)
        return msgspec.structs.replace(hello, name=name) if name else wire.Bye("bad-name")

    def _must_wait(self, conn: int, now: float) -> bool:
        """It is not the turn of this connection, among those who come from the same address."""
        peer = self.lines[conn].peer
        here = takewhile(lambda other: other != conn, self.lines)
        longer = any(self.lines[other].hello is not None and self.lines[other].peer == peer for other in here)
        return longer or self._code.wait_s(peer, now) > 0

    def _strangers(self) -> list[int]:
        return [conn for conn, line in self.lines.items() if line.person is None]
