"""The door: who may come in with a first frame, and what is said to the others."""

from __future__ import annotations

import msgspec
import pytest

from net import wire
from net.door import Line
from net.limits import (
    HELLO_WITHIN_S,
    LAG_SAMPLES,
    NAME_CELLS_MAX,
    STRANGERS_MAX,
    TOKEN_CHARS_MAX,
    TOKEN_CHARS_MIN,
    WATCHERS_MAX,
    WRONG_CODES_MAX,
    WRONG_CODES_WITHIN_S,
)
from tests.net.desk import HOST, Desk, Guest, token
from tests.net.test_clean import cells


@pytest.fixture
def desk() -> Desk:
    return Desk()


def hello(guest: Guest, **fields: object) -> str:
    """Say hello with these fields; the code of the goodbye, or nothing."""
    guest.send(msgspec.structs.replace(guest.hello, **fields))
    return guest.bye


@pytest.mark.parametrize("version", [0, wire.VERSION - 1, wire.VERSION + 1])
@pytest.mark.parametrize("code", ["open sesame", "wrong"])
def test_versions_are_compared_before_anything_else_is_asked(desk: Desk, version: int, code: str) -> None:
    """S11: with the right and with the wrong code, both versions are named."""
    guest = desk.stranger()
    assert hello(guest, version=version, code=code, token="", name="") == "version"
    assert guest.heard == [wire.Bye("version", (wire.VERSION, version))]


def test_another_version_is_recognized_even_if_its_hello_has_other_fields(desk: Desk) -> None:
    guest = desk.stranger()
    guest.frame(b'{"t":"hello","version":99,"nick":"Eve","avatar":[1]}')
    assert guest.heard == [wire.Bye("version", (wire.VERSION, 99))]


def test_another_version_does_not_count_as_a_wrong_code(desk: Desk) -> None:
    for _ in range(2 * WRONG_CODES_MAX):
        hello(desk.stranger(), version=9, code="wrong")
    assert hello(desk.stranger("Bob")) == ""


TURN_S = WRONG_CODES_WITHIN_S / WRONG_CODES_MAX


def test_WRONG_CODES_MAX_WRONG_CODES_WITHIN_S_where_many_guess_every_code_waits_for_its_turn(desk: Desk) -> None:
    for _ in range(WRONG_CODES_MAX):
        assert hello(desk.stranger(), code="wrong") == "wrong-code"
    codes = ["wrong", "wrong", "open sesame", "wrong", "wrong"]
    guests = [desk.stranger(f"Eve {number}") for number in range(len(codes))]
    for guest, code in zip(guests, codes, strict=True):
        hello(guest, code=code)
    for answered in (0, 1, 2, 4, 5):  # the right one costs nobody a turn
        assert [bool(guest.heard) for guest in guests] == [number < answered for number in range(len(guests))]
        desk.wait(TURN_S)
    assert [guest.bye for guest in guests] == ["wrong-code", "wrong-code", "", "wrong-code", "wrong-code"]
    assert hello(desk.stranger("Bob", peer="10.0.0.2")) == ""
    desk.wait(TURN_S)
    assert hello(watcher := desk.stranger(), role="watch") == ""
    assert watcher.heard


def test_who_waits_for_a_turn_is_not_sent_away_for_it_but_gone_when_they_go_or_talk_on(desk: Desk) -> None:
    for _ in range(WRONG_CODES_MAX):
        hello(desk.stranger(), code="wrong")
    gone, talker, *waiting, last = (desk.stranger(f"Eve {number}") for number in range(5))
    for guest in (gone, talker, *waiting):
        hello(guest, code="wrong")
    hello(last)
    gone.lose()
    talker.send(wire.Ready())
    assert talker.bye == "not-understood"
    desk.wait(2 * TURN_S)
    assert 2 * TURN_S > HELLO_WITHIN_S
    assert [guest.bye for guest in waiting] == ["wrong-code", "wrong-code"]
    desk.wait(TURN_S)
    assert last.last(wire.Welcome).seat == 0


