from __future__ import annotations

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
    app_for,
    chair,
    room,
    screen_text,
    seated,
    view,
)
from tui.app import TocTocApp
from tui.screens.lobby import invitation


def line_with(app: TocTocApp, text: str) -> str:
    return next(line for line in screen_text(app).splitlines() if text in line)


async def test_the_lobby_tells_who_is_here_and_how(strings: Strings) -> None:
    app = app_for("join", name="ben")
    away = chair("carl", line="lost")
    gone = chair("dora", "bot", line="left")
    easy, hard = chair("Gus", "bot", strength="easy", line="away"), chair("Hal", "bot", strength="hard")
    async with app.run_test() as pilot:
        await seated(
            strings, pilot, GUEST, room(ANNA, BEN, BOT, OPEN, away, gone, easy, hard, watchers=("eve", "finn"))
        )
        assert "host" in line_with(app, "anna")
        assert "you" in line_with(app, "ben")
        assert line_with(app, "Ada").endswith("bot")
        assert "4  an open chair" in screen_text(app)
        assert "disconnected" in line_with(app, "carl")
        assert "has left, a bot plays" in line_with(app, "dora")
        assert "away, an easy bot plays" in line_with(app, "Gus")
        assert line_with(app, "Hal").endswith("hard bot")
        assert "eve and finn" in line_with(app, "Watching")


async def test_bots_that_come_later_are_as_strong_as_was_asked_for(strings: Strings) -> None:
    app = app_for("host", strength="hard")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, OPEN))
        await pilot.press("b")
        await pilot.pause()
        assert strings.puppet.sent == [wire.SeatBot(1, "hard")]


async def test_the_host_has_powers_by_key(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, BOT))
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
            await pilot.pause()
            assert strings.puppet.sent.pop() == wanted
        assert strings.puppet.sent == []


@pytest.mark.parametrize(
    ("keys", "seat"), [("b", 2), ("down down b", 2), ("down down down b", 4), ("down down down down down b", 2)]
)
async def test_a_bot_sits_down_on_the_chosen_chair_or_on_the_next_open_one(
    strings: Strings, keys: str, seat: int
) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN, OPEN, BOT, OPEN, chair("carl")))
        await pilot.press(*keys.split())
        assert strings.puppet.sent == [wire.SeatBot(seat)]


@pytest.mark.parametrize(("now", "then"), [("easy", "normal"), ("normal", "hard"), ("hard", "easy")])
async def test_a_key_turns_through_the_strengths_of_the_chosen_bot(
    strings: Strings, now: Strength, then: Strength
) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, chair("Ada", "bot", strength=now)))
        await pilot.press("h", "down", "h", "down", "h")
        assert strings.puppet.sent == [wire.SeatBot(2, then)]


async def test_a_guest_has_none_of_them(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN, OPEN))
        await pilot.press("b", "f", "plus", "minus", "right", "s", "down")
        await pilot.pause()
        assert strings.puppet.sent == []
        assert "The host starts the game." in screen_text(app)


async def test_the_chosen_option_is_explained(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        await pilot.press("up", "b", "down", "f")
        assert "This is your own chair" in screen_text(app)
        await pilot.press("up")
        assert GAMES["allegra"].SAYS["option-two_player_knock"] in screen_text(app)
        await pilot.press("up", "up")
        assert GAMES["allegra"].SAYS["option-knocks"] in screen_text(app)


async def test_a_guest_can_be_ready(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN))
        await pilot.press("space")
        await seated(strings, pilot, room(ANNA, chair("ben", ready=True)))
        assert line_with(app, "ben").endswith("you, ready")
        await pilot.press("space")
        assert strings.puppet.sent == [wire.Ready()]


async def test_a_refusal_is_a_sentence(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        strings.puppet.tell(wire.Answer(0, wire.Refusal("seats-open")))
        await pilot.pause()
        assert "There are still open chairs." in screen_text(app)


async def test_the_chosen_chair_stays_chosen_when_others_come(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, OPEN))
        await pilot.press("down", "down")
        strings.puppet.tell(room(ANNA, BEN, OPEN, watchers=("eve",)))
        await pilot.pause()
        await pilot.press("b")
        await pilot.pause()
        assert strings.puppet.sent == [wire.SeatBot(2)]


