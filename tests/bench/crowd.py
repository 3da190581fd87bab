"""Many who watch, in a process of their own: what it costs to read must not look as if it were the table's.

    python -m tests.bench.crowd PORT MANY CODE     with a code at a table, with "websocket" or "raw" at another server

Says "here" when everybody is. For the line "heard" it tells when the last of them heard each update since, by the clock
of `perf_counter`, and how many did; for a number it says "gone" when so many more have come and gone again.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys

import msgspec

from net import wire
from tests.bench.lines import UPDATE, Line, allow_lines, dial, seq_of

AT_ONCE = 50
"""So many come together: a table does not let in more strangers."""


class Crowd:
    def __init__(self, port: int, code: str) -> None:
        self.port, self.code = port, code
        self.lines: list[Line] = []
        self.heard: dict[int, list[float]] = {}
        """By the number of the update when the last has heard it, and how many have."""

    async def come(self, many: int) -> None:
        """So many more."""
        for first in range(0, many, AT_ONCE):
            self.lines += await asyncio.gather(*map(self._comes, range(first, min(first + AT_ONCE, many))))

    async def come_and_go(self, many: int) -> None:
        for first in range(0, many, AT_ONCE):
            for line in await asyncio.gather(*map(self._comes, range(first, min(first + AT_ONCE, many)))):
                line.transport.abort()

    async def _comes(self, number: int) -> Line:
        welcomed = asyncio.Event()
        if self.code in ("raw", "websocket"):
            return await dial(self.port, self._hear, shakes=self.code == "websocket")

        def hear(frame: bytes, now: float) -> None:
            welcomed.set()
            self._hear(frame, now)

        line = await dial(self.port, hear)
        line.send(wire.encode(wire.Hello(wire.VERSION, f"w{number}", secrets.token_hex(16), self.code, "watch")))
        await welcomed.wait()
        return line

    def _hear(self, frame: bytes, now: float) -> None:
        if frame.startswith(UPDATE):
            last = self.heard.setdefault(seq_of(frame), [now, 0])
            last[0] = now
            last[1] += 1


async def main(port: int, many: int, code: str) -> None:
    allow_lines()
    os.nice(5)  # as if they were on other machines: whoever measures is not to wait for them
    loop = asyncio.get_running_loop()
    asked = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
    crowd = Crowd(port, code)
    await crowd.come(many)
    print("here", flush=True)
    while line := await asked.readline():
        if line == b"heard\n":
            print(msgspec.json.encode(sorted(crowd.heard.values())).decode(), flush=True)
            crowd.heard.clear()
        else:
            await crowd.come_and_go(int(line))
            print("gone", flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
