"""The host's part in a fair deal, as `net.fairdeal` tells it: seals it, shuffles, and proves it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from engine import journal
from engine.board import Seat, State
from engine.game import Chance, Shuffle
from net import wire
from net.fairdeal import GAME_ID_BYTES, SECRET_BYTES, Mixture, Unfair, check_seal, encode_state, lock
from net.limits import PROOF_BYTES_MAX


class Dealer:
    """The deals of one match, one after the other: `seal`, `give`, `mix`, `chance`, `prove`; and `note` for every act.

    `entropy` gives so many random bytes. `record` gets a line before anybody can be told what is in it.
    """

    def __init__(
        self,
        header: journal.Header,
        state: State,
        *,
        entropy: Callable[[int], bytes],
        record: Callable[[journal.Line], None],
    ) -> None:
        self.word: wire.Seal | wire.Proof | None = None
        """What everybody has to be told now: a deal is sealed and not made, or the round is over and proven."""
        self._header, self._seats, self._entropy, self._record = header, state.seats, entropy, record
        self._game, self._deal = entropy(GAME_ID_BYTES).hex(), 0
        self._secret = b""
        self._pledges: tuple[bytes, ...] = ()
        self._given: dict[Seat, bytes] = {}
        self.mixture = Mixture(self._game, 0, b"", ())
        """What the shuffles of this deal follow from."""
        self._start = encode_state(state)
        """At the end of the last round; and the acts since."""
        self._acts: list[tuple[Seat, msgspec.Raw]] = []

    @property
    def number(self) -> int:
        """Of this match: no other one's, as good as never."""
        return int(self._game[:8], 16)

    def seal(self, pledges: Iterable[bytes]) -> None:
        """Begin the next deal."""
        secret = self._entropy(SECRET_BYTES)
        line = journal.Sealed(self._game, self._deal + 1, lock(secret), tuple(pledges), secret)
        self._record(line)
        self._follow(line)

    def waits_for(self, seat: Seat) -> bool:
        """This seat has pledged a nonce for the deal that is sealed, and has not given it."""
        return bool(self._pledges[seat]) and seat not in self._given

    def give(self, seat: Seat, nonce: bytes) -> None:
        """A seat's nonce, or nothing. What was not pledged, or comes too late, is passed over."""
        if (
            isinstance(self.word, wire.Seal)
            and self.waits_for(seat)
            and (not nonce or lock(nonce) == self._pledges[seat])
        ):
            self._given[seat] = nonce

    def mix(self) -> None:
        """No more nonces are taken: the deal can be made."""
        line = journal.Given(self._nonces)
        self._record(line)
        self._follow(line)

    def repeat(self, line: journal.Sealed | journal.Given) -> None:
        """A line that was recorded before the table came back. Raises Unfair for what cannot have been."""
        match line:
            case journal.Sealed(game, deal, commitment, pledges, secret):
                if deal != self._deal + 1 or (self._deal and game != self._game):
                    raise Unfair("other-game")
                if lock(secret) != commitment or len(pledges) != self._seats:
                    raise Unfair("other-secret")
            case journal.Given(nonces):
                if not isinstance(self.word, wire.Seal):
                    raise Unfair("not-sealed")
                check_seal(self.word, self._secret, nonces)
        self._follow(line)

    def _follow(self, line: journal.Sealed | journal.Given) -> None:
        """What was sealed once stays so."""
        match line:
            case journal.Sealed(game, deal, commitment, pledges, secret):
                self._game, self._deal, self._secret = game, deal, secret
                self._pledges, self._given = pledges, {}
                self.word = wire.Seal(game, deal, commitment, pledges)
            case journal.Given(nonces):
                self._given = {seat: nonce for seat, nonce in enumerate(nonces) if nonce}
                self.mixture = Mixture(self._game, self._deal, self._secret, nonces)
                self.word = None

    def chance(self, request: Shuffle) -> Chance:
        """The next shuffle of this deal."""
        return self.mixture.chance(request)

    def note(self, seat: Seat, action: bytes) -> None:
        """An act, which was recorded."""
        self._acts.append((seat, msgspec.Raw(action)))

    def prove(self, state: State) -> None:
        """The round is over, and its cards may be known to all."""
        acts = self._acts if sum(len(bytes(action)) + 8 for _, action in self._acts) < PROOF_BYTES_MAX else ()
        start, self._start, self._acts = msgspec.Raw(self._start), encode_state(state), []
        self.word = wire.Proof(self._game, self._deal, self._header, self._secret, self._nonces, start, tuple(acts))

    @property
    def _nonces(self) -> tuple[bytes, ...]:
        return tuple(self._given.get(seat, b"") for seat in range(len(self._pledges)))
