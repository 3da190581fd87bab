"""Equally quick players win equally often, however far away they sit: acts are ordered by when they were pressed."""

from __future__ import annotations

import msgspec
import pytest

from net import limits, wire
from net.chairs import Person
from net.limits import LAG_CREDIT_MAX_S, LAG_NOTICED_S
from net.race import Race
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


def test_LAG_CREDIT_MAX_S_who_delays_the_pongs_gains_the_cap_at_most() -> None:
    """Somebody near who answers pings a second late can press so much later than an honest player, and no more."""
    track = Track((NEAR_S, NEAR_S, NEAR_S), pong_late_s=1.0)
    assert share_won(lambda: track.knock_race(LAG_CREDIT_MAX_S - 0.01), by=2, races=100) == 1
    assert share_won(lambda: track.knock_race(LAG_CREDIT_MAX_S + 0.01), by=2, races=100) == 0


def test_a_player_whose_program_is_near_but_who_is_far_from_it_wins_half_of_the_races() -> None:
    """As who comes by SSH; without the program's word for it they would lose."""
    track = Track((NEAR_S, NEAR_S, NEAR_S), beyond_s=0.080, far_s=0.160)
    assert 0.45 < share_won(track.knock_race, by=2, races=RACES) < 0.55
    silent = Track((NEAR_S, NEAR_S, NEAR_S), beyond_s=0.080)
    assert share_won(silent.knock_race, by=2, races=200) < 0.25


@pytest.mark.parametrize("claimed_s", [1.0, 1e308])
def test_LAG_CREDIT_MAX_S_who_claims_to_be_far_away_gains_the_cap_at_most(claimed_s: float) -> None:
    track = Track((NEAR_S, NEAR_S, NEAR_S), far_s=claimed_s)
    assert share_won(lambda: track.knock_race(LAG_CREDIT_MAX_S - 0.01), by=2, races=100) == 1
    assert share_won(lambda: track.knock_race(LAG_CREDIT_MAX_S + 0.01), by=2, races=100) == 0


def test_between_honest_players_who_presses_first_is_first() -> None:
    track = Track((NEAR_S, NEAR_S, NEAR_S))
    assert share_won(lambda: track.knock_race(-0.01), by=2, races=100) == 1
    assert share_won(lambda: track.knock_race(+0.01), by=2, races=100) == 0


# the race itself


def hold(race: Race, name: str, *, now: float, lag_s: float, rivals_lag_s: float) -> Person:
    person = Person(name, name)
    race.hold(person, wire.Act(1, msgspec.Raw(b"{}")), now=now, lag_s=lag_s, rivals_lag_s=rivals_lag_s)
    return person


def ripe(race: Race, now: float) -> list[str]:
    return [held.person.name for held in race.ripe(now)]


def test_an_act_waits_for_what_slower_rivals_may_have_pressed_before_it() -> None:
    race = Race()
    near = hold(race, "near", now=10.0, lag_s=0.05, rivals_lag_s=0.20)
    assert race.of(near) is not None
    assert race.deadline() == pytest.approx(10.15)
    assert ripe(race, 10.14) == []
    hold(race, "far", now=10.14, lag_s=0.20, rivals_lag_s=0.0)
    assert ripe(race, 10.14) == ["far"], "it was pressed first, and nobody slower can still come"
    assert ripe(race, 10.16) == ["near"]
    assert race.deadline() == float("inf")
    assert race.of(near) is None


def test_what_was_pressed_before_a_ripe_act_is_played_before_it() -> None:
    race = Race()
    hold(race, "middle", now=10.10, lag_s=0.10, rivals_lag_s=0.25)
    hold(race, "last", now=10.05, lag_s=0.00, rivals_lag_s=0.10)
    hold(race, "first", now=10.12, lag_s=0.20, rivals_lag_s=0.25)
    assert ripe(race, 10.14) == []
    assert ripe(race, 10.15) == ["first", "middle", "last"]


def test_of_acts_pressed_at_one_moment_the_first_to_arrive_is_first() -> None:
    race = Race()
    for name in ("b", "a"):
        hold(race, name, now=1.0, lag_s=0.0, rivals_lag_s=0.0)
    assert ripe(race, 1.0) == ["b", "a"]


def test_an_act_that_is_dropped_is_not_played() -> None:
    race = Race()
    gone = hold(race, "gone", now=1.0, lag_s=0.0, rivals_lag_s=0.1)
    hold(race, "here", now=1.0, lag_s=0.0, rivals_lag_s=0.1)
    race.drop(gone)
    assert ripe(race, 2.0) == ["here"]


def test_LAG_NOTICED_S_an_act_does_not_wait_for_lines_that_are_as_good_as_equally_quick() -> None:
    race = Race()
    hold(race, "here", now=1.0, lag_s=0.002, rivals_lag_s=0.002 + 0.9 * LAG_NOTICED_S)
    assert ripe(race, 1.0) == ["here"]
    hold(race, "here", now=1.0, lag_s=0.002, rivals_lag_s=0.002 + 1.1 * LAG_NOTICED_S)
    assert ripe(race, 1.0) == []
