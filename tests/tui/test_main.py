"""The command line: what it opens, and one clear sentence for whatever goes wrong."""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine import journal
from engine.games import GAMES
from engine.match import Match
from net import invite, listen, store, tables, tls, wire
from net.invite import DEFAULT_PORT, Invite
from net.launch import Failed
from net.limits import GOODBYES_LOGGED_MAX
from net.table import Table
from net.tables import Record
from tests import kit
from tui import commands
from tui.command_line import command_line, main
from tui.plan import Plan
from tui.says import FirstLines, LogLine

PROGRAM = (sys.executable, "-P", "-m", "tui")
COMMANDS = ("host", "solo", "join", "watch", "serve", "replay")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TOCTOC_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOGNAME", "ada")
    return tmp_path / "home"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans that would be opened on a screen."""
    plans: list[Plan] = []

    def open_app(_asked: argparse.Namespace, plan: Plan) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr(commands, "open_app", open_app)
    return plans


# what is opened


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("", Plan("start", "ada")),
        ("host allegra", Plan("host", "ada")),
        (
            "host allegra --seats 6 --bots 2 --name Bo --port 9000 --local --option rounds=1 --option knocks=choice",
            Plan(
                "host",
                "Bo",
                seats=6,
                bots=2,
                port=9000,
                bind="local",
                options={"rounds": "1", "knocks": "choice"},
            ),
        ),
        ("host allegra --socket /tmp/table", Plan("host", "ada", socket="/tmp/table")),
        ("host allegra --local --tls", Plan("host", "ada", bind="local", tls=True)),
        ("host allegra --no-tls", Plan("host", "ada", tls=False)),
        ("solo allegra", Plan("solo", "ada", bots=3, bind="local")),
        (
            "solo allegra --seats 2 --option rounds=9",
            Plan("solo", "ada", seats=2, bots=1, bind="local", options={"rounds": "9"}),
        ),
        ("join", Plan("join", "ada")),
        ("join --name Bo", Plan("join", "Bo", named=True)),
        (
            "join laptop/KWXBTR --name Bo",
            Plan("join", "Bo", True, invite=Invite("KWXBTR", host="laptop", port=DEFAULT_PORT)),
        ),
        ("watch laptop:9/KWXBTR", Plan("watch", "ada", invite=Invite("KWXBTR", host="laptop", port=9))),
    ],
)
def test_the_screen_is_opened_with_what_was_asked_for(words: str, plan: Plan, opened: list[Plan]) -> None:
    assert main(words.split()) == 0
    assert opened == [plan]


RECORD = Record("Bo", "allegra", 2, {}, "local", 9_000, None, "KWXBTR", "the token of the host")


def interrupted(game: str = "allegra", rules: int | None = None) -> str:
    kept = tables.keep(RECORD)
    kept.write(journal.Header(game, GAMES["allegra"].RULES if rules is None else rules, ("Bo", "Cy")))
    kept.close()
    return kept.table


def test_a_table_of_mine_is_found_again_running_or_interrupted(opened: list[Plan]) -> None:
    older, newer = interrupted(), interrupted()
    for words in ("--resume", f"--resume {newer}", f"--resume {older}"):
        assert main(["host", *words.split()]) == 0
    with closing(tables.keep(RECORD)) as running:
        assert main(["host"]) == 0
        assert main(["host", "--resume", running.table]) == 0
        assert main(["host", "allegra"]) == 0, "a game was named: this is another table"
    found = [Plan("host", "Bo", bind="local", table=table) for table in (newer, newer, older, *[running.table] * 2)]
    assert opened == [*found, Plan("host", "ada")]


def test_what_cannot_be_gone_on_with_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    interrupted(rules=99)
    for command in ("host", "serve"):
        assert main([command, "--resume"]) == 1
        here = f"this toctoc has version {GAMES['allegra'].RULES}"
        assert capsys.readouterr() == ("", f"This journal was written with version 99 of the rules; {here}.\n")
    with closing(tables.keep(RECORD)) as running:
        assert main(["serve", "--resume", running.table]) == 1
    assert capsys.readouterr() == ("", f"The table {running.table} is open already.\n")


def test_names_are_cleaned_before_anybody_sees_them(opened: list[Plan]) -> None:
    assert main(["join", "--name", " \x1b[2J[b]Ada\u202e "]) == 0
    assert opened[0].name == "[2J[b]Ada"


# what goes wrong


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("host", "None of your tables is open. Open one with: toctoc host GAME."),
        ("serve", f"Tell which game the table is for: {', '.join(GAMES)}."),
        ("host --resume", "No game of yours was interrupted."),
        ("serve --resume", "No game of yours was interrupted."),
        ("host --resume ../seats", "There is no table ../seats to go on with."),
        ("host chess", f"There is no game called chess. There is: {', '.join(GAMES)}."),
        ("host allegra --seats 7", "Allegra is for 2 to 6 players."),
        ("host aluette --seats 3", "Aluette is for 4 players."),
        ("host allegra --bots 4", "4 bots are not possible on 4 chairs: one is yours."),
        ("host allegra --bots -1", "-1 bots are not possible on 4 chairs: one is yours."),
        (
            "solo allegra --option speed=9",
            "There is no option speed. There is: rounds, knocks, knock_window, two_player_knock.",
        ),
        ("serve allegra --option rounds=77", "The option rounds can be 1 to 9, not 77."),
        ("host allegra --option knocks=no", "The option knocks can be race or choice, not no."),
        ("host allegra --name=", "What shall the others call you? Tell your name with --name."),
        (
            "host allegra --name 123456789012345678901",
            "123456789012345678901 is too long a name: 20 letters at most, half as many if they are wide.",
        ),
        (
            "join --name 麻麻麻麻麻麻麻麻麻麻麻",
            "麻麻麻麻麻麻麻麻麻麻麻 is too long a name: 20 letters at most, half as many if they are wide.",
        ),
        ("join laptop", "This is not an invite. It looks like toctoc://192.168.1.5:8628/KWXBTR; ask the host for it."),
        (
            "join toctoc://127.0.0.1:8628",
            "The code is missing: six letters, as in /KWXBTR. Ask the host for all of the invite.",
        ),
        (
            f"join toctoc://laptop:{'9' * 5_000}/KWXBTR",
            f"{'9' * 300} in this invite is not a port. Ask the host for the invite again.",
        ),
        ("join laptop:\x1b[31m1/KWXBTR", "[31m1 in this invite is not a port. Ask the host for the invite again."),
        (
            "join toctocs://laptop/KWXBTR",
            "The fingerprint is missing: 26 letters at the end. Ask the host for all of the invite.",
        ),
        ("watch laptop:99999/KWXBTR", "99999 in this invite is not a port. Ask the host for the invite again."),
        ("join laptop/KWXBTR", "This needs a terminal. With ssh, add -t: ssh -t host toctoc."),
        ("replay /no/such/file", "There is no file /no/such/file."),
        (f"replay {'a' * 300}", f"{'a' * 300} cannot be used: File name too long."),
        (
            "serve allegra --socket /tmp/table --tls",
            "A socket stays on this computer and needs no TLS. Leave out --tls.",
        ),
        (
            "serve allegra --socket /no/such/place",
            "A socket cannot be made at /no/such/place: No such file or directory.",
        ),
    ],
)
def test_what_goes_wrong_is_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 1
    assert capsys.readouterr() == ("", sentence + "\n")


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("play", "Argument COMMAND: invalid choice: 'play'"),
        ("solo", "The following arguments are required: GAME."),
        ("host allegra --port nine", "Argument --port: nine is not a port from 0 to 65535."),
        ("host allegra --local --socket /tmp/table", "Argument --socket: not allowed with argument --local."),
        (f"host allegra --port {'9' * 5_000}", "Argument --port: 9999"),
        ("host allegra --option \x1b[31mred", "Argument --option: [31mred is not NAME=VALUE"),
        ("host allegra --option rounds", "Argument --option: rounds is not NAME=VALUE, as rounds=1 is."),
        ("join a b", "Unrecognized arguments: b."),
        ("solo allegra --port 99999", "Unrecognized arguments: --port 99999. Try toctoc solo --help."),
        ("--loud", "Unrecognized arguments: --loud. Try toctoc --help."),
    ],
)
def test_what_is_not_understood_is_one_sentence(words: str, start: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    out, err = capsys.readouterr()
    assert ended.value.code == 2
    assert out == ""
    assert err.startswith(start)
    assert err.endswith(
        f". Try {' '.join(['toctoc', *(word for word in words.split()[:1] if word in COMMANDS)])} --help.\n"
    )
    assert err.count("\n") == 1


def test_a_table_that_is_told_no_secrets_says_so_over_its_pipe() -> None:
    asked = [*PROGRAM, "serve", "allegra", "--piped"]
    told = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    assert told.stderr == ""
    assert msgspec.json.decode(told.stdout, type=Failed) == Failed("no-secrets", ())


@pytest.mark.parametrize(
    ("way", "code", "sentence"),
    [
        ("solo allegra <&-", 1, "This needs a terminal. With ssh, add -t: ssh -t host toctoc.\n"),
        ("replay >/dev/full", 1, "The output cannot be written: No space left on device.\n"),
        ("--help >/dev/full", 1, "The output cannot be written: No space left on device.\n"),
        ("serve allegra --local --port 0 >/dev/full", 1, "The output cannot be written: No space left on device.\n"),
        ("replay | sleep 0", 0, ""),
    ],
)
def test_a_shell_may_connect_it_to_anything(way: str, code: int, sentence: str) -> None:
    command = f"exec {shlex.join(PROGRAM)} {way}" if "|" not in way else f"{shlex.join(PROGRAM)} {way}"
    told = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, timeout=30)
    assert (told.returncode, told.stderr) == (code, sentence)


def test_a_name_that_the_output_cannot_write_is_escaped() -> None:
    store.Journals().record(journal.Header("allegra", GAMES["allegra"].RULES, ("Zoë", "Bo")))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = subprocess.run([*PROGRAM, "replay"], capture_output=True, text=True, timeout=30, env=environment)
    assert told.stdout.endswith("Zo\\xeb and Bo: not finished\n")
    assert told.stderr == ""


def test_ctrl_c_while_the_program_is_still_being_read_shows_no_traceback() -> None:
    code = """
