"""What players do, sans-IO: every act is entered into the race, played once when its time has come, and answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.board import Happening, Refused, Seat
from net import wire
from net.chairs import Chairs, Person
from net.hall import Hall
from net.play import Play, kind_of
from net.post import Post
from net.race import Race


class Acts:
    """`tell` gets what has happened, as soon as whoever did it has been answered. Without a match, as in a lobby, every
    act is refused."""

    def __init__(
        self, chairs: Chairs, post: Post, hall: Hall, race: Race, tell: Callable[[Sequence[Happening]], None]
    ) -> None:
        self._chairs, self._post, self._hall, self._race, self._tell = chairs, post, hall, race, tell

    def enter(self, play: Play | None, conn: int, seat: Seat, person: Person, act: wire.Act) -> None:
        """Enter an act into the race. A repeated one is answered, never played.

        What stands aside, or cannot be done at all, does not race: it would make others wait longer, or less long, and
        so betray what they may not see.
        """
        waiting = self._race.of(person)
        number, action = (person.acked, person.act) if waiting is None else (waiting.n, bytes(waiting.action))
        if act.n == number:
            if action and bytes(act.action) != action:
                self._hall.bye(conn, "conflict")
            elif action and waiting is None:
                self._post.send(conn, wire.Answer(act.n, person.answer))
        elif act.n > number:
            if act.n > number + 1 or waiting is not None:
                return self._hall.bye(conn, "out-of-order")
            if play is None or kind_of(act.action) not in play.racing(seat):
                return self._play_one(play, person, act)
            lag_s, rivals_lag_s = self._hall.door.lines[conn].lag_s, self._rivals_lag_s(play, seat)
            self._race.hold(person, act, now=self._hall.now, lag_s=lag_s, rivals_lag_s=rivals_lag_s)
            self.play_ripe(play)

    def play_ripe(self, play: Play | None) -> None:
        """Play those before which nothing can come any more."""
        for held in self._race.ripe(self._hall.now):
            self._play_one(play, held.person, held.act)

    def _rivals_lag_s(self, play: Play, seat: Seat) -> float:
        """The largest credited round trip among the others who could act now and of whom nothing is held."""
        if play.phase == "over":
            return 0.0
        slowest_s = 0.0
        for rival, chair in enumerate(self._chairs):
            person = chair.here
            if person is None or person.conn is None or rival == seat or self._race.of(person) is not None:
                continue
            lag_s = self._hall.door.lines[person.conn].lag_s
            if lag_s > slowest_s and play.racing(rival):
                slowest_s = lag_s
        return slowest_s

    def _play_one(self, play: Play | None, person: Person, act: wire.Act) -> None:
        person.acked, person.act, person.answer = act.n, bytes(act.action), None
        happenings: list[Happening] | None = None
        try:
            happenings = self._play(play, person)
        except Refused as refused:
            person.answer = wire.Refusal(refused.code, refused.details, refused.rule)
        if person.conn is not None:
            self._post.send(person.conn, wire.Answer(person.acked, person.answer))
        if happenings is not None:
            self._tell(happenings)

    def _play(self, play: Play | None, person: Person) -> list[Happening]:
        seat = self._chairs.seat_of(person)
        if play is None or seat is None:
            raise Refused("not-now")
        n = person.acked if person is self._chairs[seat].person else 0
        return play.act(seat, person.act, self._hall.now, n)
