"""The toy game with one more act, which is always allowed and which nobody else learns of: to muse.

A muse that is played twice is counted twice, and whoever is told of another's muse has been told a secret.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from engine.board import Board, Seat, Viewer
from engine.game import Offer, Options, View
from tests import toy
from tests.toy import (
    HELP,
    OPTIONS,
    RULES,
    SEATS,
    SHEET,
    awaited,
    beside,
    bot,
    chance,
    choices,
    offers,
    play_out,
    scores,
    sees,
    timers,
)

__all__ = [
    "HELP",
    "OPTIONS",
    "RULES",
    "SEATS",
    "SHEET",
    "awaited",
    "beside",
    "bot",
    "chance",
    "choices",
    "offers",
    "play_out",
    "scores",
    "sees",
    "timers",
]

NAME = "Muse"
SAYS = {**toy.SAYS, "muse": "Muse.", "mused": "You have mused {0} times."}


class MuseState(toy.ToyState, kw_only=True):
    mused: list[int]


class Muse(msgspec.Struct, frozen=True, tag="muse", forbid_unknown_fields=True):
    pass


Action = toy.Action | Muse
MUSE = msgspec.json.encode(Muse())


def start(seats: int, options: Options) -> MuseState:
    return MuseState(**msgspec.structs.asdict(toy.start(seats, options)), mused=[0] * seats)


def imagine(view: View, options: Options, rng: random.Random) -> MuseState:
    mused = [view.facts["mused"] if seat == view.viewer else 0 for seat in range(len(view.scores.totals))]
    return MuseState(**msgspec.structs.asdict(toy.imagine(view, options, rng)), mused=mused)


def act(board: Board, seat: Seat, action: Any) -> None:
    if isinstance(action, Muse):
        board.state.mused[seat] += 1
        board.note("mused", board.state.mused[seat], by=seat, to=[seat])
    else:
        toy.act(board, seat, action)


def facts(state: MuseState, viewer: Viewer) -> dict[str, Any]:
    return {**toy.facts(state, viewer), "mused": None if viewer is None else state.mused[viewer]}


def asides(state: MuseState, seat: Seat) -> tuple[Offer, ...]:
    return (Offer("muse", "m", msgspec.Raw(MUSE), aside=True),)
