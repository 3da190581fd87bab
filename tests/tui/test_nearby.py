"""Tables on the network, on the start screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.games import GAMES
from net import lan, tables, wire
from net.lan import Found
from net.limits import LAN_TABLES_MAX
from net.tables import Record
from tests.tui.puppet import HOST, HOSTILE, INVITE, PLAYING, Strings, view
from tui.language import LANGUAGES, _, speak
from tui.plan import Command
from tui.widgets.lines import Lines

PLAIN = Found("romi", "Zoë", 8628, False, 2, True, id="zoe", address="10.0.0.7")
FULL = Found("aluette", "Bo", 9000, False, 0, False, id="bo", address="10.0.0.8")
LOCKED = Found("allegra", "Ada", 8628, True, 1, False, id="ada", address="10.0.0.9")
FINGERPRINT = "ABCDEFGHIJKLMNOPQRSTUVWX27"


class Network:
    """In place of what looks for tables. `tell` is how they come and go; `looks` is how many look now."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.looks = 0
        patch.setattr(lan, "look", self._look)

    async def _look(self, tell: Callable[[list[Found]], None]) -> None:
        self.looks += 1
        self._tell = tell
        try:
            await asyncio.Event().wait()
        finally:
            self.looks -= 1

    async def tell(self, pilot: Pilot[Any], *tables: Found) -> None:
        self._tell([*tables])
        await pilot.pause()


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    return Network(monkeypatch)


async def enter(network: Network, pilot: Pilot[Any], table: Found) -> None:
    """Choose the table that is there on the network."""
    await network.tell(pilot, table)
    pilot.app.screen.query_one("#menu", Lines).chosen = table.id
    await pilot.press("enter")


async def test_tables_on_the_network_come_and_go_on_the_menu_and_the_choice_stays(
    strings: Strings, network: Network
) -> None:
    async with strings.program() as pilot:
        await pilot.press("up")
        await network.tell(pilot, PLAIN, FULL, LOCKED)
        told = [line.split(maxsplit=2) for line in pilot.text.splitlines()]
        assert ["Zoë:", "Römi", "2 chairs free, playing"] in told
        assert ["Bo:", "Aluette", "full, you can watch"] in told
        assert ["Ada:", "Allegra", "1 chair free, encrypted"] in told
        await network.tell(pilot, FULL)
        assert "Zoë" not in pilot.text
        assert pilot.app.screen.query_one("#menu", Lines).chosen == "watch"


async def test_of_a_table_on_the_network_only_the_code_is_asked_for(strings: Strings, network: Network) -> None:
    async with strings.program() as pilot:
        await enter(network, pilot, PLAIN)
        assert "six letters" in pilot.text
        assert "Code" in pilot.text
        await pilot.press(*"kwxbtr", "enter")
        assert str(strings.puppet.address) == "toctoc://10.0.0.7:8628/KWXBTR"
        assert strings.puppet.hello.role == "play"


async def test_a_full_table_is_entered_to_watch(strings: Strings, network: Network) -> None:
    async with strings.program() as pilot:
        await enter(network, pilot, FULL)
        await pilot.press(*"kwxbtr", "enter")
        assert (str(strings.puppet.address), strings.puppet.hello.role) == ("toctoc://10.0.0.8:9000/KWXBTR", "watch")


async def test_the_code_alone_opens_no_table_with_tls(strings: Strings, network: Network) -> None:
    """It would be told to whoever calls themselves so; the fingerprint is what protects."""
    async with strings.program() as pilot:
        await enter(network, pilot, LOCKED)
        assert "the code and the fingerprint" in pilot.text
        await pilot.press(*"kwxbtr", "enter")
        assert "The fingerprint is missing" in pilot.text
        assert strings.puppets == []
        await pilot.press(*f"/{FINGERPRINT}", "enter")
        assert str(strings.puppet.address) == f"toctocs://10.0.0.9:8628/KWXBTR/{FINGERPRINT}"


