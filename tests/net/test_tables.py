"""What is kept of a table on the disk: enough to come back, for its owner alone, and never in two processes at once."""

from __future__ import annotations

import errno
import os
import random
import time

import msgspec
import pytest

from engine import journal
from engine.games import allegra
from engine.match import Match
from net import limits, store, tables
from net.tables import Record
from net.trouble import Trouble
from tests import kit
from tests.kit import fails_with

RECORD = Record("Ada", "allegra", 2, {"rounds": 1}, "local", 8_628, None, "KWXBTR", "the token of the host")
HEADER = journal.Header("allegra", allegra.RULES, ("Ada", "Bo"), {"rounds": 1})
SEAT = journal.Seated(0, "Ada")


def played(over: bool = False) -> str:
    """A table whose process has ended, and of its match there are the first lines or all of them."""
    kept = tables.keep(RECORD)
    kept.write(HEADER)
    if over:
        for step in kit.play(Match(allegra, 2, {"rounds": 1}), random.Random(1)):  # type: ignore[arg-type]
            kept.write(journal.Acted(step.seat, msgspec.Raw(step.action)))
    kept.close()
    return kept.table


def code_of(table: str = "") -> str:
    with pytest.raises(Trouble) as trouble:
        tables.check(table) if table else tables.to_resume()
    return trouble.value.code


def test_what_a_table_needs_to_come_back_is_there_at_once_for_its_owner_alone() -> None:
    kept = tables.keep(RECORD)
    assert tables.read(kept.table) == RECORD
    for path in (tables.tables_folder(), *tables.tables_folder().iterdir()):
        assert path.stat().st_mode & 0o077 == 0
    kept.write(HEADER)
    [path] = store.journals()
    assert tables.read(kept.table).journal == path.name
    kept.write(HEADER)
    assert tables.read(kept.table).journal == store.journals()[0].name != path.name
    kept.close()


def test_a_table_runs_as_long_as_its_process_lives_and_nobody_else_can_take_it() -> None:
    kept = tables.keep(RECORD)
    assert tables.runs(kept.table)
    assert (tables.running(), tables.interrupted()) == ([kept.table], [])
    with pytest.raises(Trouble, match="table-runs"):
        tables.take(kept.table)
    kept.close()
    assert not tables.runs(kept.table)
    assert (tables.running(), tables.interrupted()) == ([], [kept.table])
    again = tables.take(kept.table)
    assert again.record == RECORD
    assert tables.runs(kept.table)
    again.close()


def test_a_table_that_has_ended_on_purpose_leaves_its_journal_alone() -> None:
    kept = tables.keep(RECORD)
    kept.write(HEADER)
    kept.forget()
    kept.close()
    assert not list(tables.tables_folder().iterdir())
    assert len(store.journals()) == 1
    assert not tables.exists(kept.table)
    with pytest.raises(Trouble, match="no-such-table"):
        tables.take(kept.table)
    assert code_of(kept.table) == "no-such-table"


@pytest.mark.parametrize("table", ["../seats", "a" * 300, "", "none"])
def test_what_is_no_table_is_told(table: str) -> None:
    with pytest.raises(Trouble, match="no-such-table"):
        tables.read(table)


def test_a_damaged_record_is_told() -> None:
    kept = tables.keep(RECORD)
    kept.close()
    (tables.tables_folder() / f"{kept.table}.json").write_bytes(b"{")
    with pytest.raises(Trouble, match="record-damaged"):
        tables.take(kept.table)


def test_lines_are_added_to_the_same_journal_after_its_last_whole_line() -> None:
    table = played()
    [path] = store.journals()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"line":"seat","se')
    kept = tables.take(table)
    assert kept.journal() == whole
    assert path.read_bytes() != whole, "nothing is cut off before there is something to write"
    kept.write(SEAT)
    kept.write(SEAT)
    line = journal.write(SEAT) + b"\n"
    assert path.read_bytes() == whole + line + line
    kept.write(HEADER)
    kept.close()
    assert len(store.journals()) == 2, "the next match begins a new one"


def test_the_newest_interrupted_game_that_is_not_over_is_the_one_to_go_on_with() -> None:
    assert code_of() == "none-interrupted"
    tables.keep(RECORD).close()
    assert code_of() == "none-interrupted", "it never came to a game"
    first = played()
    assert tables.to_resume() == (first, "")
    second = played()
    assert tables.to_resume() == (second, "")
    over = played(over=True)
    assert tables.to_resume() == (second, "")
    tables.check(first)
    assert code_of(over) == "game-over"
    with_lock = tables.take(second)
    assert tables.to_resume() == (first, "")
    with_lock.close()


@pytest.mark.parametrize("damaged", ["journal", "record"])
def test_tables_that_cannot_be_gone_on_with_are_passed_over_and_left_as_they_are(damaged: str) -> None:
    good, _, newest = played(), played(), played()
    for table in tables.interrupted()[:2]:
        path = store.journals_folder() / tables.read(table).journal
        if damaged == "record":
            path = tables.tables_folder() / f"{table}.json"
        path.write_bytes(b"garbage\n")
    before = {path: path.read_bytes() for path in store.home().rglob("*.json*")}
    assert tables.to_resume() == (good, newest)
    assert {path: path.read_bytes() for path in store.home().rglob("*.json*")} == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"garbage\n", "journal-line"),
        (journal.write(SEAT) + b"\n", "journal-header"),
        (journal.write(journal.Header("allegra", 999, ("A", "B"))) + b"\n", "journal-rules"),
        (None, "no-such-file"),
    ],
)
def test_a_journal_that_cannot_be_used_is_told(text: bytes | None, code: str) -> None:
    table = played()
    [path] = store.journals()
    path.unlink() if text is None else path.write_bytes(text)
    assert code_of(table) == code
    assert text is None or path.read_bytes() == text


def test_TABLES_KEPT_MAX_the_latest_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter("1234")
    monkeypatch.setattr(time, "strftime", lambda _: next(moments))
    monkeypatch.setattr(limits, "TABLES_KEPT_MAX", 2)
    for _ in range(4):
        tables.keep(RECORD).close()
    assert tables.interrupted() == ["4", "3", "2"]


def test_a_full_disk_opens_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", fails_with(errno.ENOSPC))
    with pytest.raises(Trouble, match="disk-full"):
        tables.keep(RECORD)


def test_a_read_only_folder_opens_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    tables.tables_folder()
    store.Journals()
    monkeypatch.setattr(os, "open", fails_with(errno.EROFS))
    with pytest.raises(Trouble, match="not-permitted"):
        tables.keep(RECORD)
