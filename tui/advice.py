"""What a hard bot would do in my place, in a sentence, with the keys to do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.board import Spot, place
from engine.game import Offer, Sentence, View
from tui.language import _, translated
from tui.story import Spell, label_of, say

Typed = Callable[[Offer, Sequence[Spot]], str]
"""What is pressed or typed for an offer with these places."""


class Deed(NamedTuple):
    """What can be done, and the keys or the places for it, if there are any."""

    said: str
    keys: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.said, f"[{self.keys}]" if self.keys else "")))


def advice(
    view: View, actions: Sequence[bytes], names: Sequence[str], says: Mapping[str, Sentence], spell: Spell, typed: Typed
) -> tuple[str, ...]:
    """One or two of the things that may be done in this view, in a sentence, and the same in ever fewer words, if
    there are two: of the second its keys, and nothing of it. () if any cannot be done."""
    told = [what_is(view, action, names, says, spell, typed) for action in actions]
    if not told or None in told:
        return ()
    best, *others = filter(None, told)
    alone = _("A hard bot: {best}.").format(best=best)
    if not others:
        return (alone,)
    keys = others[0]._replace(said="")
    both = [keys] if others[0].said == best.said else [others[0], keys]
    said = _("A hard bot: {best}. Nearly as good: {other}.")
    return (*(said.format(best=best, other=other) for other in both if str(other)), alone)


def offer_of(view: View, action: bytes) -> tuple[Offer, tuple[Spot, ...]] | None:
    """The offer that is taken with this action, and the places that are picked, in the order of the action: that of a
    meld tells where its joker stands. None for what is not offered."""
    wanted = msgspec.json.decode(action)
    picks = wanted.pop("picks", []) if isinstance(wanted, dict) else []
    for offer in view.offers:
        offered = msgspec.json.decode(offer.action)
        offered.pop("picks", None)
        spots = [[*spot] for spot in offer.pick.spots] if offer.pick is not None else []
        if offered == wanted and isinstance(picks, list) and all(pick in spots for pick in picks):
            return offer, tuple(Spot(*pick) for pick in picks)
    return None


def what_is(
    view: View, action: bytes, names: Sequence[str], says: Mapping[str, Sentence], spell: Spell, typed: Typed
) -> Deed | None:
    """What is done with an action, and with which keys; None if that is not offered."""
    found = offer_of(view, action)
    if found is None:
        return None
    offer, picks = found
    cards = [card for zone, i in picks if place(zone).kind != "meld" and (card := view.zone(zone)[i])]
    melds = [" ".join(card or "" for card in view.zone(zone)) for zone, _i in picks if place(zone).kind == "meld"]
    said, these = label_of(offer, names, says, spell), f"{offer.code}-these"
    if these in says and (cards or melds):
        named = [translated(says[card]) if card in says else card for card in cards]
        args = (*offer.args, (", " if named != cards else " ").join(named), *melds)
        said = say(these, args, names, says, spell=spell)
    return Deed(said, typed(offer, picks))
