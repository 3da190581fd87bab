from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.puppet import Strings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own tables and journals are looked at."""
    monkeypatch.setenv("TOCTOC_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def strings(monkeypatch: pytest.MonkeyPatch) -> Strings:
    return Strings(monkeypatch)
