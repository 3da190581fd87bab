"""What a hard bot would do in my place, in a sentence, with the keys to do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine.board import Spot, place
from engine.game import Offer, Sentence, View
from tui.language import _
from tui.story import Spell, label_of, say

Typed = Callable[[Offer, Sequence[Spot]], str]
"""What is pressed or typed for an offer with these places."""


def advice(
    view: View, actions: Sequence[bytes], names: Sequence[str], says: Mapping[str, Sentence], spell: Spell, typed: Typed
) -> str:
    """One sentence for one or two of the things that may be done in this view; nothing for what cannot be."""
    told = [what_is(view, action, names, says, spell, typed) for action in actions]
    if not all(told):
        return ""
    if len(told) > 1:
        return _("A hard bot would choose: {this}; nearly as good: {that}.").format(this=told[0], that=told[1])
    return _("A hard bot would choose: {this}.").format(this=told[0]) if told else ""


def offer_of(view: View, action: bytes) -> tuple[Offer, tuple[Spot, ...]] | None:
    """The offer that is taken with this action, and the places that are picked; None for what is not offered."""
    wanted = msgspec.json.decode(action)
    picks = wanted.pop("picks", []) if isinstance(wanted, dict) else []
    for offer in view.offers:
        offered = msgspec.json.decode(offer.action)
        offered.pop("picks", None)
        spots = tuple(spot for spot in offer.pick.spots if [*spot] in picks) if offer.pick is not None else ()
        if offered == wanted and len(spots) == len(picks):
            return offer, spots
    return None


def what_is(
    view: View, action: bytes, names: Sequence[str], says: Mapping[str, Sentence], spell: Spell, typed: Typed
) -> str:
    """What is done with an action; nothing if that is not offered."""
    found = offer_of(view, action)
    if found is None:
        return ""
    offer, picks = found
    cards = [card for zone, i in picks if place(zone).kind != "meld" and (card := view.zone(zone)[i])]
    shown = [say("", (card,), names, {**says, "": "{0}"}, spell=spell) for card in cards]
    said = label_of(offer, names, says, spell)
    if shown:
        said = _("{offer}, {cards}").format(offer=said, cards=" ".join(shown))
    keys = typed(offer, picks)
    return f"{said} ({keys})" if keys else said
