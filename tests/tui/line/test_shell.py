"""How somebody in line mode who has been given no invite gets one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import pytest
from msgspec import structs

from net import lan
from net.lan import Found
from net.trouble import Trouble
from tests.tui.puppet import ERRAND
from tui.line import shell
from tui.line.stdio import Stdio
from tui.plan import Plan

ADA = Found("allegra", "Ada", 8628, False, 2, True, id="ada", address="10.0.0.7")
BO = Found("romi", "Bo", 9000, True, 0, False, id="bo", address="10.0.0.8")
FINGERPRINT = "ABCDEFGHIJKLMNOPQRSTUVWX27"
ASKED = "Paste the invite that the host has sent you, and press enter."


class Script(list[str]):
    """Lines that are typed one by one; these are those that were told."""

    def __init__(self, *typed: str) -> None:
        super().__init__()
        self._typed = [*typed]

    async def line(self) -> str | None:
        await asyncio.sleep(0)  # what looks for tables comes first
        return self._typed.pop(0) if self._typed else None

    def write(self, line: str) -> None:
        self.append(line)


@pytest.fixture
def around(monkeypatch: pytest.MonkeyPatch) -> list[list[Found]]:
    """The tables on the network, as one hears of them."""
    heard: list[list[Found]] = []

    async def look(tell: Callable[[list[Found]], None]) -> None:
        for tables in heard:
            tell(tables)
        await asyncio.Event().wait()

    monkeypatch.setattr(lan, "look", look)
    monkeypatch.setattr(lan, "is_installed", lambda: True)
    return heard


async def invited(script: Script, command: str = "join") -> str:
    plan = await shell._invited(Plan(command, "anna"), cast(Stdio, script))  # type: ignore[arg-type]
    return f"{plan.command} {plan.invite}"


async def test_where_no_table_can_be_found_it_is_told_what_to_install(
    around: list[list[Found]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "is_installed", lambda: False)
    script = Script("toctoc://10.0.0.7:8628/KWXBTR")
    assert await invited(script) == "join toctoc://10.0.0.7:8628/KWXBTR"
    assert "To see the tables on your network here: pip install 'toctoc[lan]'." in script


async def test_every_table_on_the_network_is_told_once_and_entered_by_its_number_and_its_code(
    around: list[list[Found]],
) -> None:
    around += [[ADA], [ADA, BO], [BO], [BO, ADA]]
    script = Script("1", "kwxbtr")
    assert await invited(script) == "join toctoc://10.0.0.7:8628/KWXBTR"
    assert [*script] == [
        ASKED,
        "Type q to quit.",
        "Or type the number of a table on this network.",
        "1. Ada: Allegra, 2 chairs free, playing.",
        "2. Bo: Römi, full, you can watch, encrypted.",
        "Type its code, the six letters at the end of its invite, and press enter.",
    ]


async def test_tables_that_come_and_go_without_end_are_told_of_once_and_not_without_end(
    around: list[list[Found]],
) -> None:
    around += [[structs.replace(ADA, id=str(number))] for number in range(500)]
    around += [[structs.replace(BO, id=str(port), port=port)] for port in range(1, 501)]
    script = Script("50", f"kwxbtr/{FINGERPRINT}")
    assert await invited(script) == f"join toctocs://10.0.0.8:49/KWXBTR/{FINGERPRINT}"
    assert [line.split(".")[0] for line in script[3:-1]] == [str(number) for number in range(1, 51)]


async def test_a_table_with_tls_wants_the_fingerprint_too(around: list[list[Found]]) -> None:
    around += [[BO]]
    script = Script("1", "kwxbtr", f"kwxbtr/{FINGERPRINT}")
    assert await invited(script, "watch") == f"watch toctocs://10.0.0.8:9000/KWXBTR/{FINGERPRINT}"
    assert script[-1].startswith("The fingerprint is missing")


async def test_an_invite_leads_where_it_says_with_and_without_tables_around(around: list[list[Found]]) -> None:
    assert await invited(Script("192.168.1.5/kwxbtr")) == "join toctoc://192.168.1.5:8628/KWXBTR"
    around += [[ADA]]
    assert await invited(Script("1", "192.168.1.5/kwxbtr")) == "join toctoc://192.168.1.5:8628/KWXBTR"


@pytest.mark.parametrize("typed", ["q", " QUIT ", "/q", ";"])
async def test_whoever_does_not_want_to_tell_an_invite_can_quit(around: list[list[Found]], typed: str) -> None:
    around += [[ADA]]
    for before in ((), ("1",)):
        script = Script(*before, typed)
        with pytest.raises(shell.Quit):
            await invited(script)
        assert "Type q to quit." in script


async def test_who_comes_by_ssh_hears_whose_table_it_is_and_plays_watches_or_goes() -> None:
    for typed, command in (("1", "join"), ("2", "watch"), ("q", "")):
        script, plan = Script("zoe", "3", typed), Plan("join", "", guest=ERRAND)
        try:
            assert (await shell._welcomed(plan, ERRAND, cast(Stdio, script))).command == command
        except shell.Quit:
            assert not command
        assert script[:2] == ["[/b] Ada hosts Allegra here.", "What shall the others call you?"]


async def test_a_number_that_no_table_has_is_no_invite_and_the_end_of_the_input_ends_it(
    around: list[list[Found]],
) -> None:
    script = Script("1")
    with pytest.raises(Trouble, match="invite-empty"):
        await invited(script)
    assert script[-1].startswith("This is not an invite.")
