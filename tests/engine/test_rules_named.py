"""Every numbered rule of a game has a test that is named after it.

The rule sheets are not here. The tests of a game say how far theirs goes: SHEET = ("A", 32) for the rules A1 to A32.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from engine.games import GAMES

FOLDER = Path(__file__).parent / "games"


def rules_named(text: str) -> set[str]:
    """The numbers at the head of the tests' names: A3 and A4 of test_a3_a4_the_opponent_is_both_neighbours."""
    heads = re.findall(r"^ *(?:async )?def test((?:_[a-z]\d+)+)_", text, re.MULTILINE)
    return {number.upper() for head in heads for number in head.split("_")[1:]}


def test_the_numbers_at_the_head_of_a_tests_name_are_read() -> None:
    counted = "def test_a1_a12_b():\n    def test_b2_c():\nasync def test_c3_d():\n"
    others = "def test_a5():\ndef testa_a6_x():\n# def test_a7_x\ndef test_x_a8_y():\n"
    assert rules_named(counted + others) == {"A1", "A12", "B2", "C3"}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_sheet_has_a_test_named_after_it(game: str) -> None:
    letter, last = importlib.import_module(f"tests.engine.games.test_{game}").SHEET
    named = set().union(*(rules_named(path.read_text()) for path in FOLDER.glob(f"test_{game}*.py")))
    expected = {f"{letter}{number}" for number in range(1, last + 1)}
    assert expected - named == set(), "no test for these rules"
    assert named - expected == set(), "there are no such rules"
