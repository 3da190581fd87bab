"""The tables of this account on this computer: what each needs to come back, and whether its process lives.

tables/2025-11-30-201500.json    a table, with its code, its key and its host's token, until it has ended on purpose
tables/2025-11-30-201500.guests  the folders of those who come by SSH, each with their own settings and seats
tables/2025-11-30-201500.lock    is locked by the table's process for as long as that lives
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import msgspec

from engine import journal
from engine.board import Refused
from engine.games import GAMES
from engine.match import Match
from net import limits, listen, store
from net.clean import clean
from net.invite import Invite, Way
from net.listen import Bind
from net.tls import Certificate
from net.trouble import Trouble

TAKE_WITHIN_S, TAKE_EVERY_S = 0.5, 0.05
"""Whoever looks whether a table lives holds its lock for a moment."""


class Doorway(msgspec.Struct, frozen=True):
    """Where a table can be reached by SSH, and the fingerprint of the key that is shown there."""

    port: int
    fingerprint: str


class Record(msgspec.Struct, frozen=True):
    """What a table needs to come back, beside its journal."""

    name: str
    """The host's."""
    game: str
    seats: int
    options: dict[str, int | str]
    bind: Bind
    port: int | None
    socket: str | None
    code: str
    host_token: str
    journal: str = ""
    """The name of the journal of its match, once there is one."""
    stopped: bool = False
    """Its process was told to end, as when the computer is shut down: it is for its host to go on with it."""
    certificate: Certificate | None = None
    """None if it does not speak TLS."""
    announced: bool = True
    """To the network, if it is open to it."""
    ssh: Doorway | None = None
    """None if there is no door for SSH."""
    alone: bool = False
    """It was opened for its host to play alone."""

    def __post_init__(self) -> None:
        """Raises ValueError for what no table can be made of: msgspec takes that for a damaged record."""
        ports = (self.port or 0, self.ssh.port if self.ssh is not None else 0)
        if self.game not in GAMES or not all(0 <= port < 65_536 for port in ports):
            raise ValueError("no such game or port")
        if "\0" in f"{self.socket}{self.journal}" or Path(self.journal).name != self.journal:
            raise ValueError("no such file")
        if clean(self.name, limits.NAME_CELLS_MAX) != self.name:
            raise ValueError("no such name")
        try:
            Match(GAMES[self.game], self.seats, self.options)
        except Refused as refused:
            raise ValueError("no such table") from refused

    @property
    def local(self) -> Invite:
        """The way there on this computer."""
        if self.socket is not None:
            return Invite(self.code, path=self.socket)
        return self._reached_at("127.0.0.1")

    @property
    def shown(self) -> Invite:
        """The invite to hand out."""
        if self.socket is not None or self.bind == "local":
            return self.local
        return self._reached_at(listen.lan_address())

    @property
    def way(self) -> Way | None:
        """By SSH, if there is a door for it."""
        if self.ssh is None:
            return None
        host = "127.0.0.1" if self.bind == "local" else listen.lan_address()
        return Way(f"ssh -p {self.ssh.port} {self.code}@{host}", self.ssh.fingerprint)

    def _reached_at(self, host: str) -> Invite:
        fingerprint = "" if self.certificate is None else self.certificate.fingerprint
        return Invite(self.code, host=host, port=self.port or 0, fingerprint=fingerprint)


class Kept:
    """The record of the table that lives in this process, and its journals. Its lock is held to the process's end."""

    def __init__(self, table: str, record: Record, lock: int, journals: store.Journals) -> None:
        self.table, self.record = table, record
        self._lock, self._journals = lock, journals

    def write(self, line: journal.Line) -> None:
        """A line of the journal is on the disk when this returns. Raises Trouble."""
        self._journals.record(line)
        if isinstance(line, journal.Header):
            self.change(journal=self._journals.path.name)

    def journal(self) -> bytes:
        """The whole lines of the journal, to which those that are written will be added; none if there is no match.

        Raises Trouble if it cannot be read.
        """
        if not self.record.journal:
            return b""
        path = store.journals_folder() / self.record.journal
        text = journal.whole(store.read(path))
        self._journals.go_on(path, len(text))
        return text

    def change(self, **fields: object) -> None:
        """Raises Trouble if the disk cannot be used."""
        self.record = msgspec.structs.replace(self.record, **fields)
        path = _path(self.table)
        try:
            store.replace(path, msgspec.json.format(msgspec.json.encode(self.record)))
        except OSError as error:
            raise store.trouble(error, path) from None

    def forget(self) -> None:
        """The table has ended on purpose."""
        _forget(self.table)

    def close(self) -> None:
        """The table's process ends."""
        self._journals.close()
        os.close(self._lock)


