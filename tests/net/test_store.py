"""What is kept on disk is kept whole, for its owner alone, and its loss is no crash."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import msgspec
import pytest

from engine import journal
from net import store
from net.invite import Invite
from net.trouble import Trouble
from tests.kit import fails_with

HEADER = journal.Header("allegra", 1, ("Ada", "Bo"))
ACT = journal.Acted(0, msgspec.Raw(b'{"type":"draw","turn":1}'))
PLACE = Invite("KWXBTR", host="127.0.0.1", port=9000)


def test_every_match_has_a_journal_of_its_own_that_only_its_owner_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "2025-11-30-201500")
    journals = store.Journals()
    for line in (HEADER, ACT, ACT, HEADER, ACT):
        journals.record(line)
    newest, oldest = store.journals()
    assert journal.read(store.read(oldest)) == (HEADER, [ACT, ACT])
    assert journal.read(store.read(newest)) == (HEADER, [ACT])
    for path in (newest, oldest, newest.parent):
        assert path.stat().st_mode & 0o077 == 0


def test_a_line_is_on_the_disk_when_record_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fdatasync", lambda file: synced.append(Path(f"/proc/self/fd/{file}").read_bytes()))
    journals = store.Journals()
    journals.record(HEADER)
    journals.record(ACT)
    header, act = journal.write(HEADER) + b"\n", journal.write(ACT) + b"\n"
    assert synced == [header, header + act]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk-full"),
        (errno.EDQUOT, "disk-full"),
        (errno.EROFS, "not-permitted"),
        (errno.EIO, "disk-error"),
    ],
)
def test_a_disk_that_fails_is_told_and_leaves_whole_lines(
    number: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journals = store.Journals()
    journals.record(HEADER)
    journals.record(ACT)
    (path,) = store.journals()
    before = path.read_bytes()
    monkeypatch.setattr(os, "fdatasync", fails_with(number))
    with pytest.raises(Trouble) as trouble:
        journals.record(ACT)
    assert trouble.value.code == code
    assert trouble.value.details[0] == str(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(home: Path) -> None:
    home.write_text("in the way")
    with pytest.raises(Trouble, match="disk-error"):
        store.Journals()


def test_half_a_last_line_was_told_to_nobody(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    whole = journal.write(HEADER) + b"\n" + journal.write(ACT)
    deep = whole + b'\n{"line":"act","seat":0,"action":' + b"[" * 100_000
    for torn in (whole + b"\n", whole, whole + b'\n{"line":"act","se', whole + b'\n"\xc3', deep):
        path.write_bytes(torn)
        assert journal.read(store.read(path)) == (HEADER, [ACT])


def test_a_journal_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert store.journals() == []
    with pytest.raises(Trouble, match="no-such-file"):
        store.read(tmp_path / "none.jsonl")
    with pytest.raises(Trouble, match="disk-error"):
        store.read(tmp_path)
    with pytest.raises(Trouble, match="disk-error"):
        store.read(store.find_journal(Path("a" * 300)))


def test_only_files_are_journals() -> None:
    store.Journals().record(HEADER)
    [path] = store.journals()
    (path.parent / "a-folder.jsonl").mkdir()
    (path.parent / "a-broken-link.jsonl").symlink_to("nowhere")
    os.mkfifo(path.parent / "a-pipe.jsonl")
    assert store.journals() == [path]


def test_a_journal_is_found_by_its_name_but_a_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store.Journals().record(HEADER)
    [stored] = store.journals()
    name = Path(stored.name)
    assert store.find_journal(name) == stored
    assert store.find_journal(Path("none.jsonl")) == Path("none.jsonl")
    assert store.find_journal(Path("journals") / name) == Path("journals") / name
    name.write_bytes(b"")
    assert store.find_journal(name) == name
