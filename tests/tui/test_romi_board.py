from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from rich.cells import cell_len
from textual import events
from textual.geometry import Region

from engine.board import Spot
from engine.game import View
from engine.match import Match
from tests.engine.games.romi_table import Table
from tests.tui import romi_laid, screens
from tests.tui.near import NearTable
from tests.tui.sitting import place_of, sitting
from tui import boards
from tui.boards import romi
from tui.desk import Desk
from tui.outcome import outcome
from tui.picture import picture_of
from tui.spoken import find
from tui.spoken import romi as words
from tui.theme import FINE, PLAIN, Glyphs
from tui.widgets.canvas import Canvas
from tui.widgets.scene import Person, Scene

SIZES = [(80, 24), (100, 30), (120, 40), (200, 60)]
LAID = [romi_laid.playing, romi_laid.opening, romi_laid.cutting, romi_laid.crowded, romi_laid.scored]
WIDE = "漢字" * 5
LONG = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AH 2H 3H 4H 5H 6H *"
"""More cards than anybody ever holds."""


def desk_of(laid: Match, me: int | None = 0, glyphs: Glyphs = FINE) -> tuple[Desk, NearTable]:
    """What I have before me."""
    desk = Desk(glyphs)
    table = NearTable(laid.state.seats, me=me, game="romi", show=desk.hear)
    table.tell_room("play")
    table.lay_out(laid)
    return desk, table


def press(keys: str, desk: Desk, table: NearTable) -> None:
    for key in keys:
        screens.press(key, desk, table)


def overfull() -> Match:
    """With more cards in hand than anybody ever has there is little room for the melds."""
    match = romi_laid.crowded()
    match.state.zones["hand:0"] += match.state.zones["stock"][:5]
    del match.state.zones["stock"][:5]
    return match


def picture(desk: Desk, size: tuple[int, int] = (80, 24)) -> Canvas:
    return picture_of(desk, *size, 100.0, screens.HINTS)


def text(desk: Desk) -> str:
    return picture(desk).text()


def named(desk: Desk, canvas: Canvas) -> list[str]:
    """The names of the cards in my hand, from the left, as they stand in the picture."""
    corners = [canvas.places[spot] for spot in desk.held.order]
    return ["".join(char for char, _ in canvas.rows[y + 1][x + 1 : x + 4]).strip() for x, y in corners]


class TestMyHand:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("cards", [LONG, romi_laid.HAND])
    def test_every_card_is_read_with_its_key_at_every_size(self, cards: str, size: tuple[int, int]) -> None:
        desk, _ = desk_of(Table(cards, "KH", *["8C 7D"] * 2, discard="2D", cut="3D").match)
        canvas = picture(desk, size)
        suits = dict(zip("SHDC", "♠♥♦♣", strict=True))
        expected = [card[:-1] + suits[card[-1]] if card != "*" else card for card in cards.split()]
        assert sorted(named(desk, canvas)) == sorted(expected)
        assert len(set(canvas.places) & set(desk.held.order)) == len(expected)

    def test_it_is_sorted_by_suit_and_by_rank(self) -> None:
        desk, _ = desk_of(Table("AS KH 10H 2D * 10C 2S", "5C").match)
        assert " ".join(named(desk, picture(desk))) == "A♠ 2♠ 10♥ K♥ 10♣ 2♦ *"
        desk.held.sort()
        assert " ".join(named(desk, picture(desk))) == "A♠ 2♠ 2♦ 10♥ 10♣ K♥ *"

    def test_no_card_and_no_meld_has_the_key_of_an_offer(self) -> None:
        keys = set(words.CARD_KEYS) | set(words.ROW_KEYS)
        assert len(keys) == len(words.CARD_KEYS) + len(words.ROW_KEYS)
        seen: set[str] = set()
        for laid in LAID:
            table = NearTable(laid().state.seats, game="romi")
            table.lay_out(laid())
            seen |= {offer.key for offer in table.view.offers}
        assert {"l", "a", "x", "c", "u"} <= seen
        assert not keys & (seen | set("ljkanmosubxdtc/q=@?"))

    def test_a_marked_card_is_pulled_out_and_only_few_cells_change(self) -> None:
        desk, table = desk_of(romi_laid.playing())
        before = picture(desk)
        press("3", desk, table)
        cells = screens.changed(before, picture(desk))
        assert {y for _, y in cells} == {17, 18, 19}
        assert len(cells) <= 18

    def test_the_keys_stay_with_the_cards_when_a_choice_opens(self) -> None:
        """The card that has just been taken cannot be discarded."""
        table = Table("3S 4S JH QH 9C", "8C 7D", ended=0, discard="KH", step="draw")
        table.state.ended = [1, 1]
        table.do(0, "take")
        desk, near = desk_of(table.match)
        before = {spot: key for spot, key in desk.pad().items() if spot.zone == "hand:0"}
        press("x", desk, near)
        assert desk.pad() == before

    def test_out_of_turn_cards_can_be_put_in_order(self) -> None:
        desk, _ = desk_of(Table("3S 4S JH", "8C 7D", turn=1).match)
        desk.picker.move("right", picture(desk).places)
        desk.shift(2)
        assert named(desk, picture(desk)) == ["4♠", "J♥", "3♠"]
        assert "in your order" in text(desk)


