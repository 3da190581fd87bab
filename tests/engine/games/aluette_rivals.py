"""Two players of Aluette against two others, at the pace of the table: python -m tests.engine.games.aluette_rivals

Every match is played twice with the same cards, the second time with the sides exchanged, so that the luck of the deal
counts for both.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator
from statistics import mean, pstdev
from typing import NamedTuple

import msgspec

from engine.board import CLOCK
from engine.game import View
from engine.match import Match
from net.robots import THINK_MAX_S, THINK_MIN_S
from tests import kit
from tests.engine.games.aluette_table import ALUETTE, SEATS

Mind = Callable[[View, random.Random], bytes | None]


def bot(view: View, rng: random.Random) -> bytes | None:
    return ALUETTE.bot(view, rng)


def mute(view: View, rng: random.Random) -> bytes | None:
    """The same bot, but it neither signs nor sees a sign."""
    offers = tuple(offer for offer in view.offers if not offer.aside)
    return ALUETTE.bot(msgspec.structs.replace(view, offers=offers, facts={**view.facts, "seen": []}), rng)


def by_chance(view: View, rng: random.Random) -> bytes | None:
    """Whatever is allowed."""
    offers = [offer for offer in view.offers if not offer.aside]
    return kit.filled(rng.choice(offers), rng) if offers else None


class Result(NamedTuple):
    won: int
    lost: int
    tied: int
    points: float
    """More than the others, a match; and the standard error of that."""
    error: float


def compare(ours: Mind, theirs: Mind, matches: int, first: int = 0) -> Result:
    """Of our side, in so many matches."""
    leads: list[tuple[int, int]] = []
    for seed in range(first, first + matches // 2):
        leads.append((lead(ours, theirs, seed), -lead(theirs, ours, seed)))
    flat = [points for pair in leads for points in pair]
    pairs = [mean(pair) for pair in leads]
    error = pstdev(pairs) / math.sqrt(len(pairs))
    return Result(sum(p > 0 for p in flat), sum(p < 0 for p in flat), sum(p == 0 for p in flat), mean(pairs), error)


def lead(one: Mind, other: Mind, seed: int) -> int:
    """By how many points one side has won a match against the other. The cards depend on the seed alone."""
    match = Match(ALUETTE, 4, {"partners": "seats"})
    for _ in played(match, (one, other, one, other), seed):
        pass
    totals = match.view(None).scores.totals
    return totals[0] - totals[1]


def played(match: Match, minds: tuple[Mind, ...], seed: int) -> Iterator[float]:
    """Play a match to its end: the time after every act. Everybody thinks when bots at a table do."""
    cards, dice = random.Random(f"{seed} cards"), random.Random(f"{seed} minds")
    paces = [random.Random(f"{seed} pace {seat}") for seat in SEATS]
    thinks, moments, ends = [math.inf] * 4, [()] * 4, dict[str, float]()
    now = 0.0
    while not match.state.over:
        if act := kit.shuffled(match, cards):
            match.act(*act)
        timers = {timer.name: timer for timer in ALUETTE.timers(match.state)}
        ends = {name: ends.get(name, now + timer.after_s) for name, timer in timers.items()}
        views = [match.view(seat) for seat in SEATS]
        for seat, view in enumerate(views):
            moment = (view.turns, view.awaited, view.zones)
            if moment != moments[seat] and thinks[seat] == math.inf:
                thinks[seat] = now + paces[seat].uniform(THINK_MIN_S, THINK_MAX_S)
            moments[seat] = moment
        seat = min(SEATS, key=thinks.__getitem__)
        name = min(ends, key=ends.__getitem__, default="")
        if ends.get(name, math.inf) <= thinks[seat]:
            now = ends[name]
            match.act(CLOCK, bytes(timers[name].action))
        else:
            now, thinks[seat] = thinks[seat], math.inf
            if action := minds[seat](views[seat], dice):
                match.act(seat, action)
        yield now


def main() -> None:
    parser = argparse.ArgumentParser(description="Two bots with signs against two without, and against chance.")
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    given = parser.parse_args()
    for name, theirs in (("without signs", mute), ("by chance", by_chance)):
        won, lost, tied, points, error = compare(bot, theirs, given.matches, given.first)
        print(f"against players {name}: {won} won, {lost} lost, {tied} tied, {points:+.3f} points (error {error:.3f})")


if __name__ == "__main__":
    main()
