"""One match at the table: the rules, with chance and the time played by the host, and every act recorded."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine import journal
from engine.board import CHANCE, CLOCK, Happening, Seat
from engine.game import Chance, Timer
from engine.games import GAMES
from engine.match import Match
from net import wire


class _Kind(msgspec.Struct):
    type: str


_decode_kind = msgspec.json.Decoder(_Kind).decode


def kind_of(action: bytes | msgspec.Raw) -> str:
    """The tag of an action; empty if it has none."""
    try:
        return _decode_kind(action).type
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


class Play:
    """A match from its first deal on, which is made at once. `record` gets every line of the journal in order.

    What the verbs return has been recorded. Raises Refused for a number of seats or an option that the game lacks.
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        options: Mapping[str, int | str],
        *,
        rng: random.Random,
        record: Callable[[journal.Line], None],
        now: float,
    ) -> None:
        self.match = Match(GAMES[game], len(names), options)
        self._rng, self._record = rng, record
        self._timers: dict[str, tuple[float, Timer]] = {}
        """When each timer of the game runs out."""
        record(journal.Header(game, GAMES[game].RULES, tuple(names), self.match.options))
        self.opening = self.deal(now)
        """What happened in the first deal."""

    @property
    def phase(self) -> wire.Phase:
        if self.match.state.over:
            return "over"
        request = self.match.game.chance(self.match.state)
        return "deal" if request is not None and request.deal else "play"

    def act(self, seat: Seat, action: bytes, now: float) -> list[Happening]:
        """Play a seat's act, and what CHANCE owes after it. Raises Refused, and then nothing has changed."""
        happenings = list(self.match.act(seat, action))
        self._record(journal.Acted(seat, msgspec.Raw(action)))
        happenings += self._shuffle(deal=False)
        self._set_timers(now)
        return happenings

    def racing(self, seat: Seat) -> set[str]:
        """The kinds of acts that a seat may do now in a race with others. What stands aside is none of them."""
        offers = self.match.game.offers(self.match.state, seat)
        return {kind_of(offer.action) for offer in offers if not offer.aside}

    def deal(self, now: float) -> list[Happening]:
        """Make the deal that the rules wait for in phase "deal"."""
        happenings = self._shuffle(deal=True)
        self._set_timers(now)
        return happenings

    def run_timers(self, now: float) -> list[Happening]:
        """Let CLOCK act for every timer that has run out."""
        happenings: list[Happening] = []
        while (due := min(self._timers.values(), key=lambda waiting: waiting[0], default=None)) and due[0] <= now:
            happenings += self.act(CLOCK, bytes(due[1].action), now)
        return happenings

    def deadline(self) -> float:
        """When the next timer runs out, or infinity."""
        return min((at for at, _ in self._timers.values()), default=math.inf)

    def clocks(self, now: float) -> dict[str, float]:
        """The seconds left on each timer."""
        return {name: round(max(0.0, at - now), 3) for name, (at, _) in self._timers.items()}

    def postpone(self, pause_s: float) -> None:
        """Give back the time of a pause."""
        self._timers = {name: (at + pause_s, timer) for name, (at, timer) in self._timers.items()}

    def _shuffle(self, *, deal: bool) -> list[Happening]:
        happenings: list[Happening] = []
        game, state = self.match.game, self.match.state
        while not state.over and (request := game.chance(state)) is not None and (deal or not request.deal):
            order = list(request.cards)
            self._rng.shuffle(order)
            action = wire.encode(Chance(tuple(order), self._rng.randrange(request.sides)))
            happenings += self.match.act(CHANCE, action)
            self._record(journal.Acted(CHANCE, msgspec.Raw(action)))
            state, deal = self.match.state, False
        return happenings

    def _set_timers(self, now: float) -> None:
        timers = {timer.name: (now + timer.after_s, timer) for timer in self.match.game.timers(self.match.state)}
        self._timers = {name: self._timers.get(name, waiting) for name, waiting in timers.items()}
