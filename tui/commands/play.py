"""Open the app: the start screen, a table of mine, or the way to a friend's."""

from __future__ import annotations

import argparse
import gc
import os
import sys

from msgspec.structs import replace

from net import invite, tables, tokens
from net.trouble import Trouble
from tui import settings
from tui.commands import argv
from tui.commands.asked import name_asked, seats_asked, to_resume, usual_name
from tui.commands.tell import tell
from tui.plan import Plan, returning
from tui.tour import touring


def open_start(asked: argparse.Namespace) -> int:
    return open_app(asked, Plan("start", usual_name(), asks_name=not settings.now().name))


def open_host(asked: argparse.Namespace) -> int:
    """A new table; or, if no game is named, my seat at a table of mine that runs or was interrupted."""
    if asked.resume is not None or asked.game is None:
        return open_app(asked, replace(returning(my_table(asked.resume)), plain=asked.plain))
    seats = seats_asked(asked)
    if not 0 <= asked.bots < seats:
        raise Trouble("too-many-bots", asked.bots, seats)
    return open_app(
        asked,
        Plan(
            "host",
            name_asked(asked),
            game=asked.game,
            seats=seats,
            bots=asked.bots,
            strength=asked.strength,
            port=asked.port,
            bind=asked.bind,
            socket=None if asked.socket is None else str(asked.socket),
            tls=asked.tls,
            announced=asked.announced,
            ssh=asked.ssh,
            options=dict(asked.option),
            plain=asked.plain,
        ),
    )


def my_table(wanted: str | None) -> str:
    """The table of mine that is meant: the newest that runs; with --resume, the one named there, running or not, or
    the newest that was interrupted. Raises Trouble."""
    if wanted is None:
        running = tables.running()
        if not running:
            raise Trouble("none-running")
        return running[0]
    return wanted if wanted and tables.runs(wanted) else to_resume(wanted)


def open_solo(asked: argparse.Namespace) -> int:
    seats = seats_asked(asked)
    if asked.tour and asked.seats is not None:
        raise Trouble("tour-seats")
    plan = Plan(
        "solo",
        name_asked(asked),
        game=asked.game,
        seats=seats,
        bots=seats - 1,
        strength=asked.strength,
        bind="local",
        options=dict(asked.option),
        plain=asked.plain,
    )
    return open_app(asked, touring(plan) if asked.tour else plan)


def open_join(asked: argparse.Namespace) -> int:
    where = None if asked.invite is None else invite.parse(asked.invite)
    argv.hide(asked.invite or "")
    named = asked.name is not None
    if where is not None and not named:
        asked.name = tokens.name_for(where, "watch" if asked.command == "watch" else "play", usual_name())
    return open_app(asked, Plan(asked.command, name_asked(asked), named=named, invite=where, plain=asked.plain))


def open_app(asked: argparse.Namespace, plan: Plan) -> int:
    """Play on the screen; in lines if that is wanted, or if there is no screen."""
    if plan.command != "start" and (plan.plain or not has_screen()):
        from tui.line.shell import run  # without Textual, for which one would wait

        code, (complaint, farewell) = 0, run(plan)
    elif has_screen():
        gc.disable()  # until the first picture is there, which is as soon again
        from tui.app import TocTocApp  # it takes its time: only who needs a screen waits for it

        app = TocTocApp(plan, diff=asked.diff)
        complaint, farewell, code = app.run(), app.farewell, app.return_code or 0
    else:
        raise Trouble("no-terminal")
    if complaint is not None:
        print(complaint, file=sys.stderr)
        return 1
    if farewell:
        tell(farewell)
    return code


def has_screen() -> bool:
    """There is a terminal that can draw, in which Textual reads from the one and draws on the other."""
    needed = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return os.environ.get("TERM") != "dumb" and all(stream is not None and stream.isatty() for stream in needed)
