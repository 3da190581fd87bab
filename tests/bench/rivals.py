"""A server that plays nothing: after each act of a script it sends everybody what a table has once sent after it.

    python -m tests.bench.rivals {raw,disk,websockets} < script

"raw" writes to TCP connections, and "disk" too, but has the act on the disk before; "websockets" is that library's
broadcast. The first connections are the players, in order; all others watch. Tells its port.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle

import msgspec
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from net import wire
from tests.bench.lines import allow_lines, framed
from tests.bench.party import PLAYERS, Told


class Raw(asyncio.Protocol):
    """One connection of all. Whatever comes in is the next act."""

    def __init__(self, everybody: list[asyncio.Transport], tell: Callable[[], None]) -> None:
        self._everybody, self._tell = everybody, tell

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._everybody.append(transport)

    def data_received(self, data: bytes) -> None:
        self._tell()


async def serve_raw(script: list[Told], disk: bool) -> asyncio.Server:
    everybody: list[asyncio.Transport] = []
    acts = cycle([(told.act.encode(), [framed(update.encode()) for update in told.updates]) for told in script])
    journal = os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_WRONLY)

    def tell() -> None:
        act, updates = next(acts)
        if disk:
            os.write(journal, act + b"\n")
            os.fdatasync(journal)
        for number, transport in enumerate(everybody):
            transport.write(updates[min(number, PLAYERS)])

    return await asyncio.get_running_loop().create_server(lambda: Raw(everybody, tell), "127.0.0.1", 0, backlog=2_000)


async def serve_websockets(script: list[Told]) -> asyncio.Server:
    players: list[ServerConnection] = []
    watchers: list[ServerConnection] = []
    acts = cycle(script)

    async def attend(websocket: ServerConnection) -> None:
        (players if len(players) < PLAYERS else watchers).append(websocket)
        with suppress(ConnectionClosed):
            async for _ in websocket:
                updates = next(acts).updates
                for player, update in zip(players, updates, strict=False):
                    broadcast([player], update)
                broadcast(watchers, updates[-1])

    server = await serve(
        attend,
        "127.0.0.1",
        0,
        compression=None,
        ping_interval=None,
        subprotocols=[Subprotocol(wire.SUBPROTOCOL)],
        backlog=2_000,
    )
    return server.server


async def main(kind: str) -> None:
    allow_lines()
    script = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Told])
    server = await (serve_websockets(script) if kind == "websockets" else serve_raw(script, kind == "disk"))
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
