"""The command line: every command, its help, and the one sentence for whatever goes wrong."""

from __future__ import annotations

import argparse
import getpass
import logging
import secrets as entropy
import socket
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from random import SystemRandom
from typing import NoReturn

import msgspec

from engine import journal
from engine.board import Refused
from engine.game import Game, Option
from engine.games import GAMES
from engine.match import Match
from net import invite, limits, listen, store
from net.clean import clean
from net.host import serve_table
from net.invite import DEFAULT_PORT, Invite
from net.launch import Failed, Secrets, Serving, new_secrets
from net.table import Table
from net.trouble import Trouble
from tui import fairness, says
from tui.plan import Plan
from tui.replay import as_json, as_text, listed_journal, report

SEATS_USUAL = 4


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for, and return the exit code."""
    asked = command_line().parse_args(arguments)
    try:
        code: int = asked.do(asked)
    except Trouble as fault:
        print(says.trouble(fault), file=sys.stderr)
        return 1
    return code


# commands with a screen


def open_start(asked: argparse.Namespace) -> int:
    return open_app(Plan("start", login()))


def open_host(asked: argparse.Namespace) -> int:
    seats = seats_asked(asked)
    if not 0 <= asked.bots < seats:
        raise Trouble("too-many-bots", asked.bots, seats)
    return open_app(
        Plan(
            "host",
            name_asked(asked),
            game=asked.game,
            seats=seats,
            bots=asked.bots,
            port=asked.port,
            bind=asked.bind,
            socket=None if asked.socket is None else str(asked.socket),
            options=dict(asked.option),
        )
    )


def open_solo(asked: argparse.Namespace) -> int:
    seats = seats_asked(asked)
    name, options = name_asked(asked), dict(asked.option)
    return open_app(Plan("solo", name, game=asked.game, seats=seats, bots=seats - 1, options=options))


def open_join(asked: argparse.Namespace) -> int:
    where = None if asked.invite is None else invite.parse(asked.invite)
    if where is not None and asked.name is None:
        asked.name = store.latest_name(where, "watch" if asked.command == "watch" else "play")
    return open_app(Plan(asked.command, name_asked(asked), invite=where))


def open_app(plan: Plan) -> int:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual reads from the one and draws on the other
        raise Trouble("no-terminal")
    from tui.app import TocTocApp  # it takes its time: only who needs a screen waits for it

    app = TocTocApp(plan)
    complaint = app.run()
    if complaint is not None:
        print(complaint, file=sys.stderr)
        return 1
    if app.farewell:
        print(app.farewell)
    return app.return_code or 0


# commands without one


def serve(asked: argparse.Namespace) -> int:
    """Host a table in this process. An app that starts it gives it the secrets, and gets the answer, over pipes."""
    secrets = msgspec.json.decode(sys.stdin.buffer.read(), type=Secrets) if asked.piped else new_secrets()
    try:
        table, listening, serving = open_table(asked, secrets)
    except Trouble as fault:
        if not asked.piped:
            raise
        print(msgspec.json.encode(Failed(fault.code, fault.details)).decode())
        return 1

    def announce() -> None:
        if asked.piped:
            print(msgspec.json.encode(serving).decode(), flush=True)
        else:
            print(serving.invite, flush=True)
            host = f"Join this table as {name_asked(asked)}, and you are its host."
            print(f"{host} Press ctrl+c here to close it.", file=sys.stderr)

    handler = logging.StreamHandler()
    handler.setFormatter(says.LogLine("%(asctime)s %(message)s"))
    logging.basicConfig(handlers=[handler])
    logging.getLogger("toctoc").setLevel(logging.INFO)
    try:
        serve_table(table, listening, announce)
    finally:
        if asked.socket is not None:
            asked.socket.unlink(missing_ok=True)
    return 0


def open_table(asked: argparse.Namespace, secrets: Secrets) -> tuple[Table, socket.socket, Serving]:
    """A table that listens, and how to find it.

    Its host's token is stored under the host's name: whoever joins by this name on this account gets the host's seat.
    """
    name, seats, journals = name_asked(asked), seats_asked(asked), store.Journals()
    table = Table(
        asked.game,
        seats=seats,
        options=dict(asked.option),
        code=secrets.code,
        host_token=secrets.host_token,
        rng=SystemRandom(),
        entropy=entropy.token_bytes,
        record=journals.record,
    )
    if asked.socket is not None:
        listening = listen.listen_unix(asked.socket)
        shown = local = Invite(secrets.code, path=str(asked.socket))
    else:
        listening = listen.listen_tcp(asked.bind, asked.port)
        port = listening.getsockname()[1]
        local = Invite(secrets.code, host="127.0.0.1", port=port)
        shown = local if asked.bind == "local" else Invite(secrets.code, host=listen.lan_address(), port=port)
    for way in (local, shown):
        store.keep_seat(way, "play", name, secrets.host_token)
    return table, listening, Serving(str(shown), str(local), str(store.journals_folder()))


def replay(asked: argparse.Namespace) -> int:
    """Replay one journal, or list them all."""
    if asked.file is None:
        print("\n".join(map(listed_journal, store.journals())) or "There are no journals yet.")
        return 0
    try:
        told = report(store.read(store.find_journal(asked.file)))
    except journal.Damaged as damaged:
        raise Trouble(damaged.code, *damaged.details) from None
    print(as_json(told) if asked.json else as_text(told))
    return 0


def verify(asked: argparse.Namespace) -> int:
    """Check the deals of one journal."""
    fair, sentence = fairness.verified(store.find_journal(asked.file))
    print(sentence)
    return 0 if fair else 1


# what was asked for


def login() -> str:
    """What to call somebody who tells no name; empty if the system does not know either."""
    try:
        return clean(getpass.getuser(), limits.NAME_CELLS_MAX)
    except (OSError, KeyError):
        return ""


def name_asked(asked: argparse.Namespace) -> str:
    name = login() if asked.name is None else clean(asked.name, limits.NAME_CELLS_MAX)
    if not name:
        raise Trouble("no-name")
    return name


def seats_asked(asked: argparse.Namespace) -> int:
    """The number of chairs. Raises Trouble, before anything is opened, if there can be no such table."""
    game = GAMES.get(asked.game)
    if game is None:
        raise Trouble("no-such-game", asked.game, ", ".join(GAMES))
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
            return Trouble("unknown-option", name, ", ".join(game.OPTIONS))
        case "no-such-choice", (str(name), value):
            return Trouble("unknown-choice", name, value, choices(game.OPTIONS[name]))
        case "seats", _:
            return Trouble("wrong-seats", game.NAME, min(game.SEATS), max(game.SEATS))
    return Trouble(refused.code, *refused.details)


def choices(option: Option) -> str:
    """What an option can be: "1 to 9", "race or choice"."""
    first, last = option.choices[0], option.choices[-1]
    if isinstance(first, int) and isinstance(last, int):
        return f"{first} to {last}"
    return " or ".join(str(choice) for choice in option.choices)


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"{text} is not a port from 0 to 65535")
    return int(text)


def option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text} is not NAME=VALUE, as rounds=1 is")
    return name, value


def absolute_path(text: str) -> Path:
    return Path(text).absolute()


class Parser(argparse.ArgumentParser):
    """Says in one sentence what it does not understand."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message[:1].upper()}{message[1:]}. Try {self.prog} --help.\n")