def test_wrong_codes_keep_nobody_waiting_who_has_a_chair_nor_the_host_at_the_same_address(desk: Desk) -> None:
    desk.guest("Bob").lose()
    for _ in range(WRONG_CODES_MAX):
        hello(desk.stranger(), code="wrong")
    for name in ("Bob", HOST):
        guesser = desk.stranger(name)
        assert hello(guesser, code="wrong") == ""
        assert not guesser.heard, "a token alone opens nothing"
        assert hello(comes_back := desk.stranger(name)) == ""
        assert comes_back.heard


@pytest.mark.parametrize("code", ["", "open sesam", "open sesame ", "OPEN SESAME", "\ud7ff", "o" * 10_000])
def test_the_code_is_compared_whole(desk: Desk, code: str) -> None:
    assert hello(desk.stranger(), code=code) == "wrong-code"


@pytest.mark.parametrize(
    "first",
    [b"", b"hello", b"{}", b'{"t":"hello"}', b'{"t":"ready"}', b'{"t":"act","n":1,"action":{}}', b'{"t":"start"}'],
)
def test_whoever_does_not_begin_with_a_hello_is_not_understood(desk: Desk, first: bytes) -> None:
    guest = desk.stranger()
    guest.frame(first)
    assert guest.heard == [wire.Bye("not-understood")]


def test_a_second_hello_on_a_connection_is_not_understood(desk: Desk) -> None:
    player, watcher = desk.guest("Ana"), desk.guest("Wil", "watch")
    for guest in (player, watcher):
        guest.send(guest.hello)
    assert player.bye == "not-understood"
    assert watcher.refused == "read-only"


def test_HELLO_WITHIN_S_whoever_says_nothing_is_sent_away(desk: Desk) -> None:
    guest = desk.stranger()
    assert desk.table.deadline() == desk.now + HELLO_WITHIN_S
    desk.wait(HELLO_WITHIN_S - 0.1)
    assert not guest.gone
    desk.wait(0.1)
    assert guest.heard == [wire.Bye("silent")]


def test_STRANGERS_MAX_strangers_do_not_fill_the_house(desk: Desk) -> None:
    strangers = [desk.stranger() for _ in range(STRANGERS_MAX)]
    assert not any(stranger.gone for stranger in strangers)
    newcomer = desk.stranger("Bob")
    assert [stranger.bye for stranger in strangers] == ["too-many-strangers"] + [""] * (STRANGERS_MAX - 1)
    assert hello(newcomer) == ""
    desk.stranger()
    assert not strangers[1].gone


def test_who_was_sent_away_only_because_of_a_crowd_or_a_slow_line_comes_back_by_itself() -> None:
    assert {"too-many-strangers", "silent"} < wire.AGAIN


@pytest.mark.parametrize("length", [0, TOKEN_CHARS_MIN - 1, TOKEN_CHARS_MAX + 1])
def test_TOKEN_CHARS_MIN_TOKEN_CHARS_MAX_a_token_is_neither_short_nor_long(desk: Desk, length: int) -> None:
    assert hello(desk.stranger(), token="t" * length) == "bad-token"
    assert hello(desk.stranger(), token="t" * TOKEN_CHARS_MIN) == ""
    assert hello(desk.stranger(), token="t" * TOKEN_CHARS_MAX) == ""


def test_what_tells_windows_apart_is_not_long(desk: Desk) -> None:
    assert hello(desk.stranger(), window="w" * (TOKEN_CHARS_MAX + 1)) == "bad-token"
    assert hello(desk.stranger(), window="w" * TOKEN_CHARS_MAX) == ""


