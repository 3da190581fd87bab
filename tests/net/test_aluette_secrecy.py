"""Aluette over the wire, twice: the second time Bo holds another card, which he plays last.

The others are sent the same bytes until then, whatever they try with Bo's cards.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.board import Seat, Spot
from engine.cards import Card
from engine.game import Chance
from engine.games import aluette
from engine.games._aluette_state import DECK, HAND, REJECTS
from net import wire
from net.fairdeal import Mixture
from tests.net.desk import Desk

NAMES = ("Ana", "Bo", "Cy", "Di")
ANA, BO = 0, 1
TRICKS = 8
"""Before the last one, in which Bo's card is seen."""
TRICK_LIES_S = 10.0

Pack = list[Card]


class Told:
    """A deal at a table, with a chant or without, and what everybody was told of it."""

    def __init__(self, pack: Pack, chant: str, monkeypatch: pytest.MonkeyPatch, tricks: int = 0) -> None:
        monkeypatch.setattr(Mixture, "chance", lambda mixture, request: Chance(tuple(pack)))
        self.desk = Desk("aluette", len(NAMES), partners="seats", chant=chant)
        self.guests = [*(self.desk.guest(name) for name in NAMES), self.desk.guest("Wil", "watch")]
        self.guests[ANA].send(wire.Start())
        while self.state.step == "chant":
            self.do(self.state.turn, "yes")
        while self.state.step == "reject":
            seat = self.state.rejecting[0]
            self.do(seat, "reject", *(Spot(f"hand:{seat}", HAND + i) for i in range(REJECTS)))
        for _ in range(tricks * len(NAMES)):
            self.play_a_card(self.state.turn)

    @property
    def state(self) -> Any:
        assert self.desk.table.match is not None
        return self.desk.table.match.state

    def do(self, seat: Seat, kind: str, *picks: Spot) -> None:
        action = {"type": kind, "turn": self.state.turns, **({"picks": picks} if picks else {})}
        self.guests[seat].act(msgspec.json.encode(action))

    def play_a_card(self, seat: Seat) -> None:
        """The first one of the hand. Ana also tries each of Bo's, and what is not for her."""
        for spot in [Spot(f"hand:{BO}", i) for i in range(HAND)]:
            for kind in ("play", "reject", "yes"):
                self.do(ANA, kind, spot)
        self.do(seat, "play", Spot(f"hand:{seat}", 0))
        self.desk.wait(TRICK_LIES_S)

    def bytes_to(self, seat: Seat) -> list[bytes]:
        return [wire.encode(message) for message in self.guests[seat].heard]


@pytest.mark.parametrize("chant", ["off", "dealer"])
def test_nobody_but_its_holder_can_tell_which_card_is_held(chant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = random.Random(1).sample(DECK, len(DECK))
    zones = Told(pack, chant, monkeypatch).state.zones
    unseen = zones["talon"] or next(zones[zone] for zone in zones if zone.startswith("rejects:") and zones[zone])
    mine, hidden = zones[f"hand:{BO}"][-1], unseen[0]
    twin = [{mine: hidden, hidden: mine}.get(card, card) for card in pack]
    one, other = Told(pack, chant, monkeypatch, TRICKS), Told(twin, chant, monkeypatch, TRICKS)
    assert one.state.zones[f"hand:{BO}"] == [mine]
    assert other.state.zones[f"hand:{BO}"] == [hidden]
    assert one.bytes_to(BO) != other.bytes_to(BO)
    rejecting = [seat for seat in range(len(NAMES)) if one.state.zones[f"rejects:{seat}"]]
    for listener in {*range(len(NAMES) + 1)} - {BO, *rejecting}:
        assert one.bytes_to(listener) == other.bytes_to(listener)
    refusals = {answer.refused.code for answer in one.guests[ANA].all(wire.Answer) if answer.refused}
    assert {"not-in-hand", "not-your-turn", "step-play"} <= refusals


def test_a_table_that_tells_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = aluette.facts

    def telling(state: Any, viewer: Seat | None) -> dict[str, Any]:
        return {**facts(state, viewer), "high": sum(map(DECK.index, state.zones[f"hand:{BO}"]))}

    monkeypatch.setattr(aluette, "facts", telling)
    with pytest.raises(AssertionError):
        test_nobody_but_its_holder_can_tell_which_card_is_held("off", monkeypatch)
