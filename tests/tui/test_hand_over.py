"""A chair is given to somebody who watches, or taken by them, between two rounds."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock, call

import msgspec
import pytest

from net import wire
from tests.tui.puppet import (
    ANNA,
    BEN,
    BOT,
    GUEST,
    HOST,
    HOSTILE,
    INVITE,
    OPEN,
    WATCHER,
    Strings,
    chair,
    room,
    view,
)
from tui.company import strengths
from tui.heard import SEATED

LOST, AWAY = chair("ben", line="lost"), chair("ben", "bot", line="away")
SCORED = view(3, rounds=1)
GIVE, SIT = "g give to a watcher", "j sit down"


@pytest.mark.parametrize(
    ("ben", "question"),
    [
        (LOST, "Which watcher gets the chair of ben?"),
        (chair("ben", "bot", line="left"), "Which watcher gets the chair of ben?"),
        (OPEN, "Which watcher gets this chair?"),
        (BOT, "Which watcher gets this chair?"),
        (BEN, "ben plays on this chair."),
        (AWAY, "ben is only away."),
    ],
)
async def test_the_host_gives_a_chair_where_nobody_is_to_one_of_those_who_watch(
    strings: Strings, ben: wire.Chair, question: str
) -> None:
    async with strings.at_table(HOST, room(ANNA, ben, BOT, phase="deal", watchers=HOSTILE), SCORED) as pilot:
        await pilot.press("at", "down")
        assert (GIVE in pilot.text) is ("?" in question)
        await pilot.press("g")
        assert question in pilot.text
        await pilot.press("2")
    assert pilot.sent == ([wire.GiveSeat(1, HOSTILE[1])] if "?" in question else [])


@pytest.mark.parametrize("key", ["n", "q", "enter", "9"])
async def test_whoever_chooses_nobody_gives_nothing_away(strings: Strings, key: str) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, watchers=("eve",))) as pilot:
        await pilot.press("down", "g", key)
    assert pilot.sent == []


async def test_of_many_watchers_each_can_be_chosen(strings: Strings) -> None:
    crowd = tuple(f"guest {number}" for number in range(1, 61))
    async with strings.at_table(HOST, room(ANNA, OPEN, watchers=crowd)) as pilot:
        await pilot.press("down", "g", *["down"] * 42)
        assert "42  guest 42" in pilot.text
        await pilot.press("enter")
    assert pilot.sent == [wire.GiveSeat(1, "guest 42")]


@pytest.mark.parametrize(
    "there", [room(ANNA, LOST, phase="play", watchers=("eve",)), room(ANNA, LOST, phase="deal")], ids=["play", "nobody"]
)
async def test_it_is_offered_between_rounds_and_if_somebody_watches(strings: Strings, there: wire.Room) -> None:
    async with strings.at_table(HOST, there, view(2, rounds=1)) as pilot:
        await pilot.press("at", "down", "g")
        assert "who is here" not in pilot.text
        assert GIVE not in pilot.text
        assert "Which watcher" not in pilot.text


@pytest.mark.parametrize(
    ("welcome", "there", "offered"),
    [
        (WATCHER, room(ANNA, OPEN, watchers=("eve",)), True),
        (WATCHER, room(ANNA, BOT, phase="deal", watchers=("eve",)), True),
        (WATCHER, room(ANNA, LOST, phase="deal", watchers=("eve",)), False),
        (WATCHER, room(ANNA, AWAY, phase="deal", watchers=("eve",)), False),
        (WATCHER, room(ANNA, BOT, phase="play", watchers=("eve",)), False),
        (GUEST, room(ANNA, BEN, OPEN), False),
    ],
)
@pytest.mark.parametrize("keys", [(), ("at",), ("equals_sign",)], ids=["table", "who is here", "scores"])
async def test_a_watcher_can_sit_down_on_a_free_chair(
    strings: Strings, keys: tuple[str, ...], welcome: wire.Welcome, there: wire.Room, offered: bool
) -> None:
    async with strings.program("watch", name="eve") as pilot:
        await pilot.hear(welcome, there, *([] if there.phase == "lobby" else [view(2, rounds=1, seat=None)]))
        if there.phase != "lobby":
            assert ("There is a free chair: sit down with j." in pilot.text) is offered
            assert (SIT in pilot.text) is offered
            await pilot.press(*keys)
        assert (SIT in pilot.text) is offered
        await pilot.press("j")
    assert pilot.sent == ([wire.Sit()] if offered else [])


async def test_the_screen_of_who_gets_a_chair_turns_from_watching_to_playing(strings: Strings) -> None:
    before = room(ANNA, LOST, BOT, phase="deal", watchers=("eve", "finn"))
    async with strings.at_table(WATCHER, before, view(3, rounds=1, seat=None), size=(120, 40)) as pilot:
        pilot.app.send = Mock()  # type: ignore[method-assign]
        assert "You are watching." in pilot.text
        eve = chair("eve")
        after = room(ANNA, eve, BOT, phase="deal", watchers=("finn",))
        await pilot.hear(GUEST, view(3, rounds=1, seat=1), after)
        text = pilot.text
        assert "You are watching." not in text
        assert SEATED in text
        assert "Press space when you are ready for the next deal." in text
        assert "eve takes over from ben." in text
        assert "eve watches no more." not in text
        assert pilot.app.send.mock_calls.count(call("\a")) == 1
        await pilot.press("space")
        await pilot.hear(room(ANNA, eve, BOT, phase="play", watchers=("finn",)), view(3, seat=1))
        assert SEATED not in pilot.text
        await pilot.press("1")
        assert isinstance(pilot.sent[-1], wire.Act)
    assert pilot.sent[0] == wire.Ready()


async def test_who_gets_a_chair_comes_back_to_it_as_a_player(strings: Strings, home: Path) -> None:
    async with strings.program("watch", name="eve") as pilot:
        watched = room(ANNA, BOT, phase="deal", watchers=("eve",))
        await pilot.hear(WATCHER, watched, view(2, rounds=1, seat=None))
        await pilot.hear(GUEST, room(ANNA, chair("eve"), phase="deal"), view(2, rounds=1, seat=1))
        await pilot.press("ctrl+c", "l")
    assert pilot.app.farewell == f"The table stays open. Come back with: toctoc join {INVITE} --name eve"
    seats = msgspec.json.decode((home / "seats.json").read_bytes())
    assert seats == {f"{INVITE.place} play eve": "t" * 32}


async def test_everybody_is_told_that_a_bot_plays_better_now(strings: Strings) -> None:
    weak, strong = (chair("Ada", "bot", strength=strength) for strength in ("easy", "hard"))
    for_ben = chair("ben", "bot", line="left", strength="hard")
    async with strings.at_table(GUEST, room(ANNA, BEN, weak, phase="play"), view(3, seat=1)) as pilot:
        await pilot.hear(room(ANNA, BEN, strong, phase="play"))
        assert "Ada: hard bot." in pilot.text
    assert strengths(room(weak, for_ben), room(strong, chair("ben", "bot", line="left"))) == [
        "Ada: hard bot.",
        "ben: a bot plays.",
    ]
    assert strengths(room(weak, BEN), room(chair("Zoë", "bot", strength="hard"), for_ben)) == []
