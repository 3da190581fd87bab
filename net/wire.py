"""Every message on the wire: JSON text frames, one union each way. Host and client must agree on VERSION.

What a player reads is made from codes in the reader's language; only names and chat are text, and they are cleaned
where they come in. `forbid_unknown_fields` holds for all that a client sends and all that a host sends.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine import journal
from engine.board import Event, Seat
from engine.game import View
from engine.journal import Bytes32
from engine.strengths import Strength

VERSION = 7
SUBPROTOCOL = "toctoc.1"

Role = Literal["play", "watch"]


class Message(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Any message, either way."""


# client to host


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection. The client makes its own secret `token`: whoever brings it again is the same
    person and gets the same chair, even if the Welcome was lost, or if the chair was given to somebody who had come to
    watch. Of two windows with one token the newer has it; `window` tells them apart when the older comes back."""

    version: int
    name: str
    token: str
    code: str
    role: Role = "play"
    window: str = ""
    pledge: Bytes32 = b""
    """The hash of my nonce for the next shuffle."""
    acted: int = 0
    """The last of my acts that has been answered: a restarted table only knows of those that it played."""
    told: int = 0
    said: int = 0
    """The numbers of the last event and of the last line of chat that I heard: they are not told again."""


class Act(Message, frozen=True, tag="act"):
    """`n` counts this token's acts from 1. A repeated `n` is answered from memory and never played twice."""

    n: int
    action: msgspec.Raw


class Far(Message, frozen=True, tag="far"):
    """I am not where my program runs, but so far from it, as there and back again."""

    rtt_s: Annotated[float, msgspec.Meta(ge=0)]


class Ready(Message, frozen=True, tag="ready"):
    """I am ready for the next deal; in the lobby and after the end, for the next match."""


class Nonce(Message, frozen=True, tag="nonce"):
    """The answer to a Seal: what I have pledged, or nothing; and the pledge for the next one."""

    nonce: Bytes32
    pledge: Bytes32


class Say(Message, frozen=True, tag="say"):
    text: str


class Resync(Message, frozen=True, tag="resync"):
    """Send me everything again."""


class Sit(Message, frozen=True, tag="sit"):
    """Watcher, between two rounds: I want to play, on a chair that nobody holds."""


class Leave(Message, frozen=True, tag="leave"):
    """I go on purpose: do not wait for me. Answered with Bye("left")."""


class Away(Message, frozen=True, tag="away"):
    """A bot shall play for me until I am back; I keep watching."""


class AskAdvice(Message, frozen=True, tag="ask_advice"):
    """What would a hard bot do in my place? Answered with Advised, if I still have to decide that when the answer is
    found. Only where the option `advice` is on, and of whoever the game waits for: in a race nobody is advised."""


class Back(Message, frozen=True, tag="back"):
    """I play again, from the next decision on. Whoever acts or is ready is back too."""


class Start(Message, frozen=True, tag="start"):
    """Host: begin the match."""


class SeatBot(Message, frozen=True, tag="seat_bot"):
    """Host: a bot of this strength sits down on this chair, or plays for the person who is away from it; a bot that is
    there already plays so from now on."""

    seat: Seat
    strength: Strength = "normal"


class FreeSeat(Message, frozen=True, tag="free_seat"):
    """Host: whoever sits here has to go."""

    seat: Seat


class GiveSeat(Message, frozen=True, tag="give_seat"):
    """Host, between two rounds: the watcher of this name sits down on this chair, from which everybody has gone."""

    seat: Seat
    watcher: str


class SetSeats(Message, frozen=True, tag="set_seats"):
    """Host, in the lobby: so many chairs. The open chairs go first, then bots; people are never removed by it."""

    seats: int


class SetOption(Message, frozen=True, tag="set_option"):
    """Host, in the lobby."""

    name: str
    value: str


class CloseTable(Message, frozen=True, tag="close_table"):
    """Host: say goodbye to everybody and end the table."""


FromClient = (
    Hello
    | Act
    | Far
    | Ready
    | Nonce
    | Say
    | Resync
    | Sit
    | Leave
    | Away
    | AskAdvice
    | Back
    | Start
    | SeatBot
    | FreeSeat
    | GiveSeat
    | SetSeats
    | SetOption
    | CloseTable
)

# host to client


