from __future__ import annotations

import msgspec
import pytest

from engine.game import Offer
from net.link import Link
from tests.tui.offers import DRAW, SWAP, picker, view
from tests.tui.puppet import ANNA, BEN, chair, room
from tui.theme import FINE
from tui.widgets.canvas import Canvas
from tui.widgets.foot import draw_bar, headline, offered

NAMES = ("Konstantina", "Bartholomew the 9th", "Maximilian")
SAYS = {"give": "Give the {1} to {p0}", "swap": "Swap the {0} with a card of your own area"}


def bar(width: int, *offers: Offer) -> str:
    canvas = Canvas(width, 2)
    draw_bar(canvas, 0, offered(picker(*offers), NAMES, SAYS, False, FINE), [], FINE)
    return canvas.text()


def offer(code: str, key: str, *args: int | str) -> Offer:
    return Offer(code, key, msgspec.Raw(b"{}"), args)


def test_what_there_is_room_for_is_not_cut() -> None:
    assert bar(50, offer("give", "g", 1, "5"), offer("swap", "s", "5")).splitlines() == [
        "  g  Give the 5 to Bartholomew the 9th",
        "  s  Swap the 5 with a card of your own area",
    ]


@pytest.mark.parametrize(("width", "shown"), [(67, "Give … Bartholomew the 9th"), (50, "Give … Bartholome…")])
def test_an_offer_that_is_cut_still_says_whom_and_what_it_is_about(width: int, shown: str) -> None:
    text = bar(width, offer("swap", "s", "5"), offer("give", "g", 1, "5"), offer("swap", "x", "-1"), offer("draw", "d"))
    assert "Swap the 5" in text
    assert shown in text


def test_the_second_of_a_kind_says_only_what_is_new() -> None:
    assert "… Maximilian" in bar(80, offer("give", "g", 1, "5"), offer("give", "a", 2, "5"))


@pytest.mark.timeout(1)
def test_a_label_without_end_is_cut_at_once() -> None:
    assert len(bar(80, *(offer("x" * 4_000, key) for key in "abcdefghijklmnopqrstuvwxyz")).splitlines()[0]) <= 80


def test_what_is_done_beside_the_play_is_not_told_of_where_others_play() -> None:
    link = Link("ben", "t" * 20, "CODE")
    link.online = True
    look = msgspec.structs.replace(offer("look", "j"), aside=True)
    for offers, may in (((look,), ""), ((look, offer("knock", "k")), " You may press k.")):
        link.view = msgspec.structs.replace(view(offers), viewer=1)
        assert headline(link, picker(), NAMES, SAYS, "")[0] == f"It is Konstantina's turn.{may}"


def test_who_is_away_is_told_so_unless_they_are_choosing() -> None:
    link = Link("ben", "t" * 20, "CODE")
    link.online, link.seat = True, 0
    link.room = room(chair("ben", "bot", line="away"), ANNA, phase="play")
    given, draw = picker(SWAP), picker(SWAP, DRAW)
    assert headline(link, given, NAMES, SAYS, "")[0].startswith("You are away")
    assert headline(link, draw, NAMES, SAYS, "")[0].startswith("You are away")
    draw.press("s", {})
    assert headline(link, draw, NAMES, SAYS, "")[0].startswith("code-s")
    link.room = room(BEN, ANNA, phase="play")
    assert headline(link, given, NAMES, SAYS, "")[0].startswith("code-s")
