"""Announcing a table, and looking for one: the processes themselves, on loopback, and what they are when they fail."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from msgspec import json

from net import lan
from net.lan import Announcer, Found, Notice
from tests.net.lan import command

NOTICE = Notice("allegra", "Ada", 8628, encrypted=False, free=3)
ENDS, HANGS = (sys.executable, "-c", ""), (sys.executable, "-c", "import time; time.sleep(60)")
HOSTS = f"""
import signal, time
from net.lan import Notice, announce
announcer = announce({NOTICE!r}, {command("announce")!r})
announcer.tell(2, True)
signal.signal(signal.SIGHUP, lambda *_: announcer.close())
time.sleep(60)
"""


class Seen:
    """What was found, every time that was told."""

    def __init__(self) -> None:
        self.all: list[list[Found]] = []
        self._told = asyncio.Event()

    def tell(self, tables: list[Found]) -> None:
        self.all.append(tables)
        self._told.set()

    async def until(self, *wanted: tuple[int, bool]) -> list[Found]:
        """Wait until these are free chairs and states of play of all the tables there are."""
        async with asyncio.timeout(10):
            while [(table.free, table.playing) for table in (self.all or [[]])[-1]] != [*wanted] or not self.all:
                self._told.clear()
                await self._told.wait()
        return self.all[-1]


@asynccontextmanager
async def looking() -> AsyncIterator[Seen]:
    seen = Seen()
    task = asyncio.create_task(lan.look(seen.tell, command("look")))
    try:
        yield seen
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.mark.parametrize("end", [signal.SIGHUP, signal.SIGKILL], ids=["closed", "killed"])
async def test_a_table_is_found_by_whoever_looks_and_gone_as_soon_as_it_ends(end: signal.Signals) -> None:
    async with looking() as seen:
        host = await asyncio.create_subprocess_exec(sys.executable, "-c", HOSTS)
        try:
            [table] = await seen.until((2, True))
            assert (table.game, table.host, table.place) == ("allegra", "Ada", "toctoc://127.0.0.1:8628")
            host.send_signal(end)
            ended = time.monotonic()
            await seen.until()
            assert time.monotonic() - ended < 2
        finally:
            with suppress(ProcessLookupError):
                host.kill()
            await host.wait()


def announcing(command: Sequence[str]) -> tuple[Announcer, subprocess.Popen[bytes]]:
    announcer = Announcer(NOTICE, command)
    return announcer, announcer._process


def test_if_what_announces_has_ended_the_table_does_not_mind() -> None:
    announcer, process = announcing(ENDS)
    process.wait()
    announcer.tell(2, False)
    announcer.close()
    announcer.tell(1, False)


def test_if_what_announces_cannot_be_started_the_table_does_without() -> None:
    assert lan.announce(NOTICE, ("/no/such/program",)) is None


def test_if_what_announces_hangs_the_table_does_not_wait() -> None:
    announcer, process = announcing(HANGS)
    began = time.monotonic()
    for free in range(2_000):  # more than the pipe holds
        announcer.tell(free, False)
    assert time.monotonic() - began < 1
    process.kill()
    announcer.close()
    process.wait()


def test_only_what_has_changed_is_told(tmp_path: Path) -> None:
    copy = tmp_path / "told"
    copies = f"import pathlib, sys; pathlib.Path({str(copy)!r}).write_bytes(sys.stdin.buffer.read())"
    announcer, process = announcing((sys.executable, "-c", copies))
    for free in (3, 3, 2, 2, 2, 3):
        announcer.tell(free, False)
    announcer.close()
    process.wait()
    assert [json.decode(line, type=Notice).free for line in copy.read_bytes().splitlines()] == [3, 2, 3]


@pytest.mark.parametrize("command", [ENDS, ("/no/such/program",)])
async def test_if_what_looks_breaks_down_or_cannot_be_started_nothing_is_found(command: Sequence[str]) -> None:
    found: list[list[Found]] = []
    await lan.look(found.append, command)
    assert found == []


async def test_if_what_looks_is_killed_nothing_is_found_any_more() -> None:
    table = Found(*msgspec.structs.astuple(NOTICE), id="1", address="10.0.0.1")
    told, found = f"print({lan.encode([table]).decode()!r})", list[list[Found]]()
    await lan.look(found.append, (sys.executable, "-c", told))
    assert found == [[table], []]


async def test_without_the_extra_nothing_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "is_installed", lambda: False)
    await lan.look(pytest.fail, ("/no/such/program",))
