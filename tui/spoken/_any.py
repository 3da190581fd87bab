"""Words for the table of any game: every zone by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from engine.board import Seat, Spot, Zone
from engine.cards import GAP, Card
from engine.game import Sentence, View
from tui.language import put
from tui.spoken import Sight, numbered
from tui.story import zone_named

HAND = None
SAYS: dict[str, Sentence] = {
    "zone": "{0}: {1}.",
    "hidden": "{0}: {1} face down.",
    "none": "nothing",
    "down": "face down",
    "gap": "gap",
}


def aside(view: View) -> str:
    return ""


def spell(text: str) -> str:
    return text


def numbers(sight: Sight, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    return {spot: str(number) for number, spot in enumerate(spots, 1)}


def places(sight: Sight, spots: Sequence[Spot]) -> list[str]:
    number = numbers(sight, spots)
    lines = []
    for zone, here in groupby(spots, lambda spot: spot.zone):
        items = [(number[spot], _card(sight.view.zone(zone)[spot.i])) for spot in here]
        lines.append(put(SAYS["zone"], _named(zone, sight), numbered(items)))
    return lines


def mine(sight: Sight) -> list[str]:
    viewer = sight.view.viewer
    return player(sight, viewer) if viewer is not None else []


def player(sight: Sight, seat: Seat) -> list[str]:
    return _zones((zone for zone in sight.view.zones if zone.owner == seat), sight)


def table(sight: Sight) -> list[str]:
    return _zones((zone for zone in sight.view.zones if zone.cards), sight)


def _zones(zones: Iterable[Zone], sight: Sight) -> list[str]:
    lines = []
    for zone in zones:
        name = _named(zone.name, sight)
        if zone.cards and all(card is None for card in zone.cards):
            lines.append(put(SAYS["hidden"], name, len(zone.cards)))
        else:
            lines.append(put(SAYS["zone"], name, ", ".join(map(_card, zone.cards)) or put(SAYS["none"])))
    return lines


def _named(zone: str, sight: Sight) -> str:
    name = zone_named(zone, sight.names)
    return name[:1].upper() + name[1:]


def _card(card: Card | None) -> str:
    return put(SAYS["down"]) if card is None else put(SAYS["gap"]) if card == GAP else card
