"""The golden transcripts: a change of the rules, of what is told or of what is seen shows as a difference of text.

`scripts/playthrough --update` writes them anew; look at the difference before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.engine import playthrough

TRANSCRIPTS = sorted(playthrough.GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_the_game_goes_as_its_golden_transcript_tells(path: Path) -> None:
    text = path.read_text()
    assert playthrough.again(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_transcript(game: str) -> None:
    assert [path for path in TRANSCRIPTS if path.read_text().startswith(f"{playthrough.COMMAND} {game} ")]
