"""The whole program in real terminals: the command, the app, the table in its own process, and the network between."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from base64 import b64encode
from pathlib import Path

import pytest

from tests.tui.by_keys import PRESSES_MAX, play_allegra
from tests.tui.terminal import (
    CTRL_C,
    PATIENCE_S,
    RESTORED,
    Terminal,
    close,
    hosted,
    opened,
    toctoc,
)
from tui.quirks import SANE

COMMAND = re.compile(rb"\x1b\][^\a\x1b]*\a")
"""A command to the terminal, which ends with the byte of the bell but rings none."""


def bells(player: Terminal) -> int:
    """How often the bell has rung so far."""
    return COMMAND.sub(b"", player.output).count(b"\a")


@pytest.mark.timeout(120)
def test_a_round_is_played_by_keys_to_its_score_sheet_and_a_rematch(tmp_path: Path) -> None:
    options = ("--option", "rounds=1", "--option", "knock_window=0")
    with (
        hosted(tmp_path, *options) as (host, invite),
        toctoc("join", invite, "--name", "al[ice]", home=tmp_path) as guest,
    ):
        host.wait_for("al[ice]")
        host.press("s")
        host.wait_for("Turn up a card")
        guest.wait_for("Turn up a card")
        for _ in range(PRESSES_MAX):
            play_allegra(host)
            play_allegra(guest)
            if "score sheet" in guest.text:
                break
        for player in (host, guest):
            sheet = player.wait_for("score sheet", "round 1", "total", "Waiting for")
            assert "al[ice]" in sheet
        host.press(" ")
        guest.wait_for("anna is ready. Waiting for you.")
        guest.press(" ")
        host.wait_for("Turn up a card", without="score sheet")
        guest.wait_for("Turn up a card", without="score sheet")
        guest.press(CTRL_C)
        guest.wait_for("The game is not over yet.")
        guest.press("l")
        assert guest.wait_for_end() == 0
        restored = guest.output.rindex(b"\x1b[?1049l")
        assert guest.output.index(b"Come back with: toctoc join toctoc://127.0.0.1") > restored
        host.wait_for("bot sits in")
        close(host)
        assert all(sequence in guest.output for sequence in RESTORED)
        assert b"Traceback" not in host.output + guest.output
    with toctoc("join", invite, "--name", "late", home=tmp_path) as late:
        assert late.wait_for_end() == 1
        assert "No table is open at" in late.text


def test_a_table_with_tls_is_joined_by_its_invite_and_by_no_other(tmp_path: Path) -> None:
    with hosted(tmp_path, "--tls") as (host, invite):
        assert invite.startswith("toctocs://127.0.0.1:")
        with toctoc("join", invite[:-26] + 26 * "A", "--name", "eve", home=tmp_path) as misled:
            assert misled.wait_for_end() == 1
            assert "is not that of this invite" in misled.text
        with toctoc("join", invite, "--name", "ben", home=tmp_path) as guest:
            guest.wait_for("ben", "you")
            host.wait_for("ben")
            close(host)


def test_a_key_copies_the_invite_and_it_is_printed_for_who_leaves_the_table_open(tmp_path: Path) -> None:
    with hosted(tmp_path) as (host, invite):
        host.press("c")
        host.wait_for_output(b"\x1b]52;c;" + b64encode(invite.encode()) + b"\a")
        host.press("q")
        host.wait_for("the table stays open")
        host.press("l")
        host.wait_for_end()
        assert f"toctoc join {invite}" in host.text


def test_the_bell_rings_once_when_my_turn_starts(tmp_path: Path) -> None:
    with (
        hosted(tmp_path, "--option", "knock_window=0") as (host, invite),
        toctoc("join", invite, "--name", "ben", home=tmp_path) as guest,
    ):
        host.wait_for("ben")
        assert bells(host) == 0
        host.press("s")
        for player in (host, guest):
            player.wait_for("Turn up a card, 2 to go")
            player.press("1")
            player.wait_for("Turn up a card, 1 to go")
            player.press("2")
            player.wait_for(without="to go:")
        starts = host if "It is your turn." in host.wait_for("It is ") else guest
        for player in (host, guest):
            player.wait_for_silence(0.5)
            assert bells(player) == (2 if player is starts else 1)  # the first one was for turning up


def test_a_signal_gives_the_terminal_back_and_keeps_the_seat(tmp_path: Path) -> None:
    """S36. What is killed comes back to its chair; a host's table outlives the host's window."""
    with hosted(tmp_path) as (host, invite):
        for signum in (signal.SIGTERM, signal.SIGHUP):
            with toctoc("join", invite, "--name", "ben", home=tmp_path) as guest:
                guest.wait_for("ben", "you")
                host.wait_for("ben", without="disconnected")
                asked = time.monotonic()
                guest.child.kill(signum)
                guest.wait_for_end()
                assert time.monotonic() - asked < 1.0
                assert guest.child.signalstatus == signum
                assert all(sequence in guest.output for sequence in RESTORED)
                assert guest.output.rindex(b"\x1b[?1049l") > guest.output.rindex(b"\x1b[?1049h")
                host.wait_for("ben", "disconnected")
        host.child.kill(signal.SIGHUP)
        host.wait_for_end()
        with toctoc("join", invite, "--name", "anna", home=tmp_path) as again:
            again.wait_for("1  anna", "you, host")
            close(again)


def test_a_friend_on_the_account_of_the_host_is_not_taken_for_the_host(tmp_path: Path) -> None:
    with hosted(tmp_path) as (host, invite), toctoc("join", invite, home=tmp_path) as friend:
        seen = friend.wait_for("1  anna", "2  ", "you", without="an open chair")
        assert "you, host" not in seen
        host.wait_for("1  anna", "you, host", without="an open chair")
        close(host)


def test_nothing_is_written_after_the_terminal_was_given_back() -> None:
    """Textual writes from a thread of its own, which does not know of signals."""
    code = """
