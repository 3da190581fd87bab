"""The tables of mine to go on with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from net import tables
from net.tables import Record
from net.trouble import Trouble


class Mine(NamedTuple):
    table: str
    game: str
    runs: bool
    place: str

    @property
    def opened(self) -> str:
        """When, as its name tells."""
        return f"{self.table[:10]} {self.table[11:13]}:{self.table[13:15]}"


class Found(NamedTuple):
    """The tables that are open, the newest first; behind them the newest that was interrupted and can be gone on with,
    for which a newer one that is damaged may have been `passed_over`. More may have been interrupted before."""

    tables: tuple[Mine, ...] = ()
    passed_over: str = ""
    more: bool = False


def found() -> Found:
    running = [Mine(table, record.game, True, record.shown.place) for table, record in _records(tables.running())]
    newest, passed_over = "", ""
    with suppress(Trouble):  # there is none
        newest, passed_over = tables.to_resume()
    interrupted = [(table, record) for table, record in _records(tables.interrupted()) if table <= newest]
    last = [Mine(table, record.game, False, record.shown.place) for table, record in interrupted[:1]]
    return Found((*running, *last), passed_over, any(record.journal for _table, record in interrupted[1:]))


def _records(found: Iterable[str]) -> Iterator[tuple[str, Record]]:
    for table in found:
        with suppress(Trouble):  # it has ended meanwhile
            yield table, tables.read(table)
