"""Whatever hostile hands send to a table, at whatever entry, nobody else notices; the seed of a failure is told."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from net import limits, wire
from net.limits import MESSAGES_BURST, MESSAGES_PER_S, STRANGERS_MAX
from net.listen import listen_unix
from net.tls import new_certificate
from tests.net import hostile
from tests.net.desk import Desk
from tests.net.loopback import goodbye, hello, stranger
from tests.net.siege import SEATS, besiege_a_desk, besiege_a_server, besieged

HASTE = patch.multiple(limits, MESSAGES_PER_S=MESSAGES_PER_S)
"""Hands that play quicker than people have had their time: from now on the limit holds."""


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(hostile.JUNK),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
fields = st.sampled_from(sorted({name for kind in hostile.MESSAGES for name in kind.__struct_fields__}))
tags = st.sampled_from([kind.__struct_config__.tag for kind in hostile.MESSAGES])
messages = st.builds(lambda tag, rest: {"t": tag, **rest}, tags, st.dictionaries(fields, values, max_size=6))


@given(st.binary(max_size=40) | st.text(max_size=40) | (messages | values).map(hostile.json_of))
def test_no_frame_is_an_error(frame: bytes | str) -> None:
    """From a stranger, a watcher, a player or the host, in a match."""
    desk = Desk("toy", 3)
    ana, bob = desk.playing("Ana", "Bob")
    for guest in (desk.stranger(), desk.guest("Wil", "watch"), bob, ana):
        guest.frame(frame)
    assert desk.table.finished or desk.guest("Dea", "watch").last(wire.Welcome)


def test_a_table_of_every_game_survives_what_is_nearly_right() -> None:
    """Strangers, watchers, players and the host: messages made up or mangled, and acts that are not quite allowed."""
    desks = [besiege_a_desk(seed, 250) for seed in range(5 * len(SEATS))]
    assert {desk.game for desk in desks if len(desk.acts) > 10} == set(SEATS), "there was hardly a game to disturb"
    assert set().union(*(desk.codes for desk in desks)) >= {
        *("not-understood", "read-only", "host-only", "too-late", "not-your-turn", "no-such-option"),
        *("conflict", "out-of-order", "wrong-code", "elsewhere", "freed", "left", "no-chat-now", "no-such-seat"),
    }


async def test_a_server_survives_what_is_nearly_right() -> None:
    """Requests, scraps of frames, hellos and messages; several at once."""
    await besiege_a_server(0, 240)


async def test_so_does_one_on_a_unix_socket(tmp_path: Path) -> None:
    await besiege_a_server(1, 120, listening=listen_unix(tmp_path / "table"))


async def test_so_does_one_that_speaks_tls() -> None:
    await besiege_a_server(2, 120, certificate=new_certificate())


async def test_who_floods_the_table_with_acts_is_told_and_cut_off() -> None:
    act = b'{"t":"act","n":0,"action":{"type":"draw","turn":1}}'
    async with besieged() as (table, _):
        with HASTE:
            async with stranger(table) as guest:
                await guest.send(hello(), text=True)
                for _ in range(2 * MESSAGES_BURST):
                    await guest.send(act, text=True)
                assert await goodbye(guest) == wire.Bye("too-fast")


async def test_of_a_crowd_of_strangers_at_the_door_those_who_have_waited_longest_have_to_go() -> None:
    """Two hundred who talk like a table's guests, and do not say who they are."""
    async with besieged() as (table, _), AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(stranger(table)) for _ in range(200)]
        gone = await asyncio.gather(*(goodbye(guest) for guest in crowd[:-STRANGERS_MAX]))
        assert gone == [wire.Bye("too-many-strangers")] * (200 - STRANGERS_MAX)
        for guest in crowd[-STRANGERS_MAX:]:
            await guest.ping()