async def test_a_key_copies_the_invite(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        await pilot.press("c")
        assert app.clipboard == str(INVITE)


async def test_a_click_chooses_and_a_second_one_takes(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        await pilot.click("#body", offset=(8, 1))
        assert strings.puppet.sent == []
        await pilot.click("#body", offset=(8, 1))
        await pilot.pause()
        assert strings.puppet.sent == [wire.SeatBot(1)]


async def test_the_keys_at_the_foot_can_be_clicked(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        lines = screen_text(app).splitlines()
        y = next(y for y, line in enumerate(lines) if "s start" in line)
        await pilot.click(offset=(lines[y].index("s start"), y))
        await pilot.pause()
        assert strings.puppet.sent == [wire.Start()]


async def test_a_lost_line_is_told_until_it_is_back(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN))
        strings.puppet.lose()
        await pilot.pause()
        assert "The line is lost. Coming back to the table." in screen_text(app)
        strings.puppet.tell(GUEST)
        await pilot.pause()
        assert "lost" not in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_six_chairs_and_watchers_have_room(strings: Strings, size: tuple[int, int]) -> None:
    app = app_for("host")
    chairs = [ANNA, *(chair(name) for name in HOSTILE)]
    async with app.run_test(size=size) as pilot:
        await seated(strings, pilot, HOST, room(*chairs, watchers=("[eve]",)))
        text = screen_text(app)
        assert all(name in text for name in HOSTILE)  # S31
        assert "[eve]" in text
        assert "two player knock" in text
        assert "ctrl+c quit" in text


async def test_during_a_game_only_the_powers_of_a_game_are_offered(strings: Strings) -> None:
    app = app_for("host")
    gone = chair("carl", "bot", line="left")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN, BOT, gone, phase="play"), view(4))
        await pilot.press("at")
        await pilot.pause()
        text = screen_text(app)
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
            await pilot.pause()
            assert said in screen_text(app)
        await pilot.press("escape", "down", "right", "plus", "s")
        assert strings.puppet.sent == []


@pytest.mark.parametrize(("answer", "sent"), [("k", []), ("q", []), ("f", []), ("t", [wire.FreeSeat(1)])])
async def test_a_persons_chair_is_not_freed_without_a_question(
    strings: Strings, answer: str, sent: list[wire.FromClient]
) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN))
        await pilot.press("down", "f")
        await pilot.pause()
        assert "This is the chair of ben." in screen_text(app)
        await pilot.press(answer)
        await pilot.pause()
        assert strings.puppet.sent == sent


async def test_enter_is_offered_where_it_does_something(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN, OPEN))
        for offered in (False, False, True, True):
            await pilot.pause()
            assert ("enter change" in screen_text(app)) is offered
            await pilot.press("down")


@pytest.mark.parametrize(
    ("where", "bind", "how"),
    [
        (INVITE, "lan", "For friends, with"),
        (INVITE, None, "For friends, with"),
        (msgspec.structs.replace(INVITE, fingerprint=26 * "A"), "lan", "For friends, with"),
        (Invite("KWXBTR", host="127.0.0.1", port=8628), "lan", "put its own address in place of 127.0.0.1."),
        (Invite("KWXBTR", host="127.0.0.1", port=8628), "local", "For friends on this computer, with"),
        (Invite("KWXBTR", host="127.0.0.1", port=8628), None, "For friends on this computer, with"),
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
    ("command", "shown"), [("join", "For friends on this computer"), ("host", "Elsewhere put its")]
)
async def test_a_guest_is_told_only_what_is_true_however_the_table_was_opened(
    strings: Strings, command: str, shown: str
) -> None:
    here = Invite("KWXBTR", host="127.0.0.1", port=8628)
    app = app_for("join", invite=here) if command == "join" else app_for("host")
    async with app.run_test() as pilot:
        await pilot.pause()
        app._visit.invite = here  # type: ignore[union-attr]
        await seated(strings, pilot, GUEST, room(ANNA, BEN))
        assert shown in screen_text(app)


async def test_those_who_wait_talk_to_each_other(strings: Strings) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN), *(wire.Said("anna", 0, f"line {i} [b]") for i in range(5)))
        assert "anna: line 4 [b]" in screen_text(app)
        assert "line 1" not in screen_text(app)
        await pilot.press("slash", *"qs b", "x", "backspace", "!")
        assert "Say: qs b!" in screen_text(app)
        await pilot.press("enter")
        await pilot.press("slash", *"no", "escape", "space")
        await pilot.pause()
    assert strings.puppet.sent == [wire.Say("qs b!"), wire.Ready()]


@pytest.mark.parametrize("key", ["enter", "slash"])
async def test_a_guest_opens_the_chat_with_enter_too_and_is_told_the_keys(strings: Strings, key: str) -> None:
    app = app_for("join", name="ben")
    async with app.run_test() as pilot:
        await seated(strings, pilot, GUEST, room(ANNA, BEN))
        assert "enter chat" in screen_text(app)
        await pilot.press(key, *"b?", "ctrl+u")
        assert "The host starts the game." in screen_text(app)
        await pilot.press(key, *"hi")
        strings.puppet.lose()
        await pilot.press("enter")
        assert "Say: hi" in screen_text(app), "nobody would have heard it"
        assert "send" not in screen_text(app)
        strings.puppet.tell(GUEST)
        await pilot.pause()
        await pilot.press("enter")
        assert strings.puppet.sent == [wire.Say("hi")]


