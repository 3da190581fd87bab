"""What is said, in the reader's language.

Sentences are written in English where they belong, and put into another language at the moment they are shown: never
when a module is read, for the language may change while the program runs. The table and the engine speak English codes.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.game import Sentence

LANGUAGES = {"en": "English", "pt": "Português", "nl": "Nederlands", "el": "Ελληνικά"}
"""What can be spoken, and its own name for itself."""
CATALOGUES = Path(__file__).with_name("locale")
DOMAIN = "toctoc"

_catalogue = gettext.NullTranslations()
_spoken = "en"


def choose(wanted: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language that is wanted; if none is, the first that we speak of those that the user's locale asks for."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = wanted or next(filter(None, map(environment.get, variables)), "")
    known = (re.split(r"[_.@-]", name)[0].lower() for name in asked.split(":"))
    return next((name for name in known if name in LANGUAGES), "en")


def speak(language: str) -> None:
    """From now on everything is said in this one of LANGUAGES, also by argparse and by processes that are started."""
    global _catalogue, _spoken
    _catalogue = gettext.translation(DOMAIN, CATALOGUES, [language], fallback=language == "en")
    _spoken = os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)


def spoken() -> str:
    """Which of LANGUAGES is spoken now."""
    return _spoken


def _(sentence: str) -> str:
    return _catalogue.gettext(sentence) if sentence else ""  # "" stands for the head of a catalogue


def ngettext(one: str, more: str, number: int) -> str:
    """The sentence that goes with this number."""
    return _catalogue.ngettext(one, more, number)


def pgettext(context: str, words: str) -> str:
    """Words that mean something else elsewhere."""
    return _catalogue.pgettext(context, words)


def N_(sentence: str) -> str:
    """Marks what is put into the reader's language only where it is shown."""
    return sentence


def translated(sentence: Sentence, args: Sequence[int | str] = ()) -> str:
    """A sentence of a table, with the places for its args. Raises LookupError or ValueError if it does not go with
    them."""
    if isinstance(sentence, str):
        return _(sentence)
    one, more = sentence
    told = re.search(r"{(\d+)}", more)
    number = args[int(told[1])] if told else None
    if not isinstance(number, int):
        raise ValueError(f"no number decides between {one!r} and {more!r}")
    return ngettext(one, more, number)


def put(sentence: Sentence, *args: int | str) -> str:
    """A sentence of a table with its args in their places."""
    return translated(sentence, args).format(*args)
