"""How many acts are possible, and how many positions they lead to, counted exactly, as chess programs do.

A count that changes means that the rules have changed: it sees a forbidden act that is offered, one that is missing,
and one that does something else than before. CHANCE shuffles once, as the seed has it.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

import msgspec

from engine.board import State
from engine.game import Game
from engine.games import GAMES
from engine.match import Match
from tests import kit


class Count(NamedTuple):
    """After so many acts: in how many ways they can be done one after the other, and how many positions that makes."""

    ways: int
    positions: int


def position(game: Game, seats: int, options: Mapping[str, int | str], seed: int, after: int) -> Match:
    """A match after so many acts of a game that is played by chance."""
    match = Match(game, seats, options)
    for _ in islice(kit.play(match, random.Random(seed)), after):
        pass
    return match


def counts(match: Match, acts: int) -> list[Count]:
    """For 1, 2 and so on up to this number of acts from here."""
    found = []
    states, ways = [match.state], Counter({_pack(match.state): 1})
    for _ in range(acts):
        states, ways = _one_act_on(match, states, ways)
        found.append(Count(ways.total(), len(ways)))
    return found


def _one_act_on(match: Match, states: list[State], ways: Counter[bytes]) -> tuple[list[State], Counter[bytes]]:
    """The positions one act after these, and in how many ways each is reached."""
    later: dict[bytes, State] = {}
    later_ways: Counter[bytes] = Counter()
    for state in states:
        for state_after in _after(kit.at(match, state)):
            packed = _pack(state_after)
            later[packed] = state_after
            later_ways[packed] += ways[_pack(state)]
    return list(later.values()), later_ways


def _after(match: Match) -> list[State]:
    """The state after each act that is possible here."""
    if match.state.over:
        return []
    if shuffle := kit.shuffled(match, random.Random(0)):
        return [_tried(match, shuffle)]
    return [
        _tried(match, (seat, action))
        for seat, may in kit.possible(match)
        for action in kit.ways(may)
        if not kit.judged(may) or kit.refusal(match, seat, action) is None
    ]


def _tried(match: Match, act: kit.Act) -> State:
    trial = kit.at(match, match.state)
    trial.act(*act)
    return trial.state


_pack = msgspec.msgpack.Encoder().encode


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/counts", description="Count what can be done from a position.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--after", type=int, default=1, help="acts played by chance before counting; the deal is one")
    parser.add_argument("--acts", type=int, default=3, help="acts to look ahead")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table option")
    given = parser.parse_args()
    options = dict(option.split("=", 1) for option in given.option)
    match = position(GAMES[given.game], given.seats, options, given.seed, given.after)
    print("acts        ways   positions")
    for acts, count in enumerate(counts(match, given.acts), 1):
        print(f"{acts:4} {count.ways:11,} {count.positions:11,}")


if __name__ == "__main__":
    main()
