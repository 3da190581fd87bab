"""The command line: every command, its options and its help."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from engine.games import GAMES
from engine.strengths import STRENGTHS
from net.clean import clean
from net.invite import DEFAULT_PORT
from net.trouble import Trouble
from tui import commands, language, says


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for, and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # no name is so odd that it cannot be told
    language.speak(language.choose())
    try:
        asked, unknown = command_line().parse_known_args(arguments)
        if unknown:  # what parse_args says to it is only where to find the help of all commands
            asked.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        code: int = asked.do(asked)
    except Trouble as fault:
        print(says.trouble(fault), file=sys.stderr)
        return 1
    return code


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 65_536):
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
        message = clean(message, says.DETAIL_CELLS_MAX)
        self.exit(2, f"{message[:1].upper()}{message[1:]}. Try {self.prog} --help.\n")

    def print_help(self, file: object = None) -> None:
        commands.tell(self.format_help().rstrip())


class Version(argparse.Action):
    """To look it up takes its time, for which nobody else waits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        commands.tell(f"toctoc {version('toctoc')}")
        parser.exit()


def command_line() -> Parser:
    screen = screened(argparse.SUPPRESS)
    named = Parser(add_help=False)
    named.add_argument("--name", help="what the others call you (your login name)")
    game = Parser(add_help=False)
    game.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    any_game = Parser(add_help=False)
    any_game.add_argument("game", metavar="GAME", nargs="?", help=", ".join(GAMES))
    any_game.add_argument(
        "--resume", metavar="ID", nargs="?", const="", help="go on with the game that was interrupted last, or this one"
    )
    table = Parser(add_help=False)
    fewest, most = (pick(pick(game.SEATS) for game in GAMES.values()) for pick in (min, max))
    table.add_argument(
        "--seats", type=int, metavar="N", help=f"chairs at the table: {fewest} to {most} ({commands.SEATS_USUAL})"
    )
    table.add_argument(
        "--option", type=option, metavar="NAME=VALUE", action="append", default=[], help="an option of the game"
    )
    bots = Parser(add_help=False)
    bots.add_argument("--strength", choices=STRENGTHS, default="normal", help="how well the bots play (normal)")
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
    place.add_argument(
        "--tls",
        action=argparse.BooleanOptionalAction,
        help="encrypt what is played (on, if toctoc[tls] is installed and the table is open to the network)",
    )
    invited = Parser(add_help=False)
    invited.add_argument("invite", metavar="INVITE", nargs="?", help="from the host; asked for if it is missing")

    parser = Parser(
        prog="toctoc",
        description="A card table for the terminal. Without a command it opens the start screen.",
        epilog=examples("toctoc", "toctoc host allegra", "toctoc join toctoc://192.168.1.5:8628/KWXBTR"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[screened(True)],
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show the number of this version")
    parser.set_defaults(do=commands.open_start, parser=parser)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, do: Callable[[argparse.Namespace], int], about: str, like: str, *parents: Parser) -> Parser:
        """One command; `about` is a sentence, `like` its examples."""
        added = subparsers.add_parser(
            name,
            help=about[:1].lower() + about[1:-1],
            description=about,
            epilog=like,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            parents=parents,
        )
        added.set_defaults(do=do, parser=added)
        return added

    host = command(
        "host",
        commands.open_host,
        "Open a table for friends, and sit down at it; without a game, come back to yours.",
        examples(
            "toctoc host allegra",
            "toctoc host",
            "toctoc host --resume",
            "toctoc host allegra --seats 5 --bots 2 --strength hard --option rounds=1",
            "toctoc host allegra --socket /tmp/table",
        )
        + game_options(),
        *(any_game, table, named, place, bots, screen),
    )
    host.add_argument("--bots", type=int, default=0, metavar="N", help="bots that sit down at once (0)")
    command(
        "solo",
        commands.open_solo,
        "Play against bots at once, on this computer alone.",
        examples("toctoc solo allegra", "toctoc solo allegra --seats 2 --option knock_window=5") + game_options(),
        *(game, table, named, bots, screen),
    )
    command(
        "join",
        commands.open_join,
        "Sit down at a friend's table.",
        examples("toctoc join toctoc://192.168.1.5:8628/KWXBTR", "toctoc join --name Ada"),
        *(invited, named, screen),
    )
    command(
        "watch",
        commands.open_join,
        "Watch a table without playing.",
        examples("toctoc watch toctoc://192.168.1.5:8628/KWXBTR"),
        *(invited, named, screen),
    )
    served = command(
        "serve",
        commands.serve,
        "Open a table without a screen; its owner joins it like everybody else.",
        examples("toctoc serve allegra --seats 6", "toctoc serve allegra --port 9000", "toctoc serve --resume")
        + game_options(),
        *(any_game, table, named, place),
    )
    served.add_argument("--piped", action="store_true", help=argparse.SUPPRESS)
    replayed = command(
        "replay",
        commands.replay,
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
        commands.verify,
        "Check that nobody stacked the deck of a stored game.",
        examples("toctoc verify game.jsonl"),
    )
    verified.add_argument("file", metavar="FILE", type=Path, help="a journal, or the name of a listed one")
    return parser


def screened(diff: object) -> Parser:
    """What every command with a screen understands, and what holds if it is not said."""
    parser = Parser(add_help=False)
    parser.add_argument(
        "--no-diff",
        dest="diff",
        action="store_false",
        default=diff,
        help="send the terminal all that is drawn, and not only what is new",
    )
    return parser


def examples(*lines: str) -> str:
    return "\n  ".join(("examples:", *lines))


def game_options() -> str:
    """What --option knows of each game, and the usual value."""
    lines = ["", "", "options (and what holds without them):"]
    for game in GAMES.values():
        for name, known in game.OPTIONS.items():
            lines.append(f"  {name}={commands.choices(known)} ({known.default})")
    return "\n".join(lines)
