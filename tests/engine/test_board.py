"""The cards of a table: how they move, who learns what of it, and what each viewer sees."""

from __future__ import annotations

import pytest

from engine.board import (
    SOMEWHERE,
    Board,
    Gathered,
    Moved,
    Noted,
    Quiet,
    Refused,
    Shown,
    Shuffled,
    Spot,
    State,
    Viewer,
    Zone,
    look,
    look_closer,
    place,
    told,
)
from engine.cards import GAP, Card, deck_of


def cards(text: str) -> list[Card]:
    """One card a letter; a dot is a GAP."""
    return [GAP if letter == "." else Card(letter) for letter in text]


def board(**zones: str) -> Board:
    """For two seats. "grid_0" stands for "grid:0"."""
    named = {name.replace("_", ":"): cards(text) for name, text in zones.items()}
    return Board(State(seats=2, zones=named), sees)


def sees(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    """Hands are their owners', of a grid the first place lies open, and the pile does."""
    kind, owner = place(zone)
    return kind == "pile" or (kind == "hand" and viewer == owner) or (kind == "grid" and i == 0)


def zone(table: Board, name: str) -> str:
    return "".join(card or "." for card in table.state.zones[name])


def heard(table: Board, viewer: Viewer) -> list[str]:
    """The cards that a viewer is told, with a question mark for one that he is not."""
    return [event.card or "?" for event in told(table.happenings, viewer) if isinstance(event, Moved | Shown)]


def test_the_name_of_a_zone_says_its_kind_and_its_owner() -> None:
    assert place("stock") == ("stock", None)
    assert place("grid:2") == ("grid", 2)
    assert place("melds:1:4") == ("melds", 1)


def test_a_deck_has_every_card_as_often_as_counted() -> None:
    assert deck_of({"a": 2, "b": 0, "c": 1}) == cards("aac")


def test_a_card_moves_from_the_top_to_the_top() -> None:
    table = board(stock="abc", pile="x")
    assert table.move("stock", -1, "pile", by=1) == "c"
    assert (zone(table, "stock"), zone(table, "pile")) == ("ab", "xc")
    assert table.happenings[0].event == Moved(Card("c"), Spot("stock", 2), Spot("pile", 1), 1)


def test_a_card_moves_from_and_to_any_position() -> None:
    table = board(stock="abc", pile="xy")
    table.move("stock", 0, "pile", 1, by=0)
    assert (zone(table, "stock"), zone(table, "pile")) == ("bc", "xay")


def test_a_grid_keeps_its_places() -> None:
    table = board(grid_0="ab.", pile="x")
    table.move("grid:0", 0, "pile", by=0)
    assert zone(table, "grid:0") == ".b."
    table.move("pile", 0, "grid:0", 2, by=0)
    assert zone(table, "grid:0") == ".bx"


@pytest.mark.parametrize(
    ("src", "i", "dst", "at"),
    [("grid:0", 2, "pile", None), ("pile", 0, "grid:0", 0), ("pile", 0, "grid:0", None)],
    ids=["no card there", "the place is taken", "no place named"],
)
def test_rules_that_move_what_cannot_move_are_broken(src: str, i: int, dst: str, at: int | None) -> None:
    with pytest.raises(AssertionError):
        board(grid_0="ab.", pile="x").move(src, i, dst, at, by=0)


@pytest.mark.parametrize("i", [3, 10**30, -4])
def test_rules_that_move_a_card_from_beyond_a_zone_are_broken(i: int) -> None:
    with pytest.raises(AssertionError):
        board(stock="abc", pile="").move("stock", i, "pile", by=0)


@pytest.mark.parametrize(
    ("src", "dst", "knowing"),
    [
        ("stock", "pile", {None, 0, 1}),
        ("pile", "stock", {None, 0, 1}),
        ("stock", "hand:1", {1}),
        ("hand:1", "stock", {1}),
        ("hand:0", "hand:1", {0, 1}),
        ("stock", "deck", set()),
    ],
)
def test_a_move_is_told_whole_to_those_who_see_the_card_before_or_after(
    src: str, dst: str, knowing: set[Viewer]
) -> None:
    table = board(stock="a", deck="b", pile="c", hand_0="d", hand_1="e")
    card = table.move(src, -1, dst, by=0)
    assert {viewer for viewer in (None, 0, 1) if heard(table, viewer) == [card]} == knowing
    assert {viewer for viewer in (None, 0, 1) if heard(table, viewer) == ["?"]} == {None, 0, 1} - knowing


def test_what_a_viewer_is_told_of_a_hidden_card_is_all_but_the_card() -> None:
    table = board(stock="abc", hand_1="x")
    table.move("stock", -1, "hand:1", by=1)
    assert told(table.happenings, 0) == (Moved(None, Spot("stock", 2), Spot("hand:1", SOMEWHERE), 1),)


def test_where_in_a_hand_a_card_lies_is_told_to_those_who_see_it() -> None:
    table = board(stock="a", pile="", hand_0="bc", hand_1="de")
    table.move("hand:1", 0, "pile", by=1)
    table.move("hand:0", 1, "hand:1", 1, by=1)
    somewhere = Spot("hand:0", SOMEWHERE), Spot("hand:1", SOMEWHERE)
    assert told(table.happenings, 1) == (
        Moved(Card("d"), Spot("hand:1", 0), Spot("pile", 0), 1),
        Moved(Card("c"), somewhere[0], Spot("hand:1", 1), 1),
    )
    assert told(table.happenings, 0) == (
        Moved(Card("d"), somewhere[1], Spot("pile", 0), 1),
        Moved(Card("c"), Spot("hand:0", 1), somewhere[1], 1),
    )
    assert told(table.happenings, None) == (
        Moved(Card("d"), somewhere[1], Spot("pile", 0), 1),
        Moved(None, *somewhere, 1),
    )


def test_a_card_is_shown_to_those_who_see_it() -> None:
    table = board(grid_0="ab", hand_1="c")
    table.show("grid:0", 0, by=0)
    table.show("grid:0", 1, by=0)
    table.show("hand:1", 0, by=1)
    assert heard(table, None) == ["a", "?", "?"]
    assert heard(table, 1) == ["a", "?", "c"]


def test_gathered_cards_go_on_top_and_a_grid_is_left_empty() -> None:
    table = board(stock="x", pile="abc", grid_0="d.e", hand_0="")
    table.gather("pile", "stock", keep=1)
    table.gather("grid:0", "stock")
    table.gather("hand:0", "stock")
    assert [zone(table, name) for name in ("stock", "pile", "grid:0")] == ["xabde", "c", "..."]
    expected = (Gathered("pile", "stock", 2), Gathered("grid:0", "stock", 2))
    assert told(table.happenings, None) == expected, "nothing is told of a zone without cards"


@pytest.mark.parametrize(
    ("keep", "pile", "grid"), [(0, "", "..."), (1, "c", "..c"), (3, "abc", "abc"), (5, "abc", "abc")]
)
def test_gathering_keeps_so_many_of_the_last_cards(keep: int, pile: str, grid: str) -> None:
    table = board(stock="", pile="abc", grid_0="abc")
    table.gather("pile", "stock", keep=keep)
    table.gather("grid:0", "stock", keep=keep)
    assert (zone(table, "pile"), zone(table, "grid:0")) == (pile, grid)
    assert len(zone(table, "stock")) == 2 * max(3 - keep, 0)


def test_a_shuffle_lays_the_cards_in_the_order_given_and_tells_nobody_the_order() -> None:
    table = board(stock="aab")
    table.shuffle("stock", cards("aba"))
    assert zone(table, "stock") == "aba"
    assert {told(table.happenings, viewer) for viewer in (None, 0, 1)} == {(Shuffled("stock", 3),)}


@pytest.mark.parametrize("order", ["aa", "aabb", "abb", "", "aac"])
def test_a_shuffle_of_other_cards_is_refused(order: str) -> None:
    table = board(stock="aab")
    with pytest.raises(Refused, match="wrong-deck"):
        table.shuffle("stock", cards(order))
    assert (zone(table, "stock"), table.happenings) == ("aab", [])


def test_a_note_reaches_those_it_is_meant_for_and_nobody_else() -> None:
    table = board()
    table.note("knocks", 3, by=1, to=None)
    table.note("peeks", "a", by=1, to=[1])
    everybody, one = Noted("knocks", 1, (3,)), Noted("peeks", 1, ("a",))
    assert told(table.happenings, 1) == (everybody, one)
    assert told(table.happenings, 0) == told(table.happenings, None) == (everybody,)


def test_each_viewer_sees_what_he_may_and_all_see_the_gaps() -> None:
    table = board(grid_1="ab.", hand_0="cd", pile="e")
    grid, pile = Zone("grid:1", "grid", 1, (Card("a"), None, GAP)), Zone("pile", "pile", None, (Card("e"),))
    assert look(table.state, sees, None) == (grid, Zone("hand:0", "hand", 0, (None, None)), pile)
    assert look(table.state, sees, 0) == (grid, Zone("hand:0", "hand", 0, (Card("c"), Card("d"))), pile)


def test_a_closer_look_finds_what_a_look_does() -> None:
    state = board(grid_1="ab.", hand_0="cd", pile="e", stock="f").state
    for viewer in (None, 0, 1):
        assert look_closer(look(state, sees, None), state, sees, viewer) == look(state, sees, viewer)


def test_a_quiet_board_changes_the_state_itself_and_tells_nothing() -> None:
    state = board(stock="abc", pile="", hand_0="d", grid_0=".").state
    quiet = Quiet(state, sees)
    assert quiet.move("stock", -1, "pile", by=0) == "c"
    assert quiet.move("hand:0", 0, "grid:0", 0, by=0) == "d"
    assert quiet.show("grid:0", 0, by=0) == "d"
    quiet.gather("pile", "stock")
    quiet.shuffle("stock", cards("cab"))
    quiet.note("knocks", by=0, to=None)
    assert [zone(quiet, name) for name in ("stock", "pile", "hand:0", "grid:0")] == ["cab", "", "", "d"]
    assert quiet.state is state
    assert quiet.happenings == []


def test_a_refusal_has_a_code_details_and_the_number_of_the_rule() -> None:
    refused = Refused("too-low", 39, "a", rule="R7")
    assert (refused.code, refused.details, refused.rule) == ("too-low", (39, "a"), "R7")
