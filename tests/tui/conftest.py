from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import textual.app
import textual.pilot

from net import lan
from tests.tui.puppet import Strings
from tests.tui.sshd import sshd
from tui import language, settings
from tui.settings import Settings

__all__ = ["sshd"]

FRAME_S = 1 / 60


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is spoken where the tests run, and whatever a test before has changed."""
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    language.speak("en")
    settings.use(Settings())


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process looks for tables, and none announces one."""
    monkeypatch.setattr(lan, "is_installed", lambda: False)


async def done(*_: float) -> None:
    """Until nothing is left to do, nor comes within a frame of the screen. Textual would wait until the processor
    rests, which takes longer and says little where others work, too."""
    loop: Any = asyncio.get_running_loop()
    frame = loop.time() + FRAME_S
    while loop._ready or any(timer.when() < frame for timer in loop._scheduled if not timer.cancelled()):  # noqa: ASYNC110
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", done)


@pytest.fixture
def strings(monkeypatch: pytest.MonkeyPatch) -> Strings:
    return Strings(monkeypatch)
