"""The program at a table where nothing happens by itself, for a terminal: `python -m tests.tui.seat GAME`.

SIGUSR1 lets somebody act, as the bots play; first of all it brings the table. SIGUSR2 has all that is shown drawn anew.
With --record FILE everything that the shadow of the terminal is told is written there, one JSON line each: a text, or a
size or null for a doubt.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.games import GAMES
from net import dial, invite, tokens, wire
from net.link import Link
from tests.kit import by_bots
from tests.tui.near import NearTable
from tui import quirks
from tui.app import TocTocApp
from tui.plan import Plan
from tui.shadow import Shadow

ACTS_MISSED, ACTS_MAX = 24, 160
OPTIONS: Mapping[str, Mapping[str, int | str]] = {"allegra": {"knock_window": 0}}
"""So that no clock runs."""
NAME = "Konstantina"


class Frames(NearTable):
    """Keeps what it would have told."""

    def __init__(self, game: str, **how: Any) -> None:
        self._frames: list[str] = []
        super().__init__(game=game, **{"seats": max(GAMES[game].SEATS), "options": OPTIONS.get(game), **how})

    def taken(self) -> list[str]:
        """All that has been told since the last time."""
        taken, self._frames = self._frames, []
        return taken

    def _hear(self, message: wire.FromHost) -> None:
        self._frames.append(wire.encode(message).decode())
        super()._hear(message)


def evening(table: NearTable) -> Iterator[None]:
    """Bots play: some acts until I come to the table, and then one after the other."""
    rng = random.Random(3)
    for number in range(ACTS_MAX):
        if table.match.state.over:
            break
        table.act(*by_bots(table.match, rng))
        if number == ACTS_MISSED:
            table.tell_room("play")
        if number >= ACTS_MISSED:
            yield


class Steps:
    """In place of `net.dial.Dial`."""

    frames: Iterator[list[str]]

    def __init__(self, link: Link, _address: invite.Invite, on_change: Callable[[], None]) -> None:
        self._link, self._on_change = link, on_change

    async def run(self) -> None:
        self._link.opened()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._step)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
        await asyncio.Event().wait()

    def _step(self) -> None:
        for frame in next(self.frames, []):
            self._link.receive(frame)
            self._on_change()
        self.flush()

    def flush(self) -> None:
        self._link.drain()

    def stop(self) -> None:
        """Nobody is told."""


class Recorded(Shadow):
    log: Path

    def doubt(self, size: tuple[int, int] | None = None) -> None:
        self._note(size)
        super().doubt(size)

    def write(self, text: str) -> None:
        self._note(text)
        super().write(text)

    def _note(self, what: object) -> None:
        with self.log.open("ab") as log:
            log.write(msgspec.json.encode(what) + b"\n")


class App(TocTocApp):
    def on_mount(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, lambda: self.screen.refresh())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--no-diff", action="store_true")
    parser.add_argument("--record", type=Path)
    asked = parser.parse_args()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})  # it may come too early
    table = Frames(asked.game)
    Steps.frames = iter([table.taken() for _ in evening(table)])
    vars(dial).update(Dial=Steps)
    vars(tokens).update(seat_token=lambda *_: "t" * 32)
    if asked.record:
        Recorded.log = asked.record
        vars(quirks).update(Shadow=Recorded)
    plan = Plan("join", NAME, invite=invite.parse("toctoc://127.0.0.1:9/KWXBTR"))
    sys.exit(App(plan, diff=not asked.no_diff).run())


if __name__ == "__main__":
    main()
