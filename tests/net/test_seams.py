"""S08: who goes and comes back at the seam of two rounds finds the whole new one and can act at once, in every game."""

from __future__ import annotations

from itertools import combinations

import pytest

from net import wire
from net.fairdeal import is_played
from net.limits import NONCES_WITHIN_S
from tests import kit
from tests.net.evening import Act, Evening

HOST, FRIENDS = "Ana", ("Bob", "Cem", "Dea")
FIVE_ROUNDS: dict[str, dict[str, int | str]] = {
    "allegra": {"rounds": 5, "knock_window": 1},
    "romi": {"rounds": 5},
    "aluette": {},
}


class Seams(Evening):
    """`points` lead from one to the next, and in the end to the first one of the next seam."""

    def __init__(self, game: str) -> None:
        super().__init__(HOST, *FRIENDS, game=game, **FIVE_ROUNDS[game])
        self.points = (
            self.last_act_comes,
            self.round_is_scored,
            self.friends_are_ready,
            self.deal_is_sealed,
            self.deal_is_made,
            self.first_act_is_done,
        )

    def last_act_comes(self) -> None:
        while not self.ends_round(act := self.next_act()):
            self.go_on(act)

    def round_is_scored(self) -> None:
        while is_played(self.match):
            self.go_on(self.next_act())

    def friends_are_ready(self) -> None:
        for name in self.here:
            if name != HOST:
                self.links[name].send(wire.Ready())
        self.settle()

    def deal_is_sealed(self) -> None:
        """And waits, for the host's number is long on its way."""
        self.friends_are_ready()
        host = self.links[HOST]
        host.send(wire.Ready() if self.table.phase == "deal" else wire.Start())
        self.mute.add(HOST)
        self.tell(HOST)
        assert self.table.phase == "deal"

    def deal_is_made(self) -> None:
        self.wait(NONCES_WITHIN_S)
        self.mute.clear()
        self.settle()
        self.deal()

    def first_act_is_done(self) -> None:
        before = len(self.acts_of(0, 1, 2, 3))
        while len(self.acts_of(0, 1, 2, 3)) == before:
            self.go_on(self.next_act())

    def ends_round(self, act: Act | None) -> bool:
        trial = kit.at(self.match, self.match.state)
        if act is not None:
            name, action = act
            trial.act(self.seat(name), action)
        return not is_played(trial)

    def goes(self, name: str) -> None:
        """Loses the line or, unless the chair would be open then, leaves on purpose."""
        (self.loses if self.table.phase == "over" or self.dice.random() < 0.5 else self.leaves)(name)

    def is_back(self, name: str) -> None:
        """Knows all that there is to know, and if the game waits for them, it takes what they do."""
        link, room = self.links[name], self.links[HOST].room
        assert room is not None
        assert link.online
        assert link.room == room
        assert room.chairs[self.seat(name)] == wire.Chair("person", name)
        if self.match.state.turns:  # before the first deal of a match there is nothing to see
            assert wire.encode(link.view) == wire.encode(self.match.view(link.seat))
        if is_played(self.match) and link.seat in self.match.view(None).awaited:
            action = self.wanted(name)
            assert action is not None
            self.go_on((name, action))
            assert (link.pending, link.refusals) == (None, [])


@pytest.mark.parametrize("game", FIVE_ROUNDS)
def test_in_five_seams_three_friends_go_and_come_back_in_every_way(game: str) -> None:
    """From any point to any later one. The fifth seam is that to another match."""
    table = Seams(game)
    stays = list(combinations(range(len(table.points)), 2))
    for seam in range(5):
        stay = dict(zip(FRIENDS, stays[seam::5], strict=True))
        for now, come_to_point in enumerate(table.points):
            come_to_point()
            for name, (gone, back) in stay.items():
                if now == gone:
                    table.goes(name)
                if now == back:
                    table.comes(name)
                    table.is_back(name)
    assert not any(link.alarm for link in table.links.values())
