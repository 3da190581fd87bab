"""The bots as characters: their names, how they talk and how much, and the codes of what they say."""

from __future__ import annotations

from typing import Literal, NamedTuple

Manner = Literal["warm", "dry"]
Occasion = Literal["comes", "goes", "wins", "late", "spoiled", "doubled", "match", "congratulates"]
LINES = 2
"""So many there are for every manner and occasion."""


class Character(NamedTuple):
    manner: Manner
    talks: float
    """How often, of the times when there is something to say."""


CHARACTERS = {
    "Ada": Character("warm", 0.5),
    "Bruno": Character("dry", 0.4),
    "Clara": Character("warm", 0.4),
    "Dario": Character("dry", 0.6),
    "Elena": Character("dry", 0.3),
    "Felix": Character("warm", 0.8),
    "Greta": Character("warm", 0.3),
    "Hugo": Character("dry", 0.5),
}
"""By their names, in the order in which they come."""


def character_of(name: str) -> Character:
    """Of a bot with this name, behind which there may be a number."""
    return CHARACTERS.get(name.split(" ")[0], CHARACTERS["Ada"])


def code_of(manner: Manner, occasion: Occasion, number: int) -> str:
    """What goes over the wire for one of the lines; `number` is below LINES."""
    return f"{manner}-{occasion}-{number}"
