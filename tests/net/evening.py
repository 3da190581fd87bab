"""A table with real links around it, and people who do what the bot of the game would do."""

from __future__ import annotations

import random

from engine import journal
from engine.board import Seat
from engine.match import Match
from net.fairdeal import is_played
from tests.net.company import Company

Act = tuple[str, bytes]


class Evening(Company):
    """Nobody acts before the test says so, but for bots, which take their time. `host` is who came first."""

    def __init__(self, *names: str, game: str, **options: int | str) -> None:
        super().__init__(*names, game=game, **options)
        self.host, self.names = names[0], names
        self.dice = random.Random(game)
        self.start()
        self.deal()

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def here(self) -> list[str]:
        return [name for name in self.names if self.links[name].online]

    def acts_of(self, *seats: Seat) -> list[journal.Acted]:
        return [line for line in self.lines if isinstance(line, journal.Acted) and line.seat in seats]

    def deal(self) -> None:
        """Also what comes before the first deal, as a draw does."""
        while not is_played(self.match) and not self.match.state.over:
            self.ready()

    def wanted(self, name: str) -> bytes | None:
        """What somebody wants to do now, if anything."""
        view = self.links[name].view
        return self.match.game.bot(view, self.dice) if view is not None and view.offers else None

    def next_act(self) -> Act | None:
        """What somebody who is here wants to do; nothing if all would rather wait."""
        for name in self.dice.sample(self.here, len(self.here)):
            if action := self.wanted(name):
                return name, action
        return None

    def go_on(self, act: Act | None) -> None:
        """Do that, or let some time pass."""
        if act is None:
            return self.wait(0.5)
        name, action = act
        assert self.links[name].act(action)
        self.settle()
