"""Who somebody is that comes by SSH, and whether they know the code of the table; sans-IO.

The user name may be the code, as in ssh KWXBTR@host; otherwise it is a name, and the code is asked for. Whoever proves
to have a key is known by it from then on; the others by their name and the address they come from, which their
neighbours may use as well: so nobody takes the place of one of them who is here.
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
        self.why = ""
        """Why they may not come in now: "wrong-code" or "locked"."""
        self._code, self._peer, self._is_known, self._is_here = code, peer, is_known, is_here
        self._told_right = self._has_code = False
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
    def identity(self) -> str:
        """The same for whoever comes back, and for nobody else: a name for a folder."""
        who = b"key " + self._key if self._key else f"name {self._peer} {self.name}".encode()
        return hashlib.sha256(who).hexdigest()[:32]

    @property
    def has_key(self) -> bool:
        return bool(self._key)

    def be_user(self, name: str, now: float) -> None:
        """The user name. What looks like a code counts as one, or codes could be tried in this way. Windows puts the
        name of the computer before that of the user."""
        if looks_like_code(name):
            self._try(name, now)
        else:
            self.name = clean(name.rpartition("\\")[2], limits.NAME_CELLS_MAX)

    def prove(self, key: bytes) -> None:
        """They have this key: only the first counts, for some offer several, always in the same order."""
        self._key = self._key or key
        self._come_back()

    def answer(self, text: str, now: float) -> None:
        """What they typed when they were asked."""
        if self.asks == "code":
            self._try(text.strip(), now)
        else:
            self.name = clean(text, limits.NAME_CELLS_MAX)

    def _try(self, code: str, now: float) -> None:
        self._told_right = self._code.is_right(code.upper())
        if not self._come_back():
            self.why = self._code.guess(self._peer, code.upper(), now)
            self._has_code = not self.why

    def _come_back(self) -> bool:
        """Whoever was here before is let in although wrong codes came from the same address; by a key alone, for any
        neighbour may use a name."""
        if comes_back := self._told_right and self.has_key and self._is_known(self.identity):
            self._has_code, self.why = True, ""
        return comes_back
