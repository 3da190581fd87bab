"""Games by keys, in terminals: each call does what the player is asked for, if it is anything."""

from __future__ import annotations

import re

from tests.tui.terminal import Terminal

PRESSES_MAX = 600
"""No round takes more."""


def play_allegra(player: Terminal) -> None:
    """Press one key: draw, discard, or turn up the first card that can be."""
    text = player.text
    if found := re.search(r"[║│]([0-9yuiop]) ▒", text):
        key = found[1]
    elif "Draw from the deck" in text:
        key = "d"
    elif "Discard the" in text:
        key = "x"
    else:
        return
    player.press(key)
    player.wait_for_change(text)


def play_aluette(player: Terminal) -> bool:
    """Do what the player is asked for. False if it is nothing."""
    text = player.text
    if " y  Agree to the chant" in text:
        player.press("n")
        player.wait_for_change(text)
    elif " p  Play a card" in text:
        player.press("1p")
        player.wait_for(without=" p  Play a card")
    else:
        return False
    return True
