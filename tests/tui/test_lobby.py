from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.strengths import Strength
from net import tls, wire
from net.invite import Invite
from net.listen import Bind
from tests.tui.puppet import (
    ANNA,
    BEN,
    BOT,
    GUEST,
    HOST,
    HOSTILE,
    INVITE,
    OPEN,
    Strings,
    chair,
    room,
    view,
)
from tui.screens.lobby import invitation

HERE = Invite("KWXBTR", host="127.0.0.1", port=8628)


async def test_the_lobby_tells_who_is_here_and_how(strings: Strings) -> None:
    away = chair("carl", line="lost")
    gone = chair("dora", "bot", line="left")
    easy, hard = chair("Gus", "bot", strength="easy", line="away"), chair("Hal", "bot", strength="hard")
    async with strings.at_table(
        GUEST, room(ANNA, BEN, BOT, OPEN, away, gone, easy, hard, watchers=("eve", "finn"))
    ) as pilot:
        assert "host" in pilot.line_with("anna")
        assert "you" in pilot.line_with("ben")
        assert pilot.line_with("Ada").endswith("bot")
        assert "4  an open chair" in pilot.text
        assert "disconnected" in pilot.line_with("carl")
        assert "has left, a bot plays" in pilot.line_with("dora")
        assert "away, an easy bot plays" in pilot.line_with("Gus")
        assert pilot.line_with("Hal").endswith("hard bot")
        assert "eve and finn" in pilot.line_with("Watching")


async def test_bots_that_come_later_are_as_strong_as_was_asked_for(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, OPEN), strength="hard") as pilot:
        await pilot.press("b")
        assert pilot.sent == [wire.SeatBot(1, "hard")]


async def test_the_host_has_powers_by_key(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, BOT)) as pilot:
        for keys, wanted in (
            ("plus", wire.SetSeats(4)),
            ("minus", wire.SetSeats(2)),
            ("s", wire.Start()),
            ("down b", wire.SeatBot(1)),
            ("enter", wire.SeatBot(1)),
            ("down f", wire.FreeSeat(2)),
            ("enter", wire.FreeSeat(2)),
            ("down right", wire.SetOption("rounds", "4")),
            ("left", wire.SetOption("rounds", "2")),
            ("down enter", wire.SetOption("knocks", "choice")),
        ):
            await pilot.press(*keys.split())
            assert pilot.sent.pop() == wanted
        assert pilot.sent == []


@pytest.mark.parametrize(
    ("keys", "seat"), [("b", 2), ("down down b", 2), ("down down down b", 4), ("down down down down down b", 2)]
)
async def test_a_bot_sits_down_on_the_chosen_chair_or_on_the_next_open_one(
    strings: Strings, keys: str, seat: int
) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN, OPEN, BOT, OPEN, chair("carl"))) as pilot:
        await pilot.press(*keys.split())
        assert pilot.sent == [wire.SeatBot(seat)]


@pytest.mark.parametrize(("now", "then"), [("easy", "normal"), ("normal", "hard"), ("hard", "easy")])
async def test_a_key_turns_through_the_strengths_of_the_chosen_bot(
    strings: Strings, now: Strength, then: Strength
) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, chair("Ada", "bot", strength=now))) as pilot:
        await pilot.press("h", "down", "h", "down", "h")
        assert pilot.sent == [wire.SeatBot(2, then)]


async def test_a_guest_has_none_of_them(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN, OPEN)) as pilot:
        await pilot.press("b", "f", "plus", "minus", "right", "s", "down")
        assert pilot.sent == []
        assert "The host starts the game." in pilot.text


async def test_the_chosen_option_is_explained(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        await pilot.press("up", "b", "down", "f")
        assert "This is your own chair" in pilot.text
        await pilot.press("up")
        assert GAMES["allegra"].SAYS["option-two_player_knock"] in pilot.text
        await pilot.press("up", "up")
        assert GAMES["allegra"].SAYS["option-knocks"] in pilot.text


async def test_a_guest_can_be_ready(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN)) as pilot:
        await pilot.press("space")
        await pilot.hear(room(ANNA, chair("ben", ready=True)))
        assert pilot.line_with("ben").endswith("you, ready")
        await pilot.press("space")
        assert pilot.sent == [wire.Ready()]


