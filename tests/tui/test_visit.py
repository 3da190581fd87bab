from __future__ import annotations

import asyncio
import sys
from types import ModuleType
from typing import Any

import pytest

from net.launch import Launched
from net.trouble import Trouble
from tui import visit
from tui.plan import Plan
from tui.visit import Visit


async def test_the_process_of_a_table_starts_while_websockets_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    async def launch(_game: str, **_how: Any) -> Launched:
        happened.append("starts")
        await asyncio.sleep(0)
        happened.append("has started")
        raise Trouble("no-secrets")

    class Dial(ModuleType):
        def __getattr__(self, name: str) -> object:
            if name == "Dial":
                happened.append("is read")
            return None

    monkeypatch.setattr(visit, "launch", launch)
    monkeypatch.setitem(sys.modules, "net.dial", Dial("net.dial"))
    await Visit(Plan("solo", "ada"), lambda: None).run()
    assert [*dict.fromkeys(happened)] == ["starts", "is read", "has started"]
