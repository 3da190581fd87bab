from __future__ import annotations

from itertools import pairwise

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from engine.board import Spot
from engine.game import View
from engine.games import GAMES
from tests import toy
from tests.tui import screens
from tests.tui.near import NearTable
from tui import boards
from tui.boards import allegra
from tui.settings import CELL_KEYS
from tui.widgets.canvas import Canvas
from tui.widgets.scene import Person, Scene

SEATS = range(2, 7)
SIZES = [(80, 24), (100, 30), (120, 40), (200, 60)]
WIDE = "漢字" * 5
"""A name of 20 cells."""


@pytest.fixture(autouse=True)
def _a_game_without_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy)


def a_view(seats: int, me: int | None = 0) -> View:
    table = NearTable(seats, me=me)
    table.play_until(lambda view: view.turns > 8)
    return table.view


def drawn(view: View, size: tuple[int, int], names: tuple[str, ...] | None = None, **more: object) -> Canvas:
    people = [Person(name) for name in names or [f"Player {seat}" for seat in range(6)]]
    canvas = Canvas(*size)
    scene = Scene(view, tuple(people[: len(view.scores.totals)]), view.viewer or 0, **more)  # type: ignore[arg-type]
    allegra.draw(canvas, board(size), scene)
    return canvas


def board(size: tuple[int, int]) -> Region:
    return Region(0, 1, size[0], size[1] - 4)


def grids(seats: int) -> list[Spot]:
    return [Spot(f"grid:{seat}", i) for seat in range(seats) for i in range(12)]


@pytest.mark.parametrize("name", screens.MOMENTS)
def test_the_screen_looks_as_its_golden_file(name: str) -> None:
    assert screens.picture(name).splitlines() == (screens.GOLDEN / f"{name}.txt").read_text().splitlines()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_card_of_every_grid_lies_on_the_screen_once(seats: int, size: tuple[int, int]) -> None:
    view = a_view(seats)
    canvas = drawn(view, size, pad=dict.fromkeys(grids(seats), "@"))
    assert canvas.text().count("@") == 12 * seats
    assert set(canvas.places) == set(grids(seats))
    for spot, (x, y) in canvas.places.items():
        assert isinstance(spot, Spot)
        card = view.zone(spot.zone)[spot.i]
        assert 0 < y < size[1] - 3
        assert card in (None, "") or card in "".join(char for char, _ in canvas.rows[y][x : x + 8])


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("me", [0, 1])
def test_the_keys_lie_on_the_keyboard_as_the_cells_on_the_screen(seats: int, me: int) -> None:
    view = a_view(seats, me)
    canvas = drawn(view, (80, 24), pad=dict.fromkeys(grids(seats), "@"))
    for owner in range(seats):
        own = [Spot(f"grid:{owner}", i) for i in range(12)]
        left = [Spot(f"grid:{(owner + 1) % seats}", i) for i in (3, 7, 11)]
        keys = allegra.pad(view, me, [*own, *left])
        assert sorted(keys.values()) == sorted("1234567890yuiop")
        for row, on_keyboard in enumerate(("12345", "67890", "yuiop")):
            cells = sorted(own[4 * row : 4 * row + 4], key=lambda spot: canvas.places[spot])
            assert len({canvas.places[spot][1] for spot in cells}) == 1
            order = [on_keyboard.index(keys[spot]) for spot in cells]
            assert all(after == before + 1 for before, after in pairwise(order))


@pytest.mark.parametrize("seats", SEATS)
def test_my_l_stands_left_of_my_columns_and_belongs_to_the_left_neighbour(seats: int) -> None:
    view = a_view(seats, 1)
    canvas = drawn(view, (80, 24), pad=dict.fromkeys(grids(seats), "@"))
    left = 2 % seats
    for row in range(3):
        x, y = canvas.places[Spot(f"grid:{left}", 4 * row + 3)]
        (after, same), (before, also) = (
            canvas.places[spot] for spot in (Spot("grid:1", 4 * row), Spot(f"grid:{left}", 4 * row + 2))
        )
        assert before < x < after
        assert y == same == also


