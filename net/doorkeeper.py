"""Keeps the door for SSH open while the table lives: a process of its own, so that nothing that comes through it can
harm the table or make it slow."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from threading import Thread

from net.listen import Porch

AGAIN_FIRST_S, AGAIN_MAX_S = 1.0, 60.0
"""A door that has broken down is opened again after this; later and later, if it breaks down within so long."""


def keep_open(table: str, porch: Porch) -> None:
    """Let those in who connect to this socket, for as long as this process lives. However it ends, the door hears of it
    by its standard input, on which nothing is said."""
    command = [sys.executable, "-P", "-m", "tui.ssh", "door", table, str(porch.fileno())]
    Thread(target=open_again_and_again, args=(command, porch.fileno()), daemon=True).start()


def open_again_and_again(command: list[str], socket: int) -> None:
    pause_s = AGAIN_FIRST_S
    while True:
        began = time.monotonic()
        with suppress(OSError):  # there may be too many processes for now: the table goes on without a door
            door = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(socket,), start_new_session=True)
            assert door.stdin is not None
            with door.stdin:
                door.wait()
        lasted = time.monotonic() - began > AGAIN_MAX_S
        pause_s = AGAIN_FIRST_S if lasted else min(2 * pause_s, AGAIN_MAX_S)
        time.sleep(pause_s)
