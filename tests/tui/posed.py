"""The program at a table that lies as it does at a moment of `screens`, for a terminal: `python -m tests.tui.posed
MOMENT`. The table answers what is asked of it, and SIGUSR1 lets somebody act, as the bots play."""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
from typing import ClassVar

from net import dial, invite, tokens, wire
from tests.kit import by_bots
from tests.tui.screens import MOMENTS, Moment, step
from tests.tui.seat import Frames, Steps
from tui.app import TocTocApp
from tui.plan import Plan

POSES = {
    **MOMENTS,
    "allegra-evening": Moment(step("reveal"), seats=3, options={"rounds": 1, "knock_window": 0}),
    "romi-evening": Moment(game="romi", size=(120, 40)),
    "aluette-evening": Moment(game="aluette", seats=4, size=(120, 40)),
}
NAMES = ("Nora", "Ada", "Bruno", "Clara", "Dario", "Elena")


class Sitter(Steps):
    table: ClassVar[Frames]

    async def run(self) -> None:
        self._rng = random.Random(3)
        self._link.opened()
        self._hear()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._step)
        await asyncio.Event().wait()

    def flush(self) -> None:
        for frame in self._link.drain():
            if isinstance(message := wire.from_client(frame), wire.Act):
                assert self.table.link.act(message.action)
                self.table.answer()
                self._hear()

    def _step(self) -> None:
        if not self.table.match.state.over:
            self.table.act(*by_bots(self.table.match, self._rng))
        if self.table.match.state.over:
            self.table.tell_room("over")
        self._hear()

    def _hear(self) -> None:
        for frame in self.table.taken():
            self._link.receive(frame)
            self._on_change()


def table_at(moment: Moment) -> Frames:
    table = Frames(moment.game, seats=moment.seats, me=moment.me, options=moment.options, names=NAMES)
    table.tell_room("play")
    if moment.laid is not None:
        table.lay_out(moment.laid())
    else:
        table.play_until(moment.is_time)
    table.tell_room(moment.phase)
    return table


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("moment", choices=POSES)
    moment = POSES[parser.parse_args().moment]
    Sitter.table = table_at(moment)
    vars(dial).update(Dial=Sitter)
    vars(tokens).update(seat_token=lambda *_: "t" * 32)
    where = invite.parse("toctoc://127.0.0.1:9/KWXBTR")
    sys.exit(TocTocApp(Plan("watch" if moment.me is None else "join", NAMES[0], invite=where)).run())


if __name__ == "__main__":
    main()
