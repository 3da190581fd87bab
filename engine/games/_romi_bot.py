"""A player of Römi that decides every act anew, from its view alone, by the best turn that its cards allow."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from heapq import nsmallest
from typing import NamedTuple

import msgspec

from engine.board import Refused, Spot, place
from engine.cards import Card
from engine.game import Choice, View
from engine.games import _melds_solver as solver
from engine.games._melds import DECK, JOKER, LINE, SUITS, Cards, grown, rank, suit, worth
from engine.games._romi_plan import at_once, least, most
from engine.games._romi_state import GOES_OUT, GOES_OUT_AT_ONCE, NEVER_OPENED, OPENING, holding

DANGER = 0.05
"""What it costs to discard a card, for each unseen card that may be in a rival's hand beside which it is of use,"""
FITS = 2.5
"""and if it fits a meld on the table."""
UNUSUAL = 2.0
"""So many points what the player does not do at first sight is thought to be worse."""
DOUBT = 3.0
"""By so many points may well be wrong what a player who has opened thinks at first sight of discards;"""
PLAIN = 0.5
"""by so few what one thinks who has not, when luck is most of what trying finds; and that what can be laid is laid."""
DISCARDS_MAX = 6
"""So many discards may be thought about."""
GOES_OUT_UNOPENED = 0.002
"""How likely a rival who has not opened goes out in a turn."""
NEAR = 4
"""A rival who has opened and holds fewer cards may soon go out."""


class Taste(NamedTuple):
    """How a player weighs what he knows, in points."""

    hope: float
    """What a card in hand is worth for each unseen card that makes a meld of it and another one in hand;"""
    hope_opened: float
    """and when the player has opened."""
    hopeful_from: int
    """Of fewer cards that are left after the opening none is worth anything for that: R25, a meld of all the others
    could not be laid."""
    high: float
    """How much of its points a card is worth before the opening, which needs high cards;"""
    low: float
    """and how much of them it costs afterwards."""
    sure: float
    """So many points more may be left if a discard is taken that can be played: the stock may bring nothing of use."""
    wanted: float
    """R14: a discard with so much hope is taken just to be kept."""


USUAL = Taste(hope=0.6, hope_opened=0.6, hopeful_from=0, high=0.3, low=1.0, sure=4, wanted=8)
"""How the bot plays,"""
KEEN = Taste(hope=0.6, hope_opened=1.4, hopeful_from=4, high=0.1, low=0.8, sure=1, wanted=math.inf)
"""and what is better by a point a round, as was found in millions of rounds: a search begins with it."""


def decide(view: View, rng: random.Random) -> bytes | None:
    """None if it is not this player's turn."""
    return choices(view, rng)[0].action if view.offers else None


def choices(view: View, rng: random.Random) -> list[Choice]:
    """To draw or to take; to lay cards or not yet; and what to discard. What the bot does is the first, and the others
    follow as it likes them; what they are worth is said by a keener player."""
    if not view.offers:
        return []
    mind = Mind(view)
    match view.facts["step"]:
        case "cut":
            return [Choice(mind.do("cut", rng.choice(mind.picks("cut"))))]
        case "draw":
            keen, *_ = mind.draw(KEEN)
            return [Choice(mind.do(code), 0.0 if code == keen else -UNUSUAL, mind.doubt) for code in mind.draw(USUAL)]
    return mind.play()


class Turn(NamedTuple):
    """What is to be played, and the melds on the table that it makes use of."""

    plan: solver.Plan
    table: Mapping[str, Cards]


