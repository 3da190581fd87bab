"""A first game of Römi."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import View
from tui.language import N_
from tui.tour import Step, can, is_step

OPTIONS: Mapping[str, str] = {}


def _first_turn(view: View) -> bool:
    return can("discard")(view) and _turns_ended(view) == 0


def _nothing_put_together(view: View) -> bool:
    return can("stage")(view) and not can("open")(view)


def _third_turn(view: View) -> bool:
    return can("discard")(view) and _turns_ended(view) > 1


def _another_has_opened(view: View) -> bool:
    return can("draw")(view) and any(view.facts["opened"]) and not view.facts["opened"][view.viewer]


def _turns_ended(view: View) -> int:
    ended: int = view.facts["ended"][view.viewer]
    return ended


STEPS = (
    Step(
        can("cut"),
        N_("You cut the cards. The card at which you cut lies in sight: it is for whoever can go out with it at once."),
        N_("Enter cuts."),
    ),
    Step(
        _first_turn,
        N_(
            "Collect sets of one rank and runs in one suit. Nobody lays any in their first turn: discard what fits "
            "least."
        ),
        N_("Choose a card by its key, then {discard}."),
    ),
    Step(
        can("draw", "take"),
        N_(
            "Get rid of your cards in sets of one rank and runs in one suit. Draw one first, with {draw}, and then see."
        ),
    ),
    Step(
        can("draw", "take", "take-cut"),
        N_(
            "{take} takes the open discard: then you have to play it in this turn. {take_cut} takes the cut card: "
            "only if you can go out with it now."
        ),
    ),
    Step(
        can("open"),
        N_(
            "Nobody sees what you have put together. As soon as it is worth 51, {open} opens with it. {restart} "
            "takes all of it back."
        ),
    ),
    Step(
        can("lay"),
        N_("You have opened: now lay more, add to what lies there, yours or not, and swap jokers for their cards."),
    ),
    Step(
        _another_has_opened,
        N_(
            "Somebody has opened, and can add to all melds. You can as soon as you have opened. If they go out "
            "before, you get 100 points."
        ),
    ),
    Step(
        _nothing_put_together,
        N_("To open, put sets and runs together that are worth 51 in one turn: choose their cards, then {stage}."),
        N_("! shows what there is."),
    ),
    Step(
        _third_turn,
        N_(
            "Whoever discards their last card goes out and gets -10. The others count what they hold, or 100 if they "
            "have not opened."
        ),
    ),
    Step(
        is_step("scored"),
        N_("The round is over: what is left in a hand are its points. So the tour ends, and the game goes on."),
        N_("? opens the rules."),
    ),
)
