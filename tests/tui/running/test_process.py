"""The program as a process: what a shell connects it to, the signals that it gets, and what it logs."""

from __future__ import annotations

import logging
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from engine import journal
from engine.games import GAMES
from net import invite, store, tokens, wire
from net.launch import Failed
from net.limits import GOODBYES_LOGGED_MAX
from tui.says import FirstLines, LogLine

PROGRAM = (sys.executable, "-P", "-m", "tui")


@pytest.mark.parametrize(
    ("way", "code", "sentence"),
    [
        ("<&-", 1, "This needs a terminal. With ssh, add -t. Without one, say what to do, as in: toctoc solo GAME.\n"),
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
    assert told.stdout.endswith("not finished  Zo\\xeb 0, Bo 0\n")
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("before", "code"),
    [("", -signal.SIGINT), ("trap '' INT;", 0), ("trap '' INT; export TOCTOC_QUIET=1;", -signal.SIGINT)],
    ids=["as usual", "in the background", "by scripts/play"],
)
def test_ctrl_c_while_the_program_is_still_being_read_shows_no_traceback(before: str, code: int) -> None:
    program = """
import os, signal, sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == "tui.command_line":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
from tui.__main__ import main
assert "TOCTOC_QUIET" not in os.environ
sys.argv[1:] = ["rules", "allegra", "1"]
main()
"""
    command = ["sh", "-c", f'{before} exec "$@"', "sh", sys.executable, "-P", "-c", program]
    told = subprocess.run(command, capture_output=True, timeout=30)
    assert (told.returncode, told.stderr) == (code, b"")


def test_scripts_play_lets_ctrl_c_do_nothing_while_python_starts(tmp_path: Path) -> None:
    """Which would show a traceback."""
    shutil.copytree(Path(__file__).parents[3] / "scripts", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    toctoc = tmp_path / ".venv/bin/toctoc"
    toctoc.write_text("#!/bin/sh\ngrep SigIgn /proc/$$/status\necho $TOCTOC_QUIET $*\n")
    toctoc.chmod(0o700)
    subprocess.run(["bash", "-c", "source scripts/venv; fingerprint >.venv/toctoc"], cwd=tmp_path, check=True)
    told = subprocess.run([tmp_path / "scripts/play", "host"], capture_output=True, text=True, timeout=30)
    ignored, quiet = told.stdout.splitlines()
    assert int(ignored.split()[1], 16) & 1 << (signal.SIGINT - 1)
    assert quiet == "1 host"


# a table without a screen


@contextmanager
def serving(*words: str) -> Iterator[subprocess.Popen[str]]:
    command = [*PROGRAM, "serve", "allegra", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_serve_prints_the_invite_and_ends_at_once_when_told(number: int) -> None:
    with serving("--local", "--port", "0", "--name", "Ada") as process:
        assert process.stdout is not None
        where = invite.parse(process.stdout.readline())
        assert where.host == "127.0.0.1"
        token = tokens.seat_token(where, "play", "Ada")
        assert tokens.seat_token(where, "play", "Ada") == token
        process.send_signal(number)
        assert process.wait(1) == 0
        assert process.stdout.read() == ""
        assert process.stderr is not None
        told = process.stderr.read()
        assert told == "Join this table as Ada, and you are its host. Press ctrl+c here to close it.\n"


def test_no_garbage_is_looked_for_in_what_is_read_at_first() -> None:
    program = """
import gc, sys
from tui.__main__ import main
sys.argv[1:] = ["rules", "allegra", "1"]
before = gc.get_stats()[0]["collections"]
main()
assert gc.isenabled()
assert gc.get_stats()[0]["collections"] - before < 3
"""
    assert subprocess.run([sys.executable, "-P", "-c", program], timeout=30).returncode == 0


def test_what_needs_no_screen_does_not_wait_for_textual() -> None:
    code = "import sys, tui.command_line; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", code], timeout=30).returncode == 0


def test_a_table_that_is_told_no_secrets_says_so_over_its_pipe() -> None:
    asked = [*PROGRAM, "serve", "allegra", "--piped"]
    told = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    assert told.stderr == ""
    assert msgspec.json.decode(told.stdout, type=Failed) == Failed("no-secrets", ())


# its log


def test_a_goodbye_is_logged_as_a_sentence() -> None:
    frame = wire.encode(wire.Bye("version", (2, 1))).decode()
    record = logging.LogRecord("toctoc", logging.INFO, "", 0, "Goodbye to %s: %s", ("10.0.0.7", frame), None)
    told = "Told 10.0.0.7: The host's toctoc speaks version 2, yours version 1. Install the same toctoc on both."
    assert LogLine("%(message)s").format(record) == told
    near = logging.LogRecord("toctoc", logging.INFO, "", 0, "Goodbye to %s: %s", ("", frame), None)
    assert LogLine("%(message)s").format(near).startswith("Told this computer: ")
    other = logging.LogRecord("other", logging.WARNING, "", 0, "%s is odd", ("this",), None)
    assert LogLine("%(message)s").format(other) == "this is odd"


def test_GOODBYES_LOGGED_MAX_a_log_does_not_grow_without_end() -> None:
    record = logging.LogRecord("toctoc", logging.INFO, "", 0, "goodbye", (), None)
    first = FirstLines(GOODBYES_LOGGED_MAX)
    assert sum(first.filter(record) for _ in range(2 * GOODBYES_LOGGED_MAX)) == GOODBYES_LOGGED_MAX
