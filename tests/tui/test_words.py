"""What the catalogues hold goes with what is said in English."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from tests.tui import words

every_language = pytest.mark.parametrize("language", words.OTHERS)


@every_language
def test_everything_is_said_in_every_language(language: str) -> None:
    said = words.read(language)
    lacking = [message.id for message in words.english() if message.id and not said.get(message.id, message.context)]
    assert lacking + words.missing(said) == []


@every_language
def test_a_translation_tells_what_the_sentence_tells(language: str) -> None:
    for message in words.read(language):
        for english, translation in pairs(message):
            assert fields(translation) == fields(english), translation


@every_language
def test_what_the_program_reads_is_what_people_wrote(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, words.read(language))
    compiled.seek(0)
    with words.mo(language).open("rb") as file:
        assert said(GNUTranslations(file)) == said(GNUTranslations(compiled)), "run scripts/words"


def test_what_is_missing_is_found() -> None:
    catalog = Catalog(locale="nl")
    catalog.add("leads", "komt uit")
    catalog.add("plays", "speelt", flags=["fuzzy"])
    catalog.add("wins", "")
    catalog.add(("{n} card", "{n} cards"), ("{n} kaart", ""))
    assert words.missing(catalog) == ["plays", "wins", "{n} card"]


def pairs(message: Message) -> list[tuple[str, str]]:
    """The English sentences and their translations, as far as there are any."""
    plural = message.pluralizable
    both = zip(message.id, message.string, strict=True) if plural else [(message.id, message.string)]
    return [(english, translation) for english, translation in both if english and translation]


def fields(sentence: str) -> set[str]:
    """The places for args: those of ours, and those of Python's own sentences."""
    ours = {field for _text, field, _spec, _conversion in Formatter().parse(sentence) if field is not None}
    return ours | set(re.findall(r"%\(\w+\)[rs]|%[rs]", sentence))


def said(translations: GNUTranslations) -> dict[object, str]:
    """All but the head."""
    return {english: text for english, text in translations._catalog.items() if english}  # type: ignore[attr-defined]