def keep(record: Record) -> Kept:
    """Keep the record of a new table. Raises Trouble if the disk cannot be used."""
    journals, folder = store.Journals(), tables_folder()
    for old in interrupted()[limits.TABLES_KEPT_MAX :]:
        _forget(old)
    moment = time.strftime("%Y-%m-%d-%H%M%S")
    for number in count(1):
        table = moment if number == 1 else f"{moment}.{number}"
        try:
            lock = os.open(_lock_path(table), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileExistsError:
            continue
        except OSError as error:
            raise store.trouble(error, folder) from None
        kept = Kept(table, record, lock, journals)
        kept.change()
        return kept
    raise AssertionError("some number is free")


def take(table: str) -> Kept:
    """A table whose process has ended, to go on in this process.

    Raises Trouble if there is no such table, if its process lives, or if the disk cannot be used.
    """
    record, journals, path = read(table), store.Journals(), _lock_path(table)
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        for tried in count(1):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if tried * TAKE_EVERY_S > TAKE_WITHIN_S:
                    os.close(lock)
                    raise Trouble("table-runs", table) from None
                time.sleep(TAKE_EVERY_S)
    except OSError as error:
        raise store.trouble(error, path) from None
    record = read(table)  # it may have ended for good while we waited
    kept = Kept(table, record, lock, journals)
    if record.stopped:
        kept.change(stopped=False)
    return kept


# looking from outside


def read(table: str) -> Record:
    """The record of a table. Raises Trouble if there is none."""
    path = _path(table)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except FileNotFoundError:
        raise Trouble("no-such-table", table) from None
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ENOTDIR):
            raise Trouble("no-such-table", table) from None
        raise store.trouble(error, path) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Trouble("record-damaged", str(path)) from None


def led_by(token: str) -> str:
    """The table of mine whose host brings this token; empty if there is none."""
    for table in _tables():
        with suppress(Trouble):
            if read(table).host_token == token:
                return table
    return ""


def exists(table: str) -> bool:
    """It has not ended on purpose."""
    return _path(table).exists()


def runs(table: str) -> bool:
    """The table's process lives."""
    try:
        lock = os.open(_lock_path(table), os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def running() -> list[str]:
    """The tables whose processes live, the newest first."""
    return [table for table in _tables() if runs(table)]


def interrupted() -> list[str]:
    """The tables whose processes have ended, but not on purpose; the newest first."""
    return [table for table in _tables() if not runs(table)]


def to_go_on_with(path: Path) -> str:
    """The table whose match is written in this journal, and which may go on; empty if there is none, or no longer."""
    for table in _tables():
        with suppress(Trouble, OSError):
            name = read(table).journal
            if name and os.path.samefile(store.journals_folder() / name, path):
                return table
    return ""


def check(table: str) -> None:
    """Raises Trouble if there is no such table, if its game is over, or if its journal cannot be read or played by this
    program."""
    record = read(table)
    if record.journal and _is_over(record):
        raise Trouble("game-over", record.journal)


def to_resume() -> tuple[str, str]:
    """The newest table whose game was interrupted and can be gone on with; and the newest one that cannot, if that is
    newer. Raises Trouble if there is none."""
    faults: dict[str, Trouble] = {}
    for table in interrupted():
        try:
            record = read(table)
            if record.journal and not _is_over(record):
                return table, next(iter(faults), "")
        except Trouble as fault:
            faults[table] = fault
    raise next(iter(faults.values()), Trouble("none-interrupted"))


def _is_over(record: Record) -> bool:
    path = store.journals_folder() / record.journal
    try:
        header, acts = journal.read(journal.whole(store.read(path)))
        match = journal.open_match(header)
        for _ in journal.replay(match, acts):
            pass
    except journal.Damaged as damaged:
        raise store.damaged(damaged, path) from None
    return match.state.over


def tables_folder() -> Path:
    """Only for its owner. Raises Trouble if it cannot be made."""
    folder = store.home() / "tables"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise store.trouble(error, folder) from None
    return folder


def _tables() -> Iterator[str]:
    """Every table that has not ended on purpose, the newest first."""
    return iter(sorted((path.stem for path in (store.home() / "tables").glob("*.json")), reverse=True))


def _path(table: str) -> Path:
    return store.home() / "tables" / f"{Path(table).name}.json"


def _lock_path(table: str) -> Path:
    return _path(table).with_suffix(".lock")


def guests_folder(table: str) -> Path:
    """What those keep here who come by SSH."""
    return _path(table).with_suffix(".guests")


def _forget(table: str) -> None:
    shutil.rmtree(guests_folder(table), ignore_errors=True)
    for path in (_path(table), _lock_path(table)):
        with suppress(OSError):
            path.unlink()
