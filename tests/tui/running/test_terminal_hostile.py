"""Hostile guests, and curious neighbours on the same computer, in real terminals and processes."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from net import invite, wire
from net.tables import Record
from tests.net.hostile import TERMINAL
from tests.tui.terminal import Terminal, children, close, hosted, toctoc

OURS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\]22;[a-z]*\x07|\x1b\]2;[ -~]*\x07|[\r\n]")
"""What the program itself tells the terminal: where to write, in which colour, how to point, and the window's title. It
rings the bell too, once, when I have something to do."""


def assert_obeys_nobody_else(player: Terminal) -> None:
    written = OURS.sub("", player.output.decode())
    assert [char for char in written if unicodedata.category(char)[0] == "C"] in ([], ["\a"])


def connection(where: invite.Invite) -> connect:
    settings = {"host": where.host, "port": where.port, "proxy": None, "subprotocols": [Subprotocol(wire.SUBPROTOCOL)]}
    return connect("ws://table/", **settings)  # type: ignore[arg-type]


async def say(line: ClientConnection, where: invite.Invite, role: wire.Role, word: str) -> None:
    """Come with this word in an evil name, and say it between evil signs."""
    name = f"\x1b[2J{word}\x9b1m\u202e"
    await line.send(wire.encode(wire.Hello(wire.VERSION, name, f"a secret token: {word}", where.code, role)), text=True)
    await line.send(wire.encode(wire.Say(f"{TERMINAL}{word}{TERMINAL}")), text=True)


def test_no_name_and_no_chat_reaches_a_terminal_as_anything_but_text(tmp_path: Path) -> None:
    async def visit(where: invite.Invite) -> None:
        async with connection(where) as player, connection(where) as watcher:
            await say(player, where, "play", "Mallory")
            await say(watcher, where, "watch", "Eve")
            for screen in (host, friend):
                await asyncio.to_thread(screen.wait_for, "Mallory", "Eve")
            host.press("s")
            for screen in (host, friend):
                await asyncio.to_thread(screen.wait_for, "Mallory", "Turn up a card")

    with (
        hosted(tmp_path, seats=3) as (host, shown),
        toctoc("join", shown, "--name", "\x1b]0;ben\x07\x9b\u200b", home=tmp_path) as friend,
    ):
        friend.wait_for("]0;ben", "you")
        asyncio.run(visit(invite.parse(shown)))
        close(host)
        friend.wait_for_end()
        for screen in (host, friend):
            assert_obeys_nobody_else(screen)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()).decode()
    assert "Mallory" in kept
    assert not {char for char in kept if unicodedata.category(char)[0] == "C" and char != "\n"}


def test_no_secret_is_where_everybody_on_the_computer_can_read_it(tmp_path: Path) -> None:
    """Neither the code, though a guest has typed it, nor a token."""
    with hosted(tmp_path) as (host, shown), toctoc("join", shown, "--name", "ben", home=tmp_path) as guest:
        guest.wait_for("ben", "you")
        host.wait_for("ben")
        [record] = (tmp_path / "tables").glob("*.json")
        table = msgspec.json.decode(record.read_bytes(), type=Record)
        tokens = msgspec.json.decode((tmp_path / "seats.json").read_bytes(), type=dict[str, str]).values()
        assert table.host_token in tokens
        processes = [host.child.pid, guest.child.pid, *children(host)]
        assert len(processes) == 3
        for pid in processes:
            seen = b"".join(Path(f"/proc/{pid}/{file}").read_bytes() for file in ("cmdline", "environ")).decode()
            assert "tui" in seen
            assert not [secret for secret in (table.code, *tokens) if secret in seen], seen
        close(host)
