"""One game being played: an act is applied whole or not at all, and a view holds what its viewer may know."""

from __future__ import annotations

import random
import typing
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.board import CHANCE, CLOCK, Board, Moved, Refused, Seat, Spot
from engine.cards import Card
from engine.game import Chance, Game, Timer, read_options
from engine.games import GAMES
from engine.match import Match
from tests import kit, toy

ORDER = tuple(sorted(toy.DECK))
"""Dealt from the top: the last cards, the fours, go out first."""


def dealt(seats: int = 2, order: tuple[Card, ...] = ORDER, **options: int) -> Match:
    match = Match(toy, seats, options)
    match.act(CHANCE, msgspec.json.encode(Chance(order, 0)))
    return match


def act(match: Match, seat: Seat, tag: str, **fields: Any) -> None:
    match.act(seat, msgspec.json.encode({"type": tag, "turn": match.state.turns, **fields}))


def test_a_match_plays_from_the_deal_to_the_winner() -> None:
    match = dealt(rounds=1)
    for seat in [0, 1] * 9 + [0]:
        assert match.view(None).awaited == (seat,)
        act(match, seat, "draw")
        act(match, seat, "lay", picks=[(f"grid:{seat}", 0)])
    view = match.view(None)
    assert view.over
    # Seat 0 was dealt 4 4 4 and seat 1 was dealt 4 4 3. In place of the first card each has laid a 0 in the end.
    assert view.scores.rounds == ((8, 7),)
    assert view.scores.winners == (1,)


def test_nobody_may_do_anything_and_nobody_is_awaited_when_it_is_over() -> None:
    match = dealt()
    match.state.over = True
    assert toy.awaited(typing.cast(toy.ToyState, match.state)) == (0,)
    assert (match.view(0).awaited, match.view(0).offers) == ((), ())
    with pytest.raises(Refused, match="over"):
        act(match, 0, "draw")


def test_an_act_says_what_happened() -> None:
    (happening,) = dealt().act(0, b'{"type":"draw","turn":1}')
    assert happening.event == Moved(Card("3"), Spot("stock", 18), Spot("hand:0", 0), 0)
    assert happening.to == frozenset({0})


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (0, b"", "not-understood"),
        (0, b"[" * 100_000, "not-understood"),
        (0, b'{"a":' * 100_000, "not-understood"),
        (0, b'{"type":"lay","turn":1,"picks":' + b"[" * 100_000, "not-understood"),
        (0, b'{"type":"draw"}', "not-understood"),
        (0, b'{"type":"draw","turn":1,"more":1}', "not-understood"),
        (0, b'{"type":"draw","turn":1.5}', "not-understood"),
        (0, b'{"type":"draw","turn":"1"}', "not-understood"),
        (0, b'{"type":"draw","turn":' + b"9" * 5_000 + b"}", "not-understood"),
        (0, b'{"type":"draw","turn":' + b"9" * 4_000 + b"}", "too-late"),
        (0, b'{"type":"lay","turn":1,"picks":[["grid:0"]]}', "not-understood"),
        (0, b'{"type":"fly","turn":1}', "not-understood"),
        (2, b'{"type":"draw","turn":1}', "no-such-seat"),
        (-3, b'{"type":"draw","turn":1}', "no-such-seat"),
        (10**30, b'{"type":"draw","turn":1}', "no-such-seat"),
        (1, b'{"type":"draw","turn":1}', "not-your-turn"),
        (CLOCK, b'{"type":"draw","turn":1}', "not-your-turn"),
        (0, b'{"type":"draw","turn":2}', "too-late"),
        (0, b'{"type":"throw","turn":1}', "not-now"),
        (CHANCE, b'{"type":"chance","order":[]}', "not-now"),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(seat: Seat, action: bytes, code: str) -> None:
    match = dealt()
    before = msgspec.msgpack.encode(match.state)
    with pytest.raises(Refused) as refused:
        match.act(seat, action)
    assert refused.value.code == code
    assert msgspec.msgpack.encode(match.state) == before


