"""Worlds made twice, the second time with two cards of the deal exchanged.

Until somebody may know one of the two cards, he must be sent the same bytes at the same times. Who may know a card
follows here from where it has been, without asking the game's `sees`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine import journal
from engine.board import CHANCE, GRID, Event, Gathered, Moved, Shown, Shuffled, Viewer, place
from engine.cards import Card
from engine.game import Chance, Shuffle
from net import wire
from net.fairdeal import Mixture, is_played
from tests.net.people import Guest
from tests.net.world import World

TWINS = 2
STORM_S, LASTS_S = 40.0, 150.0


def some_world(seed: int, swap: tuple[int, int] = (0, 0)) -> World:
    """Persons, a bot and a watcher in a storm and after it. In one game hands are secret, in the other in exchanges."""
    game, options = [("allegra", {"rounds": 1, "knock_window": 1}), ("muse", {"rounds": 1, "window_s": 1})][seed % 2]
    world = World(seed, game, players=2, bots=1, options={**options, "advice": "on"})
    with first_deal_stacked(*swap):
        world.run(STORM_S, to_the_end=False)
        world.heal()
        world.run(LASTS_S, to_the_end=False)
    return world


@contextmanager
def first_deal_stacked(i: int, j: int) -> Iterator[None]:
    """Places `i` and `j` in the order of the first deal of every match are exchanged, whatever was sealed; and whoever
    checks it, like a table that comes back, is made to believe it."""
    chance = Mixture.chance

    def stacked(self: Mixture, request: Shuffle) -> Chance:
        made = chance(self, request)
        if (self._parts[1], self.shuffles) != ("1", 1):
            return made
        order = list(made.order)
        order[i], order[j] = order[j], order[i]
        return Chance(tuple(order), made.roll)

    with patch.object(Mixture, "chance", stacked):
        yield


class Trails:
    """Every card of the first deal, by its place in the order, followed through the whole story of the journal."""

    def __init__(self, world: World) -> None:
        _, (deal, *_) = journal.read(b"\n".join(world.referee.lines))
        self.cards: tuple[Card, ...] = msgspec.json.decode(deal.action, type=Chance).order
        self._viewers: tuple[Viewer, ...] = (None, *range(world.referee.steps[0].match.state.seats))
        self._known_at = [dict.fromkeys(self._viewers, math.inf) for _ in self.cards]
        self._zones: dict[str, Any] = {}
        """Which card lies where, in a list or for a grid in a dict; None for one that was shuffled again."""
        for step, self._now in zip(world.referee.steps, world.acted_at, strict=True):
            for happening in step.happenings:
                self._follow(happening.event)
            if not is_played(step.match):  # the round is over, and its order is proven to everybody
                for card in range(len(self.cards)):
                    self._learn(card, self._viewers)

    def known_at(self, card: int, viewers: set[Viewer]) -> float:
        """When the first of these viewers was allowed to know it. The lobby may have had more chairs than the match."""
        return min(self._known_at[card].get(viewer, math.inf) for viewer in viewers)

    def secrets(self) -> list[int]:
        """The cards that somebody knew before everybody did."""
        return [card for card, known in enumerate(self._known_at) if min(known.values()) < known[None]]

    def _zone(self, name: str) -> Any:
        return self._zones.setdefault(name, {} if place(name).kind == GRID else [])

    def _follow(self, event: Event) -> None:
        match event:
            case Shuffled(zone, count):
                self._zones[zone] = [None] * count if self._zones else list(range(count))
            case Gathered(src, dst, count):
                self._zones[src] = {} if place(src).kind == GRID else self._zone(src)[count:]
                self._zone(dst).extend([None] * count)
            case Moved(_, src, dst, by):
                card, (kind, owner) = self._zone(src.zone).pop(src.i), place(dst.zone)
                if kind == GRID:
                    self._zone(dst.zone)[dst.i] = card
                else:
                    self._zone(dst.zone).insert(dst.i, card)
                if kind == "hand":
                    self._learn(card, (owner,))
                elif by != CHANCE or kind != GRID:  # what is dealt into a grid lies face down
                    self._learn(card, self._viewers)
            case Shown(_, spot):
                self._learn(self._zone(spot.zone)[spot.i], self._viewers)

    def _learn(self, card: int | None, viewers: tuple[Viewer, ...]) -> None:
        if card is not None:
            for viewer in viewers:
                self._known_at[card][viewer] = min(self._known_at[card][viewer], self._now)


def viewers_of(guest: Guest) -> set[Viewer]:
    """As whom somebody has been welcomed."""
    messages = [wire.from_host(frame) for _, _, frame in guest.heard]
    return {message.seat for message in messages if isinstance(message, wire.Welcome)}


def compare_twins(seed: int) -> tuple[int, int]:
    """How many frames were compared, and how many of the twins had exchanged somebody's secret."""
    world, dice = some_world(seed), random.Random(seed)
    trails = Trails(world)
    compared = secrets = 0
    for number in range(TWINS):
        pair = drawn_pair(trails, dice, about_a_secret=number == 0)
        secrets += bool({*pair} & {*trails.secrets()})
        twin = some_world(seed, pair)
        twin_trails = Trails(twin)
        for guest, other in zip(world.guests, twin.guests, strict=True):
            until, heard = known_at_and_heard_before(trails, guest, pair)
            assert (until, heard) == known_at_and_heard_before(twin_trails, other, pair), (
                f"seed {seed}: {guest.name} can tell twins apart before {until}, by cards {pair}"
            )
            compared += len(heard)
    return compared, secrets


def known_at_and_heard_before(trails: Trails, guest: Guest, pair: tuple[int, int]) -> tuple[float, list[Any]]:
    """When somebody could know one of the two cards, and all that came before that."""
    viewers = viewers_of(guest)
    until = min(trails.known_at(card, viewers) for card in pair)
    return until, [what for what in guest.heard if what[0] < until]


def drawn_pair(trails: Trails, dice: random.Random, *, about_a_secret: bool) -> tuple[int, int]:
    """Two different cards, of which everybody learns as late as of few others."""
    everybody: set[Viewer] = {None}
    late = sorted(range(len(trails.cards)), key=lambda card: trails.known_at(card, everybody))[-40:]
    first = dice.choice(trails.secrets() if about_a_secret and trails.secrets() else late)
    return first, dice.choice([card for card in late if trails.cards[card] != trails.cards[first]])
