"""The journal of a match, one JSON object a line: a header, then every act. The journal of acts IS the game.

Between the acts a table also notes what makes its deals fair, and who sits where, so that it can come back after its
process has been killed; a journal written by hand need not.

A journal written by hand is a legal input: `replay` plays what the rules allow and reports what they refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec

from engine.board import Refused, Seat
from engine.games import GAMES
from engine.match import Match
from engine.strengths import Strength

Bytes32 = Annotated[bytes, msgspec.Meta(max_length=32)]
"""A secret, a nonce or a hash, in base64; empty if there is none. What they are for is told in `net.fairdeal`."""
MatchId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""Random, as good as never another match's."""


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="line", forbid_unknown_fields=True):
    """The first line. `rules` is the game's RULES at the time of writing."""

    game: str
    rules: int
    names: tuple[str, ...]
    options: dict[str, int | str] = {}


class Acted(msgspec.Struct, frozen=True, tag="act", tag_field="line", forbid_unknown_fields=True, omit_defaults=True):
    seat: Seat
    action: msgspec.Raw
    n: int = 0
    """The number that a person has given to the act; 0 for nobody's."""


class Sealed(msgspec.Struct, frozen=True, tag="sealed", tag_field="line", forbid_unknown_fields=True):
    """Before a deal: the host's secret, and what everybody was told of it and of the players' nonces."""

    game: MatchId
    deal: int
    commitment: Bytes32
    pledges: tuple[Bytes32, ...]
    secret: Bytes32


class Given(msgspec.Struct, frozen=True, tag="given", tag_field="line", forbid_unknown_fields=True):
    """Right before a deal: every seat's nonce; empty where there was none."""

    nonces: tuple[Bytes32, ...]


class Seated(msgspec.Struct, frozen=True, tag="seat", tag_field="line", forbid_unknown_fields=True, omit_defaults=True):
    """From now on this is who holds the chair: a person, a bot, or both, when the bot plays for the person."""

    seat: Seat
    name: str = ""
    person: str = ""
    """The SHA-256 of the person's secret token, in hex; empty if nobody but a bot sits here."""
    window: str = ""
    """Likewise, of the window in which the person is here."""
    host: bool = False
    bot: bool = False
    left: bool = False
    """The person has gone on purpose."""
    n: int = 0
    """The number of the person's last act, also of a refused one."""
    strength: Strength = "normal"
    """Of the bot, if there is one."""


Line = Header | Acted | Sealed | Given | Seated

_decode = msgspec.json.Decoder(Line).decode
_encode = msgspec.json.Encoder().encode


class Damaged(Exception):
    """The journal cannot be read. `code` and `details` make the sentence, as with Refused."""

    def __init__(self, code: str, *details: int | str) -> None:
        super().__init__(code, *details)
        self.code, self.details = code, details


class Replayed(NamedTuple):
    """An act of the journal, and why it was refused, if it was."""

    number: int
    act: Acted
    refused: Refused | None


def write(line: Line) -> bytes:
    """A line as bytes, without the line's end. An action may have come with ends of lines of its own."""
    return msgspec.json.format(_encode(line), indent=-1)


def whole(text: bytes) -> bytes:
    """Without half a last line: the table's process was killed while it wrote it, and nobody was told of it."""
    return text[: text.rfind(b"\n") + 1]


def read(text: bytes) -> tuple[Header, list[Acted]]:
    """The header and the acts of a journal. Raises Damaged, which names the line. Empty lines are passed over."""
    header, lines = read_lines(text)
    return header, [line for line in lines if isinstance(line, Acted)]


def read_lines(text: bytes) -> tuple[Header, list[Line]]:
    """The header and all that follows. Raises Damaged, as `read` does."""
    lines = [(number, line) for number, line in enumerate(text.split(b"\n"), 1) if line.strip()]
    entries: list[Line] = []
    for number, line in lines:
        try:
            entries.append(_decode(line.decode()))  # all of it is text, also what is not looked into, as an action
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Damaged("journal-line", number) from None
    if not entries or not isinstance(entries[0], Header):
        raise Damaged("journal-header")
    if any(isinstance(entry, Header) for entry in entries[1:]):
        raise Damaged("journal-two-headers")
    return entries[0], entries[1:]


def open_match(header: Header) -> Match:
    """The match that a header describes, before its first act. Raises Damaged if this program cannot play it."""
    game = GAMES.get(header.game)
    if game is None:
        raise Damaged("journal-game", header.game)
    if header.rules != game.RULES:
        raise Damaged("journal-rules", header.rules, game.RULES)
    try:
        return Match(game, len(header.names), header.options)
    except Refused as refused:
        raise Damaged(refused.code, *refused.details) from None


def replay(match: Match, acts: Iterable[Acted]) -> Iterator[Replayed]:
    """Play the acts on a match, one a step; a refused one changes nothing."""
    for number, act in enumerate(acts, 1):
        try:
            match.act(act.seat, bytes(act.action))
        except Refused as refused:
            yield Replayed(number, act, refused)
        else:
            yield Replayed(number, act, None)
