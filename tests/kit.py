"""Pieces that tests share: whole games played by chance or by bots, and acts that no honest client would send."""

from __future__ import annotations

import copy
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from typing import Any, NamedTuple

import msgspec

from engine.board import CHANCE, CLOCK, Happening, Refused, Seat, Spot, State, Viewer
from engine.cards import GAP, Card
from engine.game import Chance, Offer, Timer, all_offers
from engine.match import Match

ACTS_MAX = 20_000
"""No game takes longer: a test that plays more acts than this has met one that does not end."""

WAYS_MAX = 1_000
"""Whoever picks several cards of many can do it in far more ways than can be tried."""

Act = tuple[Seat, bytes]
Choose = Callable[[Match, random.Random], Act]


class Step(NamedTuple):
    """One act of a game that is being played, and what happened. The match has gone on from `before` already."""

    seat: Seat
    action: bytes
    before: State
    happenings: tuple[Happening, ...]


def play(match: Match, rng: random.Random, choose: Choose | None = None) -> Iterator[Step]:
    """Play a match to its end, one act a step."""
    for _ in range(ACTS_MAX):
        if match.state.over:
            return
        before = match.state
        seat, action = (choose or by_chance)(match, rng)
        yield Step(seat, action, before, tuple(match.act(seat, action)))
    raise AssertionError(f"{match.game.NAME} has not ended after {ACTS_MAX} acts")


def by_chance(match: Match, rng: random.Random) -> Act:
    """An act drawn from all that anybody may do: every offer of every seat, and every timer."""
    return shuffled(match, rng) or drawn(match, rng)


def by_bots(match: Match, rng: random.Random) -> Act:
    """What the first of the bots does, asked in any order. When all would rather wait, a timer runs out."""
    if act := shuffled(match, rng):
        return act
    for seat in rng.sample(range(match.state.seats), match.state.seats):
        if action := match.game.bot(match.view(seat), rng):
            return seat, action
    timers = match.game.timers(match.state)
    assert timers, "all bots wait, and nothing else can happen"
    return CLOCK, bytes(timers[0].action)


def shuffled(match: Match, rng: random.Random) -> Act | None:
    """The act of CHANCE, if the game asks for one."""
    asked = match.game.chance(match.state)
    if asked is None:
        return None
    order = rng.sample(asked.cards, len(asked.cards))
    return CHANCE, msgspec.json.encode(Chance(tuple(order), rng.randrange(asked.sides)))


def drawn(match: Match, rng: random.Random) -> Act:
    """One of all that can be done; half of the acts bring the play on, however much can be done beside it. If what is
    drawn is judged and refused, the bot of that seat acts, if it will."""
    acts = possible(match)
    plays = [(seat, may) for seat, may in acts if not is_aside(may)]
    if 0 < len(plays) < len(acts) and rng.random() < 0.5:
        acts = plays
    seat, may = rng.choice(acts)
    action: bytes | None = filled(may, rng)
    if action and judged(may) and refusal(match, seat, action):
        action = match.game.bot(match.view(seat), rng)
    return (seat, action) if action else drawn(match, rng)


def is_aside(may: Offer | Timer) -> bool:
    """It is done beside the play, or ends what was done there."""
    return may.aside if isinstance(may, Offer) else may.to is not None


def possible(match: Match) -> list[tuple[Seat, Offer | Timer]]:
    """All that seats and the clock may do now."""
    game, state = match.game, match.state
    offers = [(seat, offer) for seat in range(state.seats) for offer in all_offers(game, state, seat)]
    return [*offers, *((CLOCK, timer) for timer in game.timers(state))]


def filled(may: Offer | Timer, rng: random.Random) -> bytes:
    """The action of an offer, completed with picks that it allows."""
    if isinstance(may, Timer) or may.pick is None:
        return bytes(may.action)
    pick = may.pick
    return with_picks(may, rng.sample(pick.spots, rng.randint(pick.least, pick.most)))


def judged(may: Offer | Timer) -> bool:
    return isinstance(may, Offer) and may.judged


def ways(may: Offer | Timer) -> Iterator[bytes]:
    """Every way to complete an offer, the order of the picks aside."""
    if isinstance(may, Timer) or may.pick is None:
        yield bytes(may.action)
        return
    for count in range(may.pick.least, may.pick.most + 1):
        for picks in combinations(may.pick.spots, count):
            yield with_picks(may, picks)


def some_ways(may: Offer | Timer, rng: random.Random, most: int) -> list[bytes]:
    """Every way to complete an offer, or if there are more than so many, that many drawn by chance."""
    few = list(islice(ways(may), WAYS_MAX + 1))
    return rng.sample(few, min(len(few), most)) if len(few) <= WAYS_MAX else [filled(may, rng) for _ in range(most)]


def with_picks(offer: Offer, picks: Iterable[Spot]) -> bytes:
    """The action of an offer with these picks, allowed or not."""
    return msgspec.json.encode({**msgspec.json.decode(offer.action), "picks": tuple(picks)})


def is_possible(match: Match, seat: Seat, action: bytes) -> bool:
    """Whether an act that the game understands is one of the `possible` ones, completed as its offer allows."""
    asked = msgspec.json.decode(action, type=match.game.Action)
    if isinstance(asked, Chance):
        due = match.game.chance(match.state)
        fits = due is not None and asked.roll in range(due.sides) and sorted(asked.order) == sorted(due.cards)
        return seat == CHANCE and fits
    return any(who == seat and _fits(asked, may, match.game.Action) for who, may in possible(match))


