"""The invite: one string to copy that says where a table is and opens its door.

toctoc://HOST:PORT/CODE             (an IPv6 HOST stands in brackets)
toctoc+unix:///path/to/socket/CODE
"""

from __future__ import annotations

import re
import secrets
from urllib.parse import quote, unquote

import msgspec

from net.limits import CODE_CHARS_MAX
from net.trouble import Trouble

DEFAULT_PORT = 8628
"""T-O-C-T on the keys of a telephone."""

CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""Capitals that are hard to mistake for each other, and no vowels, so that no code is a word."""
CODE_LENGTH = 6

_WRAPPING = "<>()[]{}\"'`.,;"
_TCP = re.compile(r"(?:\[(?P<ipv6>[\w:.%]+)\]|(?P<host>[\w.-]+))(?::(?P<port>[^/]*))?(?:/(?P<code>[^/]*))?/?")


class Invite(msgspec.Struct, frozen=True):
    """Where a table is, over TCP (`host`, `port`) or on a Unix socket (`path`), and the code of its door."""

    code: str
    host: str = ""
    port: int = 0
    path: str = ""

    @property
    def place(self) -> str:
        """The invite without its code: it may be shown and stored."""
        if self.path:
            return f"toctoc+unix://{quote(self.path)}"
        return f"toctoc://[{self.host}]:{self.port}" if ":" in self.host else f"toctoc://{self.host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Over TCP, and leads to nobody but the computer on which it is used."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def __str__(self) -> str:
        return f"{self.place}/{self.code}"


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def parse(text: str) -> Invite:
    """Read what somebody pasted: broken over lines, in quotes, without a scheme or port, after "toctoc join".

    Raises Trouble: "invite-empty", "invite-shape", "invite-port", "invite-code" or "invite-no-code".
    """
    pasted = "".join(text.split())
    if not pasted:
        raise Trouble("invite-empty")
    scheme, found, rest = pasted.rpartition("://")
    if not found:
        return _tcp(pasted.removeprefix("toctocjoin").removeprefix("toctocwatch").strip(_WRAPPING.replace("[", "")))
    rest = rest.rstrip(_WRAPPING)
    if scheme.lower().endswith("toctoc+unix"):
        return _unix(rest)
    if scheme.lower().endswith("toctoc"):
        return _tcp(rest)
    raise Trouble("invite-shape")


def _tcp(text: str) -> Invite:
    match = _TCP.fullmatch(text)
    if match is None or (match["port"] is None and match["code"] is None):
        raise Trouble("invite-shape")
    port = match["port"] or str(DEFAULT_PORT)
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65_536):
        raise Trouble("invite-port", port)
    return Invite(_code(match["code"] or ""), host=match["ipv6"] or match["host"], port=int(port))


def _unix(text: str) -> Invite:
    path, _, code = text.rstrip("/").rpartition("/")
    path = unquote(path)
    if not path.startswith("/") or "\0" in path:
        raise Trouble("invite-shape")
    return Invite(_code(code), path=path)


def _code(text: str) -> str:
    if not text:
        raise Trouble("invite-no-code")
    if not (text.isascii() and text.isalnum() and len(text) <= CODE_CHARS_MAX):
        raise Trouble("invite-code")
    return text.upper()
