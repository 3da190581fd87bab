"""Bots of one strength against bots of another: python -m tests.tournament

The same deals are played from every seat: one bot of the first strength sits there among bots of the second, in Aluette
two of them face two. So the luck of the deals counts for both, and what is left is how well they play. The games of the
same deals are what an error is estimated from. Playouts are counted, not timed, so that a tournament comes out the same
anywhere.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, stdev
from typing import NamedTuple

from engine.board import Seat
from engine.games import GAMES
from engine.match import Match
from engine.strengths import STRENGTHS, Strength, decide
from tests import pace

SIDES = {"aluette"}
"""In which two sides play, each of partners who sit opposite; and the higher score wins."""
WORKERS_MAX = 2
SURE = 1.96
"""So many standard errors to either side hold the truth 95 times of 100."""


class Contest(NamedTuple):
    game: str
    ours: Strength
    theirs: Strength
    playouts: int
    seats: int
    options: Mapping[str, int | str]
    """Those of the table that are not as the rules have them."""


class Played(NamedTuple):
    """The same deals, played from every seat."""

    leads: tuple[float, ...]
    """Points better than the others on average, in each of the games."""

    @property
    def won(self) -> float:
        return sum((lead > 0) + (lead == 0) / 2 for lead in self.leads)


def play_deals(contest: Contest, seed: int) -> Played:
    """Partners sit opposite: in a game of two sides there are but two ways to sit."""
    ways = [{0, 2}, {1, 3}] if contest.game in SIDES else [{seat} for seat in range(contest.seats)]
    return Played(tuple(lead(contest, ours, seed) for ours in ways))


def lead(contest: Contest, ours: set[Seat], seed: int) -> float:
    """How many points better our seats are than theirs at the end of a game."""
    game = GAMES[contest.game]
    match = Match(game, contest.seats, contest.options)
    strengths = [contest.ours if seat in ours else contest.theirs for seat in range(contest.seats)]
    for _ in pace.played(match, [_mind(match, strength, contest.playouts) for strength in strengths], seed):
        pass
    totals = game.scores(match.state).totals
    better = mean(totals[seat] for seat in ours) - mean(total for seat, total in enumerate(totals) if seat not in ours)
    return better if contest.game in SIDES else -better


def _mind(match: Match, strength: Strength, playouts: int) -> pace.Mind:
    return lambda view, rng: decide(match.game, strength, view, match.options, rng, range(playouts))


def told(contest: Contest, deals: Sequence[Played]) -> str:
    """The result in a sentence."""
    leads = [mean(deal.leads) for deal in deals]
    games = sum(len(deal.leads) for deal in deals)
    shares = [deal.won / len(deal.leads) for deal in deals]
    lead, error = mean(leads), stdev(leads) / math.sqrt(len(deals))
    share, share_error = mean(shares), stdev(shares) / math.sqrt(len(deals))
    return (
        f"{contest.game}, {contest.ours} against {contest.theirs}, {contest.playouts} playouts, {games} games, "
        f"every deal from every seat: {lead:+.2f} points ({lead - SURE * error:+.2f} to {lead + SURE * error:+.2f}, "
        f"{lead / error if error else 0:.1f} standard errors), better in {share:.0%} "
        f"({share - SURE * share_error:.0%} to {share + SURE * share_error:.0%})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/tournament", description="Let bots of two strengths play.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("ours", choices=STRENGTHS, nargs="?", default="hard")
    parser.add_argument("theirs", choices=STRENGTHS, nargs="?", default="normal")
    parser.add_argument("--deals", type=int, default=250, help="so many games from every seat (250)")
    parser.add_argument("--rounds", type=int, help="of a game (as its rules say)")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    parser.add_argument("--playouts", type=int, default=300, help="for every decision of a hard bot (300)")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1, choices=range(1, WORKERS_MAX + 1), help="processes (1)")
    given = parser.parse_args()
    fixed = {"partners": "seats", "hints": "off"} | ({"rounds": given.rounds} if given.rounds else {})
    options = {name: fixed[name] for name in GAMES[given.game].OPTIONS if name in fixed}
    contest = Contest(given.game, given.ours, given.theirs, given.playouts, given.seats, options)
    with ProcessPoolExecutor(given.workers) as pool:
        deals = list(pool.map(partial(play_deals, contest), range(given.first, given.first + given.deals)))
    print(told(contest, deals))


if __name__ == "__main__":
    main()
