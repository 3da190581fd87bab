"""The table on real sockets: whole games through the real client, and everything strangers can do to a port."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import statistics
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from engine import journal
from engine.board import Happening, told
from engine.cards import GAP
from engine.game import View
from engine.match import Match
from net import host, limits, listen, wire
from net.link import Link
from net.listen import listen_tcp, listen_unix
from net.trouble import Trouble
from tests import kit
from tests.net.loopback import CODE, HOST_TOKEN, Hand, Hosted, hosted

FRIENDS = ("Bo", "Cy", "Di")


def is_over(link: Link) -> bool:
    return link.room is not None and link.room.phase == "over" and link.view is not None and link.view.over


def is_played(link: Link) -> bool:
    return link.view is not None


@asynccontextmanager
async def around(table: Hosted, *names: str) -> AsyncIterator[list[Hand]]:
    """The host Ada and her friends, all seated in this order."""
    hands = []
    for name in ("Ada", *names):
        hands.append(Hand(table.invite, name, token=HOST_TOKEN if name == "Ada" else ""))
        await hands[-1].until(lambda link: link.online)
    try:
        yield hands
    finally:
        for hand in hands:
            await hand.leave()


@asynccontextmanager
async def stranger(table: Hosted, **how: Any) -> AsyncIterator[ClientConnection]:
    """A connection that does not behave like our client."""
    settings: dict[str, Any] = {"compression": None, "subprotocols": [Subprotocol(wire.SUBPROTOCOL)], **how}
    async with connect(f"ws://127.0.0.1:{table.invite.port}", proxy=None, close_timeout=0.2, **settings) as websocket:
        yield websocket


def hello(**changes: Any) -> bytes:
    fields = {"version": wire.VERSION, "name": "Eve", "token": "the secret token of Eve", "code": CODE, **changes}
    return wire.encode(wire.Hello(**fields))


async def goodbye(websocket: ClientConnection) -> wire.Bye:
    """The last thing the table says before it closes the connection."""
    last: wire.FromHost | None = None
    async with asyncio.timeout(5):
        async for frame in websocket:
            last = wire.from_host(frame)
    assert isinstance(last, wire.Bye)
    return last


# whole games


async def test_friends_and_watchers_play_a_whole_game_and_agree_on_it() -> None:
    async with hosted(options={"rounds": 2}) as table, around(table, *FRIENDS) as players:
        watchers = [Hand(table.invite, name, role="watch") for name in ("Wes", "Wim")]
        for hand in (*players, *watchers):
            await hand.until(is_over)

        match = replayed(table.journal)[-1].match
        assert match.state.over
        scores = match.game.scores(match.state)
        room = players[0].link.room
        assert all(hand.link.view is not None and hand.link.view.scores == scores for hand in (*players, *watchers))
        assert room is not None
        assert [chair.name for chair in room.chairs] == ["Ada", *FRIENDS]
        assert room.watchers == ("Wes", "Wim")

        for hand in players:
            hand.ask(wire.Ready())
        for hand in (*players, *watchers):  # a rematch, with the same seats and watchers
            await hand.until(lambda link: link.room is not None and link.room.phase == "play")
            assert hand.link.room is not None
            assert [chair.name for chair in hand.link.room.chairs] == ["Ada", *FRIENDS]
            assert hand.link.room.watchers == ("Wes", "Wim")
            await hand.leave()
    assert sum(isinstance(line, journal.Header) for line in table.journal) == 2


async def test_a_watcher_gets_nothing_but_what_is_public() -> None:
    """S14: every byte is accounted for by a game replayed from the journal, seen by one who holds no cards."""
    async with hosted() as table:
        watcher = Hand(table.invite, "Wes", role="watch")
        await watcher.until(lambda link: link.online)
        async with around(table, *FRIENDS) as players:
            await players[0].until(is_over)
            await watcher.until(is_over)
        await watcher.leave()

    steps = replayed(table.journal)
    at = 0
    messages = [wire.from_host(frame) for frame in watcher.frames]
    assert {type(message) for message in messages} == {wire.Welcome, wire.Room, wire.Update}
    for update in messages:
        if isinstance(update, wire.Update):
            at = next(i for i in range(at, len(steps)) if steps[i].view == update.view)
            assert update.events in (steps[at].events, ())
            assert_public(update.view, steps[at].match.state)
    assert at == len(steps) - 1


class Step:
    """The match after an act of the journal, and what the public learns of it."""

    def __init__(self, match: Match, happenings: Sequence[Happening]) -> None:
        self.match = kit.at(match, match.state)
        self.view, self.events = match.view(None), told(happenings, None)


def replayed(lines: Sequence[journal.Line]) -> list[Step]:
    """The first match of a journal, act by act."""
    header = lines[0]
    assert isinstance(header, journal.Header)
    match, steps = journal.open_match(header), []
    for line in lines[1:]:
        if isinstance(line, journal.Header):
            break
        steps.append(Step(match, match.act(line.seat, bytes(line.action))))
    return steps


def assert_public(view: View, state: Any) -> None:
    """Written out by hand: the discard pile, the offer, the triples that are gone, and what lies face up."""
    for zone in view.zones:
        for i, card in enumerate(zone.cards):
            up = zone.kind in ("discard", "offer", "gone") or (zone.kind in ("grid", "hand") and state.up[zone.name][i])
            assert card == (state.zones[zone.name][i] if up or card == GAP else None)
    assert view.offers == ()


async def test_a_watcher_can_do_nothing_but_watch() -> None:
    requests: list[wire.FromClient] = [
        wire.Act(1, msgspec.Raw(b'{"type":"draw","turn":1}')),
        wire.Ready(),
        wire.Start(),
        wire.SeatBot(0),
        wire.FreeSeat(0),
        wire.SetSeats(2),
        wire.SetOption("rounds", "1"),
        wire.CloseTable(),
        wire.Hello(wire.VERSION, "Eve", HOST_TOKEN, CODE),
    ]
    async with hosted(seats=2) as table, around(table, "Bo") as players, stranger(table) as watcher:
        await players[0].until(is_played)
        for hand in players:
            hand.idle = True
        for hand in players:
            await hand.until(lambda link: link.pending is None)
        await watcher.send(hello(role="watch"), text=True)
        before = table.journal[:]
        for request in requests:
            await watcher.send(wire.encode(request), text=True)
        await watcher.send('{"t":"unheard-of","x":[]}')
        async with asyncio.timeout(5):
            answers = [answer async for answer in refusals_of(watcher, len(requests) + 1)]
        assert answers == ["read-only"] * (len(requests) + 1)
        assert table.journal == before
        assert all(hand.link.online for hand in players)


async def refusals_of(websocket: ClientConnection, count: int) -> AsyncIterator[str]:
    while count:
        message = wire.from_host(await websocket.recv())
        if isinstance(message, wire.Answer) and message.refused is not None:
            count -= 1
            yield message.refused.code


# coming and going


async def test_the_newest_window_has_the_seat_and_the_old_one_does_not_come_back() -> None:
    """S05."""
    async with hosted() as table, around(table, "Bo", "Cy") as (ada, bo, cy):
        again = Hand(table.invite, "Bo")
        await again.until(lambda link: link.online)
        await asyncio.wait_for(bo.running, 5)
        assert bo.link.bye == wire.Bye("elsewhere")
        assert again.link.seat == 1
        rooms = [message for message in map(wire.from_host, cy.frames) if isinstance(message, wire.Room)]
        assert all(chair.line == "here" for room in rooms for chair in room.chairs)
        assert rooms[-1].chairs[1].name == "Bo"
        assert ada.link.online
        await again.leave()


@pytest.mark.parametrize("version", [wire.VERSION - 1, wire.VERSION + 1])
@pytest.mark.parametrize("code", [CODE, "WRONG"])
async def test_another_version_is_told_both_versions_before_the_code_is_looked_at(
    version: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    """S11."""
    caplog.set_level(logging.INFO, "toctoc")
    async with hosted() as table, stranger(table) as guest:
        await guest.send(f'{{"t":"hello","version":{version},"whatever":"came later","code":"{code}"}}')
        assert await goodbye(guest) == wire.Bye("version", (wire.VERSION, version))
    assert [record.getMessage() for record in caplog.records if record.name == "toctoc"] == [
        f'Goodbye to 127.0.0.1: {{"t":"bye","code":"version","args":[{wire.VERSION},{version}]}}'
    ]


async def test_a_line_that_dies_in_silence_is_noticed_and_keeps_the_seat() -> None:
    async with hosted(ping_every_s=0.05, pong_within_s=0.3) as table, around(table, "Bo") as (ada, _):
        async with stranger(table, max_queue=1) as guest:
            await guest.send(hello(), text=True)
            await ada.until(lambda link: link.room is not None and link.room.chairs[2].name == "Eve")
            guest.transport.pause_reading()  # no pong any more
            await ada.until(lambda link: link.room is not None and link.room.chairs[2].line == "lost")
        again = Hand(table.invite, "Eve")
        await again.until(lambda link: link.online)
        assert again.link.seat == 2
        await again.leave()


async def test_round_trips_are_measured_and_told_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lags: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
    async with hosted(ping_every_s=0.01) as table:
        monkeypatch.setattr(table.host.table, "lag", lambda conn, rtt_s: lags.put_nowait((conn, rtt_s)))
        async with around(table):
            for _ in range(3):
                conn, rtt_s = await asyncio.wait_for(lags.get(), 5)
                assert conn == 1
                assert 0 < rtt_s < 1


async def test_when_the_host_stops_everybody_hears_goodbye_and_it_takes_less_than_a_second() -> None:
    async with hosted() as table:
        hands = [Hand(table.invite, name) for name in FRIENDS]
        for hand in hands:
            await hand.until(lambda link: link.online)
        async with stranger(table):  # even while somebody has not said a word yet
            began = asyncio.get_running_loop().time()
            await table.close()
            assert asyncio.get_running_loop().time() - began < 1
        for hand in hands:
            await asyncio.wait_for(hand.running, 5)
            assert hand.link.bye == wire.Bye("closed")


async def test_a_journal_that_cannot_be_written_ends_the_table_and_nobody_is_told_of_the_act() -> None:
    async with hosted(seats=2) as table:
        table.full_at = 20
        async with around(table, "Bo") as players:
            for hand in players:
                await asyncio.wait_for(hand.running, 5)
                assert hand.link.bye == wire.Bye("closed")
                last = replayed(table.journal)[-1].match
                assert hand.link.view == last.view(hand.link.seat)
        with pytest.raises(Trouble, match="disk-full"):
            await table.serving


# those who do not read


async def test_a_watcher_who_does_not_read_delays_nobody_and_costs_little() -> None:
    """S09."""
    nine = {"rounds": 9}
    async with hosted(options=nine) as table, stalled_watcher(table), around(table, *FRIENDS) as players:
        await players[0].until(is_played)
        before_bytes = resident_bytes()
        await players[0].until(lambda _: len(table.journal) > 500)
        assert resident_bytes() - before_bytes < 10_000_000
        for hand in players:
            assert statistics.median(hand.waits_s) < 0.1


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


async def test_a_watcher_who_does_not_read_is_closed_as_too_slow(caplog: pytest.LogCaptureFixture) -> None:
    """S09."""
    caplog.set_level(logging.INFO, "toctoc")
    async with (
        hosted(stalled_s=0.1, listening=short_of_buffers()) as table,
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


async def test_a_player_who_does_not_read_is_cut_off_and_keeps_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PLAYER_QUEUE_FRAMES", 4)
    monkeypatch.setattr(host, "BURST_S", 0.0)
    monkeypatch.setattr(host, "HANG_UP_WITHIN_S", 0.1)
    async with hosted() as table, around(table, "Bo") as (ada, bo), stranger(table, sock=narrow(table)) as guest:
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
        hosted(stalled_s=0.3, listening=short_of_buffers()) as table,
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


async def test_a_burst_is_nobodys_fault() -> None:
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


def chairs(link: Link) -> tuple[wire.Chair, ...]:
    assert link.room is not None
    return link.room.chairs


# strangers


async def test_browsers_are_refused() -> None:
    async with hosted() as table:
        with pytest.raises(InvalidStatus) as refused:
            async with stranger(table, origin=Origin("http://127.0.0.1")):
                pass
        assert refused.value.response.status_code == 403


async def test_a_frame_that_is_too_large_closes_that_connection_alone() -> None:
    async with hosted() as table, around(table) as (ada,), stranger(table) as guest:
        await guest.send(hello(), text=True)
        await ada.until(lambda link: chairs(link)[1].name == "Eve")
        await guest.send("x" * (limits.FRAME_BYTES_MAX + 1))
        await asyncio.wait_for(guest.wait_closed(), 5)
        assert guest.close_code == 1009
        await ada.until(lambda link: chairs(link)[1].line == "lost")


@pytest.mark.parametrize("garbage", [garbage for garbage in kit.GARBAGE if len(garbage) <= limits.FRAME_BYTES_MAX])
async def test_garbage_ends_a_connection_and_nothing_else(garbage: bytes) -> None:
    async with hosted() as table, around(table) as (ada,), stranger(table) as guest:
        await guest.send(garbage)
        assert (await goodbye(guest)).code == "not-understood"
        assert ada.link.online


@pytest.mark.parametrize("garbage", [b"", b"\0" * 100_000, b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-nobody\r\n"])
async def test_what_is_no_websocket_is_hung_up(garbage: bytes) -> None:
    async with hosted() as table, around(table) as (ada,):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.invite.port)
        writer.write(garbage)
        writer.write_eof()
        async with asyncio.timeout(5):
            while await reader.read(4_096):
                pass
        writer.close()
        assert ada.link.online


# sockets


def test_a_port_in_use_is_told_and_the_usual_one_is_no_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen_tcp("local", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Trouble, match="port-in-use") as trouble:
            listen_tcp("local", port)
        assert trouble.value.details == (port,)
        monkeypatch.setattr(listen, "DEFAULT_PORT", port)
        with listen_tcp("local", None) as free:
            assert free.getsockname()[1] not in (0, port)


async def test_small_frames_are_sent_at_once() -> None:
    """Otherwise a knock waits up to 40 ms, until the other side acknowledges the frame before."""
    no_delay: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            line = transport.get_extra_info("socket")
            no_delay.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    with listen_tcp("local", 0) as listening, socket.create_connection(listening.getsockname()):
        async with await asyncio.get_running_loop().create_server(Accepted, sock=listening):
            assert await asyncio.wait_for(no_delay, 5)


async def test_friends_meet_on_a_unix_socket_that_others_cannot_use(tmp_path: Path) -> None:
    path = tmp_path / "a table"
    async with hosted(listening=listen_unix(path)) as table, around(table, "Bo") as (_, bo):
        assert bo.link.seat == 1
        assert path.stat().st_mode & 0o777 == 0o600
        with pytest.raises(Trouble, match="socket-in-use"):
            listen_unix(path)
    listen_unix(path).close()  # what is left of a table that is gone is no obstacle


def test_something_else_is_never_taken_for_an_old_socket(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("precious")
    with pytest.raises(Trouble, match="socket-in-use"):
        listen_unix(path)
    assert path.read_text() == "precious"
    with pytest.raises(Trouble, match="socket-path"):
        listen_unix(tmp_path / ("long" * 40))