async def test_a_refusal_is_a_sentence(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        await pilot.hear(wire.Answer(0, wire.Refusal("seats-open")))
        assert "There are still open chairs." in pilot.text


async def test_the_chosen_chair_stays_chosen_when_others_come(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, OPEN)) as pilot:
        await pilot.press("down", "down")
        await pilot.hear(room(ANNA, BEN, OPEN, watchers=("eve",)))
        await pilot.press("b")
        assert pilot.sent == [wire.SeatBot(2)]


async def test_a_key_copies_the_invite(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        await pilot.press("c")
        assert pilot.app.clipboard == str(INVITE)


async def test_a_click_chooses_and_a_second_one_takes(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        await pilot.click("#body", offset=(8, 1))
        assert pilot.sent == []
        await pilot.click("#body", offset=(8, 1))
        assert pilot.sent == [wire.SeatBot(1)]


async def test_the_keys_at_the_foot_can_be_clicked(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        lines = pilot.text.splitlines()
        y = next(y for y, line in enumerate(lines) if "s start" in line)
        await pilot.click(offset=(lines[y].index("s start"), y))
        assert pilot.sent == [wire.Start()]


async def test_a_lost_line_is_told_until_it_is_back(strings: Strings) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN)) as pilot:
        strings.puppet.lose()
        await pilot.pause()
        assert "The line is lost. Coming back to the table." in pilot.text
        await pilot.hear(GUEST)
        assert "lost" not in pilot.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_six_chairs_and_watchers_have_room(strings: Strings, size: tuple[int, int]) -> None:
    chairs = [ANNA, *(chair(name) for name in HOSTILE)]
    async with strings.at_table(HOST, room(*chairs, watchers=("[eve]",)), size=size) as pilot:
        text = pilot.text
        assert all(name in text for name in HOSTILE)  # S31
        assert "[eve]" in text
        assert "two player knock" in text
        assert "ctrl+c quit" in text


async def test_during_a_game_only_the_powers_of_a_game_are_offered(strings: Strings) -> None:
    gone = chair("carl", "bot", line="left")
    async with strings.at_table(HOST, room(ANNA, BEN, BOT, gone, phase="play"), view(4)) as pilot:
        await pilot.press("at")
        text = pilot.text
        assert "chair" not in text.splitlines()[-2]
        assert "change" not in text
        for keys, said in (
            ("f", "This is your own chair: leave the table with ctrl+c."),
            ("down b", "ben plays on this chair."),
            ("down b", "A bot plays on this chair already."),
            ("f", "A bot stays to the end of the game."),
            ("enter", "Say:"),
            ("escape down enter", "Say:"),
        ):
            await pilot.press(*keys.split())
            assert said in pilot.text
        await pilot.press("escape", "down", "right", "plus", "s")
        assert pilot.sent == []


@pytest.mark.parametrize(("answer", "sent"), [("k", []), ("q", []), ("f", []), ("t", [wire.FreeSeat(1)])])
async def test_a_persons_chair_is_not_freed_without_a_question(
    strings: Strings, answer: str, sent: list[wire.FromClient]
) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN)) as pilot:
        await pilot.press("down", "f")
        assert "This is the chair of ben." in pilot.text
        await pilot.press(answer)
        assert pilot.sent == sent


async def test_enter_is_offered_where_it_does_something(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN, OPEN)) as pilot:
        for offered in (False, False, True, True):
            await pilot.pause()
            assert ("enter change" in pilot.text) is offered
            await pilot.press("down")


