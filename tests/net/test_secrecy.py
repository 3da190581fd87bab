"""Nobody can tell from the bytes on his connections, nor from when they come, what he may not know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.board import Refused
from engine.game import Offer
from engine.games import allegra
from engine.match import Match
from engine.twin import twin
from net import wire
from net.robots import Robot
from tests import kit
from tests.net import hostile, muse
from tests.net.desk import Desk, Guest
from tests.net.twins import compare_twins

SEEDS = range(16)


def test_nobody_can_tell_twins_apart_by_bytes_or_times() -> None:
    compared, secrets = zip(*(compare_twins(seed) for seed in SEEDS), strict=True)
    assert sum(compared) > 200 * len(SEEDS), "hardly anything was compared"
    assert sum(secrets) > len(SEEDS) / 2


# whatever is tried

COMPANY = {"allegra": ("Ana", "Bob", "Cem"), "romi": ("Ana", "Bob", "Cem"), "aluette": ("Ana", "Bob", "Cem", "Dea")}
ACTS_MAX, TRIES = 40, 25


class Twins:
    """Two tables at which the same has been done, and then what one person does not see is other in the second one."""

    def __init__(self, game: str, seed: int) -> None:
        self.dice = random.Random(seed)
        self.desks = [Desk(game, len(COMPANY[game])) for _ in range(2)]
        people = [[*desk.playing(*COMPANY[game]), desk.guest("Wil", "watch")] for desk in self.desks]
        for _ in range(self.dice.randrange(ACTS_MAX)):
            self._act(people)
        me = self.dice.randrange(len(COMPANY[game]) + 1)
        self.mine = [guests[me] for guests in people]
        other = self.desks[1].table.match
        assert other is not None
        viewer = me if me < len(COMPANY[game]) else None
        other.state = twin(self.match.state, other.game.sees, viewer, self.dice)

    @property
    def match(self) -> Match:
        assert self.desks[0].table.match is not None
        return self.desks[0].table.match

    @property
    def played(self) -> list[int]:
        """So many lines are in the journals."""
        return [len(desk.lines) for desk in self.desks]

    def _act(self, people: list[list[Guest]]) -> None:
        """Somebody does one of the things that can be done."""
        acts = [(seat, may) for seat, may in kit.possible(self.match) if isinstance(may, Offer)]
        if acts:
            seat, offer = self.dice.choice(acts)
            action = kit.filled(offer, self.dice)
            for guests in people:
                guests[seat].act(action)
        for desk in self.desks:
            desk.wait(0.5)

    def attempt(self) -> bytes:
        """I send something, the same to both: a message, an act that is offered to somebody, or one that is not."""
        dice, n = self.dice, self.mine[0].n + 1
        frame = wire.encode(hostile.message(dice))
        offers = [may for _, may in kit.possible(self.match)]
        if offers and dice.random() < 0.8:
            offered = kit.filled(dice.choice(offers), dice)
            odd = kit.hostile((0, offered), self.match, dice)[1]
            action = dice.choice([offered, odd, kit.made_up(self.match, dice)])
            frame = b'{"t":"act","n":%d,"action":%s}' % (n, action)
        for guest in self.mine:
            guest.heard.clear()
            guest.frame(frame)
            guest.n += any(answer.n == n for answer in guest.all(wire.Answer))
        return frame


def try_everything(game: str, seed: int) -> int:
    """How often something was tried: until something was done, after which I may know more, or until I had to go."""
    twins = Twins(game, seed)
    for tried in range(TRIES):
        before = twins.played
        frame = twins.attempt()
        where = f"{game}, seed {seed}, {frame!r}"
        assert twins.played[0] - before[0] == twins.played[1] - before[1], (
            f"can tell twins apart by what is done: {where}"
        )
        if twins.played != before:
            return tried
        one, other = ([wire.encode(message) for message in guest.heard] for guest in twins.mine)
        assert one == other, f"can tell twins apart by what is said: {where}"
        assert twins.desks[0].table.deadline() == twins.desks[1].table.deadline()
        if twins.mine[0].gone:
            return tried
    return TRIES


@pytest.mark.parametrize("game", COMPANY)
def test_whoever_tries_everything_learns_nothing_from_how_it_is_refused(game: str) -> None:
    """Bytes, sizes and goodbyes; for players and watchers, at any moment of a round."""
    assert sum(try_everything(game, seed) for seed in range(12)) > 25


# the test of the test


def shows_face_down_cards_to_their_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    sees = allegra.sees
    monkeypatch.setattr(
        allegra, "sees", lambda state, viewer, zone, i: zone == f"grid:{viewer}" or sees(state, viewer, zone, i)
    )


def shows_hands_to_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    sees = muse.sees
    monkeypatch.setattr(
        muse,
        "sees",
        lambda state, viewer, zone, i: (viewer is None and zone.startswith("hand:")) or sees(state, viewer, zone, i),
    )


def tells_events_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("net.tail", "tests.net.referee"):
        monkeypatch.setattr(f"{module}.told", lambda happenings, viewer: tuple(each.event for each in happenings))


def ponders_good_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot thinks longer about a hand that it will keep."""
    receive = Robot.receive

    def telling(self: Robot, frame: bytes, now: float) -> None:
        receive(self, frame, now)
        view = self.link.view
        if view is not None and view.offers and view.zone(f"hand:{view.viewer}") in (("0",), ("1",)):
            self.deadline += 0.01

    monkeypatch.setattr(Robot, "receive", telling)


def hints_in_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = allegra.facts
    monkeypatch.setattr(
        allegra, "facts", lambda state, viewer: {**facts(state, viewer), "odd": sum(map(int, state.zones["deck"])) % 2}
    )


Fault = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize(
    "fault",
    [
        shows_face_down_cards_to_their_owner,
        shows_hands_to_watchers,
        tells_events_whole,
        ponders_good_cards,
        hints_in_the_facts,
    ],
    ids=lambda fault: fault.__name__,
)
def test_a_table_that_tells_too_much_is_found_out(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match="can tell twins"):
        all(compare_twins(seed) for seed in range(50))


def refuses_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    act = allegra.act

    def hinting(board: Any, seat: int, action: Any) -> None:
        try:
            act(board, seat, action)
        except Refused as refused:
            raise Refused(refused.code, sum(map(int, board.state.zones["deck"][:20]))) from None

    monkeypatch.setattr(allegra, "act", hinting)


def test_a_table_whose_refusals_tell_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    refuses_with_a_hint(monkeypatch)
    with pytest.raises(AssertionError, match="can tell twins"):
        all(try_everything("allegra", seed) + 1 for seed in range(50))
