"""A deal of Aluette by keys, in four real terminals of 80 columns and 24 lines."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.tui.by_keys import PRESSES_MAX, play_aluette
from tests.tui.terminal import Terminal, close, hosted, toctoc

NAMES = ("anna", "ben", "al[ice]", "dora")
SHRUG = "useless hand"


def sign(by: Terminal, to: Terminal, others: list[Terminal]) -> None:
    """A shrug: the partner sees it on the face, and nobody else anything at all."""
    before = [other.text for other in others]
    by.press("u")
    by.wait_for("You sign useless hand: shrug.")
    to.wait_for("useless hand", r"\╰ ~ ╯/")
    to.wait_for("looks at you", without=r"\╰ ~ ╯/")
    assert [other.text for other in others] == before


@pytest.mark.timeout(120)
def test_a_deal_is_played_by_keys_to_its_score_sheet(tmp_path: Path) -> None:
    with hosted(tmp_path / "anna", game="aluette", seats=4) as (host, invite), ExitStack() as stack:
        players = {"anna": host}
        for name in NAMES[1:]:
            players[name] = stack.enter_context(toctoc("join", invite, "--name", name, home=tmp_path / name))
        host.wait_for(*NAMES)
        host.press("s")
        for player in players.values():
            player.wait_for("the draw for partners")
            player.press(" ")
        host.wait_for("deal 1 of 5", "is asked", "You and")
        host.wait_for_silence(0.2)  # all of it is drawn
        partner = re.search(r"You and (\S+)", host.text)
        assert partner is not None
        others = [players[name] for name in NAMES[1:] if name != partner[1]]
        for player in players.values():
            player.wait_for("deal 1 of 5", "is asked")
        sign(host, players[partner[1]], others)
        seen = ""
        for _ in range(PRESSES_MAX):
            text = host.text
            if "Press space" in text:
                break
            asked = [play_aluette(player) for player in players.values()]
            seen += "".join(player.text for player in players.values())
            if not any(asked):
                host.wait_for_silence(0.1)  # they look at the trick
        for player in players.values():
            player.wait_for("score sheet", "deal 1", "total", "Waiting for")
            assert b"Traceback" not in player.output
        assert "anna signed: a useless hand. " + partner[1] + " saw it." in seen
        assert all(shown in seen for shown in ("●", "▼", "║", "†", "highest", "wins", "trick 9 of 9"))
        close(host)
