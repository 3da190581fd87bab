"""The door for SSH is opened again, but not so often that it fills the log."""

from __future__ import annotations

import sys

import pytest

from net import doorkeeper


class Enough(Exception):
    pass


@pytest.mark.parametrize(
    ("command", "lasts_s", "pauses_s"),
    [
        ([sys.executable, "-c", ""], 1, [2, 4, 8, 16, 32, 60, 60]),
        ([sys.executable, "-c", ""], 61, [1] * 7),
        (["/no/such/program"], 1, [2, 4, 8, 16, 32, 60, 60]),
    ],
)
def test_one_that_breaks_down_at_once_is_opened_less_and_less_often(
    command: list[str], lasts_s: int, pauses_s: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, paused = 0.0, list[float]()

    def pause(seconds: float) -> None:
        paused.append(seconds)
        if len(paused) == len(pauses_s):
            raise Enough

    def clock() -> float:
        nonlocal now
        now += lasts_s
        return now

    monkeypatch.setattr(doorkeeper.time, "sleep", pause)
    monkeypatch.setattr(doorkeeper.time, "monotonic", clock)
    with pytest.raises(Enough):
        doorkeeper.open_again_and_again(command, 0)
    assert paused == pauses_s
