"""The shells themselves complete the command line: whatever is installed here of them."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path

import pytest

from net import store
from tests.tui.stored import stored
from tui.command_line import command_line, main
from tui.commands import completion
from tui.commands.completion import SHELLS

ASK = """
{script}
COMP_LINE={line!r} COMP_POINT={point} COMPREPLY=()
_toctoc
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def completed(shell: str, line: str) -> list[str]:
    """What the shell offers for the last word of a line."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    script, word = completion.script(shell, command_line()), line.rpartition(" ")[2]
    asked = ASK.format(script=script, line=line, point=len(line))
    command = {
        "bash": ["bash", "--norc", "-c", asked],
        "zsh": ["zsh", "-f", "-c", asked],
        "fish": ["fish", "--no-config", "-c", f"{script}\ncomplete -C {line!r}"],
    }[shell]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    assert told.stderr == ""
    offers = [offer.partition("\t")[0] for offer in told.stdout.splitlines() if offer]
    if shell == "zsh":  # which leaves out later what does not begin so
        offers = [offer for offer in offers if offer.startswith(word)]
    return sorted(offers)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("toctoc so", ["solo"]),
        ("toctoc host al", ["allegra", "aluette"]),
        ("toctoc host --str", ["--strength"]),
        ("toctoc join --str", []),
        ("toctoc solo --strength ", ["easy", "hard", "normal"]),
        ("toctoc --lang ", ["el", "en", "nl", "pt"]),
        ("toctoc serve romi --option hin", ["hints=off", "hints=on"]),
        ("toctoc serve --seats ", []),
        ("toctoc serve --pip", []),
        ("toctoc completion f", ["fish"]),
    ],
)
def test_a_shell_offers_what_the_command_line_understands(shell: str, line: str, offered: list[str]) -> None:
    assert completed(shell, line) == offered


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("is_set", [False, True])
def test_a_shell_offers_the_names_of_the_stored_games(
    shell: str, is_set: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ["2025-11-30-201500-allegra", "2025-12-01-201500-romi"]
    asked = "toctoc replay 2025", "toctoc verify 2025-12", "toctoc rules 2025"
    for game in games:
        stored(game, b"")
    (home / "journals" / "2025-notes.txt").touch()
    if not is_set:
        monkeypatch.delenv("TOCTOC_HOME")
        monkeypatch.setattr(store, "own_folder", lambda _usual: home)
    assert [completed(shell, line) for line in asked] == [games, games[1:], []]


@pytest.mark.parametrize("shell", SHELLS)
def test_where_no_games_are_stored_none_is_offered_and_nothing_goes_wrong(shell: str) -> None:
    assert completed(shell, "toctoc replay 2025") == []


def test_bash_is_given_what_stands_behind_an_equals_sign() -> None:
    assert completed("bash", "toctoc host allegra --option knocks=") == ["choice", "race"]


@pytest.mark.parametrize("shell", SHELLS)
def test_it_is_printed_for_the_shell_that_is_named(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out.strip() == completion.script(shell, command_line()).strip()


def test_every_command_and_every_option_of_which_the_help_tells_is_known_and_no_other() -> None:
    scripts = {shell: completion.script(shell, command_line()) for shell in SHELLS}
    for name, command in completion.commands_of(command_line()).items():
        for action in command._actions:
            for flag in (flag for flag in action.option_strings if flag.startswith("--")):
                told = action.help != argparse.SUPPRESS
                fish = f"'__fish_seen_subcommand_from {name}' -l {flag[2:]} "
                bash = next(line for line in scripts["bash"].splitlines() if f"*' {name} '*)" in line)
                assert (f" {flag} " in bash.replace("'", " ")) is told
                assert fish in scripts["fish"] if told and flag != "--option" else fish not in scripts["fish"]
