"""A table, players and watchers behind bad lines: a whole world with one clock of its own, and all of it from one seed.

What crosses a line are the real bytes. A line delays them, keeps their order and, when it is cut, loses all that is on
its way. While it storms, lines are cut and people do what people do; once it is calm, the match has to end.
"""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from engine import journal
from engine.games import GAMES
from net import wire
from net.limits import END_WITHIN_S, PING_EVERY_S, SILENT_S
from net.post import Outgoing
from net.resume import resume
from net.table import Table
from net.thinker import consider
from net.thought import Question
from net.trouble import Trouble
from net.witness import Verdict
from tests.net.people import CODE, MISCHIEF_EVERY_S, Guest, Window, do_something, strange_frames, suffer
from tests.net.referee import Referee

STRANGER_EVERY_S = 3.0
KILLED_EVERY_S = 20.0
PLAYOUTS = 2
"""So far do hard bots look into things here."""


class Killed(Exception):
    """The table's process has been killed in the middle of what it was doing."""


class Line:
    """One connection between a window and the table."""

    def __init__(self, world: World, conn: int, window: Window) -> None:
        self.conn, self.window = conn, window
        self.dead: set[str] = set()
        """The ways on which nothing arrives any more."""
        self.known = True
        """The table has not been told that it is closed."""
        self.unread: list[Outgoing] = []
        self._world = world
        self._dice = world.stream(f"line {conn}")
        self._arrivals = {"up": 0.0, "down": 0.0}

    def delay(self) -> float:
        return self.window.guest.latency_s * self._dice.uniform(0.9, 1.4) * (5 if self._dice.random() < 0.01 else 1)

    def carry(self, way: str, arrive: Callable[..., None], *args: Any) -> None:
        """Let something arrive after everything that was sent before it, unless the line is cut meanwhile."""
        at = self._arrivals[way] = max(self._world.now + self.delay(), self._arrivals[way])
        self._world.at(at, self._arrive, way, arrive, *args)

    def _arrive(self, way: str, arrive: Callable[..., None], *args: Any) -> None:
        if way not in self.dead:
            arrive(*args)


