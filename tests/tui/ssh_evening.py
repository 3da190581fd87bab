"""An evening of Allegra over SSH: a race for a card, in which somebody is dropped and comes back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.tui.by_keys import PRESSES_MAX, play_allegra
from tests.tui.ssh import door, wait_until
from tests.tui.terminal import Terminal, toctoc


@contextmanager
def race(home: Path, watchers: int = 0) -> Iterator[dict[str, Terminal]]:
    """All who are there, when two of three players have raced for a card, and one of those was dropped and is back."""
    options = ("--seats", "3", "--option", "rounds=1", "--option", "knock_window=2")
    with door(home, "allegra", *options) as table, ExitStack() as stack:
        players = {name: stack.enter_context(table.player(name)) for name in ("ben", "cleo")}
        host = players["anna"] = stack.enter_context(toctoc("join", str(table.record.local), home=home))
        host.wait_for("ben", "cleo", "you, host")
        fans = {f"fan{n}": stack.enter_context(table.player(f"fan{n}", "Watch")) for n in range(watchers)}
        host.press("s")
        for player in players.values():
            player.wait_for("Turn up a card, 2 to go")
            player.press("1")
            player.wait_for("Turn up a card, 1 to go")
            player.press("2")
        for player in players.values():
            player.wait_for("It is ", without="to go: ")
        drawer = next(player for player in players.values() if " d  Draw from the deck" in player.text)
        drawer.press("d")
        racing = [player for player in players.values() if player is not drawer]
        for player in racing:
            player.wait_for("k  Knock for the")
        for player in racing:
            player.press("k")
        for player in players.values():
            player.wait_for("knocks 1st", "knocks 2nd")
        players["ben"].child.kill(signal.SIGKILL)
        host.wait_for("ben is disconnected.")
        wait_until(lambda: len(table.processes("guest")) == 1 + watchers)
        players["ben"] = stack.enter_context(table.guest(key="ben"))
        players["ben"].wait_for("knocks 1st", "knocks 2nd")
        host.wait_for("ben is back.")
        yield players | fans


def play_out(players: dict[str, Terminal]) -> None:
    """To the score sheet."""
    for _ in range(PRESSES_MAX):
        for player in players.values():
            if " w  Wave the" in player.text:
                player.press("w")
                player.wait_for(without=" w  Wave the")
            else:
                play_allegra(player)
        if "score sheet" in players["anna"].text:
            break
    for player in players.values():
        player.wait_for("score sheet", "round 1", "total")
        assert b"Traceback" not in player.output
