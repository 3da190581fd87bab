"""A player of Aluette that decides from its view alone.

Before it plays a card it imagines some ways in which the hidden cards may lie, as far as the tricks and the signs that
it has seen leave that open, plays each out to the end with every card of its hand, and takes the card that does best.

Players and cards are numbered as in `_aluette_playout`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import msgspec

from engine.board import Seat
from engine.game import Choice, Offer, View
from engine.games._aluette_playout import ACE, STRENGTH, STRONGEST, Deal, Hand, Trick, candidates, wants_chant
from engine.games._aluette_state import (
    ACES,
    LEVELS,
    PLAYERS,
    REJECTS,
    SINGLES,
)
from engine.twin import shuffled

WORLDS = 20
"""In so many ways the hidden cards are imagined to lie."""
DOUBT = 0.3
"""By so many points what a card is expected to bring in so few worlds may well be wrong."""
CHANT_DOUBT = 0.15
"""And so many points the chant is worth, to the one side or to the other."""
TOLD = 2
"""After so many tricks partners have told each other what they hold."""
CURIOSITY = 0.5
"""How often one watches the other side for a trick after that."""


def decide(view: View, rng: random.Random) -> bytes | None:
    """What is waited for; otherwise a sign, a look, or None to wait."""
    assert view.viewer is not None
    if view.viewer not in view.awaited:
        return _beside(view, view.viewer, _worth_a_look(view, view.viewer))
    if known := choices(view, rng):
        return known[0].action
    offers = {offer.code: offer for offer in view.offers}
    if "reject" in offers:
        hand = _strengths(view, f"hand:{view.viewer}")
        return _picked(offers["reject"], sorted(range(len(hand)), key=hand.__getitem__)[:REJECTS])
    return bytes(offers["play-on" if "play-on" in offers else "accept-deal"].action)


def on_guard(view: View, rng: random.Random) -> bytes | None:
    """A sign, a look, or None, of somebody who lets the other side tell each other as little as possible."""
    assert view.viewer is not None
    return _beside(view, view.viewer, _worth_guarding(view, view.viewer))


def choices(view: View, rng: random.Random) -> list[Choice]:
    """The cards that may well be played, the one that does best first, and of two as good the weaker one; or whether
    to agree to the chant."""
    if view.viewer is None or view.viewer not in view.awaited:
        return []
    offers, hand = {offer.code: offer for offer in view.offers}, _strengths(view, f"hand:{view.viewer}")
    if "chant" in offers:
        answers = ("chant", "no-chant") if wants_chant(hand) else ("no-chant", "chant")
        return [Choice(bytes(offers[answer].action), doubt=CHANT_DOUBT) for answer in answers]
    if "play" not in offers:
        return []
    judged = Mind(view, view.viewer, rng).judged()
    best_first = sorted(judged.items(), key=lambda each: -each[1])
    return [Choice(_picked(offers["play"], [hand.index(card)]), worth, DOUBT) for card, worth in best_first]


def _picked(offer: Offer, chosen: Sequence[int]) -> bytes:
    assert offer.pick is not None
    picks = [offer.pick.spots[i] for i in chosen]
    return msgspec.json.encode({**msgspec.json.decode(offer.action), "picks": picks})


def _strengths(view: View, zone: str) -> list[int]:
    """Of the cards in a zone, as far as they are seen."""
    return [STRENGTH[card] for card in view.zone(zone) if card]


# Signs and looks


def _beside(view: View, me: Seat, at: Seat) -> bytes | None:
    """Keep the eyes there; and tell the partner something by a sign, if he looks and nobody else does.

    The look comes first: others see it, and must not see from its delay that there was a sign.
    """
    asides = {offer.args[0]: bytes(offer.action) for offer in view.offers if offer.aside}
    if not asides:
        return None
    eyes, look = view.facts["eyes"], asides.get(at)
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


def _worth_guarding(view: View, me: Seat) -> Seat:
    """The left neighbour as long as his partner looks at him, so that he cannot sign without being seen by others; else
    the partner."""
    eyes: list[Seat] = view.facts["eyes"]
    places: list[Seat] = view.facts["places"]
    left, partner, right = (places[(places.index(me) + step) % PLAYERS] for step in range(1, PLAYERS))
    return left if eyes[right] == left else partner


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
                    self._trick.add(player, card)
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
        cards = candidates(self._hand, self._trick)
        points = dict.fromkeys(cards, 0)
        if len(cards) > 1:
            for hands in (self.imagined() for _ in range(WORLDS)):
                for card in cards:
                    points[card] += self._outcome(hands, card)
        return {card: sum_ / WORLDS for card, sum_ in points.items()}

    def imagined(self) -> list[Hand]:
        """Some way in which the hands may lie, by places."""
        dealt = self.dealt()
        return [self._hand if player == self._me else dealt[player].hand for player in range(PLAYERS)]

    def dealt(self) -> dict[int, Dealt]:
        """Some way in which the hands of the others, and what they have rejected, may lie, by places. Whoever rejected
        cards has kept the strongest."""
        cards = shuffled(self._unseen, self._rng)
        dealt = dict[int, Dealt]()
        for player, (size, rejected, shown, below) in sorted(self._others.items(), key=lambda other: other[1].below):
            if below <= STRONGEST:
                cards.sort(key=lambda card: card >= below)
            count = size - len(shown) + rejected
            held, cards = sorted(cards[:count] + shown), cards[count:]
            dealt[player] = Dealt(held[rejected:], held[:rejected])
            if below <= STRONGEST:
                cards = shuffled(cards, self._rng)
        return dealt

    def _outcome(self, hands: list[Hand], card: int) -> int:
        """Play on with this card to the end of the deal."""
        deal = Deal([hand.copy() for hand in hands], self._taken.copy(), copy(self._trick))
        deal.play(card)
        return deal.played_out(self._me, self._rng)


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
