"""Players who know of the table what they read in a pipe, and type what they have read that they can."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

SILENCE_S = 0.01
"""After so long without a line nothing more is said for now."""
PATIENCE_S = 30.0
ASKS_AFTER = 50
"""So many times nothing comes before somebody asks what there is to do."""
CHOICE = re.compile(r"(\d+)\. (.*?)(?:: (\w))?\.")
NUMBERS = re.compile(r"(?:^|[,:] )(\d+)(?: (?:to|and) (\d+))? ")
WHICH = re.compile(r".*: which (?:cards\? (\d+) to \d+\.|(\d+) cards\?|card\?|number, from 1 to (\d+)\?)")

UNWISE = re.compile("Take .* of |Take (all )?back|Take the cut")
"""What may have to be taken back, in Römi."""
HINT = re.compile(r"Hint .*: (put together|lay|add|take)")
PRESS = re.compile(r"\(press (\w)\)")
HINT_KEYS = {"put together": "l", "lay": "l", "add": "a", "take": "s"}


class Player:
    """`said` are all lines so far. `choose` picks one of the labels that are offered; without it chance does."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        self.process, self.name = process, name
        self.said: list[str] = []
        self._dice = random.Random(name)
        self._choices: dict[str, str] = {}
        """What can be typed now, and what it is called."""
        self._numbers: list[str] = []
        self._count = 0
        """So many of these numbers are asked for."""

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    async def read(self, within_s: float = SILENCE_S) -> bool:
        """One more line. False if none comes in this time, or any more."""
        assert self.process.stdout is not None
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), within_s)
        except TimeoutError:
            return False
        if line:
            self.said.append(line.decode().removesuffix("\n"))
            self._understand(self.said[-1])
        return bool(line)

    async def until(self, wanted: str) -> str:
        """Read until a line has this in it; it is returned."""
        start = len(self.said)
        deadline = time.monotonic() + PATIENCE_S
        while not any(wanted in line for line in self.said[start:]):
            assert time.monotonic() < deadline, "\n".join([f"{wanted!r} does not come:", *self.said[-30:]])
            await self.read(PATIENCE_S)
        return next(line for line in self.said[start:] if wanted in line)

    async def play(self, until: str) -> None:
        """Answer whatever is asked, until a line has this in it."""
        deadline, silent = time.monotonic() + PATIENCE_S, 0
        while not any(re.search(until, line) for line in self.said):
            assert time.monotonic() < deadline, "\n".join(["It does not end:", *self.said[-30:]])
            silent = 0 if await self.read() else silent + 1
            if silent == ASKS_AFTER:
                self.type("")
                silent = 0
            elif silent:
                self._answer()

    def _understand(self, line: str) -> None:
        if which := WHICH.match(line):
            self._choices, self._numbers = {}, [str(number + 1) for number in range(int(which[3] or 0))]
            self._count = int(which[1] or which[2] or 1)
        elif choice := CHOICE.fullmatch(line):
            if choice[1] == "1":
                self._choices, self._numbers = {}, []
            self._choices[choice[1]] = choice[2]
        elif self._count and not self._choices:
            self._numbers += [str(n) for a, b in NUMBERS.findall(line) for n in range(int(a), int(b or a) + 1)]
        for label, key in re.findall(r"([^:.]+): (\w)\.", line):
            if not CHOICE.fullmatch(line):
                self._choices[key] = label

    def _answer(self) -> None:
        """Do something of all that can be done; in Römi what the hints say, and if there is none, discard."""
        choices, numbers, last = self._choices, self._numbers, self.said[-1]
        if hint := HINT.match(last):
            self._choices = {}
            self.type(HINT_KEYS[hint[1]])
        elif press := PRESS.search(last):
            self.type(press[1])
        elif last == "There is no hint now." or last.startswith("Hint "):
            self.type("x")
        elif {"Lay", "Add", "Discard"} & set(choices.values()) or last == "Still your turn.":
            opens = [typed for typed, label in choices.items() if label.startswith("Open (")]
            self.type(opens[0] if opens else "hint")
        elif numbers:
            self.type(" ".join(self._dice.sample(numbers, self._count)))
        elif choices:
            self.type(self._dice.choice([typed for typed, label in choices.items() if not UNWISE.match(label)]))
        self._choices, self._numbers, self._count = {}, [], 0


@asynccontextmanager
async def piped(*arguments: str, home: Path, name: str = "anna", **env: str) -> AsyncIterator[Player]:
    """`toctoc` with these arguments and nothing but pipes. It is ended in the end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "tui", *arguments, "--name", name),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "TOCTOC_HOME": str(home), **env},
    )
    try:
        yield Player(process, name)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
