"""The command line: what it opens, and one clear sentence for whatever goes wrong."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, suppress
from functools import partial

import msgspec
import pytest

import net
from engine import journal
from engine.games import GAMES
from net import hostkey, invite, lan, listen, opening, tables, tls, tokens
from net.invite import DEFAULT_PORT, Invite
from net.lan import Notice
from net.table import Table
from net.tables import Record
from net.tls import Certificate
from tui import ssh
from tui.command_line import command_line, main
from tui.commands import play, serve
from tui.plan import Plan

COMMANDS = ("host", "solo", "join", "watch", "serve", "rules", "replay")


@pytest.fixture(autouse=True)
def _login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ada")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans that would be opened."""
    plans: list[Plan] = []

    def open_app(_asked: argparse.Namespace, plan: Plan) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr(play, "open_app", open_app)
    return plans


# what is opened


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("", Plan("start", "ada", asks_name=True)),
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
        ("host allegra --no-announce", Plan("host", "ada", announced=False)),
        ("solo allegra", Plan("solo", "ada", bots=3, bind="local")),
        (
            "solo allegra --seats 2 --option rounds=9",
            Plan("solo", "ada", seats=2, bots=1, bind="local", options={"rounds": "9"}),
        ),
        (
            "solo allegra --tour --option rounds=1",
            Plan(
                "solo",
                "ada",
                seats=3,
                bots=2,
                bind="local",
                options={"knock_window": "10", "rounds": "1"},
                tour=True,
            ),
        ),
        ("join", Plan("join", "ada")),
        ("join --name Bo", Plan("join", "Bo", named=True)),
        (
            "join laptop/KWXBTR --name Bo",
            Plan("join", "Bo", True, invite=Invite("KWXBTR", host="laptop", port=DEFAULT_PORT)),
        ),
        ("join --plain", Plan("join", "ada", plain=True)),
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


@pytest.mark.parametrize("command", ["host", "serve"])
def test_a_newer_game_that_cannot_be_gone_on_with_is_passed_over_and_told_of(
    command: str, opened: list[Plan], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr(opening, "come_back", lambda table, _port, _ssh: served.append(table) or sys.exit(0))
    older, newer = interrupted(), interrupted(rules=99)
    with suppress(SystemExit):
        main([command, "--resume"])
    assert served + [plan.table for plan in opened] == [older]
    told = f"The newer table {newer} cannot be gone on with: toctoc host --resume {newer} tells why.\n"
    assert capsys.readouterr() == ("", told)


def test_a_name_is_what_was_typed_also_where_the_locale_has_no_letters_for_it(
    opened: list[Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "Zo\udcc3\udcab")
    for words in (["join", "--name", "Zo\udcc3\udcab"], ["join", "--name", "Zoë"], ["join"]):
        assert main(words) == 0
    assert [plan.name for plan in opened] == ["Zoë", "Zoë", "Zoë"]


def test_names_are_cleaned_before_anybody_sees_them(opened: list[Plan]) -> None:
    assert main(["join", "--name", " \x1b[2J[b]Ada\u202e "]) == 0
    assert opened[0].name == "[2J[b]Ada"


def test_who_tells_no_name_comes_back_under_the_last_one(opened: list[Plan]) -> None:
    for role, name in (("play", "Bo"), ("play", "Cy d'Or"), ("watch", "Eve")):
        tokens.seat_token(invite.parse("laptop/KWXBTR"), role, name)  # type: ignore[arg-type]
    for words in ("join laptop/KWXBTR", "watch laptop/KWXBTR", "join laptop:9/KWXBTR", "join laptop/KWXBTR --name Bo"):
        assert main(words.split()) == 0
    assert [plan.name for plan in opened] == ["Cy d'Or", "Eve", "ada", "Bo"]


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
        ("solo allegra --tour --seats 3", "The tour has chairs of its own. Leave out --seats."),
        ("rules allegra 33", "Allegra has no rule 33. Its rules are A1 to A32."),
        ("host allegra --seats 7", "Allegra is for 2 to 6 players."),
        ("host aluette --seats 3", "Aluette is for 4 players."),
        ("host allegra --bots 4", "4 bots are not possible on 4 chairs: one is yours."),
        ("host allegra --bots -1", "-1 bots are not possible on 4 chairs: one is yours."),
        (
            "solo allegra --option speed=9",
            "There is no option speed. There is: rounds, knocks, knock_window, two_player_knock, advice, banter.",
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
        ("", "This needs a terminal. With ssh, add -t. Without one, say what to do, as in: toctoc solo GAME."),
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


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with listen.listen_tcp("local", 0) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "allegra", "--local", "--port", str(port)]) == 1
    assert capsys.readouterr().err == f"Port {port} is in use. Choose another one, or leave out --port.\n"


def test_the_rules_can_be_read_and_each_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "romi", "r13", "--lang", "nl"]) == 0
    assert capsys.readouterr().out == "R13  Niemand opent in de eerste beurt.\n"
    assert main(["rules", "romi", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4:6] == ["Cards and deal", "R1   There are two packs and four jokers, 108 cards, however many play."]
    assert max(map(len, lines)) <= 76


@pytest.mark.parametrize("words", ["", "host allegra", "solo romi", "join", "watch"])
def test_every_command_with_a_screen_can_leave_the_terminal_all_to_textual(words: str) -> None:
    for said in (f"--no-diff {words}", f"{words} --no-diff"):
        assert not command_line().parse_args(said.split()).diff
    assert command_line().parse_args(words.split()).diff


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"examples:\n  toctoc {command}" in capsys.readouterr().out


def test_the_help_answers_the_first_questions_with_commands_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out.partition("the first questions:\n")[2].partition("\n\n")[0]
    answers = [line.partition("toctoc")[2].split() for line in told.splitlines()]
    assert len(answers) == 10
    for answer in answers:
        assert command_line().parse_args(answer)


def test_the_help_tells_which_options_are_of_which_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["host", "--help"])
    told = capsys.readouterr().out
    for name, game in GAMES.items():
        _, _, after = told.partition(f"\n  {game.NAME}\n")
        assert [line.split("=")[0].strip() for line in after.splitlines()[: len(game.OPTIONS)]] == [*game.OPTIONS], name


