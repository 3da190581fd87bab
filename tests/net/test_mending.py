"""A journal with a damaged line is a game up to that line, if its owner wants that; and nothing of the file is lost."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import msgspec
import pytest

from engine import journal
from net import store, tables
from net.mending import Mended, mend, sound
from net.trouble import Trouble
from tests.kit import fails_with
from tests.net.hostile import damaged
from tests.net.test_damaged import NAMES, RECORD, come_back, lines_of, whole_journal

GARBAGE = b'{"line":"act","seat":0,"acti\xff'
SEEDS = 60


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TOCTOC_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "journals").mkdir()
    return tmp_path / "journals" / "2025-11-30-201500-allegra.jsonl"


def spoilt(text: bytes, number: int, line: bytes = GARBAGE) -> bytes:
    """With another line in the place of that of this number."""
    lines = text.split(b"\n")
    lines[number - 1] = line
    return b"\n".join(lines)


def lines(text: bytes) -> list[bytes]:
    return [line for line in text.split(b"\n") if line.strip()]


def before(text: bytes, number: int) -> bytes:
    return b"".join(line + b"\n" for line in text.split(b"\n")[: number - 1])


def test_what_comes_before_a_damaged_line_is_kept_and_the_whole_file_beside_it(path: Path) -> None:
    whole = whole_journal("allegra")
    last = whole.count(b"\n")
    path.write_bytes(spoilt(whole, 9) + b'{"line":"ac')
    as_it_was = path.read_bytes()
    aside = path.with_name(f"{path.name}.damaged")
    assert mend(path) == Mended(9, last - 8, aside)
    assert (path.read_bytes(), aside.read_bytes()) == (before(whole, 9), as_it_was)
    assert aside.stat().st_mode & 0o777 == 0o600
    assert store.journals() == [path]
    come_back(store.read(path))
    assert mend(path) is None
    path.write_bytes(spoilt(path.read_bytes(), 5))
    assert mend(path) == Mended(5, 4, path.with_name(f"{path.name}.damaged.2"))
    assert aside.read_bytes() == as_it_was, "nor is what was kept before written over"


def test_a_line_that_cannot_have_happened_is_damaged_too(path: Path) -> None:
    """A replay would only show it as refused; but no table writes what it refuses."""
    number, act = next((i, line) for i, line in enumerate(lines_of(), 1) if isinstance(line, journal.Acted) and line.n)
    path.write_bytes(spoilt(whole_journal("allegra"), number, journal.write(msgspec.structs.replace(act, n=-1))))
    with pytest.raises(journal.Damaged, match="journal-act"):
        come_back(path.read_bytes())
    mended = mend(path)
    assert mended is not None
    assert mended.first == number
    come_back(path.read_bytes())


def test_what_is_refused_in_a_journal_written_by_hand_is_no_damage(path: Path) -> None:
    header, refused = lines_of()[0], journal.Acted(0, b'{"type":"throw","turn":99}')  # type: ignore[arg-type]
    path.write_bytes(b"\n".join((journal.write(header), b"", journal.write(refused), b"")))
    assert mend(path) is None


@pytest.mark.parametrize("game", [*NAMES])
def test_however_a_journal_is_damaged_a_table_comes_back_of_what_is_kept(game: str) -> None:
    kept, whole = 0, whole_journal(game)
    for seed in range(SEEDS):
        text = damaged(whole, random.Random(seed))
        try:
            part = sound(text)
        except journal.Damaged:
            continue
        come_back(part)
        kept += whole.startswith(part)
        assert lines(text)[: len(lines(part))] == lines(part)
    assert kept > SEEDS / 4


@pytest.mark.parametrize(("text", "why"), [(GARBAGE + b"\n", "journal-line"), (b"", "journal-header")])
def test_without_a_first_line_nothing_can_be_kept(path: Path, text: bytes, why: str) -> None:
    path.write_bytes(text)
    with pytest.raises(Trouble) as told:
        mend(path)
    assert told.value.code == why
    assert path.read_bytes() == text
    assert [*path.parent.iterdir()] == [path]


def test_on_a_full_disk_a_damaged_journal_stays_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(spoilt(whole_journal("allegra"), 9))
    as_it_was = path.read_bytes()

    monkeypatch.setattr(os, "fsync", fails_with(errno.ENOSPC))
    with pytest.raises(Trouble, match="disk-full"):
        mend(path)
    assert path.read_bytes() == as_it_was


def test_a_table_that_is_open_has_its_journal_for_itself(path: Path) -> None:
    kept = tables.keep(RECORD)
    kept.change(journal=path.name)
    path.write_bytes(spoilt(whole_journal("allegra"), 9))
    with pytest.raises(Trouble, match="table-runs"):
        mend(path)
    kept.close()
    assert mend(path) is not None


def test_whoever_wants_to_go_on_with_it_is_told_of_the_line_and_of_what_to_do(path: Path) -> None:
    kept = tables.keep(RECORD)
    kept.change(journal=path.name)
    path.write_bytes(spoilt(whole_journal("allegra"), 9))
    kept.close()
    with pytest.raises(Trouble) as told:
        tables.check(kept.table)
    assert (told.value.code, told.value.details) == ("journal-line-mend", (9, path.stem))
    mend(path)
    tables.check(kept.table)
