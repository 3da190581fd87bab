"""One client's part in a fair deal, as `net.fairdeal` tells it: gives its nonce, and checks every round by itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import dropwhile
from typing import Any, NamedTuple

import msgspec

from engine import journal
from engine.board import CHANCE, Seat, Viewer
from engine.game import View
from net import wire
from net.fairdeal import SECRET_BYTES, Unfair, check_seal, encode_state, is_played, lock, retrace

UNSURE = frozenset({"came-later", "missed", "no-part", "left-out", "other-rules", "too-long"})
"""Why a deal could not be checked, or was not mine too, though nothing was wrong with it."""


class Verdict(NamedTuple):
    """On one deal: "fair", with the seats whose pledged nonce is missing; one of UNSURE; or what is wrong with it."""

    deal: int
    code: str
    details: tuple[int | str, ...] = ()

    @property
    def is_alarm(self) -> bool:
        return self.code != "fair" and self.code not in UNSURE


class Witness:
    """`entropy` gives so many random bytes. Whatever the host says, nothing is raised."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self.verdict: Verdict | None = None
        """The last one."""
        self.alarm: Verdict | None = None
        """The first fault. It stays."""
        self._entropy = entropy
        self._nonce = entropy(SECRET_BYTES)
        self._commitments: set[bytes] = set()
        self._seal: wire.Seal | None = None
        """The last one that was told before its deal."""
        self._seat: Seat | None = None
        self._answer: wire.Nonce | None = None
        self._open = False
        """That deal has no verdict yet."""
        self._played = False
        """The table has said since that the deal was made."""
        self._away = False
        """Since then the line was lost, or a bot has played for me."""
        self._views: dict[Viewer, set[bytes]] = {}
        """The digests of the views that were shown since, and to whom."""
        self._acts: list[bytes] = []
        """What I have done since, as far as the table has said that it was played."""
        self._end: tuple[str, int, bytes] | None = None
        """The state at the end of the last round that was checked."""

    @property
    def pledge(self) -> bytes:
        """Of the nonce for the next deal."""
        return lock(self._nonce)

    # what happens at the table

    def sealed(self, seal: wire.Seal, seat: Seat | None) -> wire.Nonce | None:
        """The answer to give, if I play. My nonce is told for one seal alone, and never for one that is wrong."""
        if seal == self._seal and self._open and not self._played:
            return self._answer  # told again because the line was lost
        nothing = None if seat is None else wire.Nonce(b"", self.pledge)
        if seal.commitment in self._commitments:
            self._judge(seal.deal, "old-commitment")
            return nothing
        if self._seal is not None and seal.game == self._seal.game and seal.deal <= self._seal.deal:
            self._judge(seal.deal, "two-commitments")
            return nothing
        if self._seal is not None and self._open:
            self._judge(self._seal.deal, "missed" if self._away else "no-proof")
        self._seal, self._seat, self._answer = seal, seat, nothing
        self._commitments.add(seal.commitment)
        self._open, self._played, self._away = True, False, False
        self._views, self._acts = {}, []
        if seat is not None and seat < len(seal.pledges) and seal.pledges[seat] == self.pledge:
            nonce, self._nonce = self._nonce, self._entropy(SECRET_BYTES)
            self._answer = wire.Nonce(nonce, self.pledge)
        return self._answer

    def saw(self, view: View) -> None:
        self._views.setdefault(view.viewer, set()).add(_digest(view))

    def acted(self, action: bytes) -> None:
        self._acts.append(action)

    def entered(self, phase: wire.Phase) -> None:
        """The table says how far the match is: after a round only when it has been proven."""
        self._played |= phase == "play"
        if self._seal is not None and self._open and self._played and phase in ("deal", "over"):
            self._open = False
            self._judge(self._seal.deal, "no-proof")

    def lost(self) -> None:
        """The line is lost, or I have said that I am away: others may act for me."""
        self._away = True

    def moved(self) -> None:
        """I sit on another chair than before. A deal that goes on is no longer mine: I have come later."""
        if self._seal is not None and self._open:
            self._commitments.discard(self._seal.commitment)  # it may be told to me once more
            self._seal, self._open, self._end = None, False, None
            self._views, self._acts = {}, []

    def proven(self, proof: wire.Proof) -> None:
        known = self._seal is not None and (proof.game, proof.deal) == (self._seal.game, self._seal.deal)
        if known and not self._open:
            return  # told again
        if self._seal is None or (self._away and not known):
            if self._views:
                self._judge(proof.deal, "came-later")
            self._views, self._end, self._open = {}, None, False
            return
        self._open = False
        try:
            self._check(self._seal, proof)
            code, missing = self._part(self._seal, proof)
            self._judge(proof.deal, code, *missing)
        except Unfair as unfair:
            self._judge(proof.deal, unfair.code, *unfair.details)
        except journal.Damaged:
            self._judge(proof.deal, "other-rules")
        except Exception:  # the rules stumble over a state that they could not have made themselves
            self._judge(proof.deal, "nonsense")

    # checking

    def _judge(self, deal: int, code: str, *details: int | str) -> None:
        self.verdict = Verdict(deal, code, details)
        if self.alarm is None and self.verdict.is_alarm:
            self.alarm = self.verdict

    def _check(self, seal: wire.Seal, proof: wire.Proof) -> None:
        """Raises Unfair unless the round was as it is proven."""
        if (seal.game, seal.deal) != (proof.game, proof.deal):
            raise Unfair("other-game")
        check_seal(seal, proof.secret, proof.nonces)
        if not proof.acts:
            raise Unfair("too-long")
        end = self._end
        if end is not None and end[:2] == (proof.game, proof.deal - 1) and end[2] != bytes(proof.start):
            raise Unfair("other-start")
        unseen = {viewer: set(views) for viewer, views in self._views.items()}
        for match in retrace(proof):
            for viewer, views in unseen.items():
                if views:
                    views.discard(_digest(match.view(viewer)))
        if is_played(match):
            raise Unfair("unfinished")
        if any(unseen.values()):
            raise Unfair("other-view")
        self._check_acts(proof)
        self._end = proof.game, proof.deal, encode_state(match.state)

    def _check_acts(self, proof: wire.Proof) -> None:
        """All that I did is there, in order; and nothing else, unless somebody may have acted for me meanwhile."""
        proven = iter([msgspec.json.decode(action) for seat, action in proof.acts if seat == self._seat])
        if not all(_comes(msgspec.json.decode(action), proven) for action in self._acts):
            raise Unfair("act-missing")
        since_deal = dropwhile(lambda act: act[0] != CHANCE, proof.acts)  # what was before it, I may not have seen
        if not self._away and sum(seat == self._seat for seat, _ in since_deal) > len(self._acts):
            raise Unfair("act-invented")

    def _part(self, seal: wire.Seal, proof: wire.Proof) -> tuple[str, list[Seat]]:
        """What to say of a deal that is as it was sealed: whether my nonce is in it, and whose is not."""
        mine = self._answer.nonce if self._answer is not None else None
        if mine == b"":
            return "no-part", []
        if mine is not None and self._seat is not None and proof.nonces[self._seat] != mine:
            return "left-out", []
        pairs = enumerate(zip(seal.pledges, proof.nonces, strict=True))
        return "fair", [seat for seat, (pledge, nonce) in pairs if pledge and not nonce]


def _digest(view: View) -> bytes:
    return hashlib.sha256(msgspec.json.encode(view)).digest()


def _comes(wanted: Any, acts: Iterator[Any]) -> bool:
    """Whether this act is still to come among these."""
    return any(act == wanted for act in acts)
