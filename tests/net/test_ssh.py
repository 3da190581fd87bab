"""The door for SSH: what guests can do there, which is to be at the table, and what they cannot, which is all else."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from itertools import pairwise
from pathlib import Path

import asyncssh
import pytest
from asyncssh.auth import MSG_USERAUTH_INFO_RESPONSE
from asyncssh.packet import String, UInt32

import net.caller
from net import limits
from tests.net.ssh import CODE, KEY, Guest, House, opened, seen

# coming in


async def test_a_guest_types_and_sees_and_is_resized(home: Path) -> None:
    program = ("sh", "-c", "stty -echo; stty size; trap 'stty size' WINCH; while read line; do echo $line; done")
    async with opened(home, program) as house, house.entered() as guest:
        process = await guest.create_process(term_type="xterm", term_size=(120, 40))
        await seen(process, "40 120")
        process.stdin.write("hello\n")
        await seen(process, "hello")
        process.change_terminal_size(80, 24)
        process.stdin.write("again\n")
        await seen(process, "again")


async def test_what_is_typed_ahead_and_the_end_of_it_reach_the_program(home: Path) -> None:
    async with opened(home, ("sh", "-c", "sleep 0.1; cat; echo over")) as house, house.entered() as guest:
        told = await guest.run(input="one\ntwo\n" * 9_000)
        assert told.stdout == "one\ntwo\n" * 9_000 + "over\n"
        assert told.exit_status == 0


@pytest.mark.parametrize(
    ("user", "key", "answers", "asked"),
    [
        (CODE, KEY, [], []),
        (CODE, None, ["Zoë"], ["Name?"]),
        ("zoe", KEY, [CODE], ["Code?"]),
        ("zoe", None, ["wrong", CODE], ["Code?", "Wrong. Code?"]),
    ],
)
async def test_it_is_asked_for_the_code_and_for_what_is_not_known(
    home: Path, user: str, key: asyncssh.SSHKey | None, answers: list[str], asked: list[str]
) -> None:
    guest = Guest(*answers)
    async with opened(home) as house, house.entered(user, key=key, guest=guest) as connection:
        await seen(await connection.create_process(), "ready")
        assert guest.asked == asked
        assert len([*house.guests.iterdir()]) == 1


async def test_nobody_comes_in_without_the_code(home: Path) -> None:
    async with opened(home) as house:
        for key in (None, KEY):
            with pytest.raises(asyncssh.PermissionDenied):
                async with house.entered("zoe", "wrong", "guesses", key=key):
                    pass
        assert not house.guests.exists()


async def test_the_right_code_lets_in_who_comes_from_where_somebody_guesses_who_guesses_no_quicker_for_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even by many connections, answers in advance, or by hanging up on those that are late."""
    monkeypatch.setattr(limits, "WRONG_CODES_MAX", 1)
    monkeypatch.setattr(limits, "WRONG_CODES_WITHIN_S", turn_s := 0.2)
    looked_at: list[float] = []

    class Guesser(Guest):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self._conn = conn

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            self._conn.send_packet(MSG_USERAUTH_INFO_RESPONSE, UInt32(1), String("BCDFGH"))
            return ["FGHJKL"]

    async def guess(house: House, hang_up_after_s: float) -> None:
        while True:
            with suppress(asyncssh.DisconnectError, asyncssh.ConnectionLost, OSError, TimeoutError):
                async with asyncio.timeout(hang_up_after_s), house.entered("zoe", key=None, guest=Guesser("")):
                    raise AssertionError("came in")

    async with opened(home) as house:
        opens = house.door._code.opens

        def looked(peer: str, code: str, now: float) -> bool:
            looked_at.extend([] if (right := opens(peer, code, now)) else [now])
            return right

        monkeypatch.setattr(house.door._code, "opens", looked)
        guessing = [asyncio.create_task(guess(house, after_s)) for after_s in (60, 60, turn_s / 2, 1.5 * turn_s)]
        await asyncio.sleep(5 * turn_s)
        newcomer = Guest("zoe")
        async with house.entered(CODE, key=None, guest=newcomer) as guest:
            await seen(await guest.create_process(), "ready")
        assert newcomer.told == ["Wait.\r\n"]
        for task in guessing:
            task.cancel()
        await asyncio.wait(guessing)
    assert len(looked_at) > 4
    assert all(later - sooner > 0.9 * turn_s for sooner, later in pairwise(looked_at))


