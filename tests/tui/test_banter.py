"""What bots say is read in the reader's language."""

from __future__ import annotations

from itertools import product
from typing import get_args

from net import wire
from net.characters import LINES, Manner, Occasion, code_of
from tests.tui import screens
from tests.tui.sitting import sitting
from tui.banter import SAYS, words


def test_there_are_words_for_all_that_a_bot_can_say_and_no_others() -> None:
    codes = product(get_args(Manner), get_args(Occasion), range(LINES))
    assert {code_of(*code) for code in codes} == {*SAYS}
    assert len({*SAYS.values()}) == len(SAYS)


def test_what_people_say_is_their_own_words_and_a_word_that_is_not_known_says_nothing() -> None:
    assert words(wire.Said("Ana", 0, "dry-wins-0")) == "dry-wins-0"
    assert words(wire.Said("Ada", 1, "", 1, "dry-wins-0")) == SAYS["dry-wins-0"]
    assert words(wire.Said("Ada", 1, "", 1, "\x1b]52;")) == ""


async def test_it_stands_in_the_log() -> None:
    async with sitting(screens.can("draw")) as pilot:
        pilot.app.table._hear(wire.Said("Ada", 1, "", 1, "warm-wins-1"))
        await pilot.pause()
        assert "Ada: Oh, that went well!" in pilot.app.text
