"""What was asked for on the command line, and the one sentence for what cannot be."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from contextlib import suppress

from engine.board import Refused
from engine.game import Game, options_of
from engine.games import GAMES
from engine.match import Match
from net import limits, tables
from net.clean import clean
from net.trouble import Trouble
from tui import says, settings
from tui.company import choices
from tui.plan import usual_seats


def usual_name() -> str:
    """What to call somebody who tells no name: the name of the settings, or the login."""
    return settings.now().name or login()


def login() -> str:
    """The name in this system; empty if it knows none."""
    try:
        return clean(typed(getpass.getuser()), limits.NAME_CELLS_MAX)
    except (OSError, KeyError):
        return ""


def name_asked(asked: argparse.Namespace) -> str:
    """The name that was told, or the usual one. Raises Trouble if none can be shown, or not all of it."""
    told = None if asked.name is None else typed(asked.name)
    name = usual_name() if told is None else clean(told, limits.NAME_CELLS_MAX)
    if not name:
        raise Trouble("no-name")
    if told is not None and clean(told, 2 * limits.NAME_CELLS_MAX) != name:
        raise Trouble("long-name", told, limits.NAME_CELLS_MAX)
    return name


def typed(text: str) -> str:
    """A text of the command line as it was typed: in UTF-8, also where the locale has no letters for all of it."""
    with suppress(UnicodeError):
        return os.fsencode(text).decode()
    return text


def game_asked(asked: argparse.Namespace) -> Game:
    """The game that was named. Raises Trouble if there is none."""
    if asked.game is None:
        raise Trouble("no-game", ", ".join(GAMES))
    if asked.game not in GAMES:
        raise Trouble("no-such-game", asked.game, ", ".join(GAMES))
    return GAMES[asked.game]


def seats_asked(asked: argparse.Namespace) -> int:
    """The number of chairs. Raises Trouble, before anything is opened, if there can be no such table."""
    game = game_asked(asked)
    seats = usual_seats(game) if asked.seats is None else asked.seats
    try:
        Match(game, seats, dict(asked.option))
    except Refused as refused:
        raise misfit(game, refused) from None
    return int(seats)


def to_resume(wanted: str) -> str:
    """This table that was interrupted; without one, the newest that can be gone on with, and a word on a newer one that
    cannot. Raises Trouble."""
    if wanted:
        tables.check(wanted)
        return wanted
    table, passed_over = tables.to_resume()
    if passed_over:
        print(says.trouble(Trouble("passed-over", passed_over)), file=sys.stderr)
    return table


def misfit(game: Game, refused: Refused) -> Trouble:
    """Why there can be no such table, and what there can be."""
    match refused.code, refused.details:
        case "no-such-option", (name,):
            return Trouble("unknown-option", name, ", ".join(options_of(game)))
        case "no-such-choice", (str(name), value):
            return Trouble("unknown-choice", name, value, choices(options_of(game)[name]))
        case "seats", _:
            return Trouble("wrong-seats", game.NAME, min(game.SEATS), max(game.SEATS))
        case "seats-fixed", (_, number):
            return Trouble("wrong-seats-fixed", game.NAME, number)
    return Trouble(refused.code, *refused.details)
