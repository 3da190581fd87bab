from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.content import Content

from tui import settings
from tui.settings import Settings
from tui.theme import FINE, PLAIN, glyphs, plain
from tui.widgets.canvas import Canvas, fit, wrap
from tui.widgets.lines import plain_content


def written(text: str, width: int = 12, x: int = 0) -> Canvas:
    canvas = Canvas(width, 2)
    canvas.put(x, 0, text)
    return canvas


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    canvas = written("a漢e\u0301!")
    assert [char for char, _ in canvas.rows[0][:5]] == ["a", "漢", "", "e\u0301", "!"]
    assert canvas.text() == "a漢e\u0301!\n\n"


@pytest.mark.parametrize(("x", "shown"), [(-1, "漢b"), (10, "a"), (11, "a"), (12, ""), (-9, "")])
def test_what_lies_outside_is_cut_off_and_no_character_is_halved(x: int, shown: str) -> None:
    assert written("a漢b", x=x).text().strip() == shown


def test_texts_can_end_before_a_column() -> None:
    canvas = Canvas(10, 1)
    assert canvas.write(9, 0, [("漢", "strong"), ("x", "")], right=True) == 9
    assert canvas.text() == " " * 6 + "漢x\n"


def test_a_target_covers_its_cells_and_its_place_is_the_first() -> None:
    canvas = Canvas(10, 2)
    canvas.put(2, 1, "d", target="d")
    canvas.aim(2, 0, 3, "d")
    assert canvas.places == {"d": (2, 1)}
    assert set(canvas.targets) == {(2, 1), (2, 0), (3, 0), (4, 0)}


@pytest.mark.parametrize("text", ["Konstantina", "漢字漢字漢字", "e\u0301" * 9, ""])
def test_a_text_that_is_cut_is_never_wider_than_its_room(text: str) -> None:
    for width in range(14):
        cut = fit(text, width, "…")
        assert cell_len(cut) <= width
        assert cut == text or cut == "" or cut.endswith("…")


def test_lines_break_at_spaces_and_long_words_anywhere() -> None:
    assert wrap("Ada takes the 5.", 9) == ["Ada takes", "the 5."]
    assert wrap("a漢漢漢漢 b", 4) == ["a漢", "漢漢", "漢 b"]
    assert wrap("x" * 7, 3) == ["xxx", "xxx", "x"]
    assert wrap("Ada takes the 5.", 8, 2) == ["Ada", "  takes", "  the 5."]
    assert wrap("xxxxxxx", 4, 2) == ["xxxx", "  xx", "  x"]


def test_a_terminal_without_utf_8_gets_ascii() -> None:
    assert glyphs("UTF-8") is glyphs("utf8") is FINE
    assert glyphs("iso8859-1") is glyphs("ascii") is PLAIN
    assert all(char.isascii() for field in PLAIN for char in field)
    assert [len(field) for field in PLAIN] == [len(field) for field in FINE]
    assert {cell_len(char) for field in FINE for char in field} == {1}


def test_the_settings_can_ask_for_less_than_the_terminal_has() -> None:
    settings.use(Settings(letters=True))
    lettered = glyphs("utf-8")
    assert (lettered.suits, lettered.latin, lettered.back) == ("SHDC", "oubs", FINE.back)
    assert plain("Zoë", lettered) == "Zoë"
    assert glyphs("ascii") is PLAIN
    settings.use(Settings(ascii=True))
    assert glyphs("utf-8") is PLAIN


def test_ascii_has_no_accents_and_no_letters_of_others_but_as_many_cells() -> None:
    for text, told in (
        ("Römi", "Romi"),
        ("Écrit", "Ecrit"),
        ("Ö\u0301 é e\u0301", "O e e"),
        ("ß漢", "???"),
        ("Χτύπα, ψεύτη", "Xtypa, 4eyth"),
        ("ﬁ", "f"),
    ):
        assert plain(text, FINE) == text
        assert plain(text, PLAIN) == told
        assert cell_len(told) == cell_len(text)
        canvas = Canvas(12, 1, PLAIN)
        assert canvas.put(0, 0, text) == len(told)
        assert canvas.text() == told + "\n"


def test_a_text_with_styles_keeps_them_in_ascii() -> None:
    text = Content.assemble("e\u0301 ", ("漢", "bold"), " é", ("ü", "dim"))
    told = Content.assemble("e ", ("??", "bold"), " e", ("u", "dim"))
    assert plain_content(text, PLAIN).is_same(told)
    assert plain_content(text, FINE) is text


@pytest.mark.timeout(2)
def test_a_text_without_end_is_cut_at_once() -> None:
    assert fit("X" * 200_000, 10, "…") == "X" * 9 + "…"
