import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time, however slow the computer is: a check that fails by chance tells nothing.
settings.register_profile("checks", deadline=None, derandomize=True, database=None)
settings.load_profile("checks")

pytest.register_assert_rewrite(
    "tests.kit", "tests.engine.laws", "tests.net.referee", "tests.net.world", "tests.net.desk"
)

os.environ["TOCTOC_LAN"] = "127.0.0.1"  # nothing is announced to the network around us, and nothing asked of it


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own tables, journals and settings are looked at."""
    monkeypatch.setenv("TOCTOC_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
