"""Allegra in words. The 15 cells of an area are numbered row by row: 1 is row 1 of the column L, 6 that of row 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board import GRID, Event, Moved, Seat, Shown, Spot, place
from engine.cards import GAP, Card
from engine.game import Sentence, View
from tui.language import _, put
from tui.spoken import Sight, counted, numbered

HAND = None
ROWS, COLUMNS = range(3), range(5)
"""Of an area; column 0 is L."""
BEST = min
"""Of several totals the one that leads."""

SAYS: dict[str, Sentence] = {
    "minus": "minus {0}",
    "down": "down",
    "gap": "gap",
    "row": "Row {0}: {1}.",
    "shared": "The first of each row is also {0}'s, the last also {1}'s.",
    "shared-by-two": "The first and the last of each row are also {0}'s.",
    "round": "Round {0} of {1}.",
    "closed": "{0} has closed.",
    "last-turns": "Turns left: {0}.",
    "piles": "Discard pile: {0}. Deck: {1}.",
    "none": "nothing",
    "offer": "On offer: {0}, drawn by {1}.",
    "knocks": "Knocked, in this order: {0}.",
    "holds": "In {0}'s hand: {1}.",
    "player": "{0}: sum {1}, {2} down.",
    "up": "{0}: sum {1}, {2} down. Up: {3}.",
    "gaps": "Gaps: {0}.",
    "at": "At {0}'s {1}.",
    "at-mine": "At {0}'s {1}, your {2}.",
    "at-your": "At your {0}.",
}


def area(seat: Seat, seats: int) -> tuple[Spot, ...]:
    """The 15 cells of a player, row by row: L, 1, 2, 3, 4."""
    left, own = f"grid:{(seat + 1) % seats}", f"grid:{seat}"
    return tuple(Spot(own if column else left, 4 * row + (column or 4) - 1) for row in ROWS for column in COLUMNS)


def owner_of(spots: Sequence[Spot], me: Seat, seats: int) -> Seat:
    """In whose area all these cells lie; in mine, if they do."""
    return next((seat for seat in (me, *range(seats)) if set(spots) <= set(area(seat, seats))), me)


def aside(view: View) -> str:
    facts, me = view.facts, view.viewer
    if facts["step"] != "decide":
        return ""
    if me == view.turn:
        return _("The others may knock now.") if facts["window"] else ""
    if me in facts["knocks"]:
        return _("You have knocked.")
    return _("You have waved.") if me in facts["waved"] else ""


def outcome(view: View, names: Sequence[str]) -> str:
    """Who closed the round, and whether that was without the lowest sum, so that it was doubled (A30)."""
    facts, closer = view.facts, view.facts["closer"]
    if facts["step"] != "scored" or closer is None:
        return ""
    number, points = len(view.scores.rounds), view.scores.rounds[-1][closer]
    if points == facts["sums"][closer]:
        said = _("{name} closed round {number}.")
    else:
        said = _("{name} closed round {number} without the lowest sum, so it counts double: {points}.")
    return said.format(name=names[closer], number=number, points=points)


def spell(text: str) -> str:
    return put(SAYS["minus"], text[1:]) if text.startswith("-") else text


def numbers(sight: Sight, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    seats = len(sight.view.scores.totals)
    cells = area(owner_of(spots, sight.view.viewer or 0, seats), seats)
    return {spot: str(number) for number, spot in enumerate(cells, 1) if spot in spots}


def places(sight: Sight, spots: Sequence[Spot]) -> list[str]:
    number = numbers(sight, spots)
    rows: dict[int, list[tuple[str, str]]] = {}
    for spot, typed in number.items():
        rows.setdefault((int(typed) - 1) // len(COLUMNS) + 1, []).append((typed, _at(spot, sight)))
    return [put(SAYS["row"], row, numbered(items)) for row, items in rows.items()]


def mine(sight: Sight) -> list[str]:
    return player(sight, sight.view.viewer) if sight.view.viewer is not None else []


def player(sight: Sight, seat: Seat) -> list[str]:
    seats = len(sight.names)
    first, last = (sight.names[(seat + way) % seats] for way in (1, -1))
    shared = put(SAYS["shared-by-two"], first) if seats == 2 else put(SAYS["shared"], first, last)
    return [put(SAYS["player"], *_counts(seat, sight)), *places(sight, area(seat, seats)), shared]


def table(sight: Sight) -> list[str]:
    view, facts = sight.view, sight.view.facts
    said = [put(SAYS["round"], facts["round"], facts["rounds"])]
    if facts["closer"] is not None:
        said.append(put(SAYS["closed"], sight.names[facts["closer"]]))
    if facts["last_turns"]:
        said.append(put(SAYS["last-turns"], facts["last_turns"]))
    lines = [" ".join(said)]
    discards, offer = view.zone("discard"), view.zone("offer")
    lines.append(
        put(SAYS["piles"], _card(discards[-1]) if discards else put(SAYS["none"]), counted(len(view.zone("deck"))))
    )
    if offer:
        lines.append(put(SAYS["offer"], _card(offer[-1]), sight.names[view.turn]))
    if facts["knocks"]:
        lines.append(put(SAYS["knocks"], ", ".join(sight.names[seat] for seat in facts["knocks"])))
    for seat, name in enumerate(sight.names):
        if held := view.zone(f"hand:{seat}"):
            lines.append(put(SAYS["holds"], name, _card(held[0])))
    return [*lines, *(_in_short(seat, sight) for seat in range(len(sight.names)))]


def noticed(sight: Sight, before: View | None, news: Sequence[Event]) -> list[str]:
    """Where the others have put, taken and turned up cards."""
    cells: dict[Seat, dict[Spot, None]] = {}
    for event in news:
        match event:
            case Moved(_, src, dst, by):
                spots = [spot for spot in (src, dst) if place(spot.zone).kind == GRID]
            case Shown(_, spot, by):
                spots = [spot]
            case _:
                continue
        if by >= 0 and by != sight.view.viewer:
            cells.setdefault(by, {}).update(dict.fromkeys(spots))
    return [where for by, spots in cells.items() if (where := _where(by, tuple(spots), sight))]


def _where(by: Seat, spots: tuple[Spot, ...], sight: Sight) -> str:
    """Cells by their numbers in the area in which all of them lie; and in mine, as far as they lie there."""
    me, seats = sight.view.viewer, len(sight.names)
    owner = owner_of(spots, by, seats)
    theirs = ", ".join(_numbers_in(area(owner, seats), spots))
    yours = ", ".join(_numbers_in(area(me, seats), spots)) if me is not None else ""
    if not theirs or owner == me:
        return put(SAYS["at-your"], yours) if yours else ""
    return put(SAYS["at-mine" if yours else "at"], sight.names[owner], theirs, yours)


def _numbers_in(cells: Sequence[Spot], spots: Sequence[Spot]) -> list[str]:
    return [str(number) for number, cell in enumerate(cells, 1) if cell in spots]


def _in_short(seat: Seat, sight: Sight) -> str:
    """What is not face down."""
    up = [(str(number), _at(spot, sight)) for number, spot in enumerate(area(seat, len(sight.names)), 1)]
    shown = numbered((number, card) for number, card in up if card not in (put(SAYS["down"]), put(SAYS["gap"])))
    gaps = ", ".join(number for number, card in up if card == put(SAYS["gap"]))
    said = put(SAYS["up" if shown else "player"], *_counts(seat, sight), shown)
    return f"{said} {put(SAYS['gaps'], gaps)}" if gaps else said


def _counts(seat: Seat, sight: Sight) -> tuple[str, int, int]:
    facts = sight.view.facts
    return sight.called(seat), facts["sums"][seat], facts["down"][seat]


def _at(spot: Spot, sight: Sight) -> str:
    return _card(sight.view.zone(spot.zone)[spot.i])


def _card(card: Card | None) -> str:
    return put(SAYS["down"]) if card is None else put(SAYS["gap"]) if card == GAP else spell(card)
