"""The table on real sockets: whole games through the real client, and everything strangers can do to a port."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from engine import journal
from engine.board import Happening, told
from engine.cards import GAP
from engine.game import View
from engine.match import Match
from net import host, limits, wire
from net.lan import Announcer
from net.queue import Queue
from net.thought import Advice
from net.trouble import Trouble
from net.witness import Verdict
from tests import kit
from tests.net import hostile
from tests.net.loopback import (
    CODE,
    FRIENDS,
    HOST_TOKEN,
    Hand,
    around,
    chairs,
    goodbye,
    hello,
    hosted,
    is_over,
    is_played,
    stranger,
)

# whole games


async def test_friends_and_watchers_play_a_whole_game_and_agree_on_it() -> None:
    async with hosted(options={"rounds": 2}) as table, around(table, *FRIENDS) as players:
        watchers = [Hand(table.invite, name, role="watch") for name in ("Wes", "Wim")]
        for hand in (*players, *watchers):
            await hand.until(is_over)

        assert {hand.link.fairness for hand in (*players, *watchers)} == {Verdict(2, "fair")}
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


async def test_whoever_asks_for_advice_is_told_by_a_process_that_thinks_and_nobody_else_is() -> None:
    """It is started for that: no bot plays here."""
    async with hosted(options={"advice": "on"}) as table, around(table, *FRIENDS) as players:
        for hand in players:
            hand.idle = True
        players[0].ask(wire.Start())
        for hand in players:
            await hand.until(is_played)
        mover = next(hand for hand in players if hand.link.view and hand.link.seat in hand.link.view.awaited)
        mover.ask(wire.AskAdvice())
        await mover.until(lambda link: link.advice)
        match = replayed(table.journal)[-1].match
        match.act(mover.link.seat or 0, mover.link.advice[0])
        told = [b'"t":"advised"' in b"".join(hand.frames) for hand in players]
        assert told == [hand is mover for hand in players]


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
    assert {type(message) for message in messages} == {wire.Welcome, wire.Room, wire.Update, wire.Seal, wire.Proof}
    over = next(i for i, message in enumerate(messages) if isinstance(message, wire.Proof))
    assert not [late for late in messages[over:] if isinstance(late, wire.Update)], "proven before the end"
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
        if isinstance(line, journal.Acted):
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
    """Every kind of message there is but those that are for everybody, also a new one."""
    dice, for_all = random.Random(1), (wire.Far, wire.Leave, wire.Resync, wire.Say, wire.Sit)
    requests = [hostile.message(dice, kind) for kind in hostile.MESSAGES if kind not in for_all]
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


async def test_those_who_play_are_told_before_a_crowd_of_watchers_is_gone_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[tuple[str, Queue]] = []

    class Noted(Queue):
        @property
        def is_behind(self) -> bool:
            done.append(("looked at", self))
            return super().is_behind

        def write(self, frames: bytes) -> None:
            done.append(("told", self))
            super().write(frames)

    monkeypatch.setattr(host, "Queue", Noted)
    monkeypatch.setattr(host, "CROWD", 2)
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(hosted(seats=3))
        ada, bo = await stack.enter_async_context(around(table, "Bo"))
        for name in ("Wil", "Wes", "Win"):
            watcher = await stack.enter_async_context(stranger(table))
            await watcher.send(hello(name=name, token=f"the secret token of {name}", role="watch"), text=True)
        await ada.until(lambda link: link.room is not None and len(link.room.watchers) == 3)
        playing = [*table.host._queues.values()][:2]
        done.clear()
        ada.ask(wire.Say("Hello, all of you."))
        await bo.until(lambda link: link.chat)
        assert [queue for what, queue in done[:4] if what == "told"] == playing
        assert len([queue for what, queue in done if what == "told"]) == 5


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


async def test_PING_EVERY_S_round_trips_are_measured_and_told_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lags: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
    async with hosted(PING_EVERY_S=0.01) as table:
        monkeypatch.setattr(table.host.table, "lag", lambda conn, rtt_s: lags.put_nowait((conn, rtt_s)))
        async with around(table):
            for _ in range(3):
                conn, rtt_s = await asyncio.wait_for(lags.get(), 5)
                assert conn == 1
                assert 0 < rtt_s < 1


async def test_END_WITHIN_S_when_the_host_stops_everybody_hears_goodbye_and_it_takes_less_than_a_second() -> None:
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
                why = ("disk-full", ("journal",)) if hand.link.host else ("broken", ())
                assert hand.link.bye == wire.Bye(*why)
                last = replayed(table.journal)[-1].match
                assert hand.link.view == last.view(hand.link.seat)
        with pytest.raises(Trouble, match="disk-full"):
            await table.serving


async def test_a_table_that_stumbles_over_the_time_ends_without_a_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started again from its journal; were it to live on, its clock would stand still."""

    def stumble(now: float) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(limits, "HELLO_WITHIN_S", 0.05)
    async with hosted() as table, around(table, "Bo") as hands:
        monkeypatch.setattr(table.host.table, "tick", stumble)
        async with stranger(table):
            with pytest.raises(ZeroDivisionError):
                await asyncio.wait_for(asyncio.shield(table.serving), 5)
        for hand in hands:
            await hand.until(lambda link: not link.online)
            assert hand.link.bye is None


async def test_a_table_that_stumbles_over_an_answer_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(advice: Advice) -> None:
        raise ZeroDivisionError

    async with hosted() as table, around(table, "Bo"):
        monkeypatch.setattr(table.host.table, "advise", stumble)
        table.host._thinkers._advise(Advice(-1, 1, None))
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(asyncio.shield(table.serving), 5)


# strangers


class Crier:
    """In place of what announces the table."""

    def __init__(self) -> None:
        self.said: list[object] = []

    def tell(self, free: int, playing: bool) -> None:
        self.said += [(free, playing)] if (free, playing) not in self.said[-1:] else []

    def close(self) -> None:
        self.said.append("closed")


async def test_what_announces_the_table_hears_how_it_stands_and_at_once_that_it_ends() -> None:
    crier = Crier()
    async with hosted(seats=2, announcer=cast(Announcer, crier)) as table:
        ada, bo = Hand(table.invite, "Ada", token=HOST_TOKEN), Hand(table.invite, "Bo")
        await bo.until(lambda link: link.view is not None)
        table.host.close()
        assert crier.said[-1] != "closed"
        await asyncio.sleep(0)
        assert crier.said == [(2, False), (1, False), (0, False), (0, True), "closed"]
        await ada.running


async def test_browsers_are_refused() -> None:
    async with hosted() as table:
        with pytest.raises(InvalidStatus) as refused:
            async with stranger(table, origin=Origin("http://127.0.0.1")):
                pass
        assert refused.value.response.status_code == 403


async def test_FRAME_BYTES_MAX_a_frame_that_is_too_large_closes_that_connection_alone() -> None:
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


async def test_a_table_that_nobody_ever_comes_to_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EMPTY_TABLE_S", 0.01)
    async with hosted() as table:
        await asyncio.wait_for(asyncio.shield(table.serving), 5)
