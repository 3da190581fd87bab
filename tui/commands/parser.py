"""Every command, its options and its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from engine.games import GAMES
from engine.strengths import STRENGTHS
from net.clean import clean
from net.invite import DEFAULT_PORT
from tui import language, says
from tui.commands import play
from tui.commands.completion import SHELLS, script
from tui.commands.manual import examples, first_questions, game_options, in_lines
from tui.commands.tell import tell
from tui.language import _
from tui.plan import SEATS_USUAL, SOLO

SSH_PORT = 2222


def command_line() -> Parser:
    parser = Parser(
        prog="toctoc",
        description=in_lines(_("A card table for the terminal. Without a command it opens the start screen.")),
        epilog=first_questions(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    spoken(parser)
    screened(parser, True)
    parser.add_argument("--version", action=Version, nargs=0, help=_("show the version and exit"))
    parser.set_defaults(do=play.open_start, parser=parser)
    subparsers = parser.add_subparsers(dest="command", metavar=_("COMMAND"), title=_("commands"))

    def command(
        name: str, do: Callable[[argparse.Namespace], int], about: str, like: str, *parts: Callable[[Parser], None]
    ) -> Parser:
        """One command; `about` is a sentence, `like` its examples, `parts` add what it understands as others do."""
        added = subparsers.add_parser(
            name,
            help=about[:1].lower() + about[1:-1],
            description=in_lines(about),
            epilog=like,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for part in (*parts, spoken):
            part(added)
        added.set_defaults(do=do, parser=added)
        return added

    host = command(
        "host",
        play.open_host,
        _("Open a table for friends, and sit down at it; without a game, come back to yours."),
        examples(
            "toctoc host allegra",
            "toctoc host",
            "toctoc host --resume",
            "toctoc host allegra --seats 5 --bots 2 --strength hard --option rounds=1",
            "toctoc host allegra --socket /tmp/table",
        )
        + game_options(),
        *(any_game, table, seated, place, bots),
    )
    host.add_argument("--bots", type=number, default=0, metavar="N", help=_("bots that sit down at once (0)"))
    solo = command(
        "solo",
        play.open_solo,
        _("Play against bots at once, on this computer alone."),
        examples(
            "toctoc solo allegra", "toctoc solo romi --tour", "toctoc solo allegra --seats 2 --option knock_window=5"
        )
        + game_options(SOLO),
        *(game, table, seated, bots),
    )
    solo.add_argument("--tour", action="store_true", help=_("a first game, with hints at the right moment"))
    command(
        "join",
        play.open_join,
        _("Sit down at a friend's table."),
        examples("toctoc join toctoc://192.168.1.5:8628/KWXBTR", "toctoc join --name Ada"),
        *(invited, seated),
    )
    command(
        "watch",
        play.open_join,
        _("Watch a table without playing."),
        examples("toctoc watch toctoc://192.168.1.5:8628/KWXBTR"),
        *(invited, seated),
    )
    served = command(
        "serve",
        later("serve", "serve"),
        _("Open a table without a screen; its owner joins it like everybody else."),
        examples("toctoc serve allegra --seats 6", "toctoc serve allegra --port 9000", "toctoc serve --resume")
        + game_options(),
        *(any_game, table, named, place),
    )
    for inner in ("--piped", "--alone"):  # as an app starts it
        served.add_argument(inner, action="store_true", help=argparse.SUPPRESS)
    ruled = command(
        "rules",
        later("rules", "show_rules"),
        _("Read the rules of a game, or one of them."),
        examples("toctoc rules allegra", "toctoc rules romi R14", "toctoc rules romi 14"),
        game,
    )
    ruled.add_argument("number", metavar=_("NUMBER"), nargs="?", help=_("of one rule, as a refusal names it"))
    replayed = command(
        "replay",
        later("stored", "replay"),
        _("Look at a stored game, act by act; without a name, list them all and what has come of them."),
        examples("toctoc replay", "toctoc replay 2025-11-30-201500-allegra", "toctoc replay game.jsonl --text"),
        screened,
    )
    replayed.add_argument(
        "file",
        metavar=_("FILE"),
        nargs="?",
        type=Path,
        help=_("a journal, or the name of a listed one; without it they are listed"),
    )
    how = replayed.add_mutually_exclusive_group()
    told = _("all that happened, in sentences (also without a terminal)")
    how.add_argument("--text", "--plain", dest="text", action="store_true", help=told)
    judged = _("what a hard bot would have done, and what it thinks was lost, decision by decision (ctrl+c ends it)")
    how.add_argument("--advice", action="store_true", help=judged)
    how.add_argument("--json", action="store_true", help=_("what was refused, and the scores, as one JSON document"))
    mended = _("if a line is damaged, keep what comes before it in its place, and the whole file beside it")
    replayed.add_argument("--mend", action="store_true", help=mended)
    verified = command(
        "verify",
        later("stored", "verify"),
        _("Check that nobody stacked the deck of a stored game."),
        examples("toctoc verify game.jsonl"),
    )
    verified.add_argument("file", metavar=_("FILE"), type=Path, help=_("a journal, or the name of a listed one"))
    completed = command(
        "completion",
        lambda asked: complete(asked, parser),
        _("Print what lets your shell complete these commands."),
        examples("source <(toctoc completion bash)", "toctoc completion fish | source"),
    )
    completed.add_argument("shell", metavar=_("SHELL"), choices=SHELLS, help=", ".join(SHELLS))
    return parser


def later(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """What does a command, of a module beside this one: it is read when the command is given, and nobody else waits for
    it."""

    def do(asked: argparse.Namespace) -> int:
        code: int = getattr(import_module(f"tui.commands.{module}"), function)(asked)
        return code

    return do


def complete(asked: argparse.Namespace, parser: Parser) -> int:
    tell(script(asked.shell, parser))
    return 0


# what several commands understand


def named(parser: Parser) -> None:
    parser.add_argument(
        "--name", metavar=_("NAME"), help=_("what the others call you (the name in your settings, or your login name)")
    )


def seated(parser: Parser) -> None:
    named(parser)
    screened(parser)
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("in lines, for screen readers, braille and slow lines (also without a terminal)"),
    )


def screened(parser: Parser, diff: object = argparse.SUPPRESS) -> None:
    """What every command with a screen understands, and what holds if it is not said."""
    parser.add_argument(
        "--no-diff",
        dest="diff",
        action="store_false",
        default=diff,
        help=_("send the terminal all that is drawn, and not only what is new"),
    )


def game(parser: Parser, nargs: str | None = None) -> None:
    parser.add_argument("game", metavar=_("GAME"), nargs=nargs, help=", ".join(GAMES))


def any_game(parser: Parser) -> None:
    game(parser, "?")
    parser.add_argument(
        "--resume",
        metavar=_("ID"),
        nargs="?",
        const="",
        help=_("go on with the game that was interrupted last, or this one"),
    )


def table(parser: Parser) -> None:
    fewest, most = (pick(pick(game.SEATS) for game in GAMES.values()) for pick in (min, max))
    seats = _("chairs at the table: {fewest} to {most} ({usual})")
    parser.add_argument(
        "--seats", type=number, metavar="N", help=seats.format(fewest=fewest, most=most, usual=SEATS_USUAL)
    )
    parser.add_argument(
        "--option",
        type=option,
        metavar=_("NAME=VALUE"),
        action="append",
        default=[],
        help=_("an option of the game"),
    )


def bots(parser: Parser) -> None:
    parser.add_argument("--strength", choices=STRENGTHS, default="normal", help=_("how well the bots play (normal)"))


def place(parser: Parser) -> None:
    parser.add_argument(
        "--port",
        type=port_number,
        metavar="N",
        help=_("where the table listens ({port}, or a free port if that is taken)").format(port=DEFAULT_PORT),
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", dest="bind", action="store_const", const="local", help=_("for this computer alone"))
    socket = _("a Unix socket in place of a port")
    where.add_argument("--socket", type=absolute_path, metavar=_("PATH"), help=socket)
    parser.set_defaults(bind="lan")
    parser.add_argument(
        "--tls",
        action=argparse.BooleanOptionalAction,
        help=_("encrypt what is played (on, if toctoc[tls] is installed and the table is open to the network)"),
    )
    parser.add_argument(
        "--no-announce",
        dest="announced",
        action="store_false",
        help=_("do not tell the network that the table is there; the invite is enough to find it"),
    )
    parser.add_argument(
        "--ssh",
        type=port_number,
        nargs="?",
        const=SSH_PORT,
        metavar="N",
        help=_("let friends in who have nothing but ssh ({port})").format(port=SSH_PORT),
    )


def invited(parser: Parser) -> None:
    missing = _("from the host; asked for if it is missing")
    parser.add_argument("invite", metavar=_("INVITE"), nargs="?", help=missing)


def spoken(parser: Parser) -> None:
    parser.add_argument(
        "--lang",
        metavar="|".join(language.LANGUAGES),
        help=_("the language of all that is said (that in your settings, or of your locale)"),
    )


# what can be said


def number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{text} is not a number").format(text=text)) from None


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 65_536):
        raise argparse.ArgumentTypeError(_("{text} is not a port from 0 to 65535").format(text=text))
    return int(text)


def option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(_("{text} is not NAME=VALUE, as rounds=1 is").format(text=text))
    return name, value


def absolute_path(text: str) -> Path:
    return Path(text).absolute()


class Parser(argparse.ArgumentParser):
    """Says in one sentence what it does not understand."""

    def error(self, message: str) -> NoReturn:
        message = clean(message, says.DETAIL_CELLS_MAX)
        said = _("{message}. Try {command} --help.")
        self.exit(2, said.format(message=message[:1].upper() + message[1:], command=self.prog) + "\n")

    def print_help(self, file: object = None) -> None:
        tell(self.format_help().rstrip())


class Version(argparse.Action):
    """To look it up takes its time, for which nobody else waits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        tell(f"toctoc {version('toctoc')}")
        parser.exit()
