"""What hostile hands send: messages, frames and requests that are nearly right, and damaged files."""

from __future__ import annotations

import base64
import copy
import json
import random
import struct
import typing
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from net import wire
from tests import kit
from tests.net.desk import CODE, token

CONTROL = "\x1b]52;c;aGk=\x07\x1b[2J\x1bP1\x1b\\\x00\x08\x7f\x9b31m\x9d0;x\x9c"
TERMINAL = CONTROL + "\u200b\u202e\u2066\u2028\ufeffe\u0301\u0301\u0301"
"""Drives a terminal, or writes where it should not, in every way that there is."""

JUNK: tuple[Any, ...] = (
    *kit.JUNK,
    *(float("nan"), float("inf"), 1e308, 2**63, 10**300, TERMINAL, "\ud800", "x" * 5_000, "[/b]", [[[[[]]]]], {"": {}}),
)

MESSAGES = typing.get_args(wire.FromClient)
"""The kinds of messages that a client can send; a new one is tried too without being named here."""


# messages


def message(rng: random.Random, kind: type[wire.Message] | None = None) -> Any:
    """One of any kind, or of this one, with fields that fit it; whether it makes sense or not."""
    kind = kind or rng.choice(MESSAGES)
    return kind(**{name: _made_up(hint, name, rng) for name, hint in typing.get_type_hints(kind).items()})


def _made_up(hint: Any, name: str, rng: random.Random) -> Any:
    match hint, name:
        case _, "version":
            return wire.VERSION
        case _, "code":
            return rng.choice([CODE, CODE, "wrong"])
        case _, "token":
            return token(rng.choice(["Ana", "Bob", "Wil", "Eve", f"nobody {rng.random()}"]))
        case _ if hint is str:
            return rng.choice(["rounds", "2", "Eve", "[/b]", TERMINAL, "x" * 300, "中" * 100, ""])
        case _ if hint is int:
            return rng.choice([-1, 0, 1, 2, 3, 4, 6, 99, 2**31, 2**63, -(10**30)])
        case _ if hint is float:
            return rng.choice([-0.04, 0.0, 0.04, 1e308])
        case _ if hint is bytes:
            return rng.randbytes(rng.choice([0, 5, 32]))
        case msgspec.Raw, _:
            return msgspec.Raw(json.dumps(rng.choice(JUNK)).encode())
    return rng.choice(typing.get_args(hint))


def mangled(frame: bytes, rng: random.Random) -> bytes | str:
    """A frame that was right, and is not quite any more."""
    match rng.randrange(6):
        case 0:
            return frame[: rng.randrange(len(frame) + 1)]
        case 1:
            return rng.choice([*kit.GARBAGE, rng.randbytes(rng.choice([1, 100, 10_000]))])
        case 2:
            return frame[:-1] + b"," + frame[1:]
        case 3:
            return bent(frame, rng)
    try:
        swapped = json_of(_swapped(json.loads(frame), rng))
    except (ValueError, RecursionError):
        return bent(frame, rng)
    return swapped if rng.random() < 0.5 else swapped.decode(errors="replace")


def bent(data: bytes, rng: random.Random) -> bytes:
    """Some bits are flipped."""
    bits = bytearray(data or b" ")
    for _ in range(rng.choice([1, 1, 8])):
        bits[rng.randrange(len(bits))] ^= 1 << rng.randrange(8)
    return bytes(bits)


def json_of(value: Any) -> bytes:
    """With NaN, lone surrogates and raw control characters where they are."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _swapped(value: Any, rng: random.Random) -> Any:
    """Something in it is of another type, is too large, or is gone."""
    places = list(_places(value))
    if not places:
        return copy.deepcopy(rng.choice(JUNK))
    within, at = rng.choice(places)
    if rng.random() < 0.2:
        del within[at]
    else:
        within[at] = copy.deepcopy(rng.choice(JUNK))
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in a JSON value: in what, and where there."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for at, part in inside:
        yield value, at
        yield from _places(part)


# below the messages

KEY = base64.b64encode(bytes(16)).decode()
REQUEST = (
    "GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {wire.SUBPROTOCOL}\r\n\r\n"
).encode()
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def websocket_frame(
    opcode: int, payload: bytes = b"", *, last: bool = True, reserved: int = 0, masked: bool = True, length: int = -1
) -> bytes:
    """As a client sends it, with a mask of zeros. `length` is what it says of itself, if that is another."""
    length = len(payload) if length < 0 else length
    head = bytes([last << 7 | reserved << 4 | opcode])
    mask = masked << 7
    if length < 126:
        head += bytes([mask | length])
    elif length < 2**16:
        head += struct.pack("!BH", mask | 126, length)
    else:
        head += struct.pack("!BQ", mask | 127, length)
    return head + bytes(4 * masked) + payload


def scraps(rng: random.Random) -> bytes:
    """Frames as no client sends them: some of them or all are against the protocol."""
    sent = b""
    for _ in range(rng.randint(1, 6)):
        payload = rng.choice([b"", b"{}", b"\xff\xfe", rng.randbytes(rng.choice([1, 125, 126, 300, 20_000]))])
        sent += websocket_frame(
            rng.choice([CONT, TEXT, BINARY, CLOSE, PING, PONG, rng.randrange(16)]),
            payload,
            last=rng.random() < 0.7,
            reserved=rng.choice([0, 0, 0, rng.randrange(8)]),
            masked=rng.random() < 0.9,
            length=rng.choice([-1, -1, -1, 0, 2**16, 2**63, 2**64 - 1]),
        )
    return sent


def request(rng: random.Random) -> bytes:
    """What is said before the first frame, and is not quite a request to talk."""
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.choice([1, 100, 5_000]))
        case 1:
            return rng.choice([b"\r\n" * 50, b"GET " + b"/" * 20_000, b"SSH-2.0-x\r\n", b"\x16\x03\x01\x02\x00\x01"])
        case 2:
            lines = REQUEST.split(b"\r\n")
            header = rng.choice([b"", b":", b"X: " + b"\xff" * 99, b"Content-Length: 9", b"\0"])
            lines[rng.randrange(len(lines))] = header
            return b"\r\n".join(lines)
    return bent(REQUEST, rng)


# files


def damaged(text: bytes, rng: random.Random) -> bytes:
    """A file of lines of JSON, as a bad disk or a curious hand leaves it."""
    lines = text.split(b"\n")
    for _ in range(rng.choice([1, 1, 1, 3])):
        how: Callable[[list[bytes], int, random.Random], None] = rng.choice(
            [_line_bent, _line_bent, _line_swapped, _lines_moved, _line_torn]
        )
        how(lines, rng.randrange(len(lines)), rng)
        lines = lines or [b""]
    return b"\n".join(lines)


def _line_bent(lines: list[bytes], i: int, rng: random.Random) -> None:
    try:
        lines[i] = json_of(_swapped(json.loads(lines[i]), rng))
    except (ValueError, RecursionError):
        lines[i] += b"\0"


def _line_swapped(lines: list[bytes], i: int, rng: random.Random) -> None:
    j = rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


def _lines_moved(lines: list[bytes], i: int, rng: random.Random) -> None:
    """Twice there, or not at all."""
    if rng.random() < 0.5:
        lines.insert(rng.randrange(len(lines)), lines[i])
    else:
        del lines[i]


def _line_torn(lines: list[bytes], i: int, rng: random.Random) -> None:
    lines[i] = bent(lines[i], rng) if rng.random() < 0.5 else lines[i][: rng.randrange(len(lines[i]) + 1)]
