"""A deal of Aluette that is played out goes on as the rules say."""

from __future__ import annotations

import random

from engine.games._aluette_playout import Hand, hands_of
from engine.match import Match
from tests import kit
from tests.engine.games.aluette_table import ALUETTE


def test_the_chant_goes_as_it_goes_by_bots() -> None:
    """Whoever is still to be asked answers as he would, and the six weakest cards are rejected."""
    dealt = set[bool]()
    for seed in range(10):
        match, imagined = Match(ALUETTE, 4, {"partners": "seats"}), list[list[Hand]]()
        for _ in kit.play(match, random.Random(seed), kit.by_bots):
            if match.state.step == "play":
                break
            if match.state.step in ("chant", "reject"):
                imagined.append(hands_of(match.state))
        assert all(hands == hands_of(match.state) for hands in imagined)
        dealt.add(not match.state.zones["talon"])
    assert dealt == {True, False}