import os, signal, sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == "tui.command_line":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
import tui.__main__
"""
    told = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, timeout=30)
    assert (told.returncode, told.stderr) == (-signal.SIGINT, b"")


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with listen.listen_tcp("local", 0) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "allegra", "--local", "--port", str(port)]) == 1
    assert capsys.readouterr().err == f"Port {port} is in use. Choose another one, or leave out --port.\n"


@pytest.mark.parametrize("words", ["", "host allegra", "solo romi", "join", "watch"])
def test_every_command_with_a_screen_can_leave_the_terminal_all_to_textual(words: str) -> None:
    for said in (f"--no-diff {words}", f"{words} --no-diff"):
        assert not command_line().parse_args(said.split()).diff
    assert command_line().parse_args(words.split()).diff


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)])
def test_every_command_has_help_with_examples(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    assert f"examples:\n  toctoc {' '.join(words)}".rstrip() in capsys.readouterr().out


def test_help_tells_what_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["host", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--seats N chairs at the table: 2 to 6 (4)" in told
    assert "--port N where the table listens (8628" in told
    assert "knocks=race or choice (race)" in told


def test_a_goodbye_is_logged_as_a_sentence() -> None:
    frame = wire.encode(wire.Bye("version", (2, 1))).decode()
    record = logging.LogRecord("toctoc", logging.INFO, "", 0, "Goodbye to %s: %s", ("10.0.0.7", frame), None)
    told = "Told 10.0.0.7: The host's toctoc speaks version 2, yours version 1. Install the same toctoc on both."
    assert LogLine("%(message)s").format(record) == told
    other = logging.LogRecord("other", logging.WARNING, "", 0, "%s is odd", ("this",), None)
    assert LogLine("%(message)s").format(other) == "this is odd"


def test_GOODBYES_LOGGED_MAX_a_log_does_not_grow_without_end() -> None:
    record = logging.LogRecord("toctoc", logging.INFO, "", 0, "goodbye", (), None)
    first = FirstLines(GOODBYES_LOGGED_MAX)
    assert sum(first.filter(record) for _ in range(2 * GOODBYES_LOGGED_MAX)) == GOODBYES_LOGGED_MAX


# without a screen


@contextmanager
def serving(*words: str) -> Iterator[subprocess.Popen[str]]:
    command = [*PROGRAM, "serve", "allegra", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("words", "installed", "speaks"),
    [
        ("", True, True),
        ("", False, False),
        ("--no-tls", True, False),
        ("--local", True, False),
        ("--local --tls", True, True),
        ("--socket /tmp/table", True, False),
        ("--socket /tmp/table --no-tls", True, False),
    ],
)
def test_a_table_on_the_network_speaks_tls_if_it_can(
    words: str, installed: bool, speaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tls, "is_installed", lambda: installed)
    assert commands.tls_asked(command_line().parse_args(["serve", "allegra", *words.split()])) is speaks


@pytest.mark.parametrize(("words", "warnings"), [((), 0), (("--no-tls",), 1)])
def test_whoever_serves_is_told_once_that_others_can_read_along(
    words: tuple[str, ...], warnings: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve_nobody(table: Table, listening: listen.Porch, context: object, ready: Callable[[], None]) -> bool:
        ready()
        listening.close()
        return False

    on_loopback = partial(listen.listen_tcp, "local", 0)
    monkeypatch.setattr(listen, "listen_tcp", lambda bind, port: on_loopback())
    monkeypatch.setattr("net.host.serve_table", serve_nobody)
    assert main(["serve", "allegra", *words]) == 0
    out, err = capsys.readouterr()
    assert bool(invite.parse(out).fingerprint) is not bool(warnings)
    assert err.count("Others on this network can read along") == warnings


def test_tls_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert main(["serve", "allegra", "--local", "--tls"]) == 1
    command = f"{sys.executable} -m pip install 'toctoc[tls]'"
    assert capsys.readouterr().err == f"TLS needs one more package. Install it with: {command}\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_serve_prints_the_invite_and_ends_at_once_when_told(number: int) -> None:
    with serving("--local", "--port", "0", "--name", "Ada") as process:
        assert process.stdout is not None
        where = invite.parse(process.stdout.readline())
        assert where.host == "127.0.0.1"
        token = store.seat_token(where, "play", "Ada")
        assert store.seat_token(where, "play", "Ada") == token
        process.send_signal(number)
        assert process.wait(1) == 0
        assert process.stdout.read() == ""
        assert process.stderr is not None
        told = process.stderr.read()
        assert told == "Join this table as Ada, and you are its host. Press ctrl+c here to close it.\n"


def test_what_needs_no_screen_does_not_wait_for_textual() -> None:
    code = "import sys, tui.__main__; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", code], timeout=30).returncode == 0


# replay


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


def test_a_replay_tells_every_refused_act_and_the_scores(
    game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, match = game
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    last = len(path.read_bytes().splitlines()) - 1
    assert "\x1b" not in out
    assert lines[0].startswith("Act 2, [31mBo: ")
    assert lines[0].endswith(' {"type":"draw","turn":99}')
    assert lines[1].startswith(f"Act {last}, [31mBo: The game is over.")
    totals = match.game.scores(match.state).totals
    assert lines[4].split() == ["Total", *map(str, totals)]
    assert lines[5].startswith("The game is over. Won by ")
    assert lines[6] == f"{last} acts, 2 refused."


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
    assert json.loads(out)["names"][0] == "\x9b31mZoë 😀"
    header = journal.write(journal.Header("\x1b[31mred", 1, ("Ada",)))
    store.Journals()
    for foreign in (path, store.journals_folder() / "\x1b[31m.jsonl"):
        foreign.write_bytes(header)
    assert main(["replay", str(path)]) == 1
    assert main(["replay"]) == 0
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


def test_the_stored_games_are_listed_and_found_by_their_names(
    game: tuple[Path, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay"]) == 0
    assert capsys.readouterr().out == "There are no journals yet.\n"
    store.Journals().record(journal.Header("allegra", 1, ("Ada", "\x1b[31mBo")))
    folder = store.journals_folder()
    [open_game] = store.journals()
    for name, text in (("2020-whole", game[0].read_bytes()), ("2019-other", b"hello\n")):
        (folder / f"{name}.jsonl").write_bytes(text)
    for path in store.journals():
        os.utime(path, (0, time.mktime((2025, 11, 30, 20, 15, 0, 0, 0, -1))))
    assert main(["replay"]) == 0
    scores = game[1].game.scores(game[1].state)
    winners = " and ".join(("Ada", "[31mBo")[seat] for seat in scores.winners)
    assert capsys.readouterr().out.splitlines() == [
        f"{open_game.name}  2025-11-30 20:15  Ada and [31mBo: not finished",
        f"2020-whole.jsonl  2025-11-30 20:15  Ada and [31mBo: won by {winners}",
        "2019-other.jsonl  2025-11-30 20:15  Line 1 of this journal cannot be read.",
    ]
    assert main(["replay", "2020-whole.jsonl"]) == 0
    assert "The game is over." in capsys.readouterr().out


def test_who_tells_no_name_comes_back_under_the_last_one(opened: list[Plan]) -> None:
    for role, name in (("play", "Bo"), ("play", "Cy d'Or"), ("watch", "Eve")):
        store.seat_token(invite.parse("laptop/KWXBTR"), role, name)  # type: ignore[arg-type]
    for words in ("join laptop/KWXBTR", "watch laptop/KWXBTR", "join laptop:9/KWXBTR", "join laptop/KWXBTR --name Bo"):
        assert main(words.split()) == 0
    assert [plan.name for plan in opened] == ["Cy d'Or", "Eve", "ada", "Bo"]
