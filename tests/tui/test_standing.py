from __future__ import annotations

import msgspec

from tests.tui.test_picker import view
from tui.standing import whose

NAMES = ("Ada", "Bo", "Cy")


def test_of_those_who_are_waited_for_i_come_first() -> None:
    waited = msgspec.structs.replace(view(()), turn=-1, awaited=(0, 1, 2))
    assert whose(msgspec.structs.replace(waited, viewer=1), NAMES) == "Waiting for you, Ada and Cy."
    assert whose(msgspec.structs.replace(waited, viewer=None), NAMES) == "Waiting for Ada, Bo and Cy."
