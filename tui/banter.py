"""The words of bots, by the codes that come from the table."""

from __future__ import annotations

from engine.game import Sentence
from net import wire
from tui.language import put

SAYS: dict[str, Sentence] = {
    # somebody sits down
    "warm-comes-0": "Welcome! There is always room for one more.",
    "warm-comes-1": "How nice, somebody new.",
    "dry-comes-0": "Ah, fresh blood.",
    "dry-comes-1": "Another one who thinks it is easy.",
    # somebody goes
    "warm-goes-0": "A pity. Come back soon!",
    "warm-goes-1": "Safe home!",
    "dry-goes-0": "And the cards were just getting warm.",
    "dry-goes-1": "One less to worry about.",
    # I have won the round or the deal
    "warm-wins-0": "That one was mine. Thank you all!",
    "warm-wins-1": "Oh, that went well!",
    "dry-wins-0": "It had to happen some time.",
    "dry-wins-1": "Not bad, for a machine.",
    # somebody has knocked before me
    "warm-late-0": "You were quicker. Well knocked!",
    "warm-late-1": "Oh, so close!",
    "dry-late-0": "My knuckles are still asleep.",
    "dry-late-1": "Noted: knock first, think later.",
    # the trick that I led is spoiled
    "warm-spoiled-0": "Oh dear, nobody gets that one.",
    "warm-spoiled-1": "Too much of a good thing.",
    "dry-spoiled-0": "If not me, then nobody.",
    "dry-spoiled-1": "A trick for nobody. How modest.",
    # I have closed the round without the lowest sum
    "warm-doubled-0": "I closed too soon. Well, it happens.",
    "warm-doubled-1": "Double! I shall not forget that.",
    "dry-doubled-0": "Arithmetic was never on my side.",
    "dry-doubled-1": "That was expensive.",
    # I have won the game
    "warm-match-0": "What a lovely game. Another one?",
    "warm-match-1": "I won? Let me enjoy that for a moment.",
    "dry-match-0": "I would call it luck, but I do not believe in it.",
    "dry-match-1": "The next one is yours. Perhaps.",
    # a person has won it
    "warm-congratulates-0": "Well played! You have earned it.",
    "warm-congratulates-1": "Congratulations! That was a joy to watch.",
    "dry-congratulates-0": "Well played. I shall look into it.",
    "dry-congratulates-1": "I let you win. Do believe me.",
}


def words(said: wire.Said) -> str:
    """What somebody has said: a bot in the reader's language, everybody else in their own words."""
    return put(SAYS[said.code]) if said.code in SAYS else said.text
