"""What people send is fit to be shown on other people's terminals, whatever it was."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.clean import clean

HOSTILE = "\x00\x07\x1b\x7f\x85\x9b\u200b\u200d\u202a\u202e\u2066\u2069\u2028\u2029\ufeff\ufe0f\u0301\u4e2d \n\tab[/]"
texts = st.text() | st.text(alphabet=HOSTILE, max_size=60)


def cells(text: str) -> int:
    return sum(
        0 if unicodedata.category(char)[0] == "M" else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


@given(texts, st.integers(1, 40))
def test_nothing_is_left_that_a_terminal_obeys_and_never_more_than_fits(text: str, cells_max: int) -> None:
    cleaned = clean(text, cells_max)
    for char in cleaned:
        assert unicodedata.category(char)[0] != "C"
        assert char == " " or not char.isspace()
        assert not "\ufe00" <= char <= "\ufe0f"
    assert cells(cleaned) <= cells_max
    assert cleaned == cleaned.strip()


@given(texts, st.integers(1, 40))
def test_what_is_clean_stays_as_it_is(text: str, cells_max: int) -> None:
    cleaned = clean(text, cells_max)
    assert clean(cleaned, cells_max) == cleaned


def test_a_high_pile_of_marks_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """To put n of them in order takes n squared."""
    ordered: list[str] = []
    normalize = unicodedata.normalize
    monkeypatch.setattr(unicodedata, "normalize", lambda form, text: ordered.append(text) or normalize(form, text))
    pile = "".join(char for char in map(chr, range(0x500)) if unicodedata.combining(char))
    assert clean(f"a{(pile[::-1] * 20)[:1_000]}b", 240)[-1] == "b"
    assert len(ordered[0]) < 20


@pytest.mark.parametrize("blank", "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180f\u2800\u3164\uffa0\U000e0100\U000e01ef")
def test_a_name_cannot_be_blank_nor_look_like_another_one(blank: str) -> None:
    assert clean(blank, 20) == ""
    assert clean(f"A{blank}na{blank}", 20) == "Ana"


@pytest.mark.parametrize("text", ["Ana", "Γιώργος", "João", "中文", "[b]x[/b]", "a & b <c>", "¡Olé!"])
def test_ordinary_text_is_not_touched(text: str) -> None:
    assert clean(text, 20) == text
