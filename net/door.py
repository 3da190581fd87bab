"""The door of the table: connections, who may come in with a first frame, and why not."""

from __future__ import annotations

import math
import statistics
from collections import deque
from collections.abc import Callable, Collection

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
        return [conn for conn in self._strangers() if self.lines[conn].since + limits.HELLO_WITHIN_S <= now]

    def deadline(self) -> float:
        """When the next stranger should have said hello, or infinity."""
        return min((self.lines[conn].since + limits.HELLO_WITHIN_S for conn in self._strangers()), default=math.inf)

    def admit(
        self, peer: str, frame: bytes | str, is_known: Callable[[str], bool], now: float
    ) -> wire.Hello | wire.Bye:
        """The hello with a clean name, or the goodbye to send. Raises msgspec.DecodeError for what is no hello.

        Versions are compared before the rest is read, so that strangers of every version get an answer they understand.
        Whoever brings a token that `is_known` to the table comes in although wrong codes came from the same address: a
        whole household may have one.
        """
        version = wire.version_of(frame).version
        if version != wire.VERSION:
            return wire.Bye("version", (wire.VERSION, version))
        hello = wire.hello_of(frame)
        comes_back = self._code.is_right(hello.code) and is_known(hello.token)
        if not comes_back and (why := self._code.guess(peer, hello.code, now)):
            return wire.Bye(why)
        window_fits = len(hello.window) <= limits.TOKEN_CHARS_MAX
        if not (window_fits and limits.TOKEN_CHARS_MIN <= len(hello.token) <= limits.TOKEN_CHARS_MAX):
            return wire.Bye("bad-token")
        name = clean(hello.name, limits.NAME_CELLS_MAX)
        return msgspec.structs.replace(hello, name=name) if name else wire.Bye("bad-name")

    def _strangers(self) -> list[int]:
        return [conn for conn, line in self.lines.items() if line.person is None]
