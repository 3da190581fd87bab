import typing

import pytest

from engine.game import Game
from engine.games import GAMES
from tests import toy
from tests.net import muse


@pytest.fixture(autouse=True)
def _games_for_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games can be played at a table."""
    monkeypatch.setitem(GAMES, "toy", typing.cast(Game, toy))
    monkeypatch.setitem(GAMES, "muse", typing.cast(Game, muse))