def _fits(asked: Any, may: Offer | Timer, union: Any) -> bool:
    offered = msgspec.json.decode(may.action, type=union)
    if isinstance(may, Timer) or may.pick is None:
        return bool(asked == offered)
    pick = may.pick
    picks = getattr(asked, "picks", ())
    return (
        type(asked) is type(offered)
        and asked == msgspec.structs.replace(offered, picks=picks)
        and pick.least <= len(picks) <= pick.most
        and len(set(picks)) == len(picks)
        and set(picks) <= set(pick.spots)
    )


def at(match: Match, state: State) -> Match:
    """The same match in another state, to try what would happen there."""
    other = copy.copy(match)
    other.state = state
    return other


def refusal(match: Match, seat: Seat, action: bytes) -> tuple[Any, ...] | None:
    """Why the act would be refused now, or None if it would be accepted."""
    try:
        at(match, match.state).act(seat, action)
    except Refused as refused:
        return refused.code, refused.details, refused.rule
    return None


def deck(state: State) -> Counter[Card]:
    """All cards of a state, wherever they lie."""
    return Counter(card for cards in state.zones.values() for card in cards if card != GAP)


def viewers(match: Match) -> tuple[Viewer, ...]:
    return (None, *range(match.state.seats))


JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 3, 10**6, -(2**63), 2**64, 10**40, 0.5, "", "-1", "5", ":", "\0", "[/b]", "9" * 300),
    *("deck", "stock", "grid:0", "grid:9", "hand:-1", "hand:x", [], {}, [[]], {"type": "chance"}),
    *(["grid:0", 0], [["grid:0", 10**30]], [["grid:0", -1]], [["nowhere", 0]]),
)

GARBAGE = (
    *(b"", b"null", b"[]", b"{}", b"1e999", b'"', b"{", b"\xff\xfe", b"\xef\xbb\xbf{}", b"[" * 5_000, b'{"a":' * 5_000),
    *(b'{"type":null}', b'{"type":"\xff"}', b'{"type":"\\ud800"}', b'{"type":"chance"}', b'{"type":%d}' % 10**4_000),
)


def hostile(act: Act, match: Match, rng: random.Random) -> Act:
    """What a broken or malicious client may make of an act of this game, now or earlier. It may even be allowed."""
    seat, action = act
    if rng.random() < 0.3:
        seat = rng.choice([CHANCE, CLOCK, *range(match.state.seats), match.state.seats, 10**30, -3])
    match rng.randrange(10):
        case 0:
            return seat, rng.choice(GARBAGE)
        case 1:
            return seat, action[: rng.randrange(len(action))]
        case 2 | 3:
            return seat, made_up(match, rng)
    fields = msgspec.json.decode(action)
    if "turn" in fields and rng.random() < 0.7:
        fields["turn"] = match.state.turns
    for _ in range(rng.choice([0, 1, 1, 2])):
        _mangle(fields, match.state, rng)
    return seat, json.dumps(fields, indent=rng.choice([None, 1])).encode()


def _mangle(fields: dict[str, Any], state: State, rng: random.Random) -> None:
    """Change one thing in an action's fields."""
    name = rng.choice([*fields, "extra"])
    value = fields.get(name)
    match rng.randrange(4):
        case 0:
            fields[name] = copy.deepcopy(rng.choice(JUNK))
        case 1:
            fields.pop(name, None)
        case 2 if isinstance(value, int):
            fields[name] = value + rng.choice([-1, 1])
        case 2 if isinstance(value, list) and value:
            value[rng.randrange(len(value))] = copy.deepcopy(rng.choice([*value, *JUNK]))
        case _:
            spot = _made_up_spot(state, rng)
            fields["picks"] = rng.choice([[], [spot], [spot, spot]])


def made_up(match: Match, rng: random.Random) -> bytes:
    """An action of any kind that the game understands, of this turn, whether it makes sense or not."""
    union = msgspec.inspect.type_info(match.game.Action)
    assert isinstance(union, msgspec.inspect.UnionType)
    kind = rng.choice([kind for kind in union.types if isinstance(kind, msgspec.inspect.StructType)])
    fields = {field.encode_name: _made_up_value(field.type, match.state, rng) for field in kind.fields}
    return msgspec.json.encode(fields | {"type": kind.tag} | ({"turn": match.state.turns} if "turn" in fields else {}))


def _made_up_value(kind: msgspec.inspect.Type, state: State, rng: random.Random) -> Any:
    match kind:
        case msgspec.inspect.VarTupleType(item):
            return [_made_up_value(item, state, rng) for _ in range(rng.randint(0, 2))]
        case msgspec.inspect.NamedTupleType(cls) if cls is Spot:
            return _made_up_spot(state, rng)
        case msgspec.inspect.StrType():
            return rng.choice(list(deck(state)))
        case msgspec.inspect.LiteralType(values):
            return rng.choice(values)
        case msgspec.inspect.IntType():
            return rng.randint(-1, state.seats)
    raise AssertionError(f"actions have no such field: {kind}")


def _made_up_spot(state: State, rng: random.Random) -> Spot:
    """Any place, and some beyond the ends; often one where no card lies any more."""
    gaps = [Spot(zone, i) for zone, cards in state.zones.items() for i, card in enumerate(cards) if card == GAP]
    if gaps and rng.random() < 0.3:
        return rng.choice(gaps)
    zone = rng.choice(list(state.zones))
    return Spot(zone, rng.randint(-1, len(state.zones[zone])))


def fails_with(number: int) -> Callable[..., int]:
    """In place of something that the system does: it cannot."""

    def fail(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    return fail
