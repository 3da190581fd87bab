"""Finished games of Allegra, stored as journals: one for each way in which a round ends, and one of three rounds.

They replay to the same scores for as long as RULES stays what it is. A change that alters them needs a new number.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import pytest

from engine.board import Noted, Seat
from engine.games import _allegra_state
from engine.match import Match
from tests.engine.games import finished

ROUNDS: dict[str, tuple[tuple[int, ...], ...]] = {
    "own-last-card": ((48, 26, 8, 37),),
    "neighbours-act": ((11, 18, 33),),
    "exchange": ((45, 34, 14),),
    "emptied-area": ((0, 34),),
    "deck-reshuffled": ((17, 8, 11, 29, 11, 13),),
    "three-rounds": ((7, 23, 11, 26), (24, 8, 16, 2), (33, 5, 5, 14)),
}


class End(NamedTuple):
    """How a round was closed."""

    by: str
    """The kind of act that closed it."""
    turn: Seat
    closer: Seat
    cards_left: int
    """In the closer's area."""


def replayed(name: str) -> tuple[Match, list[End], list[str]]:
    """The match after its last act, how each round was closed, and the codes of all notes."""
    match, acts = finished.opened("allegra", name)
    ends: list[End] = []
    codes: list[str] = []
    for act in acts:
        turn = match.state.turn
        told = [happening.event for happening in match.act(act.seat, bytes(act.action))]
        notes = [event for event in told if isinstance(event, Noted)]
        codes += [note.code for note in notes]
        for note in notes:
            if note.code == "closes":
                left = len(_allegra_state.cards_of(match.state, note.by))
                ends.append(End(msgspec.json.decode(act.action)["type"], turn, note.by, left))
    return match, ends, codes


def test_every_stored_game_is_known() -> None:
    assert finished.names("allegra") == ROUNDS.keys()


@pytest.mark.parametrize("name", ROUNDS)
def test_a_stored_game_replays_to_its_scores_and_nothing_is_refused(name: str) -> None:
    finished.assert_replays_to(ROUNDS[name], "allegra", name, best=min)


def test_a_player_turns_up_or_swaps_the_last_card() -> None:
    _, (end,), _ = replayed("own-last-card")
    assert (end.by in ("drop", "swap", "take"), end.closer == end.turn, end.cards_left > 0) == (True, True, True)


def test_a_neighbours_act_closes() -> None:
    _, (end,), _ = replayed("neighbours-act")
    assert (end.by in ("drop", "swap", "take"), end.closer == end.turn, end.cards_left > 0) == (True, False, True)


def test_an_exchange_closes() -> None:
    _, (end,), codes = replayed("exchange")
    assert (end.by, "fills" in codes) == ("place", True)


def test_an_emptied_area_closes() -> None:
    match, (end,), _ = replayed("emptied-area")
    assert (end.by, end.closer == end.turn, end.cards_left) == ("drop", True, 0)
    assert match.view(None).facts["sums"] == [0, 34]


def test_a_round_goes_on_after_the_deck_was_reshuffled() -> None:
    _, ends, codes = replayed("deck-reshuffled")
    assert codes.count("reshuffled") == 1
    assert codes.index("reshuffled") < codes.index("closes")
    assert len(ends) == 1


def test_three_rounds() -> None:
    match, ends, codes = replayed("three-rounds")
    assert (len(ends), codes.count("round"), match.view(None).facts["round"]) == (3, 3, 3)
