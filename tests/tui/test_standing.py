from __future__ import annotations

import msgspec

from tests.tui.puppet import ANNA, BOT, chair, room
from tests.tui.test_picker import view
from tui.standing import stands_still, whose

NAMES = ("Ada", "Bo", "Cy")


def test_of_those_who_are_waited_for_i_come_first() -> None:
    waited = msgspec.structs.replace(view(()), turn=-1, awaited=(0, 1, 2))
    assert whose(msgspec.structs.replace(waited, viewer=1), NAMES) == "Waiting for you, Ada and Cy."
    assert whose(msgspec.structs.replace(waited, viewer=None), NAMES) == "Waiting for Ada, Bo and Cy."


def test_a_table_stands_still_while_nobody_is_there_who_is_no_bot() -> None:
    away, lost = chair("ben", "bot", line="away"), chair("carl", line="lost")
    assert stands_still(room(away, lost, BOT, phase="play"))
    assert not stands_still(room(away, ANNA, BOT, phase="play"))
