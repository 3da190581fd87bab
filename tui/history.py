"""The games that are stored here: what has come of each, and of all of mine together."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from rich.cells import cell_len

from engine.board import Seat
from engine.games import GAMES
from engine.strengths import Strength
from net import store, tables
from net.clean import clean
from net.trouble import Trouble
from tui.language import N_, _
from tui.replay import load, my_chair, names_at
from tui.says import trouble
from tui.sides import is_drawn, sides
from tui.story import listed

NAME_CELLS_MAX = 300
"""What is shown of the name of a file."""

PARTS, INDENT = re.compile(r"(?<=  )|(?<=, )"), "    "
"""Where a line may be broken, and how it goes on."""

AGAINST: dict[Strength, str] = {
    "easy": N_("{game} against easy bots: {won} of {n} won."),
    "normal": N_("{game} against normal bots: {won} of {n} won."),
    "hard": N_("{game} against hard bots: {won} of {n} won."),
}

Came = Literal["won", "drawn", "interrupted", "in-play", "not-finished", "damaged"]


class Side(msgspec.Struct, frozen=True):
    """Who scored together, and what they got. Place 1 has won, or shares the win."""

    players: tuple[str, ...]
    people: tuple[str, ...]
    """Those of the players who are no bots."""
    points: int
    place: int
    bots: tuple[Strength, ...] = ()
    """How well the bots among them play."""


class Played(msgspec.Struct, frozen=True):
    """A stored game. `journal` is the name of its file, `at` when it was played last; `me` is what I was called there,
    if I played. `sentence` tells what is wrong with a journal that is damaged. At `table`, of mine, it can go on."""

    journal: str
    at: str
    came: Came
    game: str = ""
    sides: tuple[Side, ...] = ()
    me: str = ""
    sentence: str = ""
    table: str = ""

    @property
    def own(self) -> Side | None:
        """The side on which I played."""
        return next((side for side in self.sides if self.me in side.players), None)


class Tally(msgspec.Struct, frozen=True):
    """My finished games of one kind; or only those with this partner, or against this opponent or bots of this
    strength, in which to win is to be placed better than them. `place` and `points` are averages."""

    game: str
    games: int
    won: int
    place: float
    points: float
    partner: str = ""
    opponent: str = ""
    bots: Strength | Literal[""] = ""

    @property
    def name(self) -> str:
        """Of the other one, if it is about one."""
        return self.partner or self.opponent

    @property
    def is_of_all(self) -> bool:
        """Whomever I played with or against."""
        return not (self.name or self.bots)


def played(path: Path) -> Played:
    """What has come of a stored game."""
    name = clean(path.name.removesuffix(".jsonl"), NAME_CELLS_MAX)
    at = ""
    try:
        at = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
        recording = load(path)
    except OSError as error:  # as when it has been deleted meanwhile
        return Played(name, at, "damaged", sentence=trouble(store.trouble(error, path)))
    except Trouble as fault:
        return Played(name, at, "damaged", sentence=trouble(fault))
    match, names = recording.last(), names_at(recording, recording.end)
    chairs, mine = recording.room(recording.end, match).chairs, my_chair(recording, path)
    me = names[mine] if mine is not None and chairs[mine].host else ""  # it may have been handed over
    view = match.view(None)
    totals, winners = view.scores.totals, view.scores.winners
    scored = [
        Side(
            tuple(names[seat] for seat in side),
            tuple(names[seat] for seat in side if chairs[seat].is_held),
            totals[side[0]],
            _place(side[0], totals, winners, sides(view)),
            tuple(chairs[seat].strength for seat in side if chairs[seat].sitter == "bot" and not chairs[seat].is_held),
        )
        for side in sides(view)
    ]
    came: Came = "won"
    table = "" if view.over else tables.to_go_on_with(path)
    if not view.over:
        came = "not-finished" if not table else "in-play" if tables.runs(table) else "interrupted"
    elif is_drawn(view):
        came = "drawn"
    return Played(name, at, came, recording.header.game, tuple(scored), me, table=table)


def _place(seat: Seat, totals: Sequence[int], winners: Sequence[Seat], teams: Sequence[Sequence[Seat]]) -> int:
    """Whether high or low points are good can be told by those who have won; 0 for a game that is not over."""
    if not winners:
        return 0
    best = totals[winners[0]]
    return 1 + sum(abs(totals[team[0]] - best) < abs(totals[seat] - best) for team in teams)


def tallies(games: Iterable[Played]) -> list[Tally]:
    """What has come of my finished games: for every kind of game all of them, and then by partners and opponents."""
    mine: dict[tuple[str, str, str, Strength | Literal[""]], list[tuple[Side, bool]]] = {}
    for one in games:
        own = one.own
        if own is None or not own.place:
            continue
        won = own.place == 1 and one.came != "drawn"
        mine.setdefault((one.game, "", "", ""), []).append((own, won))
        for name in own.people:
            if name != one.me:
                mine.setdefault((one.game, name, "", ""), []).append((own, won))
        others = [side for side in one.sides if side is not own]
        for other in others:
            for name in other.people:
                mine.setdefault((one.game, "", name, ""), []).append((own, own.place < other.place))
        for strength in {strength for other in others for strength in other.bots}:
            best = min(other.place for other in others if strength in other.bots)
            mine.setdefault((one.game, "", "", strength), []).append((own, own.place < best))
    return [
        Tally(
            game,
            len(came),
            sum(won for _side, won in came),
            round(sum(side.place for side, _won in came) / len(came), 2),
            round(sum(side.points for side, _won in came) / len(came), 1),
            partner,
            opponent,
            bots,
        )
        for (game, partner, opponent, bots), came in sorted(mine.items())
    ]


# in words


def result(one: Played) -> str:
    """What has come of a game, in a few words."""
    match one.came:
        case "won":
            winners = [name for side in one.sides if side.place == 1 for name in side.players]
            return _("won by {names}").format(names=listed(winners))
        case "drawn":
            return _("a draw")
        case "interrupted":
            return _("interrupted")
        case "in-play":
            return _("still being played")
        case "not-finished":
            return _("not finished")
    return one.sentence


def points(one: Played) -> str:
    """Who played, and what they got."""
    return ", ".join(f"{listed(side.players)} {side.points}" for side in one.sides)


def own_first(one: Played) -> list[str]:
    """The same in parts, of which mine comes first, and my place if the game is over."""
    own = one.own
    others = [f"{listed(side.players)} {side.points}" for side in one.sides if side is not own]
    if own is None:
        return others
    if not own.place:
        return [f"{listed(own.players)} {own.points}", *others]
    said = _("place {place} of {n}: {points}")
    return [said.format(place=own.place, n=len(one.sides), points=own.points), *others]


def in_a_line(one: Played) -> str:
    """What is to be typed to see it, when it was played, what it was and what has come of it."""
    game = GAMES[one.game].NAME if one.game else ""
    return "  ".join(filter(None, (one.journal, one.at, game, result(one), points(one))))


def in_rows(line: str, columns: int) -> str:
    """Such a line for a window with so many columns, if there is a number: in rows that break no name."""
    rows = [""]
    for part in PARTS.split(line):
        if columns and rows[-1].strip() and cell_len(rows[-1] + part.rstrip()) > columns:
            rows.append(INDENT)
        rows[-1] += part
    return "\n".join(row.rstrip() for row in rows)


def in_words(tally: Tally) -> str:
    """A sentence about it."""
    if tally.partner:
        said = _("{game} with {name}: {won} of {n} won.")
    elif tally.opponent:
        said = _("{game} against {name}: {won} of {n} won.")
    elif tally.bots:
        said = _(AGAINST[tally.bots])
    else:
        said = _("{game}: {won} of {n} won; on average place {place}, {points} points.")
    game = GAMES[tally.game].NAME
    return said.format(game=game, name=tally.name, n=tally.games, won=tally.won, place=tally.place, points=tally.points)
