"""A round of Römi by keys, in real terminals of 80 columns and 24 lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.by_keys import PRESSES_MAX
from tests.tui.terminal import ENTER, Terminal, close, hosted, toctoc

ASKED = " …\n"
"""So the headline ends while an answer is waited for."""
VERBS = {"lay": "l", "put": "l", "add": "a", "take": "s"}


def play_on(player: Terminal) -> None:
    """Do the next thing: cut, draw, play what the game suggests, open, or discard the first card."""
    text = player.wait_for(without=ASKED)
    foot = "\n".join(text.splitlines()[-3:])
    if "Cut the cards:" in foot:
        player.press("40")
        player.wait_for("You lift 40 cards (1 to 107).")
        player.press(ENTER)
        player.wait_for(without="Cut the cards:")
    elif " d  Draw" in foot:
        player.press("d")
        player.wait_for(without=" d  Draw")
    elif " o  Open" in foot:
        player.press("o")
        player.wait_for(without=" o  Open")
    elif "It is your turn." in foot and not ("! hint" in text and suggested(player)):
        if " x  Discard" not in player.text:
            player.press("b" if " b  Take all back" in player.text else "u")
            return
        player.press("x")
        if " 1 card, " not in player.text:  # the last card goes at once
            player.wait_for("Discard: press its key.")
            player.press("1")
        player.wait_for(without=" x  Discard")


def suggested(player: Terminal) -> bool:
    """Play what the game suggests; False if that is refused, or is not possible now."""
    player.press("!")
    hint = re.search(r"Hint 1 of \d+: (\w+)", player.wait_for("Hint"))
    if hint is None or hint[1] not in VERBS or f" {VERBS[hint[1]]}  " not in player.text:
        return False
    player.press(VERBS[hint[1]])
    text = player.wait_for(without="Hint 1")
    while question := re.search(r"The joker can be .* \(press (\w)\) or", player.wait_for(without=ASKED)):
        player.press(question[1])
        player.wait_for(without="The joker can be")
    return "(R" not in text


@pytest.mark.timeout(120)
def test_a_round_is_played_by_keys_to_its_score_sheet(tmp_path: Path) -> None:
    with (
        hosted(tmp_path, "--option", "rounds=1", game="romi") as (host, invite),
        toctoc("join", invite, "--name", "al[ice]", home=tmp_path) as guest,
    ):
        host.wait_for("al[ice]")
        host.press("s")
        seen = ""
        for _ in range(PRESSES_MAX):
            for player in (host, guest):
                play_on(player)
                seen += player.text
            if "score sheet" in host.text:
                break
        for player in (host, guest):
            player.wait_for("score sheet", "round 1", "total", "Waiting for")
            assert b"Traceback" not in player.output
        assert all(shown in seen for shown in ("opens with ", " of 51", "draws from the stock.", "♠", "♥", "♣", "♦"))
        close(host)
