"""Allegra laid out by hand: a table is written, played and compared as text.

A grid is three rows of four cells: `7` lies face up, `(7)` face down, `?` is any card face down, `.` is a gap. A cell
is named as on the rule sheet: column L or 1 to 4, then row 1 to 3; "L3" of seat 0 lies in the grid of seat 1.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.board import CHANCE, CLOCK, Happening, Noted, Refused, Seat, Spot, Viewer
from engine.cards import GAP, Card
from engine.games import GAMES, _allegra_state
from engine.match import Match

ALLEGRA = GAMES["allegra"]
DOWN = "? ? ? ?\n? ? ? ?\n? ? ? ?"
"""A grid of which nothing is known."""
GAPS = ". . . .\n. . . .\n. . . ."
UP = "1 2 3 5\n2 3 5 6\n3 5 6 1"
"""A grid that lies face up and has no line, also together with others of its kind."""


class Table:
    """A match set up in the middle of a round. What it deals with is checked to be a whole deck after every act."""

    def __init__(
        self, *grids: str, turn: Seat = 0, step: str = "draw", discard: str = "3", deck: str = "", **options: int | str
    ) -> None:
        """`deck` and `discard` are listed from the top down; the cards that are not named lie beneath in the deck."""
        self.match = Match(ALLEGRA, len(grids), {"knock_window": 0, **options})
        state = self.state
        state.turn, state.step, state.turns = turn, step, 7
        rest = list(_allegra_state.DECK)
        state.zones["deck"] = []
        for pile, cards in (("deck", deck), ("discard", discard)):
            state.zones[pile] = [_taken(card, rest) for card in reversed(cards.split())]
        for seat, grid in enumerate(grids):
            zone = f"grid:{seat}"
            state.zones[zone] = [GAP if cell in ".?" else _taken(cell.strip("()"), rest) for cell in grid.split()]
            state.up[zone] = [cell[0] not in "(?" for cell in grid.split()]
        for seat, grid in enumerate(grids):
            for i, cell in enumerate(grid.split()):
                if cell == "?":
                    state.zones[f"grid:{seat}"][i] = rest.pop(len(rest) * 3 // 7)
        state.zones["deck"] = rest + state.zones["deck"]

    @property
    def state(self) -> Any:
        return self.match.state

    def do(self, seat: Seat, kind: str, *picks: Spot, **fields: Any) -> list[Happening]:
        """Play an act, which answers the present turn unless `turn` is given."""
        happenings = list(self.match.act(seat, action(kind, *picks, **{"turn": self.state.turns, **fields})))
        assert sorted(card for cards in self.state.zones.values() for card in cards if card != GAP) == sorted(
            _allegra_state.DECK
        )
        return happenings

    def refused(self, seat: Seat, kind: str, *picks: Spot, **fields: Any) -> tuple[str, str]:
        """Try an act that must be refused and change nothing: the code and the rule."""
        before = self.match.view(None), self.match.state
        try:
            self.do(seat, kind, *picks, **fields)
        except Refused as refused:
            assert (self.match.view(None), self.match.state) == before
            return refused.code, refused.rule
        raise AssertionError(f"{kind} by {seat} was not refused")

    def shuffle(self, order: Sequence[str], roll: int = 0) -> list[Happening]:
        return list(self.match.act(CHANCE, json.dumps({"type": "chance", "order": list(order), "roll": roll}).encode()))

    def run_out(self) -> None:
        self.do(CLOCK, "window")

    def grid(self, seat: Seat) -> str:
        cards, up = self.state.zones[f"grid:{seat}"], self.state.up[f"grid:{seat}"]
        cells = ["." if card == GAP else card if shown else f"({card})" for card, shown in zip(cards, up, strict=True)]
        return "\n".join(" ".join(cells[row : row + 4]) for row in (0, 4, 8))

    def row(self, seat: Seat) -> str:
        """The first row of a grid, in which every face-down card is a `?`."""
        return " ".join("?" if "(" in cell else cell for cell in self.grid(seat).split("\n")[0].split())

    def at(self, seat: Seat, cell: str) -> Card:
        spot = self.cell(seat, cell)
        card: Card = self.state.zones[spot.zone][spot.i]
        return card

    def cell(self, seat: Seat, name: str) -> Spot:
        column, row = name
        if column == "L":
            return Spot(f"grid:{(seat + 1) % self.state.seats}", 4 * int(row) - 1)
        return Spot(f"grid:{seat}", 4 * (int(row) - 1) + int(column) - 1)

    def top(self) -> Card:
        card: Card = self.state.zones["discard"][-1]
        return card

    def keys(self, seat: Seat) -> str:
        return "".join(offer.key for offer in self.match.view(seat).offers)

    def facts(self, viewer: Viewer = None) -> dict[str, Any]:
        return self.match.view(viewer).facts


def dealt(seats: int = 2, *top: str, roll: int = 0, **options: int | str) -> Table:
    """A table on which the first cards have just been dealt."""
    table = Table(*[DOWN] * seats)
    table.match = Match(ALLEGRA, seats, options)
    table.shuffle(stacked(*top), roll)
    return table


def revealed(table: Table) -> Table:
    """Everybody turns up cells 11 and 22."""
    for seat in range(table.state.seats):
        for cell in ("11", "22"):
            table.do(seat, "reveal", table.cell(seat, cell))
    return table


def exchange(*grids: str, deck: str = "5", **options: int | str) -> Table:
    """Seat 0 has drawn a card and given it to seat 1, who knocked."""
    table = Table(*grids, deck=deck, **options)
    table.do(0, "draw")
    table.do(1, "knock")
    table.do(0, "give", to=1)
    return table


def action(kind: str, *picks: Spot, **fields: Any) -> bytes:
    return json.dumps({"type": kind, **fields, **({"picks": picks} if picks else {})}).encode()


def notes(happenings: Sequence[Happening]) -> list[tuple[Any, ...]]:
    """What was told in words: (code, by, *args)."""
    events = [happening.event for happening in happenings]
    return [(event.code, event.by, *event.args) for event in events if isinstance(event, Noted)]


def stacked(*top: str) -> list[str]:
    """A whole deck with these cards on top, the first of them topmost."""
    rest = list(_allegra_state.DECK)
    named = [_taken(card, rest) for card in top]
    return [*rest, *reversed(named)]


def _taken(card: str, rest: list[Card]) -> Card:
    rest.remove(Card(card))
    return Card(card)
