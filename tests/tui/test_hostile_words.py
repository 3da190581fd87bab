"""Whatever words are typed, and whatever is in a file: a sentence comes of it that no terminal obeys, and no error."""

from __future__ import annotations

import io
import random
import unicodedata
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import store
from net.trouble import Trouble
from tests.net.hostile import TERMINAL, damaged
from tests.net.test_damaged import NAMES, whole_journal
from tui.command_line import main
from tui.commands import play

words = (
    st.text() | st.text(alphabet=f"{TERMINAL}/:=%-.", max_size=60) | st.sampled_from(["rounds", "allegra", "\udcff"])
)
JOURNALS = 60


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise Trouble("no-terminal")

    monkeypatch.setattr(play, "open_app", refuse)


def told(*arguments: str) -> str:
    """What the program writes to the terminal."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out), suppress(SystemExit):
        main(arguments)
    written = out.getvalue()
    harmful = {char for char in written if unicodedata.category(char)[0] == "C" and char != "\n"}
    assert not harmful, f"{arguments}: {written!r}"
    return written


@settings(max_examples=40)
@given(words, words)
def test_names_options_and_numbers(one: str, other: str) -> None:
    told("host", "allegra", f"--option={one}={other}")
    told("solo", "allegra", f"--name={one}", f"--option=rounds={other}")
    told("host", one, f"--seats={other}", f"--port={one}")
    told("host", "allegra", f"--socket={one}", f"--bots={other}")
    told(one, other)


@settings(max_examples=40)
@given(words)
def test_invites_files_and_tables(word: str) -> None:
    for command in ("join", "watch"):
        told(command, f"--name={word}", "--", word)
        told(command, "--", f"toctoc://{word}:9000/KWXBTR")
        told(command, "--", f"toctoc://192.168.1.5:{word}/{word}")
    if "\0" not in word:  # no argument can hold it
        told("replay", "--", word)
        told("verify", "--", word)
        told("host", f"--resume={word}")


def test_journals() -> None:
    path = store.journals_folder() / "damaged.jsonl"
    path.parent.mkdir(parents=True)
    for seed in range(JOURNALS):
        dice = random.Random(seed)
        path.write_bytes(damaged(whole_journal(dice.choice([*NAMES])), dice))
        for words in (("replay", path.name), ("replay", path.name, "--json"), ("verify", str(path)), ("replay",)):
            assert told(*words), f"seed {seed}"


def test_a_file_that_is_none(tmp_path: Path) -> None:
    for text in (b"\0" * 1_000, b"[" * 100_000, b"\xff\n" * 100, b'{"line":"header"}\n' * 2, TERMINAL.encode()):
        (tmp_path / "file").write_bytes(text)
        assert told("replay", str(tmp_path / "file"))
