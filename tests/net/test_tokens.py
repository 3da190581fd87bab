"""My seats are kept whole, for me alone, and their loss is no crash."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from net import limits, store, tokens
from net.invite import Invite
from tests.kit import fails_with

PLACE = Invite("KWXBTR", host="127.0.0.1", port=9000)


def test_the_same_person_gets_the_same_seat_back_also_after_a_crash(home: Path) -> None:
    token = tokens.seat_token(PLACE, "play", "Ada")
    assert len(token) >= 32
    assert tokens.seat_token(PLACE, "play", "Ada") == token
    assert (home / "seats.json").stat().st_mode & 0o077 == 0
    assert "KWXBTR" not in (home / "seats.json").read_text()


def test_another_table_role_or_name_is_another_person() -> None:
    told = {
        tokens.seat_token(where, role, name)
        for where in (PLACE, Invite("KWXBTR", host="127.0.0.1", port=9001), Invite("KWXBTR", path="/tmp/table"))
        for role in ("play", "watch")
        for name in ("Ada", "Bo")
    }
    assert len(told) == 12


def test_a_seat_that_was_given_is_kept() -> None:
    tokens.seat_token(PLACE, "play", "Ada")
    tokens.keep_seat(PLACE, "Ada", "the token of the host", host=True)
    assert tokens.seat_token(PLACE, "play", "Ada") == "the token of the host"


def test_who_tells_no_name_has_the_latest_one_at_this_place() -> None:
    assert tokens.name_for(PLACE, "play", "ada") == "ada"
    for role, name in (("play", "Ada"), ("play", "Bo de Wit"), ("watch", "Eve")):
        tokens.seat_token(PLACE, role, name)  # type: ignore[arg-type]
    assert tokens.name_for(PLACE, "play", "ada") == "Bo de Wit"
    assert tokens.name_for(PLACE, "watch", "ada") == "Eve"
    assert tokens.name_for(Invite("KWXBTR", host="127.0.0.1", port=900), "play", "ada") == "ada"


def test_who_tells_no_name_at_a_table_of_mine_is_the_host() -> None:
    token = tokens.new_token()  # all programs on this computer see where a host is
    tokens.keep_seat(PLACE, "Ada", token, host=True)
    tokens.seat_token(PLACE, "play", "Bo")
    tokens.seat_token(PLACE, "watch", "Eve")
    assert tokens.name_for(PLACE, "play", "ada") == "Ada"
    assert tokens.name_for(PLACE, "watch", "ada") == "Eve"
    with tokens.mark_host(token):
        assert tokens.name_for(PLACE, "play", "ada") == "Bo"


def test_who_tells_no_name_is_not_taken_for_the_host_who_is_here() -> None:
    bo, ada = (tokens.seat_token(PLACE, "play", name) for name in ("bo", "ada"))
    with tokens.mark_host(ada):
        assert tokens.name_for(PLACE, "play", "ada") == "bo"
        with tokens.mark_host(bo):
            assert tokens.name_for(PLACE, "play", "ada") == "ada 2"
            with pytest.raises(OSError, match="in use"):
                tokens.mark_host(bo)
    assert tokens.name_for(PLACE, "play", "ada") == "ada"


def test_SEATS_KEPT_MAX_the_latest_seats_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEATS_KEPT_MAX", 3)
    told = [tokens.seat_token(PLACE, "play", str(number)) for number in range(4)]
    assert [tokens.seat_token(PLACE, "play", str(number)) for number in (1, 2, 3)] == told[1:]
    assert tokens.seat_token(PLACE, "play", "0") != told[0]


def test_a_token_is_shown_to_the_certificate_alone_that_it_was_made_for() -> None:
    ours, other = (msgspec.structs.replace(PLACE, fingerprint=26 * letter) for letter in "AB")
    token = tokens.seat_token(ours, "play", "Ada")
    assert len({token, tokens.seat_token(other, "play", "Ada"), tokens.seat_token(PLACE, "play", "Ada")}) == 3
    assert tokens.seat_token(ours, "play", "Ada") == token
    assert tokens.name_for(ours, "play", "eve") == "Ada"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"a":1}', b"\xff", b"[" * 5_000])
def test_a_damaged_file_is_set_aside(damage: bytes, home: Path) -> None:
    tokens.seat_token(PLACE, "play", "Ada")
    (home / "seats.json").write_bytes(damage)
    token = tokens.seat_token(PLACE, "play", "Ada")
    assert tokens.seat_token(PLACE, "play", "Ada") == token
    assert (home / "seats.damaged").read_bytes() == damage


def test_a_crash_while_writing_leaves_the_old_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    token = tokens.seat_token(PLACE, "play", "Ada")
    monkeypatch.setattr(os, "fsync", fails_with(errno.EIO))
    tokens.keep_seat(PLACE, "Bo", "another token, long enough")
    assert tokens.seat_token(PLACE, "play", "Ada") == token


def test_nothing_is_left_of_a_file_that_could_not_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens.seat_token(PLACE, "play", "Ada")
    monkeypatch.setattr(os, "fsync", fails_with(errno.ENOSPC))
    tokens.keep_seat(PLACE, "Bo", "another token, long enough")
    assert [path.name for path in home.iterdir()] == ["seats.json"]


def test_what_cannot_be_read_is_not_written_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = tokens.seat_token(PLACE, "play", "Ada")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", fails_with(errno.EACCES))
        assert len(tokens.seat_token(PLACE, "play", "Bo")) >= 32
        assert tokens.name_for(PLACE, "play", "eve") == "eve"
    assert tokens.seat_token(PLACE, "play", "Ada") == token


@pytest.mark.timeout(10)
def test_a_pipe_in_place_of_the_file_is_not_waited_for(home: Path) -> None:
    home.mkdir()
    os.mkfifo(home / "seats.json")
    assert len(tokens.seat_token(PLACE, "play", "Ada")) >= 32
    assert (home / "seats.json").is_fifo()


def test_programs_that_run_side_by_side_lose_no_seats() -> None:
    code = """
import sys
from net import tokens
from net.invite import Invite
from tests.kit import fails_with
for port in range(1, 21):
    tokens.seat_token(Invite("KWXBTR", host=sys.argv[1], port=port), "play", "Ada")
"""
    side_by_side = [subprocess.Popen([sys.executable, "-c", code, host]) for host in ("one", "two", "three")]
    assert [process.wait(30) for process in side_by_side] == [0, 0, 0]
    kept = msgspec.json.decode((store.home() / "seats.json").read_bytes(), type=dict[str, str])
    assert len(kept) == 60


def test_a_disk_that_cannot_be_written_is_no_reason_not_to_play(home: Path) -> None:
    home.write_text("in the way")
    assert len(tokens.seat_token(PLACE, "play", "Ada")) >= 32
