"""Moments of Römi, laid out by hand. I am seat 0."""

from __future__ import annotations

from engine.match import Match
from tests.engine.games.romi_table import Table, dealt

HAND = "KD 4S 9H 10H QC 9S 5D AS * 5C 2H JD 9D 7C"
OTHERS = ("8C 6D", "QC 10C JC", "AD 2D 3D 8H 4H 10D JH QH 6S", "2C 3S", "3C 4S 8S 6S 7S")
LAID = {
    1: ("9S 9C *", "7D 8D 9D 10D", "5H * 7H 8H"),
    2: ("KS KC KD", "AC 2C 3C 4C 5C 6C 7C 8C"),
    4: ("JS QS KS AS", "6H 6D 6C"),
}
CROWDED = {
    0: ("2S 3S 4S 5S 6S", "2H 2C 2D", "3H 3C 3D", "4H 4C 4D"),
    1: ("5S 5C 5D", "6S 6C 6D", "7S 7C 7D", "8S 8C 8D"),
    2: ("9S 9H 9C 9D", "10S 10H 10C", "JS JH JC JD", "7H 8H 9H 10H JH QH KH"),
    3: ("QS QH QC", "KS KH KD", "3D 4D 5D 6D 7D", "AS AH *"),
    4: ("8C 9C 10C JC QC",),
    5: ("AS * 3S",),
}


def playing() -> Match:
    """I have opened in an earlier turn, have taken the discard and have to play it; others have laid a lot."""
    table = Table(HAND, *OTHERS, melds=LAID, opened=(0,), step="draw", discard="JS 4H", cut="KH")
    table.do(0, "take")
    return table.match


def opening() -> Match:
    """I have not opened yet, and drawn from the stock."""
    hand = "KD 4S 9H 10H QC 9S 5D AS * 5C 5H JD 5S 7C"
    table = Table(hand, *OTHERS, melds=LAID, step="draw", discard="JS 4H", cut="KH", stock="8D")
    table.do(0, "draw")
    return table.match


def asking() -> Match:
    """I hold two hearts and a joker that may stand at either end."""
    return Table("3S 4S JH QH 9C 2D 5D *", *OTHERS, opened=(0,), discard="KH", cut="AH").match


def cutting() -> Match:
    """A round begins, and I cut."""
    table = dealt(6)
    table.match = Match(table.match.game, 6)
    table.shuffle(table.zone("stock"), roll=1)
    return table.match


def crowded() -> Match:
    """More melds than there is room for, and a full hand."""
    hand = "AH 2H AC KC QD JD 10D 9S 8S 7S 6H 5H 4H * 2C"
    return Table(hand, "3C", "4C", "5C", "6C", "7C", melds=CROWDED, discard="AD", cut="8D").match


def scored() -> Match:
    """Seat 1 has just gone out."""
    table = Table("KD 4S 9H *", "8C", "QC 10C JC", "2C 3S", melds={1: LAID[1], 2: LAID[2]}, opened=(0,), turn=1)
    table.do(1, "discard", "8C")
    return table.match
