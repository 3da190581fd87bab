"""My turn in Römi, by keys and clicks."""

from __future__ import annotations

import pytest

from engine.board import Spot
from tests.engine.games.romi_table import Table
from tests.tui import romi_laid
from tests.tui.romi_desk import desk_of, press, text
from tests.tui.sitting import place_of, sitting
from tui.boards import romi
from tui.theme import FINE, PLAIN


async def test_cards_first_and_then_what_to_do() -> None:
    async with sitting(seats=2, game="romi") as pilot:
        pilot.app.table.lay_out(Table("9S 9H 9D 4C 5D", "8C 7D", opened=(0,)).match)
        await pilot.press("1", "3", "l", "backspace")  # by suit: 9♠ 9♥ 4♣ 5♦ 9♦
        assert pilot.app.asked == []
        await pilot.press("3", "2", "5", "l")
        assert pilot.app.asked[0]["picks"] == [["hand:0", 0], ["hand:0", 1], ["hand:0", 2]]


async def test_a_refusal_leaves_the_marks_and_can_be_answered() -> None:
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


def test_where_there_is_a_choice_it_is_told_which_card_a_joker_becomes() -> None:
    desk, near = desk_of(romi_laid.asking())
    press("8", desk, near)
    assert "Joker" not in text(desk)
    press("34", desk, near)
    assert " j  Joker as 10♥    k  Joker as K♥" in text(desk).splitlines()[-2]
    desk, near = desk_of(Table("8S 9S JH QH * 2C", "8C 7D", melds={1: ("5D 6D 7D",)}, opened=(0, 1)).match)
    press("a6f1", desk, near)
    assert "The joker can be 4♦ (press n) or 8♦ (press m)." in text(desk)
    assert " n  Joker as 4♦    m  Joker as 8♦" in text(desk).splitlines()[-2]


def test_what_can_be_done_with_a_joker_leaves_room_for_the_other_keys() -> None:
    desk, near = desk_of(romi_laid.asking())
    press("348", desk, near)
    foot = text(desk).splitlines()[-2:]
    assert all(f" {key} " in " ".join(foot) for key in "ljkx")
    assert foot[1].endswith("enter chat   ? help")


async def test_cards_are_added_by_two_keys_or_a_click() -> None:
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


async def test_what_is_chosen_is_lowered_when_my_hand_is_another_one() -> None:
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


def test_a_mark_keeps_cards_and_the_keys_of_melds_apart() -> None:
    table = Table("9S 10S 4C 5D KS", "8C 7D", melds={1: ("6S 7S 8S", "QH QD QC")}, opened=(0, 1))
    desk, near = desk_of(table.match)
    press("a12f1a", desk, near)
    assert "f1 6♠ 7♠ 8♠ 9♠◂ 10♠◂ f2 Q♥ Q♦ Q♣" in text(desk)
    press("f1", desk, near)
    assert "f1 6♠ 7♠ 8♠ 9♠◂ 10♠✓ f2 Q♥" in text(desk)


async def test_the_order_of_my_hand_is_mine() -> None:
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


async def test_a_hint_marks_and_says_but_plays_nothing() -> None:
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


async def test_on_the_first_turn_a_hint_says_what_to_keep_as_nothing_can_be_laid() -> None:
    async with sitting(seats=2, game="romi") as pilot:
        pilot.app.table.lay_out(Table("9S 9H 9D 4C 5D", "8C 7D", ended=0).match)
        await pilot.pause()
        assert "It is your turn. Nobody opens on their first turn. Discard a card." in pilot.app.text
        await pilot.press("!")
        assert "worth keeping: 9" in pilot.app.text


async def test_without_hints_nothing_is_marked_as_found() -> None:
    async with sitting(seats=2, game="romi") as pilot:
        app = pilot.app
        app.table.lay_out(Table("9S 9H 9D 4C 5C 6C 2H", "8C 7D", opened=(0,), hints="off").match)
        await pilot.press("!")
        assert "Hint: there is none now." in app.text
        assert "! hint" not in app.text
        assert FINE.found not in app.text
        assert "✓" not in app.text


async def test_the_height_of_the_cut_is_typed_or_moved() -> None:
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


def test_the_sum_of_an_opening_says_whether_it_is_enough() -> None:
    table = Table("KS KH KD QS QH QD 2C", "8C 7D")
    for meld, told, key in (("KS KH KD", "= 30 of 51", ""), ("QS QH QD", "= 60, enough (51)", " o  Open (60)")):
        table.do(0, "lay", meld)
        shown = text(desk_of(table.match)[0])
        assert told in shown
        assert (" o  Open" in shown) == bool(key)
        assert key in shown


async def test_an_opening_that_is_not_enough_is_refused_with_the_numbers() -> None:
    """R19, for whoever tries its key, which is not shown."""
    async with sitting(seats=2, game="romi") as pilot:
        table = Table("KS KH KD QS QH QD 2C", "8C 7D")
        table.do(0, "lay", "KS KH KD")
        pilot.app.table.lay_out(table.match)
        await pilot.press("o")
        pilot.app.table.answer()
        await pilot.pause()
        assert "Opening is 30, needs 51. Every card is still in your hand. (R19)" in pilot.app.text


def test_a_chosen_card_is_not_marked_as_a_joker_is_written() -> None:
    assert romi.JOKER not in (FINE.chosen, PLAIN.chosen)


async def test_the_slider_is_clicked() -> None:
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
async def test_a_pile_is_clicked(zone: str, type: str) -> None:
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
def test_what_has_to_be_played_is_told(hand: str, step: str, acts: list[str], told: str) -> None:
    table = Table(hand, "8C 7D", opened=(0,), step=step, discard="KH")
    for act in acts:
        table.do(0, act)
    desk, _ = desk_of(table.match)
    assert f"It is your turn. {told}" in text(desk)


def test_it_is_told_that_the_card_kept_cannot_end_the_turn() -> None:
    table = Table("KS KH KD QS QH QD", "8C 7D", step="draw", ended=1, discard="2C")
    table.do(0, "take")
    table.open(0, "KS KH KD", "QS QH QD")
    desk, _ = desk_of(table.match)
    assert "It is your turn. 2♣ cannot be your discard. Play it, or take back." in text(desk)
