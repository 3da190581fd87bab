from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.board import CHANCE, CLOCK, Gathered, Moved, Noted, Shown, Shuffled, Spot
from engine.games import GAMES, allegra
from net import wire
from tui import story

NAMES = ("Ada", "[/b]", "al[ice]")
SAYS = {"gives": "{by} gives the {1} to {p0}.", "knocks": "{by} knocks.", "odd": "{3} and {p7}.", "broken": "{"}


def note(code: str, *args: int | str, by: int = 0) -> Noted:
    return Noted(code, by, args)


def test_a_note_names_who_acts_and_the_players_in_its_args() -> None:
    assert story.tell([note("gives", 2, "7", by=1)], NAMES, SAYS) == ["[/b] gives the 7 to al[ice]."]


def test_an_arg_that_the_game_has_words_for_is_said_in_words() -> None:
    says = {**SAYS, "3O": "Monsieur"}
    assert story.tell([note("gives", 2, "3O", by=1)], NAMES, says) == ["[/b] gives the Monsieur to al[ice]."]


@pytest.mark.parametrize("name", ["[/b]", "[/", "[TODO] x", "al[ice]", "[bold", "{by}", "{0.__class__}", "%s", "\\"])
def test_a_name_is_shown_as_it_is(name: str) -> None:
    """S31, and the same for the braces of our own templates."""
    assert story.tell([note("knocks")], (name,), SAYS) == [f"{name} knocks."]


@pytest.mark.parametrize("seat", [CHANCE, CLOCK, 7])
def test_who_is_no_player_is_the_table(seat: int) -> None:
    assert story.tell([note("knocks", by=seat)], NAMES, SAYS) == ["The table knocks."]


@pytest.mark.parametrize("code", ["unheard", "odd", "broken"])
def test_a_code_without_a_sentence_that_fits_is_shown_itself(code: str) -> None:
    assert story.say(code, (1,), NAMES, SAYS) == code


def test_moves_are_told_plainly_only_where_the_game_says_nothing() -> None:
    moved = Moved(None, Spot("deck", 9), Spot("hand:1", 0), by=1)
    shown = Shown(allegra.Card("7"), Spot("grid:2", 3), by=2)
    assert story.tell([moved, shown, note("knocks")], NAMES, SAYS) == ["Ada knocks."]
    assert story.tell([moved, shown, Gathered("discard", "deck", 4), Shuffled("deck", 4)], NAMES, SAYS) == [
        "[/b] moves a card from the deck to [/b]'s hand.",
        "al[ice] turns up 7 in al[ice]'s grid.",
        "4 cards go from the discard to the deck.",
        "4 cards are shuffled: the deck.",
    ]


def test_a_refusal_is_the_games_own_sentence_first_and_names_the_rule() -> None:
    late = wire.Refusal("too-late", rule="A18")
    assert story.refused(late, NAMES, {}) == "Too late: the table has moved on. (A18)"
    assert story.refused(late, NAMES, {"too-late": "The card is gone."}) == "The card is gone. (A18)"
    assert story.refused(wire.Refusal("not-first", (2,)), NAMES, allegra.SAYS) == "al[ice] was the first to knock."


def test_versions_that_differ_are_both_named() -> None:
    assert story.goodbye(wire.Bye("version", (3, 2))).startswith("The host's toctoc speaks version 3, yours version 2.")


def codes(*makers: str) -> set[str]:
    """The codes with which these classes or functions are called anywhere in the table's code."""
    found: set[str] = set()
    for path in [*Path("net").glob("*.py"), Path("engine/match.py"), Path("engine/game.py"), Path("engine/board.py")]:
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in makers:
                found |= {
                    arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant) and type(arg.value) is str
                }
    return found


