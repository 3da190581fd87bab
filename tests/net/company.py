"""A table on a desk with real links around it. What the host says to them goes through the hands of a cheat first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import msgspec

from engine import journal
from engine.board import Seat
from net import wire
from net.link import Link
from net.table import Table
from tests import kit
from tests.net.desk import CODE, token

Cheat = Callable[["Company", str, wire.FromHost], Iterable[wire.FromHost]]
"""What somebody is told in place of this."""


def honest(company: Company, name: str, message: wire.FromHost) -> Iterable[wire.FromHost]:
    return [message]


class Company:
    """Persons on all chairs, and somebody who watches. Lines are quick; `deaf` are those who hear nothing at all, and
    nothing is heard for a while of those who are `mute`."""

    def __init__(self, *names: str, game: str = "toy", cheat: Cheat = honest, **options: int | str) -> None:
        self.now = 100.0
        self.lines: list[journal.Line] = []
        self.links: dict[str, Link] = {}
        self.deaf: set[str] = set()
        self.mute: set[str] = set()
        self.frames: dict[str, list[bytes]] = {}
        self.favourite = ""
        """What everybody does whenever it is offered."""
        self._cheat = cheat
        self._conns: dict[str, int] = {}
        self._made = 0
        self.table = Table(
            game,
            seats=len(names),
            options={"rounds": 1, "window_s": 0, **options} if game == "toy" else options,
            code=CODE,
            host_token=token(names[0]),
            rng=random.Random(1),
            entropy=random.Random(2).randbytes,
            record=self.lines.append,
        )
        for name in names:
            self.comes(name)
        self.comes("Wil", "watch")

    def comes(self, name: str, role: wire.Role = "play") -> Link:
        """Somebody comes with a new program, or comes back with the same one."""
        self._made += 1
        if name not in self.links:
            self.links[name] = Link(name, token(name), CODE, role, entropy=random.Random(name).randbytes)
            self.frames[name] = []
        self._conns[name] = self._made
        self.table.connected(self._made, "10.0.0.1", self.now)
        self.links[name].opened()
        self.settle()
        return self.links[name]

    def loses(self, name: str) -> None:
        """Both ends notice that the line is lost."""
        self.links[name].closed()
        self.table.closed(self._conns.pop(name), self.now)
        self.settle()

    def leaves(self, name: str) -> None:
        """On purpose."""
        self.links[name].send(wire.Leave())
        self.settle()
        self.loses(name)

    def tell(self, name: str) -> None:
        """All that somebody has to say now reaches the table, also if they are mute."""
        for frame in self.links[name].drain():
            self.table.receive(self._conns[name], frame, self.now)
        self.settle()

    def settle(self) -> None:
        """All that is to be said reaches everybody."""
        for _ in range(100):
            heard = [name for name in self._conns if name not in self.mute]
            sent = [(name, frame) for name in heard for frame in self.links[name].drain()]
            for name, frame in sent:
                self.table.receive(self._conns[name], frame, self.now)
            told = self.table.drain()
            for outgoing in told:
                for name in [name for name, conn in self._conns.items() if conn in outgoing.conns]:
                    if name not in self.deaf:
                        self.frames[name].append(outgoing.frame)
                        for message in self._cheat(self, name, wire.from_host(outgoing.frame)):
                            self.links[name].receive(wire.encode(message))
            if not (sent or told):
                return
        raise AssertionError("they never stop talking")

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (deadline := self.table.deadline()) <= until:
            self.now = max(self.now, deadline)
            self.table.tick(self.now)
            self.settle()
        self.now = until

    def start(self) -> None:
        next(iter(self.links.values())).send(wire.Start())
        self.settle()

    def ready(self) -> None:
        for name in self._conns:
            if self.links[name].seat is not None:
                self.links[name].send(wire.Ready())
        self.settle()

    def play_round(self, *names: str) -> None:
        """Everybody, or these alone, act as chance has it until the round is scored."""
        dice = random.Random(3)
        for _ in range(kit.ACTS_MAX):
            if self.table.phase != "play":
                return
            self.act_once(dice, *names)
            self.wait(0.5)
        raise AssertionError("the round does not end")

    def act_once(self, dice: random.Random, *names: str) -> None:
        """Everybody, or these alone, do one of the things that they may do now."""
        for name in names or list(self._conns):
            view = self.links[name].view
            if view is not None and view.offers and self.table.phase == "play":
                favourites = [offer for offer in view.offers if offer.code == self.favourite]
                self.links[name].act(kit.filled(dice.choice(favourites or view.offers), dice))
                self.settle()

    def play(self) -> None:
        """A whole match."""
        self.start()
        self.play_round()
        while self.table.phase != "over":
            self.ready()
            self.play_round()

    def seat(self, name: str) -> Seat:
        seat = self.links[name].seat
        assert seat is not None
        return seat

    @property
    def codes(self) -> dict[str, str]:
        """What everybody has found of the last deal."""
        return {name: link.fairness.code if link.fairness else "" for name, link in self.links.items()}

    def journal(self) -> bytes:
        """The last match, as it lies on the disk."""
        start = max(number for number, line in enumerate(self.lines) if isinstance(line, journal.Header))
        return b"".join(journal.write(line) + b"\n" for line in self.lines[start:])


def handed_over() -> Company:
    """Two rounds of Allegra: Bo leaves after the first, and Wil, who has watched it, plays the second in his place."""
    company = Company("Ada", "Bo", "Cy", game="allegra", rounds=2, knock_window=0)
    company.start()
    company.play_round()
    company.leaves("Bo")
    company.links["Ada"].send(wire.GiveSeat(1, "Wil"))
    company.settle()
    company.ready()
    company.play_round()
    return company


def changed(message: wire.Message, **fields: object) -> wire.Message:
    return msgspec.structs.replace(message, **fields)
