"""What the table has to send: frames made once, for one connection or for many."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from net import wire
from net.robots import Robot


class Outgoing(NamedTuple):
    """A frame for these connections. With `newest`, a later such frame makes it worthless to who has not read it."""

    conns: tuple[int, ...]
    frame: bytes
    newest: bool = False
    close: bool = False
    """Close the connection once the frame is sent."""


class Post:
    """Frames in order of sending. Connections below zero are those of bots, which are inside the table."""

    def __init__(self) -> None:
        self._out: list[Outgoing] = []

    def send(self, conn: int, message: wire.FromHost, *, close: bool = False) -> None:
        self._out.append(Outgoing((conn,), wire.encode(message), close=close))

    def send_all(self, conns: Iterable[int | None], message: wire.FromHost, *, newest: bool = False) -> None:
        """To all of these but None, who is not connected."""
        if present := tuple(conn for conn in conns if conn is not None):
            self._out.append(Outgoing(present, wire.encode(message), newest))

    def deliver_inside(self, robots: Mapping[int, Robot], now: float) -> None:
        """Give the bots what is theirs; what remains goes over real lines."""
        remaining: list[Outgoing] = []
        for outgoing in self._out:
            for conn in outgoing.conns:
                if conn in robots:
                    robots[conn].receive(outgoing.frame, now)
            if outside := tuple(conn for conn in outgoing.conns if conn > 0):
                remaining.append(outgoing._replace(conns=outside))
        self._out = remaining

    def drain(self, watching: Container[int | None]) -> list[Outgoing]:
        """Everything for real lines, with the frames for those who are watching last."""
        out, self._out = self._out, []
        return sorted(out, key=lambda outgoing: outgoing.conns[0] in watching)
