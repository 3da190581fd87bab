"""Finished games of Aluette, stored as journals: each way in which a deal can score, the draw of partners, and a draw.

They replay to the same scores for as long as RULES stays what it is. A change that alters them needs a new number.
"""

from __future__ import annotations

import msgspec
import pytest

from engine import journal
from engine.board import Noted
from tests.engine.games import finished

NORTH_SOUTH, EAST_WEST, NOBODY = (1, 0, 1, 0), (0, 1, 0, 1), (0, 0, 0, 0)
TWICE_NORTH_SOUTH, TWICE_EAST_WEST = (2, 0, 2, 0), (0, 2, 0, 2)

ROUNDS: dict[str, tuple[tuple[int, ...], ...]] = {
    # most tricks; a tie; a mordienne; all spoiled; five in the end, but not all of them
    "every-deal": (NORTH_SOUTH, NORTH_SOUTH, TWICE_NORTH_SOUTH, NOBODY, NORTH_SOUTH),
    # accepted; refused, and mordienne made; refused, and not made; refused, and all spoiled; not offered
    "surrender": (EAST_WEST, TWICE_EAST_WEST, TWICE_NORTH_SOUTH, TWICE_NORTH_SOUTH, NORTH_SOUTH),
    "tied": (NORTH_SOUTH, EAST_WEST, EAST_WEST, NORTH_SOUTH, NOBODY),
    "five-points": (
        *(NORTH_SOUTH, EAST_WEST, TWICE_EAST_WEST, TWICE_NORTH_SOUTH),
        *(NORTH_SOUTH, EAST_WEST, TWICE_NORTH_SOUTH),
    ),
    "drawn-partners": ((0, 1, 1, 0), (0, 1, 1, 0), (0, 1, 1, 0), (0, 1, 1, 0), (1, 0, 0, 1)),
}


def codes(name: str) -> list[str]:
    """Of all that was told in words."""
    match, acts = finished.opened("aluette", name)
    happenings = [happening for act in acts for happening in match.act(act.seat, bytes(act.action))]
    return [event.code for event, *_ in happenings if isinstance(event, Noted)]


def test_every_stored_game_is_known() -> None:
    assert finished.names("aluette") == ROUNDS.keys()


@pytest.mark.parametrize("name", ROUNDS)
def test_a_stored_game_replays_to_its_scores_and_nothing_is_refused(name: str) -> None:
    finished.assert_replays_to(ROUNDS[name], "aluette", name, best=max)


def test_the_deals_score_in_every_way() -> None:
    told = codes("every-deal") + codes("surrender")
    assert {"makes-mordienne", "nobody-scores", "spoiled", "leads-again", "accepts-deal", "refuses-deal"} <= set(told)
    assert told.count("scores") + told.count("nobody-scores") == 10


def test_a_match_is_drawn() -> None:
    match, acts = finished.opened("aluette", "tied")
    assert all(not played.refused for played in journal.replay(match, acts))
    assert match.view(None).scores.winners == (0, 1, 2, 3)
    assert codes("tied")[-1] == "drawn-match"


def test_five_points_are_reached_in_the_seventh_deal() -> None:
    told = codes("five-points")
    assert (told.count("deals"), told[-1]) == (7, "wins")


def test_partners_are_drawn_and_change_places_and_play_with_signs() -> None:
    match, acts = finished.opened("aluette", "drawn-partners")
    kinds = [msgspec.json.decode(act.action)["type"] for act in acts]
    assert kinds.count("chance") == 6
    assert {"yes", "no", "reject", "play", "seen", "look", "rest", "sign", "lower"} <= set(kinds)
    assert all(not played.refused for played in journal.replay(match, acts))
    assert match.view(None).facts["places"] != [0, 1, 2, 3]
    told = codes("drawn-partners")
    assert (told.count("draws"), told.count("partners"), told[4]) == (4, 1, "partners")
