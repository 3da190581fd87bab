"""A first game of Allegra."""

from __future__ import annotations

from engine.game import View
from tui.language import N_
from tui.tour import Step, can, is_step

OPTIONS = {"knock_window": "10"}
"""Time to read."""


def _others_may_knock(view: View) -> bool:
    return bool(view.facts["window"]) and view.turn == view.viewer


def _last_turn(view: View) -> bool:
    return view.facts["closer"] is not None and can("draw")(view)


STEPS = (
    Step(
        can("reveal"),
        N_(
            "The lowest sum wins, and your first and last columns count for the neighbour there, too. First turn up "
            "two of your 15 cards."
        ),
        N_("Press their keys."),
    ),
    Step(
        can("knock", "wave"),
        N_(
            "Somebody has drawn a card. If it is low and you want it, knock for it: {knock}. If not, {wave} waves it "
            "off, and the others need not wait."
        ),
    ),
    Step(
        _last_turn,
        N_("Somebody has no hidden card left and has closed the round. This is your last turn: make your sum low."),
    ),
    Step(
        can("draw", "take"),
        N_(
            "On your turn {draw} draws a card from the deck, which the others may knock for, or {take} takes the open "
            "discard in place of one of your cards."
        ),
    ),
    Step(
        _others_may_knock,
        N_("All see your card now, and may knock to ask for it. It is for you to decide as soon as their time is up."),
    ),
    Step(
        can("swap", "drop"),
        N_(
            "{swap} puts the card in place of any of your cards, also of a hidden one. {drop} discards it, and you "
            "turn up a card instead."
        ),
    ),
    Step(
        can("give"),
        N_(
            "Somebody has knocked for it. {give} gives it away, and in return you take any one of their cards. You "
            "need not give it."
        ),
    ),
    Step(
        can("put"),
        N_(
            "You get the card! Put it in place of one of yours. Then whoever gave it takes one of your cards in return."
        ),
    ),
    Step(
        can("pull"),
        N_("Take the card that you want from them. You then put it in place of one of yours, which is discarded."),
    ),
    Step(
        can("draw", "take"),
        N_("Three equal open cards side by side in a row, or in a whole column, leave the game, and count no more."),
    ),
    Step(
        can("draw", "take"),
        N_(
            "Whoever has no hidden card left closes the round; the others have one more turn. If the closer's sum is "
            "not the lowest, it counts double."
        ),
    ),
    Step(
        is_step("scored"),
        N_("The round is over: what lies in your 15 places are your points. So the tour ends, and the game goes on."),
        N_("? opens the rules."),
    ),
)