@pytest.mark.parametrize(("command", "usual"), [("host", "off"), ("serve", "off"), ("solo", "on")])
def test_the_help_tells_whether_there_is_advice(command: str, usual: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert f"advice=off or on ({usual})" in capsys.readouterr().out


def test_help_tells_what_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["host", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--seats N chairs at the table: 2 to 6 (4)" in told
    assert "--port N where the table listens (8628" in told
    assert "knocks=race or choice (race)" in told


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
    assert serve.tls_asked(command_line().parse_args(["serve", "allegra", *words.split()])) is speaks


@pytest.mark.parametrize(("words", "warnings"), [((), 0), (("--no-tls",), 1)])
def test_whoever_serves_is_told_once_that_others_can_read_along(
    words: tuple[str, ...], warnings: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve_nobody(table: Table, listening: listen.Porch, *_: object) -> bool:
        *_, ready = _
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


@pytest.mark.parametrize(
    ("changes", "installed", "said"),
    [
        ({}, True, Notice("allegra", "Bo", 9_000, encrypted=False)),
        (
            {"certificate": Certificate("secret key", "FINGERPRINT")},
            True,
            Notice("allegra", "Bo", 9_000, encrypted=True),
        ),
        ({"announced": False}, True, None),
        ({"bind": "local"}, True, None),
        ({"socket": "/tmp/table", "port": None}, True, None),
        ({}, False, None),
    ],
    ids=str,
)
def test_the_network_is_told_of_a_table_that_is_open_to_it_and_no_secret_of_it(
    changes: dict[str, object], installed: bool, said: Notice | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "is_installed", lambda: installed)
    record = msgspec.structs.replace(RECORD, **{"bind": "lan", **changes})
    assert serve.notice(record) == said
    assert not any(secret in str(said) for secret in (record.code, record.host_token, "FINGERPRINT"))


def test_a_door_for_ssh_that_is_not_installed_is_told_when_it_is_wanted_and_when_the_table_comes_back_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hostkey, "find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    monkeypatch.delitem(sys.modules, "net.ssh", raising=False)
    monkeypatch.delattr(net, "ssh", raising=False)
    monkeypatch.setattr(sys, "argv", ["ssh", "door", "none", "0"])
    assert main(["serve", "allegra", "--local", "--ssh"]) == ssh.main() == 1
    command = f"{sys.executable} -m pip install 'toctoc[ssh]'"
    assert capsys.readouterr().err == 2 * f"A door for SSH needs one more package. Install it with: {command}\n"


def test_tls_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert main(["serve", "allegra", "--local", "--tls"]) == 1
    command = f"{sys.executable} -m pip install 'toctoc[tls]'"
    assert capsys.readouterr().err == f"TLS needs one more package. Install it with: {command}\n"
