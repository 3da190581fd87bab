from __future__ import annotations

from itertools import product

import pytest

from tui.pen import after, change, is_bare

PENS = ["", "1", "2", "1;2", "3", "4", "7", "1;7", "9", "31", "1;31", "1;32", "44;31", "91", "104", "21", "4:3"]
PENS += ["38;5;2", "48;5;20;38;5;1", "38;2;1;2;3", "48;2;9;5;22"]


@pytest.mark.parametrize(
    ("pen", "parameters", "then"),
    [
        ("", "1;31", "1;31"),
        ("", "31;1", "1;31"),
        ("1;31", "", ""),
        ("1;31", "0", ""),
        ("1;31", "0;2", "2"),
        ("1", "4;;7", "7"),
        ("1;31", "32", "1;32"),
        ("1;31", "97", "1;97"),
        ("1;31", "39", "1"),
        ("44;31", "49", "31"),
        ("1;2;4", "22", "4"),
        ("7", "27", ""),
        ("31", "38;5;7", "38;5;7"),
        ("31", "48;2;0;0;0;1", "1;48;2;0;0;0;31"),
        ("31", "38:2::1:2:3", "38:2::1:2:3"),
        ("4", "4:3", "4:3"),
        ("4", "58;5;1", "4;58;5;1"),
        ("", "39;49", ""),
    ],
)
def test_parameters_change_a_pen_as_a_terminal_does(pen: str, parameters: str, then: str) -> None:
    assert after(pen, parameters) == then


def test_a_change_makes_one_pen_of_another_and_is_never_longer_than_to_begin_afresh() -> None:
    for old, new in product(PENS, PENS):
        old, new = after("", old), after("", new)
        sequence = change(old, new)
        assert old == new or after(old, sequence[2:-1]) == new
        assert len(sequence) <= len(f"\x1b[0;{new}m")
        assert change(None, new) == (f"\x1b[0;{new}m" if new else "\x1b[m")


def test_what_is_already_right_is_not_said_again() -> None:
    assert change("1;31", "1;31") == ""
    assert change("1;31", "1;32") == "\x1b[32m"
    assert change("1;31", "1") == "\x1b[39m"
    assert change("1;2;38;5;20", "1;38;5;20") == "\x1b[22;1m"
    assert change("1;31", "") == "\x1b[m"
    assert change("21", "1") == "\x1b[0;1m"


def test_a_space_shows_the_paper_and_lines_but_no_ink() -> None:
    assert {pen for pen in PENS if is_bare(after("", pen))} == {
        "", "1", "2", "1;2", "3", "31", "1;31", "1;32", "91", "38;5;2", "38;2;1;2;3",
    }  # fmt: skip
    assert not is_bare(None)
