"""The line mode from the outside: whole games through pipes, and how it begins and ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import pytest

from engine.games import _aluette_offers
from net import robots, tokens
from tests.net.loopback import HOST_TOKEN, Hosted, hosted
from tests.tui.line.pipes import PATIENCE_S, Player, piped
from tests.tui.terminal import Terminal, opened

NAMES = ("anna", "ben", "al[ice]", "dora")
OVER = "wins? the game|share the win|is a draw"
AT_ONCE_S = 5
"""On a busy machine; what waits for a timeout of the table takes longer."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think no time, and tricks are seen at once."""
    monkeypatch.setattr(robots, "THINK_MIN_S", 0.0)
    monkeypatch.setattr(robots, "THINK_MAX_S", 0.01)
    monkeypatch.setattr(_aluette_offers, "TRICK_S", 0.01)


@asynccontextmanager
async def seated(table: Hosted, home: Path, people: int) -> AsyncIterator[list[Player]]:
    """The host and so many more at the table. Bots sit on the other chairs, and the game begins."""
    tokens.keep_seat(table.invite, NAMES[0], HOST_TOKEN, host=True)
    async with AsyncExitStack() as stack:
        players = []
        for name in NAMES[:people]:
            joining = piped("join", str(table.invite), "--plain", home=home, name=name)
            players.append(await stack.enter_async_context(joining))
            await players[-1].until("Type help")
        for _ in range(people, len(table.host.table._chairs)):
            players[0].type("2")
            await players[0].until("sits down.")
        yield players


@pytest.mark.timeout(90)
@pytest.mark.parametrize(
    ("game", "seats", "people", "options"),
    [
        ("allegra", 3, 2, {"rounds": 1}),
        ("romi", 3, 1, {"rounds": 1}),
        ("aluette", 4, 4, {"chant": "off"}),
    ],
)
async def test_a_whole_game_is_played_by_what_is_read(
    game: str, seats: int, people: int, options: dict[str, int | str], home: Path
) -> None:
    async with (
        hosted(seats, options, game=game) as table,
        seated(table, home, people) as players,
        piped("watch", str(table.invite), home=home, name="eve") as watcher,
    ):
        await watcher.until("Type help")
        players[0].type("1")
        await asyncio.gather(*(player.play(OVER) for player in players))
        await watcher.until(" the game")
        assert table.host.table.match is not None
        assert table.host.table.match.state.over
        for player in (*players, watcher):
            assert "".join(player.said).isprintable()
        assert "Your turn" not in "".join(watcher.said)


async def test_at_the_end_of_the_input_i_leave_and_the_seat_stays(home: Path) -> None:
    async with hosted(3) as table, seated(table, home, 2) as (host, guest):
        host.type("1")
        await guest.until("which card?")
        assert guest.process.stdin is not None
        guest.process.stdin.close()
        back = await guest.until("Come back with")
        assert back == f"The table stays open. Come back with: toctoc join {table.invite} --name ben --plain"
        assert await asyncio.wait_for(guest.process.wait(), AT_ONCE_S) == 0
        await host.until("ben has left.")
        await host.until("A bot sits in for ben.")
        async with piped("join", str(table.invite), home=home, name="ben") as again:
            await again.until("Allegra. At the table: anna, ben and Ada.")
            await host.until("ben is back.")


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_ends_it_at_once_and_the_line_is_lost(signum: int, home: Path) -> None:
    async with hosted(3) as table, seated(table, home, 2) as (host, guest):
        host.type("1")
        await guest.until("which card?")
        guest.process.send_signal(signum)
        assert await asyncio.wait_for(guest.process.wait(), AT_ONCE_S) == -signum
        await host.until("ben is disconnected.")


async def test_control_c_asks_and_the_second_one_leaves(home: Path) -> None:
    async with hosted(3) as table, seated(table, home, 2) as (host, guest):
        host.type("1")
        await guest.until("which card?")
        guest.process.send_signal(signal.SIGINT)
        await guest.until("The game is not over yet.")
        guest.process.send_signal(signal.SIGINT)
        await guest.until("Come back with")
        assert await asyncio.wait_for(guest.process.wait(), AT_ONCE_S) == 0
        await host.until("ben has left.")


async def test_when_nobody_reads_any_more_it_ends_without_a_word(home: Path) -> None:
    async with hosted(3) as table, seated(table, home, 1) as (host,):
        nobody, pipe = os.pipe()
        command = (sys.executable, "-P", "-m", "tui", "join", str(table.invite), "--name", "ben")
        ended = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=pipe, stderr=PIPE)
        os.close(pipe)
        await host.until("ben takes over from Ada.")
        os.close(nobody)
        host.type("say hello")
        _, told = await asyncio.wait_for(ended.communicate(), PATIENCE_S)
        assert (ended.returncode, told) == (1, b"")


