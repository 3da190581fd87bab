"""A fair deal: nobody can choose the order of the cards, and everybody can compute it again afterwards.

How a deal goes. H is SHA-256; secrets and nonces have 32 bytes.

1. Every player's program draws a nonce and tells the host its hash: the pledge.
2. When the cards are to be dealt the host draws a secret, and tells everybody the Seal: the id of the game, the number
   of the deal, H(secret), and every seat's pledge. Now all that goes into the shuffle is fixed, and nobody knows it.
3. Only now the programs tell their nonces to the host. It waits a moment for them. Who is late contributes nothing,
   like whoever has pledged nothing: bots, which run on the host's computer. The cards are shuffled as told below.
4. When the round has been scored the host tells everybody the Proof: the secret, the nonces, the state before the deal
   and every act of the round. Every program holds it against the Seal, and replays it against all that it was shown.

The pledges are there because the host plays too: whoever tells a nonce last, knowing the secret and the other nonces,
could try many until the cards are good. What is left to people in league is to tell none: the Proof shows it.

How the cards are shuffled. Numbers are in decimal, bytes in hex, a nonce that is missing is empty:

    key      = HMAC-SHA256(secret, "toctoc shuffle 1\\n" game "\\n" deal "\\n" shuffle {"\\n" nonce of each seat})
    block(i) = HMAC-SHA256(key, i as 8 bytes, big-endian)      for i = 0, 1, 2...

`shuffle` counts the shuffles of this deal from 0: a deck that runs out in the middle of a round is shuffled from the
same secret. The blocks, one after the other, are cut into words of 32 bits, big-endian. A number below n is the next
word modulo n, but words from 2^32 - (2^32 mod n) on are passed over, so that every number is equally likely.

    sort the cards by their names (as UTF-8)
    for i from the number of cards - 1 down to 1: j = a number below i + 1; exchange cards i and j (counted from 0)
    roll = a number below the sides that the game asks for

Card 0 is the bottom, the last card the top.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

import msgspec

from engine import journal
from engine.board import CHANCE, Happening, Refused, Seat
from engine.cards import GAP
from engine.game import Chance, Shuffle
from engine.match import Match
from net import wire

SECRET_BYTES = 32
GAME_ID_BYTES = 16

encode_state = msgspec.json.Encoder().encode


class Unfair(Exception):
    """What a proof does not prove. `code` and `details` make the sentence, as with Refused."""

    def __init__(self, code: str, *details: int | str) -> None:
        super().__init__(code, *details)
        self.code, self.details = code, details


def lock(value: bytes) -> bytes:
    """What is told of a secret or a nonce before it is shown."""
    return hashlib.sha256(value).digest()


class Mixture:
    """All that decides a deal, and the later shuffles of its round. A nonce for every seat, empty if there was none."""

    def __init__(self, game: str, deal: int, secret: bytes, nonces: Iterable[bytes]) -> None:
        self._secret = secret
        self._parts = [game, str(deal), "", *(nonce.hex() for nonce in nonces)]
        self.shuffles = 0
        """So many have been made."""

    def chance(self, request: Shuffle) -> Chance:
        """The next shuffle."""
        words = self._words(self.shuffles)
        self.shuffles += 1
        cards = sorted(request.cards)
        for i in range(len(cards) - 1, 0, -1):
            j = _below(i + 1, words)
            cards[i], cards[j] = cards[j], cards[i]
        return Chance(tuple(cards), _below(request.sides, words))

    def _words(self, shuffle: int) -> Iterator[int]:
        self._parts[2] = str(shuffle)
        key = hmac.digest(self._secret, "\n".join(("toctoc shuffle 1", *self._parts)).encode(), "sha256")
        for i in count():
            block = hmac.digest(key, i.to_bytes(8, "big"), "sha256")
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4))


def _below(n: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n


# checking


def check_seal(seal: wire.Seal | journal.Sealed, secret: bytes, nonces: Sequence[bytes]) -> None:
    """Raises Unfair unless this was sealed. A nonce may be missing, but not another one."""
    if lock(secret) != seal.commitment:
        raise Unfair("other-secret")
    locked = [lock(nonce) if nonce else pledge for nonce, pledge in zip(nonces, seal.pledges, strict=False)]
    if locked != [*seal.pledges] or len(nonces) != len(seal.pledges):
        raise Unfair("other-nonce")


def retrace(proof: wire.Proof) -> Iterator[Match]:
    """The match before the deal and again after every act of the round.

    Raises Unfair as `play` does, and for cards that are not the game's; journal.Damaged for a game or rules that this
    program does not have. A state made up by a host that is not ours may make the rules stumble over anything.
    """
    match = journal.open_match(proof.header)
    whole = _deck(match.state)
    match.state = msgspec.json.decode(proof.start, type=type(match.state))
    if _deck(match.state) != whole or len(proof.nonces) != match.state.seats:
        raise Unfair("other-cards")
    yield match
    mixture = Mixture(proof.game, proof.deal, proof.secret, proof.nonces)
    for seat, action in proof.acts:
        play(match, seat, bytes(action), mixture)
        yield match


def play(match: Match, seat: Seat, action: bytes, mixture: Mixture | None) -> Sequence[Happening]:
    """Play an act, and say what happened. Raises Unfair if the rules refuse it, or if a shuffle does not follow from
    the mixture, which is good for one deal and the shuffles after it."""
    if seat == CHANCE and (request := match.game.chance(match.state)) is not None:
        if mixture is None or request.deal == bool(mixture.shuffles):
            raise Unfair("not-sealed")
        if _chance_of(action) != mixture.chance(request):
            raise Unfair("other-order", mixture.shuffles)
    try:
        return match.act(seat, action)
    except Refused as refused:
        raise Unfair("wrong-act", refused.code) from None


def _chance_of(action: bytes) -> Chance | None:
    try:
        return msgspec.json.decode(action, type=Chance)
    except (msgspec.DecodeError, RecursionError):
        return None


def is_played(match: Match) -> bool:
    """A round has been dealt and is not scored yet."""
    request = match.game.chance(match.state)
    return not match.state.over and not (request is not None and request.deal)


def _deck(state: Any) -> Counter[str]:
    return Counter(card for cards in state.zones.values() for card in cards if card != GAP)


class Verified(NamedTuple):
    """So many deals of a journal are fair, the last one as far as it was played; then, if anything, what is not."""

    deals: int
    over: bool
    fault: Unfair | None = None


def verify(text: bytes) -> Verified:
    """Check every deal of a journal. Raises journal.Damaged."""
    header, lines = journal.read_lines(text)
    match = journal.open_match(header)
    seal: journal.Sealed | None = None
    mixture: Mixture | None = None
    deals, game = 0, ""
    try:
        for line in lines:
            if isinstance(line, journal.Sealed):
                seal, game = line, game or line.game
                if (line.game, line.deal) != (game, deals + 1):
                    raise Unfair("other-game")
            elif isinstance(line, journal.Given) and seal is not None:
                check_seal(seal, seal.secret, line.nonces)
                mixture, seal = Mixture(seal.game, seal.deal, seal.secret, line.nonces), None
                deals += 1
            elif isinstance(line, journal.Acted):
                play(match, line.seat, bytes(line.action), mixture)
    except Unfair as fault:
        return Verified(max(deals - (seal is None), 0), False, fault)
    return Verified(deals, match.state.over)
