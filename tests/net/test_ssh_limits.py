"""How much guests can ask of the door for SSH, and those who mean no good."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST
from asyncssh.packet import Boolean, String

import net.caller
import net.ssh
from net import limits
from tests.net.ssh import CODE, KEY, OTHER_KEY, PATIENCE_S, Guest, besiege, opened, seen

# limits


async def test_SSH_GUESTS_MAX_more_are_sent_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SSH_GUESTS_MAX", 1)
    async with opened(home) as house:
        async with house.entered() as first, house.entered(key=OTHER_KEY) as second:
            await seen(await first.create_process(), "ready")
            told = await second.run()
            assert (told.exit_status, told.stderr) == (1, "Full.\r\n")
        await asyncio.wait(house.door.visits)
        async with house.entered() as third:
            await seen(await third.create_process(), "ready")


async def test_SSH_GUESTS_PER_KEY_MAX_whoever_forgets_many_windows_is_told_and_the_others_have_room(home: Path) -> None:
    async with opened(home) as house, AsyncExitStack() as stack:
        for _ in range(limits.SSH_GUESTS_PER_KEY_MAX):
            window = await stack.enter_async_context(house.entered())
            await seen(await window.create_process(), "ready")
        async with house.entered() as one_more, house.entered(key=OTHER_KEY) as other:
            told = await one_more.run()
            assert (told.exit_status, told.stderr) == (1, "Often.\r\n")
            await seen(await other.create_process(), "ready")


async def test_SSH_GUESTS_PER_ADDRESS_MAX_nobody_at_one_address_takes_the_room_of_those_at_others(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SSH_GUESTS_PER_ADDRESS_MAX", 2)
    async with opened(home) as house, AsyncExitStack() as stack:
        for key in (None, KEY):
            greedy = await stack.enter_async_context(house.entered(CODE, "zoe", key=key))
            await seen(await greedy.create_process(), "ready")
        third = await stack.enter_async_context(house.entered(key=OTHER_KEY))
        told = await third.run()
        assert (told.exit_status, told.stderr) == (1, "Crowded.\r\n")
        elsewhere = await stack.enter_async_context(house.entered(key=OTHER_KEY, local_addr=("127.0.0.2", 0)))
        await seen(await elsewhere.create_process(), "ready")


async def test_SSH_KNOCKING_MAX_who_has_waited_longest_outside_makes_way(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SSH_KNOCKING_MAX", 2)
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        waiting = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(3)]
        for reader, _writer in waiting:
            assert (await reader.readline()).startswith(b"SSH-2.0-toctoc")
        await asyncio.wait_for(waiting[0][0].read(), PATIENCE_S)
        process.stdin.write("in")
        await seen(process, "in")
        for _reader, writer in waiting:
            writer.close()


async def test_SSH_LOGIN_WITHIN_S_who_does_not_come_in_is_sent_away_and_who_is_in_may_be_idle(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SSH_LOGIN_WITHIN_S", 0.5)
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        process.stdin.write("here")
        await seen(process, "here")


async def test_SSH_TRIES_MAX_who_does_not_give_up_is_cut_off(home: Path) -> None:
    class Stubborn(Guest):
        def password_auth_requested(self) -> str:
            return "password"

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            self.asked.append("key")
            return asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])[0]

        def kbdint_auth_requested(self) -> str:
            self.asked.append("answer")
            return ""

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            return ["", "too", "many"]

    stubborn = Stubborn()
    async with opened(home) as house:
        with pytest.raises((asyncssh.ConnectionLost, OSError)):
            async with house.entered("zoe", key=None, guest=stubborn):
                pass
        assert len(stubborn.asked) <= limits.SSH_TRIES_MAX + 1


async def test_SSH_LOGIN_BYTES_MAX_a_stranger_who_talks_without_end_is_not_listened_to(home: Path) -> None:
    nothing = (12).to_bytes(4, "big") + bytes([6, 2]) + bytes(10)
    async with opened(home) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"SSH-2.0-talker\r\n" + nothing * (2 * limits.SSH_LOGIN_BYTES_MAX // len(nothing)))
        with suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()


async def test_MOUTHFUL_BYTES_a_guest_who_talks_much_does_not_keep_the_others_waiting(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mouthfuls: list[int] = []

    def heard(connection: asyncssh.SSHServerConnection, data: bytes, datatype: object = None) -> None:
        mouthfuls.append(len(data))
        whole(connection, data)

    whole = asyncssh.SSHServerConnection.data_received
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        with monkeypatch.context() as patch:
            patch.setattr(asyncssh.SSHServerConnection, "data_received", heard)
            process.stdin.write("x" * limits.SSH_LOGIN_BYTES_MAX + "all of it")
            await seen(process, "all of it")
        assert max(mouthfuls) <= limits.MOUTHFUL_BYTES
        assert sum(mouthfuls) > limits.SSH_LOGIN_BYTES_MAX, "who is in may say as much as they like"


async def test_SSH_WINDOW_BYTES_a_guest_who_does_not_read_fills_no_memory(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by telling that there is much room, nor by taking nothing from the line then."""
    held: asyncio.Future[net.ssh.Connection] = asyncio.get_running_loop().create_future()

    class Watched(net.ssh.Connection):
        def pause_writing(self) -> None:
            super().pause_writing()
            if not held.done():
                held.set_result(self)

    monkeypatch.setattr(net.ssh, "Connection", Watched)
    async with opened(home, ("sh", "-c", "echo ready; read go; exec yes")) as house, house.entered() as guest:
        process = await guest.create_process(window=1 << 30)
        await seen(process, "ready")
        assert guest._transport is not None
        guest._transport.pause_reading()
        process.stdin.write("\n")
        connection = await asyncio.wait_for(held, PATIENCE_S)
        for _ in range(1_000):
            await asyncio.sleep(0)
        assert connection._wire.get_write_buffer_size() < 4 * limits.SSH_WINDOW_BYTES
        guest._transport.resume_reading()
        for _ in range(100):
            await process.stdout.read(65_536)


