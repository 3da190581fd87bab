"""Files that a bad disk or a curious hand has changed are told to be damaged, or are as good as others."""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from engine import journal
from net import fairdeal, opening, tables, tokens, wire
from net.invite import Invite
from net.resume import resume
from net.table import Table
from net.trouble import Trouble
from tests.net.company import Company
from tests.net.desk import CODE, HOST, token
from tests.net.hostile import TERMINAL, damaged
from tests.net.siege import is_fit_for_a_terminal

NAMES = {"allegra": ("Ana", "Bo"), "romi": ("Ana", "Bo"), "aluette": ("Ana", "Bo", "Cy", "Di")}
JOURNALS, RECORDS, SEATS = 900, 200, 100
"""So many of each are damaged here; `scripts/soak --fuzz` damages more."""


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # hundreds of files are written


# journals


@cache
def whole_journal(game: str) -> bytes:
    """Of a match in the middle of a round."""
    company = Company(*NAMES[game], game=game)
    company.start()
    dice = random.Random(1)
    for _ in range(10):
        company.act_once(dice)
        company.wait(0.5)
    return company.journal()


def come_back(text: bytes) -> Table:
    """The table of a journal, with everybody back at it and the time going on. Raises journal.Damaged."""
    rng = random.Random(1)
    table = resume(
        text, 0.0, code=CODE, host_token=token(HOST), rng=rng, entropy=rng.randbytes, record=lambda line: None
    )
    for conn, name in enumerate(NAMES["aluette"], 1):
        table.connected(conn, "", 0.0)
        table.receive(conn, wire.encode(wire.Hello(wire.VERSION, name, token(name), CODE)), 0.0)
        table.receive(conn, wire.encode(wire.Ready()), 0.0)
    for now in range(10):
        table.tick(10.0 * now)
    for outgoing in table.drain():
        wire.from_host(outgoing.frame)
        assert is_fit_for_a_terminal(outgoing.frame.decode())
    return table


def damage_a_journal(seed: int) -> str:
    """What comes of it: the code of what is told, or nothing if there is a table."""
    dice = random.Random(seed)
    text = damaged(whole_journal(dice.choice([*NAMES])), dice)
    try:
        fairdeal.verify(text)
        come_back(text)
    except journal.Damaged as told:
        return told.code
    return ""


def test_a_damaged_journal_is_told_or_is_a_game_all_the_same() -> None:
    codes = Counter(damage_a_journal(seed) for seed in range(JOURNALS))
    assert codes.keys() > {"", "journal-line", "journal-act", "journal-header"}
    assert codes[""] < JOURNALS / 3


def lines_of(game: str = "allegra") -> list[journal.Line]:
    header, lines = journal.read_lines(whole_journal(game))
    return [header, *lines]


SEALED, GIVEN, DEAL = (
    next(i for i, line in enumerate(lines_of()) if isinstance(line, kind))
    for kind in (journal.Sealed, journal.Given, journal.Acted)
)


@pytest.mark.parametrize(
    ("number", "fields"),
    [
        (0, {"names": (TERMINAL, "Bo")}),
        (0, {"names": ("Ana", "x" * 41)}),
        (1, {"seat": 2}),
        (1, {"seat": -1}),
        (1, {"name": "\u202eAna"}),
        (SEALED, {"pledges": (b"",)}),
        (SEALED, {"secret": b"\0" * 32}),
        (SEALED, {"deal": 2}),
        (GIVEN, {"nonces": ()}),
        (GIVEN, {"nonces": (b"\0" * 32, b"")}),
        (DEAL, {"action": msgspec.Raw(b'{"type":"chance","order":[7],"roll":0}')}),
        (DEAL + 1, {"n": -1}),
    ],
)
def test_what_no_table_has_written_is_damage(number: int, fields: dict[str, object]) -> None:
    lines = lines_of()
    lines[number] = msgspec.structs.replace(lines[number], **fields)
    with pytest.raises(journal.Damaged):
        come_back(b"".join(journal.write(line) + b"\n" for line in lines))


def test_an_act_of_somebody_who_never_sat_down_is_damage() -> None:
    lines = [line for line in lines_of() if not isinstance(line, journal.Seated)]
    with pytest.raises(journal.Damaged, match="journal-act"):
        come_back(b"".join(journal.write(line) + b"\n" for line in lines))


# what a table needs to come back


RECORD = tables.Record("Ada", "allegra", 2, {"rounds": 1}, "local", None, None, "KWXBTR", "the token of the host")


def damage_a_record(seed: int) -> str:
    dice, kept = random.Random(seed), tables.keep(RECORD)
    if dice.random() < 0.5:
        kept.write(journal.Header("allegra", 1, ("Ada", "Bo")))
    kept.close()
    [path] = tables.tables_folder().glob("*.json")
    path.write_bytes(damaged(msgspec.json.encode(kept.record), dice))
    code = ""
    for comes_back in (opening.come_back, tables.check, lambda _: tables.to_resume()):
        try:
            opened = comes_back(kept.table)
        except Trouble as told:
            code = code or told.code
        else:
            if isinstance(opened, opening.Opened):
                opened.listening.close()
                opened.kept.close()
    for old in tables.tables_folder().iterdir():
        old.unlink()
    return code


def test_a_damaged_record_is_told_or_is_a_table_all_the_same() -> None:
    codes = Counter(damage_a_record(seed) for seed in range(RECORDS))
    assert codes["record-damaged"] > RECORDS / 2


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "chess"},
        {"seats": 9},
        {"options": {"stakes": 1}},
        {"port": 65_536},
        {"port": -1},
        {"socket": "/tmp/\0"},
        {"journal": "../seats.json"},
        {"journal": "\0"},
        {"name": TERMINAL},
    ],
)
def test_a_record_of_what_cannot_be_is_damage(fields: dict[str, object]) -> None:
    kept = tables.keep(RECORD)
    kept.close()
    [path] = tables.tables_folder().glob("*.json")
    path.write_bytes(msgspec.json.encode({**msgspec.structs.asdict(RECORD), **fields}))
    with pytest.raises(Trouble, match="record-damaged"):
        opening.come_back(kept.table)


# my seats


def test_damaged_seats_cost_no_more_than_the_seats(home: Path) -> None:
    place = Invite("KWXBTR", host="127.0.0.1", port=9000)
    for seed in range(SEATS):
        tokens.keep_seat(place, "Ada", "the token of the host")
        tokens.seat_token(place, "watch", "Bo")
        path = home / "seats.json"
        path.write_bytes(damaged(path.read_bytes(), random.Random(seed)))
        assert tokens.name_for(place, "play", "ada")
        for name in ("Ada", "Bo"):
            assert tokens.seat_token(place, "play", name) == tokens.seat_token(place, "play", name)


@pytest.mark.parametrize("broken", ["", "short", "x" * 65])
def test_a_token_that_no_table_takes_is_made_anew(home: Path, broken: str) -> None:
    """Otherwise one could never come to that table again."""
    place = Invite("KWXBTR", host="127.0.0.1", port=9000)
    home.mkdir()
    (home / "seats.json").write_bytes(msgspec.json.encode({f"{place.place} play Ada": broken}))
    token = tokens.seat_token(place, "play", "Ada")
    assert len(token) == 32
    assert tokens.seat_token(place, "play", "Ada") == token
