from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from net import lan
from tests.tui.puppet import Strings
from tests.tui.sshd import sshd
from tui import language, settings
from tui.settings import Settings

__all__ = ["sshd"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is spoken where the tests run, and whatever a test before has changed."""
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    language.speak("en")
    settings.use(Settings())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own tables and journals are looked at."""
    monkeypatch.setenv("TOCTOC_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process looks for tables, and none announces one."""
    monkeypatch.setattr(lan, "is_installed", lambda: False)


@pytest.fixture
def strings(monkeypatch: pytest.MonkeyPatch) -> Strings:
    return Strings(monkeypatch)
