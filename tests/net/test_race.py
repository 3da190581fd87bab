"""Equally quick players win equally often, however far away they sit: acts are ordered by when they were pressed."""

from __future__ import annotations

import pytest

from net import limits
from net.limits import LAG_CREDIT_MAX_S
from tests.net.track import BEYOND_S, FAR_S, NEAR_S, RACES, Track, share_won

far = pytest.mark.parametrize("far_s", FAR_S)


@far
def test_a_far_player_wins_half_of_the_knock_races(far_s: float) -> None:
    track = Track((NEAR_S, NEAR_S, far_s))
    assert 0.45 < share_won(track.knock_race, by=2, races=RACES) < 0.55


@far
def test_a_far_player_knocks_before_the_decision_in_half_of_the_races(far_s: float) -> None:
    track = Track((NEAR_S, NEAR_S, far_s))
    assert 0.45 < share_won(track.decision_race, by=2, races=RACES) < 0.55


@far
def test_a_far_drawer_decides_before_the_knock_in_half_of_the_races(far_s: float) -> None:
    track = Track((far_s, NEAR_S, NEAR_S))
    assert 0.45 < share_won(track.decision_race, by=0, races=RACES) < 0.55


@far
def test_without_the_credit_a_far_player_would_lose(far_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """So these races can tell whether they are fair."""
    monkeypatch.setattr(limits, "LAG_CREDIT_MAX_S", 0.0)
    assert share_won(Track((NEAR_S, NEAR_S, far_s)).knock_race, by=2, races=200) < 0.25


def test_beyond_the_credit_a_player_is_slower_by_what_it_does_not_cover() -> None:
    assert share_won(Track((NEAR_S, NEAR_S, BEYOND_S)).knock_race, by=2, races=200) < 0.05


def test_who_delays_the_pongs_gains_the_cap_at_most() -> None:
    """Somebody near who answers pings a second late can press so much later than an honest player, and no more."""
    track = Track((NEAR_S, NEAR_S, NEAR_S), pong_late_s=1.0)
    assert share_won(lambda: track.knock_race(LAG_CREDIT_MAX_S - 0.01), by=2, races=100) == 1
    assert share_won(lambda: track.knock_race(LAG_CREDIT_MAX_S + 0.01), by=2, races=100) == 0


def test_between_honest_players_who_presses_first_is_first() -> None:
    track = Track((NEAR_S, NEAR_S, NEAR_S))
    assert share_won(lambda: track.knock_race(-0.01), by=2, races=100) == 1
    assert share_won(lambda: track.knock_race(+0.01), by=2, races=100) == 0
