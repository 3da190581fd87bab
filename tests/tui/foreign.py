"""A language that nobody speaks: its words are longer than ours, and none of its letters is an English one. So whatever
is not put into it stands out, and whatever has too little room is seen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from engine.games import GAMES
from tests.tui import words
from tui import language

CODE = "xx"
ABC = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđëƒğħïĵķłɱñøþʠřšŧüṽŵẋýžÅƁÇĐËƑĞĦÏĴĶŁṀÑØÞǪŘŠŦÜṼŴẊÝŽ",
)
FIELD = re.compile(r"({[^{}]*}|%\(\w+\)[rs]|%[rs])")
ENGLISH = re.compile(r"[A-Za-z]{2,}")
KNOWN = {"toctoc", "ctrl", "PgUp", "oo", "nnnn", "www", *(game.NAME for game in GAMES.values())}
"""What is the same in every language; of the last ones faces are made."""


def foreign(sentence: str) -> str:
    """The sentence with every vowel twice, and letters of ours."""
    parts = FIELD.split(sentence)
    parts[::2] = [re.sub(r"([aeiou])", r"\1\1", part).translate(ABC) for part in parts[::2]]
    return "".join(parts)


def catalogues(folder: Path) -> Path:
    """Those of all languages, with one of this."""
    for known in words.OTHERS:
        (folder / known).symlink_to(words.CATALOGUES / known)
    catalog = Catalog(locale="nl")
    for message in words.english():
        if message.pluralizable:
            catalog.add(message.id, tuple(map(foreign, message.id)), context=message.context)
        elif message.id:
            catalog.add(message.id, foreign(message.id), context=message.context)
    path = folder / CODE / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    return folder


def left_in_english(text: str, names: Iterable[str] = ()) -> list[str]:
    """The words that have not been put into it. Names stay as they are, and may be cut, or broken into lines."""
    known = {*KNOWN, *names, *(part for name in names for part in name.split())}
    for name in sorted(known, key=len, reverse=True):
        cut = "".join(f"(?:{re.escape(char)}" for char in name[1:]) + ")?" * (len(name) - 1)
        text = re.sub(f"{re.escape(name)}|{re.escape(name[:1])}{cut}…", "", text)
    return ENGLISH.findall(text)
