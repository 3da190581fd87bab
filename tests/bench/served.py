"""Tables in processes of their own, as the program starts them, and what the system says of a process."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest.mock import patch

import msgspec

from net.launch import Launched, launch
from tests.bench.party import Told


@contextmanager
def home(folder: str | None = None) -> Iterator[Path]:
    """A data folder of its own; in this one, or where the system puts what is temporary."""
    with tempfile.TemporaryDirectory(prefix="toctoc-", dir=folder) as own, patch.dict(os.environ, TOCTOC_HOME=own):
        yield Path(own)


@asynccontextmanager
async def table(
    game: str = "allegra", seats: int = 4, folder: str | None = None, **options: str
) -> AsyncIterator[Launched]:
    """A table on a free port of this computer, with a data folder of its own."""
    with home(folder):
        launched = await launch(
            game,
            name="Ada",
            seats=seats,
            options=options,
            bind="local",
            port=0,
            socket=None,
            tls=False,
            announced=False,
            ssh=None,
        )
        assert launched.process is not None
        try:
            yield launched
        finally:
            launched.process.terminate()
            launched.process.wait(10)


def cpu_s(pid: int) -> float:
    """The CPU time that a process has had."""
    return time.clock_gettime((~pid << 3) | 2)  # as Linux numbers the CPU clocks of processes


def memory_kb(pid: int) -> int:
    """What a process keeps in memory; what it shares with others counts for all of them in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


@contextmanager
def rival(kind: str, script: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """A server of `tests.bench.rivals`: its process and its port."""
    command = [sys.executable, "-m", "tests.bench.rivals", kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin as asking:
            asking.write(msgspec.json.encode(script))
        try:
            yield process.pid, int(process.stdout.readline())
        finally:
            process.terminate()


class Crowd:
    """Those who watch, in a process of `tests.bench.crowd`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def heard(self) -> list[tuple[float, int]]:
        """Of every update since this was asked last: when the last of them heard it, and how many did."""
        return msgspec.json.decode(await self._ask("heard"), type=list[tuple[float, int]])

    async def come_and_go(self, many: int) -> None:
        """So many more come, and go."""
        await self._ask(str(many))

    async def _ask(self, what: str) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what}\n".encode())
        return await self._process.stdout.readline()


@asynccontextmanager
async def crowd(port: int, many: int, code: str) -> AsyncIterator[Crowd]:
    """So many who watch; all of them are here."""
    command = [sys.executable, "-m", "tests.bench.crowd", str(port), str(many), code]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=10_000_000)
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"here\n"
        yield Crowd(process)
    finally:
        process.terminate()
        await process.wait()
