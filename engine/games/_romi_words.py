"""What Römi says in English.

In SAYS {by} is the player who acts, {0} and {1} are args, and {p0} is the name of the player whose seat is arg 0.
"""

from __future__ import annotations

from engine.game import Sentence
from engine.games._melds import JOKER, Meld

SAYS: dict[str, Sentence] = {
    # offers
    "cut": "Cut the cards",
    "draw": "Draw from the stock",
    "take": "Take the {0}",
    "take-cut": "Take the cut card, {0}",
    "stage": "Put together",
    "stage-low": "Put together, joker low",
    "stage-high": "Put together, joker high",
    "open": "Open ({0})",
    "lay": "Lay",
    "lay-low": "Lay, joker low",
    "lay-high": "Lay, joker high",
    "add": "Add",
    "add-low": "Add, joker low",
    "add-high": "Add, joker high",
    "swap": "Swap a joker",
    "undo": "Take back",
    "restart": "Take all back",
    "discard": "Discard",
    "stage-these": "Put together {0}",
    "stage-low-these": "Put together {0}",
    "stage-high-these": "Put together {0}",
    "lay-these": "Lay {0}",
    "lay-low-these": "Lay {0}",
    "lay-high-these": "Lay {0}",
    "add-these": "Add {0} to {1}",
    "add-low-these": "Add {0} to {1}",
    "add-high-these": "Add {0} to {1}",
    "swap-these": "Take the joker of {1}",
    "discard-these": "Discard {0}",
    # options
    "option-rounds": "So many rounds make a game.",
    "option-hints": "Whether a key shows the most that can be laid from the hand.",
    # what happened
    "round": "Round {0} of {1} begins.",
    "cuts": ("{by} lifts {0} card. The cut card is {1}.", "{by} lifts {0} cards. The cut card is {1}."),
    "draws": "{by} draws from the stock.",
    "draws-this": "{by} draws {0} from the stock.",
    "takes": "{by} takes {0} from the discard pile.",
    "takes-cut": "{by} takes the cut card, {0}, and has to go out with it.",
    "opens": "{by} opens with {0} points: {1}.",
    "lays": "{by} lays {0}.",
    "adds": "{by} adds {0}: {1}.",
    "swaps": "{by} gives {0} for the joker.",
    "discards": "{by} discards {0}.",
    "keeps": "{by} keeps {0}.",
    "back-take": "{by} gives the discard back.",
    "back-takecut": "{by} gives the cut card back.",
    "back-open": "{by} takes the opening back.",
    "back-lay": "{by} takes a meld back.",
    "back-add": "{by} takes an addition back.",
    "back-swap": "{by} gives the joker back.",
    "reshuffled": (
        "The stock was empty: {0} discard makes a new one.",
        "The stock was empty: {0} discards are shuffled into a new one.",
    ),
    "stock-dead": "The stock is empty and there is nothing to shuffle: the round is over.",
    "goes-out": "{by} goes out: {0} points.",
    "goes-out-at-once": "{by} opens and goes out in one turn: {0} points.",
    "scores": ("{by} gets {0} point.", "{by} gets {0} points."),
    "never-opened": "{by} has never opened and gets {0} points.",
    "wins": ("{by} wins the game with {0} point.", "{by} wins the game with {0} points."),
    "shares-win": ("{by} shares the win with {0} point.", "{by} shares the win with {0} points."),
    # why not
    "too-late": "Too late: the table has moved on.",
    "shuffling": "The cards are being shuffled.",
    "no-shuffle": "There is nothing to shuffle now.",
    "wrong-roll": "That number cannot be rolled now.",
    "not-your-turn": "It is not your turn.",
    "step-cut": "First the cards are cut.",
    "step-draw": "First draw a card.",
    "step-play": "You have drawn already. Discard a card to end your turn.",
    "no-draw": "The first turn of the round has no draw: you have 15 cards. Discard one.",
    "no-height": "Lift 1 to {0} cards.",
    "pick-one": "Choose exactly one card.",
    "not-yours": "You can only play cards that you hold.",
    "first-turn": "Nobody opens on their first turn.",
    "first-turn-cut": "Nobody takes the cut card on their first turn.",
    "cut-tried": "You have tried the cut card this turn. Draw otherwise.",
    "cut-goes-out": "The cut card is yours only if you go out now. Play the rest, or take all back and draw otherwise.",
    "play-taken": "The card from the discard pile must be played this turn. Play it, or take back and draw otherwise.",
    "just-taken": "The card that you have just taken cannot be your discard.",
    "play-joker": "The joker must be played this turn, and not discarded. Play it, or take the swap back.",
    "opening-short": "Opening is {0}, needs {1}. Every card is still in your hand.",
    "has-opened": "You have opened already.",
    "open-first": "First open: lay new melds worth at least {0} in one turn.",
    "keep-one": "Keep one card to discard: you go out with a discard.",
    "nothing-back": "There is nothing to take back.",
    "which-meld": "Choose the one meld to add to.",
    "which-cards": "Choose the cards to add.",
    # why that is no meld
    "too-few": "A meld has three cards or more, not {0}.",
    "two-jokers": "A meld has at most one joker.",
    "twins": "There can be only one {0} in a meld.",
    "no-meld": "These cards are neither of one rank nor of one suit.",
    "set-full": "A set has at most four cards.",
    "run-gap": "These cards are not in order: the {0} is missing.",
    "ace-in-middle": "An ace stands at an end of a run, never between king and two.",
    "run-too-long": "A run has at most 13 cards: its ace stands in one place only.",
    "does-not-fit": "The {0} does not fit this meld.",
    "which-end": "The joker can be {0} (press {2}) or {1} (press {3}).",
    "no-joker-picked": "There is no joker among these cards.",
    "no-joker": "There is no joker.",
    "joker-open": "This joker can still stand for {0} or {1}. First all four suits must lie there.",
    "not-the-joker": "This joker stands for {0}, which you do not hold.",
}


def in_words(meld: Meld) -> str:
    """The cards of a meld, its joker with the card that it stands for."""
    named = f"{JOKER}({meld.joker[0]})" if len(meld.joker) == 1 else JOKER
    return " ".join(named if card == JOKER else card for card in meld.cards)
