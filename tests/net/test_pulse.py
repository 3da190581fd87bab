"""Lines on which nothing comes any more: both sides notice, and nobody is cut off who is only slow."""

from __future__ import annotations

import asyncio
import logging
from unittest.mock import patch

import pytest
from websockets.asyncio.server import ServerConnection

from engine import journal
from net import dial, limits, wire
from net.dial import Dial
from net.link import Link
from tests import kit
from tests.net.loopback import (
    CODE,
    HOST_TOKEN,
    Hand,
    around,
    chairs,
    goodbye,
    hello,
    hosted,
    impostor,
    relayed,
    stranger,
)
from tests.net.test_queue import narrow, short_of_buffers

SILENT_S = 0.3
QUICK = {"PING_EVERY_S": 0.05, "SILENT_S": SILENT_S}
SIGNS = 12
"""Given in three times the time after which silence is too long."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dial, "RETRY_FIRST_S", 0.01)


@pytest.mark.parametrize("ways", [("up", "down"), ("down",)])
async def test_SILENT_S_a_line_that_goes_silent_is_noticed_and_no_act_is_played_twice(
    ways: tuple[str, ...],
) -> None:
    """In the end the act has not reached the table, or its answer has not reached the player."""
    async with hosted(2, **QUICK) as table, around(table) as (ada,), relayed(table.invite) as (relay, where):
        bo = Hand(where, "Bo")
        bo.idle = True
        await bo.until(lambda link: link.view is not None and link.view.offers)
        assert bo.link.view is not None
        reveal = kit.with_picks(offer := bo.link.view.offers[0], offer.pick.spots[:1] if offer.pick else ())
        relay.go_dead(*ways)
        bo.link.act(reveal)
        bo.dial.flush()
        await bo.until(lambda link: not link.online)
        assert bo.link.pending is not None
        if "up" in ways:
            await ada.until(lambda link: chairs(link)[1].line == "lost")
        relay.come_alive()
        await bo.until(lambda link: link.online and link.pending is None)
        await ada.until(lambda link: chairs(link)[1].line == "here")
        assert not bo.link.refusals
        assert [line.n for line in table.journal if isinstance(line, journal.Acted) and line.seat == 1] == [1]
        await bo.leave()


async def test_a_client_takes_whatever_comes_for_a_sign_of_life() -> None:
    """On a slow line pongs come late, after all that is told meanwhile."""
    hellos = 0

    async def talk(guest: ServerConnection) -> None:
        nonlocal hellos
        hellos += 1
        guest.transport.pause_reading()  # no pong any more
        for _ in range(SIGNS):
            await guest.send(wire.encode(wire.Said("Ana", 0, "still here")), text=True)
            await asyncio.sleep(SILENT_S / 4)
        await guest.send(wire.encode(wire.Bye("closed")), text=True)

    with patch.multiple(limits, **QUICK):
        async with impostor(talk) as where:
            link = Link("Ada", HOST_TOKEN, CODE)
            await asyncio.wait_for(Dial(link, where, lambda: None).run(), 10)
    assert (hellos, len(link.chat)) == (1, SIGNS)


async def test_a_table_takes_whatever_comes_for_a_sign_of_life() -> None:
    async with hosted(**QUICK) as table, around(table) as (ada,), stranger(table, ping_interval=None) as guest:
        await guest.send(hello(), text=True)
        await ada.until(lambda link: chairs(link)[1].name == "Eve")
        guest.transport.pause_reading()  # no pong any more
        for _ in range(SIGNS):
            await guest.send(wire.encode(wire.Ready()), text=True)
            await asyncio.sleep(SILENT_S / 4)
        assert chairs(ada.link)[1].line == "here"
        await ada.until(lambda link: chairs(link)[1].line == "lost")


async def test_who_is_behind_is_left_to_the_rule_for_that(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "toctoc")
    async with (
        hosted(listening=short_of_buffers(), STALLED_S=2 * SILENT_S, **QUICK) as table,
        around(table) as (ada,),
        stranger(table, sock=narrow(table), max_queue=1, ping_interval=None) as watcher,
    ):
        await watcher.send(hello(role="watch"), text=True)
        await ada.until(lambda link: link.room is not None and link.room.watchers)
        for line in range(200):
            ada.link.send(wire.Say(f"{line} " + "blah " * 40))
        ada.dial.flush()
        while "too-slow" not in caplog.text:
            assert ada.link.room is not None
            assert ada.link.room.watchers, "cut off without a word"
            await asyncio.sleep(0.01)
        assert await goodbye(watcher) == wire.Bye("too-slow")
