"""A player of Aluette that decides from its view alone.

Before it plays a card it imagines some ways in which the hidden cards may lie, as far as the tricks and the signs that
it has seen leave that open, plays each out to the end with every card of its hand, and takes the card that does best.

Players are numbered here by their places round the table, and a card is its strength: the stronger one wins.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.board import Seat
from engine.game import Choice, Offer, View
from engine.games._aluette_state import (
    ACES,
    LEVEL,
    LEVELS,
    PLAYERS,
    REJECTS,
    SINGLES,
    TRICKS,
    State,
    is_mordienne,
    most_of,
    trick,
)

WORLDS = 20
"""In so many ways the hidden cards are imagined to lie."""
DOUBT = 0.2
"""By so many points what a card is expected to bring in so few worlds may well be wrong."""
WHIM = 0.35
"""So often somebody is imagined to play any card instead of the sensible one."""
CONTENT = 3
"""With so many cards above the aces one wants no chant."""
TOLD = 2
"""After so many tricks partners have told each other what they hold."""
CURIOSITY = 0.5
"""How often one watches the other side for a trick after that."""

STRENGTH = {str(card): len(LEVELS) - level for card, level in LEVEL.items()}
ACE = STRENGTH["AO"]
STRONGEST = len(LEVELS)

Hand = list[int]
"""From weak to strong."""
OTHERS = tuple(tuple((me + step) % PLAYERS for step in range(1, PLAYERS)) for me in range(PLAYERS))
"""Of each player the left neighbour, the partner and the right neighbour."""


def decide(view: View, rng: random.Random) -> bytes | None:
    """What is waited for; otherwise a sign, a look, or None to wait."""
    assert view.viewer is not None
    if view.viewer not in view.awaited:
        return _beside(view, view.viewer)
    if plays := choices(view, rng):
        return plays[0].action
    offers = {offer.code: offer for offer in view.offers}
    hand = _strengths(view, f"hand:{view.viewer}")
    if "reject" in offers:
        return _picked(offers["reject"], sorted(range(len(hand)), key=hand.__getitem__)[:REJECTS])
    if "chant" in offers:
        content = sum(card > ACE for card in hand) >= CONTENT
        return bytes(offers["no-chant" if content else "chant"].action)
    return bytes(offers["play-on" if "play-on" in offers else "accept-deal"].action)


def choices(view: View, rng: random.Random) -> list[Choice]:
    """The cards that may well be played, the one that does best first, and of two as good the weaker one."""
    offer = next((offer for offer in view.offers if offer.code == "play"), None)
    if offer is None or view.viewer is None:
        return []
    hand, judged = _strengths(view, f"hand:{view.viewer}"), Mind(view, view.viewer, rng).judged()
    best_first = sorted(judged.items(), key=lambda each: -each[1])
    return [Choice(_picked(offer, [hand.index(card)]), worth, DOUBT) for card, worth in best_first]


def play_out(state: State, seat: Seat, rng: random.Random) -> float:
    """Play the deal on to its end: the points for the side of this seat, less those of the other."""
    places = state.places
    hands = [sorted(STRENGTH[card] for card in state.zones[f"hand:{seat}"]) for seat in places]
    taken = [None if winner is None else places.index(winner) for winner in state.taken]
    lies = trick(state)
    going = Trick(places.index(state.turn if len(lies) == PLAYERS else state.leader))
    for player, card in lies.items() if len(lies) < PLAYERS else ():
        going = going.add(places.index(player), STRENGTH[card])
    return _played_out(hands, taken, going, places.index(seat), rng)


def _picked(offer: Offer, chosen: Sequence[int]) -> bytes:
    assert offer.pick is not None
    picks = [offer.pick.spots[i] for i in chosen]
    return msgspec.json.encode({**msgspec.json.decode(offer.action), "picks": picks})


def _strengths(view: View, zone: str) -> list[int]:
    """Of the cards in a zone, as far as they are seen."""
    return [STRENGTH[card] for card in view.zone(zone) if card]


# Signs and looks


def _beside(view: View, me: Seat) -> bytes | None:
    """Keep the eyes where it pays; and tell the partner something by a sign, if he looks and nobody else does.

    The look comes first: others see it, and must not see from its delay that there was a sign.
    """
    asides = {offer.args[0]: bytes(offer.action) for offer in view.offers if offer.aside}
    if not asides:
        return None
    eyes, look = view.facts["eyes"], asides.get(_worth_a_look(view, me))
    if look is not None or eyes[_partner(view, me)] != me or eyes.count(me) > 1:
        return look
    return next((asides[sign] for sign in _untold(view, me) if sign in asides), None)


def _partner(view: View, me: Seat) -> Seat:
    places: list[Seat] = view.facts["places"]
    return places[(places.index(me) + 2) % PLAYERS]


def _untold(view: View, me: Seat) -> list[str]:
    """The single cards from the top down, then the aces, or that there is nothing; but only what has not been told."""
    hand = _strengths(view, f"hand:{me}")
    told = [sign for giver, sign, _ in view.facts["seen"] if giver == me]
    signs = [str(card) for card in SINGLES if STRENGTH[card] in hand]
    if view.facts["step"] in ("play", "trick") and not set(told) & {*ACES, "useless"}:
        aces = hand.count(ACE)
        signs += ACES[aces - 1 : aces] or ([] if signs or told else ["useless"])
    return [sign for sign in signs if sign not in told]


def _worth_a_look(view: View, me: Seat) -> Seat:
    """The partner, as long as he may have something to tell, and then now and then somebody of the other side.

    It depends on what everybody sees, so that it betrays nothing of what only some have seen.
    """
    facts, partner = view.facts, _partner(view, me)
    whim = random.Random(f"{me} {view.zone('last')}")
    if len(facts["taken"]) < TOLD or whim.random() > CURIOSITY:
        return partner
    return whim.choice([seat for seat in range(PLAYERS) if seat not in (me, partner)])


# Cards


class Hidden(NamedTuple):
    """A hand that is not seen: how many cards it has and how many were rejected, and what its signs have told.

    Whatever has not been `shown` is weaker than `below`.
    """

    size: int
    rejected: int
    shown: list[int]
    below: int


class Dealt(NamedTuple):
    hand: Hand
    rejects: Hand


class Trick(NamedTuple):
    """How many cards lie in it, the best of them, and who has played that one; None if it is there twice."""

    leader: int
    played: int = 0
    best: int = 0
    winner: int | None = None

    def add(self, player: int, card: int) -> Trick:
        winner = player if card > self.best else None if card == self.best else self.winner
        return Trick(self.leader, self.played + 1, max(card, self.best), winner)


class Mind:
    """What a player makes of a view in which it has to play a card."""

    def __init__(self, view: View, seat: Seat, rng: random.Random) -> None:
        facts, places, partner = view.facts, view.facts["places"], _partner(view, seat)
        self._rng, self._me = rng, places.index(seat)
        self._hand = sorted(_strengths(view, f"hand:{seat}"))
        self._taken = [None if winner is None else places.index(winner) for winner in facts["taken"]]
        self._trick = Trick(self._me)
        if not facts["full"]:
            leader = places.index(facts["leader"])
            self._trick = Trick(leader)
            for player in ((leader + step) % PLAYERS for step in range(PLAYERS)):
                for card in _strengths(view, f"trick:{places[player]}"):
                    self._trick = self._trick.add(player, card)
        left = {STRONGEST - i: len(level) - facts["fallen"][i] for i, level in enumerate(LEVELS)}
        for card in [*self._hand, *_strengths(view, f"rejects:{seat}")]:
            left[card] -= 1
        self._others = {
            places.index(other): _hidden(view, other, left, partner=other == partner)
            for other in places
            if other != seat
        }
        self._unseen = [card for card, count in left.items() for _ in range(count)]

    def judged(self) -> dict[int, float]:
        """The cards that may well be played, from weak to strong, and what they are expected to bring."""
        cards = self._candidates()
        points = dict.fromkeys(cards, 0)
        if len(cards) > 1:
            for hands in (self.imagined() for _ in range(WORLDS)):
                for card in cards:
                    points[card] += self._outcome(hands, card)
        return {card: sum_ / WORLDS for card, sum_ in points.items()}

    def _candidates(self) -> list[int]:
        """What cannot win or spoil the trick is best thrown away from the bottom. Who comes last wins with the weakest
        card that does."""
        cards, best = sorted(set(self._hand)), self._trick.best
        last = self._trick.played == PLAYERS - 1
        wasteful = [card for card in cards if card > best][1:] if last else []
        return [card for card in cards if card == cards[0] or (card >= best and card not in wasteful)]

    def imagined(self) -> list[Hand]:
        """Some way in which the hands may lie, by places."""
        dealt = self.dealt()
        return [self._hand if player == self._me else dealt[player].hand for player in range(PLAYERS)]

    def dealt(self) -> dict[int, Dealt]:
        """Some way in which the hands of the others, and what they have rejected, may lie, by places. Whoever rejected
        cards has kept the strongest."""
        cards = self._rng.sample(self._unseen, len(self._unseen))
        dealt = dict[int, Dealt]()
        for player, (size, rejected, shown, below) in sorted(self._others.items(), key=lambda other: other[1].below):
            if below <= STRONGEST:
                cards.sort(key=lambda card: card >= below)
            count = size - len(shown) + rejected
            held, cards = sorted(cards[:count] + shown), cards[count:]
            dealt[player] = Dealt(held[rejected:], held[:rejected])
            if below <= STRONGEST:
                self._rng.shuffle(cards)
        return dealt

    def _outcome(self, hands: list[Hand], card: int) -> int:
        """Play on with this card to the end of the deal."""
        hands = [hand.copy() for hand in hands]
        hands[self._me].remove(card)
        return _played_out(hands, self._taken.copy(), self._trick.add(self._me, card), self._me, self._rng)


def _played_out(hands: list[Hand], taken: list[int | None], trick: Trick, me: int, rng: random.Random) -> int:
    """Play a deal on to its end: the points for my side, less those of the other."""
    while True:
        if trick.played == PLAYERS:
            taken.append(trick.winner)
            trick = Trick(trick.leader if trick.winner is None else trick.winner)
        if len(taken) == TRICKS:
            return _points(taken, me)
        player = (trick.leader + trick.played) % PLAYERS
        hand = hands[player]
        if len(hand) == 1:
            card = hand[0]
        elif rng.random() < WHIM:
            card = hand[int(rng.random() * len(hand))]
        else:
            card = _follow(hands, player, trick, taken) if trick.played else _lead(hands, player, taken)
        hand.remove(card)
        trick = trick.add(player, card)


def _hidden(view: View, seat: Seat, left: dict[int, int], *, partner: bool) -> Hidden:
    """What is known of somebody else's hand. What it has shown is taken out of what is `left` of each card.

    Partners sign from the top down, and have told everything after a while. Of others one may have missed a sign.
    """
    signs = {sign: count for giver, sign, count in view.facts["seen"] if giver == seat}
    told = {STRENGTH.get(sign, ACE): count for sign, count in signs.items() if sign != "mordienne"}
    size, shown = len(view.zone(f"hand:{seat}")), list[int]()
    for card, count in told.items():
        for _ in range(min(count, left[card], size - len(shown))):
            left[card] -= 1
            shown.append(card)
    below = STRONGEST + 1
    if partner and told:
        below = ACE if len(view.facts["taken"]) >= TOLD else min(told)
    return Hidden(size, len(view.zone(f"rejects:{seat}")), shown, below)


def _lead(hands: list[Hand], me: int, taken: list[int | None]) -> int:
    """What nobody of the other side can beat; else, or if the partner can do so and has more tricks, the weakest."""
    hand, (left, partner, right) = hands[me], OTHERS[me]
    threat = max(hands[left][-1], hands[right][-1])
    if hands[partner][-1] > threat and taken.count(partner) > taken.count(me):
        return hand[0]
    return next((card for card in hand if card > threat), hand[0])


def _follow(hands: list[Hand], me: int, trick: Trick, taken: list[int | None]) -> int:
    """Win against all who have played and come, as cheaply as possible, or spoil; but leave the trick to the partner if
    he wins it, or can do so and has as many tricks."""
    hand, (left, partner, _) = hands[me], OTHERS[me]
    threat = hands[left][-1] if trick.played < PLAYERS - 1 else 0
    if trick.winner == partner and trick.best >= threat:
        return hand[0]
    need = max(trick.best, threat)
    winning = next((card for card in hand if card > need), None)
    can_help = trick.played == 1 and hands[partner][-1] > need
    if can_help and (winning is None or taken.count(partner) >= taken.count(me)):
        return hand[0]
    if winning is not None:
        return winning
    spoils = trick.best in hand and trick.best >= threat and trick.winner != partner
    return trick.best if spoils else hand[0]


def _points(taken: list[int | None], me: int) -> int:
    most = most_of(taken)
    if most is None:
        return 0
    points = 2 if is_mordienne(taken) else 1
    return points if (most - me) % 2 == 0 else -points
