"""The invite: one string to copy that says where a table is and opens its door.

toctoc://HOST:PORT/CODE                  (an IPv6 HOST stands in brackets)
toctocs://HOST:PORT/CODE/FINGERPRINT     over TLS, with the certificate that has this fingerprint
toctoc+unix:///path/to/socket/CODE
"""

from __future__ import annotations

import re
import secrets
from urllib.parse import quote, unquote

import msgspec

from net.code import CODE_LENGTH, CODE_LETTERS
from net.limits import CODE_CHARS_MAX
from net.trouble import Trouble

DEFAULT_PORT = 8628
"""T-O-C-T on the keys of a telephone."""

FINGERPRINT_LETTERS = 26
"""130 bits of a certificate's SHA-256: whoever wants to pass for the table has to find a second certificate with the
same ones, among 2^130. (Two that are alike are found among 2^65, but one of the two is the host's.)"""

_WRAPPING = "<>()[]{}\"'`.,;"
_TCP = re.compile(
    r"(?:\[(?P<ipv6>[\w:.%]+)\]|(?P<host>[\w.-]+))(?::(?P<port>[^/]*))?(?:/(?P<code>[^/]*))?(?:/(?P<fingerprint>[^/]*))?/?"
)
_FINGERPRINT = re.compile(f"[A-Z2-7]{{{FINGERPRINT_LETTERS}}}")


class Invite(msgspec.Struct, frozen=True):
    """Where a table is, over TCP (`host`, `port`) or on a Unix socket (`path`), and the code of its door."""

    code: str
    host: str = ""
    port: int = 0
    path: str = ""
    fingerprint: str = ""
    """Of its certificate, without which it is not to be talked to; empty if it does not speak TLS."""

    @property
    def place(self) -> str:
        """The invite without what follows its address: it may be shown and stored."""
        if self.path:
            return f"toctoc+unix://{quote(self.path)}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'toctocs' if self.fingerprint else 'toctoc'}://{host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Over TCP, and leads to nobody but the computer on which it is used."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def __str__(self) -> str:
        return "/".join(filter(None, (self.place, self.code, self.fingerprint)))


class Way(msgspec.Struct, frozen=True):
    """How to come to a table by SSH: the command to type, and the fingerprint that ssh shows the first time."""

    command: str
    fingerprint: str


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def parse(text: str) -> Invite:
    """Read what somebody pasted: broken over lines, in quotes, without a scheme or port, after "toctoc join".

    Raises Trouble: "invite-empty", "invite-shape", "invite-port", "invite-code", "invite-no-code",
    "invite-fingerprint" or "invite-no-fingerprint".
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
    if scheme.lower().endswith("toctocs"):
        invite = _tcp(rest)
        if not invite.fingerprint:  # it is never followed without: that is what somebody in between would like
            raise Trouble("invite-no-fingerprint")
        return invite
    raise Trouble("invite-shape")


def parse_end(place: str, text: str) -> Invite:
    """Read the end of the invite to a place that is known: the code, and the fingerprint behind it if the table speaks
    TLS. What can be no such end is read as an invite of its own. Raises Trouble as `parse` does."""
    end = "".join(text.split()).strip("/")
    return parse(f"{place}/{end}" if re.fullmatch(r"\w*(?:/\w*)?", end) else text)


def _tcp(text: str) -> Invite:
    match = _TCP.fullmatch(text)
    if match is None or (match["port"] is None and match["code"] is None):
        raise Trouble("invite-shape")
    port = match["port"] or str(DEFAULT_PORT)
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65_536):
        raise Trouble("invite-port", port)
    code, fingerprint = _code(match["code"] or ""), (match["fingerprint"] or "").upper()
    if fingerprint and not _FINGERPRINT.fullmatch(fingerprint):
        raise Trouble("invite-fingerprint")
    return Invite(code, host=match["ipv6"] or match["host"], port=int(port), fingerprint=fingerprint)


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
