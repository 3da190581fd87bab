"""Who looks elsewhere is called, once, and told nothing of the cards or by anybody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import View
from net import wire
from tests.tui import screens
from tests.tui.near import NearTable
from tests.tui.puppet import ANNA, BEN, BOT, GUEST, HOSTILE, Strings, chair, room, view
from tests.tui.terminal import CTRL_C, toctoc
from tui import settings
from tui.notices import Notices
from tui.quirks import TITLE_BACK, TITLE_KEPT
from tui.settings import Settings

BELL = "\a"
SAID = {"": "toctoc", "turn": "toctoc: Your turn.", "may": "toctoc: You may act now."}
TITLES = {code: f"\x1b]2;{line}\x07" for code, line in SAID.items()}


class Window:
    """`written` is what notices have written to the terminal of whoever sits at the table."""

    def __init__(self, watched: bool | None = None, **table: object) -> None:
        self.written: list[str] = []
        self.notices = Notices(self.written.append)
        self.notices.watched = watched
        self.table = NearTable(2, show=lambda link, *_: self.notices.hear(link), **table)  # type: ignore[arg-type]

    def taken(self) -> list[str]:
        """What has been written since the last time."""
        taken, self.written[:] = [*self.written], []
        return taken

    def play_until(self, moment: object) -> list[str]:
        self.table.play_until(moment)  # type: ignore[arg-type]
        return self.taken()


def test_the_bell_rings_once_a_turn() -> None:
    window, turns = Window(options={"knock_window": 0}), set()
    window.table.tell_room("play")
    before = window.table.link.view
    for _ in range(150):
        window.table.play_until(lambda view, old=before: view is not old)  # one act
        before = window.table.link.view
        assert before is not None
        if 0 in before.awaited:
            turns.add(before.turns)
    assert len(turns) > 5
    assert window.written.count(BELL) == len(turns)


def may(view: View) -> bool:
    return screens.can("knock")(view)


@pytest.mark.parametrize(("watched", "rings"), [(None, False), (True, False), (False, True)])
def test_that_one_may_act_rings_only_for_who_is_known_to_look_elsewhere(watched: bool | None, rings: bool) -> None:
    window = Window(watched)
    window.table.tell_room("play")
    window.play_until(lambda view: view.turn == 1 and not may(view))
    told = window.play_until(may)
    assert told[told.index(TITLES["may"]) :] == [TITLES["may"], *[BELL] * rings]


@pytest.mark.parametrize(
    ("chosen", "written"),
    [
        (Settings(), [TITLES["turn"], BELL]),
        (Settings(bell=False), [TITLES["turn"]]),
        (Settings(bell=False, title=False), []),
        (Settings(title=False, notify=True), [BELL, "\x1b]9;toctoc: Your turn.\x07"]),
    ],
)
def test_one_is_called_as_the_settings_say(chosen: Settings, written: list[str]) -> None:
    settings.use(chosen)
    window = Window()
    window.taken()
    window.table.tell_room("play")
    assert window.play_until(lambda view: 0 in view.awaited) == written


def test_who_watches_the_window_is_not_called_but_the_title_tells_for_later() -> None:
    window = Window(watched=True)
    window.taken()
    window.table.tell_room("play")
    assert window.play_until(lambda view: 0 in view.awaited) == [TITLES["turn"]]
    window.table.cut()
    assert window.taken() == [TITLES[""]], "nobody would hear what I do"


async def test_whose_bot_plays_is_not_called(strings: Strings) -> None:
    away = room(ANNA, chair("ben", "bot", line="away"), BOT, phase="play")
    assert await bells(strings, away, MINE) == 0


def test_the_title_is_given_back_when_nobody_wants_it_any_more() -> None:
    window = Window()
    assert window.taken()[0] == TITLES[""]
    settings.use(Settings(title=False))
    window.notices.hear(window.table.link)
    assert window.taken() == [TITLE_BACK + TITLE_KEPT]


async def bells(strings: Strings, *told: wire.FromHost | View) -> int:
    """How often it rings for a guest who is told this, one after the other."""
    sent: list[str] = []
    async with strings.program("join") as pilot:
        pilot.app.send = sent.append  # type: ignore[assignment, method-assign]
        for message in (GUEST, *told):
            await pilot.hear(message)
    return sent.count(BELL)


WAITING, PLAYED, OVER = (room(ANNA, BEN, BOT, phase=phase) for phase in ("lobby", "play", "over"))
MINE, THEIRS = view(3, seat=1), view(3, seat=0)


@pytest.mark.parametrize(
    ("told", "rings"),
    [
        ((WAITING,), 0),
        ((WAITING, PLAYED), 0),
        ((WAITING, PLAYED, MINE), 1),
        ((WAITING, MINE, PLAYED, MINE), 1),
        ((PLAYED, MINE), 1),
        ((WAITING, PLAYED, MINE, OVER, PLAYED), 1),
    ],
)
async def test_it_rings_once_when_a_game_begins(
    strings: Strings, told: tuple[wire.FromHost | View, ...], rings: int
) -> None:
    assert await bells(strings, *told) == rings


def test_no_name_and_no_card_is_told() -> None:
    settings.use(Settings(notify=True))
    window = Window(watched=False, names=HOSTILE)
    window.table.tell_room("play")
    for _ in range(60):
        window.table.play_until(lambda view, old=window.table.link.view: view is not old)
    lines = {"", ": Your turn.", ": You may act now.", ": The game begins."}
    assert set(window.written) <= {BELL, *(f"\x1b]{kind};toctoc{line}\x07" for kind in (2, 9) for line in lines)}


def test_a_window_gets_its_title_back(home: Path) -> None:
    with toctoc(home=home) as player:
        player.wait_for("Play Allegra")
        player.wait_for_output(TITLES[""].encode())
        assert player.output.startswith(TITLE_KEPT.encode())
        player.press(CTRL_C)
        player.wait_for_end()
        assert player.output.endswith(TITLE_BACK.encode())
