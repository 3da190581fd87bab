"""The table in a process of its own: its secrets stay secret, and it lives and ends as it should."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from net import hostkey, limits, store, tokens, wire
from net.invite import Way
from net.launch import Launched, come_back, launch
from net.listen import listen_tcp
from net.trouble import Trouble
from tests.net import hostile
from tests.net.loopback import Hand
from tests.net.siege import Raw, until

ASKED: dict[str, Any] = {"name": "Ada", "seats": 2, "options": {"knock_window": "0"}}
PLACE: dict[str, Any] = {"bind": "local", "port": 0, "socket": None, "tls": None, "announced": True, "ssh": None}


@asynccontextmanager
async def launched(*, back: str = "", **changes: Any) -> AsyncIterator[Launched]:
    """A new table, or this one again."""
    table = await come_back(back) if back else await launch("allegra", **{**ASKED, **PLACE, **changes})
    assert table.process is not None
    try:
        yield table
    finally:
        table.process.kill()
        table.process.wait()


@asynccontextmanager
async def around(table: Launched) -> AsyncIterator[list[Hand]]:
    """The host and a friend, who play as quickly as a table lets them."""
    hands = [Hand(table.local, "Ada", token=table.host_token), Hand(table.shown, "Bo")]
    try:
        yield hands
    finally:
        for hand in hands:
            await hand.leave()


async def test_a_table_that_nobody_waits_for_any_more_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *how: Any, **more: Any) -> None:
            super().__init__(*how, **more)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    opening = asyncio.create_task(launch("allegra", **ASKED, **PLACE))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert [process.wait(5) for process in started] == [-signal.SIGKILL]


def proc(table: Launched, file: str) -> bytes:
    """What everybody on this computer, or its owner, can read of the process."""
    return Path(f"/proc/{table.process.pid}/{file}").read_bytes()


async def test_a_table_of_its_own_is_opened_joined_by_its_host_and_closed(home: Path) -> None:
    async with launched() as table:
        assert table.shown == table.local
        assert tokens.seat_token(table.shown, "play", "Ada") == table.host_token
        ada, bo = Hand(table.local, "Ada", token=table.host_token), Hand(table.shown, "Bo")
        await bo.until(lambda link: link.view is not None)
        assert ada.link.host
        assert ada.link.room is not None
        assert len(ada.link.room.chairs) == 2
        assert ada.link.room.options["knock_window"] == 0
        assert len(store.journals()) == 1

        ada.ask(wire.CloseTable())
        assert await asyncio.to_thread(table.process.wait, 5) == 0
        for hand in (ada, bo):
            await asyncio.wait_for(hand.running, 5)
            assert hand.link.bye == wire.Bye("closed")
    assert b"closed" in (home / "table.log").read_bytes()


def test_LOG_BYTES_MAX_two_tables_write_one_log_and_a_large_one_is_begun_anew(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in (b"one\n", b"two\n"):
        with store.open_log() as log:
            log.write(line)
    assert (home / "table.log").read_bytes() == b"one\ntwo\n"
    monkeypatch.setattr(limits, "LOG_BYTES_MAX", 7)
    store.open_log().close()
    assert (home / "table.log").read_bytes() == b""


async def greeted(way: Way) -> None:
    """The door is open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(way.command.split()[2]))
    assert await asyncio.wait_for(reader.readline(), 10) == b"SSH-2.0-toctoc\r\n"
    writer.close()


async def test_a_door_for_ssh_is_told_of_and_comes_back_in_the_same_place() -> None:
    async with launched(ssh=0) as table:
        assert table.way is not None
        assert re.fullmatch(rf"ssh -p \d+ {table.local.code}@127\.0\.0\.1", table.way.command)
        await greeted(table.way)
        assert table.way.fingerprint == hostkey.fingerprint()
    async with launched(back=table.table) as again:
        assert again.way == table.way
    async with launched() as plain:
        assert plain.way is None


async def test_a_table_whose_key_cannot_be_used_comes_back_says_so_and_has_a_door_again_with_a_new_one(
    home: Path,
) -> None:
    async with launched(ssh=0) as table:
        assert table.way is not None
        await greeted(table.way)
    key = home / "ssh_host_key"
    key.chmod(0o666)
    async with launched(back=table.table) as again:
        assert again.way == table.way
        await until(lambda: b"ssh_host_key" in (home / "table.log").read_bytes())
    log = (home / "table.log").read_text()
    assert f"Others may know the key in {key}. Throw it away, and a new one is made; or type: chmod 600 {key}\n" in log
    assert "Traceback" not in log
    key.unlink()
    async with launched(back=table.table) as again:
        assert again.way is not None
        assert again.way.command == table.way.command
        await greeted(again.way)
        assert again.way.fingerprint == hostkey.fingerprint() != table.way.fingerprint


@pytest.mark.parametrize("place", [{}, {"socket": "table"}])
async def test_a_port_for_ssh_that_is_in_use_is_told_and_nothing_is_left(place: dict[str, str], home: Path) -> None:
    place = {name: str(home / path) for name, path in place.items()}
    with listen_tcp("local", 0) as other, pytest.raises(Trouble, match="ssh-port-in-use"):
        async with launched(ssh=other.getsockname()[1], **place):
            pass
    assert {*os.listdir(home)} == {"ssh_host_key", "table.log"}