def test_what_an_act_did_before_it_was_refused_is_thrown_away() -> None:
    def half(board: Board, seat: Seat, action: Any) -> None:
        board.move("stock", -1, "discard", by=seat)
        board.state.up[0][0] = True
        raise Refused("not-now")

    match = dealt()
    match.game = typing.cast(Game, SimpleNamespace(**{**vars(toy), "act": half}))
    before = msgspec.msgpack.encode(match.state)
    with pytest.raises(Refused):
        act(match, 0, "draw")
    assert msgspec.msgpack.encode(match.state) == before


def test_a_state_that_was_handed_out_does_not_change_any_more() -> None:
    match = dealt()
    state = match.state
    before = msgspec.msgpack.encode(state)
    act(match, 0, "draw")
    assert match.state is not state
    assert msgspec.msgpack.encode(state) == before


def test_a_view_is_built_for_its_viewer() -> None:
    match = dealt(3)
    act(match, 0, "draw")
    assert match.view(0).zone("hand:0") == ("3",)
    assert [offer.code for offer in match.view(0).offers] == ["lay", "throw"]
    for viewer in (None, 1, 2):
        assert match.view(viewer).viewer == viewer
        assert match.view(viewer).zone("hand:0") == (None,)
        assert match.view(viewer).offers == ()
    assert match.view(None).zone("stock") == (None,) * 15


def test_a_view_names_the_timers_that_run_and_who_is_awaited() -> None:
    match = dealt(3)
    act(match, 0, "draw")
    assert (match.view(2).awaited, match.view(2).timers) == ((0,), ())
    act(match, 0, "throw")
    assert (match.view(2).awaited, match.view(2).timers) == ((), ("window:1",))
    assert [[offer.code for offer in match.view(seat).offers] for seat in range(3)] == [[], ["knock"], ["knock"]]


def test_a_timer_is_named_to_nobody_but_those_who_may_know_that_it_runs() -> None:
    def timers(state: toy.ToyState) -> tuple[Timer, ...]:
        return tuple(msgspec.structs.replace(timer, to=frozenset({1, None})) for timer in toy.timers(state))

    match = dealt(3)
    act(match, 0, "draw")
    act(match, 0, "throw")
    match.game = typing.cast(Game, SimpleNamespace(**{**vars(toy), "timers": timers}))
    assert [match.view(viewer).timers for viewer in (None, 0, 1, 2)] == [("window:1",), (), ("window:1",), ()]


def test_a_view_tells_whether_players_may_chat() -> None:
    match = dealt()
    assert not match.view(0).silent
    match.state.silent = True
    assert match.view(0).silent


@pytest.mark.parametrize("seats", [1, 5, 0, -1])
def test_a_match_needs_a_number_of_seats_that_its_game_has(seats: int) -> None:
    with pytest.raises(Refused) as refused:
        Match(toy, seats)
    assert (refused.value.code, refused.value.details) == ("seats", (seats, 2, 4))


def test_a_game_for_one_number_of_players_says_so() -> None:
    with pytest.raises(Refused) as refused:
        Match(GAMES["aluette"], 3)
    assert (refused.value.code, refused.value.details) == ("seats-fixed", (3, 4))


def test_a_match_knows_its_options_and_refuses_others() -> None:
    assert Match(toy, 2, {"rounds": "1"}).options == read_options(toy, {"rounds": 1})
    with pytest.raises(Refused, match="no-such-choice"):
        Match(toy, 2, {"rounds": 9})


def test_the_same_acts_lead_to_the_same_bytes() -> None:
    def played() -> bytes:
        match = Match(toy, 3)
        for _ in kit.play(match, random.Random(7)):
            pass
        return msgspec.msgpack.encode(match.state)

    assert played() == played()
