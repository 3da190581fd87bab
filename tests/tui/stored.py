"""Stored games to look at, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from engine import journal
from net import store
from net.recording import Recording
from tests.engine.games.finished import STORED
from tui.playback import Playback
from tui.theme import FINE, Glyphs

GAME = {"allegra": "allegra-three-rounds", "romi": "romi-seven-rounds", "aluette": "aluette-drawn-partners"}
DOES: Mapping[str, Callable[[Playback], object]] = {
    ">": lambda seen: seen.step(1),
    "<": lambda seen: seen.step(-1),
    "n": lambda seen: seen.leap("lap", 1),
    "p": lambda seen: seen.leap("lap", -1),
    "R": lambda seen: seen.leap("round", 1),
    "r": lambda seen: seen.leap("round", -1),
    "v": lambda seen: seen.next_chair(),
    "a": lambda seen: seen.turn_cards(),
    "o": lambda seen: seen.lay("o"),
    "$": lambda seen: seen.go_to(seen.recording.end),
}
"""What one does in the viewer, each by a sign."""


def text_of(game: str) -> bytes:
    return (STORED / f"{GAME[game]}.jsonl").read_bytes()


@cache
def recorded(game: str) -> Recording:
    return Recording(text_of(game))


def playback(game: str, moves: str = "", *, mine: int | None = 0, glyphs: Glyphs = FINE) -> Playback:
    seen = Playback(recorded(game), mine, glyphs)
    for move in moves:
        DOES[move](seen)
    return seen


def stored(name: str, text: bytes) -> Path:
    store.Journals()
    path = store.journals_folder() / f"{name}.jsonl"
    path.write_bytes(text)
    return path


def hosted(name: str, seat: int) -> Path:
    """A stored game of mine: I was the host, on this chair, and there was a bot on the last one."""
    header, *acts = (STORED / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    names = journal.read(header)[0].names
    lines = [journal.Seated(i, who, "p" * 64, host=i == seat) for i, who in enumerate(names[:-1])]
    lines.append(journal.Seated(len(lines), names[-1], bot=True))
    return stored(name, b"".join([header, *(journal.write(line) + b"\n" for line in lines), *acts]))
