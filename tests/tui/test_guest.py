"""Whoever has come by SSH: on the first page, at the one table that there is, and back."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import GAMES
from net import tokens, wire
from net.invite import Way
from net.limits import SSH_LOST_S
from tests.tui.puppet import ANNA, ERRAND, INVITE, LOCAL, OPEN, PLAYING, WAY, Strings, chair, room
from tui import language, visit
from tui.company import hosted
from tui.language import LANGUAGES
from tui.plan import Command, Plan
from tui.visit import Visit

SEATED = (wire.Welcome(1, 0, False), room(ANNA, chair("zoe")))


def plan(**changes: Any) -> Plan:
    return Plan("join", changes.pop("name", "zoe"), guest=ERRAND, **changes)


@pytest.mark.parametrize(("keys", "role"), [(("enter",), "play"), (("down", "enter"), "watch")])
async def test_a_guest_plays_or_watches_and_nothing_else(strings: Strings, keys: tuple[str, ...], role: str) -> None:
    async with strings.program("join", name="zoe", guest=ERRAND, invite=None) as pilot:
        seen = pilot.text
        assert "[/b] Ada hosts Allegra here." in seen
        assert "Play Allegra" in seen
        assert not any(word in seen for word in ("Host", "Invite", "invite", "Go on", "bots"))
        await pilot.press(*keys)
        assert (strings.puppet.address, strings.puppet.hello.role) == (LOCAL, role)
        assert strings.puppet.hello.name == "zoe"


async def test_a_guest_whose_name_is_not_known_is_asked_for_it(strings: Strings) -> None:
    async with strings.program("join", name="", guest=ERRAND, invite=None) as pilot:
        await pilot.press("enter", "enter")
        assert "Tell your name first." in pilot.text
        assert strings.puppets == []
        await pilot.press(*"lea", "enter", "enter")
        assert strings.puppet.hello.name == "lea", "l is a letter here, and no key"


async def test_a_guest_passes_on_how_others_come_from_elsewhere(strings: Strings) -> None:
    async with strings.program("join", name="zoe", guest=ERRAND, invite=LOCAL) as pilot:
        await pilot.hear(*SEATED)
        seen = pilot.text
        assert all(word in seen for word in (str(INVITE), WAY.command, WAY.fingerprint))
        assert "127.0.0.1" not in seen


@pytest.mark.parametrize("code", sorted(visit.TURNED_AWAY))
async def test_who_finds_no_place_may_choose_again_and_who_was_there_may_not(strings: Strings, code: str) -> None:
    for first, stays in ((wire.Bye(code), True), (wire.Bye("closed"), False)):
        async with strings.program("join", name="zoe", guest=ERRAND, invite=LOCAL) as pilot:
            await pilot.hear(first)
            assert pilot.app.is_running is stays
            assert not stays or "Play Allegra" in pilot.text


async def test_the_way_back_is_the_way_they_came(strings: Strings) -> None:
    async with strings.program("join", name="zoe", guest=ERRAND, invite=LOCAL) as pilot:
        await pilot.hear(*SEATED, PLAYING)
        await pilot.press("ctrl+c", "l")
    assert pilot.app.farewell == f"The table stays open. Come back with: {WAY.command}"


@pytest.mark.parametrize("command", ["join", "watch"])
async def test_the_table_is_told_how_far_away_a_guest_is(strings: Strings, command: Command) -> None:
    told, telling = os.pipe()
    guest = Visit(Plan(command, "zoe", guest=replace(ERRAND, pipe=told), invite=LOCAL), lambda: None)
    staying = asyncio.create_task(guest.run())
    os.write(telling, b"0.0800\n")  # too early: there is no table yet
    await asyncio.sleep(0.01)
    strings.puppet.tell(*SEATED)
    os.write(telling, b"0.0400\n0.0")
    await asyncio.sleep(0.01)
    os.write(telling, b"500\n")
    os.close(telling)
    await asyncio.sleep(0.01)
    assert strings.puppet.sent == [wire.Far(0.04), wire.Far(0.05)]
    guest.leave(wire.Leave())
    await staying
    os.close(told)


async def test_SSH_LOST_S_a_guest_does_not_wait_for_ever_for_a_table_that_is_gone(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit, "LOOK_EVERY_S", 0)
    now = 0.0
    guest = Visit(plan(invite=LOCAL), lambda: None, clock=lambda: now)
    staying = asyncio.create_task(guest.run())

    async def passes(seconds: float) -> bool:
        nonlocal now
        now += seconds
        for _ in range(20):
            await asyncio.sleep(0)
        return staying.done()

    assert not await passes(0)
    strings.puppet.tell(*SEATED)
    assert not await passes(SSH_LOST_S + 1)
    strings.puppet.lose()
    assert not await passes(SSH_LOST_S - 1)
    strings.puppet.tell(*SEATED)
    assert not await passes(2)
    strings.puppet.lose()
    assert await passes(SSH_LOST_S)
    assert staying.result() == f"No table is open at {INVITE.place}. Has the host closed it?"
    assert guest.farewell == ""


def test_the_last_seat_at_this_table_is_known_and_no_other() -> None:
    assert tokens.last_seat(LOCAL) is None
    tokens.seat_token(LOCAL, "play", "Zoë the 2nd")
    tokens.seat_token(INVITE, "play", "Bo")
    assert tokens.last_seat(LOCAL) == ("play", "Zoë the 2nd")
    tokens.seat_token(LOCAL, "watch", "Zoë")
    assert tokens.last_seat(LOCAL) == ("watch", "Zoë")


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_whose_table_it_is_fits_on_the_first_page(strings: Strings, game: str, spoken: str) -> None:
    language.speak(spoken)
    errand = replace(ERRAND, game=game, host="W" * 20)
    async with strings.program("join", name="", guest=errand, invite=None) as pilot:
        assert hosted(errand) in pilot.text


@pytest.mark.parametrize("spoken", LANGUAGES)
async def test_in_the_lobby_the_longest_way_fits(strings: Strings, spoken: str) -> None:
    language.speak(spoken)
    way = Way("ssh -p 22222 KWXBTR@192.168.178.123", WAY.fingerprint)
    errand = replace(ERRAND, shown="toctocs://192.168.178.123:62862/KWXBTR/" + 26 * "A", way=way)
    async with strings.program("join", name="zoe", guest=errand, invite=LOCAL) as pilot:
        await pilot.hear(SEATED[0], room(ANNA, chair("zoe"), OPEN, OPEN, OPEN, OPEN))
        seen = pilot.text
        assert all(word in seen for word in (way.command, way.fingerprint, "6  "))
