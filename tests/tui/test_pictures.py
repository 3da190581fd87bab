"""A picture is what the terminal shows, and a film shows each of its frames in its time."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from tests.tui import pictures
from tests.tui.emulator import Emulator

SVG = "{http://www.w3.org/2000/svg}"


def frame(text: str) -> pictures.Rows:
    emulator = Emulator(12, 2)
    emulator.feed(text)
    return tuple(map(tuple, emulator.looks))


def told(svg: str) -> list[tuple[str, str]]:
    """Each text, and its looks."""
    return [(text.text or "", text.get("fill", "")) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_holds_what_is_written_in_its_colours() -> None:
    svg = pictures.drawn(12, 2, [frame("\x1b[31mred <\x1b[0m  \x1b[7m k \x1b[0m a & b")])
    ink, paper = pictures.INK, pictures.PAPER
    assert told(svg) == [("red <", pictures.COLOURS["red"]), ("k", paper), ("a", ink), ("& b", ink)]


def test_what_stays_is_drawn_once_and_what_comes_has_its_time() -> None:
    frames = [frame("stays"), frame("stays\r\ncomes"), frame("stays")]
    assert pictures.in_time(frames).keys() == {(0, 3), (1, 2)}
    svg = pictures.drawn(12, 2, frames)
    assert [text for text, _fill in told(svg)] == ["stays", "comes"]
    animate = next(ElementTree.fromstring(svg).iter(f"{SVG}animate"))
    length_s = 2 * pictures.ACT_S + pictures.LAST_S
    assert animate.get("values") == "none;inline;none"
    assert animate.get("keyTimes") == f"0;{pictures.ACT_S / length_s:.4g};{2 * pictures.ACT_S / length_s:.4g}"


def test_the_readme_shows_the_pictures_that_are_taken() -> None:
    readme = (Path(pictures.__file__).parents[2] / "README.md").read_text()
    shown = set(re.findall(r"\(\.pictures/([\w-]+)\.svg\)", readme))
    assert shown == pictures.SHOTS.keys() == {picture.stem for picture in pictures.ALBUM.iterdir()}
