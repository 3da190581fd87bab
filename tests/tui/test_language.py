from __future__ import annotations

import errno
import gettext
import os
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from engine.board import Noted
from engine.game import Sentence
from net.trouble import Trouble
from tui import language, story
from tui.language import _, choose, pgettext, translated
from tui.says import trouble

SAYS: dict[str, Sentence] = {
    "leads": "{by} leads {0}.",
    "scores": ("{by} gets {0} point.", "{by} gets {0} points."),
    "KO": "king of coins",
}


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few sentences of it."""
    catalog = Catalog(locale="nl")
    catalog.add(SAYS["leads"], "{by} komt uit met {0}.")
    catalog.add(SAYS["scores"], ("{by} krijgt {0} punt.", "{by} krijgt {0} punten."))
    catalog.add(SAYS["KO"], "muntenheer")
    catalog.add("off", "uit", context="option")
    (tmp_path / "nl/LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "nl/LC_MESSAGES/toctoc.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)


@pytest.mark.parametrize(
    ("wanted", "environment", "chosen"),
    [
        ("", {}, "en"),
        ("el", {"LANG": "pt_PT.UTF-8"}, "el"),
        ("", {"LANG": "pt_PT.UTF-8"}, "pt"),
        ("", {"LANG": "nl_BE@euro", "LC_MESSAGES": "el"}, "el"),
        ("", {"LC_MESSAGES": "el", "LC_ALL": "C.UTF-8"}, "en"),
        ("", {"LANG": "nl", "LANGUAGE": ""}, "nl"),
        ("", {"LANG": "nl", "LANGUAGE": "fr:pt_BR:el"}, "pt"),
        ("", {"LANG": "nl", "LANGUAGE": "en_GB:pt"}, "en"),
        ("", {"LANG": "elx"}, "en"),
    ],
)
def test_the_language_is_the_one_wanted_or_the_first_of_the_locale_that_is_spoken(
    wanted: str, environment: dict[str, str], chosen: str
) -> None:
    assert choose(wanted, environment) == chosen


def test_the_same_event_is_told_to_everybody_in_their_own_language(dutch: None) -> None:
    events = [Noted("leads", 0, ("KO",)), Noted("scores", 0, (1,)), Noted("scores", 0, (-10,))]
    assert story.tell(events, ["Ada"], SAYS) == [
        "Ada leads king of coins.",
        "Ada gets 1 point.",
        "Ada gets -10 points.",
    ]
    language.speak("nl")
    assert story.tell(events, ["Ada"], SAYS) == [
        "Ada komt uit met muntenheer.",
        "Ada krijgt 1 punt.",
        "Ada krijgt -10 punten.",
    ]
    language.speak("en")
    assert story.tell(events[:1], ["Ada"], SAYS) == ["Ada leads king of coins."]


def test_argparse_and_processes_that_are_started_speak_it_too(dutch: None) -> None:
    language.speak("nl")
    assert (language.spoken(), os.environ["LANGUAGE"]) == ("nl", "nl")
    assert gettext.gettext("king of coins") == "muntenheer"


def test_words_with_a_context_mean_something_else_without(dutch: None) -> None:
    language.speak("nl")
    assert (pgettext("option", "off"), _("off"), _("")) == ("uit", "off", "")


def test_a_language_without_a_catalogue_is_not_spoken(dutch: None) -> None:
    with pytest.raises(FileNotFoundError):
        language.speak("pt")


@pytest.mark.parametrize("args", [(), ("1",)])
def test_without_its_number_a_sentence_cannot_be_said(args: tuple[str, ...]) -> None:
    with pytest.raises((LookupError, ValueError)):
        translated(SAYS["scores"], args)
    assert story.say("scores", args, ["Ada"], SAYS, by=0) == "scores"


def test_what_the_system_says_is_told_in_the_language_too() -> None:
    language.speak("nl")
    told = trouble(Trouble("no-output", os.strerror(errno.ENOSPC)))
    assert os.strerror(errno.ENOSPC) not in told
    assert "schijf" in told
    assert trouble(Trouble("no-output", "a fault of its own")).endswith("a fault of its own.")
