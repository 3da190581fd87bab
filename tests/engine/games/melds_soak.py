"""The meld solver against an integer program on thousands of positions, and how long it takes.

    scripts/melds [--from SEED] [--hands N] [--nasty N]

A position that fails is told, and can be tried alone by its seed: --from SEED --hands 1 --nasty 0.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence

from engine.games._melds import Cards
from engine.games._melds_solver import least, most
from tests.engine.games import melds_program
from tests.engine.games.melds_oracle import HARD, Table, compare, nasty, position, written

Position = tuple[Cards, Table]


def main() -> int:
    parser = argparse.ArgumentParser(description="The meld solver against an integer program, and its speed.")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    parser.add_argument("--hands", type=int, default=2_000, metavar="N", help="so many at random (default 2000)")
    parser.add_argument("--nasty", type=int, default=500, metavar="N", help="so many nasty ones (default 500)")
    asked = parser.parse_args()
    for make, number in ((position, asked.hands), (nasty, asked.nasty)):
        start = time.monotonic()
        for seed in range(asked.first, asked.first + number):
            rng = random.Random(seed)
            try:
                compare(melds_program, rng, *of_any_size(make, rng))
            except AssertionError:
                print(f"{make.__name__}, seed {seed}:", file=sys.stderr)
                raise
        print(f"{number} positions of {make.__name__}: all as good, in {time.monotonic() - start:.0f} s")
    measure()
    return 0


def of_any_size(make: Callable[[random.Random, int, int], Position], rng: random.Random) -> Position:
    """Half of them without a table, as they are for most of a game."""
    return make(rng, rng.choice((14, 15, 22)), rng.choice((0, 0, 0, 2, 6, 12)))


def measure() -> None:
    rng = random.Random(1)
    for size, melds in ((14, 0), (22, 0), (15, 6), (15, 14)):
        for make in (position, nasty):
            several = [make(rng, size, melds) for _ in range(2_000)]
            what = f"{size} cards, {melds} melds, {make.__name__}"
            print(figures(f"least, {what}", several, lambda hand, table: least(hand, table)))
            print(figures(f"opening, {what}", several, lambda hand, table: least(hand, table, opening=51)))
            if not melds:
                print(figures(f"most, {what}", several, lambda hand, table: most(hand)))

    hard = [written(text) for text in HARD]
    print(figures("least, hard", hard, lambda hand, table: least(hand, table)))
    print(figures("opening, hard", hard, lambda hand, table: least(hand, table, opening=51)))
    print(figures("most, hard", hard, lambda hand, table: most(hand)))


def figures(what: str, several: Sequence[Position], asked: Callable[[Cards, Table], object]) -> str:
    took = []
    for hand, table in several:
        start = time.process_time()
        asked(hand, table)
        took.append(1e6 * (time.process_time() - start))
    took.sort()
    of = len(took)
    mean, half, most_of, longest = sum(took) / of, took[of // 2], took[of * 99 // 100], took[-1]
    return f"{what:40} mean {mean:6.0f}  p50 {half:6.0f}  p99 {most_of:6.0f}  longest {longest:6.0f} us"


if __name__ == "__main__":
    sys.exit(main())
