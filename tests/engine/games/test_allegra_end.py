"""Allegra rule by rule: the end of a round and of the game (A26 to A32)."""

from __future__ import annotations

import pytest

from engine.board import CHANCE, CLOCK, Refused
from engine.match import Match
from tests.engine.games.allegra_table import ALLEGRA, DOWN, UP, Table, exchange, notes, stacked


def test_A26_the_round_ends_when_an_area_of_15_cells_has_no_face_down_card_left() -> None:
    table = Table(UP.replace("1", "(1)", 1), UP.replace("2", "(2)", 1), UP, deck="9")
    table.do(0, "draw")
    assert ("closes", 0) in notes(table.do(0, "drop", table.cell(0, "11")))
    assert (table.facts()["closer"], table.facts()["last_turns"], table.state.turn) == (0, 2, 1)


def test_A26_a_neighbour_can_be_made_the_closer() -> None:
    table = Table("(1) 2 3 (5)\n2 3 5 6\n3 5 6 1", "(4) 2 3 5\n2 3 5 6\n3 5 6 1", UP, deck="9")
    assert table.facts()["down"] == [2, 1, 1]
    table.do(0, "draw")
    assert ("closes", 2) in notes(table.do(0, "drop", table.cell(0, "41")))
    assert (table.facts()["closer"], table.state.turn) == (2, 1)


def test_A26_an_exchange_can_close() -> None:
    table = exchange(DOWN, UP.replace("1", "(1)", 1), UP)
    table.do(1, "put", table.cell(1, "11"))
    table.do(0, "pull", table.cell(1, "21"))
    assert table.facts()["closer"] is None
    assert ("closes", 1) in notes(table.do(0, "place", table.cell(0, "22")))


def test_A26_an_emptied_area_counts_too() -> None:
    table = Table("7 7 (7) .\n. . . .\n. . . .", "? ? ? .\n? ? ? .\n? ? ? .", DOWN, deck="9")
    table.do(0, "draw")
    table.do(0, "drop", table.cell(0, "31"))
    assert (table.facts()["closer"], table.facts()["sums"][0]) == (0, 0)


def test_A26_of_two_areas_the_active_players_comes_first_then_to_the_left() -> None:
    table = Table("1 2 3 (5)\n2 3 5 6\n3 5 6 1", UP.replace("2", "(2)", 1), UP, deck="9")
    table.do(0, "draw")
    table.do(0, "drop", table.cell(0, "41"))
    assert table.facts()["down"] == [0, 1, 0]
    assert table.facts()["closer"] == 0


def test_A26_there_is_no_second_closer() -> None:
    table = Table(UP.replace("1", "(1)", 1), UP.replace("2", "(2)", 1), UP, deck="9 8")
    table.do(0, "draw")
    table.do(0, "drop", table.cell(0, "11"))
    table.do(1, "draw")
    assert "closes" not in [note[0] for note in notes(table.do(1, "drop", table.cell(1, "21")))]
    assert (table.facts()["closer"], table.facts()["last_turns"]) == (0, 1)


def last_lap(table: Table) -> list[tuple[int, int]]:
    """Everybody plays the last turn: whose turn it was, and how many were left with it."""
    turns = []
    while table.facts()["step"] == "draw":
        turns.append((table.state.turn, table.facts()["last_turns"]))
        table.do(table.state.turn, "take", table.cell(table.state.turn, "33"))
    return turns


def test_A27_every_other_player_has_exactly_one_more_turn_in_order() -> None:
    table = Table(DOWN, "? ? ? 5\n? ? ? 6\n? ? ? 5", UP.replace("5", "(5)", 1), "? ? ? 5\n? ? ? 6\n? ? ? 5", turn=2)
    table.do(2, "take", table.cell(2, "41"))
    assert last_lap(table) == [(3, 3), (0, 2), (1, 1)]
    assert table.facts()["step"] == "scored"


def test_A27_if_somebody_else_was_made_the_closer_the_active_player_has_the_last_turn() -> None:
    table = Table("(1) 2 3 (5)\n2 3 5 6\n3 5 6 1", "(4) 2 3 5\n2 3 5 6\n3 5 6 1", UP, deck="9")
    table.do(0, "draw")
    table.do(0, "drop", table.cell(0, "41"))
    assert last_lap(table) == [(1, 2), (0, 1)]


