"""One match at the table: the rules, with chance and the time played by the host, and every act recorded."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine import journal
from engine.board import CHANCE, CLOCK, Happening, Seat
from engine.game import Timer
from engine.games import GAMES
from engine.match import Match
from net import wire
from net.dealer import Dealer


class Play:
    """A match, which begins with the phase "deal". `record` gets every line of the journal in order.

    `dealer` knows whom a deal waits for, and what is to be told of it. What the verbs return has been recorded. Raises
    Refused for a number of seats or an option that the game lacks.
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        options: Mapping[str, int | str],
        *,
        entropy: Callable[[int], bytes],
        record: Callable[[journal.Line], None],
    ) -> None:
        self.match = Match(GAMES[game], len(names), options)
        header = journal.Header(game, GAMES[game].RULES, tuple(names), self.match.options)
        self.dealer = Dealer(header, self.match.state, entropy=entropy, record=record)
        self.has_begun = False
        """There has been a deal, so that there is something to see."""
        self._record = record
        self._timers: dict[str, tuple[float, Timer]] = {}
        """When each timer of the game runs out."""
        record(header)

    @property
    def phase(self) -> wire.Phase:
        if self.match.state.over:
            return "over"
        request = self.match.game.chance(self.match.state)
        return "deal" if request is not None and request.deal else "play"

    def act(self, seat: Seat, action: bytes, now: float) -> list[Happening]:
        """Play a seat's act, and what CHANCE owes after it. Raises Refused, and then nothing has changed."""
        was_played = self.phase == "play"
        happenings = self._act(seat, action)
        happenings += self._shuffle(deal=False)
        self._set_timers(now)
        if was_played and self.phase != "play":
            self.dealer.prove(self.match.state)
        return happenings

    @property
    def is_sealed(self) -> bool:
        """The deal that the rules wait for in phase "deal" can be made as soon as nobody's nonce is waited for."""
        return isinstance(self.dealer.word, wire.Seal)

    def deal(self, now: float) -> list[Happening]:
        """Make that deal."""
        self.dealer.mix()
        self.has_begun = True
        happenings = self._shuffle(deal=True)
        self._set_timers(now)
        if self.phase != "play":  # it was no more than a draw
            self.dealer.prove(self.match.state)
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
            happenings += self._act(CHANCE, wire.encode(self.dealer.chance(request)))
            state, deal = self.match.state, False
        return happenings

    def _act(self, seat: Seat, action: bytes) -> list[Happening]:
        happenings = list(self.match.act(seat, action))
        self._record(journal.Acted(seat, msgspec.Raw(action)))
        self.dealer.note(seat, action)
        return happenings

    def _set_timers(self, now: float) -> None:
        timers = {timer.name: (now + timer.after_s, timer) for timer in self.match.game.timers(self.match.state)}
        self._timers = {name: self._timers.get(name, waiting) for name, waiting in timers.items()}