import os, threading
from tui.quirks import terminal_restored_on_signals
with terminal_restored_on_signals():
    def write():
        while True:
            os.write(2, b"\\x1b[?1000h")
            threading.Event().wait(0.0005)  # or whoever reads never sees the end of it
    threading.Thread(target=write, daemon=True).start()
    threading.Event().wait()
"""
    with opened(Terminal(sys.executable, "-c", code)) as terminal:
        terminal.wait_for_output(b"\x1b[?1000h")
        terminal.child.kill(signal.SIGTERM)
        terminal.wait_for_end()
        assert terminal.output.endswith(SANE.encode())


def test_a_signal_that_was_ignored_before_is_still_ignored(tmp_path: Path) -> None:
    nohup = f"trap '' HUP; exec {sys.executable} -m tui join --name ben"
    with opened(Terminal("sh", "-c", nohup, TOCTOC_HOME=str(tmp_path))) as guest:
        guest.wait_for("Paste the invite")
        guest.child.kill(signal.SIGHUP)
        guest.press("z")
        guest.wait_for("Invite  z")
        guest.press(CTRL_C)
        assert guest.wait_for_end() == 0


def test_a_terminal_that_is_gone_without_a_word_ends_the_program(tmp_path: Path) -> None:
    keyboard, screen = pty.openpty()
    command = (sys.executable, "-m", "tui", "join", "--name", "ben")
    env = {**os.environ, "TOCTOC_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdin=screen, stdout=screen, stderr=screen, env=env) as guest:
        os.close(screen)
        shown = b""
        while b"Paste" not in shown:
            shown += os.read(keyboard, 65_536)
        os.close(keyboard)
        try:
            assert guest.wait(PATIENCE_S) == -signal.SIGHUP
        finally:
            guest.kill()


def test_bytes_that_are_no_key_do_no_harm(tmp_path: Path) -> None:
    with toctoc("join", "--name", "ben", home=tmp_path) as guest:
        guest.wait_for("Paste the invite")
        for odd in (b"\xc3x", b"\xff", b"\x1b[M \xb0!", b"\x1b[99999999999~", b"\x1b[1114112u", b"\x1b[97;1:99u"):
            guest.child.send(odd)
        guest.press("\x15z")
        guest.wait_for("Invite  z")
        guest.press(CTRL_C)
        assert guest.wait_for_end() == 0


def test_an_idle_screen_writes_nothing(tmp_path: Path) -> None:
    """Also with the cursor in a field, and in a window in which nothing fits."""
    with toctoc("join", "--name", "ben", home=tmp_path) as guest:
        guest.wait_for("Paste the invite")
        guest.press("z")
        guest.wait_for("Invite  z")
        guest.wait_for_silence(1.2)
        guest.resize(2, 1)
        guest.wait_for("to")
        guest.wait_for_silence(0.6)