async def test_SSH_WINDOW_BYTES_a_guest_who_types_quicker_than_it_is_passed_on_fills_no_memory(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[int] = []

    class Watched(net.caller.Channel):
        def _accept_data(self, data: bytes, datatype: object = None) -> None:
            super()._accept_data(data, datatype)
            waiting.append(sum(len(keys) for keys, _type in self._recv_buf))

    monkeypatch.setattr(net.caller, "Channel", Watched)
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        for _ in range(20 * limits.SSH_WINDOW_BYTES // 500):
            process.stdin.write("x" * 500)
        process.stdin.write("all of it")
        await seen(process, "all of it")
        assert max(waiting) <= limits.SSH_WINDOW_BYTES


async def test_SSH_DEFERRED_MAX_a_guest_who_begins_to_change_keys_and_goes_on_talking_fills_no_memory(
    home: Path,
) -> None:
    async with opened(home) as house, house.entered() as guest:
        await seen(await guest.create_process(), "ready")
        assert guest._transport is not None
        guest._transport.pause_reading()  # so that the change never ends
        guest._send_kexinit()
        guest._kex_complete = True
        for _ in range(2 * limits.SSH_DEFERRED_MAX):
            guest.send_packet(MSG_GLOBAL_REQUEST, String("keepalive@openssh.com"), Boolean(True))
        await asyncio.wait_for(asyncio.wait(house.door.visits), PATIENCE_S)


# those who mean no good


async def test_whatever_is_sent_to_the_door_it_stays_open_and_lets_nobody_in(home: Path) -> None:
    async with opened(home) as house, house.entered() as guest:
        process = await guest.create_process()
        await seen(process, "ready")
        await besiege(house, random.Random(1), 60)
        process.stdin.write("still here")
        await seen(process, "still here")
        assert len([*house.guests.iterdir()]) == 1


@pytest.mark.parametrize(
    "slow", ["rsa2048-sha256", "diffie-hellman-group-exchange-sha256", "diffie-hellman-group18-sha512"]
)
async def test_no_stranger_makes_the_door_calculate_for_long(home: Path, slow: str) -> None:
    async with opened(home) as house:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            async with house.entered(kex_algs=[slow]):
                pass


async def test_twenty_watch_at_once(home: Path) -> None:
    async with opened(home) as house, AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(house.entered(CODE, f"fan {n}", key=None)) for n in range(20)]
        processes = await asyncio.gather(*(guest.create_process() for guest in guests))
        for number, process in enumerate(processes):
            process.stdin.write(f"I am {number}.")
        for number, process in enumerate(processes):
            await seen(process, f"I am {number}.")
        assert len([*house.guests.iterdir()]) == 20
