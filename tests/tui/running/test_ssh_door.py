"""Guests with nothing but OpenSSH's client, at a table with a door for them: the whole program, and real terminals."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from net import tables
from net.limits import SSH_FILE_BYTES_MAX, SSH_MEMORY_BYTES_MAX
from tests.tui.by_keys import PRESSES_MAX, play_aluette
from tests.tui.ssh import door, wait_until
from tests.tui.ssh_evening import race
from tests.tui.sshd import Sshd
from tests.tui.terminal import CTRL_C, PATIENCE_S, RESTORED, opened, toctoc
from tui.ssh import GUEST_NICE

pytestmark = [
    pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH is not installed"),
    pytest.mark.timeout(120),
]


# one guest


def test_a_guest_without_a_key_is_asked_for_code_and_name_and_leaves_the_terminal_as_it_was(home: Path) -> None:
    with door(home) as table:
        with table.guest(user="zoe", LANG="pt_PT.UTF-8") as guest:
            guest.wait_for("Code:")
            guest.press("BCDFGH\r")
            guest.wait_for("This is not the code. Ask the host for it.")
            guest.press(f"{table.record.code}\r")
            guest.wait_for("Jogar Allegra", "Nome", "zoe")
            guest.press("\r")
            guest.wait_for("1  zoe", "ssh -p", "SHA256:", without="anfitri")
            guest.resize(40, 10)
            guest.wait_for("80x24")
            guest.resize(80, 24)
            guest.wait_for("1  zoe")
            guest.press(CTRL_C)
            assert guest.wait_for_end() == 0
            assert all(sequence in guest.output for sequence in RESTORED)
            assert b"Traceback" not in guest.output
        with table.guest() as same:
            same.wait_for("What shall the others call you?")
            same.press("zoe\r")
            same.wait_for("1  zoe", "you")


def test_SSH_FILE_BYTES_MAX_SSH_MEMORY_BYTES_MAX_a_guests_program_can_do_little_and_tells_no_secret(
    home: Path,
) -> None:
    with door(home) as table, table.player("zoe") as guest:
        [pid] = table.processes("guest")
        running = Path(f"/proc/{pid}")
        limits = (running / "limits").read_text()
        assert re.search(rf"Max file size +{SSH_FILE_BYTES_MAX} +{SSH_FILE_BYTES_MAX} ", limits)
        assert re.search(rf"Max data size +{SSH_MEMORY_BYTES_MAX} +{SSH_MEMORY_BYTES_MAX} ", limits)
        assert re.search("Max core file size +0 +0 ", limits)
        assert os.getpriority(os.PRIO_PROCESS, pid) >= GUEST_NICE
        for session in running.glob("autogroup"):  # as far as this system has them
            assert session.read_text().endswith(f" nice {GUEST_NICE}\n")
        kept = {word.split(b"=")[0] for word in (running / "environ").read_bytes().split(b"\0") if word}
        assert kept - {b"PYTHONPATH", b"LANG"} == {b"TERM", b"PYTHONUTF8", b"TOCTOC_HOME"}
        [seats] = home.glob("tables/*.guests/*/*")
        [token] = re.findall('"([^"]{32})"', seats.read_text())
        secrets = (table.record.code, table.record.host_token, token)
        for process in (pid, *table.processes("door")):
            for told in ("cmdline", "environ"):
                text = Path(f"/proc/{process}/{told}").read_text()
                assert not any(secret in text for secret in secrets)
        assert not any(secret.encode() in guest.output for secret in secrets[1:])


def test_where_nothing_can_be_drawn_the_game_is_told_in_lines(home: Path) -> None:
    with door(home) as table:
        piped = table.command("-T", key="zoe")
        told = subprocess.run(piped, input="zoe\n1\nquit\n", capture_output=True, text=True, timeout=PATIENCE_S)
        assert "1. Sit down and play. 2. Watch.\n" in told.stdout
        assert "Allegra, before the game." in told.stdout
        with table.guest(key="cleo", TERM="dumb") as guest:
            guest.wait_for("What shall the others call you?")
            guest.press("cleo\r2\r")
            guest.wait_for("Watching: cleo.")
            guest.press(CTRL_C)
            assert guest.wait_for_end() == 0
            assert b"\x1b" not in guest.output


# what is refused


def test_every_forbidden_request_is_refused(home: Path) -> None:
    with door(home) as table:

        def ssh(*options: str, words: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
            command = table.command(*options, key="eve", words=words)
            return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL)

        for options, words in (((), ("ls", "/")), (("-tt",), ("toctoc", "join")), ((), ("scp", "-f", "/etc/passwd"))):
            refused = ssh(*options, words=words)
            assert refused.returncode == 1
            told = (refused.stdout + refused.stderr).replace("\r", "")
            assert told == "This is a card table: it runs no commands. Come again without one.\n"
        for options, words in (
            (("-s",), ("sftp",)),
            (("-W", f"127.0.0.1:{table.record.port}"), ()),
            (("-N", "-R", "0:127.0.0.1:1", "-o", "ExitOnForwardFailure=yes"), ()),
            (("-N", "-R", f"{home}/socket:127.0.0.1:1", "-o", "ExitOnForwardFailure=yes"), ()),
        ):
            refused = ssh(*options, words=words)
            assert refused.returncode == 255, (options, refused)
            assert refused.stdout == ""
        assert table.processes("guest") == []


def test_strangers_who_hang_up_on_the_door_write_nothing_into_the_log(home: Path) -> None:
    unknown = (12).to_bytes(4, "big") + bytes([6, 10]) + bytes(10)
    with door(home) as table:
        assert table.record.ssh is not None
        wait_until(lambda: table.processes("door"))
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", table.record.ssh.port)) as line:
                line.sendall(b"SSH-2.0-stranger\r\n" + 4_000 * unknown)
        with table.guest() as guest:  # by then they have been heard
            guest.wait_for("What shall the others call you?")
        table.process.send_signal(signal.SIGINT)
        assert table.process.stderr is not None
        assert table.process.stderr.read().splitlines()[3:] == []


# at the table


def test_nobody_becomes_the_host_by_coming_from_the_hosts_account_and_under_the_hosts_name(home: Path) -> None:
    with door(home) as table, table.player("anna") as guest:
        assert "host" not in guest.wait_for("1  anna", "you").replace("The host starts", "").replace("the host", "")
        guest.press("s")
        guest.press("@")
        guest.wait_for("The host starts the game.")


def test_a_deal_of_aluette_is_played_by_four_over_ssh(home: Path, sshd: Sshd) -> None:
    """Three come through the door; the host, whom the door lets nobody be, through the computer's own sshd."""
    with door(home, "aluette") as table, ExitStack() as stack:
        guests = [stack.enter_context(table.player(name)) for name in ("ben", "cleo", "dora")]
        invite = str(table.record.local)
        host = stack.enter_context(opened(sshd.run(home, "join", invite, "--name", "anna")))
        host.wait_for("anna", "ben", "cleo", "dora", "you, host")
        host.press("s")
        players = [host, *guests]
        for player in players:
            player.wait_for("the draw for partners")
            player.press(" ")
        for _ in range(PRESSES_MAX):
            if "score sheet" in host.text:
                break
            asked = [play_aluette(player) for player in players]
            if not any(asked):
                host.wait_for_silence(0.1)  # they look at the trick
        for player in players:
            player.wait_for("score sheet", "deal 1", "total", "Waiting for")
            assert b"Traceback" not in player.output


