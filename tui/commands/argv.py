"""The arguments of this process, which everybody on this computer can read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

ARG_START, ARG_END = 48, 49
"""The fields of /proc/self/stat, counted from 1, that say where in memory they lie: see proc(5)."""


def hide(secret: str) -> None:
    """Overwrite it: then `ps` shows it no more. Where that is not possible, as without /proc, nothing happens."""
    import ctypes  # it takes its time: only who brings a secret waits for it

    with suppress(OSError, IndexError, ValueError):
        since_third = Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()  # the second is any name: (x) y)
        start, end = (int(since_third[number - 3]) for number in (ARG_START, ARG_END))
        shown = (ctypes.c_char * (end - start)).from_address(start)
        hidden = os.fsencode(secret)
        shown.raw = shown.raw.replace(hidden, b"*" * len(hidden))
