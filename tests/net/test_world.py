"""Chaos, then calm: whatever lines and people do, the table plays by the rules, and then every match ends.

And the test of that test: a table with a fault that was put there is found out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from typing import Any

import msgspec
import pytest

from engine.board import Happening
from net import wire
from net.acts import Acts
from net.chairs import Person
from net.door import Door
from net.hall import Hall
from net.play import Play
from net.post import Outgoing, Post
from net.table import Table
from tests.net.storms import STORM_S, some_world, storm_and_calm

SEEDS = range(200)


@pytest.mark.parametrize("seed", SEEDS)
def test_through_every_storm_to_the_end(seed: int) -> None:
    corners(seed)


def test_the_storms_reach_every_corner() -> None:
    """The worlds of the test above meet what they are there for."""
    met = set().union(*map(corners, SEEDS[:60]))
    assert met >= {"bye elsewhere", "bye left", "bye freed", "bye full", "bye not-understood", "bye too-fast"}
    assert met >= {f"refused {code}" for code in ("read-only", "host-only", "not-now", "no-such-seat", "too-late")}
    assert met >= {"refused between-rounds", "refused chair-taken", "verdict fair", "verdict came-later", "sat down"}


@cache
def corners(seed: int) -> frozenset[str]:
    """What people have met in this world, which has come through its storm."""
    world = storm_and_calm(seed)
    met = {f"verdict {verdict.code}" for verdict in world.verdicts}
    for guest in world.guests:
        watching: set[int] = set()
        for _, conn, frame in guest.heard:
            match wire.from_host(frame):
                case wire.Bye(code):
                    met.add(f"bye {code}")
                case wire.Answer(_, wire.Refusal(code)):
                    met.add(f"refused {code}")
                case wire.Welcome(None):
                    watching.add(conn)
                case wire.Welcome() if conn in watching:
                    met.add("sat down")
    return frozenset(met)


def test_the_same_seed_makes_the_same_world() -> None:
    worlds = [some_world(seed) for seed in (4, 4, 5)]
    for world in worlds:
        world.run(STORM_S)
    first, again, other = ([guest.heard for guest in world.guests] for world in worlds)
    assert first == again != other
    assert worlds[0].referee.lines == worlds[1].referee.lines != worlds[2].referee.lines


# the test of the test


def forgets_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeated act is played again."""
    enter = Acts.enter

    def forgetful(self: Acts, play: Play | None, conn: int, seat: int, person: Person, act: wire.Act) -> None:
        if person.acked == act.n:
            person.acked -= 1
        enter(self, play, conn, seat, person, act)

    monkeypatch.setattr(Acts, "enter", forgetful)


def forgets_who_came_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes back is welcomed as somebody new."""
    welcome = Hall._welcome

    def forgetful(self: Hall, conn: int, person: Person, *how: Any) -> None:
        person.acked = 0
        welcome(self, conn, person, *how)

    monkeypatch.setattr(Hall, "_welcome", forgetful)


def tells_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    drain = Post.drain

    def stuttering(self: Post) -> list[Outgoing]:
        out = drain(self)
        return [*out, *(out[-1:] if out and b'"t":"update"' in out[-1].frame else [])]

    monkeypatch.setattr(Post, "drain", stuttering)


def tells_the_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is sent the view after every act, also who learned nothing."""
    tell = Table._tell

    def talkative(self: Table, happenings: Sequence[Happening]) -> None:
        for person in self._chairs.players():
            person.view = None
        tell(self, happenings)

    monkeypatch.setattr(Table, "_tell", talkative)


def tells_events_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.tail.told", lambda happenings, viewer: tuple(each.event for each in happenings))


def does_not_record_what_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    act = Play.act

    def hasty(self: Play, seat: int, action: bytes, now: float, n: int = 0) -> list[Happening]:
        record, self._record = self._record, lambda line: None
        happenings = act(self, seat, action, now, n)
        self._record = record
        return happenings

    monkeypatch.setattr(Play, "act", hasty)


def keeps_news_from_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only every other update is sent."""
    send_all, updates = Post._send_all, count()

    def miserly(self: Post, persons: Sequence[Person], message: wire.FromHost, *, newest: bool = False) -> None:
        if not newest or next(updates) % 2:
            send_all(self, persons, message, newest=newest)

    monkeypatch.setattr(Post, "_send_all", miserly)


def takes_every_frame_for_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow reader may miss who is here, because a later view seems to replace it."""
    send_all = Post._send_all
    monkeypatch.setattr(
        Post, "_send_all", lambda self, persons, message, newest=False: send_all(self, persons, message, newest=True)
    )


def loses_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table does not find the chair of who comes back, as if it had made the token and its welcome were lost."""
    monkeypatch.setattr("net.chairs.Chairs.by_token", lambda self, token: None)


def tells_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    admit = Door.admit

    def leaky(self: Door, *how: Any) -> wire.Hello | wire.Bye:
        hello = admit(self, *how)
        return msgspec.structs.replace(hello, name=hello.token) if isinstance(hello, wire.Hello) else hello

    monkeypatch.setattr(Door, "admit", leaky)


def serves_watchers_first(monkeypatch: pytest.MonkeyPatch) -> None:
    drain = Post.drain
    monkeypatch.setattr(Post, "drain", lambda self: drain(self)[::-1])


def plays_on_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_pause", lambda self: None)


Fault = Callable[[pytest.MonkeyPatch], None]
FAULTS: dict[Fault, str] = {
    forgets_numbers: "one act, two answers|played more often",
    forgets_who_came_back: "played more often|one act, two answers|does not end|nobody asked",
    tells_twice: "twice",
    tells_the_unchanged: "nothing new",
    tells_events_to_everybody: "not what viewer",
    does_not_record_what_it_tells: "not in the journal",
    keeps_news_from_watchers: "withheld|was not told",
    takes_every_frame_for_a_view: "left out",
    loses_the_token: "another chair|does not end|has not come back|nobody asked|played to",
    tells_the_code: "secret",
    serves_watchers_first: "served before",
    plays_on_alone: "played to nobody",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_table_with_a_fault_is_found_out(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=FAULTS[fault]):
        all(storm_and_calm(seed) for seed in SEEDS)
