"""Guests with nothing but OpenSSH's client, at a table with a door for them: the whole program, and real terminals."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.limits import SSH_FILE_BYTES_MAX
from tests.tui.ssh import door
from tests.tui.terminal import CTRL_C, PATIENCE_S, POLL_S, Terminal, toctoc
from tests.tui.test_terminal import RESTORED, play_on

pytestmark = [
    pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH is not installed"),
    pytest.mark.timeout(120),
]


def wait_until(holds: object) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(POLL_S)


def test_a_guest_without_a_key_is_asked_for_code_and_name_and_leaves_the_terminal_as_it_was(home: Path) -> None:
    with door(home) as table:
        with table.guest(user="zoe", LANG="pt_PT.UTF-8") as guest:
            guest.wait_for("Code:")
            guest.press("BCDFGH\r")
            guest.wait_for("This is not the code. Ask the host for it.")
            guest.press(f"{table.record.code}\r")
            guest.wait_for("Sentar e jogar", "Nome", "zoe")
            guest.press("\r")
            guest.wait_for("1  zoe", "ssh -p", "SHA256:", without="anfitri")
            guest.resize(40, 10)
            guest.wait_for("80x24")
            guest.resize(80, 24)
            guest.wait_for("1  zoe")
            guest.press(CTRL_C)
            assert guest.wait_for_end() == 0
            assert all(sequence in guest.output for sequence in RESTORED)
            assert b"Traceback" not in guest.output
