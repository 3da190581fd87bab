"""One client's way to the table and back."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from itertools import pairwise

import pytest
from websockets.asyncio.server import ServerConnection

from engine.games import GAMES
from net import dial, wire
from net.dial import Dial
from net.invite import Invite
from net.limits import HOST_FRAME_BYTES_MAX
from net.link import Link
from net.listen import listen_tcp
from net.trouble import Trouble
from tests.net.loopback import CODE, HOST_TOKEN, Hand, hosted, impostor, relayed


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dial, "RETRY_FIRST_S", 0.01)


# the way to the table


@pytest.mark.parametrize(
    ("where", "code", "detail"),
    [
        (Invite(CODE, host="127.0.0.1", port=1), "nobody-there", "toctoc://127.0.0.1:1"),
        (Invite(CODE, host="a" * 64, port=1), "unknown-host", "a" * 64),
        (Invite(CODE, path="/no/such/socket"), "nobody-there", "toctoc+unix:///no/such/socket"),
        (Invite(CODE, path="/no" * 99), "unreachable", "toctoc+unix://" + "/no" * 99),
    ],
)
async def test_a_table_that_is_not_there_is_told_at_once(where: Invite, code: str, detail: str) -> None:
    with pytest.raises(Trouble) as trouble:
        await Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run()
    assert (trouble.value.code, trouble.value.details) == (code, (detail,))


async def test_a_name_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    with pytest.raises(Trouble, match="unknown-host"):
        await Dial(Link("Ada", HOST_TOKEN, CODE), Invite(CODE, host="laptop", port=1), lambda: None).run()


async def test_somebody_who_never_answers_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dial, "CONNECT_WITHIN_S", 0.1)
    with listen_tcp("local", 0) as listening:
        where = Invite(CODE, *listening.getsockname())
        with pytest.raises(Trouble, match="unreachable"):
            await Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run()


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"HTTP/1.1 418 I'm a teapot\r\nContent-Length: 0\r\n\r\n", "not-a-table"),
        (b"HTTP/1.1 302 Found\r\nLocation: ws://192.0.2.1/\r\nContent-Length: 0\r\n\r\n", "not-a-table"),
        (b"SSH-2.0-OpenSSH\r\n", "not-a-table"),
        (b"", "hung-up"),
    ],
)
async def test_something_else_at_this_port_is_no_table(answer: bytes, code: str) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        where = Invite(CODE, *server.sockets[0].getsockname())
        with pytest.raises(Trouble, match=code):
            await Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run()


async def test_a_host_that_talks_nonsense_is_not_asked_again() -> None:
    async def talk(guest: ServerConnection) -> None:
        await guest.send('{"t":"welcome","seat":"the best"}')
        await guest.wait_closed()

    async with impostor(talk) as where:
        with pytest.raises(Trouble, match="host-not-understood"):
            await asyncio.wait_for(Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run(), 5)


@pytest.mark.parametrize("frame", [b"x" * (HOST_FRAME_BYTES_MAX + 1), b"\xff"], ids=["huge", "no text"])
async def test_HOST_FRAME_BYTES_MAX_a_host_that_garbles_its_frames_is_not_asked_again(frame: bytes) -> None:
    asked = 0

    async def talk(guest: ServerConnection) -> None:
        nonlocal asked
        asked += 1
        await guest.send(frame, text=True)
        await guest.wait_closed()

    async with impostor(talk) as where:
        with pytest.raises(Trouble, match="host-not-understood"):
            await asyncio.wait_for(Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run(), 5)
    assert asked == 1


async def heard(*messages: wire.FromHost) -> Link:
    """Hear this from a host, and see each time that it is fit to be shown. Raises what Dial does."""
    link = Link("Ada", HOST_TOKEN, CODE)

    def changed() -> None:
        assert link.room is None or link.room.game in GAMES

    async def talk(guest: ServerConnection) -> None:
        for message in (*messages, wire.Bye("closed")):
            await guest.send(wire.encode(message), text=True)
        await guest.wait_closed()

    async with impostor(talk) as where:
        await asyncio.wait_for(Dial(link, where, changed).run(), 5)
    return link


async def test_a_game_that_only_the_host_has_is_named_and_never_shown() -> None:
    with pytest.raises(Trouble, match="unknown-game"):
        await heard(wire.Welcome(0, 0, False), wire.Room("chess", {}, "lobby", (), ()))


@pytest.mark.parametrize(
    "text",
    ["\x1b]52;c;aGE=\x07", "\x9b2J", "a\nb", "\x7f", "\u202eab", "\u200bab", "\\\x1b[2J", "X" * 4_001, '"' * 4_001],
)
async def test_a_host_cannot_drive_my_terminal_nor_keep_it_busy(text: str) -> None:
    with pytest.raises(Trouble, match="host-not-understood"):
        await heard(wire.Said("Ana", 0, text))
    with pytest.raises(Trouble, match="host-not-understood"):
        await heard(wire.Room("toy", {}, "lobby", (wire.Chair("person", text),), ()))


@pytest.mark.parametrize("text", ['C:\\new "name"', "\\u0041", "Ζωή [/b]", "東京", "\\\\t", "x" * 720])
async def test_what_is_merely_odd_is_heard(text: str) -> None:
    link = await heard(wire.Said("Ana", 0, text))
    assert link.chat[-1].text == text


@pytest.mark.parametrize("code", ["WRONG", ""])
async def test_a_final_goodbye_ends_it(code: str) -> None:
    async with hosted() as table:
        hand = Hand(Invite(code, host="127.0.0.1", port=table.invite.port), "Bo")
        await asyncio.wait_for(hand.running, 5)
        assert hand.link.bye == wire.Bye("wrong-code")
        assert hand.link.finished


# and back


async def test_after_a_lost_line_the_same_person_goes_on_playing_on_the_same_chair() -> None:
    async with hosted(seats=2) as table, relayed(table.invite) as (relay, where):
        ada, bo = Hand(table.invite, "Ada", token=HOST_TOKEN), Hand(where, "Bo")
        for lost in range(1, 4):
            await bo.until(lambda link, lost=lost: link.view is not None and link.view.turns > 3 * lost)  # type: ignore[misc]
            relay.cut()
            await bo.until(lambda link: not link.online)
            await bo.until(lambda link: link.online)
            assert bo.link.seat == 1
        await bo.until(lambda link: link.view is not None and link.view.over)
        await ada.until(lambda link: link.view is not None and link.view.over)
        assert sum(isinstance(wire.from_host(frame), wire.Welcome) for frame in bo.frames) == 4
        await ada.leave()
        await bo.leave()


async def test_a_goodbye_that_is_not_for_good_is_followed_by_a_new_hello() -> None:
    hellos: list[wire.FromClient] = []

    async def talk(guest: ServerConnection) -> None:
        hellos.append(wire.from_client(await guest.recv()))
        await guest.send(wire.encode(wire.Bye("too-slow" if len(hellos) < 3 else "closed")), text=True)

    async with impostor(talk) as where:
        link = Link("Ada", HOST_TOKEN, CODE)
        await asyncio.wait_for(Dial(link, where, lambda: None).run(), 5)
    assert link.bye == wire.Bye("closed")
    assert hellos == 3 * [wire.Hello(wire.VERSION, "Ada", HOST_TOKEN, CODE)]


async def test_retries_come_less_and_less_often_until_a_line_has_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dial, "RETRY_MAX_S", 0.16)
    times: list[float] = []

    async def talk(guest: ServerConnection) -> None:
        await guest.recv()
        times.append(asyncio.get_running_loop().time())
        if len(times) == 8:
            return await guest.send(wire.encode(wire.Bye("closed")), text=True)
        await guest.send(wire.encode(wire.Welcome(0, 0, False)), text=True)
        if len(times) == 7:
            with suppress(TimeoutError):
                await asyncio.wait_for(guest.recv(), 0.2)
            times[-1] = asyncio.get_running_loop().time()

    async with impostor(talk) as where:
        await asyncio.wait_for(Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run(), 10)
    waits = [later - earlier for earlier, later in pairwise(times)]
    least = (0.01, 0.02, 0.04, 0.08, 0.16, 0.16)
    assert all(wait >= at_least for wait, at_least in zip(waits, least, strict=False))
    assert waits[6] < 0.16


async def test_what_was_asked_for_last_is_still_sent_when_the_client_stops() -> None:
    async with hosted() as table:
        ada, bo = Hand(table.invite, "Ada", token=HOST_TOKEN), Hand(table.invite, "Bo")
        await bo.until(lambda link: link.online)
        bo.link.send(wire.Leave())
        bo.dial.stop()
        await asyncio.wait_for(bo.running, 5)
        await ada.until(lambda link: link.room is not None and link.room.chairs[1].sitter == "nobody")
        await ada.leave()


async def test_a_client_without_a_line_stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dial, "RETRY_FIRST_S", 60)

    async def talk(guest: ServerConnection) -> None:
        await guest.recv()

    async with impostor(talk) as where:
        link, changed = Link("Ada", HOST_TOKEN, CODE), asyncio.Event()
        line = Dial(link, where, changed.set)
        running = asyncio.create_task(line.run())
        await asyncio.wait_for(changed.wait(), 5)
        line.stop()
        await asyncio.wait_for(running, 5)
