"""A table of mine to go on with."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from net import tables
from net.trouble import Trouble


class Mine(NamedTuple):
    """For it a newer one that is damaged may have been passed over."""

    table: str
    game: str
    runs: bool
    place: str
    passed_over: str


def newest() -> Mine | None:
    """The newest table of mine that is open, else the newest that can be gone on with."""
    with suppress(Trouble):
        running = tables.running()
        table, passed_over = (running[0], "") if running else tables.to_resume()
        record = tables.read(table)
        return Mine(table, record.game, bool(running), record.shown.place, passed_over)
    return None
