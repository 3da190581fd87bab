"""Where a table can be reached: its listening socket, and this computer's address in the network."""

from __future__ import annotations

import errno
import os
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from net import limits
from net.invite import DEFAULT_PORT
from net.trouble import Trouble

Bind = Literal["lan", "local"]


class Porch(socket.socket):
    """A listening socket with room for so many who have not come in: who has waited longest makes way for the next, of
    those from the address from which most are waiting."""

    def __init__(
        self, family: int = -1, kind: int = -1, protocol: int = -1, file: int | None = None, *, most: int | None = None
    ) -> None:
        """With `file`, the one that was inherited under this number."""
        super().__init__(family, kind, protocol, file)
        self._most = limits.KNOCKING_MAX if most is None else most
        self._waiting: dict[int, tuple[socket.socket, Any]] = {}
        """By file number, in order of arrival, and with where they come from."""

    def accept(self) -> tuple[socket.socket, Any]:
        guest, address = super().accept()
        self._waiting = {number: other for number, other in self._waiting.items() if other[0].fileno() == number}
        self._waiting[guest.fileno()] = guest, address[:1]  # without the port
        if len(self._waiting) > self._most:
            self._make_room()
        return guest, address

    def _make_room(self) -> None:
        crowds = Counter(origin for _, origin in self._waiting.values())
        largest = max(crowds.values())
        longest = next(number for number, (_, origin) in self._waiting.items() if crowds[origin] == largest)
        with suppress(OSError):
            self._waiting.pop(longest)[0].shutdown(socket.SHUT_RDWR)

    def came_in(self, number: int) -> None:
        """The connection with this file number has shaken hands."""
        self._waiting.pop(number, None)


def listen_tcp(bind: Bind, port: int | None) -> Porch:
    """A listening socket on this port; on the usual one, or else a free one, for None. Raises Trouble."""
    # With the protocol named, as asyncio needs it to send small frames at once: a knock must not wait for company.
    listening = Porch(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER_BYTES)
    wanted = DEFAULT_PORT if port is None else port
    try:
        listening.bind(("0.0.0.0" if bind == "lan" else "127.0.0.1", wanted))
        listening.listen()
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE and port is None:
            return listen_tcp(bind, 0)
        raise _trouble(error, wanted) from None
    return listening


def _trouble(error: OSError, port: int) -> Trouble:
    match error.errno:
        case errno.EADDRINUSE:
            return Trouble("port-in-use", port)
        case errno.EACCES | errno.EPERM:
            return Trouble("port-denied", port)
    return Trouble("no-listening", error.strerror or str(error))


def listen_unix(path: Path) -> Porch:
    """A listening Unix socket that only its owner can use. Raises Trouble."""
    listening = Porch(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        if path.is_socket() and not _alive(path):
            path.unlink()
        listening.bind(str(path))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Trouble("socket-in-use", str(path)) from None
        raise Trouble("socket-path", str(path), error.strerror or str(error)) from None
    finally:
        os.umask(mask)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER_BYTES)
    listening.listen()
    return listening


@contextmanager
def taken_away(path: Path | None) -> Iterator[None]:
    """Take the socket at this path away in the end, but not one that another table has put there meanwhile."""
    before = _identity(path)
    try:
        yield
    finally:
        if path is not None and _identity(path) == before:
            path.unlink(missing_ok=True)


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Tells what lies at this path from what lies there later; numbers alone may be given again."""
    with suppress(OSError):
        if path is not None:
            status = path.stat()
            return status.st_ino, status.st_mtime_ns
    return None


def _alive(path: Path) -> bool:
    """Somebody listens at this socket; if not, it was left behind."""
    with socket.socket(socket.AF_UNIX) as trial:
        trial.setblocking(False)  # there may be so many at its door that one would have to wait
        try:
            trial.connect(str(path))
        except ConnectionRefusedError:
            return False
        except OSError:
            return True
    return True


def lan_address() -> str:
    """This computer's address in its network, found without sending anything; loopback if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("192.0.2.1", 9))  # an address of nobody: for UDP this only chooses the way there
        except OSError:
            return "127.0.0.1"
        return str(trial.getsockname()[0])
