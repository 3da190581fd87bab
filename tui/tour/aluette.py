"""A first game of Aluette."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import View
from tui.language import N_
from tui.tour import Step, can, is_step

OPTIONS: Mapping[str, str] = {}


def _trick_was_spoiled(view: View) -> bool:
    taken = view.facts["taken"]
    return can("play")(view) and bool(taken) and taken[-1] is None


STEPS = (
    Step(
        is_step("drawn"),
        N_(
            "The four highest cards make the partners: the players with Monsieur and Madame against those with le "
            "Borgne and la Vache."
        ),
    ),
    Step(
        can("chant"),
        N_(
            "Twelve cards are left. If all four agree, two of you get six more, and put six away. {chant} agrees, "
            "{no_chant} does not."
        ),
    ),
    Step(
        can("reject"),
        N_("You have got six cards more. Now put six away: the highest nine are to stay."),
        N_("Choose them by their keys."),
    ),
    Step(
        _trick_was_spoiled,
        N_(
            "That trick was spoiled: its highest card lay there twice, so nobody has won it, and its leader leads "
            "again."
        ),
    ),
    Step(
        can("play"),
        N_("Nine tricks are played. You may play any card; the highest one wins, and leads the next trick."),
        N_("Choose one by its key, then {play}."),
    ),
    Step(
        can("play"),
        N_("Eight cards have names and beat all others, Monsieur first. Then come aces, kings, and so on."),
        N_("o shows them all."),
    ),
    Step(
        can("play", "sign"),
        N_("Tell your partner what you hold: give a sign. Only those see it who look at you meanwhile."),
        N_("The keys of your signs stand above your cards."),
    ),
    Step(
        can("play"),
        N_(
            "Two equal cards at the top spoil a trick, and nobody wins it. Only the eight with names are never "
            "equalled."
        ),
    ),
    Step(
        can("play", "look"),
        N_("You see only signs of the one at whom you look, at first your partner; and all see where you look."),
        N_("The key beside a name turns your eyes there."),
    ),
    Step(
        can("play"),
        N_("Everybody counts their tricks alone. Whoever has most in the end gets the point, for the partner too."),
    ),
    Step(
        is_step("scored"),
        N_(
            "The deal is over: the side of whoever has most tricks gets a point. So the tour ends, and the game goes "
            "on."
        ),
        N_("? opens the rules."),
    ),
)
