"""Every numbered rule of a game can be read in it, has a test that is named after it, and every refusal names one.

The tests of a game say how far its rule sheet goes: SHEET = ("A", 32) for the rules A1 to A32.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import games
from engine.board import Refused
from engine.game import rule_named, rules_of
from engine.games import GAMES

FOLDER = Path(__file__).parent / "games"
LETTERS = {"A": "allegra", "R": "romi", "L": "aluette"}


def rules_named(text: str) -> set[tuple[str, int]]:
    """The numbers at the head of the tests' names: A3 and A4 of test_A03_A04_the_opponent_is_both_neighbours."""
    heads = re.findall(r"^ *(?:async )?def test((?:_[A-Z]\d+)+)_", text, re.MULTILINE)
    return {(rule[0], int(rule[1:])) for head in heads for rule in head.split("_")[1:]}


def test_the_numbers_at_the_head_of_a_tests_name_are_read() -> None:
    counted = "def test_A1_A12_b():\n    def test_B02_c():\nasync def test_C3_d():\n"
    others = "def test_A5():\ndef testa_A6_x():\n# def test_A7_x\ndef test_x_A8_y():\n"
    assert rules_named(counted + others) == {("A", 1), ("A", 12), ("B", 2), ("C", 3)}


def sheet(game: str) -> list[tuple[str, int]]:
    letter, last = importlib.import_module(f"tests.engine.games.test_{game}").SHEET
    return [(letter, number) for number in range(1, last + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_sheet_has_a_test_named_after_it(game: str) -> None:
    named = set().union(*(rules_named(path.read_text()) for path in FOLDER.glob(f"test_{game}*.py")))
    expected = set(sheet(game))
    assert expected - named == set(), "no test for these rules"
    assert named - expected == set(), "there are no such rules"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_sheet_can_be_read_in_its_place(game: str) -> None:
    assert [*rules_of(GAMES[game])] == [f"{letter}{number}" for letter, number in sheet(game)]


def test_a_rule_is_found_by_its_number_with_and_without_the_letter() -> None:
    found = [rule_named(GAMES["romi"], name) for name in ("R14", "r14", "14", "28", "29", "0", "A14", "R", "")]
    assert found == ["R14", "R14", "R14", "R28", "", "", "", "", ""]


def refusals(tree: ast.AST) -> Iterator[ast.Call]:
    """Where something is refused. What is no rule of the game's names none, and says so."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == Refused.__name__)


@pytest.mark.parametrize("path", sorted(Path(*games.__path__).glob("*.py")), ids=lambda path: path.stem)
def test_every_refusal_of_a_game_names_a_rule_and_every_rule_that_is_named_exists(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert [call.lineno for call in refusals(tree) if "rule" not in {word.arg for word in call.keywords}] == []
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    named = {word for word in words if re.fullmatch(r"[A-Z]\d+", word) and word[0] in LETTERS}
    assert {word for word in named if word not in rules_of(GAMES[LETTERS[word[0]]])} == set()