async def test_a_key_that_is_only_offered_makes_nobody_its_owner(home: Path) -> None:
    """Public keys are public: the proof is in the signature."""

    class Borrowed(asyncssh.SSHKeyPair):
        """Somebody else's public key."""

        def sign(self, data: bytes) -> bytes:
            return asyncssh.generate_private_key("ssh-ed25519").sign(data, b"ssh-ed25519")

    algorithm = KEY.algorithm
    borrowed = Borrowed(algorithm, algorithm, KEY.sig_algorithms, KEY.sig_algorithms, KEY.public_data, b"")
    async with opened(home) as house:
        async with house.entered() as owner:
            await seen(await owner.create_process(), "ready")
        async with house.entered(CODE, "thief", key=borrowed) as thief:  # type: ignore[arg-type]
            await seen(await thief.create_process(), "ready")
        assert len([*house.guests.iterdir()]) == 2


async def test_a_name_that_is_in_use_behind_the_same_address_is_not_taken_over(home: Path) -> None:
    """Nor by somebody who has said it before, and comes in after."""
    guest = Guest("zoe", "lea")
    async with opened(home) as house, house.entered(CODE, "zoe", key=None) as early:
        async with house.entered(CODE, "zoe", key=None) as zoe, AsyncExitStack() as stack:
            process = await zoe.create_process()
            await seen(process, "ready")
            told = await early.run()
            assert (told.exit_status, told.stderr) == (1, "Taken.\r\n")
            lea = await stack.enter_async_context(house.entered(CODE, key=None, guest=guest))
            assert guest.asked == ["Name?", "Taken. Name?"]
            await seen(await lea.create_process(), "ready")
            process.stdin.write("still here")
            await seen(process, "still here")
        assert len([*house.guests.iterdir()]) == 2


# how far away

HEEDS = "exec 3</proc/self/fd/$1; read errand <&3; echo ready; while read told <&3; do echo $told s; done"
"""A program that says what it is told after its errand."""


