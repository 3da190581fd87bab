"""What the host can do with the table, and what the table asks while nobody plays."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from engine.game import option_says, options_of
from engine.games import GAMES
from engine.strengths import STRENGTHS, Strength
from net import wire
from net.link import Link
from tui.company import (
    BOTS,
    KEEP,
    NO_CHAIR_OPEN,
    NOBODY,
    TAKE,
    WHOSE_CHAIR,
    between_games,
    chair_for_bot,
    choices,
    has_free_chair,
    option_word,
    which_watcher,
)
from tui.language import _, put, translated
from tui.line.menu import Choice, Menu, Mouth, answers, capital, numbered, simple
from tui.line.says import SAYS
from tui.standing import is_unready


class Powers(NamedTuple):
    link: Link
    mouth: Mouth
    strength: Strength = "normal"
    """Of the bots that sit down."""

    def usual(self, room: wire.Room) -> Menu:
        """What the table asks of me while nobody plays."""
        if self.link.host and room.phase == "lobby":
            return self.hosts(room)
        joins = self.link.seat is not None and room.phase == "lobby" and not room.chairs[self.link.seat].ready
        if self.link.seat is None and room.phase != "play" and has_free_chair(room):
            return numbered([self._send(put(SAYS["sit"]), wire.Sit())])
        waits = joins or (is_unready(self.link) and self.link.view is not None)
        return numbered([self._send(put(SAYS["ready"]), wire.Ready())]) if waits else {}

    def hosts(self, room: wire.Room) -> Menu:
        """What the host can do."""
        idle = between_games(room)
        found = [self._send(put(SAYS["start"]), wire.Start())] if idle else []
        found += [simple(put(SAYS["seat-bot"]), self._seat_bot), simple(put(SAYS["chairs"]), self._chairs)]
        return numbered([*found, simple(put(SAYS["set-options"]), self._options)] if idle else found)

    @property
    def _room(self) -> wire.Room:
        """As it is now, and not as it was when a menu was told."""
        assert self.link.room is not None
        return self.link.room

    def _send(self, label: str, message: wire.FromClient) -> Choice:
        return simple(label, partial(self.mouth.send, message))

    def _seat_bot(self) -> None:
        if (seat := chair_for_bot(self._room)) is not None:
            self.mouth.send(wire.SeatBot(seat, self.strength))
        else:
            self.mouth.tell([_(NO_CHAIR_OPEN)])

    def _chairs(self) -> None:
        room, found = self._room, []
        for seat, chair in enumerate(room.chairs):
            if chair.sitter != "nobody" and seat != self.link.seat:
                found += self._chair(seat, chair)
            is_vacant = chair.line in ("lost", "left") or not chair.is_held
            if is_vacant and room.watchers and room.phase != "play":
                label = put(SAYS["give-open"], seat + 1) if chair.sitter == "nobody" else put(SAYS["give"], chair.name)
                found.append(simple(label, partial(self._give, seat, chair)))
        if between_games(room) and len(GAMES[room.game].SEATS) > 1:
            found += [simple(put(SAYS["more-chairs"]), partial(self._resize, 1))]
            found += [simple(put(SAYS["fewer-chairs"]), partial(self._resize, -1))]
        self.mouth.ask([], numbered(found), put(SAYS["nothing"]))

    def _chair(self, seat: int, chair: wire.Chair) -> list[Choice]:
        """What can be done with a chair that somebody holds."""
        found = []
        if chair.sitter == "person" and chair.line != "here":
            found.append(self._send(put(SAYS["play-for"], chair.name), wire.SeatBot(seat, self.strength)))
        if chair.sitter == "bot":
            found.append(simple(put(SAYS["strength"], chair.name), partial(self._strength, seat)))
        if chair.is_held:
            found.append(simple(put(SAYS["free"], chair.name), partial(self._free, seat, chair.name)))
        elif between_games(self._room):
            found.append(self._send(put(SAYS["free"], chair.name), wire.FreeSeat(seat)))
        return found

    def _give(self, seat: int, chair: wire.Chair) -> None:
        found = [self._send(put(SAYS["give-to"], name), wire.GiveSeat(seat, name)) for name in self._room.watchers]
        self.mouth.ask([which_watcher(chair)], numbered([*found, simple(_(NOBODY.label), self.mouth.where)]), "")

    def _strength(self, seat: int) -> None:
        found = [self._send(_(BOTS[strength][0]), wire.SeatBot(seat, strength)) for strength in STRENGTHS]
        self.mouth.ask([], numbered(found), "")

    def _resize(self, by: int) -> None:
        self.mouth.send(wire.SetSeats(len(self._room.chairs) + by))

    def _free(self, seat: int, name: str) -> None:
        take = partial(self.mouth.send, wire.FreeSeat(seat))
        self.mouth.ask([_(WHOSE_CHAIR).format(name=name)], answers((KEEP, self.mouth.where), (TAKE, take)), "")

    def _options(self) -> None:
        found = [
            simple(put(SAYS["change-option"], option_word(name), option_word(value)), partial(self._option, name))
            for name, value in self._room.options.items()
        ]
        self.mouth.ask([], numbered(found), "")

    def _option(self, name: str) -> None:
        """A new value is typed as it is."""
        game = GAMES[self._room.game]
        known, explained = options_of(game)[name], translated(option_says(game, name))
        said = put(
            SAYS["change"], capital(option_word(name)), option_word(self._room.options[name]), explained, choices(known)
        )
        values = [str(value) for value in known.choices]
        self.mouth.ask([said], {value: self._send("", wire.SetOption(name, value)) for value in values}, "")
