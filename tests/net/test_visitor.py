"""What strangers do to a socket below the messages is bounded, and whoever plays does not notice it."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest
from websockets.asyncio.server import ServerConnection

from net import limits, wire
from net.budget import Budget
from net.limits import FRAMES_BURST, FRAMES_PER_S, MOUTHFUL_BYTES, REQUEST_BYTES_MAX
from tests.net import hostile
from tests.net.hostile import CLOSE, CONT, PING, PONG, REQUEST, TEXT, websocket_frame
from tests.net.loopback import stranger
from tests.net.siege import besieged, raw, text_frame

TEN_MB = 10_000_000
UNHURRIED_S = 0.3
"""In place of the ten seconds that a stranger may take."""


def test_a_budget_is_spent_and_refilled_and_never_grows_beyond_its_size() -> None:
    budget = Budget(3, 0.5, 100.0)
    assert [budget.take(now) for now in (100, 100, 100, 102, 1_000, 1_000, 1_000)] == [True] * 7
    assert [budget.take(now) for now in (1_000, 1_001, 1_001.9)] == [False] * 3
    assert budget.take(1_002), "what was refused costs nothing"


FLOODS = {
    "pings": (b"", websocket_frame(PING)),
    "long pings": (b"", websocket_frame(PING, bytes(125))),
    "pongs": (b"", websocket_frame(PONG)),
    "empty fragments": (websocket_frame(TEXT, last=False), websocket_frame(CONT, last=False)),
}
ARE_YOU_THERE, YES = websocket_frame(PING, b"?"), websocket_frame(PONG, b"?", masked=False)


@pytest.mark.parametrize("flood", FLOODS)
async def test_FRAMES_BURST_who_sends_more_frames_of_any_kind_is_cut_off(flood: str) -> None:
    """Pings cost more than their pongs: so many frames have to be looked at, and pongs wait for who does not read."""
    first, drop = FLOODS[flood]
    async with besieged() as (table, _):
        with patch.object(limits, "FRAMES_PER_S", 1e-6):
            async with raw(table) as line:
                await line.shake_hands()
                await line.say(first + drop * (FRAMES_BURST - 1 - bool(first)) + ARE_YOU_THERE)
                await line.reader.readuntil(YES)
                await line.say(drop)
                await line.rest()


async def test_who_is_cut_off_for_a_flood_is_told_why_and_does_not_come_back() -> None:
    async with besieged() as (table, _):
        with patch.multiple(limits, FRAMES_BURST=3, FRAMES_PER_S=1e-6):
            async with stranger(table) as guest:
                for _ in range(4):
                    await guest.ping()
                assert wire.from_host(await guest.recv()) == wire.Bye("too-fast")


@pytest.mark.parametrize(("per_s", "lasts"), [(1e6, True), (1e-6, False)])
async def test_FRAMES_PER_S_so_many_can_be_sent_for_ever(per_s: float, lasts: bool) -> None:
    async with besieged() as (table, _):
        with patch.multiple(limits, FRAMES_BURST=2, FRAMES_PER_S=per_s):
            async with raw(table) as line:
                await line.shake_hands()
                for _ in range(20):
                    await line.say(websocket_frame(PING))
                    await asyncio.sleep(0.001)
                await line.say(websocket_frame(CLOSE))
                pongs = (await line.rest()).count(websocket_frame(PONG, masked=False))
        assert pongs == 20 if lasts else pongs < 20


async def test_MOUTHFUL_BYTES_no_more_is_looked_at_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much has come: nobody waits while thousands of scraps are looked at."""
    mouthfuls: list[int] = []
    received = ServerConnection.data_received

    def spy(self: ServerConnection, data: bytes) -> None:
        mouthfuls.append(len(data))
        received(self, data)

    monkeypatch.setattr(ServerConnection, "data_received", spy)
    async with besieged() as (table, _):
        mouthfuls.clear()
        with patch.object(limits, "FRAMES_PER_S", FRAMES_PER_S):
            async with raw(table) as line:
                await line.shake_hands()
                await line.say(websocket_frame(TEXT) * 100_000)
                await line.rest()
        assert max(mouthfuls) <= MOUTHFUL_BYTES
        assert sum(mouthfuls) < FRAMES_BURST * len(websocket_frame(TEXT)) + 10 * MOUTHFUL_BYTES, "and then nothing"


