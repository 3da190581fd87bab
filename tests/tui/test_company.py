"""What is told of the company at a table."""

from __future__ import annotations

import pytest

from net import wire
from tests.tui.puppet import ANNA, BEN, BOT, OPEN, room
from tui.company import what_to_wait_for


@pytest.mark.parametrize(
    ("chair", "watcher", "host"),
    [
        (OPEN, "There is a chair for you.", "Wait for friends, or seat bots on the open chairs. Then start."),
        (BOT, "If you sit down, a bot gives up its chair.", "Every chair is taken: you can start."),
        (BEN, "", "Every chair is taken: you can start."),
    ],
)
def test_host_and_watcher_are_not_told_what_contradicts(chair: wire.Chair, watcher: str, host: str) -> None:
    there = room(ANNA, chair)
    assert what_to_wait_for(there, plays=False, host=False) == f"You are watching. {watcher}".rstrip()
    assert what_to_wait_for(there, plays=True, host=True) == host
