"""What each command does, and the one sentence for whatever goes wrong with it."""

from __future__ import annotations

import argparse
import getpass
import logging
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.board import Refused
from engine.game import Game, options_of, rule_named, rules_of
from engine.games import GAMES
from engine.match import Match
from net import hostkey, invite, lan, limits, listen, store, tables, tls
from net.clean import clean
from net.launch import Failed, Secrets, Serving, new_secrets
from net.tables import Doorway, Record
from net.trouble import Trouble
from tui import argv, fairness, rules, says, settings
from tui.company import by_ssh, choices
from tui.history import in_a_line, in_words, played, tallies
from tui.language import _
from tui.plan import Plan, returning
from tui.replay import as_json, as_text, load, my_chair, report
from tui.tour import touring

if TYPE_CHECKING:
    from net.opening import Opened
    from net.recording import Recording

SEATS_USUAL = 4


# commands with a screen


def open_start(asked: argparse.Namespace) -> int:
    return open_app(asked, Plan("start", usual_name()))


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
        asked.name = store.name_for(where, "watch" if asked.command == "watch" else "play", usual_name())
    return open_app(asked, Plan(asked.command, name_asked(asked), named=named, invite=where, plain=asked.plain))


def open_app(asked: argparse.Namespace, plan: Plan) -> int:
    """Play on the screen; in lines if that is wanted, or if there is no screen."""
    if plan.command != "start" and (plan.plain or not has_screen()):
        from tui.line.shell import run  # without Textual, for which one would wait

        code, (complaint, farewell) = 0, run(plan)
    elif has_screen():
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


# commands without one


def serve(asked: argparse.Namespace) -> int:
    """Host a table in this process."""
    handler = logging.StreamHandler()
    handler.setFormatter(says.LogLine("%(asctime)s %(message)s"))
    logging.basicConfig(handlers=[handler])
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every word to somebody who has just hung up
    goodbyes = logging.getLogger("toctoc")
    goodbyes.setLevel(logging.INFO)
    goodbyes.addFilter(says.FirstLines(limits.GOODBYES_LOGGED_MAX))
    try:
        return open_and_serve(asked)
    except Trouble:
        raise
    except Exception:
        logging.exception(_("The table has broken down."))
        return 1


def open_and_serve(asked: argparse.Namespace) -> int:
    """An app that starts a table gives it the secrets, and gets the answer, over pipes."""
    from net.doorkeeper import keep_open  # as above: the app has no need of them
    from net.host import serve_table

    try:
        table, listening, context, kept, porch = opened_table(asked)
    except Trouble as fault:
        if not asked.piped:
            raise
        tell(msgspec.json.encode(Failed(fault.code, fault.details)).decode())
        return 1

    def tell_where() -> None:
        record = kept.record
        if porch is not None:
            keep_open(kept.table, porch)
        if asked.piped:
            tell(msgspec.json.encode(Serving(kept.table, str(record.shown), str(record.local))).decode())
        else:
            tell(str(record.shown))
            host = _("Join this table as {name}, and you are its host. Press ctrl+c here to close it.")
            print(host.format(name=record.name), file=sys.stderr)
            if record.way is not None:
                print("\n".join(by_ssh(record.way)), file=sys.stderr)
            if warning := says.overheard(record.shown, record.bind):
                print(warning, file=sys.stderr)

    with listen.taken_away(None if kept.record.socket is None else Path(kept.record.socket)):
        stopped = serve_table(table, listening, context, notice(kept.record), tell_where)
    if not table.may_come_back:
        kept.forget()
    elif stopped:
        kept.change(stopped=True)
    kept.close()
    return 0


def notice(record: Record) -> lan.Notice | None:
    """What the network is told of this table: if it is open to it, if its host wants that, and if that is installed."""
    if record.port is None or record.bind != "lan" or not (record.announced and lan.is_installed()):
        return None
    return lan.Notice(record.game, record.name, record.port, record.certificate is not None)


def piped_secrets() -> Secrets:
    try:
        return msgspec.json.decode(sys.stdin.buffer.read(), type=Secrets)
    except msgspec.DecodeError:
        raise Trouble("no-secrets") from None


