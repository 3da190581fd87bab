"""The referee sees all that goes into a table and all that comes out, knows the rules of the game, and objects.

It keeps a match of its own, played from the journal alone, and holds every frame against it at the moment it is sent.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable

import msgspec

from engine import journal
from engine.board import CHANCE, CLOCK, Event, Happening, Seat, Viewer, told
from engine.game import View
from engine.match import Match
from net import wire
from net.fairdeal import is_played
from net.limits import EVENTS_TOLD
from net.post import Outgoing
from net.tail import is_dealing
from tests import kit

FRAMES_MAX = 8
"""A connection gets at most so many frames for one thing that came in, and as many again for every act played."""

encode = msgspec.json.Encoder().encode


class Step:
    """An act of the journal: what happened, and the match after it."""

    def __init__(self, match: Match, happenings: Iterable[Happening]) -> None:
        self.match = kit.at(match, match.state)
        self.happenings = tuple(happenings)
        self._views: dict[Viewer, bytes] = {}

    def view(self, viewer: Viewer) -> bytes:
        if viewer not in self._views:
            self._views[viewer] = encode(self.match.view(viewer))
        return self._views[viewer]

    def events(self, viewer: Viewer) -> tuple[Event, ...]:
        return told(self.happenings, viewer)


class Listener:
    """One connection, and what it has been told."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.welcomed = False
        self.viewer: Viewer = None
        self.host = False
        self.fresh = True
        """The next view is sent whatever was sent before: after a welcome, or because it was asked for."""
        self.steps = 0
        """How many steps the last view is the outcome of."""
        self.seq = self.told = 0
        """The number of the last update on this connection; and of the last event that the client says to have heard,
        or was told."""
        self.view = self.room = b""
        self.sat_down: int | None = None
        """After so many steps it has changed from watching to playing: what was before is not told a second time."""

    @property
    def watches(self) -> bool:
        return self.welcomed and self.viewer is None


