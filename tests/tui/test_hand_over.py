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
    app_for,
    chair,
    room,
    screen_text,
    seated,
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
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, ben, BOT, phase="deal", watchers=HOSTILE), SCORED)
        await pilot.press("at", "down")
        await pilot.pause()
        assert (GIVE in screen_text(app)) is ("?" in question)
        await pilot.press("g")
        await pilot.pause()
        assert question in screen_text(app)
        await pilot.press("2")
        await pilot.pause()
    assert strings.puppet.sent == ([wire.GiveSeat(1, HOSTILE[1])] if "?" in question else [])


@pytest.mark.parametrize("key", ["n", "q", "enter", "9"])
async def test_whoever_chooses_nobody_gives_nothing_away(strings: Strings, key: str) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, watchers=("eve",)))
        await pilot.press("down", "g", key)
        await pilot.pause()
    assert strings.puppet.sent == []


async def test_of_many_watchers_each_can_be_chosen(strings: Strings) -> None:
    app = app_for("host")
    crowd = tuple(f"guest {number}" for number in range(1, 61))
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, watchers=crowd))
        await pilot.press("down", "g", *["down"] * 42)
        await pilot.pause()
        assert "42  guest 42" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
    assert strings.puppet.sent == [wire.GiveSeat(1, "guest 42")]


@pytest.mark.parametrize(
    "there", [room(ANNA, LOST, phase="play", watchers=("eve",)), room(ANNA, LOST, phase="deal")], ids=["play", "nobody"]
)
async def test_it_is_offered_between_rounds_and_if_somebody_watches(strings: Strings, there: wire.Room) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, there, view(2, rounds=1))
        await pilot.press("at", "down", "g")
        await pilot.pause()
        assert "who is here" not in screen_text(app)
        assert GIVE not in screen_text(app)
        assert "Which watcher" not in screen_text(app)


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
    app = app_for("watch", name="eve")
    async with app.run_test() as pilot:
        await seated(
            strings, pilot, welcome, there, *([] if there.phase == "lobby" else [view(2, rounds=1, seat=None)])
        )
        if there.phase != "lobby":
            assert ("There is a free chair: sit down with j." in screen_text(app)) is offered
            assert (SIT in screen_text(app)) is offered
            await pilot.press(*keys)
            await pilot.pause()
        assert (SIT in screen_text(app)) is offered
        await pilot.press("j")
        await pilot.pause()
    assert strings.puppet.sent == ([wire.Sit()] if offered else [])


async def test_the_screen_of_who_gets_a_chair_turns_from_watching_to_playing(strings: Strings) -> None:
    app = app_for("watch", name="eve")
    app.send = Mock()  # type: ignore[method-assign]
    async with app.run_test(size=(120, 40)) as pilot:
        before = room(ANNA, LOST, BOT, phase="deal", watchers=("eve", "finn"))
        await seated(strings, pilot, WATCHER, before, view(3, rounds=1, seat=None))
        assert "You are watching." in screen_text(app)
        eve = chair("eve")
        after = room(ANNA, eve, BOT, phase="deal", watchers=("finn",))
        await seated(strings, pilot, GUEST, view(3, rounds=1, seat=1), after)
        text = screen_text(app)
        assert "You are watching." not in text
        assert SEATED in text
        assert "Press space when you are ready for the next deal." in text
        assert "eve takes over from ben." in text
        assert "eve watches no more." not in text
        assert app.send.mock_calls.count(call("\a")) == 1
        await pilot.press("space")
        await seated(strings, pilot, room(ANNA, eve, BOT, phase="play", watchers=("finn",)), view(3, seat=1))
        assert SEATED not in screen_text(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(strings.puppet.sent[-1], wire.Act)
    assert strings.puppet.sent[0] == wire.Ready()


async def test_who_gets_a_chair_comes_back_to_it_as_a_player(strings: Strings, home: Path) -> None:
    app = app_for("watch", name="eve")
    async with app.run_test() as pilot:
        watched = room(ANNA, BOT, phase="deal", watchers=("eve",))
        await seated(strings, pilot, WATCHER, watched, view(2, rounds=1, seat=None))
        await seated(strings, pilot, GUEST, room(ANNA, chair("eve"), phase="deal"), view(2, rounds=1, seat=1))
        await pilot.press("ctrl+c", "l")
        await pilot.pause()
    assert app.farewell == f"The table stays open. Come back with: toctoc join {INVITE} --name eve"
    seats = msgspec.json.decode((home / "seats.json").read_bytes())
    assert seats == {f"{INVITE.place} play eve": "t" * 32}


async def test_everybody_is_told_that_a_bot_plays_better_now(strings: Strings) -> None:
    weak, strong = (chair("Ada", "bot", strength=strength) for strength in ("easy", "hard"))
    for_ben = chair("ben", "bot", line="left", strength="hard")
    async with (app := app_for("join", name="ben")).run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN, weak, phase="play"), view(3, seat=1))
        await seated(strings, pilot, room(ANNA, BEN, strong, phase="play"))
        assert "Ada: hard bot." in screen_text(app)
    assert strengths(room(weak, for_ben), room(strong, chair("ben", "bot", line="left"))) == [
        "Ada: hard bot.",
        "ben: a bot plays.",
    ]
    assert strengths(room(weak, BEN), room(chair("Zoë", "bot", strength="hard"), for_ben)) == []
