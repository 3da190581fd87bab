"""Finished games of Römi, stored as journals: one for each way in which a round can end, and one of seven rounds.

They replay to the same scores for as long as RULES stays what it is. A change that alters them needs a new number.
That the stock is dead (R28) cannot be stored: it does not come about by acts that the rules allow.
"""

from __future__ import annotations

import pytest

from engine.board import Noted
from engine.match import Match
from tests.engine.games import finished

ROUNDS: dict[str, tuple[tuple[int, ...], ...]] = {
    "out": ((100, -10, 12, 23),),
    "out-at-once": ((27, -20),),
    "out-with-the-cut-card": ((21, 100, -10, 100),),
    "stock-reshuffled": ((-10, 9, 9, 15, 4, 100),),
    "seven-rounds": (
        (-10, 22, 27, 10),
        (100, 13, 38, -10),
        (-10, 34, 12, 25),
        (11, 100, 6, -10),
        (15, 24, -10, 20),
        (-10, 10, 2, 100),
        (6, 4, 3, -10),
    ),
}


def replayed(name: str) -> tuple[Match, list[list[str]]]:
    """The match after its last act, and the codes of what was told in each turn."""
    match, acts = finished.opened("romi", name)
    turns: list[list[str]] = [[]]
    for act in acts:
        number = match.state.turns
        happened = [happening.event for happening in match.act(act.seat, bytes(act.action))]
        turns[-1] += [event.code for event in happened if isinstance(event, Noted)]
        if match.state.turns != number:
            turns.append([])
    return match, turns


def test_every_stored_game_is_known() -> None:
    assert finished.names("romi") == ROUNDS.keys()


@pytest.mark.parametrize("name", ROUNDS)
def test_a_stored_game_replays_to_its_scores_and_nothing_is_refused(name: str) -> None:
    finished.assert_replays_to(ROUNDS[name], "romi", name, best=min)


def test_a_player_who_had_opened_goes_out() -> None:
    _, turns = replayed("out")
    assert "goes-out" in turns[-1]
    assert "opens" not in turns[-1]


def test_a_player_opens_and_goes_out_in_one_turn() -> None:
    _, turns = replayed("out-at-once")
    assert {"opens", "goes-out-at-once"} <= {*turns[-1]}


def test_a_player_goes_out_with_the_cut_card() -> None:
    match, turns = replayed("out-with-the-cut-card")
    assert {"takes-cut", "goes-out"} <= {*turns[-1]}
    assert match.view(None).zone("cut") == ()


def test_a_round_goes_on_after_the_discards_were_shuffled() -> None:
    _, turns = replayed("stock-reshuffled")
    told = [code for turn in turns for code in turn]
    assert told.count("reshuffled") == 1
    assert told.index("reshuffled") < told.index("goes-out")


def test_seven_rounds() -> None:
    match, turns = replayed("seven-rounds")
    told = [code for turn in turns for code in turn]
    assert (told.count("round"), match.view(None).facts["round"]) == (7, 7)