def opened_table(asked: argparse.Namespace) -> Opened:
    from net import opening

    if asked.resume is not None:
        # An app that has lost its table wants it back even if the game is over: they may want another one.
        return opening.come_back(asked.resume if asked.piped else to_resume(asked.resume), asked.port, ssh_asked(asked))
    name, seats = name_asked(asked), seats_asked(asked)
    secrets = piped_secrets() if asked.piped else new_secrets()
    return opening.open_table(
        Record(
            name,
            asked.game,
            seats,
            dict(asked.option),
            asked.bind,
            asked.port,
            None if asked.socket is None else str(asked.socket),
            secrets.code,
            secrets.host_token,
            certificate=tls.new_certificate() if tls_asked(asked) else None,
            announced=asked.announced,
            ssh=ssh_asked(asked),
        )
    )


def ssh_asked(asked: argparse.Namespace) -> Doorway | None:
    """The door for SSH that is wanted. Raises Trouble if there can be none."""
    return None if asked.ssh is None else Doorway(asked.ssh, hostkey.fingerprint())


def tls_asked(asked: argparse.Namespace) -> bool:
    """Whether the table is to speak TLS: as it was asked to, else if it can and others on the network could listen.

    Raises Trouble if it makes no sense.
    """
    if asked.socket is not None:
        if asked.tls:
            raise Trouble("tls-socket")
        return False
    return asked.bind == "lan" and tls.is_installed() if asked.tls is None else asked.tls


def replay(asked: argparse.Namespace) -> int:
    """Look at one stored game on the screen, or tell it; without one, list them all."""
    if asked.file is None:
        return history(asked)
    path = store.find_journal(asked.file)
    recording = load(path)
    if asked.json:
        tell(as_json(report(recording)))
    elif asked.advice:
        look_back(recording)
    elif asked.text or not has_screen():
        tell(as_text(recording))
    else:
        from tui.app import TocTocApp  # as above
        from tui.screens.replay import ReplayScreen
        from tui.theme import glyphs
        from tui.widgets.playback import Playback

        seen = ReplayScreen(Playback(recording, my_chair(recording, path), glyphs()))
        TocTocApp(Plan("start", login()), diff=asked.diff, first=seen).run()
    return 0


def look_back(recording: Recording) -> None:
    """Judge every decision. Whoever does not want to wait presses ctrl+c, and keeps what there is."""
    from tui.lookback import Lookback  # with all that bots think with: as above

    lookback = Lookback(recording)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        for line in lookback.lines():
            tell(line)
    tell("\n".join(lookback.totals()) or _("Nobody has had to think."))


def history(asked: argparse.Namespace) -> int:
    """The stored games, the newest first, and what has come of all of mine."""
    games = []
    for path in store.journals():
        games.append(played(path))
        if not asked.json:
            tell(in_a_line(games[-1]))
    counted = tallies(games)
    if asked.json:
        tell(as_json({"games": games, "tallies": counted}))
    elif not games:
        tell(_("There are no journals yet."))
    elif counted:
        tell("\n".join(["", *map(in_words, counted)]))
    return 0


def verify(asked: argparse.Namespace) -> int:
    """Check the deals of one journal."""
    fair, sentence = fairness.verified(store.find_journal(asked.file))
    tell(sentence)
    return 0 if fair else 1


def show_rules(asked: argparse.Namespace) -> int:
    """All rules of a game, or one."""
    game = game_asked(asked)
    if asked.number is None:
        tell(rules.as_text(rules.told(game)))
        return 0
    number = rule_named(game, asked.number)
    if not number:
        first, *_others, last = rules_of(game)
        raise Trouble("no-such-rule", game.NAME, asked.number, first, last)
    tell(rules.as_text(rules.rule(game, number)))
    return 0


def tell(text: str) -> None:
    """Write to the standard output. Raises Trouble if that cannot be done; ends the program if nobody reads it."""
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python would try once more, and complain, in the end
        if isinstance(error, BrokenPipeError):
            raise SystemExit(1) from None
        raise Trouble("no-output", error.strerror or str(error)) from None


# what was asked for


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
    seats = min(SEATS_USUAL, max(game.SEATS)) if asked.seats is None else asked.seats
    try:
        Match(game, seats, dict(asked.option))
    except Refused as refused:
        raise misfit(game, refused) from None
    return int(seats)


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
