"""The rules of Allegra in English, by their numbers on the rule sheet."""

from __future__ import annotations

from engine.game import Sheet

HELP = (
    "For 2 to 6 players. Everybody has cards that lie face down, turns them up one after the other, and swaps high "
    "ones for low ones. The lowest total after all rounds wins."
)

SHEET: Sheet = {
    "Cards and areas": {
        "A1": "There are 120 cards, from -1 to 11: 6 of -1, 8 of 0, 9 of 1, 10 of 2, 10 of 3, 11 of 4, 12 of 5, 11 of "
        "6, 10 of 7, 10 of 8, 9 of 9, 8 of 10 and 6 of 11.",
        "A2": "Everybody has a grid of four columns and three rows: twelve cards.",
        "A3": "Your area has 15 cells: your own grid, and column L, which is column 4 of your left neighbour. So your "
        "column 4 is also the L of your right neighbour. Turns go to the left.",
        "A4": "With two players the other one is both neighbours.",
    },
    "A round": {
        "A5": "All cards start face down. First everybody turns up two cards of their area, all at the same time. "
        "What a neighbour has turned up already does not count: turn up another one.",
        "A6": "One card from the deck starts the discard pile. Chance says who begins the first round; each later "
        "round begins one player further to the left.",
        "A7": "On your turn, take the top card of the discard pile, or draw the top card of the deck and show it to "
        "all.",
        "A8": "If you take from the discard pile, swap the card with one of your area, and discard that one. Nobody "
        "can knock for it, and you turn up nothing.",
        "A9": "If you draw from the deck, do one of three things: swap the card with one of your area, and discard "
        "that one; or discard it, and turn up a face-down card of your area; or give it to somebody who has knocked.",
        "A10": "The card that you swap out may be face up or face down. A card that is put down lies face up.",
        "A11": "If no card of your area is face down, you turn up nothing when you discard the card.",
    },
    "Knocking": {
        "A12": "While a card from the deck is on offer, everybody else may knock to ask for it. It costs nothing, and "
        "you may do it for every card.",
        "A13": "Whoever drew the card need not give it. There is one exchange at most for every card.",
        "A14": "The exchange. First, you who knocked put the new card in place of any card of your area, and take the "
        "old one in hand. Second, the drawer takes any card of your area, and puts it in place of one of the drawer's "
        "own. Third, that one is discarded. Fourth, the card in your hand goes where the drawer took one. The "
        "drawer's turn is over.",
        "A15": "The drawer may take the very card that was given, and may replace a card that both areas share. Only "
        "the card in the other's hand can go into the hole from which the drawer took one.",
        "A16": "If the card in hand lay face down, only the player who holds it knows it, until it is put down.",
        "A17": "Knocks count in the order in which they were pressed. If the option knocks is race, only the first to "
        "knock can be given the card; if it is choice, the drawer may give it to anybody who knocked.",
        "A18": "The drawer has to wait for knocks: so many seconds as the option knock window says (3), or until all "
        "the others have waved. After that the others may still knock until the drawer decides, and then it is too "
        "late. Whoever has waved may still knock.",
        "A19": "When only two play they may knock too, unless the option two player knock is off.",
    },
    "Three of a kind": {
        "A20": "Three equal cards leave the game, and are not discarded, if they lie side by side in a row of "
        "somebody's area, with or without L, or fill a whole column.",
        "A21": "All three must be face up. It happens by itself, also when it hurts, as with three of -1.",
        "A22": "The gaps stay. Nothing moves up, nothing can be put there, and a gap breaks a line.",
        "A23": "If several lines are completed together, all their cards leave: four in a row, or five in a cross.",
        "A24": "It does not matter whose area it is, who completed the line, and on whose turn. A shared card that "
        "leaves is gone for both. Your columns 3 and 4 and column 1 of your right neighbour make no line: they do not "
        "lie in one area.",
        "A25": "Lines are looked for whenever a card is put down or turned up, also during an exchange. If whoever "
        "knocked then has no card left to take, the card in hand is discarded, and the exchange is over; if the "
        "drawer has none left to replace, the card that was taken is discarded. Whoever has no card left in the area "
        "can neither take from the discard pile nor knock.",
    },
    "The end": {
        "A26": "Whoever has no face-down card left in all 15 cells, or no card at all, has closed the round. That is "
        "checked after every turn, first for the player whose turn it was and then to the left, so you may close on "
        "somebody else's turn. Only one can close.",
        "A27": "Everybody else has exactly one more turn. Whoever has closed has none, but may still knock.",
        "A28": "Then all cards are turned up, lines leave once more, and everybody adds up their area.",
        "A29": "A shared card counts for both.",
        "A30": "If the sum of whoever closed is above zero, and somebody has a lower one, it counts double.",
        "A31": "The lowest total after three rounds wins, or after so many as the option rounds says. Ties share the "
        "win.",
        "A32": "If the deck runs out, all discards but the top one are shuffled into a new one. If there are none to "
        "shuffle, one can only take from the discard pile.",
    },
}
