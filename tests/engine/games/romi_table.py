"""Römi laid out by hand: cards are named, a hand is a text like "KS KH * 10D"."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.board import CHANCE, Happening, Noted, Refused, Seat, Spot, Viewer
from engine.cards import Card
from engine.games import GAMES, _melds
from engine.match import Match

ROMI = GAMES["romi"]


class Table:
    """A match set up in the middle of a round: everybody has ended some turns, and seat 0 was the starter.

    What it deals with is checked to be the whole pack after every act.
    """

    def __init__(
        self,
        *hands: str,
        turn: Seat = 0,
        step: str = "play",
        melds: Mapping[Seat, Sequence[str]] = MappingProxyType({}),
        opened: Collection[Seat] = (),
        ended: int = 3,
        stock: str = "",
        discard: str = "3C",
        cut: str = "2D",
        **options: int | str,
    ) -> None:
        """`stock` and `discard` are listed from the top down; the cards that are not named lie beneath in the stock."""
        self.match = Match(ROMI, len(hands), options)
        state = self.state
        state.turn, state.step, state.turns, state.dealer = turn, step, 7, len(hands) - 1
        state.ended = [ended] * len(hands)
        state.opened = [seat in opened or seat in melds for seat in range(len(hands))]
        rest = list(_melds.DECK)
        named = {"cut": cut, **{f"hand:{seat}": hand for seat, hand in enumerate(hands)}}
        named |= {f"meld:{seat}:{k}": meld for seat, laid in melds.items() for k, meld in enumerate(laid)}
        for zone, cards in named.items():
            state.zones[zone] = [taken(card, rest) for card in cards.split()]
        for zone, cards in (("discard", discard), ("stock", stock)):
            state.zones[zone] = [taken(card, rest) for card in reversed(cards.split())]
        state.zones["stock"] = rest + state.zones["stock"]

    @property
    def state(self) -> Any:
        return self.match.state

    def do(self, seat: Seat, kind: str, cards: str = "", *spots: Spot, **fields: Any) -> list[Happening]:
        """Play an act, which answers the present turn unless `turn` is given. Cards are picked by their names."""
        picks = [*self.held(seat, cards), *spots]
        action = {"type": kind, "turn": self.state.turns, **({"picks": picks} if picks else {}), **fields}
        happenings = list(self.match.act(seat, json.dumps(action).encode()))
        assert sorted(card for zone in self.state.zones.values() for card in zone) == sorted(_melds.DECK)
        return happenings

    def refused(self, seat: Seat, kind: str, cards: str = "", *spots: Spot, **fields: Any) -> tuple[Any, ...]:
        """Try an act that must be refused and change nothing: the code, the rule, and the details."""
        before = self.match.state
        try:
            self.do(seat, kind, cards, *spots, **fields)
        except Refused as refused:
            assert self.match.state is before
            return refused.code, refused.rule, *refused.details
        raise AssertionError(f"{kind} {cards} by {seat} was not refused")

    def stage(self, seat: Seat, *melds: str) -> None:
        for meld in melds:
            self.do(seat, "lay", meld)

    def open(self, seat: Seat, *melds: str) -> list[Happening]:
        self.stage(seat, *melds)
        return self.do(seat, "open")

    def shuffle(self, order: Sequence[str], roll: int = 0) -> list[Happening]:
        return list(self.match.act(CHANCE, json.dumps({"type": "chance", "order": list(order), "roll": roll}).encode()))

    def held(self, seat: Seat, cards: str) -> list[Spot]:
        """Where these cards lie among those that the player may play; of equal ones the first."""
        zones = [f"{kind}:{seat}" for kind in ("hand", "drawn", "joker")]
        spots = [Spot(zone, i) for zone in zones for i in range(len(self.state.zones.get(zone, ())))]
        found = []
        for card in cards.split():
            spot = next(spot for spot in spots if self.state.zones[spot.zone][spot.i] == card)
            spots.remove(spot)
            found.append(spot)
        return found

    def zone(self, name: str) -> list[Card]:
        cards: list[Card] = self.state.zones[name]
        return cards

    def text(self, name: str) -> str:
        return " ".join(self.zone(name))

    def keys(self, seat: Seat) -> str:
        return "".join(offer.key for offer in ROMI.offers(self.state, seat))

    def facts(self, viewer: Viewer = None) -> dict[str, Any]:
        return self.match.view(viewer).facts


def dealt(
    seats: int = 2, roll: int = 0, height: int = 40, order: Sequence[str] = _melds.DECK, **options: int | str
) -> Table:
    """A table on which the first cards have just been dealt. `roll` is the dealer."""
    table = Table(*[""] * seats)
    table.match = Match(ROMI, seats, options)
    table.shuffle(order, roll)
    table.do(table.state.turn, "cut", "", Spot("stock", 108 - height))
    return table


def notes(happenings: Sequence[Happening]) -> list[tuple[Any, ...]]:
    """What was told in words: (code, by, *args)."""
    events = [happening.event for happening in happenings]
    return [(event.code, event.by, *event.args) for event in events if isinstance(event, Noted)]


def taken(card: str, rest: list[Card]) -> Card:
    rest.remove(Card(card))
    return Card(card)