def test_A27_the_closer_may_still_knock() -> None:
    table = Table(UP, DOWN, DOWN, turn=1)
    table.state.closer, table.state.last_turns = 0, 2
    table.do(1, "draw")
    table.do(0, "knock")
    table.do(1, "give", to=0)
    assert table.facts()["step"] == "put"


def ended(*grids: str, closer: int, last: int, card: str = "4") -> Table:
    """The last turn of the only round has been played: player `last` has put `card` into cell 11."""
    table = Table(*grids, turn=last, discard=card, rounds=1)
    table.state.closer, table.state.last_turns = closer, 1
    table.do(last, "take", table.cell(last, "11"))
    assert table.facts()["step"] == "scored"
    return table


def row(*cards: int, below: str = " . . . ." * 2) -> str:
    """A grid with these cards in the first row."""
    return " ".join([*map(str, cards), *"." * (4 - len(cards)), below])


def points(table: Table) -> tuple[int, ...]:
    """What everybody gets for the last round."""
    return table.match.view(None).scores.rounds[-1]


def test_A28_all_cards_are_turned_up_and_lines_leave_once_more_before_the_areas_are_summed() -> None:
    table = ended(". . . 2\n. . . .\n. . . (3)", "9 . . .\n(7) (7) (7) .\n. . . (1)", closer=0, last=1)
    assert (table.grid(0), table.grid(1)) == (". . . 2\n. . . .\n. . . 3", "4 . . .\n. . . .\n. . . 1")
    assert table.state.zones["gone"] == ["7", "7", "7"]
    assert points(table) == (2 + 3 + 1, 4 + 1 + 2 + 3)


def test_A28_the_grids_stay_open_until_the_next_deal() -> None:
    table = Table(UP, UP.replace("6", "(6)"), turn=1)
    table.state.closer, table.state.last_turns = 0, 1
    table.do(1, "take", table.cell(1, "11"))
    assert table.facts()["down"] == [0, 0]
    assert (table.match.view(0).turn, table.match.view(0).awaited, table.match.view(0).over) == (CHANCE, (), False)
    for seat in (0, 1, CHANCE, CLOCK):
        assert table.refused(seat, "draw") == ("too-late", "A7")
        assert table.refused(seat, "knock") == ("too-late", "A18")


def test_A29_a_shared_card_counts_for_both_owners() -> None:
    table = ended(row(1, 2, 6, 10), row(9, 2, 6, 5), row(8, 2, 6, 3), closer=0, last=2)
    assert table.facts()["sums"] == [1 + 2 + 6 + 10 + 5, 9 + 2 + 6 + 5 + 3, 4 + 2 + 6 + 3 + 10]