class Referee:
    """Tell it what goes into the table and what comes out, and give it to the table as `record`."""

    def __init__(self) -> None:
        self.secrets: set[bytes] = set()
        """What no frame may ever contain."""
        self.hushed: set[bytes] = set()
        """What no frame may contain before the round is over: the secret of the deal, and the nonces."""
        self.matches = 0
        self.lines: list[bytes] = []
        self.steps: list[Step] = []
        self.listeners: dict[int, Listener] = {}
        """The connections that the table knows."""
        self.answers: dict[tuple[str, int], wire.Refusal | None] = {}
        """By token and number of the act."""
        self.played: Counter[tuple[Seat, bytes]] = Counter()
        self._asked: dict[tuple[str, int], set[bytes]] = defaultdict(set)
        self._numbers: set[tuple[str, int]] = set()
        """Those with which a token has ever asked for something."""
        self._times_asked: Counter[tuple[str, bytes]] = Counter()
        """With how many numbers a token has asked for an action."""
        self._seats: dict[str, Seat] = {}
        self._sitters: dict[Seat, set[str]] = defaultdict(set)
        """Who has ever sat on a chair."""
        self._bot_seats: set[Seat] = set()
        self._kept: dict[str, Seat] = {}
        """The chairs that a table which comes back still has to give to whom they belong."""
        self._freed: set[str] = set()
        """Whom the table may have forgotten."""
        self._match: Match | None = None
        self._first = 0
        """The first step of this match."""
        self._numbers_from: int | None = None
        """Before the number of its first event."""
        self._steps_told = 0

    @property
    def over(self) -> bool:
        return self._match is not None and self._match.state.over

    # what goes in

    def connected(self, conn: int, token: str) -> None:
        self.listeners[conn] = Listener(token)

    def closed(self, conn: int) -> None:
        self.listeners.pop(conn, None)

    def heard(self, conn: int, frame: bytes | str) -> None:
        """A frame that is about to reach the table."""
        listener = self.listeners.get(conn)
        try:
            message = wire.from_client(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return
        if listener is not None and not listener.welcomed and isinstance(message, wire.Hello):
            listener.told = message.told
        if listener is None or not listener.welcomed:
            return
        match message:
            case wire.Act(n, action):
                self._numbers.add((listener.token, n))
                if bytes(action) not in self._asked[listener.token, n]:
                    self._asked[listener.token, n].add(bytes(action))
                    self._times_asked[listener.token, bytes(action)] += 1
            case wire.Resync():
                listener.fresh, listener.room = True, b""
            case wire.FreeSeat(seat) | wire.GiveSeat(seat) if listener.host:
                self._freed |= {token for token, owner in self._seats.items() if owner == seat}

    # the journal

    def record(self, line: journal.Line) -> None:
        self.lines.append(journal.write(line))
        if isinstance(line, journal.Header):
            self._match, self._first, self._numbers_from = journal.open_match(line), len(self.steps), None
            self.matches += 1
            return
        assert self._match is not None, "a journal begins with its header"
        if isinstance(line, journal.Sealed):
            self.hushed = {b64encode(line.secret)}
            return
        if isinstance(line, journal.Given):
            self.hushed |= {b64encode(nonce) for nonce in line.nonces if nonce}
            return
        if isinstance(line, journal.Seated):
            return
        action = bytes(line.action)
        self._may_be_played(line.seat, action)
        self.steps.append(Step(self._match, self._match.act(line.seat, action)))
        self.steps[-1].match.state = self._match.state
        self.played[line.seat, action] += 1
        if not is_played(self._match):
            self.hushed = set()

    def _may_be_played(self, seat: Seat, action: bytes) -> None:
        """What a person asked for is played once for each number it was asked with; the rest only if one is there."""
        asked = sum(self._times_asked[token, action] for token in self._sitters[seat])
        if seat == CLOCK or (seat in self._bot_seats and not asked):
            assert any(person.welcomed and not person.watches for person in self.listeners.values()), "played to nobody"
        elif seat != CHANCE and seat not in self._bot_seats:
            assert self.played[seat, action] < asked, f"played more often than asked for: {seat} {action!r}"

    def killed(self, *, torn: bool) -> bytes:
        """The table's process is gone. Returns the journal of the match, as far as it lies on the disk: to a table that
        comes back it is as if the rest had never been. Without a match, and if nobody can have been told of it: b""."""
        # What was refused is not in the journal. Who heard of it does not ask again; the others get another answer.
        self.answers = {act: refused for act, refused in self.answers.items() if refused is None}
        headers = [number for number, line in enumerate(self.lines) if line.startswith(b'{"line":"header"')]
        lines = self.lines[headers[-1] :] if headers else []
        if not any(line.startswith(b'{"line":"sealed"') for line in lines):
            self.lines = self.lines[: headers[-1] if headers else 0]
            self.matches -= bool(headers)
            self._match, self.steps, self._steps_told = None, [], 0
            self._freed |= set(self._seats)
            return b""
        self._kept = (
            {} if self.over else {token: seat for token, seat in self._seats.items() if token not in self._freed}
        )
        text = b"".join(line + b"\n" for line in lines)
        return journal.whole(text + lines[-1][:-1]) if torn else text

    # what comes out

    def told(self, batch: Iterable[Outgoing]) -> None:
        """All that the table sends because of one thing that came in."""
        frames: Counter[int] = Counter()
        watched = False
        for outgoing in batch:
            secrets = self.secrets | self.hushed
            assert not any(secret in outgoing.frame for secret in secrets), "a secret leaves the table"
            message = wire.from_host(outgoing.frame)
            assert isinstance(message, wire.Update) or not outgoing.newest, "more than an old view can be left out"
            for conn in outgoing.conns:
                assert conn in self.listeners, "somebody who is gone is written to"
                listener = self.listeners[conn]
                self._told_one(listener, message)
                frames[conn] += 1
                assert listener.watches or outgoing.close or not watched, "a watcher is served before a player"
                watched |= listener.watches and not outgoing.close
                if isinstance(message, wire.Bye):
                    assert outgoing.close, "goodbye, but the connection stays"
                    del self.listeners[conn]
                    if message.code == "left" and (self._match is None or self.over):
                        self._freed.add(listener.token)
        frames_max = FRAMES_MAX * (1 + len(self.steps) - self._steps_told)
        assert max(frames.values(), default=0) <= frames_max, "too many frames at once"
        for listener in self.listeners.values():
            self._nothing_is_withheld(listener)
        self._steps_told = len(self.steps)

    def _told_one(self, listener: Listener, message: wire.FromHost) -> None:
        match message:
            case wire.Welcome(seat, acked, host):
                freed = listener.token in self._freed
                if acked == 0 and freed:
                    self._forget(listener.token)
                listener.sat_down = len(self.steps) if listener.watches and seat is not None else None
                listener.welcomed, listener.viewer, listener.host = True, seat, host
                listener.fresh, listener.seq, listener.room = True, 0, b""
                kept = self._kept.pop(listener.token, seat)
                assert seat == kept or freed, "another chair than before"
                self._seats.pop(listener.token, None)
                if seat is not None:
                    self._seats[listener.token] = seat
                    self._sitters[seat].add(listener.token)
                assert acked == 0 or (listener.token, acked) in self._numbers, "an act is known that nobody asked for"
            case wire.Room():
                self._told_room(listener, message)
            case wire.Update():
                self._told_update(listener, message)
            case wire.Advised():
                assert listener.viewer in self.steps[-1].match.view(listener.viewer).awaited, "advice for nothing"
            case wire.Answer(n, refused) if n:
                self._told_answer(listener.token, n, refused)

    def _forget(self, token: str) -> None:
        """Whoever has lost the chair, and not only left it to a bot for a while, begins again with act number 1."""
        self._freed.discard(token)
        for known in [known for known in self._asked if known[0] == token]:
            del self._asked[known]
            self.answers.pop(known, None)

    def _told_room(self, listener: Listener, room: wire.Room) -> None:
        frame = encode(room)
        assert frame != listener.room, "a room is told that was known"
        listener.room = frame
        self._bot_seats |= {seat for seat, chair in enumerate(room.chairs) if chair.sitter == "bot"}

    def _told_answer(self, token: str, n: int, refused: wire.Refusal | None) -> None:
        actions = self._asked.get((token, n))
        assert actions, "an answer to what nobody asked"
        assert self.answers.setdefault((token, n), refused) == refused, "one act, two answers"
        if refused is None:
            seat = self._seats[token]
            assert any(self.played[seat, action] for action in actions), "acknowledged, but not in the journal"

    def _told_update(self, listener: Listener, update: wire.Update) -> None:
        """The view is the one after some step since the last update, and the events are all that happened until it."""
        view, viewer = encode(update.view), listener.viewer
        assert listener.welcomed
        assert update.seq > listener.seq, "an update comes twice"
        assert set(update.clocks) == set(update.view.timers), "a clock without a timer, or a timer without a clock"
        assert listener.fresh or update.events or view != listener.view, "told, though there is nothing new"
        for steps in range(max(self._steps_told if listener.fresh else listener.steps, 1), len(self.steps) + 1):
            if self.steps[steps - 1].view(viewer) == view and self._is_story(listener, update, steps):
                listener.seq, listener.view, listener.steps, listener.fresh = update.seq, view, steps, False
                listener.told, listener.sat_down = update.told, None
                return
        raise AssertionError(f"not what viewer {viewer} may know: {update}")

    def _is_story(self, listener: Listener, update: wire.Update, steps: int) -> bool:
        """The events are all that happened until this step; for somebody who was not there the last ones, as this
        viewer was told of them when they happened, and none that the client had heard before."""
        if not listener.fresh:
            return self._events(listener.viewer, listener.steps, steps) == update.events
        story = self._events(listener.viewer, min(self._first, steps), steps)
        start = update.told - len(story)
        if self._numbers_from not in (None, start):
            return False
        self._numbers_from = start
        heard = listener.told
        if listener.sat_down is not None:
            heard = start + len(self._events(listener.viewer, self._first, listener.sat_down))
        missed = story[heard - start :] if start <= heard <= update.told else story
        lasting = tuple(event for event in missed if not is_dealing(event))[-EVENTS_TOLD:]
        return update.events in (missed, lasting)

    def _events(self, viewer: Viewer, start: int, end: int) -> tuple[Event, ...]:
        return tuple(event for step in self.steps[start:end] for event in step.events(viewer))

    def _nothing_is_withheld(self, listener: Listener) -> None:
        if listener.welcomed and self.steps:
            assert not listener.fresh, "somebody was not told where the game stands"
            assert not self._events(listener.viewer, listener.steps, len(self.steps)), "events are withheld"
            assert listener.view == self.steps[-1].view(listener.viewer), "a view is withheld"

    # at the end

    def view(self, viewer: Viewer) -> View:
        """What this viewer may know now."""
        return msgspec.json.decode(self.steps[-1].view(viewer), type=View)

    def journal_replays(self) -> None:
        """The journal as it lies on a disk gives the same state, byte for byte."""
        assert self._match is not None
        start = max(number for number, line in enumerate(self.lines) if line.startswith(b'{"line":"header"'))
        header, acts = journal.read(b"\n".join(self.lines[start:]))
        match = journal.open_match(header)
        assert not [replayed for replayed in journal.replay(match, acts) if replayed.refused]
        assert encode(match.state) == encode(self._match.state)
