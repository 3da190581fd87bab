"""Two players of Aluette against two others, at the pace of the table: python -m tests.engine.games.aluette_rivals

Every match is played twice with the same cards, the second time with the sides exchanged, so that the luck of the deal
counts for both.
"""

from __future__ import annotations

import argparse
import math
import random
from statistics import mean, pstdev
from typing import NamedTuple

import msgspec

from engine.game import View
from engine.match import Match
from tests import kit, pace
from tests.engine.games.aluette_table import ALUETTE
from tests.pace import Mind


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
    for _ in pace.played(match, (one, other, one, other), seed):
        pass
    totals = match.view(None).scores.totals
    return totals[0] - totals[1]


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
