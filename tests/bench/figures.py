"""What is measured: several runs, always beside a peer or a limit that was measured in the same runs."""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

OURS = "toctoc"

Trial = Callable[[], Mapping[str, float]]
"""One run of one contestant: several figures by what they are."""
Runs = dict[str, list[float]]
"""One figure of every contestant, a number for every run."""


class Goal(msgspec.Struct, frozen=True):
    """The median shall be at most `bound`, or at least, where more is better; so many times `beside`, if one is named.
    Then it is the median of the ratios within each run."""

    bound: float
    beside: str = ""


class Row(msgspec.Struct, frozen=True):
    """One figure. The first of `runs` are our own."""

    what: str
    unit: str
    runs: Runs
    goals: tuple[Goal, ...] = ()
    more_is_better: bool = False
    missing: tuple[str, ...] = ()
    """The peers that are not here, with the reason."""

    def ratio(self, peer: str) -> float:
        """How many times the peer's our figure is."""
        ours = next(iter(self.runs.values()))
        return statistics.median(
            mine / theirs if theirs else float("inf") if mine else 1.0
            for mine, theirs in zip(ours, self.runs[peer], strict=True)
        )

    def is_met(self, goal: Goal) -> bool | None:
        """None if the peer is missing."""
        if goal.beside and goal.beside not in self.runs:
            return None
        ours = next(iter(self.runs.values()))
        figure = self.ratio(goal.beside) if goal.beside else statistics.median(ours)
        return figure >= goal.bound if self.more_is_better else figure <= goal.bound


def compete(trials: Mapping[str, Trial], runs: int) -> dict[str, Runs]:
    """By figure what every contestant reached in each run. Everybody comes once a run, each time in another order."""
    order, found = list(trials), dict[str, Runs]()
    for run in range(runs):
        random.Random(run).shuffle(order)
        for name in order:
            for what, figure in trials[name]().items():
                found.setdefault(what, {each: [] for each in trials})[name].append(figure)
    return {what: {name: figures for name, figures in each.items() if figures} for what, each in found.items()}


def in_a_loop(trial: Callable[[], Coroutine[Any, Any, Mapping[str, float]]]) -> Trial:
    """A trial that needs an event loop, with one of its own."""
    return lambda: asyncio.run(trial())


def percentile(figures: Iterable[float], percent: float) -> float:
    """The smallest figure that so many percent do not exceed."""
    ordered = sorted(figures)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def table(title: str, rows: Iterable[Row]) -> Iterator[str]:
    """Lines of text, each figure as its minimum, median and maximum."""
    yield f"{title:50}{'min':>11}{'median':>11}{'max':>11}"
    for row in rows:
        for number, (name, figures) in enumerate(row.runs.items()):
            what = f"{row.what}, {row.unit}" if number == 0 else f"  beside {name}"
            spread = min(figures), statistics.median(figures), max(figures)
            columns = "".join(f"{_short(figure):>11}" for figure in spread)
            ratio = f"  {row.ratio(name):8.2f}x" if number else " " * 11
            yield f"{what[:50]:50}{columns}{ratio}{_judged(row, name if number else '')}".rstrip()
        for why in row.missing:
            yield f"  beside {why}"


def as_json(found: Mapping[str, Sequence[Row]], machine: Mapping[str, str]) -> bytes:
    """All runs of all figures, with their ratios and whether the goals are met."""
    told = [
        {
            "subject": subject,
            **msgspec.to_builtins(row),
            "ratios": {name: row.ratio(name) for name in list(row.runs)[1:]},
            "met": [row.is_met(goal) for goal in row.goals],
        }
        for subject, rows in found.items()
        for row in rows
    ]
    return msgspec.json.format(msgspec.json.encode({"machine": machine, "rows": told}))


def _judged(row: Row, beside: str) -> str:
    sign = ">=" if row.more_is_better else "<="
    said = [
        f"  {'reached' if row.is_met(goal) else 'MISSED'}: {sign} {_short(goal.bound)}{'x' if goal.beside else ''}"
        for goal in row.goals
        if goal.beside == beside
    ]
    return "".join(said)


def _short(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"