async def test_a_table_for_one_alone_is_known_as_that_when_it_comes_back() -> None:
    async with launched(alone=True) as table:
        assert table.alone
    async with launched(back=table.table) as again:
        assert again.alone


async def test_secrets_are_not_where_others_can_read_them() -> None:
    """Also when the table comes back."""
    async with launched() as table:
        assert b"allegra" in secrets_kept(table)
    async with launched(back=table.table) as again:
        assert table.table.encode() in secrets_kept(again)


def secrets_kept(table: Launched) -> bytes:
    """What can be seen of its process: none of its secrets."""
    seen = proc(table, "cmdline") + proc(table, "environ")
    assert table.host_token.encode() not in seen
    assert table.shown.code.encode() not in seen
    return seen


async def test_all_that_is_kept_is_for_its_owner_alone_from_its_first_byte(home: Path) -> None:
    """Whatever others may usually do with new files; and nothing is made private later."""
    usual = os.umask(0)
    try:
        async with launched() as table, around(table) as hands:
            await hands[0].until(lambda link: link.view is not None and link.view.turns > 2)
    finally:
        os.umask(usual)
    kept = modes(home)
    assert {path.suffix for path in kept} >= {".jsonl", ".json", ".lock", ".log"}
    assert not {path: mode for path, mode in kept.items() if mode & 0o077}


def modes(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}


async def test_whoever_hangs_up_while_much_is_on_its_way_does_not_fill_the_log(home: Path) -> None:
    resync = hostile.websocket_frame(hostile.TEXT, wire.encode(wire.Resync()))
    async with launched() as table:
        for number in range(20):
            line = await Raw.open(table.local)
            await line.shake_hands()
            hello = wire.Hello(wire.VERSION, "Wes", f"the secret token {number}", table.local.code, "watch")
            await line.say(hostile.websocket_frame(hostile.TEXT, wire.encode(hello)) + 30 * resync)
            line.cut()
    assert "socket.send" not in (home / "table.log").read_text()


BROKEN = """
import sys
from engine.games import allegra
from tui.command_line import main

act = allegra.act

def broken(board, seat, action):
    if board.state.turns > 2:
        raise KeyError(board.state)
    act(board, seat, action)

allegra.act = broken
sys.exit(main())
"""


async def test_a_table_that_breaks_down_ends_and_its_log_says_where_but_not_with_which_cards(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told goodbye: the table is to be started again, from a journal that is as it should be."""
    program = tmp_path / "broken.py"
    program.write_text(BROKEN)
    start = subprocess.Popen
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", lambda command, **how: start([command[0], program, *command[4:]], **how))
        async with launched() as table, around(table) as hands:
            assert table.process is not None
            assert await asyncio.to_thread(table.process.wait, 10) == 1
            await hands[0].until(lambda link: not link.online)
            assert [hand.link.bye for hand in hands] == [None, None]
    log = (home / "table.log").read_text()
    assert "The table has broken down." in log
    assert "raise KeyError(board.state)\n" in log
    assert log.endswith("\nKeyError\n")
    for secret in (table.host_token, table.shown.code, "zones=", "hand:0"):
        assert secret not in log
    async with launched(back=table.table) as again:
        assert again.local == table.local


async def test_the_table_has_a_session_of_its_own_and_ends_at_once_when_told() -> None:
    async with launched() as table:
        session = proc(table, "stat").rpartition(b")")[2].split()[3]
        assert int(session) == table.process.pid
        hand = Hand(table.shown, "Bo")
        await hand.until(lambda link: link.online)
        table.process.terminate()
        assert await asyncio.to_thread(table.process.wait, 1) == 0
        await hand.until(lambda link: not link.online)
        assert hand.link.bye == wire.Bye("stopped")
        await hand.leave()


async def test_a_signal_that_was_to_be_ignored_is_ignored() -> None:
    """As when the table was started with nohup."""
    heeded = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        async with launched() as table:
            signal.signal(signal.SIGHUP, heeded)
            hand = Hand(table.shown, "Bo")
            await hand.until(lambda link: link.online)
            table.process.send_signal(signal.SIGHUP)
            late = Hand(table.shown, "Cy")
            await late.until(lambda link: link.online)
    finally:
        signal.signal(signal.SIGHUP, heeded)


async def test_a_unix_socket_goes_with_its_table(tmp_path: Path) -> None:
    path = tmp_path / "table"
    async with launched(socket=str(path), port=None) as table:
        assert table.shown == table.local
        assert table.shown.path == str(path)
        hand = Hand(table.local, "Bo")
        await hand.until(lambda link: link.online)
        table.process.terminate()
        assert await asyncio.to_thread(table.process.wait, 5) == 0
        await hand.leave()
    assert not path.exists()


async def test_why_there_is_no_table_is_told() -> None:
    with listen_tcp("local", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Trouble) as trouble:
            await launched(port=port).__aenter__()
    assert (trouble.value.code, trouble.value.details) == ("port-in-use", (port,))


async def test_a_table_that_dies_at_once_leaves_a_log(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(Trouble) as trouble:
        await launched().__aenter__()
    assert (trouble.value.code, trouble.value.details) == ("not-started", (str(home / "table.log"),))
