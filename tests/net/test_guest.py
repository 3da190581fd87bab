"""A guest's program: what it is given, and what is kept for it."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from net.errand import Errand
from net.guest import Program, Size, Terminal, environment, home_of
from net.invite import Way
from net.limits import SSH_GUESTS_KEPT_MAX
from tests.kit import fails_with

HOME = Path("/home")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"LANG": "pt_PT.UTF-8"}, {"LANG": "pt_PT.UTF-8", "PYTHONUTF8": "1"}),
        ({"LANG": "nl", "COLORTERM": "24bit"}, {"LANG": "nl", "COLORTERM": "24bit", "PYTHONUTF8": "1"}),
        ({"LANG": "C.utf8"}, {"LANG": "C.utf8", "PYTHONUTF8": "1"}),
        (
            {"LANG": "el_GR.ISO-8859-7@euro"},
            {"LANG": "el_GR.ISO-8859-7@euro", "PYTHONIOENCODING": "ascii:backslashreplace"},
        ),
        ({"LANG": "../../etc"}, {"PYTHONUTF8": "1"}),
        ({"LANG": "en_US\n"}, {"PYTHONUTF8": "1"}),
        ({"LANG": "e" * 99}, {"PYTHONUTF8": "1"}),
        ({"COLORTERM": "\x1b[2J", "PATH": "/tmp", "LC_ALL": "nl_NL"}, {"PYTHONUTF8": "1"}),
    ],
)
def test_of_what_is_sent_only_words_of_the_right_shape_are_kept(
    sent: dict[str, str], kept: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    terminal = Terminal("xterm", Size(80, 24), sent)
    assert environment(terminal, HOME) == {"TERM": "xterm", "TOCTOC_HOME": "/home", **kept}


@pytest.mark.parametrize("term", ["", "dumb", "-x", "x;y", "x\n", "x" * 40, "../x"])
def test_a_strange_terminal_is_a_plain_one(term: str) -> None:
    assert environment(Terminal(term, Size(80, 24), {}), HOME)["TERM"] == "dumb"


def test_SSH_GUESTS_KEPT_MAX_who_has_not_come_for_longest_is_forgotten_unless_they_are_here(tmp_path: Path) -> None:
    guests = tmp_path / "guests"
    here, back, oldest, *others = (f"{number:032}" for number in range(SSH_GUESTS_KEPT_MAX + 1))
    for moment, identity in enumerate((here, back, oldest, *others)):
        (home_of(identity, guests, [here]) / "seats.json").touch()
        os.utime(guests / identity, (moment, moment))
    home_of(back, guests, [here, back])
    assert not home_of("n" * 32, guests, [here]).stat().st_mode & 0o077
    assert not (guests / oldest).exists()
    assert len([*guests.iterdir()]) == 1 + SSH_GUESTS_KEPT_MAX
    for identity in (here, back):
        assert (guests / identity / "seats.json").exists()


@pytest.mark.parametrize("term", ["xterm", ""])
@pytest.mark.parametrize(("module", "breaks"), [(os, "pipe"), (asyncio, "create_subprocess_exec"), (os, "write")])
async def test_a_program_that_cannot_be_started_leaves_no_file_open(
    module: Any, breaks: str, term: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errand = Errand("zoe", "allegra", "", "", Way("", ""), "")
    before = os.listdir("/proc/self/fd")
    with monkeypatch.context() as patch:
        patch.setattr(module, breaks, fails_with(errno.EMFILE))
        with pytest.raises(OSError, match="Too many"):
            await Program.start(("true",), errand, Terminal(term, Size(80, 24), {}), tmp_path, lambda _: None)
    assert os.listdir("/proc/self/fd") == before
