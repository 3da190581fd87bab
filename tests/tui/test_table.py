from __future__ import annotations

from itertools import pairwise

import pytest

from engine.board import Spot
from net import wire
from tests.tui import aluette_laid, screens
from tests.tui.sitting import place_of, sitting
from tui.desk import ENTER_RESTS_S
from tui.picture import picture_of
from tui.screens import table
from tui.widgets.paper import Paper

HOSTILE = ("[/b]", "[/", "[TODO] x", "al[ice]", "[bold", "{by}")


class TestKeys:
    async def test_one_key_asks_and_nothing_is_asked_twice(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            await pilot.press("d", "d", "t", "1")
            assert [act["type"] for act in pilot.app.asked] == ["draw"]
            assert "It is your turn. …" in pilot.app.text

    async def test_a_card_is_marked_also_while_an_answer_is_waited_for(self) -> None:
        async with sitting(screens.can("play", "look"), game="aluette") as pilot:
            await pilot.press("k" if any(offer.key == "k" for offer in pilot.app.table.view.offers) else "j", "2", "p")
            assert [act["type"] for act in pilot.app.asked] == ["look"]
            pilot.app.table.answer()
            await pilot.press("p")
            assert [act["type"] for act in pilot.app.asked] == ["look", "play"]

    async def test_keys_that_come_before_the_app_has_heard_of_the_first_ask_nothing(self) -> None:
        async with sitting(screens.can("knock", "wave")) as pilot:
            screen = pilot.app.table_screen
            screen._press("k", "k")
            screen._press("w", "w")
            await pilot.pause()
            assert [act["type"] for act in pilot.app.asked] == ["knock"]

    @pytest.mark.parametrize(("key", "type"), [("k", "knock"), ("w", "wave")])
    async def test_a_knock_and_a_wave_are_one_key(self, key: str, type: str) -> None:
        async with sitting(screens.can("knock", "wave")) as pilot:
            await pilot.press(key)
            assert [act["type"] for act in pilot.app.asked] == [type]

    async def test_a_card_is_chosen_with_two_keys(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t", "2")
            assert pilot.app.asked[0]["picks"] == [["grid:0", 0]]

    async def test_a_card_is_chosen_by_a_click_on_any_of_its_cells(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t")
            x, y = place_of(pilot, Spot("grid:0", 5))
            await pilot.click(offset=(x + 2, y))
            assert pilot.app.asked[0]["picks"] == [["grid:0", 5]]

    async def test_an_offer_is_taken_by_a_click_but_no_card_is_before_a_choice_is_open(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t")
            spot = place_of(pilot, Spot("grid:0", 5))
            await pilot.press("backspace")
            await pilot.click(offset=spot)
            assert pilot.app.asked == []
            await pilot.click(offset=place_of(pilot, "d"))
            assert [act["type"] for act in pilot.app.asked] == ["draw"]

    @pytest.mark.parametrize(("pile", "code"), [("deck ", "draw"), ("discard ", "take")])
    async def test_a_pile_is_clicked_for_the_offer_that_is_about_it(self, pile: str, code: str) -> None:
        async with sitting(screens.can("draw", "take")) as pilot:
            y, line = next((y, line) for y, line in enumerate(pilot.app.text.splitlines()) if pile in line)
            await pilot.click(offset=(line.index(pile) + 2, y + 2))
            await pilot.click(offset=place_of(pilot, Spot("grid:0", 0)) if code == "take" else (0, 0))
            assert [act["type"] for act in pilot.app.asked] == [code]

    async def test_a_pile_that_no_offer_is_about_means_nothing(self) -> None:
        async with sitting(screens.can("swap")) as pilot:
            y, line = next((y, line) for y, line in enumerate(pilot.app.text.splitlines()) if "deck" in line)
            await pilot.click(offset=(line.index("deck") + 2, y + 2))
            assert pilot.app.asked == []

    async def test_arrows_and_enter_choose_too(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t", "down", "right", "right", "down")
            assert "8[" in pilot.app.text
            assert "press enter for this one" in pilot.app.text
            assert "press enter for this one." in pilot.app.text
            await pilot.press("enter")
            assert pilot.app.asked[0]["picks"] == [["grid:0", 5]]

    async def test_backspace_escape_and_the_same_key_leave_a_choice(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            for back in ("backspace", "escape", "t"):
                await pilot.press("t")
                assert "Press the key of the card that the" in pilot.app.text
                await pilot.press(back)
                assert "Press the key" not in pilot.app.text
            assert pilot.app.asked == []

    @pytest.mark.parametrize("key", ["backspace", "escape"])
    async def test_backspace_and_escape_take_a_sheet_away_before_anything_else(self, key: str) -> None:
        async with sitting(game="aluette") as pilot:
            pilot.app.table.lay_out(aluette_laid.signing())
            desk = pilot.app.table_screen.desk
            for sheet in "or":
                await pilot.press("1", sheet)
                assert desk.sheet == sheet
                await pilot.press(key)
                assert desk.sheet == ""
                assert desk.picker.chosen
                await pilot.press("1")

    async def test_keys_that_mean_nothing_here_are_the_apps(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("q", "t", "q")
            assert pilot.app.left == 2
            await pilot.press("6")
            assert pilot.app.asked[0]["picks"] == [["grid:1", 7]]

    async def test_while_a_choice_is_open_the_other_offers_are_still_there(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t")
            assert "Backspace or t: not now." in pilot.app.text
            assert " d  Draw from the deck" in pilot.app.text
            await pilot.press("d")
            assert [act["type"] for act in pilot.app.asked] == ["draw"]

    async def test_q_takes_a_sheet_away_too_and_asks_for_nothing(self) -> None:
        async with sitting(game="aluette") as pilot:
            pilot.app.table.lay_out(aluette_laid.signing())
            await pilot.press("o", "q")
            assert (pilot.app.table_screen.desk.sheet, pilot.app.left) == ("", 0)
            await pilot.press("q")
            assert pilot.app.left == 1

    async def test_a_key_of_nothing_is_told_so_and_one_of_no_card_too(self) -> None:
        async with sitting(game="aluette") as pilot:
            pilot.app.table.lay_out(aluette_laid.signing())
            for key, told in (("z", "z means nothing now."), ("9", "No card has the key 9."), ("1", "")):
                await pilot.press(key)
                assert pilot.app.table_screen.desk.refused == told
            await pilot.press("f5", "z", "question_mark")
            assert pilot.app.table_screen.desk.refused == "", "it is the app's"

    async def test_between_two_rounds_nobody_is_away(self) -> None:
        async with sitting(screens.step("scored", awaited=False)) as pilot:
            pilot.app.table.tell_room("deal")
            await pilot.press("%")
            assert "Nobody is away between two rounds" in pilot.app.text
            assert pilot.app.told == []

    async def test_a_choice_survives_a_window_that_gets_small_and_large_again(self) -> None:
        """S34, as far as it is the table's: the gate is the app's."""
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t")
            for size in ((40, 10), (1, 1), (100, 30)):
                await pilot.resize_terminal(*size)
            await pilot.press("2")
            assert pilot.app.asked[0]["picks"] == [["grid:0", 0]]


class TestWhatComes:
    @pytest.mark.parametrize("key", ["up", "f5"])
    async def test_a_refusal_stands_before_the_turn_until_the_next_key(self, key: str) -> None:
        async with sitting(screens.can("knock", "wave")) as pilot:
            await pilot.press("k")
            app = pilot.app
            app.table.play_until(lambda view: view.turns > app.table.link.view.turns or view.facts["step"] == "draw")
            app.table.answer()
            await pilot.pause()
            headline = app.text.splitlines()[-3]
            assert "Too late" in headline
            assert "turn." in headline
            await pilot.press(key)
            assert "Too late" not in app.text

    async def test_the_turn_is_told_however_long_a_refusal_is(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            pilot.app.table_screen.desk.refused = "No. " * 40
            pilot.app.table_screen._paper.draw()
            first, second, bar = pilot.app.text.splitlines()[-3:]
            assert "No. No." in first
            assert second.endswith(" It is your turn.")
            assert " d  Draw" in bar

    async def test_it_is_told_what_i_have_done_about_a_card_and_what_i_wait_for(self) -> None:
        async with sitting(screens.can("knock", "wave")) as pilot:
            app = pilot.app
            for key, told in (("w", "You have waved. You may press k."), ("k", "You have knocked.")):
                await pilot.press(key)
                app.table.answer()
                await pilot.pause()
                assert app.text.splitlines()[-3].endswith(told)
        async with sitting(lambda view: view.facts["window"] and view.turn == 0) as pilot:
            assert "It is your turn. The others may knock now." in pilot.app.text

    async def test_all_that_are_waited_for_are_told(self) -> None:
        async with sitting(lambda view: len(view.awaited) == 2 and 0 not in view.awaited) as pilot:
            first, second = (pilot.app.table_screen.desk.names[seat] for seat in pilot.app.table.view.awaited)
            assert f"Waiting for {first} and {second}." in pilot.app.text

    async def test_a_lost_line_is_told_and_nothing_is_asked(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            pilot.app.table.cut()
            await pilot.press("d")
            assert "The line is lost." in pilot.app.text
            assert pilot.app.asked == []
            assert not any(offer in pilot.app.text for offer in ("Draw from", "Take the", "enter"))

    async def test_a_view_that_is_not_there_yet_is_no_trouble(self) -> None:
        async with sitting() as pilot:
            await pilot.press("d", "1", "enter", "backspace", "up")
            assert pilot.app.text.count("\n") == 24

    async def test_who_is_lost_and_who_is_a_bot_is_told(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            pilot.app.table.line = "lost"
            pilot.app.table.tell_room("play")
            assert "Ada · disconnected" in pilot.app.text
            assert "Ada is disconnected." in pilot.app.text
            assert "· bot" in pilot.app.text

    async def test_nothing_is_told_of_those_who_were_there_before_me(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            assert not any(word in pilot.app.text for word in ("sits", "is watching."))

    async def test_a_round_that_is_over_waits_until_i_am_ready(self) -> None:
        async with sitting(screens.step("scored", awaited=False)) as pilot:
            app = pilot.app
            app.table.tell_room("deal")
            assert "Press space when you are ready" in app.text
            await pilot.press("space")
            assert app.told == [wire.Ready()]
            app.table.ready = {0}
            app.table.tell_room("deal")
            await pilot.press("space")
            assert len(app.told) == 1
            assert "Waiting for Bo." in app.text

    async def test_the_winner_of_the_game_is_told(self) -> None:
        async with sitting(lambda view: view.over, options={"rounds": 1}) as pilot:
            pilot.app.table.tell_room("over")
            assert " win" in pilot.app.text.splitlines()[-3]
            assert "ready for another game" in pilot.app.text

    async def test_a_watcher_has_nothing_to_do_but_may_write_between_two_rounds(self) -> None:
        async with sitting(lambda view: view.turns > 5, me=None) as pilot:
            assert "You are watching." in pilot.app.text
            assert "chat" not in pilot.app.text
            await pilot.press("d", "k", "1", "space", "/")
            assert "You can write again between two rounds." in pilot.app.text
            pilot.app.table.tell_room("deal")
            assert "enter chat" in pilot.app.text
            await pilot.press("/", "h", "i", "enter")
            assert pilot.app.asked == []
            assert pilot.app.told == [wire.Say("hi")]


class TestChat:
    async def test_enter_opens_the_line_and_sends_it(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            await pilot.press("enter", "d", "q", "[", "slash", "x", "backspace", "space", "κ")
            assert "Say: dq[/ κ▏" in pilot.app.text
            await pilot.press("enter")
            assert pilot.app.told == [wire.Say("dq[/ κ")]
            assert (pilot.app.asked, pilot.app.left) == ([], 0)

    async def test_enter_does_not_open_it_right_after_something_was_to_be_confirmed(self) -> None:
        """When I have done it, and when its time has gone by."""
        async with sitting(screens.can("take")) as pilot:
            app = pilot.app
            for confirm in (("t", "down", "enter"), ("t", "down")):
                app.table.play_until(screens.can("take"))
                await pilot.press(*confirm)
                if app.table.link.pending:
                    app.table.answer()
                app.table.play_until(lambda view: not screens.can("take")(view))
                await pilot.press("enter")
                assert "There is nothing to confirm any more. To write a line, press /." in app.text
                assert not app.table_screen.writing
            app.table.now += ENTER_RESTS_S
            await pilot.press("enter")
            assert app.table_screen.writing

    async def test_while_the_game_wants_silence_nobody_can_write(self) -> None:
        async with sitting(lambda view: view.silent, seats=4, game="aluette") as pilot:
            assert "enter chat" not in pilot.app.text
            await pilot.press("/")
            assert "Nobody talks during a deal: there are signs." in pilot.app.text
            assert pilot.app.told == []

    async def test_while_a_line_is_written_only_what_works_then_is_shown(self) -> None:
        async with sitting(screens.can("take")) as pilot:
            await pilot.press("t", "enter", "h", "i")
            foot = "".join(pilot.app.text.splitlines()[-3:])
            assert all(part in foot for part in ("Say: hi", "enter send", "ctrl+u give up"))
            assert not any(part in foot for part in ("Draw", "Take", "help"))
            assert "1 ▒▒" not in pilot.app.text
            await pilot.click(offset=place_of(pilot, "ctrl+u"))
            assert "Say:" not in pilot.app.text
            assert "1 ▒▒" in pilot.app.text
            assert pilot.app.told == []

    async def test_a_line_that_cannot_be_sent_now_is_kept(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            await pilot.press("enter", "h", "i")
            pilot.app.table.cut()
            await pilot.press("enter")
            assert "Say: hi" in pilot.app.text
            assert "send" not in pilot.app.text
            assert pilot.app.told == []

    async def test_an_empty_line_is_closed_and_not_sent(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            for keys in (["enter", "enter"], ["enter", "backspace"], ["enter", "x", "backspace", "backspace"]):
                await pilot.press(*keys)
                assert "Say:" not in pilot.app.text
            assert pilot.app.told == []

    async def test_what_is_too_long_is_not_taken_in_and_its_end_is_shown(self) -> None:
        async with sitting(screens.can("draw")) as pilot:
            entry = pilot.app.table_screen.desk.entry
            await pilot.press("enter")
            entry.type("漢 \x1b\n" * 200 + "x")
            await pilot.press("x")
            assert entry.text is not None
            assert entry.text.isprintable()
            assert len(entry.text.encode("utf-32-le")) // 4 <= 240

    async def test_chat_and_names_stand_in_the_log_as_they_are(self) -> None:
        """S31."""
        async with sitting(screens.can("draw"), names=HOSTILE) as pilot:
            for name in HOSTILE:
                pilot.app.table.chat(name, f"{name} says")
            text = pilot.app.text
            assert all(f"{name}: {name} says" in text for name in HOSTILE[-4:])
            assert "PgUp" in pilot.app.text
            await pilot.press("pageup")
            assert "newer" in pilot.app.text
            await pilot.press("pagedown", "pagedown")
            assert pilot.app.text == text
            await pilot.press("<", "<", ">", ">")
            assert pilot.app.text == text, "where a terminal keeps those keys for itself"
            await pilot.press("pageup", "pageup", "escape")
            assert pilot.app.text == text
            await pilot.press("pageup")
            await pilot.click(offset=place_of(pilot, "pagedown"))
            assert pilot.app.text == text


class TestPainting:
    async def test_an_idle_table_draws_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with sitting(screens.can("draw")) as pilot:
            drawn: list[int] = []
            monkeypatch.setattr(table, "picture_of", lambda *_: drawn.append(1))
            monkeypatch.setattr(Paper, "render_line", lambda *_: drawn.append(2))
            await pilot.pause(0.6)
            assert drawn == []

    async def test_a_countdown_draws_by_itself(self) -> None:
        async with sitting(screens.can("knock", "wave")) as pilot:
            before = pilot.app.text
            pilot.app.table.now += 2.0
            await pilot.pause(0.4)
            assert before.count("╌") < pilot.app.text.count("╌")

    def test_a_countdown_changes_a_few_cells_of_one_line(self) -> None:
        desk, table = screens.desk_at(screens.MOMENTS["allegra-6-knock"])
        pictures = [picture_of(desk, 80, 24, table.now + late, screens.HINTS) for late in (0.0, 0.5, 1.0, 9.0)]
        for old, new in pairwise(pictures):
            cells = screens.changed(old, new)
            assert len({y for _, y in cells}) == 1
            assert len(cells) <= 8

    @pytest.mark.parametrize("size", [(80, 24), (120, 40)])
    async def test_what_the_terminal_shows_is_the_picture(self, size: tuple[int, int]) -> None:
        async with sitting(screens.can("draw"), size=size, seats=6) as pilot:
            app = pilot.app
            for _ in range(40):
                app.table.play_until(lambda view, turns=app.table.view.turns: view.turns > turns)
                await pilot.pause()
            strips = app.screen._compositor.render_strips()
            assert "\n".join(strip.text.rstrip() for strip in strips) + "\n" == app.text
