"""S18: at every step of every game a bot may sit in, and whoever comes back decides from there, with the same cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest

from net import wire
from net.fairdeal import encode_state, is_played
from net.limits import LOST_GRACE_S
from net.robots import THINK_MAX_S
from tests.net.evening import Evening

GAMES: dict[str, dict[str, int | str]] = {
    "allegra": {"rounds": 1, "knock_window": 1},
    "romi": {"rounds": 2},
    "aluette": {},
}
LONG_S = 1_000.0

Way = Callable[["Table", str], None]


def leaves(table: Table, name: str) -> None:
    table.leaves(name)


def is_away(table: Table, name: str) -> None:
    table.links[name].send(wire.Away())
    table.settle()


def is_lost(table: Table, name: str) -> None:
    """And the host does not wait for them."""
    table.loses(name)
    table.links["Ana"].send(wire.SeatBot(table.seat(name)))
    table.settle()


def is_lost_for_long(table: Table, name: str) -> None:
    table.loses(name)
    table.wait(LOST_GRACE_S)


WAYS: dict[str, tuple[Way, ...]] = {"Ana": (leaves, is_away), "Bob": (leaves, is_lost, is_away, is_lost_for_long)}
"""To go, so that a bot sits in."""


class Table(Evening):
    """Two persons who come and go; and bots on the other chairs."""

    def __init__(self, game: str) -> None:
        super().__init__("Ana", "Bob", "Cem", "Dea", game=game, **GAMES[game])
        for name in ("Cem", "Dea"):
            self.leaves(name)

    def comes_back(self, name: str) -> None:
        """The cards and the scores are what they were before, and the person is told of them."""
        before = encode_state(self.match.state)
        if self.links[name].online:
            self.links[name].send(wire.Back())
            self.settle()
        else:
            self.comes(name)
        seat = self.seat(name)
        assert self.table._chairs[seat].here is not None
        assert encode_state(self.match.state) == before
        assert wire.encode(self.links[name].view) == wire.encode(self.match.view(seat))

    def stands_still(self) -> None:
        """While nobody is here, with the clocks and the bots."""
        assert self.table._play is not None
        before = encode_state(self.match.state), len(self.lines), self.table._play.clocks(self.now)
        for name in ("Bob", "Ana"):
            self.loses(name)
        self.wait(LONG_S)
        for name in ("Bob", "Ana"):
            self.comes_back(name)
        assert (encode_state(self.match.state), len(self.lines), self.table._play.clocks(self.now)) == before

    def lets_a_bot_act_once(self, name: str, way: Way) -> bool:
        """From then on the person decides. Returns whether that was in the middle of the turn."""
        seat = self.seat(name)
        before = len(self.acts_of(seat))
        way(self, name)
        for _ in range(100):
            if len(self.acts_of(seat)) > before or not is_played(self.match):
                break
            self.wait(0.1)
        self.comes_back(name)
        before, awaited = len(self.acts_of(seat)), seat in self.match.view(None).awaited
        self.wait(10 * THINK_MAX_S)
        assert len(self.acts_of(seat)) == before, "the bot does nothing more"
        return awaited


@pytest.mark.parametrize("game", GAMES)
def test_through_a_whole_match_persons_and_bots_take_turns_on_a_chair(game: str) -> None:
    table, ways = Table(game), {name: cycle(ways) for name, ways in WAYS.items()}
    tried: set[str] = set()
    in_the_middle = 0
    while not table.match.state.over:
        table.deal()
        table.stands_still()
        if (act := table.next_act()) is None:
            table.go_on(act)
            continue
        name, step = act[0], table.match.view(None).facts["step"]
        leaves(table, name)
        table.comes_back(name)
        if step not in tried or table.dice.random() < 0.5:
            tried.add(step)
            in_the_middle += table.lets_a_bot_act_once(name, next(ways[name]))
        else:
            table.go_on(act)
    assert in_the_middle or game == "aluette", "there a turn is a single act"
    assert not any(link.alarm or link.refusals for link in table.links.values())