@pytest.mark.parametrize("said", [b"", REQUEST[:-1], REQUEST], ids=["nothing", "half a request", "a request"])
async def test_HELLO_WITHIN_S_who_does_not_come_to_the_point_is_hung_up(
    said: bytes,
) -> None:
    """Also who says one byte after another."""
    async with besieged(HELLO_WITHIN_S=UNHURRIED_S) as (table, _), raw(table) as line:
        await line.say(said)
        slow = asyncio.create_task(line.trickle(text_frame(b"x" * 100), UNHURRIED_S / 10))
        await asyncio.wait_for(line.rest(), 10 * UNHURRIED_S)
        slow.cancel()


async def test_REQUEST_BYTES_MAX_a_long_request_is_not_read_to_its_end() -> None:
    header = b"X-Header: " + b"x" * 1_000 + b"\r\n"
    asked, rest = REQUEST[:-2], b"\r\n"
    fits = (REQUEST_BYTES_MAX - len(REQUEST)) // len(header)
    async with besieged() as (table, _):
        async with raw(table) as line:
            await line.say(asked + header * fits + rest)
            assert (await line.reader.readline()).startswith(b"HTTP/1.1 101 ")
        async with raw(table) as line:
            await line.say(asked + header * (fits + 1) + rest)
            assert await line.rest() == b""


NO_FRAMES = {
    "reserved bits": websocket_frame(TEXT, b"{}", reserved=1),
    "no mask": websocket_frame(TEXT, b"{}", masked=False),
    "no such kind": websocket_frame(3),
    "half a ping": websocket_frame(PING, last=False),
    "a long ping": websocket_frame(PING, bytes(126)),
    "a fragment of nothing": websocket_frame(CONT, b"{}"),
    "a frame in a frame": websocket_frame(TEXT, b"{", last=False) + websocket_frame(TEXT, b"}"),
    "no text": websocket_frame(TEXT, b"\xff"),
    "a goodbye with half a reason": websocket_frame(CLOSE, b"\x03"),
    "a goodbye without sense": websocket_frame(CLOSE, b"\x00\x01\xff"),
    "ten megabytes": websocket_frame(TEXT, b"x" * TEN_MB),
    "more than there is": websocket_frame(TEXT, length=2**63),
    "a message in large parts": websocket_frame(TEXT, bytes(9_000), last=False) + websocket_frame(CONT, bytes(9_000)),
}


@pytest.mark.parametrize("scrap", NO_FRAMES)
async def test_FRAME_BYTES_MAX_who_breaks_the_protocol_is_hung_up_soon_however_much_still_comes(
    scrap: str,
) -> None:
    async with besieged(PING_EVERY_S=60.0, END_WITHIN_S=0.05) as (table, _), raw(table) as line:
        await line.shake_hands()
        await line.say(NO_FRAMES[scrap])
        more = asyncio.create_task(line.trickle(bytes(TEN_MB), 0.001))
        await line.rest()
        await line.until_cut()
        more.cancel()


@pytest.mark.parametrize(
    "request_and_more",
    [
        REQUEST + websocket_frame(TEXT, b"{}", reserved=7),
        REQUEST + websocket_frame(CLOSE),
        REQUEST + websocket_frame(PING) * 3,
        REQUEST.replace(b"Upgrade: websocket\r\n", b"") + b"\xff" * 100,
        REQUEST.replace(b"GET", b"PUT") + websocket_frame(CLOSE),
        b"GET / HTTP/1.1\r\n" + b"x" * 9_000,
    ],
)
async def test_who_does_not_wait_for_the_answer_does_no_harm(request_and_more: bytes) -> None:
    async with besieged() as (table, _), raw(table) as line:
        await line.say(request_and_more)
        await line.say(hostile.websocket_frame(CLOSE))
        await line.rest()
