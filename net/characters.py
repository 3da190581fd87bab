"""The bots as characters: their names, how they talk and how much, and the codes of what they say."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.strengths import Strength

Manner = Literal["warm", "dry"]
Occasion = Literal["comes", "goes", "wins", "late", "spoiled", "doubled", "match", "congratulates"]
LINES = 2
"""So many there are for every manner and occasion."""


class Character(NamedTuple):
    manner: Manner
    talks: float
    """How often, of the times when there is something to say."""
    strength: Strength
    """With which it comes as a rule."""


CHARACTERS = {
    "Ada": Character("warm", 0.5, "normal"),
    "Bruno": Character("dry", 0.4, "normal"),
    "Clara": Character("warm", 0.4, "normal"),
    "Dario": Character("dry", 0.6, "hard"),
    "Elena": Character("dry", 0.3, "hard"),
    "Felix": Character("warm", 0.8, "easy"),
    "Greta": Character("warm", 0.3, "easy"),
    "Hugo": Character("dry", 0.5, "hard"),
}
"""By their names."""


def names_for(strength: Strength) -> list[str]:
    """In the order in which bots of this strength come."""
    return sorted(CHARACTERS, key=lambda name: CHARACTERS[name].strength != strength)


def character_of(name: str) -> Character:
    """Of a bot with this name, behind which there may be a number."""
    return CHARACTERS.get(name.split(" ")[0], CHARACTERS["Ada"])


def code_of(manner: Manner, occasion: Occasion, number: int) -> str:
    """What goes over the wire for one of the lines; `number` is below LINES."""
    return f"{manner}-{occasion}-{number}"
