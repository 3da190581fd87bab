"""The authority: one table, sans-IO. It is fed with frames and the time, and drained of frames.

Two rules. Nobody is told of an act before it has been recorded. An act is played only when every act that may have been
pressed before it has arrived: acts are ordered by when they were pressed, which is their arrival less the round trip.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from engine import journal
from engine.board import Happening, Refused, Seat
from engine.game import read_options, wrong_seats
from engine.games import GAMES
from engine.match import Match
from net import limits, wire
from net.acts import Acts
from net.advisor import Advisor
from net.banter import Banter
from net.chairs import Chair, Chairs, Person
from net.clean import clean
from net.hall import Hall
from net.play import Play
from net.post import Outgoing, Post
from net.race import Race
from net.thought import Advice, Question


class Table:
    """One game's table, from the lobby to the last rematch.

    Raises Refused for a number of seats or an option that the game does not have. `record` gets every line of the
    journal before anybody is told of it; every match begins with a Header. Connections are positive numbers that the
    shell chooses and never uses again. `entropy` gives so many random bytes, for secrets that nobody guesses. It is
    opened for somebody who plays `alone`.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int,
        options: Mapping[str, int | str],
        code: str,
        host_token: str,
        rng: random.Random,
        entropy: Callable[[int], bytes],
        record: Callable[[journal.Line], None],
        alone: bool = False,
    ) -> None:
        self.finished = False
        """Everybody has been told goodbye: once drained, the shell may end. Nobody is told more, for what was done last
        may not be recorded."""
        self.may_come_back = True
        """It has not ended on purpose, or somebody may want to go on with what was interrupted."""
        self._name, self._game = game, GAMES[game]
        self._options = Match(self._game, seats, options).options
        self._entropy, self._record, self._alone = entropy, record, alone
        self._chairs = Chairs(seats)
        self._post, self._race = Post(self._chairs, rng.getrandbits(32)), Race()
        self._hall = Hall(
            self._game,
            self._chairs,
            self._post,
            self._race,
            code=code,
            host_token=host_token,
            rng=rng,
            phase=lambda: self.phase,
        )
        self._acts = Acts(self._chairs, self._post, self._hall, self._race, self._tell)
        self._banter = Banter(self._chairs, self._post, random.Random(rng.getrandbits(64)))
        self._advisor = Advisor(game, self._chairs, self._post, random.Random(rng.getrandbits(64)))
        self._play: Play | None = None
        self._patience_ends = math.inf
        """With those whose nonces a sealed deal waits for."""
        self._paused_at: float | None = None
        self._empty_since: float | None = None

    def go_on(self, play: Play, lines: Iterable[journal.Line], now: float) -> None:
        """Before anything else comes in: this match is played here, and the lines of its journal tell who sits where.

        Everybody is waited for, and until somebody is back the match stands still.
        """
        self._hall.now = now
        self._hall.seat_again(lines)
        self._play = play
        self._tell(play.go_on(now))
        if play.is_sealed:
            self._patience_ends = now + limits.NONCES_WITHIN_S
        self._settle()

    # what comes in

    def connected(self, conn: int, peer: str, now: float) -> None:
        """A new connection from the address `peer`."""
        self._hall.now = now
        if (longest := self._hall.door.open(conn, peer, now)) is not None:
            self._hall.bye(longest, "too-many-strangers")
        self._settle()

    def receive(self, conn: int, frame: bytes | str, now: float) -> None:
        """One frame from a client."""
        self._hall.now = now
        if (line := self._hall.door.lines.get(conn)) is None or self.finished:
            return
        try:
            if not line.budget.take(now):
                self._hall.bye(conn, "too-fast")
            elif line.hello is not None:
                self._hall.bye(conn, "not-understood")  # they do not wait for an answer
            elif line.person is None:
                self._hall.hello(conn, frame)
            elif (seat := self._chairs.seat_of(line.person)) is None:
                self._from_watcher(conn, line.person, frame)
            else:
                self._from_player(conn, seat, line.person, wire.from_client(frame))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._hall.bye(conn, "not-understood")
        self._settle()

    def lag(self, conn: int, rtt_s: float) -> None:
        """One measured round trip of this connection."""
        if (line := self._hall.door.lines.get(conn)) is not None:
            line.lags_s.append(rtt_s)

    def closed(self, conn: int, now: float) -> None:
        """The connection is gone. Whoever was on it keeps the chair."""
        self._hall.now = now
        self._hall.hang_up(conn)
        self._settle()

    def tick(self, now: float) -> None:
        """Do what is due. Call it when the deadline has come; too early does no harm."""
        self._hall.now = now
        for conn in self._hall.door.silent(now):
            self._hall.bye(conn, "silent")
        self._hall.take_turns()
        if self._empty_until() <= now:
            self._end("closed", for_good=not self.is_playing)
        if self._paused_at is None:
            self._acts.play_ripe(self._play)
            for chair in self._chairs:
                if chair.lost_at is not None and chair.lost_at + limits.LOST_GRACE_S <= now:
                    self._hall.give_up(chair, "lost")
            for conn, robot in list(self._hall.robots.items()):
                for frame in robot.tick(now):
                    self.receive(conn, frame, now)
            self._banter.tick(now, silent=self._is_silent or self._options["banter"] == "off")
            if self._play is not None and self._play.deadline() <= now:  # bots may have set one of 0 s
                self._tell(self._play.run_timers(now))
        self._settle()

    def close(self) -> None:
        """Say goodbye to everybody: the table ends for good."""
        self._end("closed", for_good=True)

    def stop(self) -> None:
        """Say goodbye to everybody: the table's process ends, and the table may come back."""
        self._end("stopped")

    def break_down(self, code: str, *details: int | str) -> None:
        """The table cannot go on. Its host is told why, the others only that."""
        for conn, line in list(self._hall.door.lines.items()):
            if line.person is not None and line.person.host:
                self._hall.bye(conn, code, *details)
        self._end("broken")

    def _end(self, code: str, *, for_good: bool = False) -> None:
        self.may_come_back = not for_good
        for conn in list(self._hall.door.lines):
            self._hall.bye(conn, code)
        self.finished = True
        self._settle()

    # what goes out

    def deadline(self) -> float:
        """When `tick` is due next: a time, or infinity."""
        due = [self._hall.door.deadline(self._hall.now), self._post.room_due, self._empty_until()]
        if self._paused_at is None:
            due.append(self._race.deadline())
            due.append(self._play.deadline() if self._play is not None else math.inf)
            due.append(self._hall.robots.deadline())
            due.append(self._banter.deadline())
            due.append(self._patience_ends)
            due += [chair.lost_at + limits.LOST_GRACE_S for chair in self._chairs if chair.lost_at is not None]
        return math.inf if self.finished else min(due)

    def _empty_until(self) -> float:
        """When it ends if nobody comes; infinity while somebody is here."""
        if self._empty_since is None:
            return math.inf
        alone = self._alone and all(person.host for person in self._chairs.persons())
        return self._empty_since + (limits.ALONE_TABLE_S if alone else limits.EMPTY_TABLE_S)

    def drain(self) -> list[Outgoing]:
        """The frames to send now, players' before watchers'."""
        return self._post.drain()

    def questions(self) -> list[Question]:
        """What bots and persons want to know: nobody need answer, and nothing waits for it."""
        robots = self._hall.robots.questions(self._hall.now) if self._paused_at is None else []
        return [*robots, *self._advisor.questions()]

    def advise(self, advice: Advice) -> None:
        """An answer to one of the questions."""
        if advice.asker < 0:
            self._hall.robots.advise(advice)
        elif not self.finished:
            self._advisor.answer(advice, self.match)

    @property
    def match(self) -> Match | None:
        """The match that is played, or the last one; None before the first."""
        return self._play.match if self._play is not None else None

    @property
    def phase(self) -> wire.Phase:
        return "lobby" if self._play is None else self._play.phase

    @property
    def is_playing(self) -> bool:
        """A match has begun, and is not over."""
        return self.phase in ("deal", "play")

    @property
    def free_chairs(self) -> int:
        """So many are there for newcomers, among them those on which bots play for nobody."""
        return sum(chair.person is None for chair in self._chairs)

    @property
    def _is_silent(self) -> bool:
        """The game wants nobody to talk now."""
        return self.match is not None and self.match.state.silent

    # what players and watchers ask for

    def _from_watcher(self, conn: int, person: Person, frame: bytes | str) -> None:
        """Watchers can leave, be told again, say how far they are and, between rounds, chat and sit down; whatever else
        they send is not even read."""
        if wire.kind_of(frame).t not in ("far", "leave", "resync", "say", "sit"):
            return self._refuse(conn, "read-only")
        match wire.from_client(frame):
            case wire.Leave():
                self._hall.bye(conn, "left")
            case wire.Far(rtt_s):
                self._hall.door.lines[conn].beyond_s.append(rtt_s)
            case wire.Resync():
                person.view = person.room = None
            case wire.Say(text):
                if self.phase == "play":
                    return self._refuse(conn, "no-chat-now")
                self._say(person, None, text)
            case wire.Sit():
                self._hand_over(conn, self._chairs.vacant(), person)

    def _from_player(self, conn: int, seat: Seat, person: Person, message: wire.FromClient) -> None:
        match message:
            case wire.Act():
                if person is self._chairs[seat].person:
                    self._hall.be_back(self._chairs[seat])
                self._acts.enter(self._play, conn, seat, person, message)
            case wire.Far(rtt_s):
                self._hall.door.lines[conn].beyond_s.append(rtt_s)
            case wire.Away():
                if not self.is_playing or self._chairs[seat].bot is not None:
                    return self._refuse(conn, "not-now")
                self._hall.go_away(self._chairs[seat])
            case wire.Back():
                self._hall.be_back(self._chairs[seat])
            case wire.AskAdvice():
                if refused := self._advisor.ask(seat, self.match, self._options, self._hall.now):
                    self._refuse(conn, refused)
            case wire.Ready():
                self._hall.be_back(self._chairs[seat])
                self._chairs[seat].ready = self.phase != "play"  # a late or doubled one is not for the next deal
            case wire.Nonce(nonce, pledge):
                person.pledge = pledge
                if self._play is not None:
                    self._play.dealer.give(seat, nonce)
            case wire.Say(text):
                if self._is_silent:
                    return self._refuse(conn, "no-chat-now")
                self._say(person, seat, text)
            case wire.Resync():
                person.view = person.room = None
            case wire.Leave():
                self._hall.bye(conn, "left")
                self._hall.give_up(self._chairs[seat], "left")
            case wire.Sit():
                self._refuse(conn, "not-now")
            case wire.Hello():
                self._hall.bye(conn, "not-understood")
            case _ if not person.host:
                self._refuse(conn, "host-only")
            case wire.SetSeats() | wire.SetOption() | wire.Start() if self.phase not in ("lobby", "over"):
                self._refuse(conn, "not-now")
            case wire.SeatBot(number) | wire.FreeSeat(number) | wire.GiveSeat(number) if not self._chairs.has(number):
                self._refuse(conn, "no-such-seat", number)
            case wire.SeatBot(number, strength):
                if not self._hall.fill(self._chairs[number], strength):
                    self._refuse(conn, "not-now")
            case wire.FreeSeat(number):
                if not self._hall.free(self._chairs[number]):
                    self._refuse(conn, "not-now")
            case wire.GiveSeat(number, name):
                watcher = next((person for person in self._chairs.watchers if person.name == name), None)
                if watcher is None:
                    return self._refuse(conn, "no-such-watcher")
                self._hand_over(conn, self._chairs[number], watcher)
            case wire.SetSeats(seats):
                self._set_seats(conn, seats)
            case wire.SetOption(name, value):
                self._set_option(conn, name, value)
            case wire.Start():
                if any(chair.player is None for chair in self._chairs):
                    return self._refuse(conn, "seats-open")
                self._start()
            case wire.CloseTable():
                self.close()

    def _hand_over(self, conn: int, chair: Chair | None, watcher: Person) -> None:
        """A watcher sits down, and what has happened before is not told to them a second time."""
        if self.phase == "play" or (self._play is not None and self._play.is_sealed):
            self._refuse(conn, "between-rounds")
        elif chair is None or not self._hall.hand_over(chair, watcher):
            self._refuse(conn, "chair-taken")
        elif self._play is not None:
            watcher.told = self._play.story.end(self._chairs.seat_of(watcher))

    def _say(self, person: Person, seat: Seat | None, text: str) -> None:
        if text := clean(text, limits.CHAT_CELLS_MAX):
            self._post.say(person.name, seat, text)

    def _set_seats(self, conn: int, seats: int) -> None:
        if seats not in self._game.SEATS:
            refused = wrong_seats(self._game, seats)
            return self._refuse(conn, refused.code, *refused.details)
        if not self._hall.resize(seats):
            self._refuse(conn, "seats-taken")

    def _set_option(self, conn: int, name: str, value: str) -> None:
        try:
            # Whatever is wrong with it is told with these words.
            name, value = (clean(text, limits.NAME_CELLS_MAX) for text in (name, value))
            self._options = read_options(self._game, {**self._options, name: value})
        except Refused as refused:
            self._refuse(conn, refused.code, *refused.details)

    # playing

    def _start(self) -> None:
        names = [chair.player.name for chair in self._chairs if chair.player is not None]
        header = journal.Header(self._name, self._game.RULES, tuple(names), self._options)
        self._record(header)
        self._play = Play(header, entropy=self._entropy, record=self._record)
        self._play.seat(self._chairs.seated())
        self._seal(self._play)

    def _seal(self, play: Play) -> None:
        """Fix all that goes into the next deal, and ask for the nonces that were pledged."""
        here = [chair.here for chair in self._chairs]
        play.dealer.seal([b"" if person is None else person.pledge for person in here])
        for person in filter(None, here):
            person.pledge = b""  # good for one deal
        self._patience_ends = self._hall.now + limits.NONCES_WITHIN_S

    def _deal(self, play: Play) -> None:
        """Make the deal as soon as nobody is waited for any more."""
        expected = [seat for seat, chair in enumerate(self._chairs) if chair.here or chair.recalled]
        late = any(play.dealer.waits_for(seat) for seat in expected)
        if not late or self._patience_ends <= self._hall.now:
            self._patience_ends = math.inf
            self._tell(play.deal(self._hall.now))
            for chair in self._chairs:
                chair.ready = False

    # telling

    def _settle(self) -> None:
        """What may follow from whatever came in: a pause, the next deal, and everybody told who is here."""
        if self._play is not None and self._play.match.state.seats != len(self._chairs):
            self._play = None  # the seats of the finished match are no longer those of the table
        self._pause()
        here = [chair for chair in self._chairs if chair.here is not None]
        if here and all(chair.ready for chair in here):
            if self._play is not None and self.phase == "deal" and not self._play.is_sealed:
                self._seal(self._play)
            elif self.phase in ("lobby", "over") and all(chair.is_filled for chair in self._chairs):
                self._start()
        self._tell_word()
        if self._play is not None and self._play.is_sealed and here:
            self._deal(self._play)
            self._tell_word()  # a draw is proven at once, and the next deal may be sealed in a moment
        if any(person.view is None for person in self._chairs.players() + self._chairs.watchers):
            self._tell(())
        self._tell_room()
        if self._play is not None and not self.finished:
            self._play.seat(self._chairs.seated())
        self._post.deliver_inside(self._hall.robots, self._hall.now)
        if self._chairs.watchers or any(person.conn is not None for person in self._chairs.persons()):
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = self._hall.now

    def _pause(self) -> None:
        """With no person here a match stands still: its timers, its bots and the patience with those who are lost."""
        idle = self.is_playing and not any(chair.here for chair in self._chairs)
        if idle and self._paused_at is None:
            self._paused_at = self._hall.now
        elif not idle and self._paused_at is not None:
            pause_s, self._paused_at = self._hall.now - self._paused_at, None
            if self._play is not None:
                self._play.postpone(pause_s)
            self._patience_ends += pause_s
            self._hall.robots.postpone(pause_s)
            for chair in self._chairs:
                if chair.lost_at is not None:
                    chair.lost_at += pause_s

    def _tell(self, happenings: Sequence[Happening]) -> None:
        if self._play is not None and self._play.has_begun:
            self._play.story.add(happenings)
            self._banter.hear(happenings, self._play.match, self._hall.now)
            self._post.show(self._play.match, self._play.story, self._play.clocks(self._hall.now))

    def _tell_word(self) -> None:
        if self._play is not None and self._play.dealer.word is not None:
            self._post.show_word(self._play.dealer.word)

    def _tell_room(self) -> None:
        chairs = tuple(chair.describe() for chair in self._chairs)
        watchers = tuple(person.name for person in self._chairs.watchers)
        room = wire.Room(self._name, self._options, self.phase, chairs, watchers)
        self._banter.look(room, self._hall.now)
        self._post.show_room(room, self._hall.now)

    def _refuse(self, conn: int, code: str, *args: int | str) -> None:
        self._post.send(conn, wire.Answer(0, wire.Refusal(code, args)))
