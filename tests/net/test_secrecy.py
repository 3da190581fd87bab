"""Nobody can tell from the bytes on his connections, nor from when they come, what he may not know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.games import allegra
from net.robots import Robot
from tests.net import muse
from tests.net.twins import compare_twins

SEEDS = range(16)


def test_nobody_can_tell_twins_apart_by_bytes_or_times() -> None:
    compared, secrets = zip(*(compare_twins(seed) for seed in SEEDS), strict=True)
    assert sum(compared) > 200 * len(SEEDS), "hardly anything was compared"
    assert sum(secrets) > len(SEEDS) / 2


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
