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
from tests.tui.romi_desk import desk_of, picture, press, text
from tests.tui.sitting import sitting
from tui import boards
from tui.boards import romi
from tui.desk import Desk
from tui.outcome import outcome
from tui.spoken import find
from tui.spoken import romi as words
from tui.theme import FINE, PLAIN
from tui.widgets.canvas import Canvas
from tui.widgets.scene import Person, Scene

SIZES = [(80, 24), (100, 30), (120, 40), (200, 60)]
LAID = [romi_laid.playing, romi_laid.opening, romi_laid.cutting, romi_laid.crowded, romi_laid.scored]
WIDE = "漢字" * 5
LONG = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AH 2H 3H 4H 5H 6H *"
"""More cards than anybody ever holds."""


def overfull() -> Match:
    """With more cards in hand than anybody ever has there is little room for the melds."""
    match = romi_laid.crowded()
    match.state.zones["hand:0"] += match.state.zones["stock"][:5]
    del match.state.zones["stock"][:5]
    return match


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
