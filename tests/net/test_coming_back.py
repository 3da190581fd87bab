"""Real tables in real processes are killed, and come back: at once by an app, or later by command."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from engine import journal
from engine.match import Match
from net import store, tables, wire
from net.invite import Invite
from net.launch import Launched, come_back, launch
from net.link import Link
from net.mending import mend
from net.trouble import Trouble
from tests.net.loopback import FRIENDS, Hand, is_over

BACK_WITHIN_S = 5.0


@asynccontextmanager
async def launched(table: str = "", **changes: Any) -> AsyncIterator[Launched]:
    asked = {"name": "Ada", "seats": 4, "options": {"knock_window": "0", "rounds": "2"}}
    place = {"bind": "local", "port": 0, "socket": None, "tls": None, "announced": False, "ssh": None}
    running = await come_back(table) if table else await launch("allegra", **{**asked, **place, **changes})
    try:
        yield running
    finally:
        kill(running)


def kill(table: Launched) -> None:
    assert table.process is not None
    table.process.kill()
    table.process.wait()


class Calm(Hand):
    """Plays as people do, and is not told to be too fast."""

    def __init__(self, where: Invite, name: str, **how: Any) -> None:
        super().__init__(where, name, **how)
        self.idle = True
        self.playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(0.03)
            self.idle = False
            self._changed()
            self.idle = True

    async def leave(self) -> None:
        self.playing.cancel()
        await super().leave()


@asynccontextmanager
async def company(table: Launched) -> AsyncIterator[list[Calm]]:
    async with AsyncExitStack() as stack:
        hands = []
        for name in ("Ada", *FRIENDS):
            hand = Calm(table.local, name, token=table.host_token if name == "Ada" else "")
            stack.push_async_callback(hand.leave)
            await hand.until(lambda link: link.online)
            hands.append(hand)
        yield hands


async def all_of(hands: list[Calm], holds: Callable[[Link], Any]) -> None:
    await asyncio.gather(*(hand.until(holds) for hand in hands))


def turns(link: Link) -> int:
    return link.view.turns if link.view is not None else 0


def told_is_true(hands: list[Calm]) -> Match:
    """The journal replays, every view is the one that it leads to, and nobody is a liar. Returns the match."""
    header, acts = journal.read(store.read(store.journals()[0]))
    match = journal.open_match(header)
    assert not [act for act in journal.replay(match, acts) if act.refused]
    for hand in hands:
        assert hand.link.view == match.view(hand.link.seat)
        assert hand.link.alarm is None
    return match


async def test_a_table_that_is_killed_is_back_within_five_seconds_and_no_act_is_lost_or_played_twice() -> None:
    """Twice in one match, in the middle of it; with four people who play on and are at the end told the truth."""
    async with AsyncExitStack() as stack:
        table = running = await stack.enter_async_context(launched(options={"knock_window": "0", "rounds": "1"}))
        hands = await stack.enter_async_context(company(table))
        seats = [hand.link.seat for hand in hands]
        for turn in (4, 12):
            await all_of(hands, lambda link, turn=turn: turns(link) > turn)  # type: ignore[misc]
            kill(running)
            killed_at = time.monotonic()
            await all_of(hands, lambda link: not link.online)
            asked = [hand.link.pending for hand in hands]
            running = await stack.enter_async_context(launched(table.table))
            await all_of(hands, lambda link: link.online)
            print(f"all are back after {time.monotonic() - killed_at:.2f} s")
            assert time.monotonic() - killed_at < BACK_WITHIN_S
            assert (running.shown, running.host_token) == (table.shown, table.host_token)
            assert [hand.link.seat for hand in hands] == seats
            assert hands[0].link.host
            for act, hand in zip(asked, hands, strict=True):
                if act is not None:  # it is dealt with under its number
                    await hand.until(lambda link, act=act: link.pending is not act)  # type: ignore[misc]
                    assert hand.link._answered >= act.n
        await all_of(hands, is_over)
        assert told_is_true(hands).state.over
        assert all(len(acts) == 1 for acts in numbered_acts().values())


def numbered_acts() -> dict[tuple[int, int], list[bytes]]:
    """The acts of persons in the journal, by seat and number."""
    found: dict[tuple[int, int], list[bytes]] = {}
    for line in journal.read(store.read(store.journals()[0]))[1]:
        if line.n:
            found.setdefault((line.seat, line.n), []).append(bytes(line.action))
    return found


async def test_a_table_in_its_lobby_comes_back_with_the_same_invite() -> None:
    async with launched() as table:
        bo = Hand(table.local, "Bo")
        await bo.until(lambda link: link.online)
        kill(table)
        await bo.until(lambda link: not link.online)
        async with launched(table.table) as again:
            assert again.shown == table.shown
            await bo.until(lambda link: link.online)
            await bo.leave()


async def test_a_match_that_is_over_is_still_on_the_table_for_those_who_want_another_one() -> None:
    async with launched(options={"knock_window": "0", "rounds": "1"}) as table, company(table) as hands:
        await all_of(hands, is_over)
        kill(table)
        await all_of(hands, lambda link: not link.online)
        async with launched(table.table):
            await all_of(hands, lambda link: link.online and is_over(link))
            for hand in hands:
                hand.ask(wire.Ready())
            await all_of(hands, lambda link: link.view is not None and not link.view.over)
            assert len(store.journals()) == 2


async def test_told_to_end_a_table_says_goodbye_within_a_second_and_can_be_resumed() -> None:
    """As when the computer is shut down."""
    async with launched() as table, company(table) as hands:
        await all_of(hands, lambda link: turns(link) > 1)
        assert table.process is not None
        table.process.terminate()
        assert await asyncio.to_thread(table.process.wait, 1) == 0
        assert tables.read(table.table).stopped
        assert tables.to_resume() == (table.table, "")
        for hand in hands:
            assert not hand.running.done(), "they keep looking for it"
            assert wire.from_host(hand.frames[-1]) == wire.Bye("stopped")
        async with launched(table.table):
            assert not tables.read(table.table).stopped
            await all_of(hands, lambda link: link.online)


async def test_a_table_that_its_host_has_closed_does_not_come_back() -> None:
    async with launched() as table:
        ada = Hand(table.local, "Ada", token=table.host_token)
        await ada.until(lambda link: link.online)
        ada.ask(wire.CloseTable())
        assert table.process is not None
        assert await asyncio.to_thread(table.process.wait, 5) == 0
        await asyncio.wait_for(ada.running, 5)
    assert not tables.exists(table.table)
    with pytest.raises(Trouble, match="no-such-table"):
        await come_back(table.table)


async def test_a_table_that_runs_is_not_started_twice() -> None:
    async with launched() as table:
        found = await come_back(table.table)
        assert (found.local, found.host_token, found.process) == (table.local, table.host_token, None)
        ada = Hand(found.local, "Ada", token=found.host_token)
        await ada.until(lambda link: link.host)
        await ada.leave()


async def test_of_two_windows_that_start_it_again_at_once_both_find_the_table() -> None:
    async with launched() as table:
        kill(table)
        both = await asyncio.gather(come_back(table.table), come_back(table.table))
        started = [found.process for found in both if found.process is not None]
        try:
            assert len(started) == 1
            assert both[0][:4] == both[1][:4]
        finally:
            for process in started:
                process.kill()
                process.wait()


@pytest.mark.parametrize("damage", [b"garbage\n", b'{"line":"act","seat":0,"action":{"type":"draw","turn":99}}\n'])
async def test_a_damaged_journal_is_left_as_it_is_until_it_is_mended_and_then_the_game_goes_on(damage: bytes) -> None:
    async with launched() as table, company(table) as hands:
        await all_of(hands, lambda link: turns(link) > 1)
        kill(table)
        [path] = store.journals()
        path.write_bytes(path.read_bytes() + damage + damage[:7])
        before = path.read_bytes()
        with pytest.raises(Trouble) as trouble:
            await come_back(table.table)
        assert trouble.value.code in ("journal-line-mend", "journal-act-mend")
        assert path.read_bytes() == before
        mended = mend(path)
        assert mended is not None
        assert mended.lines == 1
        so_far = max(turns(hand.link) for hand in hands)
        async with launched(table.table):
            await all_of(hands, lambda link: turns(link) > so_far)
            assert all(hand.link.alarm is None for hand in hands)
