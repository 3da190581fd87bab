"""Cards that are named by their rank and their suit, as 10H, and melds of them, as they are spoken. * is a joker."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.game import Sentence
from tui import settings
from tui.language import put

JOKER = "*"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {"A": "ace", **{str(rank): str(rank) for rank in range(2, 11)}, "J": "jack", "Q": "queen", "K": "king"}
LINE = (*RANKS, "A")
"""The ranks in the order of a run."""
SAYS: dict[str, Sentence] = {
    "card": "{0} of {1}",
    "joker": "joker",
    "down": "face down",
    "set-A": "aces: {0}",
    "set-2": "twos: {0}",
    "set-3": "threes: {0}",
    "set-4": "fours: {0}",
    "set-5": "fives: {0}",
    "set-6": "sixes: {0}",
    "set-7": "sevens: {0}",
    "set-8": "eights: {0}",
    "set-9": "nines: {0}",
    "set-10": "tens: {0}",
    "set-J": "jacks: {0}",
    "set-Q": "queens: {0}",
    "set-K": "kings: {0}",
    "set-joker": "joker for {0}",
    "set-joker-open": "joker for {0} or {1}",
    "run": "{0} to {1} of {2}",
    "run-joker": "{0} to {1} of {2}, joker for {3}",
}
_CARD = r"(?:\*(?:\([^)]*\))?|(?:10|[2-9AJQK])[SHDC])"
_CARDS = re.compile(rf"(?<!\w){_CARD}(?: {_CARD})*(?!\w)")
_STANDS_FOR = re.compile(r"\([^)]*\)")


def spelled(text: str) -> str:
    """A text with the names of cards in it; cards that make a meld are told as one, unless they are letters."""
    if settings.now().letters:
        return text
    return _CARDS.sub(lambda found: cards(_STANDS_FOR.sub("", found[0]).split(" ")), text)


def card(code: str | None) -> str:
    if not code:
        return put(SAYS["down"])
    if settings.now().letters:
        return code
    return put(SAYS["joker"]) if code == JOKER else put(SAYS["card"], rank(code), suit(code))


def rank(code: str) -> str:
    return put(RANKS[code[:-1]])


def suit(code: str) -> str:
    return put(SUITS[code[-1]])


def cards(codes: Iterable[str | None]) -> str:
    """Cards in the order in which they lie."""
    lie = [code or "" for code in codes]
    naturals = [code for code in lie if code and code != JOKER]
    if len(lie) >= 3 and all(lie) and not settings.now().letters and len(naturals) >= len(lie) - 1:
        if len({code[:-1] for code in naturals}) == 1:
            return _set(lie)
        if len({code[-1] for code in naturals}) == 1 and (run := _run(lie, naturals[0][-1])):
            return run
    return ", ".join(map(card, lie))


def _set(lie: Sequence[str]) -> str:
    missing = [put(SUITS[each]) for each in SUITS if each not in {code[-1] for code in lie}]
    joker = put(SAYS["set-joker" if len(missing) == 1 else "set-joker-open"], *missing) if JOKER in lie else ""
    natural = next(code for code in lie if code != JOKER)
    return put(SAYS[f"set-{natural[:-1]}"], ", ".join(joker if code == JOKER else suit(code) for code in lie))


def _run(lie: Sequence[str], suited: str) -> str:
    for start in range(len(LINE) - len(lie) + 1):
        line = [each + suited for each in LINE[start : start + len(lie)]]
        if all(code in (JOKER, stands) for code, stands in zip(lie, line, strict=True)):
            joker = [rank(line[lie.index(JOKER)])] if JOKER in lie else []
            return put(SAYS["run-joker" if joker else "run"], rank(line[0]), rank(line[-1]), put(SUITS[suited]), *joker)
    return ""
