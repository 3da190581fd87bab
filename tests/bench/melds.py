"""The meld solver of Römi on hands by chance and on nasty ones, beside integer programs and other programs' solvers.

`most` lays the most points in new melds, `opening` leaves the fewest in hand when 51 are needed. The solvers of other
programs know no jokers and 10 cards at most, so they get hands like that. Everybody gets the same hands.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time

from engine.games._melds import Cards
from engine.games._melds_solver import least, most
from tests.bench.figures import OURS, Goal, Row, Trial, compete, percentile
from tests.engine.games.melds_oracle import EVERY, HARD, NATURALS, nasty, position, worth_laid, written
from tests.engine.games.melds_program import most_laid

Solve = Callable[[Cards], object]
Make = Callable[[random.Random, int, int], tuple[Cards, object]]

CP_SAT, HIGHS, RLCARD, RUMMY = "CP-SAT", "HiGHS", "RLCard", "rummy"
GOALS = {"mean": Goal(1 / 100, CP_SAT), "p99": Goal(1_000)}
"""The p99 of hands of 15 by chance."""


def measure(quick: bool) -> Iterator[Row]:
    hands, runs = (12, 3) if quick else (150, 5)
    programs, missing = installed({CP_SAT: ("ortools", cp_sat), HIGHS: ("highspy", lambda: most_laid)})
    for size in (14, 15, 18, 22):
        for make in (position, nasty):
            several = [[dealt(make, size, (run, i)) for i in range(hands)] for run in range(runs)]
            what = f"{size} cards{', nasty' if make is nasty else ''}"
            asked = ("mean", "p99") if size == 15 and make is position else ("mean",)
            yield from rows(f"most, {what}", {OURS: most, **programs}, several, asked, missing)
            yield from rows(f"opening, {what}", {OURS: opening}, several, asked[1:])
    hard = [hand for hand, table in map(written, HARD) if not table]
    yield from rows("most, the hardest known", {OURS: most, **programs}, [hard] * runs, ("mean",), missing)
    solvers, missing = installed({RLCARD: ("rlcard", rlcard), RUMMY: ("rummy", rummy)})
    plain = [[tuple(random.Random(f"{run} {i}").sample(NATURALS, 10)) for i in range(hands)] for run in range(runs)]
    yield from rows("most, 10 cards, no jokers", {OURS: most, **solvers}, plain, (), missing)


def rows(
    what: str,
    solvers: Mapping[str, Solve],
    several: Sequence[Sequence[Cards]],
    asked: Sequence[str],
    missing: Sequence[str] = (),
) -> Iterator[Row]:
    """`asked` are the figures that have a goal; a run gets the hands of one of `several`."""
    trials = {name: over(solve, iter(several)) for name, solve in solvers.items()}
    for figure, runs in compete(trials, len(several)).items():
        goals = (GOALS[figure],) if figure in asked else ()
        yield Row(f"{what}: {figure}", "us", runs, goals, missing=tuple(missing))


def over(solve: Solve, several: Iterator[Sequence[Cards]]) -> Trial:
    def run() -> Mapping[str, float]:
        took = []
        for hand in next(several):
            start = process_time()
            solve(hand)
            took.append(1e6 * (process_time() - start))
        return {"mean": sum(took) / len(took), "p99": percentile(took, 99)}

    return run


def dealt(make: Make, size: int, seed: tuple[int, int]) -> Cards:
    return make(random.Random(f"{size} {seed}"), size, 0)[0]


def opening(hand: Cards) -> object:
    return least(hand, opening=51)


def installed(peers: Mapping[str, tuple[str, Callable[[], Solve]]]) -> tuple[dict[str, Solve], list[str]]:
    """The solvers of the packages that are here, and a word on the others."""
    found, missing = dict[str, Solve](), []
    for name, (package, made) in peers.items():
        try:
            importlib.import_module(package)
        except ImportError:
            missing.append(f"{name}: not installed")
        else:
            found[name] = made()
    return found, missing


def cp_sat() -> Solve:
    from ortools.sat.python import cp_model

    def solve(hand: Cards) -> int:
        """The most that new melds can be worth, with a card to discard."""
        have, model = Counter(hand), cp_model.CpModel()
        times = {meld: model.new_int_var(0, 2, "") for meld in EVERY if have.keys() >= {*meld}}
        for card, count in have.items():
            model.add(sum(number for meld, number in times.items() if card in meld) <= count)
        model.add(sum(len(meld) * number for meld, number in times.items()) <= len(hand) - 1)
        model.maximize(sum(worth_laid(meld) * number for meld, number in times.items()))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return round(solver.objective_value)

    return solve


def rlcard() -> Solve:
    from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters
    from rlcard.games.gin_rummy.utils.utils import card_from_text

    cards = {card: card_from_text(card.replace("10", "T")) for card in NATURALS}
    return lambda hand: get_best_meld_clusters([cards[card] for card in hand])


def rummy() -> Solve:
    from rummy.deck.rank import Rank
    from rummy.game.melds import Melds

    melds, theirs = Melds(), iter(Rank().ranked_cards)
    cards = dict(zip(NATURALS, theirs, strict=True))
    return lambda hand: melds.calculate_score([cards[card] for card in hand])