async def test_the_host_changes_with_enter_what_can_be_changed_and_chats_elsewhere(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        assert "enter chat" in screen_text(app)
        await pilot.press("down")
        await pilot.pause()
        assert "enter change" in screen_text(app)
        assert "/ chat" in screen_text(app)


async def test_a_line_of_chat_survives_what_comes_meanwhile(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN))
        await pilot.press("slash", *"hi")
        await seated(strings, pilot, room(ANNA, BEN), wire.Said("ben", 1, "hello"))
        assert "Say: hi" in screen_text(app)
        assert "ben: hello" in screen_text(app)
        keys = screen_text(app).splitlines()[-1].split("   ")
        assert keys == ["  enter send", "ctrl+u give up", "ctrl+c quit"], "letters are text now"
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "close the table" in screen_text(app)


async def test_more_lines_than_there_is_room_for_are_scrolled_to_the_chosen_one(strings: Strings) -> None:
    app = app_for("host")
    chairs = [ANNA, *(chair(name) for name in HOSTILE)]
    async with app.run_test(size=(80, 24)) as pilot:
        talk = [wire.Said("ben", 1, "hello") for _ in range(3)]
        await seated(strings, pilot, HOST, room(*chairs, watchers=("eve",)), *talk)
        assert "two player knock" not in screen_text(app)
        assert line_with(app, "rounds").startswith("  … ")
        await pilot.press("up")
        assert "two player knock" in screen_text(app)
        assert "1  anna" not in screen_text(app)
        assert line_with(app, HOSTILE[2]).startswith("  … ")
        await pilot.press("down")
        assert "1  anna" in screen_text(app)
        assert screen_text(app).count("…") == 1


async def test_who_can_choose_nothing_scrolls_the_lines_with_the_arrows(strings: Strings) -> None:
    app = app_for("join", name="ben")
    chairs = [ANNA, BEN, *(chair(name) for name in HOSTILE)]
    async with app.run_test(size=(80, 24)) as pilot:
        await seated(strings, pilot, GUEST, room(*chairs))
        assert "arrows move" not in screen_text(app)
        talk = [wire.Said("ben", 1, "hello") for _ in range(3)]
        await seated(strings, pilot, room(*chairs, watchers=("eve",)), *talk)
        assert "arrows move" in screen_text(app)
        await pilot.press("up", *["down"] * 9, "up")
        assert "1  anna" not in screen_text(app)
        assert "two player knock" not in screen_text(app)
        assert screen_text(app).count("  … ") == 2
        await pilot.press("down")
        assert "two player knock" in screen_text(app)


async def test_the_last_chair_brings_all_below_it_that_cannot_be_chosen(strings: Strings) -> None:
    app = app_for("host")
    chairs = [ANNA, *(chair(name) for name in HOSTILE)]
    async with app.run_test(size=(80, 24)) as pilot:
        talk = [wire.Said("ben", 1, "hello") for _ in range(3)]
        await seated(strings, pilot, HOST, room(*chairs, phase="play", watchers=("eve",)), view(6), *talk)
        await pilot.press("at")
        await pilot.pause()
        assert "two player knock" not in screen_text(app)
        await pilot.press("up")
        assert "two player knock" in screen_text(app)
        assert f"6  {HOSTILE[-1]}" in screen_text(app)


async def test_a_game_for_four_alone_offers_no_other_number_of_chairs(strings: Strings) -> None:
    options = {name: option.default for name, option in GAMES["aluette"].OPTIONS.items()}
    app = app_for("host", game="aluette")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, wire.Room("aluette", options, "lobby", (ANNA, OPEN, OPEN, OPEN), ()))
        await pilot.press("plus", "minus")
        assert strings.puppet.sent == []
        assert "chair" not in screen_text(app).splitlines()[-2]
        assert line_with(app, "table talk").endswith("off")
        assert line_with(app, "length").endswith("five deals")


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
    app = app_for("host")
    async with app.run_test(size=(120, 40)) as pilot:
        await seated(strings, pilot, HOST, room(ANNA, there, phase="deal", watchers=("eve",)), view(2, rounds=1))
        await pilot.press("at")
        await pilot.pause()
        powers = {"b bot", "f free", "g give to a watcher"}
        assert {power for power in powers if power in screen_text(app)} == ({"b bot"} if there is OPEN else set())
        await pilot.press("down")
        await pilot.pause()
        assert {power for power in powers if power in screen_text(app)} == offered


async def test_what_was_said_of_those_who_were_there_goes_with_them(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, OPEN, watchers=("eve",)))
        await seated(strings, pilot, wire.Answer(0, wire.Refusal("no-such-watcher")))
        assert "watches no more" in screen_text(app)
        await seated(strings, pilot, room(ANNA, BEN))
        assert "watches no more" not in screen_text(app)


async def test_the_rules_can_be_read_from_the_page_of_those_who_are_here(strings: Strings) -> None:
    app = app_for("host")
    async with app.run_test() as pilot:
        await seated(strings, pilot, HOST, room(ANNA, BEN, phase="play"), view(2))
        await pilot.press("at")
        await pilot.pause()
        assert "? help" in screen_text(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Allegra" in screen_text(app)
        assert "who is here" not in screen_text(app)
        await pilot.press("q")
        await pilot.pause()
        assert "back to the table" in screen_text(app)
