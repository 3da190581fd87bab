"""The rules of Aluette in English, by their numbers on the rule sheet."""

from __future__ import annotations

from engine.game import Sheet

HELP = (
    "For 4 players, two against two. Each deal has nine tricks, and whoever wins the most of them, alone, scores for "
    "their side. Partners may not talk, but they may sign."
)

SHEET: Sheet = {
    "The cards": {
        "L1": "There are 48 Spanish cards: coins, cups, batons and swords, each with ace, king, cavalière, valet, and "
        "9 to 2. Suits matter only for the first eight of the next rule.",
        "L2": "The order, from high to low, and the signs (L13):\n"
        "  1 Monsieur       3 of coins       look up\n"
        "  2 Madame         3 of cups        tilt the head\n"
        "  3 le Borgne      2 of coins       close one eye\n"
        "  4 la Vache       2 of cups        pout\n"
        "  5 Grand-neuf     9 of cups        thumb out\n"
        "  6 Petit-neuf     9 of coins       little finger\n"
        "  7 Deux de chêne  2 of batons      index finger\n"
        "  8 Deux d'écrit   2 of swords      ring finger\n"
        "Then come aces, kings, cavalières, valets, the nines of swords and batons, eights, sevens, sixes, fives, "
        "fours, and the threes of swords and batons. All cards of one of these ranks are equal.",
    },
    "Partners and deal": {
        "L3": "First cards are dealt face up, one at a time, and whoever has one of the four highest gets no more. "
        "The players with Monsieur and Madame are partners against those with le Borgne and la Vache, and partners "
        "sit opposite each other: Madame keeps her chair, Monsieur moves opposite, and the other two keep their "
        "order. Madame deals first, then it goes to the left. If the option partners is seats, partners sit as they "
        "came, and chance says who deals first.",
        "L4": "The player at the dealer's right cuts. Everybody gets nine cards, three at a time, and twelve are left.",
        "L5": "The chant: if all four agree, the player at the dealer's left and the dealer get those twelve in turn, "
        "one by one, six each, and both reject six cards, face down. All are asked from the dealer's left on, and the "
        "first to refuse ends it. If the option chant is partner, the dealer's partner gets the dealer's six; if it "
        "is off, there is no chant.",
    },
    "Tricks": {
        "L6": "The player at the dealer's left leads, and then whoever has won the last trick. Play any card at any "
        "time.",
        "L7": "The highest card wins the trick, if no other equals it, for its player alone: partners do not add up "
        "their tricks. Won tricks lie face down.",
        "L8": "If the highest card is there twice or more, also from partners, the trick is spoiled: nobody wins it, "
        "and its leader leads again. It is one of the nine all the same. Equal cards that are not the highest do not "
        "matter.",
    },
    "Scoring": {
        "L9": "The player with most of the nine tricks gets a point for the side; if two have as many, it goes to "
        "whoever had so many first. If all nine are spoiled, nobody scores, and the deal counts all the same.",
        "L10": "Mordienne: whoever wins the deal with the last two or more tricks in a row, and with none before, "
        "scores two points instead of one. A spoiled trick among them or after them breaks it, and all nine are no "
        "mordienne. The option mordienne can be off.",
        "L11": "After five deals, of which the first dealer deals two, the higher score wins, and equal scores are a "
        "draw. If the option length is five points, the first to have so many wins.",
        "L12": "With the option surrender, a side may offer the deal before the first trick. If the others accept, "
        "they get a point without play. If they refuse, they have to make mordienne: two points for them if they do, "
        "or else for those who offered.",
    },
    "Signs": {
        "L13": "At any time in a deal you may sign to your partner. The signs are those of L2, an open mouth for "
        "every ace, a shrug for a useless hand, and a bite of the lip for going for mordienne. There are no others.",
        "L14": "A sign of cards has to be true of your hand at that moment, that of aces with their number, unless "
        "the option bluff is on.",
        "L15": "Everybody looks at one other player, at first at the partner, and everybody sees where everybody "
        "looks. You can turn your eyes every two seconds.",
        "L16": "A sign is held for a second and a half. Only those players see it whose eyes are on you meanwhile, "
        "and no watchers. After the deal all signs are told.",
        "L17": "You give one sign at a time. You may look and sign at any time, whosever turn it is.",
        "L18": "During a deal nobody chats, unless the option table talk is on.",
    },
}
