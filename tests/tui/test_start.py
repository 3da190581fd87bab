from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from engine import journal
from engine.games import GAMES
from net import lan, store, tables, wire
from net.lan import Found
from net.limits import LAN_TABLES_MAX
from net.tables import Record
from net.trouble import Trouble
from tests.tui.puppet import ANNA, HOSTILE, INVITE, OPEN, Strings, app_for, paste, room, screen_text, seated
from tui.language import LANGUAGES, _, speak
from tui.screens.entrance import Field
from tui.widgets.lines import Lines


async def test_enter_opens_a_table_with_three_bots_at_once(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert (strings.launched[0]["game"], strings.launched[0]["bind"]) == ("allegra", "local")
        await seated(strings, pilot, wire.Welcome(0, 0, True), room(ANNA, OPEN, OPEN, OPEN))
        assert strings.puppet.sent == [wire.SeatBot(1), wire.SeatBot(2), wire.SeatBot(3), wire.Start()]
        await seated(strings, pilot, room(ANNA, OPEN, OPEN, OPEN))
        assert len(strings.puppet.sent) == 4  # all that is done once


async def test_hosting_for_friends_waits_for_them(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("down", "down", "enter")
        await seated(strings, pilot, wire.Welcome(0, 0, True), room(ANNA, OPEN))
        assert strings.puppet.sent == []
        assert str(INVITE) in screen_text(app)


async def test_the_command_line_seats_its_bots_on_the_last_chairs(strings: Strings) -> None:
    app = app_for("host", bots=2, seats=4)
    async with app.run_test() as pilot:
        await seated(strings, pilot, wire.Welcome(0, 0, True), room(ANNA, OPEN, OPEN, OPEN))
        assert strings.puppet.sent == [wire.SeatBot(2), wire.SeatBot(3)]


async def test_an_invite_can_be_typed(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press(*["down"] * 3, "enter")
        assert "There is no invite." in screen_text(app)
        assert "enter go on" in screen_text(app)
        await pilot.press(*"10.0.0.1/bcdfgh", "enter")
        await pilot.pause()
        assert str(strings.puppet.address) == "toctoc://10.0.0.1:8628/BCDFGH"
        assert (strings.puppet.hello.name, strings.puppet.hello.role) == ("anna", "play")


@pytest.mark.parametrize(
    ("keys", "named", "name"),
    [
        ("", False, "host"),
        ("end x", False, "annax"),
        ("ctrl+u a n n a", False, "anna"),
        ("", True, "anna"),
    ],
)
async def test_a_name_that_nobody_has_typed_gives_way_to_the_one_known_at_the_table(
    strings: Strings, monkeypatch: pytest.MonkeyPatch, keys: str, named: bool, name: str
) -> None:
    monkeypatch.setattr(store, "name_for", lambda invite, role, usual: "host" if invite == INVITE else usual)
    app = app_for("join", invite=None, named=named)
    async with app.run_test() as pilot:
        await pilot.press("up", *keys.split(), "down")
        await paste(pilot, str(INVITE))
        await pilot.press("enter")
        await pilot.pause()
        assert strings.puppet.hello.name == name


async def test_an_invite_can_be_pasted_broken_over_lines_and_followed_to_watch(strings: Strings) -> None:
    app = app_for("watch", invite=None)
    async with app.run_test() as pilot:
        await paste(pilot, f"{str(INVITE)[:12]}\n  {str(INVITE)[12:]}\n")
        await pilot.press("enter")
        await pilot.pause()
        assert strings.puppet.address == INVITE
        assert (strings.puppet.hello.code, strings.puppet.hello.role) == (INVITE.code, "watch")


async def test_what_goes_wrong_is_said_on_the_same_screen_and_nothing_is_lost(strings: Strings) -> None:
    app = app_for("join", invite=None)
    async with app.run_test() as pilot:
        await paste(pilot, "toctoc://pony")
        await pilot.press("enter")
        assert "This is not an invite." in screen_text(app)
        assert "toctoc://pony" in screen_text(app)
        await pilot.press("ctrl+u")
        await paste(pilot, str(INVITE))
        for goodbye, sentence in (
            (wire.Bye("full"), "The table is full. You can watch it."),
            (wire.Bye("wrong-code"), "The code of this invite is wrong."),
            (wire.Bye("version", (2, 1)), "The host's toctoc speaks version 2, yours version 1."),
        ):
            await pilot.press("enter")
            await seated(strings, pilot, goodbye)
            assert sentence in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        strings.puppet.fail(Trouble("unreachable", INVITE.place))
        await pilot.pause()
        await pilot.pause()
        assert "cannot be reached." in screen_text(app)
        assert str(INVITE) in screen_text(app)
        assert len(strings.puppets) == 4


async def test_a_second_enter_does_not_open_a_second_table(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert len(strings.launched) == 1


async def test_a_name_is_needed(strings: Strings) -> None:
    app = app_for(name="")
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "Tell your name first." in screen_text(app)
        await pilot.press(*"qq", "enter", "enter")  # q quits only outside a field
        await pilot.pause()
        assert strings.launched[0]["name"] == "qq"


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_is_shown_as_it_is(strings: Strings, name: str) -> None:
    """S31."""
    app = app_for(name=name)
    async with app.run_test():
        assert name in screen_text(app)


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_the_start_screen_is_left_without_a_question(strings: Strings, key: str) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert not app.is_running
    assert app.return_value is None


@pytest.mark.parametrize(
    ("keys", "name", "invite"),
    [
        ("ctrl+u b o b", "bob", ""),
        ("ctrl+u a b c backspace backspace x", "ax", ""),
        ("x left y home z", "zannayx", ""),
        ("enter z e d", "anna", ""),
        ("x tab l a p t o p", "annax", "laptop"),
        ("down down down down down enter l a p", "anna", "lap"),
        ("down n o up y", "annay", "no"),
    ],
)
async def test_what_is_typed_ahead_keeps_its_order(strings: Strings, keys: str, name: str, invite: str) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("tab", "end")
        for key in keys.split():
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        assert app.screen.query_one("#name", Field).value == name
        assert app.screen.query_one("#invite", Field).value == invite


def interrupted(strings: Strings) -> str:
    kept = tables.keep(Record("anna", "allegra", 2, {}, "local", 9_000, None, "KWXBTR", "h" * 32))
    kept.write(journal.Header("allegra", GAMES["allegra"].RULES, ("anna", "ben")))
    kept.close()
    strings.kept.pop("table", None)
    strings.kept[kept.table] = kept.record
    return kept.table


async def looked(pilot: Pilot[Any]) -> str:
    """What stands there when it is known which table of mine there is to go on with."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen_text(pilot.app)  # type: ignore[arg-type]


async def test_an_interrupted_game_is_the_first_thing_to_go_on_with(strings: Strings) -> None:
    table = interrupted(strings)
    strings.process.returncode = -9
    app = app_for(name="bob")
    async with app.run_test() as pilot:
        assert "Go on with Allegra  the game that was interrupted" in await looked(pilot)
        await pilot.press("enter")
        await seated(strings, pilot, wire.Welcome(0, 0, True), room(ANNA, OPEN))
        assert (strings.came_back, strings.launched) == ([table], [])
        assert strings.puppet.hello.name == "anna", "by the name that the host had there"


async def test_nobody_waits_until_an_interrupted_game_is_found(
    strings: Strings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has begun to choose meanwhile goes on choosing."""
    table = interrupted(strings)
    strings.process.returncode = -9
    read = threading.Event()

    def to_resume() -> tuple[str, str]:
        read.wait(10)
        return table, ""

    monkeypatch.setattr(tables, "to_resume", to_resume)
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("down", "down", "down")
        assert "Join a table" in screen_text(app)
        assert "Go on with" not in screen_text(app)
        read.set()
        assert "Go on with" in await looked(pilot)
        assert app.screen.query_one("#menu", Lines).chosen == "join"


async def test_a_newer_game_that_cannot_be_gone_on_with_is_told_of(strings: Strings) -> None:
    interrupted(strings)
    newer = interrupted(strings)
    (store.journals_folder() / tables.read(newer).journal).write_bytes(b"garbage\n")
    strings.process.returncode = -9
    app = app_for()
    async with app.run_test() as pilot:
        text = await looked(pilot)
        assert "Go on with Allegra  the game that was interrupted" in text
        told = f"The newer table {newer} cannot be gone on with: toctoc host --resume {newer} tells why."
        assert told in " ".join(text.split())


async def test_a_table_of_mine_that_is_open_is_found_and_who_comes_back_later_does_not_find_it(
    strings: Strings,
) -> None:
    table = interrupted(strings)
    app = app_for()
    async with app.run_test() as pilot:
        assert "Go on with Allegra  your table is still open" in await looked(pilot)
        await pilot.press("enter")
        await seated(strings, pilot, wire.Welcome(0, 0, True), room(ANNA, OPEN))
        tables.take(table).forget()
        strings.kept.clear()
        await seated(strings, pilot, wire.Bye("closed"))
        text = await looked(pilot)
        assert "The host has closed the table." in text
        assert "Go on with" not in text


async def test_another_game_is_chosen_and_its_help_is_shown(strings: Strings) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press(*"g" * list(GAMES).index("romi"))
        assert "Play Römi" in screen_text(app)
        await pilot.press("question_mark")
        assert "Get rid of your cards" in screen_text(app)
        await pilot.press("k")
        await pilot.pause()
        assert "sort your hand" in screen_text(app)
        await pilot.press("q", "enter")
        await pilot.pause()
        assert strings.launched[0]["game"] == "romi"


# tables on the network


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
        await pilot.pause()
        self._tell([*tables])
        await pilot.pause()


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    return Network(monkeypatch)


def choose(pilot: Pilot[Any], table: Found) -> None:
    pilot.app.screen.query_one("#menu", Lines).chosen = table.id


async def test_tables_on_the_network_come_and_go_on_the_menu_and_the_choice_stays(
    strings: Strings, network: Network
) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.press("up")
        await network.tell(pilot, PLAIN, FULL, LOCKED)
        told = [line.split(maxsplit=2) for line in screen_text(app).splitlines()]
        assert ["Zoë:", "Römi", "2 chairs free, playing"] in told
        assert ["Bo:", "Aluette", "full, you can watch"] in told
        assert ["Ada:", "Allegra", "1 chair free, encrypted"] in told
        await network.tell(pilot, FULL)
        assert "Zoë" not in screen_text(app)
        assert app.screen.query_one("#menu", Lines).chosen == "watch"


async def test_of_a_table_on_the_network_only_the_code_is_asked_for(strings: Strings, network: Network) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await network.tell(pilot, PLAIN)
        choose(pilot, PLAIN)
        await pilot.press("enter")
        assert "six letters" in screen_text(app)
        assert "Code" in screen_text(app)
        await pilot.press(*"kwxbtr", "enter")
        await pilot.pause()
        assert str(strings.puppet.address) == "toctoc://10.0.0.7:8628/KWXBTR"
        assert strings.puppet.hello.role == "play"


async def test_a_full_table_is_entered_to_watch(strings: Strings, network: Network) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await network.tell(pilot, FULL)
        choose(pilot, FULL)
        await pilot.press("enter", *"kwxbtr", "enter")
        await pilot.pause()
        assert (str(strings.puppet.address), strings.puppet.hello.role) == ("toctoc://10.0.0.8:9000/KWXBTR", "watch")


async def test_the_code_alone_opens_no_table_with_tls(strings: Strings, network: Network) -> None:
    """It would be told to whoever calls themselves so; the fingerprint is what protects."""
    app = app_for()
    async with app.run_test() as pilot:
        await network.tell(pilot, LOCKED)
        choose(pilot, LOCKED)
        await pilot.press("enter")
        assert "the code and the fingerprint" in screen_text(app)
        await pilot.press(*"kwxbtr", "enter")
        await pilot.pause()
        assert "The fingerprint is missing" in screen_text(app)
        assert strings.puppets == []
        await pilot.press(*f"/{FINGERPRINT}", "enter")
        await pilot.pause()
        assert str(strings.puppet.address) == f"toctocs://10.0.0.9:8628/KWXBTR/{FINGERPRINT}"


async def test_an_invite_leads_where_it_says_whatever_is_on_the_network(strings: Strings, network: Network) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await network.tell(pilot, PLAIN)
        choose(pilot, PLAIN)
        await pilot.press("enter")
        await paste(pilot, str(INVITE))
        await network.tell(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert strings.puppet.address == INVITE


async def test_whoever_chooses_otherwise_is_asked_for_an_invite_again(strings: Strings, network: Network) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await network.tell(pilot, PLAIN)
        choose(pilot, PLAIN)
        await pilot.press("enter", *"kwxbtr", "up", "up", "down", "enter")  # past the name, to the line below
        assert "This is not an invite." in screen_text(app)
        assert "Code" not in screen_text(app)
        await pilot.press("enter")
        assert strings.puppets == []


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_on_the_network_is_shown_as_it_is(strings: Strings, network: Network, name: str) -> None:
    """S31."""
    app = app_for()
    async with app.run_test() as pilot:
        await network.tell(pilot, Found("romi", name, 1, False, 1, id="x", address="10.0.0.1"))
        assert f"{name}: Römi" in screen_text(app)


async def test_as_many_tables_as_are_ever_shown_leave_room_for_the_rest(strings: Strings, network: Network) -> None:
    many = [Found("romi", f"Host {n}", 1, True, 0, True, id=f"{n}", address="10.0.0.1") for n in range(LAN_TABLES_MAX)]
    app = app_for()
    async with app.run_test(size=(80, 24)) as pilot:
        await network.tell(pilot, *many)
        await pilot.press("up", "up", "up")
        shown = screen_text(app)
        assert all(text in shown for text in ("Host 19", "Watch a table", "Name", "Invite", "English", "quit"))
        await network.tell(pilot)
        assert "Knock, and take a seat" in screen_text(app)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_beside_a_table_of_others_the_advice_is_told_whole(
    strings: Strings, network: Network, language: str
) -> None:
    speak(language)
    async with app_for().run_test(size=(80, 24)) as pilot:
        await network.tell(pilot, PLAIN)
        for game in GAMES:
            name = GAMES[game].NAME
            said = _("New to {game}? {learn} tells you what to do, while you play.")
            shown = " ".join(screen_text(pilot.app).split())  # type: ignore[arg-type]
            assert said.format(game=name, learn=_("Learn {game}").format(game=name)) in shown
            await pilot.press("g")


async def test_my_own_table_is_not_among_those_of_others(
    strings: Strings, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.listen, "lan_address", lambda: PLAIN.address)
    strings.kept = {"mine": Record("anna", "romi", 4, {}, "lan", PLAIN.port, None, "KWXBTR", "h" * 32)}
    app = app_for()
    async with app.run_test() as pilot:
        while "Go on with Römi" not in screen_text(app):
            await pilot.pause()
        await network.tell(pilot, PLAIN, FULL)
        assert "Zoë" not in screen_text(app)
        assert "Bo: Aluette" in screen_text(app)


async def test_nobody_looks_for_tables_from_a_table_or_after_the_end(strings: Strings, network: Network) -> None:
    app = app_for()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert network.looks == 1
        await pilot.press("enter")
        await seated(strings, pilot, wire.Welcome(0, 0, True), room(ANNA, OPEN, OPEN, OPEN))
        assert network.looks == 0
        await seated(strings, pilot, wire.Bye("closed"))
        assert network.looks == 1
    assert network.looks == 0
