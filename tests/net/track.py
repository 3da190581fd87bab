"""Races between two equally quick players, run at a real table with real frames.

Only what does not matter to a race is left out: after each the table is set back to the position before it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from engine import journal
from engine.board import Seat
from net import wire
from net.limits import LAG_CREDIT_MAX_S, LAG_SAMPLES
from net.table import Table
from tests import kit

NEAR_S = 0.001
FAR_S = (0.040, 0.080, 0.120)
BEYOND_S = 0.240
"""One way. The credit does not cover the last one's round trip."""
RACES = 2_000

REACTION_S, SPREAD_S, REACTION_MIN_S = 0.35, 0.05, 0.1
"""How long after something is shown people press: normally distributed. The spread is small, so that lag would tell."""
WINDOW_S = 3
TOKEN = "the token of player {}"


class Track:
    """A table for three in the middle of a round of Allegra, where seat 0 is about to draw from the deck.

    A line carries a frame in `one_way_s` of its seat, give or take a little; seat 2 answers pings `pong_late_s` late,
    says that it is `far_s` away from its program, and is `beyond_s` away from it, one way.
    """

    def __init__(
        self,
        one_way_s: tuple[float, float, float],
        seed: int = 0,
        *,
        pong_late_s: float = 0.0,
        beyond_s: float = 0.0,
        far_s: float | None = None,
    ) -> None:
        self.dice = random.Random(seed)
        self._one_way_s, self._pong_late_s, self._beyond_s = one_way_s, (0.0, 0.0, pong_late_s), (0.0, 0.0, beyond_s)
        self._far_s = far_s
        self._numbers = [count(1) for _ in one_way_s]
        self._now = 0.0
        self._acts: list[tuple[Seat, bytes]] = []
        """What has been played since the draw."""
        self._table = Table(
            "allegra",
            seats=3,
            options={"knock_window": WINDOW_S},
            code="code",
            host_token=TOKEN.format(0),
            rng=random.Random(seed),
            entropy=random.Random(seed).randbytes,
            record=self._record,
        )
        for seat in range(3):
            self._table.connected(seat + 1, "here", self._now)
            self._send(seat, wire.Hello(wire.VERSION, f"player {seat}", TOKEN.format(seat), "code"))
        self._send(0, wire.Start())
        assert self._table.match is not None
        self._match = self._table.match
        self._start = msgspec.structs.replace(self._match.state, step="draw", reveals=[0, 0, 0], turn=0)
        for _ in range(LAG_SAMPLES):
            self._ping()

    def knock_race(self, head_start_s: float | None = None) -> Seat:
        """Seats 1 and 2 knock when they see the card, or the second a fixed time after the first. Who was first?"""
        self._draw()
        knock = self._offered(1, "knock")
        presses = {seat: self._press_time(seat) for seat in (1, 2)}
        if head_start_s is not None:
            presses[2] = presses[1] + head_start_s
        self._run([(pressed, seat, knock) for seat, pressed in presses.items()])
        return next(seat for seat, action in self._acts if action == knock)

    def decision_race(self) -> Seat:
        """When they see that the window is over, seat 0 decides, and seat 2 knocks after all. Who was first?"""
        self._draw()
        self._now = self._table.deadline()
        self._table.tick(self._now)
        pressed = {0: self._offered(0, "drop"), 2: self._offered(2, "knock")}
        self._run([(self._press_time(seat), seat, action) for seat, action in pressed.items()])
        return next(seat for seat, action in self._acts if action in pressed.values())

    def _draw(self) -> None:
        """Set the table back, at a turn with a new number, and draw."""
        self._start.turns += 1
        self._match.state = msgspec.structs.replace(self._start)
        self._now += 10.0
        self._ping()
        self._acts.clear()
        self._press(0, self._offered(0, "draw"))

    def _offered(self, seat: Seat, code: str) -> bytes:
        """The action of an offer, with the first spot if it needs one."""
        offer = next(offer for offer in self._match.view(seat).offers if offer.code == code)
        return kit.with_picks(offer, offer.pick.spots[:1]) if offer.pick else bytes(offer.action)

    def _press_time(self, seat: Seat) -> float:
        """When somebody presses who reacts to what the table sends now."""
        shown = self._now + self._delay(seat) + self._beyond_s[seat]
        return shown + max(REACTION_MIN_S, self.dice.gauss(REACTION_S, SPREAD_S))

    def _run(self, presses: list[tuple[float, Seat, bytes]]) -> None:
        """Let what was pressed arrive, and wait until the table has played it."""
        arrivals = [(at + self._beyond_s[seat] + self._delay(seat), seat, action) for at, seat, action in presses]
        for at, seat, action in sorted(arrivals):
            self._tick_until(at)
            self._press(seat, action)
        self._tick_until(self._now + LAG_CREDIT_MAX_S)

    def _tick_until(self, until: float) -> None:
        while (deadline := self._table.deadline()) <= until:
            self._now = deadline
            self._table.tick(self._now)
        self._now = until

    def _delay(self, seat: Seat) -> float:
        return self._one_way_s[seat] * self.dice.uniform(0.95, 1.15)

    def _ping(self) -> None:
        for seat, late_s in enumerate(self._pong_late_s):
            self._table.lag(seat + 1, self._delay(seat) + self._delay(seat) + late_s)
        if self._far_s is not None:
            self._send(2, wire.Far(self._far_s))

    def _press(self, seat: Seat, action: bytes) -> None:
        self._send(seat, wire.Act(next(self._numbers[seat]), msgspec.Raw(action)))

    def _send(self, seat: Seat, message: wire.FromClient) -> None:
        self._table.receive(seat + 1, wire.encode(message), self._now)
        self._table.drain()

    def _record(self, line: journal.Line) -> None:
        if isinstance(line, journal.Acted):
            self._acts.append((line.seat, bytes(line.action)))


def share_won(race: Callable[[], Seat], by: Seat, races: int) -> float:
    """How large a share of so many races this seat has won."""
    return sum(race() == by for _ in range(races)) / races


def figures() -> Iterator[tuple[str, float]]:
    """Every race in words, and the share of it that the far player, or the one who is late with pongs, has won."""
    for far_s in (*FAR_S, BEYOND_S):
        where = f"{far_s * 1000:.0f} ms away against {NEAR_S * 1000:.0f} ms"
        far_knocker, far_drawer = Track((NEAR_S, NEAR_S, far_s)), Track((far_s, NEAR_S, NEAR_S))
        yield f"two knock, {where}", share_won(far_knocker.knock_race, by=2, races=RACES)
        yield f"a late knock against the decision, {where}", share_won(far_knocker.decision_race, by=2, races=RACES)
        yield f"the decision against a late knock, {where}", share_won(far_drawer.decision_race, by=0, races=RACES)
    for late_s in (0.1, 1.0):
        track = Track((NEAR_S, NEAR_S, NEAR_S), pong_late_s=late_s)
        yield f"two knock, one answers pings {late_s} s late", share_won(track.knock_race, by=2, races=RACES)
