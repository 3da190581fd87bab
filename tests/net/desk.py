"""A table on a desk: a clock that goes on when it is told to, and guests who speak in frames made by hand."""

from __future__ import annotations

import random
from typing import TypeVar

import msgspec

from engine import journal
from engine.board import Seat
from engine.game import Offer, View
from net import wire
from net.post import Outgoing
from net.table import Table
from tests import kit

CODE = "open sesame"
HOST = "Ana"
ROUND_TURNS_MAX = 500

POWERS: list[wire.FromClient] = [
    *(wire.Start(), wire.SeatBot(0), wire.FreeSeat(0), wire.SetSeats(3), wire.SetOption("rounds", "1")),
    *(wire.GiveSeat(0, "Wil"), wire.CloseTable()),
]
"""What only the host may ask for."""

M = TypeVar("M", bound=wire.Message)


def token(name: str) -> str:
    return f"secret token of {name}"


class Desk:
    def __init__(self, game: str = "toy", seats: int = 2, *, alone: bool = False, **options: int | str) -> None:
        self.now, self.game = 100.0, game
        self.lines: list[journal.Line] = []
        self._guests: dict[int, Guest] = {}
        self.table = Table(
            game,
            seats=seats,
            options=options,
            code=CODE,
            host_token=token(HOST),
            rng=random.Random(1),
            entropy=random.Random(2).randbytes,
            record=self.lines.append,
            alone=alone,
        )

    # who comes

    def stranger(self, name: str = "Eve", peer: str = "10.0.0.1") -> Guest:
        """A connection that has not said hello."""
        guest = Guest(self, len(self._guests) + 1, name)
        self._guests[guest.conn] = guest
        self.table.connected(guest.conn, peer, self.now)
        self.drain()
        return guest

    def guest(self, name: str, role: wire.Role = "play", **hello: str) -> Guest:
        """Somebody who has said hello, in the right way but for what is given."""
        guest = self.stranger(name)
        guest.send(msgspec.structs.replace(guest.hello, role=role, **hello))
        return guest

    def playing(self, *names: str) -> tuple[Guest, ...]:
        """Persons on the first chairs, bots on the others, and the match begun. What they were told is forgotten."""
        guests = tuple(self.guest(name) for name in names)
        for seat, chair in enumerate(guests[0].last(wire.Room).chairs):
            if chair.sitter == "nobody":
                guests[0].send(wire.SeatBot(seat))
        guests[0].send(wire.Start())
        self.forget(*guests)
        return guests

    def forget(self, *guests: Guest) -> None:
        for guest in guests or self._guests.values():
            guest.heard.clear()

    @property
    def everybody(self) -> list[Guest]:
        return [*self._guests.values()]

    # what happens

    def wait(self, seconds: float) -> None:
        """Let time pass; the table ticks when it wants to."""
        until = self.now + seconds
        while (deadline := self.table.deadline()) <= until:
            self.now = max(self.now, deadline)
            self.table.tick(self.now)
            self.drain()
        self.now = until

    def finish_round(self, *guests: Guest) -> None:
        """Everybody throws away all that they draw in the toy game, until the phase is another."""
        phase = self.table.phase
        for _ in range(ROUND_TURNS_MAX):
            if self.table.phase != phase:
                return
            for guest in guests:
                guest.play("draw", "throw")
            self.wait(1)
        raise AssertionError("the round does not end")

    def drain(self) -> None:
        for outgoing in self.table.drain():
            self.deliver(outgoing)

    def deliver(self, outgoing: Outgoing) -> None:
        for conn in outgoing.conns:
            self._guests[conn].hear(wire.from_host(outgoing.frame))
            self._guests[conn].gone |= outgoing.close

    @property
    def acts(self) -> list[tuple[Seat, str]]:
        """Who has done what, from the journal."""
        acts = [line for line in self.lines if isinstance(line, journal.Acted)]
        return [(act.seat, msgspec.json.decode(act.action)["type"]) for act in acts]


class Guest:
    """One connection. `heard` is what it was told and has not been forgotten."""

    def __init__(self, desk: Desk, conn: int, name: str) -> None:
        self.conn, self.name = conn, name
        self.hello = wire.Hello(wire.VERSION, name, token(name), CODE)
        self.heard: list[wire.FromHost] = []
        self.view: View | None = None
        self.gone = False
        """The table has closed the connection."""
        self.n = 0
        self._desk = desk

    def send(self, message: wire.FromClient) -> None:
        self.frame(wire.encode(message))

    def frame(self, frame: bytes | str) -> None:
        self._desk.table.receive(self.conn, frame, self._desk.now)
        self._desk.drain()

    def hear(self, message: wire.FromHost) -> None:
        self.heard.append(message)
        match message:
            case wire.Welcome():
                self.n = message.acked
            case wire.Update():
                self.view = message.view

    def lose(self) -> None:
        """The line is cut, and the table notices."""
        self._desk.table.closed(self.conn, self._desk.now)
        self._desk.drain()

    def offer(self, code: str) -> Offer:
        assert self.view is not None
        return next(offer for offer in self.view.offers if offer.code == code)

    def action(self, code: str) -> bytes:
        """What is offered, completed with the first spots."""
        offer = self.offer(code)
        return kit.with_picks(offer, offer.pick.spots[: offer.pick.least]) if offer.pick else bytes(offer.action)

    def act(self, action: bytes | str) -> wire.Answer | None:
        """Ask for an action or for what is offered by this name. The answer, if there is one at once."""
        self.n += 1
        act = wire.Act(self.n, msgspec.Raw(self.action(action) if isinstance(action, str) else action))
        self.send(act)
        return next((answer for answer in self.all(wire.Answer) if answer.n == self.n), None)

    def play(self, *codes: str) -> None:
        """Act on these offers, one after the other, as far as they are made."""
        for code in codes:
            if self.view is not None and code in [offer.code for offer in self.view.offers]:
                self.act(code)

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        return self.all(kind)[-1]

    @property
    def bye(self) -> str:
        """The code of the goodbye, which closes the connection; empty if there was none."""
        byes = self.all(wire.Bye)
        assert bool(byes) == self.gone
        return byes[-1].code if byes else ""

    @property
    def refused(self) -> str:
        """Why the last request was refused, if it was."""
        answers = self.all(wire.Answer)
        return answers[-1].refused.code if answers and answers[-1].refused else ""

    @property
    def chairs(self) -> tuple[wire.Chair, ...]:
        return self.last(wire.Room).chairs


def sitters(guest: Guest) -> str:
    """The chairs in a few letters: the name alone of a person who is here, otherwise with sitter and line."""
    return " ".join(
        chair.name
        if (chair.sitter, chair.line) == ("person", "here")
        else f"{chair.name or '-'}:{chair.sitter}/{chair.line}"
        for chair in guest.chairs
    )


def on_turn(*guests: Guest) -> tuple[Guest, Guest]:
    """The one whose turn it is, and the next one."""
    assert guests[0].view is not None
    turn = guests[0].view.turn
    return guests[turn], guests[(turn + 1) % len(guests)]
