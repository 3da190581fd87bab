"""How a round of Allegra may go on: played out quickly, by players who do what is plain.

A cell is a number, 12 times its owner plus its place in the grid. Everybody swaps the highest card for a lower one or
turns a card up, completes lines, and closes with a sum that is likely to be the lowest; nobody knocks.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from engine.board import Seat, Spot, place
from engine.cards import GAP
from engine.games._allegra_state import CELLS, COUNTS, State, area, lines

UNSEEN = 5.01
"""What a card that lies face down is thought to be worth: the mean of the deck, but no card's value."""
GONE = -9
"""The value of a cell without a card: less than any card has."""
LAST_TURN = 4.0
"""So many points a rival is expected to lose in the turn after the round was closed."""
RATHER_THAN_CLOSE = 3.0
"""So many points a player would rather take than close with a sum that is not the lowest."""
TURNS_MAX = 300
"""No round takes longer: with an empty deck players could take from each other for ever."""
DRAWS = {
    highest: sum(count * max(highest - int(value), 0) for value, count in COUNTS.items()) / sum(COUNTS.values())
    for highest in range(GONE, 12)
}
"""What drawing a card is expected to save somebody whose highest card is this one."""


class Cells(NamedTuple):
    """What belongs together at a table of so many seats."""

    areas: tuple[tuple[int, ...], ...]
    owners: tuple[tuple[Seat, ...], ...]
    pairs: tuple[tuple[tuple[int, int], ...], ...]
    """The lines through each cell, without the cell."""


@lru_cache
def cells_of(seats: int) -> Cells:
    areas = tuple(tuple(map(number_of, area(seat, seats))) for seat in range(seats))
    cells = range(seats * CELLS)
    threes = [tuple(map(number_of, line)) for line in lines(seats)]
    pairs = [[tuple(other for other in line if other != cell) for line in threes if cell in line] for cell in cells]
    return Cells(
        areas,
        tuple(tuple(seat for seat in range(seats) if cell in areas[seat]) for cell in cells),
        tuple(tuple(dict.fromkeys((a, b) for a, b in each)) for each in pairs),
    )


def number_of(spot: Spot) -> int:
    return CELLS * (place(spot.zone).owner or 0) + spot.i


def play_out(state: State, seat: Seat, rng: random.Random) -> float:
    """Play the round on to its end: how many points fewer this seat gets than the others do on average."""
    if state.step == "scored":
        points = list(state.scored[-1])
    else:
        points = Round(state, rng).points()
    others = sum(points) - points[seat]
    return others / (len(points) - 1) - points[seat]


