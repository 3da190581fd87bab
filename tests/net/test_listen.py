"""Sockets: in use, left behind, and quick."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from net import limits, listen
from net.listen import listen_tcp, listen_unix, taken_away
from net.tls import Certificate, new_certificate
from net.trouble import Trouble
from tests.net.loopback import Hand, around, hosted


def test_a_port_in_use_is_told_and_the_usual_one_is_no_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen_tcp("local", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Trouble, match="port-in-use") as trouble:
            listen_tcp("local", port)
        assert trouble.value.details == (port,)
        monkeypatch.setattr(listen, "DEFAULT_PORT", port)
        with listen_tcp("local", None) as free:
            assert free.getsockname()[1] not in (0, port)


def test_SEND_BUFFER_BYTES_little_is_kept_for_those_who_read_slowly(tmp_path: Path) -> None:
    for listening in (listen_tcp("local", 0), listen_unix(tmp_path / "table")):
        with listening:
            # Linux tells twice of what it was asked for.
            assert listening.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * limits.SEND_BUFFER_BYTES


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


@pytest.mark.parametrize("certificate", [None, new_certificate()])
async def test_KNOCKING_MAX_those_who_never_come_in_make_way_for_those_who_do(
    certificate: Certificate | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KNOCKING_MAX", 3)
    async with hosted(certificate=certificate) as table, around(table, "Bo") as (ada, bo):
        silent = [await asyncio.open_connection(table.invite.host, table.invite.port) for _ in range(4)]
        with suppress(ConnectionError):
            assert not await asyncio.wait_for(silent[0][0].read(), 5), "the first one has to go"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(silent[1][0].read(), 0.1)
        cy = Hand(table.invite, "Cy")
        await cy.until(lambda link: link.online)
        assert ada.link.online
        assert bo.link.online
        for _, writer in silent:
            writer.close()
        await cy.leave()


def test_of_those_who_wait_whoever_came_first_has_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not somebody who came later, and has the file number of one who had gone by then."""
    monkeypatch.setattr(limits, "KNOCKING_MAX", 3)
    with listen_tcp("local", 0) as porch, ExitStack() as stack:
        guests = [stack.enter_context(socket.create_connection(porch.getsockname(), timeout=5)) for _ in range(5)]
        first, *others = [stack.enter_context(porch.accept()[0]) for _ in range(3)]
        number = first.fileno()
        first.close()
        others += [stack.enter_context(porch.accept()[0]) for _ in range(2)]
        assert others[2].fileno() == number
        assert guests[1].recv(1) == b""
        for guest, still_here in zip(guests[2:], others[1:], strict=True):
            still_here.send(b".")
            assert guest.recv(1) == b"."


def test_whoever_crowds_the_porch_makes_way_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOCKING_MAX", 3)
    with listen_tcp("local", 0) as porch, ExitStack() as stack:

        def comes(address: str) -> socket.socket:
            line = socket.create_connection(porch.getsockname(), timeout=5, source_address=(address, 0))
            stack.enter_context(porch.accept()[0]).send(b".")
            return stack.enter_context(line)

        friend, *crowd = (comes(f"127.0.0.{number}") for number in (1, 2, 2, 2, 2))
        assert [line.recv(2) + line.recv(1) for line in crowd[:2]] == [b".", b"."], "these are gone"
        for line in (friend, *crowd[2:]):
            line.setblocking(False)
            assert line.recv(2) == b"."
            with pytest.raises(BlockingIOError):
                line.recv(1)


def test_something_else_is_never_taken_for_an_old_socket(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("precious")
    with pytest.raises(Trouble, match="socket-in-use"):
        listen_unix(path)
    assert path.read_text() == "precious"
    with pytest.raises(Trouble, match="socket-path"):
        listen_unix(tmp_path / ("long" * 40))
    with pytest.raises(Trouble, match="socket-path"):
        listen_unix(tmp_path / ("long" * 80))


def test_a_crowd_at_the_door_is_a_sign_of_life(tmp_path: Path) -> None:
    path = tmp_path / "a table"
    with listen_unix(path) as listening, ExitStack() as crowd:
        listening.listen(0)
        guest = crowd.enter_context(socket.socket(socket.AF_UNIX))
        guest.connect(str(path))  # and with this one it is full
        with pytest.raises(Trouble, match="socket-in-use"):
            listen_unix(path)


def test_a_table_takes_its_own_socket_away_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a table"
    with listen_unix(path), taken_away(path):
        pass
    assert not path.exists()
    old = listen_unix(path)
    with taken_away(path):
        old.close()
        new = listen_unix(path)
    assert path.is_socket()
    new.close()
    with taken_away(None):
        pass


def test_the_address_to_hand_out_is_one_of_this_computer() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        trial.bind((listen.lan_address(), 0))


def test_without_a_network_the_address_is_this_computer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Offline(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Offline)
    assert listen.lan_address() == "127.0.0.1"
