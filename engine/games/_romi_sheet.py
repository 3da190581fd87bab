"""The rules of Römi in English, by their numbers on the rule sheet."""

from __future__ import annotations

from engine.game import Sheet

HELP = (
    "For 2 to 6 players. Get rid of your cards: lay sets and runs, add to those of the others, and discard the last "
    "one. The lowest total after all rounds wins."
)

SHEET: Sheet = {
    "Cards and deal": {
        "R1": "There are two packs and four jokers, 108 cards, however many play.",
        "R2": "The lowest total after seven rounds wins, or after so many as the option rounds says. Ties share the "
        "win.",
        "R3": "The player at the dealer's right cuts, as high or low as they like. The bottom card of what is lifted "
        "is the cut card: it lies in sight under the stock, and is never drawn from there.",
        "R4": "If the cut card is a joker, it stays the cut card.",
        "R5": "Everybody gets 14 cards, the player at the dealer's left 15, and that player starts. The next dealer "
        "sits at the left of the last one.",
    },
    "Melds": {
        "R6": "A set is three or four cards of one rank, all of different suits.",
        "R7": "A run is three or more cards of one suit in order: A 2 3 4 5 6 7 8 9 10 J Q K A. The ace stands at "
        "either end, as in A-2-3 or Q-K-A, but never in the middle, and only once: 13 cards at most.",
        "R8": "There is at most one joker in a meld, also when cards have been added.",
        "R9": "When a joker is laid, it is settled what it stands for, and everybody sees it. If it can stand at "
        "either end of a run, you say at which. In a set of four it is the missing suit; in a set of three it can "
        "still be either of the two that are missing.",
        "R10": "What lies on the table is never rearranged.",
    },
    "A turn": {
        "R11": "Draw one card: from the stock, or the top of the discard pile, or the cut card. Then lay, add and "
        "swap what you like. A discard ends your turn.",
        "R12": "Whoever starts has no draw in the first turn, but 15 cards, and just discards one.",
        "R13": "Nobody opens on their first turn.",
        "R14": "On your first draw of the round you may take the top of the discard pile and just keep it. If that "
        "draw was from the stock, you no longer may. For whoever starts, that is on the second turn, when opening is "
        "allowed as well.",
        "R15": "Otherwise a card from the discard pile must be played in the same turn: laid, added, or given for a "
        "joker. To discard it is not to play it. You may take it before you have opened, if you open in that turn.",
        "R16": "Until you discard, you may take back all that you have done in this turn, also the card from the "
        "discard pile, and then draw from somewhere else. It costs nothing.",
        "R17": "A card that you keep by R14 cannot be your discard in the same turn. Its twin from the other pack can.",
    },
    "Opening": {
        "R18": "Before anything else you open: lay new melds that are worth at least 51 together, in one turn. Until "
        "then you cannot lay, add or swap. Put the melds together first: nobody sees them until you open. What you "
        "add to other melds does not count.",
        "R19": "2 to 10 count their value, jack, queen, king and ace 10 (in A-2-3 too), and a joker as much as the "
        "card it stands for. If that is less than 51, every card is still in your hand.",
        "R20": "Once you have opened, in the same turn too, lay any melds, add to anybody's melds, and swap jokers.",
    },
    "Jokers": {
        "R21": "Once you have opened, you may give the card that a joker stands for, of either pack, and take the "
        "joker. You must play it in the same turn. To discard it is not to play it.",
        "R22": "The joker in a set of three can only be taken when all four suits lie there: first add one of the two "
        "that are missing, then swap the joker for the other. You may do both in one turn.",
    },
    "The cut card": {
        "R23": "You may take the cut card in place of a draw, but it is yours only if you go out in that very turn. "
        "Otherwise take all back, and draw from somewhere else. You have one try a turn.",
        "R24": "You may take it before you have opened, to open and go out in one turn, but never on your first turn. "
        "It may be your last discard.",
    },
    "Going out": {
        "R25": "You go out when your last card is your discard. So keep one for it: you cannot lay them all.",
        "R26": "Going out scores -10. It scores -20 if you have opened in the same turn, and have played on nobody "
        "else's melds.",
        "R27": "All others count what they hold: 2 to 10 their value, jack, queen, king and ace 10, a joker 20. "
        "Whoever has not opened gets 100, whatever they hold.",
        "R28": "If the stock runs out, all discards but the top one are shuffled into a new one. If there are none to "
        "shuffle, the round is over: nobody is out, and everybody counts.",
    },
}