async def test_the_host_closes_the_table_and_everybody_is_told(home: Path) -> None:
    async with hosted(3) as table, seated(table, home, 2) as (host, guest):
        host.type("q")
        await host.until("3. Close the table for everybody: c.")
        host.type("3")
        await guest.until("The host has closed the table.")
        assert await asyncio.wait_for(guest.process.wait(), AT_ONCE_S) == 1
        assert await asyncio.wait_for(host.process.wait(), 2) == 0
        await asyncio.wait_for(table.serving, 2)


async def test_the_invite_is_asked_for(home: Path) -> None:
    async with hosted(3) as table, piped("join", home=home, name="ben") as guest:
        await guest.until("Paste the invite")
        guest.type("laptop")
        await guest.until("This is not an invite.")
        guest.type(f"toctoc join {table.invite}")
        await guest.until("ben, you.")


def test_what_is_typed_before_there_is_a_table_is_heard_when_there_is_one() -> None:
    command = [sys.executable, "-P", "-m", "tui", "solo", "allegra", "--plain", "--name", "ben"]
    ended = subprocess.run(command, input="table\nquit\n3\n", capture_output=True, text=True, timeout=30)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Discard pile: " in ended.stdout or "The game has not begun." in ended.stdout
    assert "Go on with" not in ended.stdout, "and what is typed last is done, though there is no more"


async def test_a_terminal_of_ascii_gets_ascii(home: Path) -> None:
    async with (
        hosted(3, game="romi") as table,
        piped("join", str(table.invite), home=home, name="Zoë", PYTHONIOENCODING="ascii") as guest,
    ):
        assert await guest.until("before the game") == "Romi, before the game."
        assert await guest.until("you.") == "1. Zoe, you."


@pytest.mark.parametrize(
    ("way", "code", "told"),
    [
        ("join toctoc://127.0.0.1:1/KWXBTR", 1, "No table is open at toctoc://127.0.0.1:1. Has the host closed it?"),
        ("join", 1, "There is no invite. It looks like toctoc://192.168.1.5:8628/KWXBTR; ask the host for it."),
    ],
)
def test_what_goes_wrong_on_the_way_is_one_sentence(way: str, code: int, told: str) -> None:
    command = [sys.executable, "-P", "-m", "tui", *way.split(), "--name", "ben"]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    assert (ended.returncode, ended.stderr) == (code, f"{told}\n")


def test_whoever_has_no_invite_can_quit() -> None:
    command = [sys.executable, "-P", "-m", "tui", "join", "--name", "ben"]
    ended = subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=30)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_lines_can_be_wanted_where_there_is_a_screen() -> None:
    with opened(Terminal(sys.executable, "-P", "-m", "tui", "join", "--plain", "--name", "ben")) as player:
        player.wait_for("Paste the invite that the host has sent you, and press enter.")
        player.press("\x04")
        assert player.wait_for_end() == 1
        assert b"\x1b" not in player.output


def test_a_full_disk_is_told() -> None:
    command = [sys.executable, "-P", "-m", "tui", "join", "--name", "ben"]
    with (
        open("/dev/full", "wb") as full,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=full, stderr=subprocess.PIPE) as ended,
    ):
        assert ended.stderr is not None
        assert ended.stderr.read() == b"The output cannot be written: No space left on device.\n"
        assert ended.wait(5) == 1


def test_a_dumb_terminal_gets_lines_and_a_table_of_ones_own(tmp_path: Path) -> None:
    """Nothing but printable text and the ends of lines, and what is typed is shown by the terminal itself."""
    solo = ("-P", "-m", "tui", "solo", "allegra", "--seats", "2", "--name", "anna")
    with opened(Terminal(sys.executable, *solo, TOCTOC_HOME=str(tmp_path), TERM="dumb")) as player:
        seen = player.wait_for("Your turn.", "Row 3: 11 to 15 down.")
        assert "lobby" not in seen
        assert "before the game" not in seen
        player.press("3\r")
        player.wait_for("anna turns up: ")
        player.press("\x03")
        player.wait_for("The game is not over yet.", "3. Close the table for everybody: c.")
        player.press("3\r")
        assert player.wait_for_end() == 0
        assert player.output.replace(b"\r\n", b"").replace(b"^C", b"").decode().isprintable()


def test_nothing_of_the_screen_is_loaded_and_it_starts_at_once(tmp_path: Path) -> None:
    code = "import sys, tui.command_line, tui.line.shell; sys.exit('textual' in sys.modules)"
    began = time.monotonic()
    assert subprocess.run([sys.executable, "-P", "-c", code], timeout=30).returncode == 0
    assert time.monotonic() - began < 4, "ten times what it takes"
