"""Those who do not read delay nobody, cost little, and are cut off in the end."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from net import limits, wire
from net.listen import listen_tcp
from tests.net.loopback import (
    FRIENDS,
    Hand,
    Hosted,
    around,
    chairs,
    goodbye,
    hello,
    hosted,
    is_over,
    is_played,
    stranger,
)


async def test_a_watcher_who_does_not_read_delays_nobody_and_costs_little() -> None:
    """S09."""
    nine = {"rounds": 9}
    async with hosted(options=nine) as table, stalled_watcher(table), around(table, *FRIENDS) as players:
        await players[0].until(is_played)
        before_bytes = resident_bytes()
        await players[0].until(lambda _: len(table.journal) > 500)
        kept_bytes = sum(len(frame) for hand in players for frame in hand.frames)  # by the hands, not by the table
        assert resident_bytes() - before_bytes - kept_bytes < 10_000_000
        for hand in players:
            assert statistics.median(hand.waits_s) < 0.1


async def test_WATCHER_QUEUE_FRAMES_WRITE_BUFFER_BYTES_so_much_and_no_more_waits_for_who_does_not_read() -> None:
    """Of views the newest alone; who is behind by too many other frames, and for long, is cut off."""
    async with (
        hosted(listening=short_of_buffers(), **SHORT) as table,
        stalled_watcher(table),
        around(table, *FRIENDS) as players,
    ):
        await players[0].until(is_over)
        watching = next(queue for queue in table.host._queues.values() if queue.is_behind)
        assert sum(outgoing.newest for outgoing in watching._frames) == 1
        assert 0 < watching.websocket.transport.get_write_buffer_size() < 2 * limits.WRITE_BUFFER_BYTES
        for _ in range(limits.WATCHER_QUEUE_FRAMES + 1):
            players[0].ask(wire.Say("blah"))
        await players[0].until(lambda link: link.room is not None and link.room.watchers == ())
        assert len(watching._frames) <= limits.WATCHER_QUEUE_FRAMES + 1


async def test_a_watcher_who_looks_up_again_sees_how_things_stand_now() -> None:
    async with (
        hosted(listening=short_of_buffers()) as table,
        stalled_watcher(table) as watcher,
        around(table, *FRIENDS) as players,
    ):
        await players[0].until(is_over)
        updates: list[wire.Update] = []
        while not (updates and updates[-1].view.over):
            message = wire.from_host(await asyncio.wait_for(watcher.recv(), 5))
            updates += [message] if isinstance(message, wire.Update) else []
        assert len(updates) < len(table.journal) / 2


async def test_STALLED_S_a_watcher_who_does_not_read_is_closed_as_too_slow(caplog: pytest.LogCaptureFixture) -> None:
    """S09."""
    caplog.set_level(logging.INFO, "toctoc")
    async with (
        hosted(STALLED_S=0.1, listening=short_of_buffers()) as table,
        stalled_watcher(table) as watcher,
        around(table, *FRIENDS) as players,
    ):
        for _ in range(500):
            await asyncio.sleep(0.01)
            if "too-slow" in caplog.text:
                break
        assert await goodbye(watcher) == wire.Bye("too-slow")
        await players[0].until(is_over)
        await players[0].until(lambda link: link.room is not None and link.room.watchers == ())
        assert all(hand.link.online for hand in players)


SHORT = {"QUEUE_BURST_S": 0.0, "HANG_UP_WITHIN_S": 0.1}


async def test_PLAYER_QUEUE_FRAMES_HANG_UP_WITHIN_S_a_player_who_does_not_read_is_cut_off_and_keeps_the_seat() -> None:
    async with (
        hosted(PLAYER_QUEUE_FRAMES=4, **SHORT) as table,
        around(table, "Bo") as (ada, bo),
        stranger(table, sock=narrow(table)) as guest,
    ):
        await guest.send(hello(), text=True)
        await ada.until(lambda link: chairs(link)[2].name == "Eve")
        for line in range(3_000):
            ada.ask(wire.Say(f"{line} " + "blah " * 40))
            await ada.until(lambda link, line=line: link.chat and link.chat[-1].text.startswith(f"{line} "))  # type: ignore[misc]
            if chairs(ada.link)[2].line == "lost":
                break
        await bo.until(lambda link: chairs(link)[2].line == "lost")
        again = Hand(table.invite, "Eve")
        await again.until(lambda link: link.online)
        assert again.link.seat == 2
        await again.leave()


async def test_an_old_window_that_wakes_up_late_hears_that_it_was_opened_elsewhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """S05: were it told to be too slow, it would come back and take the seat from the new one."""
    caplog.set_level(logging.INFO, "toctoc")
    async with (
        hosted(STALLED_S=0.3, listening=short_of_buffers()) as table,
        around(table) as (ada,),
        stranger(table, sock=narrow(table), max_queue=1) as old,
    ):
        await old.send(hello(), text=True)
        await ada.until(lambda link: chairs(link)[1].name == "Eve")
        for line in range(200):
            ada.link.send(wire.Say(f"{line} " + "blah " * 40))
        ada.dial.flush()
        await ada.until(lambda link: link.chat and link.chat[-1].text.startswith("199 "))
        new = Hand(table.invite, "Eve")
        await new.until(lambda link: link.online)
        for _ in range(500):
            await asyncio.sleep(0.01)
            if "elsewhere" in caplog.text:
                break
        assert await goodbye(old) == wire.Bye("elsewhere")
        assert new.link.online
        await new.leave()


async def test_QUEUE_BURST_S_a_burst_is_nobodys_fault() -> None:
    """Who reads is never too slow, however much there is to tell at once."""
    many = 10 * limits.PLAYER_QUEUE_FRAMES
    async with hosted() as table, around(table, "Bo") as (ada, bo):
        watcher = Hand(table.invite, "Wes", role="watch")
        await watcher.until(lambda link: link.online)
        for line in range(many):
            ada.link.send(wire.Say(f"{line} " + "blah " * 40))
        ada.dial.flush()
        for hand in (bo, watcher):
            await hand.until(lambda link: link.chat and link.chat[-1].text.startswith(f"{many - 1} "))
            assert sum(isinstance(wire.from_host(frame), wire.Said) for frame in hand.frames) == many
        await watcher.leave()


def short_of_buffers() -> socket.socket:
    """A listening socket whose connections keep little for those who do not read."""
    listening = listen_tcp("local", 0)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    return listening


def narrow(table: Hosted) -> socket.socket:
    """A connection on which little fits."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.connect(("127.0.0.1", table.invite.port))
    line.setblocking(False)
    return line


@asynccontextmanager
async def stalled_watcher(table: Hosted) -> AsyncIterator[ClientConnection]:
    """The client stops reading from the socket as soon as one message waits for somebody to take it."""
    async with stranger(table, sock=narrow(table), max_queue=1) as watcher:
        await watcher.send(hello(role="watch"), text=True)
        yield watcher


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
