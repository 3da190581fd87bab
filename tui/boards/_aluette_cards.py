"""What Aluette's cards and signs are called on the screen, in full and in little room, and how a hand is sorted."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import Card
from engine.games._aluette_state import ACES, LEVEL, LEVELS, SINGLES
from tui.theme import Glyphs, Role, plain
from tui.widgets.canvas import Cell

SUITS = "OCBS"
ROLES: tuple[Role, ...] = ("coins", "cups", "batons", "swords")
"""Of the suits; they are their names, too."""
SUIT_CELLS = 6
RANKS = {"A": "aces", "K": "kings", "C": "cavalières", "V": "valets", **dict.fromkeys("9876543", "")}

NAMES = {
    "3O": ("Monsieur", "M'sieur", "Mr"),
    "3C": ("Madame", "Mme"),
    "2O": ("le Borgne", "Borgne", "Bor"),
    "2C": ("la Vache", "Vache", "Vac"),
    "9C": ("Grand-neuf", "Grand 9", "Gr.9"),
    "9O": ("Petit-neuf", "Petit 9", "Pt.9"),
    "2B": ("Deux de chêne", "2 de chêne", "Chêne", "Chê."),
    "2S": ("Deux d'écrit", "2 d'écrit", "Écrit", "Écr."),
}
"""The longest that fits is taken."""

SIGN_NAMES = {
    **NAMES,
    **{ace: (f"{ace[1]} ace{'s' if ace != ACES[0] else ''}", f"{ace[1]} A") for ace in ACES},
    "useless": ("useless hand", "useless", "shrug", "poor"),
    "mordienne": ("mordienne", "bite"),
}
SHOWS_CARDS = frozenset((*NAMES, *ACES))
"""The signs that tell of cards."""
GESTURES = {
    "3O": "look up",
    "3C": "tilt the head",
    "2O": "close one eye",
    "2C": "pout",
    "9C": "thumb out",
    "9O": "little finger",
    "2B": "index finger",
    "2S": "ring finger",
    **{ace: f"open mouth{times}" for ace, times in zip(ACES, ("", " twice", " 3 times", " 4 times"), strict=True)},
    "useless": "shrug",
    "mordienne": "bite the lip",
}


def sign_name(sign: str, cells: int, glyphs: Glyphs) -> str:
    """The longest name of a sign that has room."""
    return plain(_fitting(SIGN_NAMES[sign], cells), glyphs)


def name(card: str, glyphs: Glyphs) -> Cell:
    """Rank and suit. The colour is for the quick glance: the suit says it all."""
    suit = SUITS.index(card[-1])
    return card[:-1] + glyphs.latin[suit], ROLES[suit]


def title_of(card: str, cells: int, glyphs: Glyphs) -> Cell:
    """What a named card is called; of the others the suit in letters, if there is room."""
    if card in NAMES:
        return plain(_fitting(NAMES[card], cells), glyphs), "strong"
    suit = ROLES[SUITS.index(card[-1])]
    return suit if cells >= SUIT_CELLS else "", "quiet"


def _fitting(names: tuple[str, ...], cells: int) -> str:
    """The longest name that has room, or what can be shown of the shortest."""
    return next((name for name in names if len(name) <= cells), names[-1][:cells])


def by_order(card: Card) -> tuple[int, int]:
    return LEVEL[card], SUITS.index(card[-1])


def by_suit(card: Card) -> tuple[int, int]:
    return SUITS.index(card[-1]), LEVEL[card]


ORDERS: dict[str, Callable[[Card], tuple[int, int]]] = {"from high to low": by_order, "by suit": by_suit}


def order(glyphs: Glyphs) -> list[list[Cell]]:
    """L2 in lines, from high to low: those of the cards with names, and the levels of equal cards."""
    lines = [[name(card, glyphs), (f" {title_of(card, 13, glyphs)[0]}", "strong")] for card in SINGLES]
    for level in LEVELS[len(SINGLES) :]:
        suits: list[Cell] = [(name(card, glyphs)[0][1:], name(card, glyphs)[1]) for card in level]
        lines.append([(level[0][0], "strong"), *suits, (f" {plain(RANKS[level[0][0]], glyphs)}".rstrip(), "")])
    return lines
