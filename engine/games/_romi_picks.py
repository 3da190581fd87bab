"""What a player picks in Römi: whether it is there to be picked, and what meld it makes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.board import HAND, Refused, Seat, Spot, place
from engine.cards import Card
from engine.games._melds import JOKER, Cards, Meld, grown, meld, rule_of
from engine.games._romi_offers import KEYS
from engine.games._romi_state import Add, Lay, State, card_at, own


def the_one(picks: Sequence[Spot], rule: str) -> Spot:
    if len(picks) != 1:
        raise Refused("pick-one", rule=rule)
    return picks[0]


def cards_of(state: State, seat: Seat, picks: Sequence[Spot], lie: Cards = ()) -> dict[Card, Spot]:
    """The cards picked, perhaps for a meld that lies so, and where they are. No meld holds two equal ones (R6 to R8).

    Of a card in hand and an equal one that has to be played (R15, R21) the latter goes.
    """
    mine = own(state, seat)
    if not set(picks) <= set(mine) or len(set(picks)) < len(picks):
        raise Refused("not-yours", rule="R11")
    picked = [card_at(state, spot) for spot in picks]
    cards: dict[Card, Spot] = {}
    for card, spot in zip(picked, picks, strict=True):
        if card in cards:
            twins = Refused("twins", card, rule=rule_of(picked, lie))
            raise Refused("two-jokers", rule="R8") if card == JOKER else twins
        cards[card] = spot
    due = {card_at(state, spot): spot for spot in mine if place(spot.zone).kind != HAND}
    return {card: due.get(card, spot) for card, spot in cards.items()}


def meld_of(action: Lay | Add, cards: Collection[Card], lie: Cards = ()) -> Meld:
    """A new meld of these cards, or the one that lies so after they are added to it (R6 to R10).

    R9: a joker that may stand for either of two cards is a question. It names the keys that answer it.
    """
    if action.joker and JOKER not in cards:
        raise Refused("no-joker-picked", rule="R9")
    try:
        return grown(lie, [*cards], action.joker) if lie else meld([*cards], action.joker)
    except Refused as refused:
        if refused.code == "which-end":
            raise Refused("which-end", *refused.details, *KEYS["add" if lie else "lay"][1:], rule="R9") from None
        raise


def keep_one(state: State, seat: Seat, playing: int) -> None:
    """R25: one card must be left to discard."""
    if len(own(state, seat)) == playing:
        raise Refused("keep-one", rule="R25")
