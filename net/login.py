"""Who somebody is that comes by SSH, and whether they know the code of the table; sans-IO.

The user name may be the code, as in ssh KWXBTR@host; otherwise it is a name, and the code is asked for.

Whoever proves to have a key is known by it from then on; the others by their name and the address they come from, which
their neighbours may use as well: so nobody takes the place of one of them who is here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Literal

from net import limits
from net.clean import clean
from net.code import Code, looks_like_code


class Login:
    """One connection. `now` is what the clock shows. `is_known` tells whether an identity has come in before, and
    `is_here` whether it is in now."""

    def __init__(self, code: Code, peer: str, is_known: Callable[[str], bool], is_here: Callable[[str], bool]) -> None:
        self.name = ""
        """What the guest is called, as far as that is known."""
        self.was_wrong = False
        """The last code that was looked at."""
        self.peer = peer
        self._code, self._is_known, self._is_here = code, is_known, is_here
        self._told: str | None = None
        """A code that has not been looked at yet."""
        self._has_code = False
        self._key = b""

    @property
    def asks(self) -> Literal["code", "name"] | None:
        """What there is still to be told; None for whoever may come in."""
        if not self._has_code:
            return "code"
        return None if self._key or (self.name and not self.is_taken) else "name"

    @property
    def is_taken(self) -> bool:
        """Their name is that of somebody who is here, from the same address and without a key."""
        return bool(self.name) and not self._key and self._is_here(self.identity)

    @property
    def has_told(self) -> bool:
        """There is a code to be looked at."""
        return self._told is not None

    @property
    def identity(self) -> str:
        """The same for whoever comes back, and for nobody else: a name for a folder."""
        who = b"key " + self._key if self._key else f"name {self.peer} {self.name}".encode()
        return hashlib.sha256(who).hexdigest()[:32]

    @property
    def has_key(self) -> bool:
        return bool(self._key)

    def be_user(self, name: str) -> None:
        """The user name. What looks like a code counts as one, or codes could be tried in this way. Windows puts the
        name of the computer before that of the user."""
        if looks_like_code(name):
            self._tell(name)
        else:
            self.name = clean(name.rpartition("\\")[2], limits.NAME_CELLS_MAX)

    def prove(self, key: bytes) -> None:
        """They have this key: only the first counts, for some offer several, always in the same order."""
        self._key = self._key or key
        self._come_back()

    def answer(self, text: str) -> None:
        """What they typed when they were asked."""
        if self.asks == "code":
            self._tell(text.strip())
        else:
            self.name = clean(text, limits.NAME_CELLS_MAX)

    def wait_s(self, now: float) -> float:
        """How long until codes from their address are looked at again; 0 if now."""
        return self._code.wait_s(self.peer, now)

    def look(self, now: float) -> None:
        """Their turn has come: there is nothing to wait for, and nobody from their address waits longer."""
        if self._told is not None:
            self._has_code, self._told = self._code.opens(self.peer, self._told, now), None
            self.was_wrong = not self._has_code

    def _tell(self, code: str) -> None:
        self._told = code.upper()
        self._come_back()

    def _come_back(self) -> None:
        """Whoever was here before need not wait; by a key alone, for any neighbour may use a name."""
        known = self.has_key and self._is_known(self.identity)
        if known and self._told is not None and self._code.is_right(self._told):
            self._has_code, self._told = True, None