async def test_how_far_a_guest_is_is_told_to_the_program_whatever_the_client_answers_and_however_late(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PING_EVERY_S", 0)

    def answer(guest: asyncssh.SSHClientConnection, _packet: object) -> None:
        asyncio.get_running_loop().call_later(0.1, guest._report_global_response, False)

    monkeypatch.setattr(asyncssh.SSHClientConnection, "_process_keepalive_at_openssh_dot_com_global_request", answer)
    async with opened(home, ("sh", "-c", HEEDS, "")) as house, house.entered() as guest:
        told = await seen(await guest.create_process(term_type="xterm"), " s")
        assert 0.1 <= float(told.split()[1]) < 0.2


async def test_PING_EVERY_S_it_is_measured_while_something_is_shown_and_not_too_often(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PING_EVERY_S", 0.2)
    asked = 0

    def ask(connection: net.caller.Connection) -> Awaitable[float]:
        nonlocal asked
        asked += 1
        return round_trip_s(connection)

    round_trip_s = net.caller.Connection.round_trip_s
    monkeypatch.setattr(net.caller.Connection, "round_trip_s", ask)
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        for _ in range(20):
            process.stdin.write("x")
            await seen(process, "x")
        assert asked == 1
        await asyncio.sleep(0.3)
        assert asked == 1, "nothing happens"
        process.stdin.write("x")
        await seen(process, "x")
        assert asked == 2


async def test_a_guest_who_never_answers_plays_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PING_EVERY_S", 0)
    monkeypatch.setattr(asyncssh.SSHClientConnection, "_process_global_request", lambda *_: None)
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        process.stdin.write("still here")
        await seen(process, "still here")


# what cannot be done


async def refused_session(guest: asyncssh.SSHClientConnection, **wanted: str) -> None:
    with pytest.raises(asyncssh.ChannelOpenError):
        await guest.create_process(**wanted)


async def open_a_second_session(guest: asyncssh.SSHClientConnection) -> None:
    await guest.create_process()
    await refused_session(guest)


async def use_sftp(guest: asyncssh.SSHClientConnection) -> None:
    await refused_session(guest, subsystem="sftp")


async def reach_others_from_the_host(guest: asyncssh.SSHClientConnection) -> None:
    with pytest.raises(asyncssh.ChannelOpenError):
        await guest.open_connection("127.0.0.1", guest.get_extra_info("peername")[1])
    with pytest.raises(asyncssh.ChannelOpenError):
        await guest.open_unix_connection("/run/socket")


async def join_the_hosts_network(guest: asyncssh.SSHClientConnection) -> None:
    for tunnel in (guest.open_tun, guest.open_tap):
        with pytest.raises(asyncssh.ChannelOpenError):
            await tunnel()


async def listen_on_the_host(guest: asyncssh.SSHClientConnection) -> None:
    with pytest.raises(asyncssh.ChannelListenError):
        await guest.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
    with pytest.raises(asyncssh.ChannelListenError):
        await guest.forward_remote_path("/tmp/socket", "/tmp/socket")


async def ask_on_a_session(guest: asyncssh.SSHClientConnection) -> None:
    """Nothing that ssh can ask for on a session is granted but a terminal, a shell and two words of environment."""
    channel = (await guest.create_process()).channel
    for request in (b"auth-agent-req@openssh.com", b"subsystem", b"exec", b"shell", b"env", b"break", b"no-such"):
        text = {b"exec": b"\0\0\0\2ls", b"subsystem": b"\0\0\0\4sftp", b"env": b"\0\0\0\1A\0\0\0\1b"}.get(request, b"")
        wait = b"\0\0\0\0" if request == b"break" else text
        assert await channel._make_request(request, wait) is False, request
    x11 = b"\0" + b"\0\0\0\x12MIT-MAGIC-COOKIE-1" + b"\0\0\0\2ab" + b"\0\0\0\0"
    assert await channel._make_request(b"x11-req", x11) is False


@pytest.mark.parametrize(
    "attempt",
    [
        open_a_second_session,
        use_sftp,
        reach_others_from_the_host,
        join_the_hosts_network,
        listen_on_the_host,
        ask_on_a_session,
    ],
)
async def test_whatever_else_ssh_can_do_is_refused(
    home: Path, attempt: Callable[[asyncssh.SSHClientConnection], Awaitable[None]]
) -> None:
    async with opened(home) as house, house.entered() as guest:
        await attempt(guest)


async def test_a_command_is_refused_with_one_sentence(home: Path) -> None:
    async with opened(home, ("sh", "-c", "echo it ran")) as house:
        for term in (None, "xterm"):
            async with house.entered() as guest:
                told = await guest.run("ls /", term_type=term)
                assert (told.exit_status, told.stdout, told.stderr) == (1, "", "No commands.\r\n")


async def test_of_its_environment_the_program_gets_what_it_needs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "s")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    sent = {"LANG": "el_GR.UTF-8", "COLORTERM": "truecolor", "LD_PRELOAD": "x", "PATH": "/tmp", "TOCTOC_HOME": "/tmp"}
    program = ("/usr/bin/env", "sh", "-c", "tr '\\0' '\\n' </proc/$$/environ")
    async with opened(home, program) as house, house.entered(env=sent) as guest:
        told = await guest.create_process(term_type="xterm-256color")
        words = {word for word in (await told.stdout.read()).split() if not word.startswith("TOCTOC_HOME=")}
        assert words == {"LANG=el_GR.UTF-8", "COLORTERM=truecolor", "TERM=xterm-256color", "PYTHONUTF8=1"}


# the end


def test_SILENT_S_a_line_that_is_cut_without_a_word_is_noticed_by_the_system_in_time() -> None:
    with socket.socket() as line:
        net.caller.notice_cut_lines(line)
        idle_s, every_s, times = (
            line.getsockopt(socket.IPPROTO_TCP, option)
            for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        )
        assert idle_s + every_s * times <= limits.SILENT_S + limits.PING_EVERY_S
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1_000 * limits.STALLED_S


async def test_a_line_that_is_cut_hangs_up_the_program_and_one_that_does_not_mind_is_killed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HANG_UP_WITHIN_S", 0.2)
    program = ("sh", "-c", "trap '' HUP; echo $$ ready; while :; do sleep 9 </dev/null; done")
    for term in (None, "xterm"):
        async with opened(home, program) as house, house.entered() as guest:
            process = await guest.create_process(term_type=term)
            pid = int((await seen(process, "ready")).split()[0])
            guest.abort()
            await asyncio.wait(house.door.visits)
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


async def test_the_exit_code_and_the_last_words_arrive(home: Path) -> None:
    for term in (None, "xterm"):
        async with opened(home, ("sh", "-c", "echo farewell; exit 3")) as house, house.entered() as guest:
            told = await guest.run(term_type=term)
            assert (str(told.stdout).strip(), told.exit_status) == ("farewell", 3)


async def test_whoever_comes_in_when_the_table_has_ended_leaves_nothing_behind(home: Path) -> None:
    async with opened(home) as house, house.entered() as guest:
        await house.door.close()
        await refused_session(guest)
        assert not house.guests.exists()


async def test_a_program_that_cannot_be_started_is_one_sentence(home: Path) -> None:
    async with opened(home, ("/no/such/program",)) as house, house.entered() as guest:
        told = await guest.run()
        assert (told.exit_status, told.stderr) == (1, "Coming.\r\nBroken: No such file or directory.\r\n")


async def test_that_one_comes_in_is_said_before_the_program_has_anything_to_show(home: Path) -> None:
    async with opened(home, ("sh", "-c", "exec cat")) as house, house.entered() as guest:
        process = await guest.create_process(term_type="xterm")
        assert await asyncio.wait_for(process.stderr.readline(), 10) == "Coming.\r\n"