@pytest.mark.parametrize(
    ("where", "bind", "how"),
    [
        (INVITE, "lan", "For friends, with"),
        (INVITE, None, "For friends, with"),
        (msgspec.structs.replace(INVITE, fingerprint=26 * "A"), "lan", "For friends, with"),
        (HERE, "lan", "put its own address in place of 127.0.0.1."),
        (HERE, "local", "For friends on this computer, with"),
        (HERE, None, "For friends on this computer, with"),
        (Invite("KWXBTR", path="/tmp/table"), "lan", "For friends on this computer, with"),
    ],
)
@pytest.mark.parametrize("installed", [True, False])
def test_it_is_told_who_can_use_an_invite(
    where: Invite, bind: Bind | None, how: str, installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tls, "is_installed", lambda: installed)
    told = invitation(where, bind, None)
    overheard = bind == "lan" and not where.path and not where.fingerprint
    assert ("Others on this network can read along" in told.plain) is overheard
    assert ("pip install 'toctoc[tls]'" in told.plain) is (overheard and not installed)
    assert told.plain.startswith(str(where))
    assert how in told.plain
    assert max(line.cell_length for line in told.split("\n")) <= 74


@pytest.mark.parametrize(
    ("plan", "shown"),
    [({"command": "join", "invite": HERE}, "For friends on this computer"), ({"command": "host"}, "Elsewhere put its")],
)
async def test_a_guest_is_told_only_what_is_true_however_the_table_was_opened(
    strings: Strings, plan: dict[str, Any], shown: str
) -> None:
    async with strings.program(**plan) as pilot:
        pilot.app._visit.invite = HERE  # type: ignore[union-attr]
        await pilot.hear(GUEST, room(ANNA, BEN))
        assert shown in pilot.text


async def test_those_who_wait_talk_to_each_other(strings: Strings) -> None:
    async with strings.at_table(
        GUEST, room(ANNA, BEN), *(wire.Said("anna", 0, f"line {i} [b]") for i in range(5))
    ) as pilot:
        assert "anna: line 4 [b]" in pilot.text
        assert "line 1" not in pilot.text
        await pilot.press("slash", *"qs b", "x", "backspace", "!")
        assert "Say: qs b!" in pilot.text
        await pilot.press("enter")
        await pilot.press("slash", *"no", "escape", "space")
    assert pilot.sent == [wire.Say("qs b!"), wire.Ready()]


@pytest.mark.parametrize("key", ["enter", "slash"])
async def test_a_guest_opens_the_chat_with_enter_too_and_is_told_the_keys(strings: Strings, key: str) -> None:
    async with strings.at_table(GUEST, room(ANNA, BEN)) as pilot:
        assert "enter chat" in pilot.text
        await pilot.press(key, *"b?", "ctrl+u")
        assert "The host starts the game." in pilot.text
        await pilot.press(key, *"hi")
        strings.puppet.lose()
        await pilot.press("enter")
        assert "Say: hi" in pilot.text, "nobody would have heard it"
        assert "send" not in pilot.text
        await pilot.hear(GUEST)
        await pilot.press("enter")
        assert pilot.sent == [wire.Say("hi")]


async def test_the_host_changes_with_enter_what_can_be_changed_and_chats_elsewhere(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        assert "enter chat" in pilot.text
        await pilot.press("down")
        assert "enter change" in pilot.text
        assert "/ chat" in pilot.text


async def test_a_line_of_chat_survives_what_comes_meanwhile(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN)) as pilot:
        await pilot.press("slash", *"hi")
        await pilot.hear(room(ANNA, BEN), wire.Said("ben", 1, "hello"))
        assert "Say: hi" in pilot.text
        assert "ben: hello" in pilot.text
        keys = pilot.text.splitlines()[-1].split("   ")
        assert keys == ["  enter send", "ctrl+u give up", "ctrl+c quit"], "letters are text now"
        await pilot.press("ctrl+c")
        assert "close the table" in pilot.text


async def test_more_lines_than_there_is_room_for_are_scrolled_to_the_chosen_one(strings: Strings) -> None:
    chairs = [ANNA, *(chair(name) for name in HOSTILE)]
    async with strings.program("host") as pilot:
        talk = [wire.Said("ben", 1, "hello") for _ in range(3)]
        await pilot.hear(HOST, room(*chairs, watchers=("eve",)), *talk)
        assert "two player knock" not in pilot.text
        assert pilot.line_with("rounds").startswith("  … ")
        await pilot.press("up")
        assert "two player knock" in pilot.text
        assert "1  anna" not in pilot.text
        assert pilot.line_with(HOSTILE[2]).startswith("  … ")
        await pilot.press("down")
        assert "1  anna" in pilot.text
        assert pilot.text.count("…") == 1


