"""Several people with accounts on one computer, at a table on a Unix socket that belongs to their group."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.tui.terminal import PATIENCE_S

PEOPLE, GROUP, OTHERS = (60_001, 60_002), 60_100, 60_200
"""Numbers of accounts and groups that need no names."""
JOIN = """
import os, sys
import ctypes, net.dial, tui.line.shell, websockets.asyncio.client  # before there is nothing more to be read
from tui.command_line import main
user, group, home, *words = sys.argv[1:]
os.makedirs(home)
os.chown(home, int(user), int(group))
os.environ["TOCTOC_HOME"] = home
os.setgroups([])
os.setgid(int(group))
os.setuid(int(user))
sys.exit(main(words))
"""
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be several people")


@contextmanager
def person(user: int, group: int, home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """`toctoc` with these words, as run by the account of this number."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-P", "-c", JOIN, str(user), str(group), str(home), *words]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def heard(process: subprocess.Popen[str], wanted: str) -> str:
    assert process.stdout is not None
    return next(line for line in process.stdout if wanted in line)


@pytest.fixture
def box() -> Iterator[Path]:
    """A folder in which everybody can look; pytest's own are root's alone."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path


def test_whoever_is_of_the_group_sits_down_and_others_are_told_to_ask(box: Path) -> None:
    socket = box / "table"
    serve = [sys.executable, "-P", "-m", "tui", "serve", "allegra", "--seats", "3", "--socket", str(socket)]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as table:
        try:
            assert table.stdout is not None
            invite = table.stdout.readline().strip()
            assert socket.stat().st_mode & 0o777 == 0o600, "at first it is for nobody else"
            os.chown(socket, -1, GROUP)
            socket.chmod(0o660)
            ada, bo = ("join", invite, "--name", "Ada"), ("join", invite, "--name", "Bo")
            with (
                person(PEOPLE[0], GROUP, box / "ada", *ada) as first,
                person(PEOPLE[1], GROUP, box / "bo", *bo) as second,
            ):
                for each in (first, second):
                    heard(each, "Allegra, before the game.")
                assert first.stdin is not None
                first.stdin.write("say hello\n")
                first.stdin.flush()
                heard(second, "Ada: hello")
                with person(PEOPLE[1], OTHERS, box / "eve", "join", invite, "--name", "Eve") as outsider:
                    told, _ = outsider.communicate(timeout=PATIENCE_S)
                    assert "You may not use the socket" in told
                    assert outsider.returncode == 1
        finally:
            table.send_signal(signal.SIGINT)
    assert not socket.exists()
