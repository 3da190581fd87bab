"""Whatever goes wrong is told in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import net
import tui
from tui.says import TROUBLES
from tui.story import REFUSALS


def test_every_trouble_has_a_sentence() -> None:
    sources = [path.read_text() for folder in (*net.__path__, *tui.__path__) for path in Path(folder).rglob("*.py")]
    raised = {code for source in sources for code in re.findall(r'Trouble\("([\w-]+)"', source)}
    assert "other-certificate" in raised
    assert raised - TROUBLES.keys() - REFUSALS.keys() == set()
