"""What a player can do at once of what is best in Römi: for the hint, and for the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.board import Refused, Spot
from engine.cards import Card
from engine.games import _melds_solver as solver
from engine.games._melds import JOKER, Cards, End, grown, meld
from engine.games._romi_state import (
    OPENING,
    Add,
    Lay,
    State,
    Swap,
    bound,
    card_at,
    first_turn,
    may_keep,
    meld_zones,
    own,
    staged_melds,
    taken,
)


def advised(state: State) -> list[Lay | Add | Swap]:
    """What the player whose turn it is can lay, add or swap at once for the best turn.

    Before the opening these are the melds that open, or, if none do yet, those that are worth the most.
    """
    seat = state.turn
    spots = own(state, seat)
    cards = tuple(card_at(state, spot) for spot in spots)
    due = tuple(card for spot, card in zip(spots, cards, strict=True) if spot.zone in bound(state))
    kept = tuple(state.zones[f"drawn:{seat}"]) if taken(state) == "discard" and may_keep(state) else ()
    table = {zone: tuple(state.zones[zone]) for zone in meld_zones(state)} if state.opened[seat] else {}
    needs = 0 if state.opened[seat] else max(OPENING - sum(meld.worth for meld in staged_melds(state)), 0)
    plan = None if first_turn(state, seat) else least(cards, tuple(table.values()), needs, due, kept)
    if plan is None and not state.opened[seat]:
        plan = most(cards, kept)
    return at_once(plan, state.turns, spots, cards, table) if plan else []


@lru_cache(maxsize=256)
def least(cards: Cards, table: tuple[Cards, ...], needs: int, due: Cards, kept: Cards = ()) -> solver.Plan | None:
    """The turn after which the fewest points are left. A view is asked for often, and the bot asks once more.

    `kept`: the discard that was taken to be kept. It is played or stays in hand (R17).
    """
    plan = solver.least(cards, table, opening=needs, due=due)
    if not _stuck(plan, kept):
        return plan
    playing = solver.least(cards, table, opening=needs, due=(*due, *kept))
    holding = solver.least(_without(cards, kept), table, opening=needs, due=due)
    return playing or (holding and holding._replace(left=(*holding.left, *kept)))


@lru_cache(maxsize=256)
def most(cards: Cards, kept: Cards = ()) -> solver.Plan | None:
    """The turn that lays the most points in new melds. The card that is kept is not its discard (R17)."""
    plan = solver.most(cards)
    return solver.most(_without(cards, kept)) if _stuck(plan, kept) else plan


def _stuck(plan: solver.Plan | None, kept: Cards) -> bool:
    """R17: whether nothing is left to discard but the card that is kept."""
    return plan is not None and not plan.left and plan.discard in kept


def _without(cards: Cards, kept: Cards) -> Cards:
    rest = list(cards)
    for card in kept:
        rest.remove(card)
    return tuple(rest)


def at_once(
    plan: solver.Plan,
    turn: int,
    spots: Sequence[Spot],
    cards: Sequence[Card],
    table: Mapping[str, Sequence[Card]],
) -> list[Lay | Add | Swap]:
    """The plays of a plan that need neither a meld nor a joker that an earlier play has yet to bring.

    `spots` are where the `cards` at hand lie. Those that were drawn in sight, which come last, are played first.
    """
    acts: list[Lay | Add | Swap] = []
    zones, free = list(table), list(zip(cards, spots, strict=True))
    for play in plan.plays:
        given = _found(play.cards if isinstance(play, solver.Lay | solver.Add) else (play.card,), free)
        zone = zones[play.to] if not isinstance(play, solver.Lay) and play.to < len(zones) else ""
        if given is None or not (zone or isinstance(play, solver.Lay)):
            continue
        match play:
            case solver.Lay(laid, end):
                acts.append(Lay(turn, given, _asked((), laid, end)))
            case solver.Add(_, added, end):
                acts.append(Add(turn, (*given, Spot(zone, 0)), _asked(table[zone], added, end)))
            case solver.Swap():
                acts.append(Swap(turn, (Spot(zone, table[zone].index(JOKER)),)))
        free = [(card, spot) for card, spot in free if spot not in given]
        zones = [other if other != zone else "" for other in zones]
    return acts


def _asked(lie: Sequence[Card], added: Cards, end: End) -> End:
    """R9: where the joker is to stand, if that is asked."""
    try:
        grown(lie, added) if lie else meld(added)
    except Refused:
        return end
    return ""


def _found(wanted: Sequence[Card], free: Sequence[tuple[Card, Spot]]) -> tuple[Spot, ...] | None:
    """Where these cards lie, no two of which are equal, if all of them are at hand: the last that there is of each."""
    lie = dict(free)
    return tuple(lie[card] for card in wanted) if all(card in lie for card in wanted) else None
