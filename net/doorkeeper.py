"""Keeps the door for SSH open while the table lives: a process of its own, so that nothing that comes through it can
harm the table or make it slow."""

from __future__ import annotations

import asyncio
import sys

from net.listen import Porch

AGAIN_AFTER_S = 1.0
"""A door that has broken down is opened again after this."""


async def keep_open(table: str, porch: Porch) -> None:
    """Let those in who connect to this socket, until this is cancelled or this process has ended, however it ended: the
    other one sees it by its standard input, on which nothing is said."""
    while True:
        door = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tui.ssh", "door", table, str(porch.fileno())),
            stdin=asyncio.subprocess.PIPE,
            pass_fds=(porch.fileno(),),
            start_new_session=True,  # ctrl+c is for the table
        )
        await door.wait()
        await asyncio.sleep(AGAIN_AFTER_S)
