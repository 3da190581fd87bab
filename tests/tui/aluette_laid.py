"""Moments of Aluette, laid out by hand. I am seat 0; my partner is seat 2."""

from __future__ import annotations

import json

from engine.board import CHANCE, CLOCK
from engine.games._aluette_state import DECK
from engine.match import Match
from tests.engine.games.aluette_table import ALUETTE, EAST, NORTH, SOUTH, WEST, Table, hands_for, tricks_for

HANDS = (
    "2B 9C AO AC KB VB 8O 6C 4S",
    "3C 9O KO VO 9S 8C 7B 5S 4C",
    "3O 2O AB KS CC 8B 7O 5C 3B",
    "2C 2S AS KC CO 9B 7S 6O 5B",
)
DRAWN = "8B 9S VC AO 3O 4B 5C 2O KB 6C 2C 7O 4O 5S 6S 7B 8O 9B KS AC VO KO 3C"


def signing() -> Match:
    """In the second trick named cards lie, and my partner gives a sign; he has given one before, and I have too."""
    table = Table(*HANDS)
    sign(table, SOUTH, "3O")
    sign(table, NORTH, "9C")
    table.play("8O 9O 8B 2S")
    table.do(EAST, "look", at=NORTH)
    table.do(CLOCK, "seen")
    table.play("3C 2O 9B")
    table.do(SOUTH, "sign", sign="A1")
    return table.match


def sign(table: Table, seat: int, sign: str) -> None:
    """A sign that is given and lowered again."""
    table.do(seat, "sign", sign=sign)
    table.do(CLOCK, "lower", seat=seat, number=table.state.signed[seat])


def asked() -> Match:
    """I am asked for the chant; two have agreed."""
    table = Table(*HANDS, chant="dealer", dealer=EAST)
    table.do(SOUTH, "yes")
    table.do(WEST, "yes")
    return table.match


def rejecting() -> Match:
    """All have agreed; the dealer has rejected, and I hold fifteen cards."""
    table = Table(*HANDS, chant="dealer")
    for seat in (NORTH, EAST, SOUTH, WEST):
        table.do(seat, "yes")
    hand = table.hand(WEST)
    table.do(WEST, "reject", *table.spots(WEST, " ".join(hand[:6])))
    return table.match


def spoiled() -> Match:
    """The third trick is spoiled, by partners."""
    table = Table(*HANDS)
    table.play("8O 9O 8B 2S  4C 3B 5B 6C")
    table.do(CLOCK, "seen")
    table.play("AC KO AB 9B")
    return table.match


def last() -> Match:
    """East is about to make mordienne: I have but one card left, and play last."""
    table = Table(*hands_for("NNNNEEEEE"))
    sign(table, NORTH, "useless")
    sign(table, WEST, "mordienne")
    *before, trick = tricks_for("NNNNEEEEE")
    for cards in before:
        table.play(" ".join(cards[table.state.places[(table.state.turn + step) % 4]] for step in range(4)))
        table.do(CLOCK, "seen")
    table.play(" ".join(trick[seat] for seat in (EAST, SOUTH, WEST)))
    return table.match


def drawn() -> Match:
    """The partners have been drawn: South has found Madame with the 23rd card, the last of the four."""
    match = Match(ALUETTE, 4)
    dealt = DRAWN.split()
    rest = [card for card in DECK if card not in dealt]
    match.act(CHANCE, json.dumps({"type": "chance", "order": [*rest, *reversed(dealt)]}).encode())
    return match
