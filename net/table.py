"""The authority: one table, sans-IO. It is fed with frames and the time, and drained of frames.

Two rules. Nobody is told of an act before it has been recorded. An act is played only when every act that may have been
pressed before it has arrived: acts are ordered by when they were pressed, which is their arrival less the round trip.
"""

from __future__ import annotations

import hmac
import math
import random
from collections.abc import Callable, Iterable, Mapping

import msgspec

from engine import journal
from engine.board import Happening, Refused, Seat
from engine.game import read_options
from engine.games import GAMES
from engine.match import Match
from net import limits, wire
from net.chairs import Chair, Chairs, Person
from net.clean import clean
from net.door import Door, Line
from net.play import Play, kind_of
from net.post import Outgoing, Post
from net.race import Race
from net.robots import NAMES, Robot


class Table:
    """One game's table, from the lobby to the last rematch.

    Raises Refused for a number of seats or an option that the game does not have. `record` gets every line of the
    journal before anybody is told of it; every match begins with a Header. Connections are positive numbers that the
    shell chooses and never uses again.
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
        record: Callable[[journal.Line], None],
    ) -> None:
        self.finished = False
        """Everybody has been told goodbye: once drained, the shell may end."""
        self._name, self._game = game, GAMES[game]
        self._options = Match(self._game, seats, options).options
        self._door, self._host_token = Door(code), host_token.encode()
        self._rng, self._record = rng, record
        self._chairs = Chairs(seats)
        self._play: Play | None = None
        self._lines: dict[int, Line] = {}
        self._robots: dict[int, Robot] = {}
        self._robots_made = 0
        self._race = Race()
        self._paused_at: float | None = None
        self._empty_since: float | None = None
        self._now = 0.0
        self._post = Post(self._chairs)

    # what comes in

    def connected(self, conn: int, peer: str, now: float) -> None:
        """A new connection from the address `peer`."""
        self._now = now
        self._lines[conn] = Line(peer, now, now)
        if sum(line.person is None for line in self._lines.values()) > limits.STRANGERS_MAX:
            self._bye(conn, "too-many-strangers")
        self._settle()

    def receive(self, conn: int, frame: bytes | str, now: float) -> None:
        """One frame from a client."""
        self._now = now
        if (line := self._lines.get(conn)) is None:
            return
        try:
            if not line.may_send(now):
                self._bye(conn, "too-fast")
            elif line.person is None:
                self._hello(conn, line, frame)
            elif (seat := self._chairs.seat_of(line.person)) is None:
                self._from_watcher(conn, line.person, frame)
            else:
                self._from_player(conn, seat, line.person, wire.from_client(frame))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._bye(conn, "not-understood")
        self._settle()

    def lag(self, conn: int, rtt_s: float) -> None:
        """One measured round trip of this connection."""
        if (line := self._lines.get(conn)) is not None:
            line.lags_s.append(rtt_s)

    def closed(self, conn: int, now: float) -> None:
        """The connection is gone. Whoever was on it keeps the chair."""
        self._now = now
        self._hang_up(conn)
        self._settle()

    def tick(self, now: float) -> None:
        """Do what is due. Call it when the deadline has come; too early does no harm."""
        self._now = now
        for conn, line in list(self._lines.items()):
            if line.person is None and line.since + limits.HELLO_WITHIN_S <= now:
                self._bye(conn, "silent")
        if self._empty_since is not None and self._empty_since + limits.EMPTY_TABLE_S <= now:
            self.close()
        if self._paused_at is None:
            self._play_ripe()
            for chair in self._chairs:
                if chair.lost_at is not None and chair.lost_at + limits.LOST_GRACE_S <= now:
                    self._give_up(chair, "lost")
            for conn, robot in list(self._robots.items()):
                for frame in robot.tick(now):
                    self.receive(conn, frame, now)
            if self._play is not None and self._play.deadline() <= now:  # bots may have set one of 0 s
                self._tell(self._play.run_timers(now))
        self._settle()

    def close(self) -> None:
        """Say goodbye to everybody: the table ends."""
        for conn in list(self._lines):
            self._bye(conn, "closed")
        self.finished = True
        self._settle()

    # what goes out

    def deadline(self) -> float:
        """When `tick` is due next: a time, or infinity."""
        due = [line.since + limits.HELLO_WITHIN_S for line in self._lines.values() if line.person is None]
        if self._empty_since is not None:
            due.append(self._empty_since + limits.EMPTY_TABLE_S)
        if self._paused_at is None:
            due.append(self._race.deadline())
            due.append(self._play.deadline() if self._play is not None else math.inf)
            due += [robot.deadline for robot in self._robots.values()]
            due += [chair.lost_at + limits.LOST_GRACE_S for chair in self._chairs if chair.lost_at is not None]
        return math.inf if self.finished else min(due, default=math.inf)

    def drain(self) -> list[Outgoing]:
        """The frames to send now, players' before watchers'."""
        return self._post.drain()

    @property
    def match(self) -> Match | None:
        """The match that is played, or the last one; None before the first."""
        return self._play.match if self._play is not None else None

    @property
    def phase(self) -> wire.Phase:
        return "lobby" if self._play is None else self._play.phase

    # coming and going

    def _hello(self, conn: int, line: Line, frame: bytes | str) -> None:
        hello = self._door.admit(line.peer, frame, self._now)
        if isinstance(hello, wire.Bye):
            return self._bye(conn, hello.code, *hello.args)
        host = hmac.compare_digest(hello.token.encode(), self._host_token)
        person = Person(hello.token, self._chairs.free_name(hello.name, hello.token), host)
        if hello.role == "watch":
            self._watch(conn, person)
        else:
            self._sit(conn, person)

    def _watch(self, conn: int, person: Person) -> None:
        watchers = self._chairs.watchers
        known = next((watcher for watcher in watchers if watcher.token == person.token), None)
        if known is not None and known.conn is not None:
            self._bye(known.conn, "elsewhere")
        elif len(watchers) >= limits.WATCHERS_MAX:
            return self._bye(conn, "too-many-watchers")
        watchers.append(person)
        self._welcome(conn, person, None)

    def _sit(self, conn: int, newcomer: Person) -> None:
        chair = self._chairs.by_token(newcomer.token) or self._chairs.vacant()
        if chair is None:
            return self._bye(conn, "full")
        person = chair.person = chair.person or newcomer
        if person.conn is not None:
            old, person.conn = person.conn, None
            self._bye(old, "elsewhere")
        self._dismiss_robot(chair)
        self._race.drop(person)  # not answered yet: it will be asked again
        chair.line, chair.lost_at = "here", None
        self._welcome(conn, person, self._chairs.seat_of(person))

    def _welcome(self, conn: int, person: Person, seat: Seat | None) -> None:
        self._lines[conn].person = person
        person.conn, person.seq, person.view, person.room = conn, 0, None, None
        self._post.send(conn, wire.Welcome(seat, person.acked, person.host))
        if person.acked:
            self._post.send(conn, wire.Answer(person.acked, person.answer))

    def _bye(self, conn: int, code: str, *args: int | str) -> None:
        self._post.send(conn, wire.Bye(code, args), close=True)
        self._hang_up(conn)

    def _hang_up(self, conn: int) -> None:
        """Forget a connection; if it was somebody's, the line is lost and the chair kept."""
        line = self._lines.pop(conn, None)
        person = line.person if line is not None else None
        if person is None or person.conn != conn:
            return
        person.conn = None
        if person in self._chairs.watchers:
            self._chairs.watchers.remove(person)
        elif (seat := self._chairs.seat_of(person)) is not None:
            chair = self._chairs[seat]
            chair.line, chair.lost_at, chair.ready = "lost", self._now, False

    def _give_up(self, chair: Chair, line: wire.Line) -> None:
        """Do not wait for this person any longer: during a match a bot plays on, otherwise the chair is open."""
        chair.line, chair.lost_at, chair.ready = line, None, False
        if self.phase in ("deal", "play"):
            if chair.bot is None:
                self._seat_robot(chair)
        else:
            chair.person = None

    def _seat_robot(self, chair: Chair) -> None:
        self._robots_made += 1
        conn, token = -self._robots_made, f"robot {self._rng.getrandbits(128):032x}"
        name = next((name for name in NAMES if self._chairs.free_name(name) == name), self._chairs.free_name(NAMES[0]))
        chair.bot = Person(token, name)
        self._lines[conn] = Line("", self._now, self._now)
        self._robots[conn] = Robot(self._game, name, token, "", self._rng)
        self._welcome(conn, chair.bot, self._chairs.seat_of(chair.bot))

    def _dismiss_robot(self, chair: Chair) -> None:
        if (bot := chair.bot) is not None and bot.conn is not None:
            del self._robots[bot.conn], self._lines[bot.conn]
            self._race.drop(bot)
            chair.bot = None

    # what players and watchers ask for

    def _from_watcher(self, conn: int, person: Person, frame: bytes | str) -> None:
        """Watchers can leave, be told again and, between rounds, chat; whatever else they send is not even read."""
        if wire.kind_of(frame).t not in ("leave", "resync", "say"):
            return self._refuse(conn, "read-only")
        match wire.from_client(frame):
            case wire.Leave():
                self._bye(conn, "left")
            case wire.Resync():
                person.view = person.room = None
            case wire.Say(text):
                if self.phase == "play":
                    return self._refuse(conn, "no-chat-now")
                self._say(person, None, text)

    def _from_player(self, conn: int, seat: Seat, person: Person, message: wire.FromClient) -> None:
        match message:
            case wire.Act():
                self._act(conn, seat, person, message)
            case wire.Ready():
                self._chairs[seat].ready = self.phase != "play"  # a late or doubled one is not for the next deal
            case wire.Say(text):
                if self.match is not None and self.match.state.silent:
                    return self._refuse(conn, "no-chat-now")
                self._say(person, seat, text)
            case wire.Resync():
                person.view = person.room = None
            case wire.Leave():
                self._bye(conn, "left")
                self._give_up(self._chairs[seat], "left")
            case wire.Hello():
                self._bye(conn, "not-understood")
            case _ if not person.host:
                self._refuse(conn, "host-only")
            case wire.SetSeats() | wire.SetOption() | wire.Start() if self.phase not in ("lobby", "over"):
                self._refuse(conn, "not-now")
            case wire.SeatBot(number) | wire.FreeSeat(number) if not 0 <= number < len(self._chairs):
                self._refuse(conn, "no-such-seat", number)
            case wire.SeatBot(number):
                self._seat_bot(conn, self._chairs[number])
            case wire.FreeSeat(number):
                self._free_seat(conn, self._chairs[number])
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

    def _say(self, person: Person, seat: Seat | None, text: str) -> None:
        if text := clean(text, limits.CHAT_CELLS_MAX):
            self._post.send_everybody(wire.Said(person.name, seat, text))

    def _seat_bot(self, conn: int, chair: Chair) -> None:
        if chair.bot is not None or chair.here is not None:
            return self._refuse(conn, "not-now")
        if self.phase in ("lobby", "over"):
            chair.person = None
        chair.lost_at = None
        self._seat_robot(chair)

    def _free_seat(self, conn: int, chair: Chair) -> None:
        if chair.person is not None:
            if chair.person.conn is not None:
                self._bye(chair.person.conn, "freed")
            self._give_up(chair, "left")
            chair.person = None
        elif chair.bot is not None and self.phase in ("lobby", "over"):
            self._dismiss_robot(chair)
        else:
            self._refuse(conn, "not-now")

    def _set_seats(self, conn: int, seats: int) -> None:
        if seats not in self._game.SEATS:
            return self._refuse(conn, "seats", seats, self._game.SEATS.start, self._game.SEATS.stop - 1)
        removed = self._chairs.resize(seats)
        if removed is None:
            return self._refuse(conn, "seats-taken")
        self._play = None  # the seats of the finished match are no longer those of the table
        for chair in removed:
            self._dismiss_robot(chair)
        for chair in self._chairs:
            player = chair.player
            if player is not None and player.conn is not None:
                self._welcome(player.conn, player, self._chairs.seat_of(player))

    def _set_option(self, conn: int, name: str, value: str) -> None:
        try:
            self._options = read_options(self._game, {**self._options, name: value})
        except Refused as refused:
            self._refuse(conn, refused.code, *refused.details)

    # playing

    def _start(self) -> None:
        names = [chair.player.name for chair in self._chairs if chair.player is not None]
        self._play = Play(self._name, names, self._options, rng=self._rng, record=self._record, now=self._now)
        self._tell(self._play.opening)
        self._unready()

    def _unready(self) -> None:
        for chair in self._chairs:
            chair.ready = False

    def _act(self, conn: int, seat: Seat, person: Person, act: wire.Act) -> None:
        """Enter an act into the race. A repeated one is answered, never played.

        What stands aside, or cannot be done at all, does not race: it would make others wait longer, or less long, and
        so betray what they may not see.
        """
        waiting = self._race.of(person)
        number, action = (person.acked, person.act) if waiting is None else (waiting.n, bytes(waiting.action))
        if act.n == number:
            if bytes(act.action) != action:
                self._bye(conn, "conflict")
            elif waiting is None:
                self._post.send(conn, wire.Answer(act.n, person.answer))
        elif act.n > number:
            if act.n > number + 1 or waiting is not None:
                return self._bye(conn, "out-of-order")
            if self._play is None or kind_of(act.action) not in self._play.racing(seat):
                return self._play_one(person, act)
            lag_s = self._lines[conn].lag_s
            self._race.hold(person, act, now=self._now, lag_s=lag_s, rivals_lag_s=self._rivals_lag_s(seat))
            self._play_ripe()

    def _rivals_lag_s(self, seat: Seat) -> float:
        """The largest credited round trip among the others who could act now and of whom nothing is held."""
        if self._play is None or self._play.phase == "over":
            return 0.0
        slowest_s = 0.0
        for rival, chair in enumerate(self._chairs):
            person = chair.here
            if person is None or person.conn is None or rival == seat or self._race.of(person) is not None:
                continue
            lag_s = self._lines[person.conn].lag_s
            if lag_s > slowest_s and self._play.racing(rival):
                slowest_s = lag_s
        return slowest_s

    def _play_ripe(self) -> None:
        for held in self._race.ripe(self._now):
            self._play_one(held.person, held.act)

    def _play_one(self, person: Person, act: wire.Act) -> None:
        person.acked, person.act, person.answer = act.n, bytes(act.action), None
        happenings: list[Happening] | None = None
        try:
            happenings = self._play_act(person)
        except Refused as refused:
            person.answer = wire.Refusal(refused.code, refused.details, refused.rule)
        if person.conn is not None:
            self._post.send(person.conn, wire.Answer(person.acked, person.answer))
        if happenings is not None:
            self._tell(happenings)

    def _play_act(self, person: Person) -> list[Happening]:
        seat = self._chairs.seat_of(person)
        if self._play is None or seat is None:
            raise Refused("not-now")
        return self._play.act(seat, person.act, self._now)

    # telling

    def _settle(self) -> None:
        """What may follow from whatever came in: a pause, the next deal, and everybody told who is here."""
        self._pause()
        here = [chair for chair in self._chairs if chair.here is not None]
        if here and all(chair.ready for chair in here):
            if self._play is not None and self.phase == "deal":
                self._tell(self._play.deal(self._now))
                self._unready()
            elif self.phase != "play" and all(chair.player is not None for chair in self._chairs):
                self._start()
        if any(person.view is None for person in self._chairs.players() + self._chairs.watchers):
            self._tell(())
        self._tell_room()
        self._post.deliver_inside(self._robots, self._now)
        if here or self._chairs.watchers:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = self._now

    def _pause(self) -> None:
        """With no person here a match stands still: its timers, its bots and the patience with those who are lost."""
        idle = self.phase in ("deal", "play") and not any(chair.here for chair in self._chairs)
        if idle and self._paused_at is None:
            self._paused_at = self._now
        elif not idle and self._paused_at is not None:
            pause_s, self._paused_at = self._now - self._paused_at, None
            if self._play is not None:
                self._play.postpone(pause_s)
            for robot in self._robots.values():
                robot.deadline += pause_s
            for chair in self._chairs:
                if chair.lost_at is not None:
                    chair.lost_at += pause_s

    def _tell(self, happenings: Iterable[Happening]) -> None:
        if self._play is not None:
            self._post.show(self._play.match, happenings, self._play.clocks(self._now))

    def _tell_room(self) -> None:
        chairs = tuple(chair.describe() for chair in self._chairs)
        watchers = tuple(person.name for person in self._chairs.watchers)
        self._post.show_room(wire.Room(self._name, self._options, self.phase, chairs, watchers))

    def _refuse(self, conn: int, code: str, *args: int | str) -> None:
        self._post.send(conn, wire.Answer(0, wire.Refusal(code, args)))
