"""What can be asked for at any time, in lines, pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.board import Seat
from engine.game import Game, View, rules_of
from net import wire
from tui.company import OPEN_CHAIR, facts_of, option_word
from tui.language import _, put
from tui.line.menu import capital
from tui.line.says import COMMANDS, SAYS
from tui.outcome import outcome
from tui.sides import sides
from tui.spoken import Words, scored
from tui.story import listed

_COLUMNS = re.compile(" {2,}")


def help_lines(pages: Sequence[str]) -> list[str]:
    """What can be typed; `pages` are the words that this game knows besides."""
    told = [put(sentence) for code, sentence in SAYS.items() if code.startswith("help-")]
    told += [put(SAYS["command"], word, letter, put(SAYS[f"command-{word}"])) for word, letter in COMMANDS.items()]
    also = ", ".join(put(SAYS["page"], page, page[0]) for page in pages)
    return [*told, put(SAYS["pages"], also)] if also else told


def score(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """The points of every round, together, and what they have come to."""
    scores = view.scores
    if not scores.rounds:
        return [put(SAYS["no-rounds"])]
    rounds = [
        put(SAYS["round"], capital(scored(words, number)), _points(view, row, names))
        for number, row in enumerate(scores.rounds, 1)
    ]
    return [*rounds, total(view, names), *outcome(words, view, names).splitlines()]


def total(view: View, names: Sequence[str]) -> str:
    return put(SAYS["total"], _points(view, view.scores.totals, names))


def _points(view: View, row: Sequence[int], names: Sequence[str]) -> str:
    """Of everybody, or of those who score together."""
    named = [(listed([names[seat] for seat in side]), row[side[0]]) for side in sides(view)]
    return ", ".join(put(SAYS["points"], *points) for points in named)


def chairs(room: wire.Room, me: Seat | None) -> list[str]:
    """Who sits where, and who watches."""
    lines = []
    for seat, chair in enumerate(room.chairs):
        facts = facts_of(chair, seat == me)
        name = capital(_(OPEN_CHAIR)) if chair.sitter == "nobody" else chair.name
        lines.append(put(SAYS["chair" if facts else "chair-plain"], seat + 1, name, facts))
    return [*lines, *([put(SAYS["watching"], listed(room.watchers))] if room.watchers else [])]


def options(room: wire.Room) -> str:
    return put(SAYS["options"], ", ".join(put(SAYS["option"], *named) for named in named_options(room).items()))


def named_options(room: wire.Room) -> Mapping[str, str]:
    """The options and what they are, as they are spoken."""
    return {option_word(name): option_word(value) for name, value in room.options.items()}


def parts(game: Game) -> list[tuple[str, list[str]]]:
    """The rules of a game in parts, each with its title and its lines."""
    told = [
        (_(title), [line for number in rules for line in rule(game, number)]) for title, rules in game.SHEET.items()
    ]
    return [(game.NAME, [_(game.HELP)]), *told]


def rule(game: Game, number: str) -> list[str]:
    """A rule after its number, and the rows of its table."""
    first, *rows = _(rules_of(game)[number]).split("\n")
    return [put(SAYS["rule"], number, first), *(_COLUMNS.sub(", ", row.strip()) for row in rows)]
