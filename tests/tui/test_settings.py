"""The file of the settings: what is read, and that nothing in it is lost."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.trouble import Trouble
from tui import settings
from tui.command_line import main
from tui.language import spoken
from tui.says import trouble
from tui.settings import CELL_KEYS, CHOICES, Settings

FREE = "that is not free. F1 to F12 are, and signs that mean nothing yet."


@pytest.fixture
def file(home: Path) -> Path:
    home.mkdir()
    return home / "settings.toml"


def told(faults: list[Trouble]) -> str:
    return "\n".join(map(trouble, faults))


def test_without_a_file_the_usual_holds_and_a_change_makes_one_for_its_owner_alone(home: Path) -> None:
    assert settings.read() == (Settings(), [])
    settings.change(name='Zoë "Z" \\')
    settings.change(bell=False)
    file = home / "settings.toml"
    assert settings.read() == (Settings(name='Zoë "Z" \\', bell=False), [])
    assert settings.now() == settings.read()[0]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in home.iterdir()] == ["settings.toml"]


KEPT = """\
# mine
bell=true  # not at night
  language = 'nl'
newer = [1, 2]
[later]
name = "not this one"
"""


def test_a_change_leaves_all_else_as_it_was(file: Path) -> None:
    file.write_text(KEPT)
    settings.change(bell=False, language="el")
    settings.change(name="Ada")
    changed = KEPT.replace("bell=true", "bell=false").replace("'nl'", '"el"')
    assert file.read_text() == changed.replace("[later]", 'name = "Ada"\n[later]')


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b'name = "Ada"\nbell = flase\n', "Line 2 of {path} cannot be understood. Mend it, or delete the file."),
        (b'name = "Ada\n', "Line 1 of {path} cannot be understood. Mend it, or delete the file."),
        (b"\n\nname = '\xff'\n", "Line 3 of {path} cannot be understood. Mend it, or delete the file."),
        (b"\nlater = " + b"[" * 9_999 + b"\n", "Line 2 of {path} cannot be understood. Mend it, or delete the file."),
        (b"later = " + b"9" * 9_999 + b"\n", "Line 1 of {path} cannot be understood. Mend it, or delete the file."),
    ],
)
def test_a_file_that_is_damaged_is_told_of_and_never_written_over(file: Path, text: bytes, sentence: str) -> None:
    file.write_bytes(text)
    usual, faults = settings.read()
    assert (usual, told(faults)) == (Settings(), sentence.format(path=file))
    with pytest.raises(Trouble):
        settings.change(bell=False)
    assert not settings.now().bell, "but it holds until the program ends"
    assert file.read_bytes() == text


def test_what_is_changed_in_two_windows_at_once_is_kept_from_both(file: Path) -> None:
    def change(values: Iterable[Mapping[str, Any]]) -> None:
        for value in values:
            settings.change(**value)

    names = [{"name": "A" * number} for number in range(1, 20)]
    bells = [{"bell": number % 2 == 0} for number in range(19)]
    with ThreadPoolExecutor() as windows:
        for _ in windows.map(change, (names, bells)):
            pass
    assert settings.read() == (Settings(name="A" * 19, bell=True), [])
    assert file.read_text().count("\n") == 3


def test_what_can_only_be_changed_by_hand_is_left_to_it(file: Path) -> None:
    file.write_text('"name" = "Ada"\n')
    assert settings.read()[0].name == "Ada"
    with pytest.raises(Trouble, match="settings-shape"):
        settings.change(name="Bo")
    assert file.read_text() == '"name" = "Ada"\n'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("bell = 1", "In {path}, bell cannot be 1. It can be: true, false."),
        ('language = "fr"', 'In {path}, language cannot be fr. It can be: "en", "pt", "nl", "el".'),
        ("language = true", 'In {path}, language cannot be True. It can be: "en", "pt", "nl", "el".'),
        ("name = 5", 'In {path}, name cannot be 5. It can be: "...".'),
        (f"name = 0x{'f' * 9_999}", 'In {path}, name cannot be .... It can be: "...".'),
        ('key_help = "k"', f"In {{path}}, key_help cannot be k: {FREE}"),
        ('cells = "1"', f"In {{path}}, cells cannot be 1. It has to be 15 different keys, of: {' '.join(CELL_KEYS)}."),
    ],
)
def test_what_a_setting_cannot_be_is_told_and_the_others_hold(file: Path, line: str, sentence: str) -> None:
    name = line.split()[0]
    others = [other for other in ('name = "Ada"', "bell = false", 'language = "nl"') if other.split()[0] != name]
    file.write_text("\n".join([line, *others]))
    found, faults = settings.read()
    assert told(faults) == sentence.format(path=file)
    kept = Settings(name="Ada", bell=False, language="nl")
    assert found == msgspec.structs.replace(kept, **{name: getattr(Settings(), name)})


@pytest.mark.parametrize(
    ("key", "free"),
    [
        *(("f1", True), ("f12", True), ("€", True), ("§", True), ("~", True)),
        *(("f13", False), ("k", False), ("7", False), ("é", False), ("λ", False), ("漢", False), (" ", False)),
        *(
            ("ab", False),
            ("#", False),
            ("ctrl+b", False),
            ("tab", False),
            ("*", False),
            ("/", False),
            ("+", False),
            ("$", False),
            ("<", False),
        ),
        *(("&", False), ("(", False), (";", False)),  # where others have a digit or a letter
    ],
)
def test_a_key_of_ones_own_is_one_that_means_nothing(key: str, free: bool) -> None:
    assert (settings.refusal("key_help", key, {"key_help": key}) is None) == free


def test_two_keys_of_ones_own_are_not_the_same(file: Path) -> None:
    file.write_text('key_help = "f1"\nkey_quit = "f1"\n')
    _, faults = settings.read()
    assert told(faults[1:]) == f"In {file}, key_quit cannot be f1: {FREE}"


@pytest.mark.parametrize(
    ("cells", "good"),
    [
        ("1234567890zuiop", True),
        ("hjlnmzuiopfyv12", True),
        ("1234567890yuio", False),
        ("1234567890yuioo", False),
        ("1234567890yuiok", False),
        ("1234567890yuioq", False),
        ("1234567890yuioé", False),
    ],
)
def test_the_cells_of_allegra_have_keys_that_mean_nothing_else(cells: str, good: bool) -> None:
    assert (settings.refusal("cells", cells, {}) is None) == good


def test_a_name_is_made_fit_for_a_terminal(file: Path) -> None:
    file.write_text('name = "\\u001b[2JAda\\u202e"\n')
    assert settings.read()[0].name == "[2JAda"


def test_a_folder_that_cannot_be_written_is_told_of_in_one_sentence(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr("net.store.replace", denied)
    with pytest.raises(Trouble) as caught:
        settings.change(bell=False)
    assert trouble(caught.value) == f"Toctoc may not use {file}."


def test_a_link_to_a_file_elsewhere_stays_one_and_a_pipe_is_left_alone(file: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").write_text("bell = true\n")
    file.symlink_to(tmp_path / "dotfiles")
    settings.change(bell=False)
    assert file.is_symlink()
    assert (tmp_path / "dotfiles").read_text() == "bell = false\n"
    file.unlink()
    os.mkfifo(file)
    assert settings.read()[0] == Settings()
    with pytest.raises(Trouble):
        settings.change(bell=False)


def test_every_choice_can_be_kept_and_read(file: Path) -> None:
    for name, choices in CHOICES.items():
        for choice in choices:
            settings.change(**{name: choice})
            assert getattr(settings.read()[0], name) == choice


def test_the_command_line_goes_before_the_file_and_the_file_before_the_locale(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names: list[str] = []
    monkeypatch.setattr("tui.commands.play.open_app", lambda _asked, plan: names.append(plan.name) or 0)
    monkeypatch.setenv("LANGUAGE", "pt")
    monkeypatch.setenv("LOGNAME", "login")
    for text, words, language, name in (
        ("", "", "pt", "login"),
        ('language = "nl"\nname = "Ada"', "", "nl", "Ada"),
        ('language = "nl"\nname = "Ada"', "join --lang el --name Bo", "el", "Bo"),
    ):
        monkeypatch.setenv("LANGUAGE", "pt")
        file.write_text(text)
        assert main(words.split()) == 0
        assert (spoken(), names.pop()) == (language, name)
    file.write_text("bell")
    assert main([]) == 0
    assert str(file) in capsys.readouterr().err


def test_an_account_without_a_folder_of_its_own_can_do_what_needs_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere(*_: str) -> str:
        raise RuntimeError

    monkeypatch.delenv("TOCTOC_HOME")
    monkeypatch.setattr("platformdirs.user_config_dir", nowhere)
    monkeypatch.setattr("platformdirs.user_data_dir", nowhere)
    sentence = "This account has no folder of its own. Name one in the variable TOCTOC_HOME.\n"
    assert main(["rules", "romi", "3"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("R3")
    assert told.err == sentence
    assert main(["replay"]) == 1
    assert capsys.readouterr().err == sentence * 2
    with pytest.raises(Trouble, match="no-home"):
        settings.change(bell=False)
