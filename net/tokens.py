"""My seats: the secret tokens that give them back to me, kept in one file for all programs of this account."""

from __future__ import annotations

import errno
import hashlib
import secrets
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import msgspec

from net import limits, store
from net.invite import Invite
from net.trouble import Trouble
from net.wire import Role

_HOST = "host"
"""In place of the role of a seat that is kept: whose table it is. The host's token is kept as a player's too."""


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(24)


def seat_token(invite: Invite, role: Role, name: str) -> str:
    """The token of my seat at this table under this name, made and stored the first time.

    A disk that cannot be used is no reason not to play: then only this process knows the seat.
    """
    token = new_token()
    with suppress(OSError, Trouble), _seats() as seats:
        token = seats.setdefault(_key(invite, role, name), token)
    return token


def name_for(invite: Invite, role: Role, usual: str) -> str:
    """The name for whoever tells none: the host's, if the table at this place was opened from this account; else that
    under which I last got a new seat there; else the usual one.

    While the host's program runs on this account too, the host's name is not meant: it is a friend who asks, over SSH.
    """
    with suppress(OSError, Trouble), _seats() as seats:
        hosts = _names(seats, invite, _HOST) if role == "play" else []
        names = chain(hosts, _names(seats, invite, role), [usual], (f"{usual} {number}" for number in count(2)))
        return next(name for name in names if not _is_host_here(seats.get(_key(invite, role, name), "")))
    return usual


class Seat(NamedTuple):
    """Who I am at a table."""

    role: str
    name: str


def last_seat(invite: Invite) -> Seat | None:
    """What I got last at this table; None if I was never there."""
    with suppress(OSError, Trouble), _seats() as seats:
        start = _key(invite, "", "").rstrip() + " "
        known = [key.removeprefix(start) for key in seats if key.startswith(start)]
        return Seat(*known[-1].split(" ", 1)) if known else None
    return None


def mark_host(token: str) -> socket.socket:
    """Let the programs on this computer know that the host with this token is here, until the socket is closed or the
    process is gone. Raises OSError if that is known already, or if sockets of this system have no such names."""
    mark = socket.socket(socket.AF_UNIX)
    try:
        mark.bind(f"\0toctoc {hashlib.sha256(token.encode()).hexdigest()}")
    except OSError:
        mark.close()
        raise
    return mark


def _is_host_here(token: str) -> bool:
    try:
        mark_host(token).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def keep_seat(invite: Invite, name: str, token: str, *, host: bool = False) -> None:
    """Remember, if the disk can be used, that this token gives me back a player's seat, or the host's."""
    with suppress(OSError, Trouble), _seats() as seats:
        for role in ("play", *([_HOST] if host else [])):
            seats.pop(_key(invite, role, name), None)
            seats[_key(invite, role, name)] = token


def _names(seats: dict[str, str], invite: Invite, role: str) -> list[str]:
    """Those that have a seat in this role, the newest first."""
    start = _key(invite, role, "")
    return [key.removeprefix(start) for key in reversed(seats) if key.startswith(start)]


def _key(invite: Invite, role: str, name: str) -> str:
    """With the name: two people who share an account, or somebody who plays and watches, are not one person. With the
    fingerprint: a token is shown to no other certificate than the one that it was made for."""
    return " ".join((*filter(None, (invite.place, invite.fingerprint)), role, name))


@contextmanager
def _seats() -> Iterator[dict[str, str]]:
    """The tokens, the newest last: nobody else's while this holds, and stored at its end if they have changed.

    Raises OSError or Trouble if the disk cannot be used. What could not be read is never written over.
    """
    folder = store.home()
    path = folder / "seats.json"
    with store.alone(folder):
        seats = _read_seats(path)
        before = list(seats.items())
        yield seats
        if list(seats.items()) != before:
            store.replace(
                path, msgspec.json.format(msgspec.json.encode(dict(list(seats.items())[-limits.SEATS_KEPT_MAX :])))
            )


def _read_seats(path: Path) -> dict[str, str]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EINVAL, "a pipe or a device, which may never end")
        seats = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        path.replace(path.with_suffix(".damaged"))  # set aside, so that it can still be looked at
        return {}
    tokens = range(limits.TOKEN_CHARS_MIN, limits.TOKEN_CHARS_MAX + 1)
    return {key: token for key, token in seats.items() if len(token) in tokens}
