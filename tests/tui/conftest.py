from __future__ import annotations

import pytest

from tests.tui.puppet import Strings


@pytest.fixture
def strings(monkeypatch: pytest.MonkeyPatch) -> Strings:
    return Strings(monkeypatch)
