"""Stored games: listed, found, and played again."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import msgspec
import pytest

from engine import journal
from engine.games import GAMES
from engine.match import Match
from net import store
from tests import kit
from tests.engine.games.finished import STORED
from tests.net.company import Company, handed_over
from tui.command_line import main


@pytest.fixture
def game(tmp_path: Path) -> tuple[Path, Match]:
    """A whole game of two, which begins with an act out of turn and ends with one too many."""
    match, path = Match(GAMES["allegra"], 2, {"rounds": 1}), tmp_path / "game.jsonl"
    wrong = journal.Acted(1, msgspec.Raw(b'{"type":"draw","turn":99}'))
    lines: list[journal.Line] = [journal.Header("allegra", match.game.RULES, ("Ada", "\x1b[31mBo"), match.options)]
    for step in kit.play(match, random.Random(1)):
        lines.append(journal.Acted(step.seat, msgspec.Raw(step.action)))
    lines[2:2] = [wrong]
    path.write_bytes(b"".join(journal.write(line) + b"\n" for line in [*lines, wrong]))
    return path, match


def test_a_replay_tells_what_happened_every_refused_act_and_the_scores(
    game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, match = game
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    last = len(path.read_bytes().splitlines()) - 1
    assert "\x1b" not in out
    assert lines[0] == "Round 1 of 1 begins."
    assert lines[1].startswith("Act 2, [31mBo: ")
    assert lines[1].endswith(' {"type":"draw","turn":99}')
    assert lines[2].startswith(("Ada turns up: ", "[31mBo turns up: "))
    assert lines[-7].startswith(f"Act {last}, [31mBo: The game is over.")
    assert lines[-6] == ""
    totals = match.game.scores(match.state).totals
    assert lines[-3].split() == ["total", *map(str, totals)]
    assert lines[-2].startswith("The game is over. Won by ")
    assert lines[-1] == f"{last} acts, 2 refused."
    for form in ("--text", "--plain"):
        assert main(["replay", str(path), form]) == 0
        assert capsys.readouterr().out == out


def test_a_replay_is_one_json_document_if_asked_for(
    game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, match = game
    assert main(["replay", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    scores = match.game.scores(match.state)
    assert told["game"] == "allegra"
    assert told["options"] == match.options
    assert told["over"] is True
    assert told["scores"] == {
        "rounds": [list(row) for row in scores.rounds],
        "totals": list(scores.totals),
        "winners": list(scores.winners),
    }
    assert [(act["number"], act["seat"], act["action"]) for act in told["refused"]] == [
        (2, 1, {"type": "draw", "turn": 99}),
        (told["acts"], 1, {"type": "draw", "turn": 99}),
    ]
    assert told["refused"][1]["code"] == "over"


def test_what_a_journal_hides_is_not_let_out_to_the_terminal(
    game: tuple[Path, Match], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = game
    lines = path.read_bytes().replace(b'"Ada"', '"\u009b31mZoë 😀"'.encode()).splitlines()
    lines[2] = '{"line":"act","seat":1,"action":{"type":"\u009b2J"}}'.encode()
    path.write_bytes(b"\n".join(lines))
    for words in ([], ["--json"]):
        assert main(["replay", str(path), *words]) == 0
        out = capsys.readouterr().out
        assert "\x9b" not in out
        assert "\x1b" not in out
    assert json.loads(out)["names"][0] == "31mZoë 😀"
    header = journal.write(journal.Header("\x1b[31mred", 1, ("Ada",)))
    store.Journals()
    for foreign in (path, store.journals_folder() / "\x1b[31m.jsonl"):
        foreign.write_bytes(header)
    assert main(["replay", str(path)]) == 1
    assert main(["replay"]) == 0
    assert main(["replay", "--json"]) == 0
    assert "\x1b" not in "".join(capsys.readouterr())


def test_a_game_that_was_not_finished_says_so(game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = game
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:9]))
    assert main(["replay", str(path)]) == 0
    assert "The game was not finished.\n8 acts, 1 refused.\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "This is not a journal: its first line is no header."),
        (b"hello\n", "Line 1 of this journal cannot be read."),
        (b'{"line":"header","game":"chess","rules":1,"names":["Ada"]}\n', "a game called chess"),
        (b'{"line":"header","game":"allegra","rules":99,"names":["Ada"]}\n', "with version 99 of the rules"),
        (b'{"line":"header","game":"allegra","rules":1,"names":["Ada"]}\n', "a game of 1 player; 2 to 6"),
    ],
)
def test_what_is_no_journal_of_ours_is_told(
    text: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.jsonl").write_bytes(text)
    assert main(["replay", str(tmp_path / "game.jsonl")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_of_a_damaged_game_what_comes_before_the_damage_is_kept_if_that_is_wanted(
    game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = game
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join((*lines[:4], b"garbage", *lines[5:], b"")))
    aside = path.with_name(f"{path.name}.damaged")
    told = f"Line 5 of this journal cannot be read. Keep what comes before it with: toctoc replay {path} --mend\n"
    for command in ("replay", "verify"):
        assert main([command, str(path)]) == 1
        assert capsys.readouterr().err == told
    assert not aside.exists()
    for told in (
        f"Line 5 is damaged. From it on, {len(lines) - 4} lines are left out. The whole file is kept as {aside}.\n",
        "No line of this journal is damaged.\n",
    ):
        assert main(["replay", str(path), "--mend", "--json"]) == 0
        out, err = capsys.readouterr()
        assert (json.loads(out)["acts"], err) == (3, told)


def test_a_stored_game_is_found_by_its_name_alone(game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay"]) == 0
    assert capsys.readouterr().out == "There are no stored games yet. Every game that you host is stored.\n"
    store.Journals()
    (store.journals_folder() / "2020-whole.2.jsonl").write_bytes(game[0].read_bytes())
    for name in ("2020-whole.2", "2020-whole.2.jsonl"):
        assert main(["replay", name]) == 0
        assert "The game is over." in capsys.readouterr().out
    assert main(["replay", "2020-whole"]) == 1
    assert capsys.readouterr().err == "There is no file 2020-whole.\n"


def test_after_a_hand_over_everybody_is_called_as_at_that_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(handed_over().journal())
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    first, second, scores = out.split("\n\n")
    assert "Bo " in first
    assert "Wil " not in first
    assert second.startswith("Wil takes over from Bo.\n")
    assert "Bo " not in second.split("\n", 1)[1]
    assert scores.split()[:3] == ["Ada", "Wil", "Cy"]
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["names"] == ["Ada", "Wil", "Cy"]


def test_a_draw_is_won_by_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(STORED / "aluette-tied.jsonl")]) == 0
    assert capsys.readouterr().out.splitlines()[-2] == "The game is a draw."


def test_of_an_unfinished_round_it_is_told_what_watchers_heard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    company = Company("Ada", "Bo", game="romi", rounds=1)
    company.start()
    company.favourite = "draw"
    for _ in range(2):
        company.act_once(random.Random(1))
    path = tmp_path / "game.jsonl"
    path.write_bytes(company.journal())
    assert main(["replay", str(path)]) == 0
    assert re.findall(r"draws .*from the stock\.", capsys.readouterr().out) == ["draws from the stock."]
    assert main(["replay", str(STORED / "romi-out.jsonl")]) == 0
    assert "Ada draws 8 of spades from the stock." in capsys.readouterr().out
