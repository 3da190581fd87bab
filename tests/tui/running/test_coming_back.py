"""Tables that are killed, in real terminals: the app starts its table again, and a command goes on with any other."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path

from tests.tui.terminal import CTRL_C, ENTER, PATIENCE_S, UP, Terminal, children, close, hosted, toctoc

BACK_WITHIN_S = 5.0


def table_of(host: Terminal) -> int:
    """The process of the table that this app has started."""
    [pid] = children(host)
    return pid


def cards(player: Terminal) -> list[str]:
    """What lies on the table, in a window that shows nothing else that changes by itself."""
    return re.findall(r"[║│] ?-?[\d▒]+ ?[║│]", player.text)


def wait_for_process(host: Terminal, other_than: int) -> int:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            if (pid := table_of(host)) != other_than:
                return pid
        except ValueError:
            pass
        time.sleep(0.02)
    raise AssertionError("the table is not started again")


def begin(host: Terminal, guest: Terminal) -> None:
    """The round, in which each has turned up a card."""
    host.wait_for("ben")
    host.press("s")
    for player in (host, guest):
        player.wait_for("Turn up a card, 2 to go")
        player.press("1")
        player.wait_for("Turn up a card, 1 to go")


def test_the_app_starts_its_table_again_and_everybody_plays_on(tmp_path: Path) -> None:
    with hosted(tmp_path) as (host, invite), toctoc("join", invite, "--name", "ben", home=tmp_path) as guest:
        begin(host, guest)
        before = cards(host)
        killed, killed_at = table_of(host), time.monotonic()
        os.kill(killed, signal.SIGKILL)
        again = wait_for_process(host, other_than=killed)
        try:
            while not all("It is " in player.text for player in (host, guest)):
                for player in (host, guest):
                    if "to go:" in player.text:
                        player.press("2")
                assert time.monotonic() - killed_at < BACK_WITHIN_S, host.text + guest.text
                time.sleep(0.05)
            assert cards(host) != before
            close(host)
        finally:
            with suppress(ProcessLookupError):
                os.kill(again, signal.SIGKILL)


def test_after_everything_was_killed_the_same_game_goes_on(tmp_path: Path) -> None:
    with hosted(tmp_path) as (host, invite), toctoc("join", invite, "--name", "ben", home=tmp_path) as guest:
        begin(host, guest)
        before = cards(host)
        table = table_of(host)
        for pid in (host.child.pid, guest.child.pid, table):
            os.kill(pid, signal.SIGKILL)
    with toctoc("host", "--resume", home=tmp_path) as host:
        host.wait_for("Turn up a card, 1 to go", "ben · disconnected")
        with toctoc("join", invite, "--name", "ben", home=tmp_path) as guest:
            for player in (host, guest):
                player.wait_for("Turn up a card, 1 to go", without="disconnected")
                assert cards(player) == before
            close(host)
    assert not list((tmp_path / "tables").iterdir())


def test_the_host_finds_the_table_that_has_gone_on_without_a_window(tmp_path: Path) -> None:
    with hosted(tmp_path) as (host, _):
        host.child.kill(signal.SIGHUP)
        host.wait_for_end()
        with toctoc("host", home=tmp_path) as again:
            again.wait_for("1  anna", "you, host")
            close(again)


def test_two_games_are_played_from_one_start_screen(tmp_path: Path) -> None:
    with toctoc(home=tmp_path) as player:
        try:
            player.wait_for("What shall the others call you?")
            player.press(ENTER)
            player.wait_for("New to Allegra?")
            for chosen, leaves in (("", "l"), (UP, "c")):  # and the second time, the first game goes on
                player.press(chosen + ENTER)
                player.wait_for("2 to go")
                player.press(CTRL_C)
                player.wait_for("close the table for everybody")
                player.press(leaves)
                player.wait_for("Play Allegra", *(["Go on with Allegra"] if leaves == "l" else []))
            player.press("q")
            assert player.wait_for_end() == 0
        finally:
            for table in children(player):  # should it still be there
                os.kill(table, signal.SIGTERM)
    assert not list((tmp_path / "tables").iterdir())
