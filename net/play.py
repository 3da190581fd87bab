"""One match at the table: the rules, with chance and the time played by the host, and every act recorded."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec

from engine import journal
from engine.board import CHANCE, CLOCK, Happening, Seat
from engine.game import Timer
from net import fairdeal, wire
from net.dealer import Dealer
from net.tail import Story


class _Kind(msgspec.Struct):
    type: str


_decode_kind = msgspec.json.Decoder(_Kind).decode


def kind_of(action: bytes | msgspec.Raw) -> str:
    """The tag of an action; empty if it has none."""
    try:
        return _decode_kind(action).type
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def _understood(action: bytes) -> bytes:
    """An action that was accepted, as the rules have understood it: what else a client has put between the words is not
    for others."""
    return msgspec.json.encode(msgspec.json.decode(action))


class Play:
    """A match, which begins with the phase "deal". `record` gets every line of the journal after the header, in order.

    `dealer` knows whom a deal waits for, and what is to be told of it. What the verbs return has been recorded. Raises
    journal.Damaged if this program cannot play it.
    """

    def __init__(
        self,
        header: journal.Header,
        *,
        entropy: Callable[[int], bytes],
        record: Callable[[journal.Line], None],
    ) -> None:
        self.match = journal.open_match(header)
        self.dealer = Dealer(header, self.match.state, entropy=entropy, record=record)
        self.has_begun = False
        """There has been a deal, so that there is something to see."""
        self._record = record
        self._timers: dict[str, tuple[float, Timer]] = {}
        """When each timer of the game runs out."""
        self.story = Story(self.match.state.seats, self.dealer.number)
        self._seated: dict[Seat, journal.Seated] = {}
        """Who sits where, as it was last recorded."""

    @property
    def phase(self) -> wire.Phase:
        if self.match.state.over:
            return "over"
        request = self.match.game.chance(self.match.state)
        return "deal" if request is not None and request.deal else "play"

    def act(self, seat: Seat, action: bytes, now: float, n: int = 0) -> list[Happening]:
        """Play a seat's act, and what CHANCE owes after it. Raises Refused, and then nothing has changed."""
        was_played = self.phase == "play"
        happenings = self._act(seat, action, n)
        happenings += self._shuffle(deal=False)
        self._set_timers(now)
        if was_played and self.phase != "play":
            self.dealer.prove(self.match.state)
        return happenings

    def seat(self, seated: Iterable[journal.Seated]) -> None:
        """Record who sits where, as far as that has changed; what they have done since is recorded with their acts."""
        for line in seated if self.phase != "over" else ():
            before = self._seated.get(line.seat)
            if before is None or msgspec.structs.replace(line, n=before.n) != before:
                self._record(line)
                self._seated[line.seat] = line

    @property
    def is_sealed(self) -> bool:
        """The deal that the rules wait for in phase "deal" can be made as soon as nobody's nonce is waited for."""
        return isinstance(self.dealer.word, wire.Seal)

    def racing(self, seat: Seat) -> set[str]:
        """The kinds of acts that a seat may do now in a race with others. What stands aside is none of them."""
        offers = self.match.game.offers(self.match.state, seat)
        return {kind_of(offer.action) for offer in offers}

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

    # after the table's process has ended

    def repeat(self, line: journal.Line) -> None:
        """Do again what the journal tells; nothing is recorded. Raises fairdeal.Unfair for what cannot have been."""
        match line:
            case journal.Sealed() | journal.Given():
                self.dealer.repeat(line)
                if not self.has_begun:
                    self.story = Story(self.match.state.seats, self.dealer.number)
            case journal.Seated(seat):
                self._seated[seat] = line
            case journal.Acted(seat, action):
                was_played, self.has_begun = self.phase == "play", True
                self.story.add(fairdeal.play(self.match, seat, bytes(action), self.dealer.mixture))
                self.dealer.note(seat, _understood(bytes(action)))
                if self.phase != "play" and (was_played or seat == CHANCE):  # the round is over, or it was but a draw
                    self.dealer.prove(self.match.state)

    def go_on(self, now: float) -> list[Happening]:
        """After the last line: what CHANCE still owed, and all timers, whole."""
        is_mixed = self.phase == "deal" and self.dealer.word is None
        self.has_begun |= is_mixed
        happenings = self._shuffle(deal=is_mixed)
        self._set_timers(now)
        return happenings

    def _shuffle(self, *, deal: bool) -> list[Happening]:
        happenings: list[Happening] = []
        game, state = self.match.game, self.match.state
        while not state.over and (request := game.chance(state)) is not None and (deal or not request.deal):
            happenings += self._act(CHANCE, wire.encode(self.dealer.chance(request)))
            state, deal = self.match.state, False
        return happenings

    def _act(self, seat: Seat, action: bytes, n: int = 0) -> list[Happening]:
        happenings = list(self.match.act(seat, action))
        understood = _understood(action)
        self._record(journal.Acted(seat, msgspec.Raw(understood), n))
        self.dealer.note(seat, understood)
        return happenings

    def _set_timers(self, now: float) -> None:
        timers = {timer.name: (now + timer.after_s, timer) for timer in self.match.game.timers(self.match.state)}
        self._timers = {name: self._timers.get(name, waiting) for name, waiting in timers.items()}