def command_line() -> Parser:
    named = Parser(add_help=False)
    named.add_argument("--name", help="what the others call you (your login name)")
    table = Parser(add_help=False)
    table.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    fewest, most = (pick(pick(game.SEATS) for game in GAMES.values()) for pick in (min, max))
    table.add_argument(
        "--seats", type=int, metavar="N", help=f"chairs at the table: {fewest} to {most} ({SEATS_USUAL})"
    )
    table.add_argument(
        "--option", type=option, metavar="NAME=VALUE", action="append", default=[], help="an option of the game"
    )
    place = Parser(add_help=False)
    place.add_argument(
        "--port",
        type=port_number,
        metavar="N",
        help=f"where the table listens ({DEFAULT_PORT}, or a free port if that is taken)",
    )
    where = place.add_mutually_exclusive_group()
    where.add_argument("--local", dest="bind", action="store_const", const="local", help="for this computer alone")
    where.add_argument("--socket", type=absolute_path, metavar="PATH", help="a Unix socket in place of a port")
    place.set_defaults(bind="lan")
    invited = Parser(add_help=False)
    invited.add_argument("invite", metavar="INVITE", nargs="?", help="from the host; asked for if it is missing")

    parser = Parser(
        prog="toctoc",
        description="A card table for the terminal. Without a command it opens the start screen.",
        epilog=examples("toctoc", "toctoc host allegra", "toctoc join toctoc://192.168.1.5:8628/KWXBTR"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"toctoc {version('toctoc')}")
    parser.set_defaults(do=open_start)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, do: Callable[[argparse.Namespace], int], about: str, like: str, *parents: Parser) -> Parser:
        """One command; `about` is a sentence, `like` its examples."""
        added = commands.add_parser(
            name,
            help=about[:1].lower() + about[1:-1],
            description=about,
            epilog=like,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            parents=parents,
        )
        added.set_defaults(do=do)
        return added

    host = command(
        "host",
        open_host,
        "Open a table for friends, and sit down at it.",
        examples(
            "toctoc host allegra",
            "toctoc host allegra --seats 5 --bots 2 --option rounds=1",
            "toctoc host allegra --socket /tmp/table",
        )
        + game_options(),
        *(table, named, place),
    )
    host.add_argument("--bots", type=int, default=0, metavar="N", help="bots that sit down at once (0)")
    command(
        "solo",
        open_solo,
        "Play against bots at once; friends can still join.",
        examples("toctoc solo allegra", "toctoc solo allegra --seats 2 --option knock_window=5") + game_options(),
        *(table, named),
    )
    command(
        "join",
        open_join,
        "Sit down at a friend's table.",
        examples("toctoc join toctoc://192.168.1.5:8628/KWXBTR", "toctoc join --name Ada"),
        *(invited, named),
    )
    command(
        "watch",
        open_join,
        "Watch a table without playing.",
        examples("toctoc watch toctoc://192.168.1.5:8628/KWXBTR"),
        *(invited, named),
    )
    served = command(
        "serve",
        serve,
        "Open a table without a screen; its owner joins it like everybody else.",
        examples("toctoc serve allegra --seats 6", "toctoc serve allegra --port 9000") + game_options(),
        *(table, named, place),
    )
    served.add_argument("--piped", action="store_true", help=argparse.SUPPRESS)
    replayed = command(
        "replay",
        replay,
        "Replay a stored game: every refused act, and the scores.",
        examples("toctoc replay", "toctoc replay game.jsonl --json"),
    )
    replayed.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="a journal, or the name of a listed one; without it they are listed",
    )
    replayed.add_argument("--json", action="store_true", help="one JSON document")
    verified = command(
        "verify",
        verify,
        "Check that nobody stacked the deck of a stored game.",
        examples("toctoc verify game.jsonl"),
    )
    verified.add_argument("file", metavar="FILE", type=Path, help="a journal, or the name of a listed one")
    return parser


def examples(*lines: str) -> str:
    return "\n  ".join(("examples:", *lines))


def game_options() -> str:
    """What --option knows of each game, and the usual value."""
    lines = ["", "", "options (and what holds without them):"]
    for game in GAMES.values():
        for name, known in game.OPTIONS.items():
            lines.append(f"  {name}={choices(known)} ({known.default})")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