class Mind:
    """What a player makes of a view."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.view, self.seat, self.facts = view, view.viewer, view.facts
        self.offers = {offer.code: offer for offer in view.offers}
        self.opened: bool = view.facts["opened"][self.seat]
        self.doubt = DOUBT if self.opened else PLAIN
        self.needs = 0 if self.opened else max(OPENING - sum(view.facts["worth"]), 0)
        """What the melds of an opening still have to be worth."""
        self.table = {zone.name: seen(zone.cards) for zone in view.zones if zone.kind == "meld"}
        staged = {Spot(*spot) for meld in view.facts["staged"] for spot in meld}
        spots = [Spot(zone, i) for zone in holding(self.seat) for i in range(len(view.zone(zone)))]
        self.spots = [spot for spot in spots if spot not in staged]
        self.cards = tuple(self.at(spot) for spot in self.spots)
        for number, meld in enumerate(view.facts["staged"]):  # once they lie, the rest of the turn may add to them
            self.table[f"meld:{self.seat}:{number}"] = tuple(self.at(Spot(*spot)) for spot in meld)

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The cards of the stock and of the rivals' hands."""
        unseen = Counter(DECK)
        unseen.subtract(card for zone in self.view.zones for card in zone.cards if card)
        return unseen

    def lying(self, kind: str) -> Cards:
        """The cards at hand in my zone of this kind."""
        return tuple(self.at(spot) for spot in self.spots if place(spot.zone).kind == kind)

    def at(self, spot: Spot) -> Card:
        return seen(self.view.zone(spot.zone))[spot.i]

    def top(self, zone: str) -> Card:
        return seen(self.view.zone(zone))[-1]

    def picks(self, code: str) -> tuple[Spot, ...]:
        pick = self.offers[code].pick
        return pick.spots if pick is not None else ()

    def do(self, code: str, *picks: Spot) -> bytes:
        action = msgspec.json.decode(self.offers[code].action)
        return msgspec.json.encode({**action, "picks": picks} if picks else action)

    def draw(self, taste: Taste) -> list[str]:
        """Go out if that can be done; take a discard that can be played or, on the first draw, is full of hope.

        The best first; none but that if it goes out, or if the discard could not be played.
        """
        top, keep = self.top("discard"), self.facts["keep"]
        taking = self.best((*self.cards, top), kept=(top,)) if keep else self.best((*self.cards, top), due=(top,))
        if taking and not taking.plan.left:
            return ["take"]
        if "take-cut" in self.offers:
            trying = self.best((*self.cards, self.top("cut")))
            if trying and not trying.plan.left:
                return ["take-cut"]
        if keep:
            return ["take", "draw"] if self.wants(top, taste) else ["draw", "take"]
        if taking is None:
            return ["draw"]
        without = self.best(self.cards)
        pays = without is None or taking.plan.points <= without.plan.points + taste.sure
        return ["take", "draw"] if pays else ["draw", "take"]

    def wants(self, card: Card, taste: Taste) -> bool:
        """R14: whether a discard is worth more in hand than a card that nobody has seen."""
        before, after = most(self.cards), most((*self.cards, card))
        better = before is not None and after is not None and after.opening > before.opening
        return card == JOKER or better or self.hope(card, self.cards) >= taste.wanted

    def play(self) -> list[Choice]:
        """One act of the best turn, or the discard that ends it. Whatever bars the way to that is taken back.

        Where nothing has been begun that has to be ended, to lay cards and not to do so are both possible.
        """
        drawn, jokers = self.lying("drawn") if self.facts["taken"] == "discard" else (), self.lying("joker")
        kept = drawn if self.facts["keep"] else ()
        due = jokers if kept else (*drawn, *jokers)
        turn = self.best(self.cards, due, kept)
        goes_out, must_go_out = turn is not None and not turn.plan.left, self.facts["taken"] == "cut"
        if (due and turn is None) or (must_go_out and not goes_out):
            return [Choice(self.do("undo"))]
        if turn is None:
            return self.discards(self.cards)
        begun = due or goes_out or self.facts["staged"]
        if not self.opened and not self.needs:
            return [Choice(self.do("open"))]
        acts = at_once(turn.plan, self.view.turns, self.spots, self.cards, turn.table)
        loose = (*turn.plan.left, turn.plan.discard)
        if not acts:
            return self.discards(loose)
        lays = msgspec.json.encode(acts[0])
        if begun:
            return [Choice(lays)]
        if self.holds_back(turn.plan):
            discards = self.discards(self.cards)
            return [*discards, Choice(lays, max(choice.worth for choice in discards) - UNUSUAL, PLAIN)]
        instead = self.discards(loose)[0]
        return [Choice(lays, 0.0, PLAIN), Choice(instead.action, -UNUSUAL, PLAIN)]

    def best(self, cards: Cards, due: Cards = (), kept: Cards = ()) -> Turn | None:
        """The turn that goes out for -20, or else the one that leaves the fewest points in hand."""
        if self.view.facts["ended"][self.seat] == 0:  # R13
            return None
        if self.facts["prize"] == GOES_OUT_AT_ONCE:
            mine = {zone: lies for zone, lies in self.table.items() if place(zone).owner == self.seat}
            turn = self.least(cards, mine, due, kept)
            if turn and not turn.plan.left:
                return turn
        turn = self.least(cards, self.table, due, kept)
        if turn and turn.plan.left and self.opened and JOKER not in due and not self.hurries():
            # A joker is not thrown on a meld just to be rid of its points.
            naturals = tuple(card for card in cards if card != JOKER)
            thrifty = self.least(naturals, self.table, due, kept)
            if thrifty and thrifty.plan.points <= turn.plan.points:
                left = (*thrifty.plan.left, *[JOKER] * (len(cards) - len(naturals)))
                return Turn(thrifty.plan._replace(left=left), self.table)
        return turn

    def least(self, cards: Cards, table: Mapping[str, Cards], due: Cards, kept: Cards) -> Turn | None:
        plan = least(cards, tuple(table.values()), self.needs, due, kept)
        return Turn(plan, table) if plan else None

    def hurries(self) -> bool:
        """Whether a rival may soon go out."""
        opened = [seat for seat, has in enumerate(self.facts["opened"]) if has and seat != self.seat]
        return any(len(self.view.zone(f"hand:{seat}")) < NEAR for seat in opened)

    def holds_back(self, plan: solver.Plan) -> bool:
        """R26: whether not to open, as the next card may well let the player go out at once, for so much more."""
        if any(self.facts["opened"]) or len(plan.left) > 2:
            return False
        hand = list(self.cards)
        hand.remove(plan.discard)
        goes_out = sum(
            count
            for card, count in self.unseen.items()
            if (later := solver.least((*hand, card), opening=OPENING)) and not later.left
        )
        gain = (GOES_OUT - GOES_OUT_AT_ONCE) * goes_out / self.unseen.total()
        rivals = len(self.facts["opened"]) - 1
        return gain > GOES_OUT_UNOPENED * rivals * (NEVER_OPENED - plan.points)

    def discards(self, cards: Cards) -> list[Choice]:
        """Of these cards some that are missed least. What bars the way to a discard is taken back."""
        if "discard" not in self.offers:
            return [Choice(self.do("undo"))]
        plan = None if self.opened else most(cards)
        loose = (*plan.left, plan.discard) if plan else cards
        spots = [spot for spot in self.picks("discard") if self.at(spot) in loose] or self.picks("discard")
        first = {self.at(spot): spot for spot in reversed(spots)}
        liked = nsmallest(DISCARDS_MAX, reversed(first), key=lambda card: self.missed(card, loose, USUAL))
        return [Choice(self.do("discard", first[card]), -self.missed(card, loose, KEEN), self.doubt) for card in liked]

    def missed(self, card: Card, cards: Cards, taste: Taste) -> float:
        """What it costs to discard this one of the cards."""
        if card == JOKER:
            return 2 * NEVER_OPENED
        hope = self.hope(card, cards)
        if not self.opened:
            return taste.high * worth(card) + taste.hope * hope + self.danger(card)
        hopeful = len(cards) >= taste.hopeful_from
        return -taste.low * worth(card) + taste.hope_opened * hope * hopeful + self.danger(card)

    def hope(self, card: Card, cards: Iterable[Card]) -> int:
        """How many unseen cards there are that make a meld of this card and another one."""
        return sum(self.unseen[third] for other in set(cards) for third in thirds(card, other))

    def danger(self, card: Card) -> float:
        """What use a rival may make of this card."""
        fits = any(fit(lies, card) for lies in self.table.values())
        return FITS * fits + DANGER * sum(self.unseen[other] for other in partners(card))


def seen(cards: Sequence[Card | None]) -> Cards:
    return tuple(card for card in cards if card is not None)


@lru_cache(maxsize=4096)
def fit(lies: Cards, card: Card) -> bool:
    """Whether the card can be added to a meld that lies so."""
    try:
        grown(lies, (card,))
    except Refused:
        return False
    return True


@cache
def thirds(card: Card, other: Card) -> frozenset[Card]:
    """The cards that make a meld of these two."""
    if card == other or JOKER in (card, other):
        return frozenset()
    if rank(card) == rank(other):
        return frozenset(Card(rank(card) + each) for each in SUITS if each not in (suit(card), suit(other)))
    if suit(card) != suit(other):
        return frozenset()
    pair = {rank(card), rank(other)}
    runs = [{*LINE[i : i + 3]} for i in range(len(LINE) - 2)]
    return frozenset(Card(each + suit(card)) for run in runs if pair < run for each in run - pair)


@cache
def partners(card: Card) -> frozenset[Card]:
    """The cards that with this one need only one more to make a meld."""
    return frozenset(other for other in DECK if thirds(card, other))
