"""The shell around a process that thinks for a table, so that the table never waits for a thought.

It is started with the first question, and again, a few times, if it breaks down or hangs. An answer that does not come
costs nothing: a bot that has none decides by itself, and a person too.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from net.thought import Advice, Question

COMMAND = (sys.executable, "-P", "-m", "net.thinker")
STARTS_MAX = 4
LATE_S = 5.0
"""An answer that is so much later than it was asked for will not come: the process had the time to start, too."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Advice).decode


class Thinkers:
    """`advise` gets every answer. Questions are asked one by one, of each who asks the newest."""

    def __init__(
        self,
        advise: Callable[[Advice], None],
        *,
        command: Sequence[str] = COMMAND,
        late_s: float = LATE_S,
    ) -> None:
        self.starts = 0
        self._advise, self._command, self._late_s = advise, command, late_s
        self._questions: dict[int, Question] = {}
        self._asked = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None

    def ask(self, question: Question) -> None:
        """Never waits."""
        self._questions[question.asker] = question
        self._asked.set()
        if self._thinking is None:
            self._thinking = asyncio.create_task(self._think())

    async def close(self) -> None:
        """End the process, whatever it is thinking about."""
        if self._thinking is not None:
            self._thinking.cancel()
            with suppress(asyncio.CancelledError):
                await self._thinking

    async def _think(self) -> None:
        while self.starts < STARTS_MAX:
            self.starts += 1
            with suppress(OSError):
                process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True
                )
                try:
                    await self._converse(process)
                finally:
                    with suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()

    async def _converse(self, process: Process) -> None:
        """Until the process breaks down or hangs."""
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(TimeoutError, msgspec.DecodeError):
            while True:
                await self._asked.wait()
                _, question = self._questions.popitem()
                if not self._questions:
                    self._asked.clear()
                process.stdin.write(encode(question) + b"\n")
                async with asyncio.timeout(question.budget_s + self._late_s):
                    answer = await process.stdout.readline()
                self._advise(decode(answer))
