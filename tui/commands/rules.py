"""Read the rules of a game."""

from __future__ import annotations

import argparse

from engine.game import rule_named, rules_of
from net.trouble import Trouble
from tui import rules
from tui.commands.asked import game_asked
from tui.commands.tell import tell


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
