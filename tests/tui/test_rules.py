from __future__ import annotations

import re

import pytest

from engine.game import rules_of
from engine.games import GAMES
from engine.games._allegra_state import COUNTS
from tui import language, rules
from tui.rules import COLUMNS, NUMBER_CELLS, Line, laid_out, told


def test_a_text_is_wrapped_and_the_rows_of_its_tables_are_left_as_they_are() -> None:
    assert laid_out("All that is of use:\n  7    is high\n  1    is low\nSo A-2-3 it is.", 12) == [
        "All that is",
        "of use:",
        "  7    is high",
        "  1    is low",
        "So A-2-3 it",
        "is.",
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_the_rules_of_a_game_lose_no_word_and_fit(name: str, spoken: str) -> None:
    language.speak(spoken)
    game, lines = GAMES[name], told(GAMES[name])
    assert max(len(line.text) for line in lines) <= COLUMNS - NUMBER_CELLS
    assert [line.head for line in lines if line.head and line.text] == [*rules_of(game)]
    assert [line.head for line in lines if line.head and not line.text] == [language._(part) for part in game.SHEET]
    sheet = " ".join(map(language._, (game.HELP, *rules_of(game).values())))
    assert " ".join(line.text for line in lines).split() == sheet.split()


def test_a_rule_stands_beside_its_number() -> None:
    assert rules.as_text([Line("R7", "Any meld"), Line("", "wins."), Line(""), Line("The end")]) == (
        "R7   Any meld\n     wins.\n\nThe end"
    )


def test_the_rules_of_allegra_tell_how_many_there_are_of_every_card() -> None:
    """A1."""
    told = re.findall(r"(\d+) of (-?\d+)", rules_of(GAMES["allegra"])["A1"])
    assert {value: int(count) for count, value in told} == COUNTS