def test_two_race_for_a_card_and_one_is_dropped_and_comes_back(home: Path) -> None:
    with race(home) as players:
        assert all(b"Traceback" not in player.output for player in players.values())


# what breaks


def full(door: int, guests: Path) -> None:
    """The disk is, as far as the door and its guests are told."""
    resource.prlimit(door, resource.RLIMIT_FSIZE, (0, 0))


def closed(door: int, guests: Path) -> None:
    guests.touch()


@pytest.mark.parametrize("disk", [full, closed])
def test_guests_play_though_nothing_can_be_kept_of_them_on_the_disk(
    home: Path, disk: Callable[[int, Path], None]
) -> None:
    with door(home) as table:
        with socket.create_connection(("127.0.0.1", int(table.record.way.command.split()[2]))) as line:
            assert line.recv(100) == b"SSH-2.0-toctoc\r\n"
        [process] = table.processes("door")
        disk(process, tables.guests_folder(table.table))
        with table.player("zoe") as guest:
            guest.press("*")
            guest.wait_for("Key for leaving")
            guest.press("\x1b[B\x1b[B\x1b[B\r")
            guest.wait_for("This holds only until you leave.")
            guest.press("*")
            guest.wait_for("1  zoe", "you")
            assert b"Traceback" not in guest.output
        assert [path for path in home.glob("tables/*.guests/*/*") if path.stat().st_size] == []


def test_a_door_that_finds_no_room_on_the_disk_says_so_in_one_sentence() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tui.ssh", "door", "none", "0"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        timeout=PATIENCE_S,
    )
    assert (told.returncode, told.stdout, len(told.stderr.splitlines())) == (1, "", 1), told.stderr


def test_guests_outlive_the_process_of_the_table_and_its_door_comes_back_with_it(home: Path) -> None:
    with door(home, "allegra", "--seats", "2") as table, table.player("zoe") as guest:
        with toctoc("join", str(table.record.local), home=home) as host:
            host.wait_for("zoe", "you, host")
            host.press("s")
            guest.wait_for("Turn up a card")
            table.process.kill()
            guest.wait_for("The line is lost.")
        with door(home, resume=True) as again:
            assert again.record.ssh == table.record.ssh
            guest.wait_for("Turn up a card, 2 to go", without="The line is lost.")
            guest.press("1")
            guest.wait_for("Turn up a card, 1 to go")
            with again.guest(key="zoe") as elsewhere:
                elsewhere.wait_for("Turn up a card, 1 to go")
                guest.wait_for_end()
                assert "elsewhere" in guest.text
            wait_until(lambda: len(again.processes("door")) == 1)


def test_a_door_that_breaks_down_harms_nobody_at_the_table_and_is_opened_again(home: Path) -> None:
    with door(home) as table, toctoc("join", str(table.record.local), home=home) as host:
        with table.player("zoe") as guest:
            host.wait_for("zoe")
            [broken] = table.processes("door")
            os.kill(broken, signal.SIGKILL)
            guest.wait_for_end()
            host.wait_for("zoe", "disconnected")
        wait_until(lambda: table.processes("guest") == [])
        wait_until(lambda: broken not in table.processes("door") != [])
        with table.guest(key="zoe") as again:
            again.wait_for("zoe", "you")
            host.wait_for("zoe", without="disconnected")
    wait_until(lambda: table.processes("door") == [])
