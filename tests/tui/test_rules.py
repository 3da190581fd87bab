from __future__ import annotations

import pytest

from engine.games import GAMES
from tui.rules import COLUMNS, laid_out, sections, told

HELP = """\
TOY, for two
players.

DO ONE OF THESE:
- Draw a card and
  keep it.
- Throw
  10. Nothing.
1. First, if
   you like.
Then all goes on as
before:
  7    is high
  1    is low
So it is.
"""


def test_all_but_items_and_rows_runs_on() -> None:
    assert sections(HELP) == [
        "TOY, for two players.",
        "DO ONE OF THESE:\n"
        "- Draw a card and keep it.\n"
        "- Throw 10. Nothing.\n"
        "1. First, if you like.\n"
        "Then all goes on as before:\n"
        "  7    is high\n"
        "  1    is low\n"
        "So it is.",
    ]


def test_items_are_indented_and_rows_left_as_they_are() -> None:
    assert laid_out(sections(HELP)[1], 20).split("\n") == [
        "DO ONE OF THESE:",
        "- Draw a card and",
        "  keep it.",
        "- Throw 10. Nothing.",
        "1. First, if you",
        "   like.",
        "Then all goes on as",
        "before:",
        "  7    is high",
        "  1    is low",
        "So it is.",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_lose_no_word_and_fit(name: str) -> None:
    text = told(GAMES[name].HELP)
    assert text.split() == GAMES[name].HELP.split()
    assert max(map(len, text.split("\n"))) <= COLUMNS