async def test_who_can_choose_nothing_scrolls_the_lines_with_the_arrows(strings: Strings) -> None:
    chairs = [ANNA, BEN, *(chair(name) for name in HOSTILE)]
    async with strings.at_table(GUEST, room(*chairs)) as pilot:
        assert "arrows move" not in pilot.text
        talk = [wire.Said("ben", 1, "hello") for _ in range(3)]
        await pilot.hear(room(*chairs, watchers=("eve",)), *talk)
        assert "arrows move" in pilot.text
        await pilot.press("up", *["down"] * 9, "up")
        assert "1  anna" not in pilot.text
        assert "two player knock" not in pilot.text
        assert pilot.text.count("  … ") == 2
        await pilot.press("down")
        assert "two player knock" in pilot.text


async def test_the_last_chair_brings_all_below_it_that_cannot_be_chosen(strings: Strings) -> None:
    chairs = [ANNA, *(chair(name) for name in HOSTILE)]
    async with strings.program("host") as pilot:
        talk = [wire.Said("ben", 1, "hello") for _ in range(3)]
        await pilot.hear(HOST, room(*chairs, phase="play", watchers=("eve",)), view(6), *talk)
        await pilot.press("at")
        assert "two player knock" not in pilot.text
        await pilot.press("up")
        assert "two player knock" in pilot.text
        assert f"6  {HOSTILE[-1]}" in pilot.text


async def test_a_game_for_four_alone_offers_no_other_number_of_chairs(strings: Strings) -> None:
    options = {name: option.default for name, option in GAMES["aluette"].OPTIONS.items()}
    async with strings.at_table(
        HOST, wire.Room("aluette", options, "lobby", (ANNA, OPEN, OPEN, OPEN), ()), game="aluette"
    ) as pilot:
        await pilot.press("plus", "minus")
        assert pilot.sent == []
        assert "chair" not in pilot.text.splitlines()[-2]
        assert pilot.line_with("table talk").endswith("off")
        assert pilot.line_with("length").endswith("five deals")


@pytest.mark.parametrize(
    ("there", "offered"),
    [
        (BEN, {"f free"}),
        (BOT, {"g give to a watcher"}),
        (OPEN, {"b bot", "g give to a watcher"}),
        (chair("ben", line="lost"), {"b bot", "f free", "g give to a watcher"}),
        (chair("ben", "bot", line="away"), {"f free"}),
        (chair("ben", "bot", line="left"), {"f free", "g give to a watcher"}),
    ],
)
async def test_no_power_is_offered_that_does_nothing_to_the_chosen_chair(
    strings: Strings, there: wire.Chair, offered: set[str]
) -> None:
    async with strings.at_table(
        HOST, room(ANNA, there, phase="deal", watchers=("eve",)), view(2, rounds=1), size=(120, 40)
    ) as pilot:
        await pilot.press("at")
        powers = {"b bot", "f free", "g give to a watcher"}
        assert {power for power in powers if power in pilot.text} == ({"b bot"} if there is OPEN else set())
        await pilot.press("down")
        assert {power for power in powers if power in pilot.text} == offered


async def test_what_was_said_of_those_who_were_there_goes_with_them(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, OPEN, watchers=("eve",))) as pilot:
        await pilot.hear(wire.Answer(0, wire.Refusal("no-such-watcher")))
        assert "watches no more" in pilot.text
        await pilot.hear(room(ANNA, BEN))
        assert "watches no more" not in pilot.text


async def test_the_rules_can_be_read_from_the_page_of_those_who_are_here(strings: Strings) -> None:
    async with strings.at_table(HOST, room(ANNA, BEN, phase="play"), view(2)) as pilot:
        await pilot.press("at")
        assert "? help" in pilot.text
        await pilot.press("question_mark")
        assert "Allegra" in pilot.text
        assert "who is here" not in pilot.text
        await pilot.press("q")
        assert "back to the table" in pilot.text
