"""The bot of Allegra plays like a sensible person, from its view alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.board import Seat
from engine.game import View
from engine.match import Match
from tests import kit
from tests.engine.games.allegra_table import ALLEGRA, DOWN, GAPS, Table, exchange


def choice(table: Table, seat: Seat = 0) -> tuple[Any, ...] | None:
    """What the bot does: the kind of act, and the place it picks or the seat it gives to."""
    action = ALLEGRA.bot(table.match.view(seat), random.Random(1))
    if action is None:
        return None
    fields = msgspec.json.decode(action)
    return (
        fields["type"],
        *(tuple(pick) for pick in fields.get("picks", ())),
        *([fields["to"]] if "to" in fields else []),
    )


def drawn(*grids: str, card: str, **options: int | str) -> Table:
    """Seat 0 has shown a card from the deck."""
    table = Table(*grids, deck=card, discard="6", **options)
    table.do(0, "draw")
    return table


def test_it_completes_a_line_of_three() -> None:
    table = drawn("9 9 8 ?\n? ? ? ?\n? ? ? ?", DOWN, DOWN, card="9")
    assert choice(table) == ("swap", table.cell(0, "31"))


def test_it_does_not_complete_a_line_of_minus_ones() -> None:
    table = drawn("-1 -1 11 10\n? ? ? ?\n? ? ? ?", DOWN, DOWN, card="-1")
    assert choice(table) == ("swap", table.cell(0, "41"))


def test_it_takes_a_low_discard_for_its_highest_card_and_leaves_a_high_one() -> None:
    grids = ("1 11 2 8\n? ? ? ?\n? ? ? ?", DOWN, DOWN)
    table = Table(*grids, discard="-1")
    assert choice(table) == ("take", table.cell(0, "21"))
    assert choice(Table(*grids, discard="11")) == ("draw",)


def test_it_lays_a_low_card_where_it_is_not_shared() -> None:
    table = drawn("? ? ? 10\n10 ? ? ?\n? ? ? ?", "? ? ? 10\n? ? ? ?\n? ? ? ?", DOWN, card="0")
    assert choice(table) == ("swap", table.cell(0, "12"))


def test_it_lays_equal_cards_side_by_side_in_the_hope_of_a_line() -> None:
    table = drawn("8 10 ? ?\n? ? ? ?\n? ? 10 ?", DOWN, DOWN, card="8")
    assert choice(table) == ("swap", table.cell(0, "21"))


def test_it_turns_up_a_card_when_the_one_on_offer_is_high() -> None:
    kind, _ = choice(drawn("1 2 0 ?\n? ? ? ?\n? ? ? ?", DOWN, DOWN, card="11")) or ("", None)
    assert kind == "drop"


def test_it_knocks_for_a_card_that_completes_a_line_and_waves_another_off() -> None:
    lined_up = "9 9 8 ?\n? ? ? ?\n? ? ? ?"
    assert choice(drawn(DOWN, lined_up, DOWN, card="9", knock_window=3), 1) == ("knock",)
    table = drawn(DOWN, lined_up, DOWN, card="6", knock_window=3)
    assert choice(table, 1) == ("wave",)
    table.do(1, "wave")
    assert choice(table, 1) is None
    assert choice(drawn(DOWN, lined_up, DOWN, card="9", knock_window=0), 1) == ("knock",)
    assert choice(drawn(DOWN, lined_up, DOWN, card="6", knock_window=0), 1) is None


def test_it_gives_a_card_to_a_knocker_who_has_better_ones_and_takes_the_best() -> None:
    table = drawn("11 ? ? ?\n? ? ? ?\n? ? ? ?", "-1 0 ? ?\n? ? ? ?\n? ? ? ?", DOWN, card="7")
    table.do(1, "knock")
    assert choice(table) == ("give", 1)
    table.do(0, "give", to=1)
    table.do(1, "put", table.cell(1, "33"))
    assert choice(table) == ("pull", table.cell(1, "11"))
    table.do(0, "pull", table.cell(1, "11"))
    assert choice(table) == ("place", table.cell(0, "11"))


def test_it_holds_its_best_card_in_hand_while_the_drawer_takes_one() -> None:
    table = exchange(DOWN, "-1 8 ? ?\n? ? ? ?\n? ? ? ?", DOWN, deck="7")
    assert choice(table, 1) == ("put", table.cell(1, "11"))


def test_it_keeps_a_card_that_is_worth_more_than_an_exchange() -> None:
    table = drawn("9 9 8 ?\n? ? ? ?\n? ? ? ?", "9 8 ? ?\n? ? ? ?\n? ? ? ?", DOWN, card="9")
    table.do(1, "knock")
    assert choice(table) == ("swap", table.cell(0, "31"))


def test_it_closes_when_it_is_likely_to_be_lowest() -> None:
    high = "9 8 (7) .\n10 11 7 .\n8 9 10 ."
    table = drawn("(5) 0 . .\n. . . .\n. . . .", high, high, card="11")
    assert choice(table) == ("drop", table.cell(0, "11"))


def test_it_would_rather_take_a_loss_than_close_when_it_is_not() -> None:
    low = "0 1 (5) .\n. . . .\n. . . ."
    table = drawn("(5) 9 8 .\n9 8 . .\n8 . . .", low, low, card="10")
    assert choice(table) in [("swap", table.cell(0, cell)) for cell in ("21", "12")]


def test_it_takes_from_the_discard_pile_when_nothing_else_can_be_done() -> None:
    table = Table("1 2 0 ?\n? ? ? ?\n? ? ? ?", DOWN, discard="11")
    table.state.zones["gone"], table.state.zones["deck"] = table.state.zones["deck"], []
    kind, _ = choice(table) or ("", None)
    assert kind == "take"


def test_it_plays_on_with_an_empty_area() -> None:
    table = Table(GAPS, "? ? ? .\n? ? ? .\n? ? ? .", DOWN)
    table.state.closer, table.state.last_turns = 1, 2
    assert choice(table) == ("draw",)
    table.do(0, "draw")
    assert choice(table) == ("drop",)


@pytest.mark.parametrize("step", ["put", "pull"])
def test_it_exchanges_when_it_can_see_nothing(step: str) -> None:
    table = exchange(DOWN, DOWN, deck="5")
    kind, spot = choice(table, 1) or ("", None)
    if step == "pull":
        table.do(1, "put", spot)
        kind, spot = choice(table) or ("", None)
    assert kind == step


def test_it_needs_the_view_alone_and_chance_decides_only_between_equals() -> None:
    match, rng = Match(ALLEGRA, 3), random.Random(3)
    for _ in kit.play(match, rng):
        for seat in range(3):
            view = match.view(seat)
            sent = msgspec.json.decode(msgspec.json.encode(view), type=View)
            assert ALLEGRA.bot(view, random.Random(5)) == ALLEGRA.bot(sent, random.Random(5))


@pytest.mark.parametrize(("seats", "seed"), [(2, 30), (2, 1), (3, 2), (6, 3)])
def test_bots_among_themselves_come_to_an_end(seats: int, seed: int) -> None:
    match = Match(ALLEGRA, seats)
    for _ in kit.play(match, random.Random(seed), kit.by_bots):
        pass
    assert match.state.turns / match.state.rounds / seats < 40, "a player has no more turns in a round"


def test_it_beats_players_who_play_by_chance_by_40_points() -> None:
    lead = 0.0
    games = 8
    for seed in range(games):
        match, rng, seat = Match(ALLEGRA, 4, {"knock_window": 0}), random.Random(seed), seed % 4
        for _ in kit.play(match, rng, bot_against_chance(seat)):
            pass
        totals = ALLEGRA.scores(match.state).totals
        lead += (sum(totals) - totals[seat]) / 3 - totals[seat]
    assert lead / games > 40


def bot_against_chance(seat: Seat) -> kit.Choose:
    """One seat is a bot's, the others draw from what they may do."""

    def choose(match: Match, rng: random.Random) -> kit.Act:
        if act := kit.shuffled(match, rng):
            return act
        who, may = rng.choice(kit.possible(match))
        if who != seat:
            return who, kit.filled(may, rng)
        action = ALLEGRA.bot(match.view(seat), rng)
        return (seat, action) if action else choose(match, rng)

    return choose
