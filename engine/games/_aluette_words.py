"""What Aluette says in English.

In SAYS {by} is the player who acts, {0} and {1} are args, and {p0} is the name of the player whose seat is arg 0. An
arg that is itself in SAYS, as every card and every sign is, is shown by its words.
"""

from __future__ import annotations

from engine.game import Sentence
from engine.games._aluette_state import DECK, SINGLES

NAMES = ("Monsieur", "Madame", "le Borgne", "la Vache", "Grand-neuf", "Petit-neuf", "Deux de chêne", "Deux d'écrit")
"""Of SINGLES."""
RANKS = {"A": "ace", "K": "king", "C": "cavalière", "V": "valet"}
SUITS = {"O": "coins", "C": "cups", "B": "batons", "S": "swords"}

CARDS = {card: f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}" for card in map(str, DECK)}
CARDS |= dict(zip(SINGLES, NAMES, strict=True))

SIGNS = {
    "A1": "one ace",
    "A2": "two aces",
    "A3": "three aces",
    "A4": "four aces",
    "useless": "a useless hand",
    "mordienne": "going for mordienne",
}

SAYS: dict[str, Sentence] = {
    **CARDS,
    **SIGNS,
    # offers
    "chant": "Agree to the chant",
    "no-chant": "No chant",
    "reject": "Reject six cards",
    "offer-deal": "Offer the deal to the others",
    "play-on": "Play the deal",
    "accept-deal": "Accept the point",
    "refuse-deal": "Refuse, and make mordienne",
    "play": "Play a card",
    "look": "Look at {p0}",
    "sign": "Sign: {0}",
    "play-these": "{0}",
    "reject-these": "Reject {0}",
    # options
    "option-partners": "Draw: the four top cards make the partners. Seats: partners sit opposite as they came.",
    "option-chant": "Who gets the last twelve cards with the dealer's left neighbour, if all agree; or off.",
    "option-mordienne": "Whether tricks won all in a row at the very end count 2 points.",
    "option-length": "Whether a match is five deals, or goes to five points.",
    "option-surrender": "Whether a side may offer the deal before the first trick.",
    "option-bluff": "Whether signs of cards may be untrue.",
    "option-table_talk": "Whether one may chat during a deal.",
    # what happened
    "draws": "{by} draws {0}.",
    "partners": "{p0} and {p1} play against {p2} and {p3}.",
    "deals": "Deal {0}: {p1} cuts and {by} deals.",
    "agrees": "{by} agrees to the chant.",
    "disagrees": "{by} does not want the chant.",
    "chant-dealt": "The chant: {p0} and {p1} get six cards more.",
    "rejects": "{by} has rejected six cards.",
    "offers-deal": "{by} offers the deal to the other side.",
    "accepts-deal": "{by} accepts it.",
    "refuses-deal": "{by} refuses: now they have to make mordienne.",
    "leads": "{by} leads {0}.",
    "plays": "{by} plays {0}.",
    "wins-trick": "{by} wins the trick, and has {0} now.",
    "spoiled": "The trick is spoiled: its highest card was played twice.",
    "leads-again": "{by} leads again.",
    "has-most": "{by} is the one with most tricks: {0}.",
    "makes-mordienne": "{by} has made mordienne.",
    "signs": "{by} signs: {0}.",
    "signed-0": "{by} signed: {0}. Nobody saw it.",
    "signed-1": "{by} signed: {0}. {p1} saw it.",
    "signed-2": "{by} signed: {0}. {p1} and {p2} saw it.",
    "signed-3": "{by} signed: {0}. Everybody saw it.",
    "scores": "Points for {p0} and {p1}: {2}.",
    "nobody-scores": "All nine tricks were spoiled: nobody scores.",
    "wins": "{p0} and {p1} win the game by {2} to {3}.",
    "drawn-match": "Each side has {0}: the game is a draw.",
    # why not
    "too-late": "Too late: the table has moved on.",
    "not-your-turn": "It is not for you to do this now.",
    "no-shuffle": "There is nothing to shuffle now.",
    "wrong-roll": "That number cannot be drawn now.",
    "step-chant": "First everybody is asked for the chant.",
    "step-reject": "First six cards have to be rejected.",
    "step-surrender": "First each player may offer the deal to the other side.",
    "step-answer": "The deal is offered: first the other side has to answer.",
    "step-play": "A card has to be played now.",
    "step-trick": "The trick lies for a moment, so that everybody can see it.",
    "pick-six": "Choose six different cards of your hand.",
    "pick-one": "Choose exactly one card.",
    "not-in-hand": "That card is not in your hand.",
    "no-deal": "The deal is over: there is nothing to look out for now.",
    "no-such-face": "You can look at each of the three others.",
    "looking-already": "You are looking there already.",
    "eyes-rest": "You have just turned your eyes: keep them there for two seconds.",
    "no-such-sign": "There is no such sign.",
    "signs-enough": "You have signed {0} times in this deal. That is enough.",
    "one-sign": "You are still giving another sign.",
    "untrue-sign": "That is not true of your hand, and this table does not bluff.",
    "silent": "Nobody talks during a deal: there are signs.",
}