class World:
    """Everything happens in `run`. AssertionError and whatever else is raised names what is wrong with the table."""

    line = Line

    def __init__(
        self,
        seed: int,
        game: str = "allegra",
        *,
        players: int = 2,
        bots: int = 0,
        watchers: int = 1,
        options: Mapping[str, int | str] | None = None,
        matches: int = 1,
        storm: bool = True,
    ) -> None:
        self.seed, self.now, self.storm, self.matches = seed, 0.0, storm, matches
        self.seats = players + bots
        self._events: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._count = itertools.count(1)
        self._tick_at = math.inf
        self._name, self._game, self._options = game, GAMES[game], options or {}
        self.guests = [self._guest(f"player{i}", "play", host=i == 0) for i in range(players)]
        self.guests += [self._guest(f"watcher{i}", "watch") for i in range(watchers)]
        self.lines: dict[int, Line] = {}
        self.referee = Referee()
        self.referee.secrets = {CODE.encode(), *(guest.token.encode() for guest in self.guests)}
        self.acted_at: list[float] = []
        """When each act of the journal was recorded."""
        self.verdicts: list[Verdict] = []
        """What the windows have found of the deals."""
        self.alarms: list[str] = []
        self._settings: dict[str, Any] = {
            "code": CODE,
            "host_token": self.guests[0].token,
            "rng": self.stream("bots"),
            "entropy": self.stream("secrets").randbytes,
            "record": self._record,
        }
        self.table = Table(game, seats=self.seats, options=options or {}, **self._settings)
        self.is_up = True
        self.kills = 0
        self._doom = ""
        """What comes with the next line of the journal: the table's process is killed before it is written or after it,
        or the disk is full."""
        self._kills, self._strangers = self.stream("kills"), self.stream("strangers")
        if storm:
            self._stranger()
            self.after(self._kills.expovariate(1 / KILLED_EVERY_S), self._doomed)

    def _guest(self, name: str, role: wire.Role, host: bool = False) -> Guest:
        guest = Guest(name, role, self.stream(name), self.stream(f"{name}'s mind"), host=host)
        guest.entropy = self.stream(f"{name}'s nonces").randbytes
        self.at(guest.dice.uniform(0, 2), self.open_window, guest)
        self.at(guest.dice.expovariate(1 / MISCHIEF_EVERY_S), self._suffer, guest)
        return guest

    # time

    def stream(self, name: str) -> random.Random:
        """Chance for one thing alone, so that what happens to one does not change what happens to another."""
        return random.Random(f"{self.seed} {name}")

    def at(self, when: float, event: Callable[..., None], *args: Any) -> None:
        heapq.heappush(self._events, (when, next(self._count), event, args))

    def after(self, delay: float, event: Callable[..., None], *args: Any) -> None:
        self.at(self.now + delay, event, *args)

    def run(self, until: float, *, to_the_end: bool = True) -> None:
        """Let things happen until a time; `to_the_end`, no longer than the matches last."""
        while self._events and self._events[0][0] <= until:
            if to_the_end and self.ended:
                return
            self.now, _, event, args = heapq.heappop(self._events)
            event(*args)
        self.now = until

    @property
    def ended(self) -> bool:
        return self.referee.over and self.referee.matches >= self.matches

    def heal(self) -> None:
        """From now on lines hold, everybody reads, and whoever has gone comes back."""
        self.storm = False
        for guest in self.guests:
            for window in guest.windows:
                self.read_again(window)
            if not guest.windows:
                self.after(guest.dice.uniform(0, 2), self.open_window, guest)

    def check_calm(self) -> None:
        """When it has been calm for a while everybody sits in one window, knows the table and waits for no answer."""
        self.referee.journal_replays()
        assert not self.alarms, f"they cry wolf: {self.alarms}"
        rooms = set()
        for guest in self.guests:
            assert len(guest.windows) == 1, f"{guest.name} has not come back"
            link = guest.windows[0].link
            assert link.online
            assert (link.seat is None) == (guest.name in link.room.watchers)
            assert link.pending is None, f"{guest.name} waits for an answer"
            assert link.view == self.referee.view(link.seat), f"{guest.name} sees an old table"
            rooms.add(wire.encode(link.room))
        assert len(rooms) == 1, "they do not agree on who is here"

    # the table's end of the lines

    def _record(self, line: journal.Line) -> None:
        doom, self._doom = self._doom, ""
        if doom == "before":
            raise Killed
        if doom == "full":
            raise Trouble("disk-full", "journal")
        self.referee.record(line)
        if isinstance(line, journal.Acted):
            self.acted_at.append(self.now)
        if doom == "after":
            raise Killed

    def _tell(self, verb: Callable[..., None], *args: Any) -> None:
        """Let the table hear of something now, and send what it says, unless it is killed before."""
        try:
            verb(*args, self.now)
        except Killed:
            self._die()
        except Trouble as trouble:
            self.table.break_down(trouble.code, *trouble.details)
            self._drain()
            self.after(END_WITHIN_S, self._die)
        else:
            self._drain()

    def _lag(self, conn: int, rtt_s: float) -> None:
        self.table.lag(conn, rtt_s)

    def _doomed(self) -> None:
        """The table's process is going to be killed, now or in the middle of something."""
        if not self.storm:
            return
        self.after(self._kills.expovariate(1 / KILLED_EVERY_S), self._doomed)
        how = self._kills.choice(["now", "before", "after", "full"])
        if how == "now":
            self._die()
        else:
            self._doom = how

    def _die(self) -> None:
        """All that it has not sent is lost, and whatever was on its way. Soon it is started again from its journal."""
        if not self.is_up:
            return
        self.kills += 1
        self.is_up = False
        for line in [line for line in self.lines.values() if line.known]:
            line.known, line.dead = False, {"up", "down"}
            self.referee.closed(line.conn)
            self.after(line.delay(), self._lose, line)
        self.after(self._kills.uniform(0.3, 4), self._revive)

    def _revive(self) -> None:
        self.is_up = True
        text = self.referee.killed(torn=self._kills.random() < 0.5)
        try:
            if text:
                self.table = resume(text, self.now, **self._settings)
            else:
                self.table = Table(self._name, seats=self.seats, options=self._options, **self._settings)
        except (Killed, Trouble):
            self._die()
        else:
            self._tick_at = math.inf
            self._tell(self.table.tick)

    def _drain(self) -> None:
        """What the shell does after everything: send, and set the alarm."""
        batch = self.table.drain()
        self.referee.told(batch)
        for outgoing in batch:
            for line in [self.lines[conn] for conn in outgoing.conns if conn in self.lines]:
                line.window.guest.heard.append((self.now, line.conn, outgoing.frame))
                line.carry("down", self._reach_window, line, outgoing)
                if outgoing.close:
                    self.after(2 * line.delay(), self._close, line.conn)
        for question in self.table.questions():
            think_s = random.Random(question.seed).uniform(0, 1.2 * question.budget_s)
            if think_s <= question.budget_s:
                self.after(think_s, self._advise, self.table, question)
        if (deadline := self.table.deadline()) < self._tick_at:
            self._tick_at = max(deadline, self.now)
            self.at(self._tick_at, self._tick)

    def _advise(self, table: Table, question: Question) -> None:
        """What stands in for the process that thinks. Some of its answers never come."""
        if self.table is table and self.is_up:
            table.advise(consider(question, range(PLAYOUTS)))
            self._drain()

    def _tick(self) -> None:
        if self.now < self._tick_at:
            return
        self._tick_at = math.inf
        if self.is_up:
            self._tell(self.table.tick)
            assert not self.is_up or self.table.deadline() > self.now, "what was due is due again"

    def _reach_table(self, line: Line, frame: bytes | str) -> None:
        if line.known:
            self.referee.heard(line.conn, frame)
            self._tell(self.table.receive, line.conn, frame)

    def _close(self, conn: int) -> None:
        """The table is told, once, that a connection is gone."""
        if conn in self.lines:
            if not self.lines[conn].known:
                return
            self.lines[conn].known = False
        self.referee.closed(conn)
        if self.is_up:
            self._tell(self.table.closed, conn)

    def _stranger(self) -> None:
        """Somebody knocks at the door and does not know what to say."""
        dice, conn = self._strangers, next(self._count)
        if self.is_up:
            self.referee.connected(conn, "")
            self._tell(self.table.connected, conn, "a stranger")
        for frame in strange_frames(dice):
            if self.is_up:
                self._tell(self.table.receive, conn, frame)
        self.after(dice.uniform(0, 20), self._close, conn)
        if self.storm:
            self.after(dice.expovariate(1 / STRANGER_EVERY_S), self._stranger)

    # the people's end

    def open_window(self, guest: Guest) -> None:
        guest.windows.append(Window(guest))
        self._dial(guest.windows[-1])

    def send(self, window: Window, *more: bytes) -> None:
        """Send what the client's link has to say, and whatever else."""
        frames = window.link.drain()
        window.sent += frames
        if window.line is not None:
            for frame in (*frames, *more):
                window.line.carry("up", self._reach_table, window.line, frame)

    def read_again(self, window: Window) -> None:
        window.reads = True
        if window.line is not None:
            unread, window.line.unread = window.line.unread, []
            for outgoing in unread:
                self._reach_window(window.line, outgoing)

    def cut(self, line: Line) -> None:
        """All that is on its way is lost, or all that goes one way. Who hears nothing any more hangs up soon, or after
        the silence, and then the other end notices too; the table possibly after the next hello."""
        dice = line.window.guest.dice
        line.dead |= dice.choice([{"up", "down"}, {"up", "down"}, {"up"}, {"down"}])
        window_s, table_s = (dice.choice([dice.uniform(0, 1.5), SILENT_S]) for _ in ("window", "table"))
        self.after(window_s + (0 if "down" in line.dead else table_s), self._lose, line)
        self.after(table_s + (0 if "up" in line.dead else window_s), self._close, line.conn)

    def _dial(self, window: Window) -> None:
        if window.line is None and window in window.guest.windows:
            line = window.line = self.line(self, next(self._count), window)
            self.lines[line.conn] = line
            line.carry("up", self._connect, line)

    def _connect(self, line: Line) -> None:
        if not self.is_up:
            line.known, line.dead = False, {"up", "down"}
            return self.after(line.delay(), self._lose, line)
        self.referee.connected(line.conn, line.window.guest.token)
        self._tell(self.table.connected, line.conn, line.window.guest.name)
        line.carry("down", self._opened, line)
        self._ping(line)

    def _opened(self, line: Line) -> None:
        line.window.link.opened()
        self.send(line.window)

    def _ping(self, line: Line) -> None:
        if line.known and not line.dead:
            rtt_s = line.delay() + line.delay() + line.window.guest.pong_delay_s
            self.after(rtt_s, self._lag, line.conn, rtt_s)
            self.after(PING_EVERY_S, self._ping, line)

    def _reach_window(self, line: Line, outgoing: Outgoing) -> None:
        window = line.window
        if window.line is not line:
            return
        if not window.reads:
            if outgoing.newest:
                line.unread = [waiting for waiting in line.unread if not waiting.newest]
            line.unread.append(outgoing)
            return
        before = window.link.fairness
        window.link.receive(outgoing.frame)
        verdict = window.link.fairness
        if verdict is not None and verdict is not before:
            self.verdicts.append(verdict)
            if verdict.is_alarm:
                self.alarms.append(f"{window.guest.name} at {self.now:.3f}: {verdict}")
        self.send(window)
        if outgoing.close:
            self._lose(line)
        else:
            self._wake(window, 0.05, 0.8)

    def _lose(self, line: Line) -> None:
        """The window notices that its line is gone, and opens another one; or the laptop sleeps for a while."""
        window, guest = line.window, line.window.guest
        if window.line is not line:
            return
        window.line = None
        window.link.closed()
        if not window.link.finished:
            self.after(guest.dice.choice([guest.dice.uniform(0.05, 2), guest.dice.uniform(0, 20)]), self._dial, window)
        else:
            guest.windows.remove(window)
            if window.link.bye is not None and window.link.bye.code == "full":
                guest.role = "watch"
            if not guest.windows:
                self.after(guest.dice.uniform(0.5, 6), self.open_window, guest)

    def _wake(self, window: Window, soonest: float, latest: float) -> None:
        if not window.awake:
            window.awake = True
            self.after(window.guest.dice.uniform(soonest, latest), self._think, window)

    def _think(self, window: Window) -> None:
        window.awake = False
        again = do_something(window, self._game, rematch=self.referee.matches < self.matches)
        self.send(window)
        if again:
            self._wake(window, 0.3, 1.5)

    def _suffer(self, guest: Guest) -> None:
        if self.storm:
            self.after(guest.dice.expovariate(1 / MISCHIEF_EVERY_S), self._suffer, guest)
            suffer(self, guest)
