"""A table near at hand: a match, told to a real Link in the wire's own frames. Nothing happens at it by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine.board import Event, Refused, Seat, Viewer, told
from engine.game import View
from engine.games import GAMES
from engine.match import Match
from net import wire
from net.link import Link
from tests.kit import ACTS_MAX, by_chance, shuffled

Show = Callable[[Link, Sequence[Event], Sequence[wire.Refusal], float], object]
NAMES = ("Konstantina", "Ada", "Bo", "[/b] Maximilian III", "al[ice]", "Zoë")


class NearTable:
    """`link` is the line of the seat `me`, or of a watcher. `show` is called when it has changed, as the app does it:
    with what is new, and the time, which stands still but for `now`."""

    def __init__(
        self,
        seats: int,
        *,
        me: Viewer = 0,
        game: str = "allegra",
        options: Mapping[str, int | str] | None = None,
        seed: int = 1,
        names: tuple[str, ...] = NAMES,
        show: Show | None = None,
    ) -> None:
        self.match = Match(GAMES[game], seats, options)
        self.link = Link(names[me or 0], "t" * 20, "CODE", "watch" if me is None else "play")
        self.now = 100.0
        self.ready: set[Seat] = set()
        self.line: wire.Line = "here"
        """Of seat 1."""
        self._game, self._me, self._names, self._show = game, me, names, show
        self._rng = random.Random(seed)
        self._seq = 0
        self._hear(wire.Welcome(me, 0, host=False))
        self.tell_room("deal")

    @property
    def view(self) -> View:
        return self.match.view(self._me)

    def tell_room(self, phase: wire.Phase) -> None:
        chairs = [
            wire.Chair("person", self._names[seat], ready=seat in self.ready) for seat in range(self.match.state.seats)
        ]
        chairs[1] = wire.Chair("person", chairs[1].name, self.line, ready=True)
        chairs[-1] = wire.Chair("bot", chairs[-1].name)
        self._hear(wire.Room(self._game, self.match.options, phase, tuple(chairs), ("Wanda",)))

    def act(self, seat: Seat, action: bytes) -> None:
        """Anybody's act, and what I am told of it."""
        happenings = self.match.act(seat, action)
        self._seq += 1
        view, timers = self.view, self.match.game.timers(self.match.state)
        left = {timer.name: timer.after_s for timer in timers if timer.name in view.timers}
        self._hear(wire.Update(self._seq, view, told(happenings, self._me), left))

    def answer(self) -> None:
        """Deal with the act that I have asked for, as the table does, and with what CHANCE owes after it, but for a new
        deal: with that the table waits."""
        asked = self.link.pending
        assert asked is not None, "nothing was asked for"
        self.link.drain()
        refusal = None
        try:
            self.act(self._me or 0, bytes(asked.action))
        except Refused as refused:
            refusal = wire.Refusal(refused.code, refused.details, refused.rule)
        self._hear(wire.Answer(asked.n, refusal))
        while (owed := self.match.game.chance(self.match.state)) is not None and not owed.deal:
            shuffle = shuffled(self.match, self._rng)
            assert shuffle is not None
            self.act(*shuffle)

    def play_until(self, is_time: Callable[[View], bool]) -> None:
        """Play by chance for everybody until the moment that is asked for."""
        for _ in range(ACTS_MAX):
            if self.link.view is not None and is_time(self.link.view):
                return
            self.act(*by_chance(self.match, self._rng))
        raise AssertionError("that moment never came")

    def chat(self, name: str, text: str) -> None:
        self._hear(wire.Said(name, None, text))

    def advise(self, *actions: bytes) -> None:
        self._hear(wire.Advised(tuple(map(msgspec.Raw, actions))))

    def refuse(self, code: str) -> None:
        """Whatever was asked for that is no act."""
        self._hear(wire.Answer(0, wire.Refusal(code)))

    def lay_out(self, match: Match) -> None:
        """The match stands as this one from now on."""
        self.match = match
        self.show(self.view)

    def show(self, view: View) -> None:
        """I am told this view, whatever it may be."""
        self._seq += 1
        self._hear(wire.Update(self._seq, view))

    def cut(self) -> None:
        """The line is lost."""
        self.link.closed()
        self._changed()

    def _hear(self, message: wire.FromHost) -> None:
        self.link.receive(wire.encode(message))
        self._changed()

    def _changed(self) -> None:
        news, self.link.news = self.link.news, []
        refusals, self.link.refusals = self.link.refusals, []
        if self._show is not None:
            self._show(self.link, news, refusals, self.now)