class TestMyTurn:
    async def test_cards_first_and_then_what_to_do(self) -> None:
        async with sitting(seats=2, game="romi") as pilot:
            pilot.app.table.lay_out(Table("9S 9H 9D 4C 5D", "8C 7D", opened=(0,)).match)
            await pilot.press("1", "3", "l", "backspace")  # by suit: 9♠ 9♥ 4♣ 5♦ 9♦
            assert pilot.app.asked == []
            await pilot.press("3", "2", "5", "l")
            assert pilot.app.asked[0]["picks"] == [["hand:0", 0], ["hand:0", 1], ["hand:0", 2]]

    async def test_a_refusal_leaves_the_marks_and_can_be_answered(self) -> None:
        async with sitting(seats=6, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(romi_laid.asking())
            await pilot.press("3", "4", "8", "l")
            app.table.answer()
            await pilot.pause()
            foot = " ".join(" ".join(app.text.splitlines()[-3:]).split())
            assert "The joker can be 10♥ (press j) or K♥ (press k). (R9) It is your turn." in foot
            assert "then say what to do" not in foot
            await pilot.press("k")
            assert app.asked[1]["joker"] == "high"
            app.table.answer()
            await pilot.pause()
            assert "J♥ Q♥ *K♥" in app.text
            assert "5 cards" in app.text
            assert "✓" not in app.text

    def test_where_there_is_a_choice_it_is_told_which_card_a_joker_becomes(self) -> None:
        desk, near = desk_of(romi_laid.asking())
        press("8", desk, near)
        assert "Joker" not in text(desk)
        press("34", desk, near)
        assert " j  Joker as 10♥    k  Joker as K♥" in text(desk).splitlines()[-2]
        desk, near = desk_of(Table("8S 9S JH QH * 2C", "8C 7D", melds={1: ("5D 6D 7D",)}, opened=(0, 1)).match)
        press("a6f1", desk, near)
        assert "The joker can be 4♦ (press n) or 8♦ (press m)." in text(desk)
        assert " n  Joker as 4♦    m  Joker as 8♦" in text(desk).splitlines()[-2]

    def test_what_can_be_done_with_a_joker_leaves_room_for_the_other_keys(self) -> None:
        desk, near = desk_of(romi_laid.asking())
        press("348", desk, near)
        foot = text(desk).splitlines()[-2:]
        assert all(f" {key} " in " ".join(foot) for key in "ljkx")
        assert foot[1].endswith("enter chat   ? help")

    async def test_cards_are_added_by_two_keys_or_a_click(self) -> None:
        async with sitting(seats=6, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(romi_laid.playing())
            await pilot.press("6", "a")
            assert "f1 9♠" in app.text
            await pilot.press("f", "2")
            assert app.asked[0]["picks"] == [["hand:0", 2], ["meld:1:1", 0]]
            app.table.answer()
            await pilot.pause()
            assert "does not fit" in app.text
            await pilot.press("f", "3")
            app.table.answer()
            await pilot.pause()
            assert "5♥ *6♥ 7♥ 8♥ 9♥◂" in app.text
            x, y = place_of(pilot, Spot("hand:0", 0))
            await pilot.click(offset=(x + 1, y + 1))
            await pilot.press("a")
            await pilot.click(offset=place_of(pilot, Spot("meld:2:0", 0)))
            assert app.asked[-1]["picks"] == [["hand:0", 0], ["meld:2:0", 0]]

    async def test_what_is_chosen_is_lowered_when_my_hand_is_another_one(self) -> None:
        """Nothing is discarded that was chosen before the card was drawn."""
        async with sitting(seats=2, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(Table("3S 4S JH QH", "8C 7D", stock="5H", step="draw").match)
            await pilot.press("4", "d")
            assert "✓" in app.text
            app.table.answer()
            await pilot.pause()
            assert "✓" not in app.text
            await pilot.press("x")
            assert "Discard: press its key." in app.text
            assert len(app.asked) == 1

    def test_a_mark_keeps_cards_and_the_keys_of_melds_apart(self) -> None:
        table = Table("9S 10S 4C 5D KS", "8C 7D", melds={1: ("6S 7S 8S", "QH QD QC")}, opened=(0, 1))
        desk, near = desk_of(table.match)
        press("a12f1a", desk, near)
        assert "f1 6♠ 7♠ 8♠ 9♠◂ 10♠◂ f2 Q♥ Q♦ Q♣" in text(desk)
        press("f1", desk, near)
        assert "f1 6♠ 7♠ 8♠ 9♠◂ 10♠✓ f2 Q♥" in text(desk)

    async def test_the_order_of_my_hand_is_mine(self) -> None:
        async with sitting(seats=2, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(Table("3S 4S JH QH", "8C 7D", stock="5H", step="draw").match)
            await pilot.press("right", "right", "full_stop", "shift+right")
            order = [app.table.view.zone("hand:0")[spot.i] for spot in app.table_screen.desk.held.order]
            assert order == ["3S", "JH", "QH", "4S"]
            await pilot.press("d")
            app.table.answer()
            await pilot.press("tab", "tab", "tab")
            order = [app.table.view.zone("hand:0")[spot.i] for spot in app.table_screen.desk.held.order]
            assert order == ["3S", "JH", "QH", "4S", "5H"]

    async def test_a_hint_marks_and_says_but_plays_nothing(self) -> None:
        async with sitting(seats=2, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(Table("9S 9H 9D 4C 5C 6C 2H", "8C 7D", opened=(0,)).match)
            said = []
            for _ in range(3):
                await pilot.press("!")
                said.append(app.text.splitlines()[-3])
                assert sum(row.count("✓") for row in app.text.splitlines()[-8:-3]) == 3
            assert "Hint 1 of 2: lay " in said[0] == said[2]
            assert "Hint 2 of 2: lay " in said[1]
            assert app.asked == []
            await pilot.press("l")
            assert len(app.asked[0]["picks"]) == 3

    async def test_on_the_first_turn_a_hint_says_what_to_keep_as_nothing_can_be_laid(self) -> None:
        async with sitting(seats=2, game="romi") as pilot:
            pilot.app.table.lay_out(Table("9S 9H 9D 4C 5D", "8C 7D", ended=0).match)
            await pilot.pause()
            assert "It is your turn. Nobody opens on their first turn. Discard a card." in pilot.app.text
            await pilot.press("!")
            assert "worth keeping: 9" in pilot.app.text

    async def test_without_hints_nothing_is_marked_as_found(self) -> None:
        async with sitting(seats=2, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(Table("9S 9H 9D 4C 5C 6C 2H", "8C 7D", opened=(0,), hints="off").match)
            await pilot.press("!")
            assert "Hint: there is none now." in app.text
            assert "! hint" not in app.text
            assert FINE.found not in app.text
            assert "✓" not in app.text

    async def test_the_height_of_the_cut_is_typed_or_moved(self) -> None:
        async with sitting(seats=6, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(romi_laid.cutting())
            assert "You lift 53 cards (1 to 107)." in app.text
            await pilot.press("4", "0", "left")
            assert "Cut the cards: 39 of 107." in app.text
            await pilot.press("enter")
            assert app.asked[0]["picks"] == [["stock", 108 - 39]]
            app.table.answer()
            await pilot.pause()
            assert "lifts 39 cards" in app.text

    def test_the_sum_of_an_opening_says_whether_it_is_enough(self) -> None:
        table = Table("KS KH KD QS QH QD 2C", "8C 7D")
        for meld, told, key in (("KS KH KD", "= 30 of 51", ""), ("QS QH QD", "= 60, enough (51)", " o  Open (60)")):
            table.do(0, "lay", meld)
            shown = text(desk_of(table.match)[0])
            assert told in shown
            assert (" o  Open" in shown) == bool(key)
            assert key in shown

    async def test_an_opening_that_is_not_enough_is_refused_with_the_numbers(self) -> None:
        """R19, for whoever tries its key, which is not shown."""
        async with sitting(seats=2, game="romi") as pilot:
            table = Table("KS KH KD QS QH QD 2C", "8C 7D")
            table.do(0, "lay", "KS KH KD")
            pilot.app.table.lay_out(table.match)
            await pilot.press("o")
            pilot.app.table.answer()
            await pilot.pause()
            assert "Opening is 30, needs 51. Every card is still in your hand. (R19)" in pilot.app.text

    def test_a_chosen_card_is_not_marked_as_a_joker_is_written(self) -> None:
        assert romi.JOKER not in (FINE.chosen, PLAIN.chosen)

    async def test_the_slider_is_clicked(self) -> None:
        async with sitting(seats=6, game="romi") as pilot:
            pilot.app.table.lay_out(romi_laid.cutting())
            await pilot.pause()
            y, row = next((y, row) for y, row in enumerate(pilot.app.text.splitlines()) if FINE.knob in row)
            await pilot.click(offset=(row.index(FINE.spent), y))
            assert "You lift 1 card (1 to 107)." in pilot.app.text
            await pilot.click(offset=(row.rindex(FINE.spent), y))
            assert "You lift 107 cards (1 to 107)." in pilot.app.text
            assert pilot.app.asked == []

    @pytest.mark.parametrize(("zone", "type"), [("stock", "draw"), ("discard", "take"), ("cut", "takecut")])
    async def test_a_pile_is_clicked(self, zone: str, type: str) -> None:
        async with sitting(seats=2, game="romi") as pilot:
            pilot.app.table.lay_out(Table("3S 4S JH QH", "8C 7D", step="draw").match)
            await pilot.pause()
            row = pilot.app.text.splitlines()[1]
            await pilot.click(offset=(row.index(zone) + 2, 3))
            assert [act["type"] for act in pilot.app.asked] == [type]

    @pytest.mark.parametrize(
        ("hand", "step", "acts", "told"),
        [
            ("9S 9H 5C 6C", "draw", ["take"], "K♥ from the discard pile must be played this turn."),
            ("9S 9H 5C 6C", "draw", ["takecut"], "2♦ is the cut card: it is yours if you go out now."),
            ("9S 9H 5C 6C", "play", [], "Choose cards by their keys, then say what to do."),
        ],
    )
    def test_what_has_to_be_played_is_told(self, hand: str, step: str, acts: list[str], told: str) -> None:
        table = Table(hand, "8C 7D", opened=(0,), step=step, discard="KH")
        for act in acts:
            table.do(0, act)
        desk, _ = desk_of(table.match)
        assert f"It is your turn. {told}" in text(desk)

    def test_it_is_told_that_the_card_kept_cannot_end_the_turn(self) -> None:
        table = Table("KS KH KD QS QH QD", "8C 7D", step="draw", ended=1, discard="2C")
        table.do(0, "take")
        table.open(0, "KS KH KD", "QS QH QD")
        desk, _ = desk_of(table.match)
        assert "It is your turn. 2♣ cannot be your discard. Play it, or take back." in text(desk)


class TestTheTable:
    @pytest.mark.parametrize("size", [*SIZES, (40, 10), (7, 3), (1, 1)])
    @pytest.mark.parametrize("laid", LAID)
    @pytest.mark.parametrize("me", [0, None])
    def test_rows_are_as_wide_as_the_screen_and_parts_lie_apart(
        self, laid: Callable[[], Match], size: tuple[int, int], me: int | None
    ) -> None:
        """S31, S34: wide names and tiny screens."""
        view = laid().view(me)
        canvas = Canvas(*size)
        people = tuple(Person(name) for name in (WIDE, "[/b]", "e\u0301" * 20, WIDE, "[bold", "x" * 20))
        scene = Scene(view, people[: len(view.scores.totals)], 0, order=words.held(view), pad=_pad(view))
        board = Region(0, 1, size[0], max(0, size[1] - 4))
        romi.draw(canvas, board, scene)
        assert {cell_len("".join(char for char, _ in row)) for row in canvas.rows} == {size[0]}
        if size in SIZES:
            screens.assert_apart(canvas, romi._plan(board, scene))

    @pytest.mark.parametrize("size", SIZES)
    def test_all_melds_are_shown_and_a_joker_with_its_card(self, size: tuple[int, int]) -> None:
        desk, _ = desk_of(romi_laid.crowded(), glyphs=PLAIN)
        shown = " ".join(picture(desk, size).text().split())
        for melds in romi_laid.CROWDED.values():
            for meld in melds:
                assert meld.replace("AS * 3S", "AS *2S 3S").replace("AS AH *", "AS AH *DC") in shown

    def test_what_is_too_long_is_rolled_by_arrows_and_wheel(self) -> None:
        desk, _ = desk_of(overfull())
        first = picture(desk)
        assert first.roll_rows == 1
        assert "1-6 of 7 rows" in first.text()
        assert "Konstantina" not in first.text()
        assert desk.roll(5)
        last = text(desk)
        assert "2-7 of 7 rows" in last
        assert "Konstantina" in last
        assert not desk.roll(1)

    async def test_arrows_roll_where_the_cursor_can_go_no_further(self) -> None:
        async with sitting(seats=6, game="romi") as pilot:
            pilot.app.table.lay_out(overfull())
            await pilot.press("down", "down", "down", "down")
            assert "2-7 of 7 rows" in pilot.app.text
            await pilot.press("up", "up")
            assert "1-6 of 7 rows" in pilot.app.text

    async def test_the_wheel_rolls_what_lies_under_it(self) -> None:
        async with sitting(seats=6, game="romi") as pilot:
            app = pilot.app
            app.table.lay_out(overfull())
            for line in range(9):
                app.table.chat("Bo", f"line {line}")
            await pilot.pause()
            for y, changed in ((8, "2-7 of 7 rows"), (3, "PgDn")):
                assert changed not in app.text
                wheel = events.MouseScrollDown if y == 8 else events.MouseScrollUp
                app.post_message(wheel(None, 50, y, 0, 0, 0, False, False, False))
                await pilot.pause()
                assert changed in app.text

    def test_what_was_just_laid_is_marked(self) -> None:
        table = Table("3S 4S 5S JH QH", "8C 7D", opened=(0,))
        desk, near = desk_of(table.match)
        press("123l", desk, near)
        assert "3♠ 4♠ 5♠◂" in text(desk)

    def test_what_others_have_taken_in_sight_is_shown(self) -> None:
        desk, _ = desk_of(romi_laid.playing(), me=None)
        assert re.search(r"Konstantina +15 .*has to play J♠", text(desk))

    def test_others_see_who_cuts(self) -> None:
        desk, _ = desk_of(romi_laid.cutting(), me=3)
        assert "Konstantina cuts the cards." in text(desk)

    def test_a_watcher_sees_no_hand_and_has_no_keys(self) -> None:
        desk, _ = desk_of(romi_laid.playing(), me=None)
        assert (desk.held.order, desk.pad()) == ((), {})
        assert "by suit" not in text(desk)

    def test_going_out_soon_is_told_with_what_it_scores(self) -> None:
        desk, _ = desk_of(Table("9S 9H 9C 4D", "8C 7D", opened=(0,)).match)
        assert "4 cards, by suit, going out scores -10" in text(desk)

    def test_when_a_round_is_over_all_that_is_left_lies_open(self) -> None:
        desk, table = desk_of(romi_laid.scored())
        table.tell_room("deal")
        shown = text(desk)
        assert re.search(r"Bo +30 ", shown)
        assert all(left in shown for left in ("went out", "had 10♣ J♣ Q♣", "had 4♠ 9♥ K♦ *", "had 3♠ 2♣"))

    def test_the_score_sheet_tells_who_went_out_and_who_leads(self) -> None:
        seen = romi_laid.scored().view(0)
        assert outcome(find("romi"), seen, ("a", "b", "c", "d")) == "b went out in round 1.\nb leads."
        nobody = msgspec.structs.replace(seen, facts={**seen.facts, "out": None})
        assert outcome(find("romi"), nobody, ("a", "b", "c", "d")).startswith("Nobody went out.")

    def test_the_log_speaks_of_cards_as_they_look(self) -> None:
        for glyphs, told in ((FINE, "takes K♥ from"), (PLAIN, "takes KH from")):
            table = Table("3S 10H 5S JH QH", "8C 7D", discard="KH", step="draw")
            desk, near = desk_of(table.match, glyphs=glyphs)
            assert ("Take the K♥" if glyphs is FINE else "Take the KH") in text(desk)
            press("t", desk, near)
            assert told in text(desk)

    def test_the_board_for_any_game_shows_romi_too(self) -> None:
        for laid in LAID:
            view = laid().view(0)
            canvas = Canvas(80, 24)
            people = tuple(map(Person, "ABCDEF"))[: len(view.scores.totals)]
            boards.find("_any").draw(canvas, Region(0, 1, 80, 20), Scene(view, people, 0))
            assert "the stock" in canvas.text()


def _pad(view: View) -> dict[Spot, str]:
    melds = [Spot(zone.name, 0) for zone in view.zones if zone.kind == "meld"]
    return {**dict.fromkeys(words.held(view), "1"), **romi.pad(view, 0, melds)}
