"""How the cards of Aluette may lie, as somebody imagines it: all that he knows holds there."""

from __future__ import annotations

import random
from collections import Counter
from statistics import mean

from engine.board import CLOCK, Seat
from engine.game import read_options
from engine.games._aluette_playout import STRENGTH, wants_chant
from engine.games._aluette_state import LEVEL, State
from tests.engine.games.aluette_table import ALUETTE, EAST, NORTH, SEATS, SOUTH, Table


def worlds(table: Table, seat: Seat) -> list[State]:
    view, options = table.match.view(seat), read_options(ALUETTE, {})
    return [ALUETTE.imagine(view, options, random.Random(seed)) for seed in range(30)]


def test_a_sign_of_the_partner_is_true_there() -> None:
    table = Table("2O AO AC 4O", "5O 5C", "KO 6O", "7O 7C")
    table.do(NORTH, "sign", sign="2O")
    assert all("2O" in world.zones[f"hand:{NORTH}"] for world in worlds(table, SOUTH))
    table.do(CLOCK, "lower", seat=NORTH, number=1)
    table.do(NORTH, "sign", sign="A2")
    for world in worlds(table, SOUTH):
        assert [card[0] for card in world.zones[f"hand:{NORTH}"]].count("A") == 2
    assert not all("2O" in world.zones[f"hand:{NORTH}"] for world in worlds(table, SEATS[1]))


def test_of_every_kind_of_card_as_many_lie_face_down_as_have_been_played() -> None:
    table = Table()
    for _ in range(3):
        for _ in SEATS:
            table.play(table.hand(table.state.turn)[0])
        table.do(CLOCK, "seen")
    played = Counter({level: count for level, count in enumerate(table.state.fallen) if count})
    for world in worlds(table, SOUTH):
        tricks = [
            cards
            for zone, cards in world.zones.items()
            if zone.partition(":")[0] in ("won", "spoiled", "trick", "last")
        ]
        assert Counter(LEVEL[card] for cards in tricks for card in cards) == played


def share_content(table: Table, viewer: Seat, whose: Seat) -> float:
    """How often somebody is imagined to have been content with his cards when he was asked about the chant."""
    hands = ([STRENGTH[card] for card in world.zones[f"hand:{whose}"]] for world in worlds(table, viewer))
    return mean(not wants_chant(hand) for hand in hands)


def test_what_the_other_side_says_of_the_chant_is_mostly_believed_as_long_as_one_sees_who_has_played_what() -> None:
    table = Table(chant="dealer")
    table.do(NORTH, "yes")
    table.do(EAST, "no")
    assert share_content(table, NORTH, EAST) > 0.5
    assert share_content(table, EAST, NORTH) < 0.05
    for _ in range(2):
        for _ in SEATS:
            table.play(table.hand(table.state.turn)[0])
    assert share_content(table, NORTH, EAST) < 0.4


def test_the_partner_tells_by_signs_and_not_by_the_chant() -> None:
    table = Table(chant="dealer")
    table.do(NORTH, "no")
    assert share_content(table, SOUTH, NORTH) < 0.5
