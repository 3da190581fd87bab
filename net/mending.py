"""A journal in which a line is damaged: what comes before that line can be kept, and nothing is thrown away."""

from __future__ import annotations

import os
import random
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engine import journal
from net import store, tables
from net.recording import Recording
from net.resume import resume
from net.trouble import Trouble


class Mended(NamedTuple):
    """From line number `first` on, `lines` were left out. The file as it was is kept as `aside`."""

    first: int
    lines: int
    aside: Path


def mend(path: Path) -> Mended | None:
    """Set a damaged journal aside, with the lines before the damage in its place; None if there is no damage.

    Raises Trouble if not even the first line is good, if the table that writes it is open, or if the disk cannot be
    used; then the file is as it was.
    """
    text = store.read(path)
    try:
        kept = sound(text)
    except journal.Damaged as damaged:
        raise store.damaged(damaged, path) from None
    if kept == text:
        return None
    if (table := tables.to_go_on_with(path)) and tables.runs(table):
        raise Trouble("table-runs", table)
    try:
        aside = _set_aside(path)
        store.replace(path, kept)
    except OSError as error:
        raise store.trouble(error, path) from None
    first = len(_lines(kept)) + 1
    return Mended(first, len(_lines(text)) + 1 - first, aside)


def sound(text: bytes) -> bytes:
    """The lines of a journal before the first that is damaged; all of it if none is. Raises Damaged if there are none,
    or if this program does not know what they tell."""
    try:
        Recording(text)
        if any(not isinstance(line, journal.Acted) or line.n for line in journal.read_lines(text)[1]):
            _come_back(text)
    except journal.Damaged as damaged:
        match damaged.code, damaged.details:
            case "journal-line" | "journal-act", (int(number),) if number > 1:
                return sound(b"".join(line + b"\n" for line in _lines(text)[: number - 1]))
        raise
    return text


def _lines(text: bytes) -> list[bytes]:
    return [line for line in text.split(b"\n") if line.strip()]


def _come_back(text: bytes) -> None:
    """As the table that has written it, and so has written nothing but what can have happened. Raises Damaged."""
    rng = random.Random(0)
    resume(text, 0.0, code="", host_token="", rng=rng, entropy=rng.randbytes, record=lambda _: None)


def _set_aside(path: Path) -> Path:
    """A copy of it under a name that nothing else has."""
    whole = path.read_bytes()
    for number in count(1):
        aside = path.with_suffix(f"{path.suffix}.damaged" if number == 1 else f"{path.suffix}.damaged.{number}")
        with suppress(FileExistsError):
            with open(aside, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                file.write(whole)
                file.flush()
                os.fsync(file.fileno())
            return aside
    raise AssertionError("some number is free")
