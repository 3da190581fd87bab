"""The colours of the settings can be read, and NO_COLOR goes before them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem, ColorTriplet
from rich.style import Style

from tests.tui.puppet import ANNA, BEN, BOT, HOST, Strings, room, view
from tests.tui.terminal import ENTER, toctoc
from tui import settings
from tui.app import TocTocApp
from tui.settings import Colours, Settings
from tui.theme import STYLES
from tui.tint import TINTS, tinted

DOWN, LEFT = "\x1b[B", "\x1b[D"
GROUNDS: dict[Colours, tuple[str, float]] = {
    "dark": ("#303030", 4.5),
    "light": ("#ffffff", 4.5),
    "contrast": ("#000000", 7.0),
}
"""On which they are read, and the least contrast of WCAG 2: AA, for the strongest AAA. Darker grounds, as black is, are
read on more easily than this dark one."""


def luminance(colour: ColorTriplet) -> float:
    """WCAG 2.2, relative luminance."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: Color, other: Color) -> float:
    dark, light = sorted(luminance(colour.get_truecolor()) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", TINTS)
def test_every_style_of_the_table_stands_out_from_the_ground(colours: Colours) -> None:
    ground, least = GROUNDS[colours]
    for role, style in STYLES.items():
        seen = tinted(style, TINTS[colours])
        assert not seen.dim
        if seen.color is not None:
            assert contrast(seen.color, seen.bgcolor or Color.parse(ground)) >= least, role
        else:
            assert style.color is None, role


def test_what_the_terminal_makes_bright_and_nobody_reads_on_white_is_not_bold() -> None:
    faint = {"green", "yellow", "cyan"}
    assert [role for role, style in STYLES.items() if style.bold and style.color and style.color.name in faint] == []


@pytest.mark.parametrize("colours", TINTS)
def test_a_terminal_of_16_colours_is_sent_the_nearest_of_them(colours: Colours) -> None:
    sent = "".join(
        tinted(style, TINTS[colours]).render("x", color_system=ColorSystem.STANDARD) for style in STYLES.values()
    )
    codes = {int(code) for found in re.findall(r"\x1b\[([\d;]*)m", sent) for code in found.split(";")}
    assert codes <= {0, 1, 7, *range(30, 38), *range(40, 48), *range(90, 98)}


def styles(app: TocTocApp) -> set[Style]:
    """Of all that is drawn in the window."""
    return {style for strip in app.screen._compositor.render_strips() for _text, style, _ in strip if style is not None}


def colours_of(app: TocTocApp) -> set[str]:
    """Those that are drawn with."""
    found = {colour.name for style in styles(app) for colour in (style.color, style.bgcolor) if colour is not None}
    return found - {"default"}


async def test_a_change_of_colours_is_drawn_at_once_on_all_that_stands_there(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN, BOT, phase="play"), view(3)) as pilot:
        usual = colours_of(pilot.app)
        assert "cyan" in usual
        for colours, wanted in (
            ("none", set[str]()),
            ("light", {"color(241)"}),
            ("contrast", {"color(16)", "color(231)"}),
        ):
            for key in ("", "asterisk", "asterisk"):  # at the table, on a page, and back
                await pilot.press(*[key] if key else [])
                settings.use(Settings(colours=colours))  # type: ignore[arg-type]
                pilot.app.obey_settings()
                assert wanted <= colours_of(pilot.app)
                assert all(name.startswith("color(") for name in colours_of(pilot.app))
                assert all(style.bgcolor is not None for style in styles(pilot.app)) or colours != "contrast"
        settings.use(Settings())
        pilot.app.obey_settings()
        await pilot.pause()
        assert colours_of(pilot.app) == usual


async def test_no_color_goes_before_the_settings(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    settings.use(Settings(colours="contrast"))
    async with strings.at_table(HOST, room(ANNA, BEN, BOT, phase="play"), view(3)) as pilot:
        assert colours_of(pilot.app) == set()


async def test_where_one_writes_can_be_seen_without_colours(strings: Strings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with strings.program(name="") as pilot:
        await pilot.press("tab")
        strips = pilot.app.screen._compositor.render_strips()
        assert [text for strip in strips for text, style, _ in strip if style is not None and style.reverse] == [" "]


def test_the_terminal_is_sent_other_colours_at_once(home: Path) -> None:
    with toctoc(home=home) as player:
        player.wait_for("Play Allegra")
        player.press(ENTER + "*")
        player.wait_for("Colours")
        player.press(2 * DOWN)
        player.wait_for("They tell nothing")
        for colours, sent in (("none", b""), ("strong, on black", b"48;5;16"), ("for a light screen", b"38;5;241")):
            start = len(player.output)
            player.press(LEFT)
            player.wait_for(colours)
            player.wait_for_output(sent, start)
