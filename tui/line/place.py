"""My place at the table: what I see from there, what I may do, and how cards are named when I do it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engine.board import Spot
from engine.game import Offer, Sentence, View
from engine.games import GAMES
from net import wire
from net.link import Link
from tui import spoken, story
from tui.hand import Held
from tui.language import put
from tui.line.menu import BACK, capital
from tui.line.says import SAYS
from tui.picker import NUMBERED_FROM, Picker
from tui.spoken import Sight, Words
from tui.standing import whose


class NoCard(Exception):
    """What was typed names none of the cards that can be chosen."""


class Place:
    """`link` is my line to the table, at which there is a room. `view` is the last one that was looked at."""

    def __init__(self) -> None:
        self.link: Link
        self.view: View | None = None
        self.picker = Picker()
        self.held = Held()

    def look(self, link: Link) -> View | None:
        """See what there is now. Returns what was seen before."""
        self.link, before, self.view = link, self.view, link.view
        if self.view is before:
            return before
        if self.held.look(self.words.HAND, self.view):
            self.picker.suggest(())  # it was chosen of another hand
        self.picker.look(self.view, self.held.marks, self.held.most)
        return before

    @property
    def room(self) -> wire.Room:
        assert self.link.room is not None
        return self.link.room

    @property
    def words(self) -> Words:
        return spoken.find(self.room.game)

    @property
    def says(self) -> Mapping[str, Sentence]:
        return GAMES[self.room.game].SAYS

    @property
    def names(self) -> tuple[str, ...]:
        return story.names_of(self.room, len(self.view.scores.totals) if self.view is not None else 0)

    @property
    def is_played(self) -> bool:
        """That a round begins may be seen before the room says so."""
        return self.view is not None and (self.room.phase == "play" or bool(self.view.awaited))

    def sight(self, view: View) -> Sight:
        return Sight(view, self.names, self.held.order)

    def pages(self) -> Mapping[str, list[str]]:
        return spoken.pages(self.words, self.sight(self.view)) if self.view is not None else {}

    def turn(self, view: View) -> str:
        """Whose turn it is."""
        return spoken.going_on(self.words, view, self.names) or whose(view, self.names)

    def aside(self, view: View) -> str:
        return capital(self.words.spell(self.words.aside(view)))

    # what I may do

    @property
    def offers(self) -> list[Offer]:
        """What I may do in the play. Where a joker is to stand is asked when it matters."""
        called = self.held.called(())
        return [offer for offer in self.picker.offers if not offer.aside and called.get(offer.code) != ""]

    def offer(self, key: str) -> Offer | None:
        """What I may do with this key, also beside the play."""
        return next((offer for offer in self.picker.offers if self.key(offer) == key), None)

    def key(self, offer: Offer) -> str:
        """The key of an offer; none for what would be done by mistake by somebody who wants to go back."""
        return offer.key if offer.key != BACK or offer.aside else ""

    def label(self, offer: Offer) -> str:
        return story.label_of(offer, self.names, self.says, self.words.spell)

    def keys(self, offers: Sequence[Offer]) -> str:
        """Offers that are taken by their keys, at once: numbers could change while they are typed."""
        named = [(self.label(offer), self.key(offer)) for offer in offers]
        return " ".join(put(SAYS["may" if key else "may-unkeyed"], label, key) for label, key in named)

    def typed(self, offer: Offer, spots: Sequence[Spot]) -> str:
        """What is typed for an offer with these places."""
        assert self.view is not None
        numbers = self.words.numbers(self.sight(self.view), offer.pick.spots) if offer.pick is not None else {}
        return " ".join([self.key(offer), *(numbers[spot] for spot in spots)]) if self.key(offer) else ""

    def time(self, view: View) -> str:
        """How long there is for something, if the table does not wait for me."""
        left = [self.link.clocks[name] for name in view.timers if name in self.link.clocks]
        if not left or view.viewer in view.awaited:
            return ""
        return put(SAYS["seconds"], math.ceil(min(left)))

    def which(self, offer: Offer, view: View) -> list[str]:
        """The question for the cards of an offer that is open, and these cards."""
        assert offer.pick is not None
        label, (spots, least, most) = self.label(offer), (offer.pick.spots, offer.pick.least, offer.pick.most)
        if is_numbered(offer):
            return [put(SAYS["which-number"], label, len(spots))]
        if self.picker.aims:
            asked = put(SAYS["which-aim"], label)
        elif most == 1:
            asked = put(SAYS["which-one"], label)
        else:
            asked = put(SAYS["which-exactly" if least == most else "which-many"], label, least, most)
        return [asked, *self.words.places(self.sight(view), spots)]

    def none_such(self, offer: Offer, typed: str) -> str:
        """What was typed names nothing that this offer asks for."""
        if offer.pick is not None and is_numbered(offer):
            return put(SAYS["no-number"], typed, len(offer.pick.spots))
        return put(SAYS["no-card"], typed)

    def named(self, offer: Offer, typed: Sequence[str]) -> list[Spot]:
        """The places that were typed, by their numbers or by the names of their cards. Raises NoCard."""
        if self.view is None or not typed:
            return []
        spots = offer.pick.spots if offer.pick is not None else ()
        numbers = {number: spot for spot, number in self.words.numbers(self.sight(self.view), spots).items()}
        found: list[Spot] = []
        for name in typed:
            cards = [
                spot
                for spot in spots
                if (self.view.zone(spot.zone)[spot.i] or "").lower() == name and not name.isdigit()
            ]
            spot = numbers.get(name) or next((spot for spot in cards if spot not in found), None)
            if spot is None:
                raise NoCard(name)
            found += [spot] if spot not in found else []
        return found

    def begin(self, offer: Offer) -> bool:
        """Open the choice of cards that this offer asks for, unless it is open. False if it asks for none."""
        if needs_cards(offer) and self.picker.open != offer:
            self.picker.suggest(())
            self.picker.take(offer.key)
        return needs_cards(offer)

    def take(self, offer: Offer, spots: Sequence[Spot]) -> bytes | None:
        """The action of an offer with these places; without any, with those of a hint, or of what was refused. None if
        something has still to be chosen: then the choice is open."""
        picker = self.picker
        if spots:
            picker.suggest(())
        if picker.given or (picker.open is not None and picker.open.key == offer.key):
            action = None
        else:
            action = picker.take(offer.key)
        if action is None and spots:
            for spot in sorted(spots, key=lambda spot: spot in picker.aims):  # where cards go ends a choice
                action = picker.pick(spot)
            action = action or picker.enter()
            if action is None:
                picker.suggest(())  # or they would be taken for what is chosen next
                picker.take(offer.key)
        return action


def identity(offer: Offer) -> object:
    """What makes an offer another one for whoever hears of it."""
    return offer.code, offer.key, bytes(offer.action), offer.args


def is_numbered(offer: Offer) -> bool:
    """Its cards are too many to be told one by one: they have nothing but numbers."""
    return offer.pick is not None and len(offer.pick.spots) >= NUMBERED_FROM


def needs_cards(offer: Offer) -> bool:
    """It cannot be done without choosing."""
    return offer.pick is not None and len(offer.pick.spots) > offer.pick.least
