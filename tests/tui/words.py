"""The catalogues of the languages. `python -m tests.tui.words` brings them up to date with what the program says in
English, makes of each what the program reads, and tells which sentences are missing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import tui
from engine.game import COMMON, COMMON_SAYS, Game, Option
from engine.games import GAMES
from tui import banter, fairness, says, spoken, story
from tui.language import CATALOGUES, DOMAIN, LANGUAGES
from tui.line import says as line
from tui.spoken import _any, _suits, allegra, aluette, romi

OTHERS = tuple(language for language in LANGUAGES if language != "en")
SPOKEN = {
    "__init__": (spoken.SAYS,),
    "_any": (_any.SAYS,),
    "_suits": (_suits.SAYS, _suits.RANKS, _suits.SUITS),
    "allegra": (allegra.SAYS,),
    "aluette": (aluette.SAYS,),
    "romi": (romi.SAYS,),
}
TABLES = {
    "engine/game.py": (COMMON_SAYS,),
    "tui/story.py": (story.REFUSALS, story.GOODBYES),
    "tui/says.py": (says.TROUBLES,),
    "tui/banter.py": (banter.SAYS,),
    "tui/fairness.py": (fairness.FOUND,),
    "tui/line/says.py": (line.SAYS,),
    **{f"tui/spoken/{name}.py": tables for name, tables in SPOKEN.items()},
}
"""Sentences that `say` finds by their codes."""
CALLS = {
    None: {"_": (1,), "N_": (1,), "ngettext": (1, 2), "pgettext": ((1, "c"), 2)},
    "key": {"Binding": (3,)},
}
"""In which context the strings in such calls are: which args they are, or where the context itself stands."""
ARGPARSE = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "expected one argument",
    "ignored explicit argument %r",
    "not allowed with argument %s",
    "ambiguous option: %(option)s could match %(matches)s",
    "invalid choice: %(value)r (choose from %(choices)s)",
)
"""What Python itself says of our command line."""
ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Two runs write the same."""
HEADER = """\
# What toctoc says, in {name}.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def english() -> Catalog:
    """All that there is to say."""
    catalog = Catalog()
    for game in GAMES.values():
        _add_game(catalog, game)
    _add_options(catalog, "every game", COMMON)
    for path, tables in TABLES.items():
        for table in tables:
            for code, sentence in table.items():
                catalog.add(sentence, locations=[(path, 0)], auto_comments=[code])
    for sentence in ARGPARSE:
        catalog.add(sentence, auto_comments=["the command line, in Python's words"])
    root = Path(tui.__file__).parent
    for path, (usual, calls) in product(sorted(root.rglob("*.py")), CALLS.items()):
        place = path.relative_to(root.parent).as_posix()
        for _line, sentence, comments, context in extract_from_file("python", path, calls, ["Translators:"]):
            catalog.add(sentence, locations=[(place, 0)], auto_comments=comments, context=context or usual)
    return catalog


def _add_game(catalog: Catalog, game: Game) -> None:
    """Its sentences, each with its code; its rules, one by one; the names and the values of its options."""
    for code, sentence in game.SAYS.items():
        catalog.add(sentence, auto_comments=[f"{game.NAME}: {code}"])
    catalog.add(game.HELP, auto_comments=[f"{game.NAME}: what it is about"])
    for title, rules in game.SHEET.items():
        catalog.add(title, auto_comments=[f"{game.NAME}: a part of the rules"])
        for number, rule in rules.items():
            catalog.add(rule, auto_comments=[f"{game.NAME}: {number}"])
    _add_options(catalog, game.NAME, game.OPTIONS)


def _add_options(catalog: Catalog, whose: str, options: Mapping[str, Option]) -> None:
    for name, option in options.items():
        for words in (name, *(choice for choice in option.choices if isinstance(choice, str))):
            catalog.add(words.replace("_", " "), auto_comments=[f"{whose}: {name}"], context="option")


def po(language: str) -> Path:
    """What people write."""
    return CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo(language: str) -> Path:
    """What the program reads."""
    return po(language).with_suffix(".mo")


def head(language: str) -> bytes:
    return HEADER.format(name=LANGUAGES[language], language=language).encode()


def read(language: str) -> Catalog:
    """What has been said in a language so far."""
    text = po(language).read_bytes() if po(language).exists() else head(language)
    return read_po(BytesIO(text), locale=language)


def update(language: str, all_there_is: Catalog) -> Catalog:
    """Write both files of a language, and return what they hold. Of what is said no more nothing is kept."""
    catalog = read(language)
    catalog.update(all_there_is, no_fuzzy_matching=True)
    catalog.creation_date = catalog.revision_date = ANY_TIME
    po(language).parent.mkdir(parents=True, exist_ok=True)
    with po(language).open("wb") as file:
        file.write(head(language))
        write_po(file, catalog, width=0, omit_header=True, ignore_obsolete=True, include_lineno=False)
    with mo(language).open("wb") as file:
        write_mo(file, catalog)
    return catalog


def missing(catalog: Catalog) -> list[str]:
    """The English sentences that have no translation, or one that is marked as fuzzy, which is not used."""
    lacking = []
    for message in catalog:
        english, said = (message.id, message.string) if message.pluralizable else ((message.id,), (message.string,))
        if english[0] and (message.fuzzy or not all(said)):
            lacking.append(english[0])
    return lacking


if __name__ == "__main__":
    all_there_is = english()
    for language in OTHERS:
        lacks = missing(update(language, all_there_is))
        print(f"{LANGUAGES[language]}: {len(lacks)} of {len(all_there_is)} sentences are missing.")
        for sentence in lacks:
            print(f"  {sentence.splitlines()[0][:100]}")
