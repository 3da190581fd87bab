"""What has come of the stored games, and of all of mine together."""

from __future__ import annotations

from pathlib import Path

from tui.history import (
    Came,
    Played,
    Side,
    Tally,
    in_a_line,
    in_rows,
    in_words,
    own_first,
    played,
    result,
    tallies,
)


def alone(name: str, points: int, place: int, *, bot: bool = False) -> Side:
    return Side((name,), () if bot else (name,), points, place, ("easy",) if bot else ())


def game(*sides: Side, kind: str = "romi", me: str = "Ada", came: Came = "won") -> Played:
    return Played("2025", "", came, kind, sides, me)


def pair(one: str, other: str, points: int, place: int) -> Side:
    return Side((one, other), (one, other), points, place)


def test_my_games_are_counted_by_kind_by_opponents_and_by_how_well_bots_play() -> None:
    games = [
        game(alone("Ada", 10, 1), alone("Bo", 20, 2), alone("Max", 30, 3, bot=True)),
        game(alone("Ada", 41, 3), alone("Bo", 20, 1), alone("Cy", 40, 2)),
    ]
    assert tallies(games) == [
        Tally("romi", 2, 1, 2.0, 25.5),
        Tally("romi", 1, 1, 1.0, 10.0, bots="easy"),
        Tally("romi", 2, 1, 2.0, 25.5, opponent="Bo"),
        Tally("romi", 1, 0, 3.0, 41.0, opponent="Cy"),
    ]


def test_who_is_better_than_some_bots_of_a_strength_has_not_won_against_all_of_them() -> None:
    bots = (Side(("Max",), (), 20, 1, ("hard",)), Side(("Eva",), (), 40, 3, ("hard",)))
    counted = tallies([game(alone("Ada", 30, 2), *bots)])
    assert [(one.bots, one.won) for one in counted] == [("", 0), ("hard", 0)]


def test_my_own_place_and_points_come_first_where_there_is_no_room_for_all() -> None:
    sides = alone("Bo", 20, 1), alone("Ada", 41, 3), alone("Cy", 40, 2)
    assert own_first(game(*sides)) == ["place 3 of 3: 41", "Bo 20", "Cy 40"]
    assert own_first(game(*sides, me="")) == ["Bo 20", "Ada 41", "Cy 40"]
    assert own_first(game(alone("Bo", 5, 0), alone("Ada", 7, 0), came="interrupted")) == ["Ada 7", "Bo 5"]


def test_partners_win_together_and_nobody_a_draw() -> None:
    games = [
        game(pair("Ada", "Bo", 5, 1), pair("Cy", "Di", 3, 2), kind="aluette"),
        game(pair("Ada", "Cy", 2, 1), pair("Bo", "Di", 2, 1), kind="aluette", came="drawn"),
    ]
    counted = tallies(games)
    assert [(one.name, one.won, one.games) for one in counted if not one.partner] == [
        ("", 1, 2),
        ("Bo", 0, 1),
        ("Cy", 1, 1),
        ("Di", 1, 2),
    ]
    assert [(one.name, one.won, one.games) for one in counted if one.partner] == [("Bo", 1, 1), ("Cy", 0, 1)]


def test_what_is_not_finished_and_what_others_have_played_is_not_counted() -> None:
    unfinished = game(alone("Ada", 0, 0), alone("Bo", 0, 0))
    assert tallies([unfinished, game(alone("Bo", 1, 1), me=""), Played("2025", "", "damaged", sentence="Oh.")]) == []


def test_a_game_that_is_deleted_while_they_are_read_is_told_of(tmp_path: Path) -> None:
    gone = tmp_path / "2025.jsonl"
    assert played(gone) == Played("2025", "", "damaged", sentence=f"There is no file {gone}.")


def test_in_a_narrow_window_a_line_is_broken_between_the_players() -> None:
    sides = (alone("Ana de la Cruz", 10, 1), alone("Bo", 120, 2), alone("Δήμητρα Παπά", 7, 3))
    line = in_a_line(game(*sides))
    assert in_rows(line, 0) == line
    assert in_rows(line, 51).splitlines() == [
        "2025  Römi  won by Ana de la Cruz",
        "    Ana de la Cruz 10, Bo 120, Δήμητρα Παπά 7",
    ]
    assert in_rows(line, 44).splitlines()[1:] == ["    Ana de la Cruz 10, Bo 120,", "    Δήμητρα Παπά 7"]


def test_it_is_said_in_words() -> None:
    assert in_words(Tally("romi", 2, 1, 1.5, 25.5)) == "Römi: 1 of 2 won; on average place 1.5, 25.5 points."
    assert in_words(Tally("romi", 2, 1, 1.5, 25.5, opponent="Bo")) == "Römi against Bo: 1 of 2 won."
    assert in_words(Tally("aluette", 2, 1, 1.5, 2, partner="Bo")) == "Aluette with Bo: 1 of 2 won."
    assert in_words(Tally("romi", 2, 1, 1.5, 25.5, bots="hard")) == "Römi against hard bots: 1 of 2 won."
    shared = game(alone("Ada", 10, 1), alone("Bo", 10, 1), alone("Cy", 20, 3))
    assert result(shared) == "won by Ada and Bo"
