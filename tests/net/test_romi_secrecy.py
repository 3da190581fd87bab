"""Römi over the wire, twice: in the second game a card in Bo's hand and one of the stock have changed places.

The others are sent the same bytes, whatever Bo puts together in private, and whatever Ana tries with Bo's cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

from engine.board import Seat, Spot
from engine.cards import Card
from engine.game import Chance
from engine.games import _melds
from net import wire
from net.fairdeal import Mixture
from tests.net.desk import Desk

NAMES = ("Ana", "Bo", "Cy")
ANA, BO = 0, 1
LATE = 10
"""A place in a hand of 14 that is not among the first ones, which are discarded while this goes on."""
ROUNDS_OF_TURNS = 4
CUT = Spot("stock", 36)
SEED = 0
"""So shuffled and cut, Bo has something to put together."""
UNDEALT = 60
"""A card that stays in the stock all the time."""
KINDS = ("lay", "add", "swap", "discard", "cut")

Pack = list[Card]


class Told:
    """A game at a table, and what everybody was told of it."""

    def __init__(self, pack: Pack, monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
        self.pack, self.staged = pack, 0
        monkeypatch.setattr(Mixture, "chance", lambda mixture, request: Chance(tuple(self.pack)))
        self.desk = Desk("romi", seats=len(NAMES))
        self.guests = [*(self.desk.guest(name) for name in NAMES), self.desk.guest("Wil", "watch")]
        self.guests[ANA].send(wire.Start())
        self.do(self.state.turn, "cut", [CUT])
        for _ in range(turns):
            self.take_turn(self.state.turn)

    @property
    def state(self) -> Any:
        assert self.desk.table.match is not None
        return self.desk.table.match.state

    def do(self, seat: Seat, kind: str, picks: Iterable[Spot] = ()) -> None:
        action = {"type": kind, "turn": self.state.turns, **({"picks": list(picks)} if picks else {})}
        self.guests[seat].act(msgspec.json.encode(action))
        self.desk.wait(1)

    def take_turn(self, seat: Seat) -> None:
        """Draw, try this and that, and discard the first card."""
        if self.state.step == "draw":
            self.do(seat, "draw")
        mine = [Spot(f"hand:{seat}", i) for i in range(len(self.state.zones[f"hand:{seat}"]))]
        his = [Spot(f"hand:{BO}", i) for i in range(14)]
        if seat == BO:
            for picks in combinations(mine, 3):
                self.do(seat, "lay", picks)
            self.staged += len(self.state.staged)
        if seat == ANA:
            for kind, spot in product(KINDS, his):
                self.do(seat, kind, [spot])
                self.do(seat, kind, [mine[1], mine[2], spot])
        self.do(seat, "discard", mine[:1])

    def bytes_to(self, seat: Seat) -> list[bytes]:
        return [wire.encode(message) for message in self.guests[seat].heard]


def exchanged(dealt: Told, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """The pack with two cards exchanged, so that after the deal one of Bo's and one of the stock are."""
    for i in range(len(dealt.pack)):
        pack = list(dealt.pack)
        pack[UNDEALT], pack[i] = pack[i], pack[UNDEALT]
        zones = Told(pack, monkeypatch, 0).state.zones
        changed = [
            Spot(zone, at)
            for zone, cards in dealt.state.zones.items()
            for at, card in enumerate(cards)
            if zones[zone][at] != card
        ]
        if len(changed) == 2 and {spot.zone for spot in changed} == {"stock", f"hand:{BO}"} and changed[1].i >= LATE:
            return pack
    raise AssertionError("no such exchange")


def test_nobody_but_its_holder_can_tell_which_card_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = random.Random(SEED).sample(_melds.DECK, len(_melds.DECK))
    other_pack = exchanged(Told(pack, monkeypatch, 0), monkeypatch)
    one = Told(pack, monkeypatch, ROUNDS_OF_TURNS * len(NAMES))
    other = Told(other_pack, monkeypatch, ROUNDS_OF_TURNS * len(NAMES))
    assert one.bytes_to(BO) != other.bytes_to(BO)
    for listener in (ANA, 2, 3):
        assert one.bytes_to(listener) == other.bytes_to(listener)
    refusals = {answer.refused.code for answer in one.guests[ANA].all(wire.Answer) if answer.refused}
    assert {"not-yours", "open-first", "step-play"} <= refusals
    assert one.staged
    assert other.staged