class Said(Message, frozen=True, tag="said"):
    """Chat. `seat` is None for a watcher's; `n` grows with every line. A bot says a `code` in place of a text."""

    name: str
    seat: Seat | None
    text: str
    n: int = 0
    code: str = ""


class Welcome(Message, frozen=True, tag="welcome"):
    """`seat` is None for a watcher; whoever moves is welcomed to the new place. `acked` is the last of my acts that the
    table has dealt with, `chat` what was said last while I was not there."""

    seat: Seat | None
    acked: int
    host: bool
    chat: tuple[Said, ...] = ()


Sitter = Literal["nobody", "person", "bot"]
Line = Literal["here", "lost", "left", "away"]
Phase = Literal["lobby", "deal", "play", "over"]


class Chair(msgspec.Struct, frozen=True):
    """Who sits on one chair. A bot with a `name` and a `line` other than "here" plays for that person."""

    sitter: Sitter
    name: str = ""
    line: Line = "here"
    ready: bool = False
    host: bool = False
    strength: Strength = "normal"
    """Of the bot, if there is one."""

    @property
    def is_played_here(self) -> bool:
        """A person sits on it, with a line that holds."""
        return self.sitter == "person" and self.line == "here"

    @property
    def is_held(self) -> bool:
        """It belongs to a person, who may be away. Anybody may have the others: they are open, or a bot plays there."""
        return self.sitter == "person" or self.line != "here"


class Room(Message, frozen=True, tag="room"):
    """Who is here and how far the match is. In phase "deal" the table waits until everybody is ready for a new deal."""

    game: str
    options: dict[str, int | str]
    phase: Phase
    chairs: tuple[Chair, ...]
    watchers: tuple[str, ...]


class Update(Message, frozen=True, tag="update"):
    """The newest view and the events since the last one; the first time, the last ones that I have missed. `seq` counts
    what this seat was told, `told` is the number of the last event.

    `clocks` gives the seconds that were left, when this was sent, on each timer of the view.
    """

    seq: int
    view: View
    events: tuple[Event, ...] = ()
    clocks: dict[str, float] = {}
    told: int = 0


class Refusal(msgspec.Struct, frozen=True):
    """Why something was refused: a code of the game's SAYS or of the table, and the number of the rule."""

    code: str
    args: tuple[int | str, ...] = ()
    rule: str = ""


class Seal(Message, frozen=True, tag="seal"):
    """Before deal number `deal`, counted from 1, of the match with this random id: the hash of the host's secret, and
    every seat's pledge. Players answer with their Nonce."""

    game: str
    deal: int
    commitment: Bytes32
    pledges: tuple[Bytes32, ...]


class Proof(Message, frozen=True, tag="proof"):
    """When the round is scored: the secret, every seat's nonce, the state before the deal and all acts of the round.

    It comes before the Room that says that the round is over. There are no acts if they would be too long to be told.
    """

    game: str
    deal: int
    header: journal.Header
    secret: Bytes32
    nonces: tuple[Bytes32, ...]
    start: msgspec.Raw
    acts: tuple[tuple[Seat, msgspec.Raw], ...]


class Answer(Message, frozen=True, tag="answer"):
    """To Act number `n`; or, with n = 0, to another request that was refused."""

    n: int
    refused: Refusal | None = None


class Advised(Message, frozen=True, tag="advised"):
    """To this seat alone: what a hard bot would do in its view, and what else if it can hardly tell which is better."""

    actions: tuple[msgspec.Raw, ...]


class Bye(Message, frozen=True, tag="bye"):
    """The table closes this connection. A client comes back by itself only after one of AGAIN."""

    code: str
    args: tuple[int | str, ...] = ()


AGAIN = frozenset({"too-slow", "too-many-strangers", "silent", "stopped"})

FromHost = Welcome | Room | Update | Seal | Proof | Answer | Advised | Said | Bye


class Versioned(msgspec.Struct, frozen=True, tag="hello", tag_field="t"):
    """The one part of a Hello that every version reads, before anything else is asked."""

    version: int


class Kind(msgspec.Struct, frozen=True):
    """What sort of message a frame is, read before anything else in it."""

    t: str


encode = msgspec.json.Encoder().encode
from_client = msgspec.json.Decoder(FromClient).decode
from_host = msgspec.json.Decoder(FromHost).decode
version_of = msgspec.json.Decoder(Versioned).decode
hello_of = msgspec.json.Decoder(Hello).decode
kind_of = msgspec.json.Decoder(Kind).decode
