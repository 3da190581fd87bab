from __future__ import annotations

from itertools import pairwise

import pytest
from textual.geometry import Region

from tui.theme import FINE
from tui.widgets.canvas import Canvas
from tui.widgets.log import Log

PAGE = Region(0, 0, 20, 5)


def log_of(*sentences: str) -> Log:
    log = Log()
    log.add([(sentence, "") for sentence in sentences])
    drawn(log)
    return log


def drawn(log: Log) -> list[str]:
    """The lines of the log, and "earlier" if there are more above them."""
    canvas = Canvas(20, 5)
    earlier = ["earlier"] if log.draw(canvas, PAGE, FINE) else []
    return earlier + canvas.text().splitlines()


def test_the_newest_stands_below() -> None:
    assert drawn(log_of("one", "two")) == ["one", "two", "", "", ""]
    assert drawn(log_of(*"abcdefg")) == ["earlier", *"cdefg"]


def test_a_long_log_goes_up_by_a_third_at_once() -> None:
    """So that most of what happens moves no line."""
    log, page = Log(), Region(0, 1, 20, 12)
    shown = []
    for number in range(1, 18):
        log.add([(f"line {number}", "")])
        log.draw(canvas := Canvas(20, 13), page, FINE)
        shown.append(canvas.text().split("\n")[1:-1])
    assert shown[11] == [f"line {number}" for number in range(1, 13)]
    assert shown[12] == [*(f"line {number}" for number in range(6, 14)), *[""] * 4]
    assert shown[16] == [f"line {number}" for number in range(6, 18)]
    assert [new[0] != old[0] for old, new in pairwise(shown)].count(True) == 1


@pytest.mark.parametrize("sentences", [[], ["one"], ["one", "two", "three words of this sentence", "four"]])
def test_where_nothing_is_hidden_nothing_is_scrolled(sentences: list[str]) -> None:
    log = log_of(*sentences)
    before = drawn(log)
    log.scroll(5)
    assert drawn(log) == before
    assert not log.is_back


def test_scrolling_ends_where_the_oldest_line_stands_at_the_top() -> None:
    log = log_of("a sentence of two lines", *"bcdefgh")
    log.scroll(3)
    assert drawn(log) == ["earlier", *"bcde", "PgDn: 3 newer"]
    log.scroll(500)
    assert drawn(log) == ["a sentence of two", "  lines", "b", "c", "PgDn: 5 newer"]
    log.scroll(-1)
    assert drawn(log) == ["earlier", "  lines", "b", "c", "d", "PgDn: 4 newer"]


def test_what_comes_while_one_reads_further_back_moves_nothing() -> None:
    log = log_of(*"abcdefgh")
    log.scroll(2)
    assert drawn(log) == ["earlier", *"cdef", "PgDn: 2 newer"]
    log.add([("i", ""), ("a sentence of two lines", "chat")])
    assert drawn(log) == ["earlier", *"cdef", "PgDn: 5 newer"]
    log.newest()
    assert drawn(log) == ["earlier", "g", "h", "i", "a sentence of two", "  lines"]


def test_a_region_without_room_is_no_trouble() -> None:
    log = log_of(*"abc")
    log.scroll(2)
    assert log.draw(Canvas(20, 5), Region(0, 0, 20, 0), FINE)


def test_the_first_line_is_not_the_end_of_a_sentence() -> None:
    assert drawn(log_of("a sentence of two lines", *"bcde")) == ["earlier", "", *"bcde"]
    assert drawn(log_of(" ".join(["sentence"] * 12))) == ["earlier", *["  sentence sentence"] * 5], "but for a long one"
