"""One client's side of the table, sans-IO: the last view, what was asked for, and how to come back.

The shell calls `opened` when a connection stands, `receive` for every frame, `closed` when it is gone, and sends what
`drain` returns. The screen reads the attributes and calls the verbs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from engine.board import Event, Seat
from engine.game import View
from net import wire
from net.limits import CHAT_KEPT_LINES
from net.witness import Verdict, Witness


class Link:
    """Attributes to read: `online`, `seat`, `host`, `room`, `view`, `clocks`, `pending`, `advice`, `chat`, `bye`,
    `fairness`, `alarm`. With `entropy`, which gives so many random bytes, it takes part in the shuffles and checks
    every deal.

    `news` collects the events told, and `refusals` the refusals, until the screen takes them.
    """

    def __init__(
        self,
        name: str,
        token: str,
        code: str,
        role: wire.Role = "play",
        window: str = "",
        *,
        entropy: Callable[[int], bytes] | None = None,
    ) -> None:
        self._hello = wire.Hello(wire.VERSION, name, token, code, role, window)
        self._witness = None if entropy is None else Witness(entropy)
        self.online = False
        """The table has welcomed this connection."""
        self.seat: Seat | None = None
        self.host = False
        self.room: wire.Room | None = None
        self.view: View | None = None
        self.clocks: dict[str, float] = {}
        """Seconds left on each timer when `view` came."""
        self.pending: wire.Act | None = None
        """The act that has not been answered yet. While there is one, no other can be sent."""
        self.advice: tuple[bytes, ...] = ()
        """What a hard bot would do in this view, if I have asked: the best first."""
        self._is_aside = False
        """It stands aside of the play."""
        self._absent = self._returns = False
        """I have asked for a bot to play for me; and, since then, to play again."""
        self.chat: deque[wire.Said] = deque(maxlen=CHAT_KEPT_LINES)
        self.news: list[Event] = []
        self.refusals: list[wire.Refusal] = []
        self.bye: wire.Bye | None = None
        self._n = self._welcomed_at = self._answered = 0
        """The last number that I gave to an act; the last one that the table knew when it welcomed me; and the last one
        that it has answered."""
        self._seq = self._told = self._said = 0
        """The numbers of the last update on this connection, of the last event, and of the last line of chat."""
        self._out: list[wire.FromClient] = []

    @property
    def finished(self) -> bool:
        """The table has said goodbye for good: do not connect again."""
        return self.bye is not None and self.bye.code not in wire.AGAIN

    @property
    def fairness(self) -> Verdict | None:
        """On the last deal that has been proven, or should have been."""
        return self._witness.verdict if self._witness is not None else None

    @property
    def alarm(self) -> Verdict | None:
        """The first deal with which something was wrong: the host, or the host's program, does not play fair."""
        return self._witness.alarm if self._witness is not None else None

    # the shell's side

    def opened(self) -> None:
        """A new connection stands: say hello again, with the same token."""
        pledge = self._witness.pledge if self._witness is not None else b""
        heard = {"acted": self._answered, "told": self._told, "said": self._said}
        self._out = [msgspec.structs.replace(self._hello, pledge=pledge, **heard)]
        self.bye = None

    def closed(self) -> None:
        """The connection is gone, with all that was on its way."""
        self.online = False
        self._out = []
        if self._witness is not None:
            self._witness.lost()

    def receive(self, frame: bytes | str) -> None:
        """One frame from the table. Raises msgspec.DecodeError for one that this version does not understand."""
        self.hear(wire.from_host(frame))

    def hear(self, message: wire.FromHost) -> None:
        """What a frame says."""
        if self._witness is not None:
            self._testify(self._witness, message)
        match message:
            case wire.Welcome(seat, acked, host, chat):
                self._heard(*chat)
                self.online, self.seat, self.host = True, seat, host
                self._seq, self._n, self._welcomed_at, self._answered = 0, acked, acked, acked
                self._returns = self._absent  # to come back is to play again
                if self.room is not None and seat is not None and seat >= len(self.room.chairs):
                    self.room = None  # chairs have been added while I was not there: all of them are told right now
                if self.pending is not None and self.pending.n == acked + 1 and not self._is_aside:
                    self._n += 1
                    self._out.append(self.pending)  # it was lost on the way
                elif self.pending is not None and self.pending.n != acked:
                    # Another window of mine has gone on since, or my chair was freed; or what I asked for was meant for
                    # that moment alone, as a sign is: it must not be given later, when somebody else may be looking.
                    self.pending = None
            case wire.Room() as room:
                self.room = room
                mine = [chair.line for seat, chair in enumerate(room.chairs) if seat == self.seat]
                if self._returns and mine == ["here"]:
                    self._absent = self._returns = False
                if room.phase == "lobby":
                    self.view = None
            case wire.Update(seq, view, events, clocks, told):
                if seq > self._seq:
                    if self.view is None or self.view.decision != view.decision:
                        self.advice = ()
                    self._seq, self.view, self.clocks, self._told = seq, view, clocks, told
                    self.news += events
            case wire.Answer(n, refused):
                self._answered = max(n, self._answered)
                if self.pending is not None and self.pending.n == n:
                    self.pending = None
                if refused is not None:
                    self.refusals.append(refused)
            case wire.Advised(actions):
                self.advice = tuple(map(bytes, actions)) if self.pending is None else ()
            case wire.Said() as said:
                self._heard(said)
            case wire.Bye() as bye:
                self.bye = bye

    def _heard(self, *lines: wire.Said) -> None:
        for said in lines:
            self.chat.append(said)
            self._said = said.n

    def _testify(self, witness: Witness, message: wire.FromHost) -> None:
        """What a frame says of the fairness of the deals."""
        match message:
            case wire.Welcome(seat) if seat != self.seat:
                witness.moved()
            case wire.Seal() as seal:
                if (answer := witness.sealed(seal, self.seat)) is not None:
                    self._out.append(answer)
                if self._absent:
                    witness.lost()
            case wire.Proof() as proof:
                witness.proven(proof)
            case wire.Room(phase=phase):
                witness.entered(phase)
            case wire.Update(seq, view) if seq > self._seq:
                witness.saw(view)
            case wire.Answer(n, None) if self.pending is not None and self.pending.n == n > self._welcomed_at:
                # What was answered on a line before may have been asked for by another window of mine.
                witness.acted(bytes(self.pending.action))

    def drain(self) -> list[bytes]:
        """The frames to send now."""
        frames = [wire.encode(message) for message in self._out]
        self._out = []
        return frames

    # the screen's side

    def act(self, action: bytes) -> bool:
        """Ask for an action, as JSON. False, and nothing is sent, while another is on its way or the line is lost."""
        if self.pending is not None or not self.online:
            return False
        self._n += 1
        self.pending = wire.Act(self._n, msgspec.Raw(action))
        offers = self.view.offers if self.view is not None else ()
        self._returns = self._absent
        self._is_aside = any(offer.aside and bytes(offer.action) == action for offer in offers)
        self._out.append(self.pending)
        return True

    def send(self, message: wire.FromClient) -> bool:
        """Anything but an act: Ready, Say, Leave, Resync or one of the host's powers. False while the line is lost."""
        if not self.online:
            return False
        match message:
            case wire.Away():
                self._absent, self._returns = True, False
                if self._witness is not None:
                    self._witness.lost()
            case wire.Back() | wire.Ready():
                self._returns = self._absent
        self._out.append(message)
        return True
