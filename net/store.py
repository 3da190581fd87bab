"""What is kept on disk, in the user's data folder or in TOCTOC_HOME: the journals of matches, and more.

journals/2025-11-30-201500-allegra.jsonl    one match
tables/                                     what tables need to come back: see `net.tables`
seats.json                                  which secret token gives me back which seat: see `net.tokens`
table.log                                   what the tables started by the app had to complain about
"""

from __future__ import annotations

import errno
import fcntl
import os
import shlex
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

import msgspec
import platformdirs

from engine import journal
from net import limits
from net.trouble import Trouble


def home() -> Path:
    """The folder of everything, only for its owner. Raises Trouble if it cannot be made."""
    folder = own_folder(platformdirs.user_data_dir)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise trouble(error, folder) from None
    return folder


def own_folder(usual: Callable[[str], str]) -> Path:
    """The folder that TOCTOC_HOME names, or the usual one of this account. Raises Trouble if it has none."""
    try:
        return Path(os.environ.get("TOCTOC_HOME") or usual("toctoc"))
    except RuntimeError:
        raise Trouble("no-home") from None


def log_path() -> Path:
    return home() / "table.log"


def open_log() -> BinaryIO:
    """table.log, to be written on: another table may be writing too. Begun anew when it is large. Raises Trouble."""
    path = log_path()
    try:
        if path.exists() and path.stat().st_size > limits.LOG_BYTES_MAX:
            path.unlink()
        return open(path, "ab", opener=_for_me_alone)
    except OSError as error:
        raise trouble(error, path) from None


def _for_me_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


# journals


def journals_folder() -> Path:
    return home() / "journals"


def find_journal(path: Path) -> Path:
    """This file; or, if there is none and only a name was given, the stored journal of that name, with its ending or
    without."""
    stored = [journals_folder() / name for name in (path, f"{path}.jsonl")] if path.name == str(path) else []
    # os.path.exists, for it takes a name that is too long for one that is not there.
    return next(filter(os.path.exists, [path, *stored]), path)


def journals() -> list[Path]:
    """Every stored journal, that of the game that was played last first."""
    found = []
    for path in journals_folder().glob("*.jsonl"):
        with suppress(OSError):  # it may be deleted meanwhile
            about = path.stat()
            if stat.S_ISREG(about.st_mode):
                found.append((about.st_mtime_ns, path))
    return [path for _played_at, path in sorted(found, reverse=True)]


def read(path: Path) -> bytes:
    """The text of a journal. Raises Trouble if there is none.

    Half a last line is left out: the table died while it wrote, and nobody was told of that act.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise trouble(error, path) from None
    lines, end, last = text.rpartition(b"\n")
    try:
        msgspec.json.decode(last or b"{}")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return lines + end
    return text


def damaged(fault: journal.Damaged, path: Path) -> Trouble:
    """Why this journal cannot be used, and how what comes before the damage can be."""
    match fault.code, fault.details:
        case "journal-line" | "journal-act", (int(number),) if number > 1:
            name = path.stem if path.parent == journals_folder() else str(path)
            return Trouble(f"{fault.code}-mend", number, shlex.quote(name))
    return Trouble(fault.code, *fault.details)


class Journals:
    """Writes the lines that a table records: a new file for every header."""

    def __init__(self) -> None:
        """Raises Trouble if there can be no journals here."""
        self._folder = journals_folder()
        self.path = self._folder
        """The journal that is written."""
        self._file: int | None = None
        self._length = 0
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise trouble(error, self._folder) from None

    def record(self, line: journal.Line) -> None:
        """The line is on the disk when this returns. Raises Trouble, and then the file holds whole lines only."""
        try:
            if isinstance(line, journal.Header):
                self.close()
                self._file = self._create(line.game)
                self._length = 0
            elif self._file is None:
                self._file = self._open_again()
            self._append(self._file, journal.write(line) + b"\n")
        except OSError as error:
            raise trouble(error, self.path) from None

    def go_on(self, path: Path, length: int) -> None:
        """The next lines belong to this journal, after so many bytes of whole lines. The first of them is written in
        place of whatever else there is."""
        self.path, self._length = path, length

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open_again(self) -> int:
        assert self._length, "a match begins with a header"
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        os.ftruncate(file, self._length)
        return file

    def _create(self, game: str) -> int:
        moment = time.strftime("%Y-%m-%d-%H%M%S")
        for number in count(1):
            suffix = "" if number == 1 else f".{number}"
            self.path = self._folder / f"{moment}{suffix}-{game}.jsonl"
            with suppress(FileExistsError):
                file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
                _sync_names(self._folder)
                return file
        raise AssertionError("some number is free")

    def _append(self, file: int, line: bytes) -> None:
        try:
            written = 0
            while written < len(line):
                written += os.write(file, line[written:])
            os.fdatasync(file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, self._length)
            raise
        self._length += len(line)


# any file


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other program of ours changes what lies in this folder meanwhile. Raises OSError."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def replace(path: Path, text: bytes) -> None:
    """Write a file so that anybody sees either the old text or the new one, also after a crash."""
    new = path.with_suffix(".new")
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with open(file, "wb") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(file)
        new.replace(path)
    except OSError:
        new.unlink()
        raise


def _sync_names(folder: Path) -> None:
    """The name of a new file survives a power cut too."""
    file = os.open(folder, os.O_RDONLY)
    os.fsync(file)
    os.close(file)


def trouble(error: OSError, path: Path) -> Trouble:
    """Why this file or folder cannot be used."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return Trouble("disk-full", str(path))
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return Trouble("not-permitted", str(path))
        case errno.ENOENT:
            return Trouble("no-such-file", str(path))
    return Trouble("disk-error", str(path), os.strerror(error.errno) if error.errno else str(error))