@pytest.mark.parametrize("name", ["", " ", "\x1b\x07", "\u200b\u200d\u2060", "\u202e", "\n\t"])
def test_a_name_has_something_to_see(desk: Desk, name: str) -> None:
    assert hello(desk.stranger(), name=name) == "bad-name"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ana  \n Maria ", "Ana Maria"),
        ("\x1b]52;c;aGk=\x07Ana\x1b[31m", "]52;c;aGk=Ana[31m"),
        ("A\u202ena\u2066", "Ana"),
        ("A\u200bn\u200da\ufe0f", "Ana"),
        ("[/b] al[ice]", "[/b] al[ice]"),
        ("x" * 100, "x" * NAME_CELLS_MAX),
        ("\u4e2d" * 100, "\u4e2d" * (NAME_CELLS_MAX // 2)),
        ("Z\u0301\u0301\u0301\u0301\u0301\u0301a", "\u0179\u0301\u0301a"),
    ],
)
def test_NAME_CELLS_MAX_a_name_is_cleaned_and_cut_to_cells(desk: Desk, name: str, shown: str) -> None:
    guest = desk.stranger()
    hello(guest, name=name)
    assert guest.chairs[0].name == shown


def test_NAME_CELLS_MAX_a_number_behind_a_name_makes_it_no_longer(desk: Desk) -> None:
    for number in range(12):
        desk.guest("中" * 20, "watch", token=token(str(number)))
    names = desk.guest("Ana").last(wire.Room).watchers
    assert len({*names}) == 12
    assert max(map(cells, names)) == NAME_CELLS_MAX
    assert names[1:] == tuple(f"{'中' * (9 if number < 10 else 8)} {number}" for number in range(2, 13))


def test_LAG_SAMPLES_the_lag_is_the_median_of_the_latest_round_trips() -> None:
    line = Line.opened("10.0.0.1", 0.0)
    assert line.lag_s == 0.0
    for rtt_s in (9.0, 9.0, 9.0, *LAG_SAMPLES // 2 * [0.2, 0.1], 0.15):
        line.lags_s.append(rtt_s)
    assert line.lag_s == 0.15


def test_two_people_never_bear_one_name(desk: Desk) -> None:
    guests = [desk.guest("Ana", token=token(str(i))) for i in range(2)]
    watchers = [desk.guest("Ana", "watch", token=token(str(i + 2))) for i in range(2)]
    room = guests[0].last(wire.Room)
    assert [chair.name for chair in room.chairs] == ["Ana", "Ana 2"]
    assert room.watchers == ("Ana 3", "Ana 4")
    assert [guest.last(wire.Welcome).seat for guest in guests + watchers] == [0, 1, None, None]


def test_only_the_host_s_token_makes_a_host(desk: Desk) -> None:
    assert desk.guest(HOST).last(wire.Welcome).host
    assert not desk.guest("Bob").last(wire.Welcome).host
    assert [chair.host for chair in desk.guest("Wil", "watch").chairs] == [True, False]


def test_the_house_is_full_when_every_chair_has_a_person(desk: Desk) -> None:
    for name in ("Ana", "Bob"):
        desk.guest(name)
    assert desk.guest("Cem").bye == "full"
    assert not desk.guest("Cem", "watch").gone


def test_WATCHERS_MAX_so_many_may_watch_and_no_more(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.limits.WATCHERS_MAX", 3)
    assert WATCHERS_MAX > 3
    watchers = [desk.guest(f"watcher {i}", "watch") for i in range(4)]
    assert [watcher.bye for watcher in watchers] == ["", "", "", "too-many-watchers"]
    again = desk.guest("watcher 0", "watch")
    assert (again.bye, watchers[0].bye) == ("", "elsewhere"), "a second window takes no second place"


def test_no_frame_tells_a_token_or_the_code(desk: Desk) -> None:
    for name, role in (("Ana", "play"), ("Wil", "watch")):
        guest = desk.stranger(name)
        desk.table.receive(guest.conn, wire.encode(msgspec.structs.replace(guest.hello, role=role)), desk.now)
        frames = b"".join(outgoing.frame for outgoing in desk.table.drain())
        assert b"welcome" in frames
        assert guest.hello.token.encode() not in frames
        assert guest.hello.code.encode() not in frames


def test_who_comes_to_a_table_that_has_ended_is_told_nothing(desk: Desk) -> None:
    """It may have ended because its last act could not be recorded."""
    desk.playing("Ana", "Bob")
    desk.table.break_down("disk-full", "journal")
    for role in ("play", "watch"):
        assert not desk.guest("Bob", role).heard  # type: ignore[arg-type]
