"""What --help tells beside the options."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from types import MappingProxyType

from engine.game import COMMON
from engine.games import GAMES
from tui.company import choices
from tui.language import _

HELP_COLUMNS = 78


def in_lines(text: str) -> str:
    return "\n".join(textwrap.wrap(text, HELP_COLUMNS))


def first_questions() -> str:
    """What newcomers ask first, and the answers."""
    answers = {
        _("Play at once?"): "toctoc solo allegra",
        _("Play with friends?"): "toctoc host allegra",
        _("Sit down with them?"): "toctoc join toctoc://192.168.1.5:8628/KWXBTR",
        _("Find their table?"): "toctoc",
        _("Come back to my table?"): "toctoc host",
        _("After a crash?"): "toctoc host --resume",
        _("Through SSH?"): "ssh -t laptop toctoc join INVITE",
        _("Without a screen?"): "toctoc join INVITE --plain",
        _("Other rules?"): "toctoc host romi --option rounds=3",
        _("Which games were played?"): "toctoc replay",
    }
    width = max(map(len, answers)) + 2
    lines = [f"  {question:<{width}}{answer}" for question, answer in answers.items()]
    more = _("At the table ? shows the rules, and ctrl+c quits. All options of a command: {command}")
    return "\n".join((_("the first questions:"), *lines, "", in_lines(more.format(command="toctoc host --help"))))


def examples(*lines: str) -> str:
    return "\n  ".join((_("examples:"), *lines))


def game_options(usual: Mapping[str, str] = MappingProxyType({})) -> str:
    """What --option knows of each game, and the value without it, where this command has no `usual` one of its own."""
    lines = ["", "", _("options (and what holds without them):")]
    whose = {**{game.NAME: game.OPTIONS for game in GAMES.values()}, _("All games"): COMMON}
    for name, options in whose.items():
        lines.append(f"  {name}")
        for option, known in options.items():
            lines.append(f"    {option}={choices(known)} ({usual.get(option, known.default)})")
    return "\n".join(lines)
