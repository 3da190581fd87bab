"""What the program of a guest by SSH is told when it starts."""

from __future__ import annotations

import msgspec

from net.invite import Way


class Errand(msgspec.Struct, frozen=True):
    """The name of its guest, if it is known; the game; the way to the table from here; the invite and the way that the
    guest may hand on; and the name of the host."""

    name: str
    game: str
    invite: str
    shown: str
    way: Way
    host: str
    pipe: int = -1
    """On which it is told from then on how far away its guest is."""


def receive(pipe: int) -> Errand:
    """The errand that waits in a pipe. What follows there stays for later."""
    with open(pipe, "rb", buffering=0, closefd=False) as told:
        return msgspec.structs.replace(msgspec.json.decode(told.readline(), type=Errand), pipe=pipe)
