"""The command line: read it, and do what it asks for."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from net.trouble import Trouble
from tui import language, says, settings
from tui.commands.parser import Parser, command_line
from tui.language import _


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for, and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # no name is so odd that it cannot be told
    language.speak(language.choose())
    try:
        chosen, faults = settings.read()
        settings.use(chosen)
        language.speak(language_asked(arguments))
        for fault in faults:
            print(says.trouble(fault), file=sys.stderr)
        asked, unknown = command_line().parse_known_args(arguments)
        if unknown:  # what parse_args says to it is only where to find the help of all commands
            asked.parser.error(_("unrecognized arguments: {arguments}").format(arguments=" ".join(unknown)))
        code: int = asked.do(asked)
    except Trouble as fault:
        print(says.trouble(fault), file=sys.stderr)
        return 1
    return code


def language_asked(arguments: Sequence[str] | None) -> str:
    """The language in which to read the command line: the one that stands there, or that of the settings, or that of
    the locale. A table that an app has started speaks as the app does, which is told in place of a locale. Raises
    Trouble if we do not speak it."""
    parser = Parser(prog="toctoc", add_help=False)
    parser.add_argument("--lang", default="")
    parser.add_argument("--piped", action="store_true")
    asked = parser.parse_known_args(arguments)[0]
    wanted: str = asked.lang or ("" if asked.piped else settings.now().language)
    if wanted and wanted not in language.LANGUAGES:
        raise Trouble("no-such-language", wanted, ", ".join(language.LANGUAGES))
    return language.choose(wanted)