@pytest.mark.parametrize("knocks", ["race", "choice"])
def test_no_cell_has_the_key_of_an_offer_that_is_there_at_the_same_time(knocks: str) -> None:
    table = NearTable(6, options={"knocks": knocks, "rounds": 1})
    cells = set(CELL_KEYS)
    codes: set[str] = set()
    while table.match.state.turns < 20:
        table.play_until(lambda view, old=table.link.view: view is not old)  # one act
        for seat in range(6):
            offers = table.match.view(seat).offers
            codes |= {offer.code for offer in offers}
            assert not cells & {offer.key for offer in offers}
    assert {"reveal", "take", "swap", "give", "knock", "put", "pull", "place"} <= codes


@pytest.mark.parametrize("size", [*SIZES, (40, 10), (7, 3), (1, 1)])
@pytest.mark.parametrize("seats", SEATS)
def test_rows_are_as_wide_as_the_screen_whatever_the_names(seats: int, size: tuple[int, int]) -> None:
    """S31, S34: wide names and tiny screens."""
    canvas = drawn(a_view(seats), size, (WIDE, "[/b]", "e\u0301" * 20, WIDE, "[bold", "x" * 20))
    assert {cell_len("".join(char for char, _ in row)) for row in canvas.rows} == {size[0]}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_written_across_the_edge_of_a_part(seats: int, size: tuple[int, int]) -> None:
    screens.assert_apart(drawn(a_view(seats), size, (WIDE,) * 6), allegra._plan(board(size), seats))


def test_who_has_almost_closed_stands_out() -> None:
    view = a_view(4)
    calm, near = (view.facts | {"down": [5, 5, down, 5], "reveals": [0] * 4} for down in (5, 1))
    for facts, role in ((calm, ""), (near, "alarm")):
        view.facts.update(facts)
        canvas = drawn(view, (80, 24))
        y, row = next((y, row) for y, row in enumerate(canvas.text().splitlines()) if f"{facts['down'][2]} down" in row)
        assert canvas.rows[y][row.index("down")][1] == role


def test_the_hole_of_an_exchange_is_no_gap() -> None:
    table = NearTable(4)
    table.play_until(lambda view: view.facts["hole"] is not None)
    hole = Spot(*table.view.facts["hole"])
    canvas = drawn(table.view, (80, 24), pad={hole: "@"})
    x, y = canvas.places[hole]
    assert "".join(char for char, _ in canvas.rows[y][x : x + 5]) == "@ () "
    assert canvas.text().count("()") == 1
    gaps = [zone for zone in table.view.zones if zone.name == hole.zone]
    assert gaps[0].cards[hole.i] == ""


@pytest.mark.parametrize("board", ["allegra", "_any"])
def test_all_who_are_waited_for_are_marked_and_nobody_else(board: str) -> None:
    table = NearTable(4)
    table.play_until(lambda view: len(view.awaited) == 3)
    canvas = Canvas(80, 24)
    people = tuple(Person(f"Player {seat}") for seat in range(4))
    boards.find(board).draw(canvas, Region(0, 1, 80, 20), Scene(table.view, people, 0))
    marked = {seat for seat in range(4) if f"▸ Player {seat}" in canvas.text()}
    assert marked == set(table.view.awaited)


@pytest.mark.parametrize("seats", SEATS)
def test_the_log_has_every_free_line_between_the_cards(seats: int) -> None:
    view = a_view(seats)
    canvas = drawn(view, (80, 24))
    log = allegra._plan(board((80, 24)), seats).log
    assert log.y == (7 if seats > 4 else 1)
    assert "Player 0" in canvas.text().splitlines()[log.bottom]


def test_a_game_without_a_board_of_its_own_gets_the_one_for_any() -> None:
    assert boards.find("allegra") is allegra
    assert boards.find("toy") is boards.find("_any") is not allegra


def test_the_board_for_any_game_shows_allegra_too_and_every_spot_has_a_key() -> None:
    table = NearTable(6)
    table.play_until(screens.can("swap"))
    view, board = table.view, boards.find("_any")
    spots = next(offer.pick.spots for offer in view.offers if offer.code == "swap" and offer.pick)
    keys = board.pad(view, 0, spots)
    assert len(set(keys.values()) - {offer.key for offer in view.offers}) == len(spots)
    canvas = Canvas(80, 24)
    board.draw(canvas, Region(0, 1, 80, 20), Scene(view, tuple(map(Person, "ABCDEF")), 0, pad=keys))
    assert set(canvas.places) == set(spots)
