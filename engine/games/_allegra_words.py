"""What Allegra says in English.

In SAYS {by} is the player who acts, {0} and {1} are args, and {p0} is the name of the player whose seat is arg 0.
"""

from __future__ import annotations

from engine.game import Sentence

SAYS: dict[str, Sentence] = {
    # offers
    "reveal": "Turn up a card ({0} to go)",
    "draw": "Draw from the deck",
    "take": "Take the {0} from the discard pile",
    "take-pick": "Press the key of the card that the {0} replaces.",
    "swap": "Swap the {0} with a card",
    "drop": "Discard the {0} and turn up a card",
    "drop-only": "Discard the {0}",
    "knock": "Knock for the {0}",
    "wave": "Wave the {0} off",
    "give": "Give the {1} to {p0}",
    "put": "Put the {0} in place of a card",
    "pull": "Take a card from {p0}",
    "place": "Put the {0} in place of a card",
    # options
    "option-rounds": "So many rounds make a game.",
    "option-knocks": "Race: only the first to knock can get the card. Choice: any who knocked.",
    "option-knock_window": "So many seconds the drawer has to wait for knocks.",
    "option-two_player_knock": "Whether one may knock when only two play.",
    # what happened
    "round": "Round {0} of {1} begins.",
    "turns-up": "{by} turns up: {0}.",
    "draws": "{by} draws {0} from the deck.",
    "takes": "{by} takes the {0} from the discard pile and discards {1}.",
    "swaps": "{by} keeps the {0} and discards {1}.",
    "discards": "{by} discards {0}.",
    "knocks": "{by} knocks.",
    "gives": "{by} gives the {1} to {p0}.",
    "puts": "{by} puts the {0} down and takes the {1} in hand.",
    "puts-hidden": "{by} puts the {0} down and takes a face-down card in hand.",
    "pulls": "{by} takes the {1} from {p0}.",
    "pulls-hidden": "{by} takes a face-down card from {p0}.",
    "places": "{by} puts the {0} down and discards {1}.",
    "fills": "{by} fills the hole with {0}.",
    "leave": "Three in a line: {0} cards of value {1} leave the game.",
    "reshuffled": (
        "The deck was empty: {0} discarded card makes a new one.",
        "The deck was empty: {0} discarded cards are shuffled into a new one.",
    ),
    "closes": "{by} has no card left face down. Everybody else has one more turn.",
    "doubled": "{by} closed the round without the lowest sum: {0} counts double.",
    "scores": ("{by} gets {0} point.", "{by} gets {0} points."),
    "wins": ("{by} wins the game with {0} point.", "{by} wins the game with {0} points."),
    "shares-win": ("{by} shares the win with {0} point.", "{by} shares the win with {0} points."),
    # why not
    "too-late": "Too late: the table has moved on.",
    "not-your-turn": "It is not for you to do this now.",
    "shuffling": "The cards are being shuffled.",
    "step-reveal": "First everybody turns up two cards.",
    "step-draw": "No card from the deck is on offer. First a card is drawn or taken.",
    "step-decide": "A card is on offer: first its drawer has to decide.",
    "step-put": "First the player who knocked puts the new card down.",
    "step-pull": "First a card of the player who knocked has to be taken.",
    "step-place": "First the card that was taken has to be put down.",
    "no-shuffle": "There is nothing to shuffle now.",
    "wrong-roll": "That number cannot be rolled now.",
    "pick-one": "Choose exactly one card.",
    "outside": "That place is not in the area.",
    "gap": "There is no card in that place, and none can be put there.",
    "hole": "That hole is kept for the card of the player who knocked.",
    "face-up": "That card is face up already. Choose one that is face down.",
    "none-down": "There is no card left to turn up.",
    "revealed-two": "You have turned up your two cards.",
    "deck-empty": "The deck is empty. Take from the discard pile.",
    "empty-area": "There is no card left in your area to swap.",
    "window-open": "Wait: the others may still knock.",
    "window-over": "There is no need to wave: nobody waits for you.",
    "no-wave": "You cannot wave this card off.",
    "own-card": "You drew this card yourself.",
    "no-knocking": "At this table two players do not knock.",
    "has-knocked": "You have knocked already.",
    "did-not-knock": "The card can only be given to a player who knocked.",
    "not-first": "{p0} was the first to knock.",
}