class Round:
    """A round in the middle, and its players."""

    def __init__(self, state: State, rng: random.Random) -> None:
        seats = range(state.seats)
        self.areas, self.owners, self.pairs = cells_of(state.seats)
        grids = [(state.zones[f"grid:{seat}"], state.up[f"grid:{seat}"]) for seat in seats]
        self.cards = [GONE if card == GAP else int(card) for cards, _ in grids for card in cards]
        up = [is_up for _, ups in grids for is_up in ups]
        self.worth = [card if card == GONE or up[i] else UNSEEN for i, card in enumerate(self.cards)]
        """What everybody thinks that a card is worth: UNSEEN, or its value."""
        self.down = [sum(self.worth[cell] == UNSEEN for cell in cells) for cells in self.areas]
        self.deck = list(map(int, state.zones["deck"]))
        self.discard = list(map(int, state.zones["discard"]))
        self.turn, self.closer, self.last_turns = state.turn, state.closer, state.last_turns
        self.seats, self._rng = state.seats, rng
        self._go_on(state)

    def _go_on(self, state: State) -> None:
        """Finish the turn that has begun."""
        match state.step:
            case "reveal":
                for seat, count in enumerate(state.reveals):
                    for cell in self._rng.sample(self._down_of(seat), count):
                        if self.worth[cell] == UNSEEN:
                            self._turn_up(cell)
                self.turn = state.starter
                return
            case "draw":
                return
            case "decide":
                self._decide(self.turn, int(state.zones["offer"][0]))
            case _:
                self._exchange(state)
        self._end_turn()

    def points(self) -> list[int]:
        """Play on to the end of the round."""
        for _ in range(TURNS_MAX):
            if self.last_turns == 0:
                break
            self._take_turn(self.turn)
            self._end_turn()
        for cell, worth in enumerate(self.worth):
            if worth == UNSEEN:
                self.worth[cell] = self.cards[cell]
        self._remove_lines(range(len(self.cards)))
        points = [sum(self.cards[cell] for cell in cells if self.cards[cell] != GONE) for cells in self.areas]
        if self.closer is not None and points[self.closer] > max(min(points), 0):
            points[self.closer] *= 2
        return points

    def _take_turn(self, seat: Seat) -> None:
        if not self.deck:
            self.deck, self.discard = self.discard[:-1], self.discard[-1:]
            self._rng.shuffle(self.deck)
        top = self.discard[-1]
        saved, cell = self._best_swap(seat, top)
        if saved > DRAWS[int(max(self.worth[cell], GONE))] or not self.deck:
            if self.cards[cell] != GONE:
                self.discard.pop()
                self._swap(seat, cell, top)
        else:
            self._decide(seat, self.deck.pop())

    def _decide(self, seat: Seat, card: int) -> None:
        """What to do with a card from the deck."""
        saved, cell = self._best_swap(seat, card)
        down = self._down_of(seat)
        if self.closer is None and len(down) == 1 and (saved <= 0 or cell == down[0]):
            after = sum(self.worth[each] for each in self.areas[seat] if self.worth[each] != GONE) - max(saved, 0)
            if after > self._lowest_rival(seat):
                open_cells = [each for each in self.areas[seat] if each != down[0]]
                other = max(open_cells, key=self.worth.__getitem__)
                if self.worth[other] - card > -RATHER_THAN_CLOSE:
                    return self._swap(seat, other, card)
        if saved > 0:
            return self._swap(seat, cell, card)
        self.discard.append(card)
        if down:
            self._turn_up(down[int(self._rng.random() * len(down))])

    def _best_swap(self, seat: Seat, card: int) -> tuple[float, int]:
        """How many points it saves to lay the card in the best place, and where that is."""
        worth, cells = self.worth, self.areas[seat]
        there = [worth[cell] for cell in cells]
        saved = max(there) - card
        best = cells[there.index(saved + card)]
        if card > 0 and there.count(card) > 1:
            for cell in cells:
                if GONE != worth[cell] != card and worth[cell] + 2 * card > saved:
                    for a, b in self.pairs[cell]:
                        if worth[a] == card == worth[b]:
                            saved, best = worth[cell] + 2 * card, cell
        return saved, best

    def _lowest_rival(self, seat: Seat) -> float:
        worth = self.worth
        sums = (
            sum(worth[cell] for cell in cells if worth[cell] != GONE) for i, cells in enumerate(self.areas) if i != seat
        )
        return min(sums) - LAST_TURN

    def _down_of(self, seat: Seat) -> list[int]:
        worth = self.worth
        return [cell for cell in self.areas[seat] if worth[cell] == UNSEEN]

    def _swap(self, seat: Seat, cell: int, card: int) -> None:
        self.discard.append(self.cards[cell])
        self._lay(cell, card)

    def _lay(self, cell: int, card: int) -> None:
        if self.worth[cell] == UNSEEN:
            for owner in self.owners[cell]:
                self.down[owner] -= 1
        self.cards[cell] = self.worth[cell] = card
        self._remove_lines((cell,))

    def _turn_up(self, cell: int) -> None:
        self._lay(cell, self.cards[cell])

    def _remove_lines(self, cells: range | tuple[int, ...]) -> None:
        worth, leaving = self.worth, set[int]()
        for cell in cells:
            card = worth[cell]
            if card != GONE:
                for a, b in self.pairs[cell]:
                    if worth[a] == card == worth[b]:
                        leaving |= {cell, a, b}
        for cell in leaving:
            self.cards[cell] = self.worth[cell] = GONE

    def _end_turn(self) -> None:
        if self.last_turns is not None:
            self.last_turns -= 1
        elif not all(self.down):
            order = [(self.turn + step) % self.seats for step in range(self.seats)]
            self.closer = next(seat for seat in order if not self.down[seat])
            self.last_turns = self.seats - 1
        self.turn = (self.turn + 1) % self.seats
        if self.turn == self.closer:
            self.turn = (self.turn + 1) % self.seats

    def _exchange(self, state: State) -> None:
        """A14: what is left of an exchange. Everybody takes or keeps what is lowest."""
        knocker, drawer, hole = state.knocker or 0, self.turn, state.hole
        if state.step == "put":
            card = int(state.zones["offer"][0])
            cell = self._best_swap(knocker, card)[1]
            held, taken_from = self.cards[cell], None
            self._lay(cell, card)
        else:
            held, taken_from = int(state.zones[f"hand:{knocker}"][0]), hole and number_of(hole)
        if taken_from is None:
            there = [cell for cell in self.areas[knocker] if self.worth[cell] != GONE]
            if not there:
                self.discard.append(held)
                return
            taken_from = min(there, key=self.worth.__getitem__)
            card, was_down = self.cards[taken_from], self.worth[taken_from] == UNSEEN
            self.cards[taken_from] = self.worth[taken_from] = GONE
        else:
            card, was_down = int(state.zones[f"hand:{drawer}"][0]), False
        if was_down:
            for owner in self.owners[taken_from]:
                self.down[owner] -= 1
        mine = self._best_swap(drawer, card)[1]
        if self.cards[mine] == GONE:
            self.discard.append(card)
        else:
            self._swap(drawer, mine, card)
        self.cards[taken_from] = self.worth[taken_from] = held
        self._remove_lines((taken_from,))