async def test_an_invite_leads_where_it_says_whatever_is_on_the_network(strings: Strings, network: Network) -> None:
    async with strings.program() as pilot:
        await enter(network, pilot, PLAIN)
        await pilot.paste(str(INVITE))
        await network.tell(pilot)
        await pilot.press("enter")
        assert strings.puppet.address == INVITE


async def test_whoever_chooses_otherwise_is_asked_for_an_invite_again(strings: Strings, network: Network) -> None:
    async with strings.program() as pilot:
        await enter(network, pilot, PLAIN)
        await pilot.press(*"kwxbtr", "up", "up", "down", "enter")  # past the name, to the line below
        assert "This is not an invite." in pilot.text
        assert "Code" not in pilot.text
        await pilot.press("enter")
        assert strings.puppets == []


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_on_the_network_is_shown_as_it_is(strings: Strings, network: Network, name: str) -> None:
    """S31."""
    async with strings.program() as pilot:
        await network.tell(pilot, Found("romi", name, 1, False, 1, id="x", address="10.0.0.1"))
        assert f"{name}: Römi" in pilot.text


async def test_as_many_tables_as_are_ever_shown_leave_room_for_the_rest(strings: Strings, network: Network) -> None:
    many = [Found("romi", f"Host {n}", 1, True, 0, True, id=f"{n}", address="10.0.0.1") for n in range(LAN_TABLES_MAX)]
    async with strings.program() as pilot:
        await network.tell(pilot, *many)
        await pilot.press("up", "up", "up")
        shown = pilot.text
        assert all(text in shown for text in ("Host 19", "Watch a table", "Name", "Invite", "English", "quit"))
        await network.tell(pilot)
        assert "Knock, and take a seat" in pilot.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_no_table_can_be_found_it_is_told_what_to_install(strings: Strings, language: str) -> None:
    speak(language)
    async with strings.program("join", invite=None) as pilot:
        assert _("To see the tables on your network here: pip install 'toctoc[lan]'.") in pilot.words
        assert _("Paste the invite that the host has sent you, and press enter.") in pilot.words


@pytest.mark.parametrize("language", LANGUAGES)
async def test_beside_a_table_of_others_the_advice_is_told_whole(
    strings: Strings, network: Network, language: str
) -> None:
    speak(language)
    async with strings.program() as pilot:
        await network.tell(pilot, PLAIN)
        for game in GAMES:
            name = GAMES[game].NAME
            said = _("New to {game}? {learn} tells you what to do, while you play.")
            shown = pilot.words
            assert said.format(game=name, learn=_("Learn {game}").format(game=name)) in shown
            await pilot.press("g")


async def test_my_own_table_is_not_among_those_of_others(
    strings: Strings, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.listen, "lan_address", lambda: PLAIN.address)
    strings.kept = {"mine": Record("anna", "romi", 4, {}, "lan", PLAIN.port, None, "KWXBTR", "h" * 32)}
    async with strings.program() as pilot:
        await pilot.until(lambda: "Go on with Römi" in pilot.text)
        await network.tell(pilot, PLAIN, FULL)
        assert "Zoë" not in pilot.text
        assert "Bo: Aluette" in pilot.text


async def test_nobody_looks_for_tables_from_a_table_or_after_the_end(strings: Strings, network: Network) -> None:
    async with strings.program() as pilot:
        assert network.looks == 1
        await pilot.press("enter")
        await pilot.hear(HOST, PLAYING, view(3))
        assert network.looks == 0
        await pilot.hear(wire.Bye("closed"))
        assert network.looks == 1
    assert network.looks == 0


@pytest.mark.parametrize("command", ["solo", "host", "join"])
async def test_nobody_looks_for_tables_on_the_way_to_one(strings: Strings, network: Network, command: Command) -> None:
    async with strings.program(command):
        assert network.looks == 0
