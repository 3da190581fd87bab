"""A player of Allegra that decides from its view alone.

To the bot a card is worth its value, and a card that it does not see the mean of all such cards. It judges an act by
what it costs: the points that it is expected to add to the own sum, less RIVALRY of those to the mean of the rivals.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from engine.board import Seat, Spot
from engine.cards import GAP, Card
from engine.game import Choice, Offer, View
from engine.games._allegra_state import COUNTS, area, lines

Seen = int | None
"""The value of a card, or None if it is not seen."""


class Plan(NamedTuple):
    """What an act is expected to cost, and which spot it picks."""

    cost: float
    pick: Spot | None = None


NOTHING = Plan(0.0)

DOUBT = 2.0
"""By so many points what an act is expected to cost may well be wrong."""
CHOICES_MAX, MUCH = 7, 6.0
"""So many acts may be thought about, and none that is expected to cost so much more than the cheapest."""

RIVALRY = 0.5
"""A point of my rivals is worth less to me than my own. At 1 a card shared by two would cost neither of them anything:
they would swap it to and fro rather than close."""


def decide(view: View, rng: random.Random) -> bytes | None:
    """The cheapest act; None to wait, if all that may be done is to knock and it is not worth it."""
    worth_it = [(plan, offer) for plan, offer in _plans(view, rng) if plan.cost < 0 or offer.code != "knock"]
    return _act(*min(worth_it, key=_cost)) if worth_it else None


def choices(view: View, rng: random.Random) -> list[Choice]:
    """The cheapest acts of the player whose turn it is. All cards lie alike before the first turn."""
    plans = sorted(_plans(view, rng), key=_cost)
    if not plans or plans[0][1].code == "reveal":
        return []
    dearest = plans[0][0].cost + MUCH
    return [Choice(_act(*each), -_cost(each), DOUBT) for each in plans[:CHOICES_MAX] if _cost(each) <= dearest]


def _plans(view: View, rng: random.Random) -> list[tuple[Plan, Offer]]:
    mind = Mind(view, rng)
    return [(plan, offer) for offer in view.offers for plan in mind.plans(offer)]


def _cost(planned: tuple[Plan, Offer]) -> float:
    return planned[0].cost


def _act(plan: Plan, offer: Offer) -> bytes:
    action = msgspec.json.decode(offer.action)
    return msgspec.json.encode({**action, "picks": [plan.pick]} if offer.pick else action)


class Mind:
    """What a player makes of a view."""

    def __init__(self, view: View, rng: random.Random) -> None:
        assert view.viewer is not None
        self.view, self.seat, self.grids = view, view.viewer, Grids.of(view, rng)
        self.down = self.grids.down(self.seat)

    @cached_property
    def lying(self) -> dict[Spot, float]:
        """What the cards of my area cost me now."""
        grids = self.grids
        return {spot: grids.price(self.seat, spot, grids.cards[spot]) for spot in grids.area(self.seat)}

    @cached_property
    def rivals(self) -> list[NormalDist]:
        """How many points each rival may have after one more turn."""
        return [self.grids.outlook(rival) for rival in range(self.grids.seats) if rival != self.seat]

    def plans(self, offer: Offer) -> list[Plan]:
        """The ways to do what is offered."""
        match offer.code:
            case "reveal" | "drop":
                return self.turn_up()
            case "draw":
                return [self.draw()]
            case "take":
                return self.take(self.top("discard"))
            case "swap":
                return self.swap(self.top("offer"), self.lying)
            case "place":
                return self.swap(self.top(f"hand:{self.seat}"), self.lying)
            case "knock" | "put":
                return self.grids.put(self.seat, self.top("offer"))
            case "give":
                return [self.give(int(offer.args[0]), self.top("offer"))]
            case "pull":
                knocker = self.view.facts["knocker"]
                return self.grids.pull(self.seat, knocker, _value(self.view.zone(f"hand:{knocker}")[-1]))
        return [NOTHING]

    def top(self, zone: str) -> int:
        """The top card of a pile that I see."""
        card = self.view.zone(zone)[-1]
        assert card is not None
        return int(card)

    def swap(self, card: int, spots: Iterable[Spot]) -> list[Plan]:
        """Lay the card in place of that at one of these spots of mine."""
        price, lying = self.grids.price, self.lying
        return [Plan(price(self.seat, spot, card) - lying[spot] + self.closing(spot, card), spot) for spot in spots]

    def take(self, card: int) -> list[Plan]:
        """Swap where it saves points: for mere hopes two players could take the same cards from each other for ever."""
        sober = replace(self.grids, turns_left=0)
        spots = [spot for spot in self.lying if sober.cost(self.seat, spot, card) < 0]
        if spots:
            return self.swap(card, spots)
        return [Plan(math.inf, _cheapest(self.swap(card, self.lying)).pick)]

    def turn_up(self) -> list[Plan]:
        """Turn up a card of mine, which is expected to change nothing but the lines that it may complete."""
        return [Plan(self.grids.turning_up(self.seat, spot) + self.closing(spot), spot) for spot in self.down]

    def draw(self) -> Plan:
        """Swap the card that comes, or turn one up."""
        turn_up = _cheapest(self.turn_up()).cost
        odds, spots = self.grids.odds, self.lying
        return Plan(sum(chance * min(turn_up, _cheapest(self.swap(card, spots)).cost) for card, chance in odds.items()))

    def give(self, knocker: Seat, card: int) -> Plan:
        """Exchange with a player who puts the card where it serves that player best."""
        spot = _cheapest(self.grids.put(knocker, card)).pick
        if spot is None:
            return NOTHING
        cost = self.grids.cost(self.seat, spot, card)
        return Plan(cost + _cheapest(self.grids.laid(spot, card).pull(self.seat, knocker, self.grids.cards[spot])).cost)

    def closing(self, spot: Spot, card: int | None = None) -> float:
        """A30: what doubling is expected to cost, if I lay or turn up a card here and close the round with it."""
        if self.view.facts["closer"] is not None or any(other != spot for other in self.down):
            return 0.0
        own = (self.grids if card is None else self.grids.laid(spot, card)).sum(self.seat)
        lowest = math.prod(1 - rival.cdf(own) for rival in self.rivals)
        # The fewer cards are left in the deck, the less it pays to wait for a better moment.
        deck, discards = len(self.view.zone("deck")), len(self.view.zone("discard"))
        return max(own, 0.0) * (1 - lowest) * deck / (deck + discards)


@dataclass(frozen=True)
class Grids:
    """The cards in all grids, and how likely each value is for a card that is not seen."""

    cards: dict[Spot, Seen]
    odds: dict[int, float]
    mean: float
    turns_left: int
    """How many turns everybody has at least before somebody closes."""
    seats: int

    @classmethod
    def of(cls, view: View, rng: random.Random) -> Grids:
        grids = [zone for zone in view.zones if zone.kind == "grid"]
        cards = [
            (Spot(zone.name, i), _value(card)) for zone in grids for i, card in enumerate(zone.cards) if card != GAP
        ]
        rng.shuffle(cards)  # of spots that cost the same the first is picked
        unseen = Counter({int(card): count for card, count in COUNTS.items()})
        unseen.subtract(int(card) for zone in view.zones for card in zone.cards if card)
        odds = {value: count / unseen.total() for value, count in unseen.items() if count}
        mean = sum(value * chance for value, chance in odds.items())
        turns_left = min(view.facts["down"]) if view.facts["closer"] is None else 0
        return cls(dict(cards), odds, mean, turns_left, len(grids))

    def worth(self, card: Seen) -> float:
        return self.mean if card is None else card

    def area(self, seat: Seat) -> list[Spot]:
        """The spots of a player's area at which a card lies."""
        mine = set(area(seat, self.seats))
        return [spot for spot in self.cards if spot in mine]

    def down(self, seat: Seat) -> list[Spot]:
        return [spot for spot in self.area(seat) if self.cards[spot] is None]

    def sum(self, seat: Seat) -> float:
        return sum(self.worth(self.cards[spot]) for spot in self.area(seat))

    def cost(self, seat: Seat, spot: Spot, card: Seen) -> float:
        """What it costs a player that a card is laid at this spot in place of the one that lies there."""
        return self.price(seat, spot, card) - self.price(seat, spot, self.cards[spot])

    def price(self, seat: Seat, spot: Spot, card: Seen) -> float:
        """What a card costs a player at this spot: its points, or, if it completes a line, less than nothing.

        Of two equal cards in a line a share of the points is taken off: one card is drawn in every turn that is left,
        and it may be the third.
        """
        weight, cards = weights(seat, self.seats), self.cards
        points, leaving = weight[spot] * self.worth(card), [spot]
        for a, b in lines_through(self.seats)[spot]:
            if a in cards and b in cards and (pair := _pair(card, cards[a], cards[b])) is not None:
                if card == cards[a] == cards[b]:
                    leaving += [a, b]
                else:
                    line = ((spot, card), (a, cards[a]), (b, cards[b]))
                    rid_of = sum(weight[cell] * self.worth(lies) for cell, lies in line)
                    points -= max(rid_of, 0.0) * (1 - (1 - self.odds.get(pair, 0.0)) ** self.turns_left)
        if card is None or len(leaving) == 1:
            return points
        return points - card * sum(weight[cell] for cell in dict.fromkeys(leaving))

    def mates(self, spot: Spot, card: Seen) -> list[Spot]:
        """The other cells that leave with the card, if it is laid at this spot."""
        if card is None:
            return []
        pairs = [pair for pair in lines_through(self.seats)[spot] if all(self.cards.get(cell) == card for cell in pair)]
        return list(dict.fromkeys(cell for pair in pairs for cell in pair))

    def turning_up(self, seat: Seat, spot: Spot) -> float:
        """What it costs a player that the card at this spot is seen: less than nothing if it may complete a line."""
        weight = weights(seat, self.seats)
        return -sum(
            chance * card * sum(weight[cell] for cell in (spot, *mates))
            for card, chance in self.odds.items()
            if (mates := self.mates(spot, card))
        )

    def laid(self, spot: Spot, card: int) -> Grids:
        """These grids after a card was laid."""
        leave = self.mates(spot, card)
        cards = {cell: lies for cell, lies in self.cards.items() if cell not in leave}
        if leave:
            del cards[spot]
        else:
            cards[spot] = card
        return replace(self, cards=cards)

    def put(self, seat: Seat, card: int) -> list[Plan]:
        """A14, for K: lay the card given. The old one comes back for the lowest of the area, which the drawer takes,
        who could have kept the card given."""

        def cost(spot: Spot) -> float:
            after, old = self.laid(spot, card), self.worth(self.cards[spot])
            lowest = min((after.worth(after.cards[cell]) for cell in after.area(seat)), default=old)
            return self.cost(seat, spot, card) + old - lowest + RIVALRY * (card - lowest) / (self.seats - 1)

        return [Plan(cost(spot), spot) for spot in self.area(seat)]

    def pull(self, seat: Seat, knocker: Seat, hand: Seen) -> list[Plan]:
        """A14, for A: take a card of K's, for which K's hand card comes, and lay it in place of one of A's."""

        def cost(hole: Spot) -> float:
            taken = self.cards[hole]
            rest = replace(self, cards={cell: card for cell, card in self.cards.items() if cell != hole})
            place = min((rest.cost(seat, spot, taken) for spot in rest.area(seat)), default=0.0)
            return weights(seat, self.seats)[hole] * (self.worth(hand) - self.worth(taken)) + place

        return [Plan(cost(hole), hole) for hole in self.area(knocker)]

    def outlook(self, seat: Seat) -> NormalDist:
        """How many points a player may have after a turn in which one card from the deck replaces the highest."""
        worths = [self.worth(self.cards[spot]) for spot in self.area(seat)]
        highest = max(worths, default=0.0)
        relief = sum(chance * max(highest - card, 0.0) for card, chance in self.odds.items())
        variance = sum(chance * (card - self.mean) ** 2 for card, chance in self.odds.items())
        return NormalDist(sum(worths) - relief, math.sqrt(variance * (1 + len(self.down(seat)))) or 1.0)


@lru_cache
def lines_through(seats: int) -> dict[Spot, tuple[tuple[Spot, Spot], ...]]:
    """The lines that each cell lies in, without the cell."""
    through: dict[Spot, tuple[tuple[Spot, Spot], ...]] = {}
    for a, b, c in lines(seats):
        for cell, others in ((a, (b, c)), (b, (a, c)), (c, (a, b))):
            through[cell] = (*through.get(cell, ()), others)
    return through


@lru_cache
def weights(seat: Seat, seats: int) -> dict[Spot, float]:
    """What a point in each cell costs a player: 1 in the own area, less RIVALRY for a rival's share in their mean."""
    costs = dict.fromkeys(lines_through(seats), 0.0)
    for owner in range(seats):
        for spot in area(owner, seats):
            costs[spot] += 1 if owner == seat else -RIVALRY / (seats - 1)
    return costs


def _value(card: Card | None) -> Seen:
    return None if card is None else int(card)


def _pair(a: Seen, b: Seen, c: Seen) -> Seen:
    """The value that two of three cards have."""
    return a if a in (b, c) else b if b == c else None


def _cheapest(plans: Iterable[Plan]) -> Plan:
    return min(plans, key=lambda plan: plan.cost, default=NOTHING)