def test_every_code_of_the_table_has_a_sentence() -> None:
    assert codes("_refuse", "Refusal", "Refused") <= set(story.REFUSALS)
    assert codes("bye", "Bye") <= set(story.GOODBYES)
    assert len(codes("bye", "Bye")) > 8
    for says in (story.REFUSALS, story.GOODBYES):
        assert all(story.say(code, (7, 8, 9), (), says).endswith(".") for code in says)


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_a_game_can_be_filled(name: str) -> None:
    for code, sentence in GAMES[name].SAYS.items():
        assert story.say(code, (0, 1, 2, 3), NAMES, GAMES[name].SAYS, by=0) != code, sentence


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_is_explained_in_a_sentence(name: str) -> None:
    for option in GAMES[name].OPTIONS:
        assert GAMES[name].SAYS[f"option-{option}"].endswith(".")


def test_names_stand_in_a_sentence() -> None:
    assert [story.listed(NAMES[:count]) for count in range(4)] == ["", "Ada", "Ada and [/b]", "Ada, [/b] and al[ice]"]


def room(*chairs: wire.Chair, watchers: tuple[str, ...] = ()) -> wire.Room:
    return wire.Room("allegra", {}, "play", chairs, watchers)


ADA, AXEL, OPEN = wire.Chair("person", "Ada"), wire.Chair("bot", "Axel"), wire.Chair("nobody")
LOST, LEFT = wire.Chair("person", "Ada", "lost"), wire.Chair("person", "Ada", "left")
STAND_IN = wire.Chair("bot", "Ada", "lost")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (OPEN, ADA, ["Ada sits down."]),
        (OPEN, AXEL, ["Axel sits down."]),
        (AXEL, ADA, ["Ada takes over from Axel."]),
        (ADA, wire.Chair("person", "Bo"), ["Bo takes over from Ada."]),
        (STAND_IN, AXEL, ["Axel takes over from Ada."]),
        (ADA, OPEN, ["Ada has given up the chair."]),
        (ADA, LOST, ["Ada is disconnected."]),
        (ADA, LEFT, ["Ada has left."]),
        (ADA, wire.Chair("bot", "Ada", "left"), ["Ada has left.", "A bot sits in for Ada."]),
        (LOST, STAND_IN, ["A bot sits in for Ada."]),
        (LOST, ADA, ["Ada is back."]),
        (STAND_IN, ADA, ["Ada is back."]),
        (ADA, wire.Chair("person", "Ada", ready=True), []),
    ],
)
def test_who_comes_to_a_chair_and_who_goes_is_told(before: wire.Chair, after: wire.Chair, told: list[str]) -> None:
    assert story.comings(room(ADA, before), room(ADA, after)) == told


@pytest.mark.parametrize(("line", "told"), [("away", "Ada is away."), ("left", "Ada has left.")])
def test_no_bot_is_said_to_sit_in_where_the_table_waits(line: wire.Line, told: str) -> None:
    gone = room(wire.Chair("bot", "Ada", line), AXEL)
    assert story.comings(room(ADA, AXEL), gone) == [told, "The table waits until somebody is back."]
    assert story.comings(gone, gone) == []


def test_watchers_come_and_go() -> None:
    assert story.comings(room(ADA, watchers=("Wim", "[/b]")), room(ADA, watchers=("Zoë", "Wim"))) == [
        "Zoë is watching.",
        "[/b] watches no more.",
    ]


def test_chairs_without_a_name_are_called_by_their_number() -> None:
    chairs = (wire.Chair("person", "Ada"), wire.Chair("bot"), wire.Chair("nobody"))
    room = wire.Room("allegra", {}, "lobby", chairs, ())
    assert story.names_of(room, 3) == ("Ada", "Bot 2", "Chair 3")
    assert story.names_of(None, 2) == ("Chair 1", "Chair 2")


def test_an_arg_that_has_words_of_its_own_is_shown_by_them() -> None:
    says = {"plays": "{by} plays {0}.", "3O": "Monsieur"}
    assert story.tell([note("plays", "3O"), note("plays", "4O")], ["Ada"], says) == [
        "Ada plays Monsieur.",
        "Ada plays 4O.",
    ]
