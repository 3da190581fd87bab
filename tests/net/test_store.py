"""What is kept on disk is kept whole, for its owner alone, and its loss is no crash."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from engine import journal
from net import limits, store
from net.invite import Invite
from net.trouble import Trouble

HEADER = journal.Header("allegra", 1, ("Ada", "Bo"))
ACT = journal.Acted(0, msgspec.Raw(b'{"type":"draw","turn":1}'))
PLACE = Invite("KWXBTR", host="127.0.0.1", port=9000)


def fails_with(number: int) -> object:
    def fail(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    return fail


# journals


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


# seats


def test_the_same_person_gets_the_same_seat_back_also_after_a_crash(home: Path) -> None:
    token = store.seat_token(PLACE, "play", "Ada")
    assert len(token) >= 32
    assert store.seat_token(PLACE, "play", "Ada") == token
    assert (home / "seats.json").stat().st_mode & 0o077 == 0
    assert "KWXBTR" not in (home / "seats.json").read_text()


def test_another_table_role_or_name_is_another_person() -> None:
    tokens = {
        store.seat_token(where, role, name)
        for where in (PLACE, Invite("KWXBTR", host="127.0.0.1", port=9001), Invite("KWXBTR", path="/tmp/table"))
        for role in ("play", "watch")
        for name in ("Ada", "Bo")
    }
    assert len(tokens) == 12


def test_a_seat_that_was_given_is_kept() -> None:
    store.seat_token(PLACE, "play", "Ada")
    store.keep_seat(PLACE, "Ada", "the token of the host", host=True)
    assert store.seat_token(PLACE, "play", "Ada") == "the token of the host"


def test_who_tells_no_name_has_the_latest_one_at_this_place() -> None:
    assert store.name_for(PLACE, "play", "ada") == "ada"
    for role, name in (("play", "Ada"), ("play", "Bo de Wit"), ("watch", "Eve")):
        store.seat_token(PLACE, role, name)  # type: ignore[arg-type]
    assert store.name_for(PLACE, "play", "ada") == "Bo de Wit"
    assert store.name_for(PLACE, "watch", "ada") == "Eve"
    assert store.name_for(Invite("KWXBTR", host="127.0.0.1", port=900), "play", "ada") == "ada"


def test_who_tells_no_name_at_a_table_of_mine_is_the_host() -> None:
    token = store.new_token()  # all programs on this computer see where a host is
    store.keep_seat(PLACE, "Ada", token, host=True)
    store.seat_token(PLACE, "play", "Bo")
    store.seat_token(PLACE, "watch", "Eve")
    assert store.name_for(PLACE, "play", "ada") == "Ada"
    assert store.name_for(PLACE, "watch", "ada") == "Eve"
    with store.mark_host(token):
        assert store.name_for(PLACE, "play", "ada") == "Bo"


def test_who_tells_no_name_is_not_taken_for_the_host_who_is_here() -> None:
    tokens = {name: store.seat_token(PLACE, "play", name) for name in ("bo", "ada")}
    with store.mark_host(tokens["ada"]):
        assert store.name_for(PLACE, "play", "ada") == "bo"
        with store.mark_host(tokens["bo"]):
            assert store.name_for(PLACE, "play", "ada") == "ada 2"
            with pytest.raises(OSError, match="in use"):
                store.mark_host(tokens["bo"])
    assert store.name_for(PLACE, "play", "ada") == "ada"


def test_SEATS_KEPT_MAX_the_latest_seats_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEATS_KEPT_MAX", 3)
    tokens = [store.seat_token(PLACE, "play", str(number)) for number in range(4)]
    assert [store.seat_token(PLACE, "play", str(number)) for number in (1, 2, 3)] == tokens[1:]
    assert store.seat_token(PLACE, "play", "0") != tokens[0]


def test_a_token_is_shown_to_the_certificate_alone_that_it_was_made_for() -> None:
    ours, other = (msgspec.structs.replace(PLACE, fingerprint=26 * letter) for letter in "AB")
    token = store.seat_token(ours, "play", "Ada")
    assert len({token, store.seat_token(other, "play", "Ada"), store.seat_token(PLACE, "play", "Ada")}) == 3
    assert store.seat_token(ours, "play", "Ada") == token
    assert store.name_for(ours, "play", "eve") == "Ada"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"a":1}', b"\xff", b"[" * 5_000])
def test_a_damaged_file_is_set_aside(damage: bytes, home: Path) -> None:
    store.seat_token(PLACE, "play", "Ada")
    (home / "seats.json").write_bytes(damage)
    token = store.seat_token(PLACE, "play", "Ada")
    assert store.seat_token(PLACE, "play", "Ada") == token
    assert (home / "seats.damaged").read_bytes() == damage


def test_a_crash_while_writing_leaves_the_old_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    token = store.seat_token(PLACE, "play", "Ada")
    monkeypatch.setattr(os, "fsync", fails_with(errno.EIO))
    store.keep_seat(PLACE, "Bo", "another token, long enough")
    assert store.seat_token(PLACE, "play", "Ada") == token


def test_nothing_is_left_of_a_file_that_could_not_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.seat_token(PLACE, "play", "Ada")
    monkeypatch.setattr(os, "fsync", fails_with(errno.ENOSPC))
    store.keep_seat(PLACE, "Bo", "another token, long enough")
    assert [path.name for path in home.iterdir()] == ["seats.json"]


def test_what_cannot_be_read_is_not_written_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = store.seat_token(PLACE, "play", "Ada")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", fails_with(errno.EACCES))
        assert len(store.seat_token(PLACE, "play", "Bo")) >= 32
        assert store.name_for(PLACE, "play", "eve") == "eve"
    assert store.seat_token(PLACE, "play", "Ada") == token


@pytest.mark.timeout(10)
def test_a_pipe_in_place_of_the_file_is_not_waited_for(home: Path) -> None:
    home.mkdir()
    os.mkfifo(home / "seats.json")
    assert len(store.seat_token(PLACE, "play", "Ada")) >= 32
    assert (home / "seats.json").is_fifo()


def test_programs_that_run_side_by_side_lose_no_seats() -> None:
    code = """
import sys
from net import limits, store
from net.invite import Invite
for port in range(1, 21):
    store.seat_token(Invite("KWXBTR", host=sys.argv[1], port=port), "play", "Ada")
"""
    side_by_side = [subprocess.Popen([sys.executable, "-c", code, host]) for host in ("one", "two", "three")]
    assert [process.wait(30) for process in side_by_side] == [0, 0, 0]
    kept = msgspec.json.decode((store.home() / "seats.json").read_bytes(), type=dict[str, str])
    assert len(kept) == 60


def test_a_disk_that_cannot_be_written_is_no_reason_not_to_play(home: Path) -> None:
    home.write_text("in the way")
    assert len(store.seat_token(PLACE, "play", "Ada")) >= 32
