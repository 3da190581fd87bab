"""Aluette laid out by hand: hands are written as text, and a deal can be made so that given players win its tricks.

The seats are North, East, South and West, each to the left of the one before. In a row of letters each stands for who
wins a trick, X for a spoiled one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.board import CHANCE, CLOCK, Happening, Noted, Refused, Seat, Spot, Viewer
from engine.games import GAMES, _aluette_state
from engine.games._aluette_state import DECK, SINGLES, left_of, round_from
from engine.match import Match

ALUETTE = GAMES["aluette"]
SEATS = NORTH, EAST, SOUTH, WEST = range(4)
LETTERS = "NESW"


class Table:
    """A match whose first deal has been made. Partners are as seated, West deals, and there is no chant, unless it is
    given otherwise."""

    def __init__(self, *hands: str, talon: str = "", dealer: Seat = WEST, **options: str) -> None:
        """What is not named is dealt from the rest of the deck; `talon` is listed from the top down."""
        self.match = Match(ALUETTE, 4, {"partners": "seats", "chant": "off", **options})
        self.shuffle(stacked(left_order(dealer), hands, talon), dealer)

    @property
    def state(self) -> Any:
        return self.match.state

    def next_deal(self, *hands: str) -> list[Happening]:
        return self.shuffle(stacked(round_from(self.state, left_of(self.state, self.state.dealer, 2)), hands))

    def shuffle(self, order: Sequence[str], roll: int = 0) -> list[Happening]:
        return self._act(CHANCE, json.dumps({"type": "chance", "order": list(order), "roll": roll}).encode())

    def do(self, seat: Seat, kind: str, /, *picks: Spot, **fields: Any) -> list[Happening]:
        """Any act. One of a turn answers the present one, unless `turn` is given."""
        if kind not in ("look", "sign", "rest", "lower"):
            fields = {"turn": self.state.turns, **fields}
        return self._act(seat, action(kind, *picks, **fields))

    def refused(self, seat: Seat, kind: str, /, *picks: Spot, **fields: Any) -> tuple[str, str]:
        """Try an act that must be refused and change nothing: the code and the rule."""
        before = self.match.state
        try:
            self.do(seat, kind, *picks, **fields)
        except Refused as refused:
            assert self.match.state is before
            return refused.code, refused.rule
        raise AssertionError(f"{kind} by {seat} was not refused")

    def play(self, cards: str) -> list[Happening]:
        """These cards, each by whoever is on turn. After a trick there is the time to see it."""
        happenings: list[Happening] = []
        for card in cards.split():
            if self.state.step == "trick":
                happenings += self.do(CLOCK, "seen")
            happenings += self.do(self.state.turn, "play", self.spot(self.state.turn, card))
        return happenings

    def play_deal(self, letters: str) -> list[Happening]:
        """All nine tricks of a deal of `hands_for(letters)`."""
        happenings: list[Happening] = []
        for trick in tricks_for(letters):
            for _ in SEATS:
                happenings += self.play(trick[self.state.turn])
        return happenings

    def spot(self, seat: Seat, card: str) -> Spot:
        return Spot(f"hand:{seat}", self.hand(seat).index(card))

    def spots(self, seat: Seat, cards: str) -> list[Spot]:
        return [self.spot(seat, card) for card in cards.split()]

    def hand(self, seat: Seat) -> list[str]:
        return list(self.state.zones[f"hand:{seat}"])

    def trick(self) -> str:
        """What lies in the middle, in the order of playing."""
        return " ".join(_aluette_state.trick(self.state).values())

    def keys(self, seat: Seat) -> str:
        """Of what the seat is waited for."""
        return "".join(offer.key for offer in self.match.view(seat).offers if not offer.aside)

    def asides(self, seat: Seat, code: str) -> list[Any]:
        """At whom the seat may look, or what it may sign."""
        return [offer.args[0] for offer in self.match.view(seat).offers if offer.code == code and offer.aside]

    def facts(self, viewer: Viewer = None) -> dict[str, Any]:
        return self.match.view(viewer).facts

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        return self.match.view(None).scores.rounds

    def _act(self, seat: Seat, action: bytes) -> list[Happening]:
        happenings = list(self.match.act(seat, action))
        assert sorted(card for cards in self.state.zones.values() for card in cards) == sorted(DECK)
        return happenings


def action(kind: str, /, *picks: Spot, **fields: Any) -> bytes:
    return json.dumps({"type": kind, **fields, **({"picks": picks} if picks else {})}).encode()


def notes(happenings: Sequence[Happening]) -> list[tuple[Any, ...]]:
    """What was told to all in words: (code, by, *args)."""
    return [
        (event.code, event.by, *event.args) for event, to, _ in happenings if isinstance(event, Noted) and to is None
    ]


def left_order(dealer: Seat) -> list[Seat]:
    """Who is dealt to in which order, with partners as seated."""
    return [(dealer + 1 + step) % 4 for step in SEATS]


def stacked(order: Sequence[Seat], hands: Sequence[str], talon: str = "") -> list[str]:
    """A deck, from the bottom up, that gives these hands to the first seats, if it is dealt to the seats in this order,
    three cards at a time, and then leaves this talon. What is not named comes from the rest, low cards first."""
    dealt = [hand.split() for hand in (*hands, "", "", "", "")][:4]
    below = talon.split()
    rest = [card for card in reversed(DECK) if card not in below and not any(card in hand for hand in dealt)]
    for hand in dealt:
        while len(hand) < 9:
            hand.append(rest.pop(0))
    packets = [card for start in (0, 3, 6) for seat in order for card in dealt[seat][start : start + 3]]
    return [*reversed(rest), *reversed(below), *reversed(packets)]


def hands_for(letters: str) -> list[str]:
    """Hands with which the tricks go to these players."""
    return [" ".join(trick[seat] for trick in tricks_for(letters)) for seat in SEATS]


def tricks_for(letters: str) -> list[dict[Seat, str]]:
    """What everybody plays in each of nine tricks."""
    equal = [f"{rank}{suit}" for rank in "KCV" for suit in "OCBS"] + ["9B", "9S", "AO", "AC", "AB", "AS"]
    equal = equal[: 2 * letters.count("X")]
    high = [card for card in (*SINGLES, "AO", "AC", "AB", "AS") if card not in equal][: len(letters)]
    low = [card for card in reversed(DECK) if card not in high and card not in equal]
    tricks = []
    for letter in letters:
        others = [seat for seat in SEATS if LETTERS[seat] != letter]
        if letter == "X":
            trick = {others.pop(): equal.pop(0), others.pop(): equal.pop(0)}
        else:
            trick = {LETTERS.index(letter): str(high.pop(0))}
        tricks.append(trick | {seat: str(low.pop(0)) for seat in others})
    return tricks