@pytest.mark.parametrize(
    ("grids", "expected"),
    [
        ((row(11, 3), row(9), row(8, 11, 5)), (28, 9, 20)),
        ((row(9), row(11, 3), row(8, 11, 5)), (9, 14, 20)),
        ((row(9), row(9), row(8, 11, 5)), (9, 9, 20)),
        ((row(0), row(-1), row(8, 11, 5)), (0, -1, 20)),
        ((row(1), row(0), row(8, 11, 5)), (2, 0, 20)),
        ((row(-1), row(-1, below="-1 . . .  . . . ."), row(8, 11, 5)), (-1, -2, 20)),
    ],
)
def test_A30_a_closer_without_the_lowest_sum_is_doubled_if_it_is_positive(
    grids: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    assert points(ended(*grids, closer=0, last=2)) == expected


def test_A30_it_is_told() -> None:
    table = Table(row(11, 3), row(9), row(8, 11, 5), turn=2, discard="4", rounds=1)
    table.state.closer, table.state.last_turns = 0, 1
    told_in_words = notes(table.do(2, "take", table.cell(2, "11")))
    assert told_in_words[1:] == [
        ("doubled", 0, 14),
        ("scores", 0, 28),
        ("scores", 1, 9),
        ("scores", 2, 20),
        ("wins", 1, 9),
    ]


def play_round(table: Table, *top: str) -> None:
    """Deal, and play a round of two players who discard whatever they draw."""
    table.shuffle(stacked(*top))
    for seat in (0, 1):
        for cell in ("11", "21"):
            table.do(seat, "reveal", table.cell(seat, cell))
    while table.facts()["step"] == "draw":
        seat = table.state.turn
        table.do(seat, "draw")
        down = [spot for offer in table.match.view(seat).offers if offer.code == "drop" for spot in offer.pick.spots]
        table.do(seat, "drop", *down[:1])


def test_A31_as_many_rounds_are_played_as_the_table_wants_and_the_lowest_total_wins() -> None:
    table = Table(DOWN, DOWN)
    table.match = Match(ALLEGRA, 2, {"rounds": 2, "knock_window": 0})
    stack = f"{UP} 9 10 11 7 10 11 7 8 11 7 8 9".split()
    play_round(table, *stack)
    scores = table.match.view(None).scores
    assert (table.facts()["round"], len(scores.rounds), scores.winners, table.match.view(0).over) == (1, 1, (), False)
    play_round(table, *stack)
    view = table.match.view(None)
    assert (view.facts["round"], len(view.scores.rounds), view.over, view.turn) == (2, 2, True, CHANCE)
    assert view.scores.totals == tuple(sum(column) for column in zip(*view.scores.rounds, strict=True))
    assert view.scores.totals[0] < view.scores.totals[1]
    assert view.scores.winners == (0,)
    assert ALLEGRA.chance(table.state) is None
    with pytest.raises(Refused, match="over"):
        table.shuffle(stacked())


def test_A31_three_rounds_are_usual_and_one_to_nine_can_be_played() -> None:
    assert (ALLEGRA.OPTIONS["rounds"].default, ALLEGRA.OPTIONS["rounds"].choices) == (3, tuple(range(1, 10)))


def test_A31_ties_share_the_win() -> None:
    table = ended(row(9), row(11, 2), row(8, 5), closer=1, last=2)
    assert (points(table), table.match.view(None).scores.winners) == ((9, 26, 9), (0, 2))


def test_A32_when_the_deck_is_empty_all_discards_but_the_top_one_become_a_new_deck() -> None:
    table = Table(DOWN, DOWN)
    table.state.zones["discard"] = [*table.state.zones["deck"][:-1], *table.state.zones["discard"]]
    table.state.zones["deck"] = table.state.zones["deck"][-1:]
    assert ALLEGRA.chance(table.state) is None
    table.do(0, "draw")
    assert ALLEGRA.chance(table.state) is None
    table.do(0, "swap", table.cell(0, "11"))
    discards = table.state.zones["discard"]
    due = ALLEGRA.chance(table.state)
    assert due is not None
    assert (sorted(due.cards), due.deal) == (sorted(discards[:-1]), False)
    assert (table.match.view(1).offers, table.match.view(1).awaited) == ((), ())
    assert table.refused(1, "draw") == table.refused(1, "take", table.cell(1, "11")) == ("shuffling", "A32")
    with pytest.raises(Refused, match="wrong-deck"):
        table.shuffle(discards)
    with pytest.raises(Refused, match="wrong-roll"):
        table.shuffle(due.cards, 1)
    assert notes(table.shuffle(due.cards)) == [("reshuffled", CHANCE, len(discards) - 1)]
    assert (table.state.zones["discard"], table.state.zones["deck"]) == (discards[-1:], list(due.cards))
    assert (table.keys(1), table.state.turn) == ("dt", 1)


def test_A32_if_there_are_no_discards_only_the_discard_pile_can_be_taken() -> None:
    table = Table(DOWN, DOWN)
    table.state.zones["gone"], table.state.zones["deck"] = table.state.zones["deck"], []
    assert ALLEGRA.chance(table.state) is None
    assert (table.keys(0), table.match.view(0).awaited) == ("t", (0,))
    assert table.refused(0, "draw") == ("deck-empty", "A32")
    table.do(0, "take", table.cell(0, "11"))
