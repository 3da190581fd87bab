"""One game being played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.board import CHANCE, CLOCK, Board, Happening, Quiet, Refused, Seat, Viewer, look, look_closer
from engine.game import Game, View, all_offers, read_options, wrong_seats


class Match:
    """A state and the acts that led to it. An act is applied whole or not at all."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, int | str] | None = None) -> None:
        """Raises Refused for a number of seats or an option that the game does not have."""
        if seats not in game.SEATS:
            raise wrong_seats(game, seats)
        self.game = game
        self.options = read_options(game, options or {})
        self.state = game.start(seats, self.options)
        self._decode = msgspec.json.Decoder(game.Action).decode
        # Through msgpack and back: ten times quicker than deepcopy, and it proves that the state serialises.
        self._pack = msgspec.msgpack.Encoder().encode
        self._unpack = msgspec.msgpack.Decoder(type(self.state)).decode

    def act(self, seat: Seat, action: bytes) -> Sequence[Happening]:
        """Apply one action, given as JSON, and say what happened. Raises Refused, and then nothing has changed."""
        try:
            decoded = self._decode(action)
        except (msgspec.DecodeError, RecursionError):
            raise Refused("not-understood") from None
        if self.state.over:
            raise Refused("over")
        if seat not in (CHANCE, CLOCK) and not 0 <= seat < self.state.seats:
            raise Refused("no-such-seat", seat)
        board = Board(self._unpack(self._pack(self.state)), self.game.sees)
        self.game.act(board, seat, decoded)
        self.state = board.state
        return board.happenings

    def after(self, state: Any, seat: Seat, action: bytes) -> Any:
        """What becomes of another state of this game by an action that is allowed there: in thought, nobody is told."""
        board = Quiet(self._unpack(self._pack(state)), self.game.sees)
        self.game.act(board, seat, self._decode(action))
        return board.state

    def view(self, viewer: Viewer) -> View:
        """All that this viewer may know now."""
        return self.views([viewer])[0]

    def views(self, viewers: Iterable[Viewer]) -> list[View]:
        """All that each of these viewers may know now. What is the same for all of them is made once."""
        game, state = self.game, self.state
        awaited = () if state.over else game.awaited(state)
        timers, scores = game.timers(state), game.scores(state)
        seen_by_all = look(state, game.sees, None)
        return [
            View(
                viewer=viewer,
                turn=state.turn,
                turns=state.turns,
                awaited=awaited,
                over=state.over,
                zones=look_closer(seen_by_all, state, game.sees, viewer),
                facts=game.facts(state, viewer),
                offers=() if viewer is None or state.over else all_offers(game, state, viewer),
                timers=tuple([timer.name for timer in timers if timer.to is None or viewer in timer.to]),
                scores=scores,
                silent=state.silent,
            )
            for viewer in viewers
        ]
