"""Keeps the door for SSH open while the table lives: a process of its own, so that nothing that comes through it can
harm the table or make it slow."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from threading import Thread

from net.listen import Porch

AGAIN_AFTER_S = 1.0
"""A door that has broken down is opened again after this."""


def keep_open(table: str, porch: Porch) -> None:
    """Let those in who connect to this socket, for as long as this process lives. However it ends, the door hears of it
    by its standard input, on which nothing is said."""
    Thread(target=_open_again_and_again, args=(table, porch), daemon=True).start()


def _open_again_and_again(table: str, porch: Porch) -> None:
    command = [sys.executable, "-P", "-m", "tui.ssh", "door", table, str(porch.fileno())]
    while True:
        with suppress(OSError):  # there may be too many processes for now: the table goes on without a door
            subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                pass_fds=(porch.fileno(),),
                start_new_session=True,  # ctrl+c is for the table
            ).wait()
        time.sleep(AGAIN_AFTER_S)
