"""What can be asked for at any time in line mode."""

from __future__ import annotations

import pytest

from engine.game import rules_of
from engine.games import GAMES
from tests.tui import aluette_laid, romi_laid
from tests.tui.line.guest import Guest
from tests.tui.screens import step
from tui.line import tells
from tui.line.says import COMMANDS, KEYS


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_told_in_parts_and_no_word_is_lost(game: str) -> None:
    parts = tells.parts(GAMES[game])
    assert [title for title, _ in parts] == [GAMES[game].NAME, *GAMES[game].SHEET]
    told = " ".join(line for _, lines in parts for line in lines).replace(",", "").split()
    sheet = " ".join(f"{number}. {rule}" for number, rule in rules_of(GAMES[game]).items())
    assert told == f"{GAMES[game].HELP} {sheet}".replace(",", "").split()


def test_a_row_of_a_table_is_a_line_of_its_own() -> None:
    first, *rows, last = tells.rule(GAMES["aluette"], "L2")
    assert first == "L2. The order, from high to low, and the signs (L13):"
    assert (len(rows), rows[1]) == (8, "2 Madame, 3 of cups, tilt the head")
    assert last.startswith("Then come aces, kings")


def test_a_part_is_chosen_from_the_list_and_a_rule_by_its_number() -> None:
    guest = Guest(game="romi", seats=3)
    titles = guest.type("rules")
    assert titles[0] == "The rules. Type the number of a part, or rules and the number of one rule, as rules R28."
    assert titles[4] == "4. A turn."
    assert guest.type("4")[0].startswith("R11. Draw one card")
    assert guest.type("5")[0].startswith("R18."), "one goes on reading"
    assert guest.type("rules 14") == guest.type("/r r14") == tells.rule(GAMES["romi"], "R14")
    assert guest.type("rules 29") == titles


def test_no_command_is_taken_for_something_else() -> None:
    """Every game's letters, the words of its pages and the keys of the full screen among them."""
    pages = {page for game in GAMES for page in _pages(game)}
    assert {"eyes", "last", "order"} == pages
    letters = [*COMMANDS.values(), *(page[0] for page in pages)]
    assert len(set(letters)) == len(letters)
    assert set(KEYS.values()) <= set(COMMANDS)
    assert all(len(word) > 1 for word in COMMANDS), "one letter is for what can be done in a game"


def _pages(game: str) -> set[str]:
    guest = Guest(4, game=game)
    guest.play(aluette_laid.signing()) if game == "aluette" else guest.table.tell_room("play")
    return set(guest.talk._place.pages())


def test_every_command_is_known_as_a_word_and_by_its_letter() -> None:
    guest = Guest(game="aluette")
    guest.play(aluette_laid.signing())
    for word, letter in {**COMMANDS, "eyes": "e"}.items():
        for typed in (word, f"/{letter}", f"/{word}", word.upper()):
            assert guest.talk._commands.known(typed.lower()) == word
    told = "\n".join(guest.type("?"))
    assert all(f"\n{word} or /{letter}: " in told for word, letter in COMMANDS.items())
    assert told.endswith("In this game also eyes or /e, last or /l, order or /o.")


def test_a_greek_keyboard_types_the_same() -> None:
    guest = Guest(game="aluette")
    guest.play(aluette_laid.signing())
    assert guest.type("ψαρδσ") == guest.type("cards")


def test_the_points_are_told_by_rounds_and_what_they_come_to() -> None:
    guest = Guest(3)
    guest.table.tell_room("play")
    assert guest.type("score") == ["The game has not begun."]
    guest.table.play_until(step("reveal"))
    assert guest.type("=") == ["No round is finished yet."]
    guest.table.play_until(lambda view: view.over)
    told = guest.type("/s")
    assert [line.split(":")[0] for line in told[:4]] == ["Round 1", "Round 2", "Round 3", "Total"]
    assert told[-1].endswith(" the game.")


def test_partners_have_their_points_together() -> None:
    guest = Guest(game="aluette")
    guest.play(aluette_laid.last())
    guest.type("1")
    assert guest.type("/s")[:1] == ["Deal 1: Konstantina and Bo 0, Ada and [/b] Maximilian III 2."]


def test_what_was_told_last_and_what_happened_can_be_heard_once_more() -> None:
    guest = Guest(game="aluette")
    guest.play(aluette_laid.signing())
    assert guest.type("news") == ["Nothing has happened yet."]
    first = guest.type("1")
    assert guest.type("again") == first
    assert guest.type("/n") == first[: len(guest.heard)]
    guest.table.chat("Ada", "Well played.")
    assert guest.type("news 1") == ["Ada: Well played."]


def test_my_cards_can_be_held_otherwise() -> None:
    guest = Guest(6, game="romi")
    guest.play(romi_laid.opening())
    by_suit = guest.type("cards")
    by_rank = guest.type("sort")
    assert by_suit[0].startswith("Spades: 1 ace, 2 is 4, 3 is 5, 4 is 9.")
    assert by_rank[0] == "Your cards are by rank."
    assert by_rank[1].startswith("1 ace of spades, 2 is 4 of spades, 3 is 5 of spades, ")
    assert guest.type("x 1")[0] != by_rank[0]
    assert Guest(4).type("sort") == ["The game has not begun."]


def test_players_are_found_by_number_and_by_the_beginning_of_the_name() -> None:
    guest = Guest(6, game="romi")
    guest.play(romi_laid.playing())
    assert guest.type("player al")[0].startswith("al[ice], ")
    assert guest.type("player 2") == guest.type("/p ada") != guest.type("player 3")
    assert guest.type("player") == guest.type("cards")
    for nobody in ("7", "0", "²", "x" * 90):
        [said] = guest.type(f"player {nobody}")
        assert said.startswith("There is nobody called ")
