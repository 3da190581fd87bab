"""What Aluette's cards and signs are called on the screen, in full and in little room, and how a hand is sorted."""

from __future__ import annotations

from rich.cells import cell_len

from engine.games._aluette_state import ACES, LEVELS, SINGLES
from tui.language import N_, _
from tui.spoken.aluette import SUITS
from tui.theme import Glyphs, Role, plain
from tui.widgets.canvas import Cell, fit

ROLES: tuple[Role, ...] = ("coins", "cups", "batons", "swords")
"""Of the suits."""
SUIT_CELLS = 6
SUIT_NAMES = (N_("coins"), N_("cups"), N_("batons"), N_("swords"))
RANKS = {"A": N_("aces"), "K": N_("kings"), "C": N_("cavalières"), "V": N_("valets"), **dict.fromkeys("9876543", "")}
RANK_CELLS = 12

NAMES = {
    # Translators: names of a card, the longest that fits is taken: of 13, 10, 7 and 4 letters at most.
    "3O": (N_("Monsieur"), N_("M'sieur"), N_("Mr")),
    "3C": (N_("Madame"), N_("Mme")),
    "2O": (N_("le Borgne"), N_("Borgne"), N_("Bor")),
    "2C": (N_("la Vache"), N_("Vache"), N_("Vac")),
    "9C": (N_("Grand-neuf"), N_("Grand 9"), N_("Gr.9")),
    "9O": (N_("Petit-neuf"), N_("Petit 9"), N_("Pt.9")),
    "2B": (N_("Deux de chêne"), N_("2 de chêne"), N_("Chêne"), N_("Chê.")),
    "2S": (N_("Deux d'écrit"), N_("2 d'écrit"), N_("Écrit"), N_("Écr.")),
}
SIGN_NAMES = {
    **NAMES,
    # Translators: the same for signs.
    "A1": (N_("1 ace"), N_("1 A")),
    "A2": (N_("2 aces"), N_("2 A")),
    "A3": (N_("3 aces"), N_("3 A")),
    "A4": (N_("4 aces"), N_("4 A")),
    "useless": (N_("useless hand"), N_("useless"), N_("shrug"), N_("poor")),
    "mordienne": (N_("mordienne"), N_("bite")),
}
SHOWS_CARDS = frozenset((*NAMES, *ACES))
"""The signs that tell of cards."""
GESTURES = {
    "3O": N_("look up"),
    "3C": N_("tilt the head"),
    "2O": N_("close one eye"),
    "2C": N_("pout"),
    "9C": N_("thumb out"),
    "9O": N_("little finger"),
    "2B": N_("index finger"),
    "2S": N_("ring finger"),
    "A1": N_("open mouth"),
    "A2": N_("open mouth twice"),
    "A3": N_("open mouth 3 times"),
    "A4": N_("open mouth 4 times"),
    "useless": N_("shrug"),
    "mordienne": N_("bite the lip"),
}


def sign_name(sign: str, cells: int, glyphs: Glyphs) -> str:
    """The longest name of a sign that has room."""
    return plain(_fitting(SIGN_NAMES[sign], cells), glyphs)


def suits(glyphs: Glyphs) -> list[tuple[str, str]]:
    """Their signs and names."""
    return list(zip(glyphs.latin, map(_, SUIT_NAMES), strict=True))


def name(card: str, glyphs: Glyphs) -> Cell:
    """Rank and suit. The colour is for the quick glance: the suit says it all."""
    suit = SUITS.index(card[-1])
    return card[:-1] + glyphs.latin[suit], ROLES[suit]


def title_of(card: str, cells: int, glyphs: Glyphs) -> Cell:
    """What a named card is called; of the others the suit in letters, if there is room."""
    if card in NAMES:
        return plain(_fitting(NAMES[card], cells), glyphs), "strong"
    suit = plain(_(SUIT_NAMES[SUITS.index(card[-1])]), glyphs)
    return fit(suit, cells, glyphs.more) if cells >= SUIT_CELLS else "", "quiet"


def _fitting(names: tuple[str, ...], cells: int) -> str:
    """The longest name that has room, or what can be shown of the shortest."""
    called = [_(name) for name in names]
    return next((name for name in called if cell_len(name) <= cells), fit(called[-1], cells, more=""))


def order(glyphs: Glyphs) -> list[list[Cell]]:
    """L2 in lines, from high to low: those of the cards with names, and the levels of equal cards."""
    lines = [[name(card, glyphs), (f" {title_of(card, 13, glyphs)[0]}", "strong")] for card in SINGLES]
    for level in LEVELS[len(SINGLES) :]:
        suits: list[Cell] = [(name(card, glyphs)[0][1:], name(card, glyphs)[1]) for card in level]
        rank = fit(plain(_(RANKS[level[0][0]]), glyphs), RANK_CELLS, glyphs.more)
        lines.append([(level[0][0], "strong"), *suits, (f" {rank}".rstrip(), "")])
    return lines
