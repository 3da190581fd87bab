"""What is said to the network, and what is made of what comes from there, which anybody may have written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import IPv4Network
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from zeroconf import DNSOutgoing, DNSPointer, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from net import limits, mdns
from net.lan import Found, Notice
from net.mdns import Herald, Lookout, service
from tests.net.lan import SERVICE

HERE = ["127.0.0.1"]
HOUSE = [IPv4Network("192.168.1.0/24")]
NOTICE = Notice("allegra", "Ada", 8628, encrypted=True, free=3)
SAID: dict[str, Any] = {"game": "allegra", "host": "Ada", "tls": "0", "free": "2", "playing": "0"}
LIE = "\x1b[2J"
RESPONSE, POINTER, INTERNET, LONG_S = 0x8400, 12, 1, 4_500


@pytest.fixture(autouse=True)
def _among_ourselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mdns, "SERVICE", SERVICE)


def info(port: int = 8628, address: str = "192.168.1.5", **said: Any) -> ServiceInfo:
    return ServiceInfo(SERVICE, f"toctoc-1.{SERVICE}", port, properties={**SAID, **said}, parsed_addresses=[address])


def read(notice: ServiceInfo) -> Found | None:
    return mdns.found("toctoc-1", notice, HOUSE)


# what is read


def test_what_a_table_says_of_itself_is_read_as_it_was_said() -> None:
    table = mdns.found("toctoc-1", service("toctoc-1", NOTICE, ["192.168.1.5"]), HOUSE)
    assert table is not None
    assert msgspec.structs.astuple(table)[: len(msgspec.structs.astuple(NOTICE))] == msgspec.structs.astuple(NOTICE)
    assert table.place == "toctocs://192.168.1.5:8628"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("\x1b]52;c;cGF3bmVk\x07Ada\x1b[2J", "]52;c;cGF3bmVkAda[2J"[: limits.NAME_CELLS_MAX]),
        ("Ada\n\n\tfalse line", "Ada false line"),
        ("\u202eadA\u200b", "adA"),
        ("x" * 200, "x" * limits.NAME_CELLS_MAX),
        (b"\xff\xfeAda", "\ufffd\ufffdAda"),
        ("[/b]", "[/b]"),
    ],
)
def test_a_hostile_name_is_made_fit_to_be_shown(host: str | bytes, shown: str) -> None:
    table = read(info(host=host))
    assert table is not None
    assert table.host == shown


@pytest.mark.parametrize(
    "lie",
    [
        {"host": ""},
        {"host": "\u200b\u2800"},
        {"game": "poker"},
        {"game": "../../etc/passwd"},
        {"free": "-1"},
        {"free": "7"},
        {"free": "9" * 200},
        {"free": "٣"},
        {"free": ""},
        {"free": None},
        {"port": 0},
        {"address": "8.8.8.8"},
        {"address": "127.0.0.1"},
        {"address": "224.0.0.251"},
        {"address": "fe80::1"},
    ],
    ids=str,
)
def test_what_can_be_no_table_in_this_house_is_left_out(lie: dict[str, Any]) -> None:
    assert read(info()) is not None
    assert read(info(**lie)) is None


def test_a_huge_text_does_no_harm() -> None:
    assert read(info(**{f"key{number}": "x" * 200 for number in range(2_000)})) is not None
    assert read(ServiceInfo(SERVICE, f"toctoc-1.{SERVICE}", 8628, properties=b"\xff" * 60_000)) is None


# on the network


class Ear:
    """What was heard, list by list."""

    def __init__(self) -> None:
        self.heard: list[list[Found]] = []
        self._news = asyncio.Event()

    def hear(self, tables: list[Found]) -> None:
        self.heard.append(tables)
        self._news.set()

    async def until(self, wanted: list[int]) -> None:
        """Free chairs of all the tables there are."""
        async with asyncio.timeout(10):
            while not self.heard or [table.free for table in self.heard[-1]] != wanted:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def working(*works: Any) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work(HERE)) for work in works]
    try:
        yield
    finally:
        await mdns.end(tasks)


def say(herald: Herald, free: int) -> None:
    herald.hear(msgspec.json.encode(msgspec.structs.replace(NOTICE, free=free)))


async def test_LAN_TOLD_EVERY_S_what_changes_often_is_told_now_and_then() -> None:
    ear, herald = Ear(), Herald(every_s=0.3)
    async with working(herald.work, Lookout(ear.hear, every_s=0).work):
        for free in (6, 5, 4, 3, 2, 1):
            say(herald, free)
            await asyncio.sleep(0.02)
        await ear.until([1])
    told = [tables[0].free for tables in ear.heard if tables]
    assert [after for before, after in pairwise([0, *told]) if before != after] == [6, 1]
    assert Herald()._every_s == limits.LAN_TOLD_EVERY_S


async def test_what_changes_while_it_is_being_said_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ear, herald = Ear(), Herald(every_s=0)
    register = AsyncZeroconf.async_register_service

    async def slowly(network: AsyncZeroconf, *args: Any, **how: Any) -> Any:
        say(herald, 1)
        return await register(network, *args, **how)

    monkeypatch.setattr(AsyncZeroconf, "async_register_service", slowly)
    say(herald, 2)
    async with working(herald.work, Lookout(ear.hear, every_s=0).work):
        await ear.until([1])


async def test_what_is_taken_back_is_gone_at_once() -> None:
    ear, herald = Ear(), Herald()
    say(herald, 2)
    async with working(Lookout(ear.hear, every_s=0).work):
        async with working(herald.work):
            await ear.until([2])
        async with asyncio.timeout(0.5):
            await ear.until([])


async def test_LAN_TABLES_MAX_hundreds_of_tables_that_do_not_exist_keep_none_out_that_does() -> None:
    ear, herald = Ear(), Herald()
    lookout = Lookout(ear.hear, every_s=0)
    async with working(lookout.work), AsyncZeroconf(interfaces=HERE, ip_version=IPVersion.V4Only) as liar:
        await liar.zeroconf.async_wait_for_start()
        for start in range(0, 500, 20):
            out = DNSOutgoing(RESPONSE)
            for number in range(start, start + 20):
                name = f"{number}{'' if number % 2 else LIE}.{SERVICE}"
                out.add_answer_at_time(DNSPointer(SERVICE, POINTER, INTERNET, LONG_S, name), 0)
            liar.zeroconf.async_send(out)
        say(herald, 2)
        async with working(herald.work):
            await ear.until([2])
            assert len(lookout._asking) == limits.LAN_TABLES_MAX


async def test_LAN_TABLES_MAX_no_more_are_shown_and_who_goes_makes_room_for_who_waits() -> None:
    ear = Ear()
    lookout = Lookout(ear.hear, every_s=0)
    for number in range(500):
        lookout.learn(f"{number}", read(info(port=number + 1)))
    await asyncio.sleep(0.01)
    lookout.learn("0", None)
    await asyncio.sleep(0.01)
    first, then = ([table.port for table in tables] for tables in ear.heard)
    assert (len(first), then) == (limits.LAN_TABLES_MAX, [*first[1:], limits.LAN_TABLES_MAX + 1])


async def test_LAN_SHOWN_EVERY_S_a_list_that_changes_all_the_time_is_told_now_and_then() -> None:
    ear = Ear()
    lookout = Lookout(ear.hear, every_s=0.2)
    for number in range(100):
        lookout.learn("1", read(info(free=str(number % 4))))
        await asyncio.sleep(0.005)
    assert 1 <= len(ear.heard) <= 4
    assert Lookout(print)._every_s == limits.LAN_SHOWN_EVERY_S


# the networks


async def test_a_computer_that_comes_to_another_network_begins_anew_and_one_that_cannot_be_heard_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mdns, "LOOK_EVERY_S", 0.001)
    places, worked = [[], ["10.0.0.1"], ["10.0.0.1"], [], ["10.0.0.2"]], list[str]()
    settled, deaf = asyncio.Event(), 2

    async def work(addresses: list[str]) -> None:
        nonlocal deaf
        worked.append(f"in {addresses}")
        try:
            if addresses == ["10.0.0.2"] and (deaf := deaf - 1) >= 0:
                raise OSError("no multicast yet")
            if addresses == ["10.0.0.2"]:
                settled.set()
            await asyncio.Event().wait()
        finally:
            worked.append(f"out {addresses}")

    staying = asyncio.create_task(mdns.stay(work, lambda: places.pop(0) if len(places) > 1 else places[0]))
    await asyncio.wait_for(settled.wait(), 5)
    await asyncio.sleep(0.01)
    await mdns.end([staying])
    assert worked == [f"{way} ['10.0.0.{number}']" for number in (1, 2, 2, 2) for way in ("in", "out")]


def test_where_others_can_be_is_not_on_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "127.0.0.1" in mdns.interfaces()
    assert "127.0.0.1" not in mdns.outside()
    for address, there in (("127.0.0.1", []), ("192.168.1.5", ["192.168.1.5"])):
        monkeypatch.setattr(mdns, "lan_address", lambda address=address: address)
        assert mdns.invited_to() == there
