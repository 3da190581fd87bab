"""Signs of Aluette at every interleaving of looks, signs, acts and the clock: who sees none cannot tell (L16)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.board import CHANCE, Seat, Viewer, told
from engine.games import aluette
from engine.match import Match
from tests import kit
from tests.engine.games.aluette_table import ALUETTE, SEATS

encode = msgspec.json.Encoder().encode


DEALS = range(20)


def deal_by_chance(seed: int) -> Iterator[tuple[Match, kit.Step]]:
    """Every act of the first deal of a match that is played by chance, with all options that it may have."""
    rng = random.Random(seed)
    options = {name: rng.choice(option.choices) for name, option in ALUETTE.OPTIONS.items()}
    match = Match(ALUETTE, 4, options)
    for step in kit.play(match, rng):
        if match.state.step == "scored":
            return
        yield match, step


@pytest.mark.parametrize("seed", DEALS)
def test_L16_exactly_those_see_a_sign_whose_eyes_were_on_it_at_some_moment(seed: int) -> None:
    eyes: list[Seat] = []
    signs: list[tuple[Seat, str, set[Viewer]]] = []
    held: dict[Seat, set[Viewer]] = {}
    for match, step in deal_by_chance(seed):
        fields = msgspec.json.decode(step.action)
        match fields["type"]:
            case "chance":
                eyes, signs, held = list(match.state.eyes), [], {}
            case "look":
                eyes[step.seat] = fields["at"]
                held.get(fields["at"], set()).add(step.seat)
            case "sign":
                held[step.seat] = {step.seat, *(seat for seat in SEATS if eyes[seat] == step.seat)}
                signs.append((step.seat, fields["sign"], held[step.seat]))
            case "lower":
                del held[fields["seat"]]
        for viewer in (None, *SEATS):
            facts = match.view(viewer).facts
            assert [seen[:2] for seen in facts["seen"]] == [
                [who, sign] for who, sign, seers in signs if viewer in seers
            ]
            for seat in SEATS:
                looks = viewer is not None and (viewer == seat or eyes[viewer] == seat)
                shown = [sign for giver, sign, _ in signs if giver == seat][-1:] if looks and seat in held else []
                assert [facts["faces"][seat]] == (shown or [None])


class Blind:
    """A match that is told of everything but the signs of one player."""

    def __init__(self, match: Match, giver: Seat) -> None:
        self.match, self.giver = kit.at(match, match.state), giver

    def misses(self, step: kit.Step) -> bool:
        fields = msgspec.json.decode(step.action)
        return (fields["type"] == "sign" and step.seat == self.giver) or (
            fields["type"] == "lower" and fields["seat"] == self.giver
        )

    def ignorant(self, state: Any) -> list[Viewer]:
        """Who has seen none of those signs."""
        given = [given for given in state.signs if given.by == self.giver]
        knows = {self.giver, *(seat for sign in given for seat in sign.seers)}
        return [viewer for viewer in (None, *SEATS) if viewer not in knows]


def compare_with_the_blind(seed: int) -> int:
    """How often somebody was compared who could have seen a sign, and has not."""
    compared = 0
    blind: list[Blind] = []
    for match, step in deal_by_chance(seed):
        if step.seat == CHANCE:
            blind = [Blind(match, giver) for giver in SEATS]
            continue
        views = {viewer: encode(match.view(viewer)) for viewer in (None, *SEATS)}
        stories = {viewer: told(step.happenings, viewer) for viewer in (None, *SEATS)}
        for other in blind:
            missed = other.misses(step)
            happenings = () if missed else other.match.act(step.seat, step.action)
            for viewer in other.ignorant(match.state):
                assert stories[viewer] == told(happenings, viewer), f"{viewer} is told of a sign"
                assert views[viewer] == encode(other.match.view(viewer)), f"{viewer} can tell that there was a sign"
                compared += missed
    return compared


def test_L16_whoever_does_not_see_a_sign_gets_byte_for_byte_what_he_would_get_without_it() -> None:
    assert sum(compare_with_the_blind(seed) for seed in DEALS) > 20 * len(DEALS)


# the test of the test


def tells_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = aluette.BESIDE[aluette.Sign]

    def loud(board: Any, seat: Seat, action: Any) -> None:
        sign(board, seat, action)
        board.happenings = [happening._replace(to=None) for happening in board.happenings]

    monkeypatch.setitem(aluette.BESIDE, aluette.Sign, loud)


def counts_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = aluette.facts
    monkeypatch.setattr(
        aluette, "facts", lambda state, viewer: {**facts(state, viewer), "signs": sum(state.signed) % 2}
    )


def takes_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = aluette.BESIDE[aluette.Sign]

    def slow(board: Any, seat: Seat, action: Any) -> None:
        sign(board, seat, action)
        board.state.turns += 0 if seat in board.state.eyes else 1

    monkeypatch.setitem(aluette.BESIDE, aluette.Sign, slow)


def has_a_public_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    timers = aluette.timers
    monkeypatch.setattr(
        aluette,
        "timers",
        lambda state: tuple(msgspec.structs.replace(timer, to=None) for timer in timers(state)),
    )


def numbers_the_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a timer says how many signs others have given."""
    timers = aluette.timers

    def numbered(state: Any) -> tuple[Any, ...]:
        return tuple(
            msgspec.structs.replace(timer, name=f"{timer.name} {sum(state.signed)}") for timer in timers(state)
        )

    monkeypatch.setattr(aluette, "timers", numbered)


def closes_the_eyes_of_who_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = aluette.facts

    def staring(state: Any, viewer: Viewer) -> dict[str, Any]:
        busy = {given.by for given in state.signs if given.held}
        return {**facts(state, viewer), "resting": [seat in busy for seat in SEATS]}

    monkeypatch.setattr(aluette, "facts", staring)


@pytest.mark.parametrize(
    "fault",
    [
        tells_everybody,
        counts_signs,
        takes_a_turn,
        has_a_public_timer,
        numbers_the_signs,
        closes_the_eyes_of_who_signs,
    ],
)
def test_a_game_that_betrays_a_sign_is_found_out(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=r"is told of a sign|can tell that"):
        all(compare_with_the_blind(seed) for seed in range(5))
