from __future__ import annotations

import msgspec
import pytest

from net import wire
from net.link import Link
from tests.tui.offers import view
from tests.tui.puppet import ANNA, BEN, BOT, chair, room
from tui.standing import absence, whose

NAMES = ("Ada", "Bo", "Cy")
GONE = chair("ben", "bot", line="away")


def test_of_those_who_are_waited_for_i_come_first() -> None:
    waited = msgspec.structs.replace(view(()), turn=-1, awaited=(0, 1, 2))
    assert whose(msgspec.structs.replace(waited, viewer=1), NAMES) == "Waiting for you, Ada and Cy."
    assert whose(msgspec.structs.replace(waited, viewer=None), NAMES) == "Waiting for Ada, Bo and Cy."


@pytest.mark.parametrize(
    ("ben", "others", "said"),
    [
        (BEN, [ANNA, BOT], ""),
        (GONE, [ANNA, BOT], "You are away, and a bot plays for you. Press % to be back."),
        (GONE, [chair("carl", line="lost"), BOT], "You are away, and the table waits. Press % to be back."),
        (chair("ben", line="lost"), [BOT], "The table waits until somebody is back."),
    ],
)
def test_who_is_away_is_told_how_to_be_back_and_others_whether_the_table_waits(
    ben: wire.Chair, others: list[wire.Chair], said: str
) -> None:
    link = Link("ben", "t" * 20, "CODE")
    link.seat, link.room = 0, room(ben, *others, phase="play")
    assert absence(link) == said
    link.room = room(ben, *others, phase="deal")
    assert absence(link) == ""
