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


def rules_named(text: str) -> set[tuple[str, int]]:
    """The numbers at the head of the tests' names: A3 and A4 of test_A03_A04_the_opponent_is_both_neighbours."""
    heads = re.findall(r"^ *(?:async )?def test((?:_[A-Z]\d+)+)_", text, re.MULTILINE)
    return {(rule[0], int(rule[1:])) for head in heads for rule in head.split("_")[1:]}


def test_the_numbers_at_the_head_of_a_tests_name_are_read() -> None:
    counted = "def test_A1_A12_b():\n    def test_B02_c():\nasync def test_C3_d():\n"
    others = "def test_A5():\ndef testa_A6_x():\n# def test_A7_x\ndef test_x_A8_y():\n"
    assert rules_named(counted + others) == {("A", 1), ("A", 12), ("B", 2), ("C", 3)}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_sheet_has_a_test_named_after_it(game: str) -> None:
    letter, last = importlib.import_module(f"tests.engine.games.test_{game}").SHEET
    named = set().union(*(rules_named(path.read_text()) for path in FOLDER.glob(f"test_{game}*.py")))
    expected = {(letter, number) for number in range(1, last + 1)}
    assert expected - named == set(), "no test for these rules"
    assert named - expected == set(), "there are no such rules"
