"""The journal: what is written is read back, what is damaged is named, and a replay plays what the rules allow."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.board import CHANCE, CLOCK, Seat
from engine.game import read_options
from engine.games import GAMES
from engine.journal import Acted, Damaged, Header, open_match, read, replay, whole, write
from engine.match import Match
from tests import kit, toy

HEADER = Header("toy", toy.RULES, ("Ana", "Rui"), {"rounds": 1})
HEADER_LINE = b'{"line":"header","game":"toy","rules":1,"names":["Ana","Rui"],"options":{"rounds":1}}'
DRAW_LINE = b'{"line":"act","seat":0,"action":{"type":"draw","turn":1}}'


@pytest.fixture(autouse=True)
def _toy_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy)


def acted(seat: Seat, **action: Any) -> Acted:
    return Acted(seat, msgspec.Raw(msgspec.json.encode(action)))


def damage(text: bytes) -> tuple[str, tuple[int | str, ...]]:
    with pytest.raises(Damaged) as damaged:
        open_match(read(text)[0])
    return damaged.value.code, damaged.value.details


def test_lines_are_written_as_they_are_documented() -> None:
    assert write(HEADER) == HEADER_LINE
    assert write(acted(0, type="draw", turn=1)) == DRAW_LINE


@pytest.mark.parametrize(
    "action",
    [b'{"type":"draw",\n"turn":1}', b'{\r\n\t"type": "draw",\r\n\t"turn": 1\r\n}', b'{ "type" : "draw" , "turn" : 1 }'],
)
def test_an_action_that_came_on_many_lines_is_written_on_one(action: bytes) -> None:
    assert write(Acted(0, msgspec.Raw(action))) == DRAW_LINE


def test_what_is_written_is_read_back() -> None:
    acts = [acted(CHANCE, type="chance", order=["a\n", "ü", ""]), acted(CLOCK, type="close", turn=3)]
    acts.append(Acted(1, msgspec.Raw(b'{"type":"draw"}'), 7))
    header = Header("toy", 1, ("[/b]", "Ζωή", '"'), {})
    text = write(header) + b"\n" + b"".join(write(act) + b"\n" for act in acts)
    assert text.count(b"\n") == 4
    again, acts_again = read(text)
    assert again == header
    assert list(map(write, acts_again)) == list(map(write, acts))


def test_half_a_last_line_was_told_to_nobody() -> None:
    text = HEADER_LINE + b"\n" + DRAW_LINE + b"\n"
    for torn in (text, text + DRAW_LINE[:20], text + DRAW_LINE):
        assert whole(torn) == text
    assert whole(HEADER_LINE) == b""


def test_empty_lines_are_passed_over_and_ends_of_lines_may_be_of_any_kind() -> None:
    header, acts = read(b"\n\r\n" + HEADER_LINE + b"\r\n\n  \n" + DRAW_LINE)
    assert (header, len(acts)) == (HEADER, 1)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"null",
        b"[1]",
        b'{"line":"act","seat":0}',
        b'{"line":"act","seat":"0","action":{}}',
        b'{"line":"act","seat":0,"action":{},"more":1}',
        b'{"line":"deal","seat":0,"action":{}}',
        b"\xff",
        b'{"line":"act","seat":0,"action":"\xff"}',
        b'{"line":"act","seat":0,"action":' + b"[" * 100_000 + b"}",
    ],
)
def test_a_line_that_is_none_is_damaged_and_its_number_is_told(line: bytes) -> None:
    assert damage(HEADER_LINE + b"\n\n" + line + b"\n" + DRAW_LINE) == ("journal-line", (3,))


def test_the_first_line_and_no_other_is_a_header() -> None:
    assert damage(b"") == ("journal-header", ())
    assert damage(DRAW_LINE + b"\n" + HEADER_LINE) == ("journal-header", ())
    assert damage(HEADER_LINE + b"\n" + HEADER_LINE) == ("journal-two-headers", ())


@pytest.mark.parametrize(
    ("header", "code", "details"),
    [
        (Header("whist", 1, ("A", "B")), "journal-game", ("whist",)),
        (Header("toy", 7, ("A", "B")), "journal-rules", (7, toy.RULES)),
        (Header("toy", 1, ("A",)), "seats", (1, 2, 4)),
        (Header("toy", 1, ("A", "B"), {"tempo": 1}), "no-such-option", ("tempo",)),
        (Header("toy", 1, ("A", "B"), {"rounds": "many"}), "no-such-choice", ("rounds", "many")),
    ],
)
def test_a_journal_that_this_program_cannot_play_says_why(
    header: Header, code: str, details: tuple[int | str, ...]
) -> None:
    assert damage(write(header)) == (code, details)


def test_a_header_opens_a_match_with_its_seats_and_options() -> None:
    match = open_match(HEADER)
    assert (match.game, match.state.seats) == (toy, 2)
    assert match.options == read_options(toy, {"rounds": 1})


def test_a_replay_leads_to_the_same_state() -> None:
    match = Match(toy, 3, {"rounds": 1})
    acts = [Acted(step.seat, msgspec.Raw(step.action)) for step in kit.play(match, random.Random(5))]
    again = open_match(Header("toy", toy.RULES, ("A", "B", "C"), {"rounds": 1}))
    assert [played.refused for played in replay(again, acts)] == [None] * len(acts)
    assert again.state == match.state


def test_a_replay_reports_what_is_refused_and_goes_on() -> None:
    order = [*sorted(toy.DECK)]
    acts = [
        acted(0, type="draw", turn=1),
        acted(CHANCE, type="chance", order=order[1:]),
        acted(CHANCE, type="chance", order=order),
        acted(9, type="draw", turn=1),
        acted(0, type="dance"),
        acted(0, type="draw", turn=1),
        acted(0, type="draw", turn=1),
    ]
    match = open_match(HEADER)
    played = list(replay(match, acts))
    assert [step.number for step in played] == [1, 2, 3, 4, 5, 6, 7]
    codes = [step.refused and step.refused.code for step in played]
    assert codes == ["too-late", "wrong-deck", None, "no-such-seat", "not-understood", None, "not-now"]
    assert match.state.zones["hand:0"] == ["3"]


def test_a_replay_can_be_stopped_after_any_act() -> None:
    match = open_match(HEADER)
    steps = replay(match, [acted(CHANCE, type="chance", order=sorted(toy.DECK)), acted(0, type="draw", turn=1)])
    next(steps)
    assert match.state.zones["hand:0"] == []
