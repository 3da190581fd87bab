"""Finished games, stored as journals, that a test replays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from engine import journal
from engine.match import Match

STORED = Path(__file__).parent / "stored"


def names(game: str) -> set[str]:
    """Of all that are stored."""
    paths = STORED.glob(f"{game}-*")
    return {path.name.removeprefix(f"{game}-").removesuffix(".jsonl") for path in paths}


def opened(game: str, name: str) -> tuple[Match, list[journal.Acted]]:
    """The match before its first act, and the acts."""
    header, acts = journal.read((STORED / f"{game}-{name}.jsonl").read_bytes())
    return journal.open_match(header), acts


def assert_replays_to(
    rounds: tuple[tuple[int, ...], ...], game: str, name: str, best: Callable[[Iterable[int]], int]
) -> None:
    """Nothing is refused; the rounds score so, and whoever has the best total wins."""
    match, acts = opened(game, name)
    assert [played.refused for played in journal.replay(match, acts) if played.refused] == []
    scores = match.view(None).scores
    assert scores.rounds == rounds
    assert scores.totals == tuple(sum(points) for points in zip(*rounds, strict=True))
    assert scores.winners == tuple(seat for seat, total in enumerate(scores.totals) if total == best(scores.totals))
    assert match.view(None).over
