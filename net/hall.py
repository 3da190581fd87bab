"""The hall of the table: who comes, who goes, who comes back, and the bots that fill in."""

from __future__ import annotations

import hmac
import random
from collections.abc import Callable, Iterable

from engine import journal
from engine.board import Seat
from engine.game import Game
from engine.strengths import Strength
from net import limits, wire
from net.chairs import Chair, Chairs, Person, hidden, recalled
from net.door import Door, Line
from net.post import Post
from net.race import Race
from net.robots import Robots


class Hall:
    """Knows of the match only in which `phase` it is. `now` is what the clock showed when something last came in."""

    def __init__(
        self,
        game: Game,
        chairs: Chairs,
        post: Post,
        race: Race,
        *,
        code: str,
        host_token: str,
        rng: random.Random,
        phase: Callable[[], wire.Phase],
    ) -> None:
        self.now = 0.0
        self.door = Door(code)
        self.robots = Robots(game, rng)
        self._game, self._chairs, self._post, self._race = game, chairs, post, race
        self._host_token = host_token.encode()
        self._phase = phase

    def hello(self, conn: int, frame: bytes | str) -> None:
        """The first frame of a connection. Raises msgspec.DecodeError for what is no hello."""
        hello = self.door.admit(conn, frame, self._is_known, self.now)
        if hello is None:
            return
        if isinstance(hello, wire.Bye):
            return self.bye(conn, hello.code, *hello.args)
        token, window = hidden(hello.token), hidden(hello.window)
        for watching in [watcher.conn for watcher in self._chairs.watchers if watcher.token == token]:
            if watching is not None:
                self.bye(watching, "elsewhere")
        name = self._chairs.free_name(hello.name, token)
        is_host = self._is_host(hello.token)
        person = Person(token, name, window, is_host, hello.pledge, acked=hello.acted, told=hello.told)
        if hello.role == "watch" and self._chairs.by_token(token) is None:
            self._watch(conn, person, hello.said)
        else:
            self._sit(conn, person, hello.said)

    def take_turns(self) -> None:
        """Look at the hellos that have waited long enough."""
        while (conn := self.door.next_turn(self.now)) is not None:
            frame = self.door.lines[conn].hello
            assert frame is not None
            self.hello(conn, frame)

    def bye(self, conn: int, code: str, *args: int | str) -> None:
        """Say goodbye and close the connection."""
        self._post.send(conn, wire.Bye(code, args), close=True)
        self.hang_up(conn)

    def hang_up(self, conn: int) -> None:
        """Forget a connection; if it was somebody's, the line is lost and the chair kept."""
        line = self.door.lines.pop(conn, None)
        person = line.person if line is not None else None
        if person is None or person.conn != conn:
            return
        person.conn = None
        if person in self._chairs.watchers:
            self._chairs.watchers.remove(person)
        elif (seat := self._chairs.seat_of(person)) is not None:
            chair = self._chairs[seat]
            chair.line, chair.lost_at, chair.ready = "lost", self.now, False

    def give_up(self, chair: Chair, line: wire.Line) -> None:
        """Do not wait for this person any longer: during a match a bot plays on, otherwise the chair is open."""
        chair.line, chair.lost_at, chair.ready = line, None, False
        if self._phase() in ("deal", "play"):
            if chair.bot is None:
                self.seat_robot(chair)
        else:
            chair.person = None

    def fill(self, chair: Chair, strength: Strength) -> bool:
        """A bot of this strength sits down, or plays for the person who is not there; one that sits there already plays
        so from now on. False if somebody is there, or just such a bot."""
        if chair.here is not None or (chair.bot is not None and chair.strength == strength):
            return False
        chair.strength = strength
        if chair.bot is not None:
            if chair.bot.conn is not None:
                self.robots[chair.bot.conn].strength = strength
            return True
        if self._phase() in ("lobby", "over"):
            chair.person = None
        chair.lost_at = None
        self.seat_robot(chair)
        return True

    def free(self, chair: Chair) -> bool:
        """Whoever sits here has to go. False if it is a bot that is needed, or nobody."""
        if chair.person is not None:
            if chair.person.conn is not None:
                self.bye(chair.person.conn, "freed")
            self.give_up(chair, "left")
            chair.person = None
        elif chair.bot is not None and self._phase() in ("lobby", "over"):
            self.dismiss_robot(chair)
        else:
            return False
        return True

    def hand_over(self, chair: Chair, watcher: Person) -> bool:
        """A watcher sits down, and whoever has gone from this chair does not get it back. False if somebody is here."""
        if watcher.conn is None or (chair.person is not None and chair.person.conn is not None):
            return False
        self.dismiss_robot(chair)
        self._chairs.watchers.remove(watcher)
        chair.person, chair.line, chair.lost_at, chair.ready = watcher, "here", None, False
        self._welcome(watcher.conn, watcher, self._chairs.seat_of(watcher))
        return True

    def go_away(self, chair: Chair) -> None:
        """The person stays, but a bot plays."""
        chair.line, chair.ready = "away", False
        self.seat_robot(chair)

    def be_back(self, chair: Chair) -> None:
        """Whoever was away plays again."""
        if chair.line == "away":
            self.dismiss_robot(chair)
            chair.line = "here"

    def seat_again(self, lines: Iterable[journal.Line]) -> None:
        """Everybody where they were at the end of a journal: bots play on, persons are waited for."""
        lines = list(lines)
        seated = {line.seat: line for line in lines if isinstance(line, journal.Seated)}
        for seat, person in recalled(lines).items():
            chair = self._chairs[seat]
            chair.person, chair.line = person, "left" if seated[seat].left else "lost"
            chair.lost_at = None if seated[seat].bot else self.now
        for seat, line in seated.items():
            if line.bot:
                self._chairs[seat].strength = line.strength
                self.seat_robot(self._chairs[seat], "" if line.person else line.name)

    def seat_robot(self, chair: Chair, name: str = "") -> None:
        """A bot takes the chair; under this name, if one is given."""
        conn, chair.bot = self.robots.make(self._chairs.free_name, chair.strength, name)
        self.door.lines[conn] = Line.opened("", self.now)
        self._welcome(conn, chair.bot, self._chairs.seat_of(chair.bot))

    def dismiss_robot(self, chair: Chair) -> None:
        if (bot := chair.bot) is not None and bot.conn is not None:
            del self.robots[bot.conn], self.door.lines[bot.conn]
            self._race.drop(bot)
            chair.bot, chair.strength = None, "normal"

    def resize(self, seats: int) -> bool:
        """So many chairs, of which everybody is told anew. False, and nothing has changed, if persons hold more."""
        removed = self._chairs.resize(seats)
        if removed is None:
            return False
        for chair in removed:
            self.dismiss_robot(chair)
        for player in self._chairs.players():
            if player.conn is not None:
                self._welcome(player.conn, player, self._chairs.seat_of(player))
        return True

    def _is_host(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._host_token)

    def _is_known(self, token: str) -> bool:
        return self._is_host(token) or self._chairs.by_token(hidden(token)) is not None

    def _watch(self, conn: int, person: Person, said: int) -> None:
        if len(self._chairs.watchers) >= limits.WATCHERS_MAX:
            return self.bye(conn, "too-many-watchers")
        self._chairs.watchers.append(person)
        person.acked = 0
        self._welcome(conn, person, None, said)

    def _sit(self, conn: int, newcomer: Person, said: int) -> None:
        acted, newcomer.acked = newcomer.acked, 0
        chair = self._chairs.by_token(newcomer.token) or self._chairs.vacant() or self._another_chair(newcomer)
        if chair is None:
            return self.bye(conn, "full")
        person = chair.person = chair.person or newcomer
        if not person.moves_to(newcomer.window):
            return self.bye(conn, "elsewhere")
        if person.recalled and acted > person.acked:
            person.acked, person.act = acted, b""  # those after the last one that was played have been refused
        person.recalled = False
        if person.conn is not None:
            old, person.conn = person.conn, None
            self.bye(old, "elsewhere")
        person.pledge, person.told = newcomer.pledge, newcomer.told
        self.dismiss_robot(chair)
        self._race.drop(person)  # not answered yet: it will be asked again
        chair.line, chair.lost_at = "here", None
        self._welcome(conn, person, self._chairs.seat_of(person), said)

    def _another_chair(self, newcomer: Person) -> Chair | None:
        """Guests who were quicker do not keep the host out: between matches a chair is added, if the game allows it."""
        seats = len(self._chairs) + 1
        between = self._phase() in ("lobby", "over")
        if newcomer.host and between and seats in self._game.SEATS and self.resize(seats):
            return self._chairs.vacant()
        return None

    def _welcome(self, conn: int, person: Person, seat: Seat | None, said: int | None = None) -> None:
        """On a new connection, with the chat since the line of this number; or on the same one, in another place."""
        self.door.lines[conn].person = person
        person.conn, person.seq, person.view = conn, 0, None
        chat: tuple[wire.Said, ...] = ()
        if said is not None:
            person.room = person.word = None
            chat = self._post.chat.since(said)
        self._post.send(conn, wire.Welcome(seat, person.acked, person.host, chat))
        if person.act:
            self._post.send(conn, wire.Answer(person.acked, person.answer))
