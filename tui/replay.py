"""A stored game, replayed: what the rules refused, and the final scores; as text, or as one JSON document."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import msgspec

from engine import journal
from engine.board import CHANCE, CLOCK, Seat
from engine.game import Scores
from net import store, wire
from net.clean import clean
from net.limits import NAME_CELLS_MAX
from net.trouble import Trouble
from tui.language import _, ngettext
from tui.says import trouble
from tui.story import listed, refused

CELLS_MAX = 500
"""What is shown of an act and of the sentence about it."""
NOT_ASCII = re.compile(r"[^\x00-\x7e]")


class RefusedAct(msgspec.Struct, frozen=True):
    """`number` counts the acts of the journal from 1."""

    number: int
    seat: Seat
    action: msgspec.Raw
    code: str
    args: tuple[int | str, ...]
    rule: str
    says: str


class Report(msgspec.Struct, frozen=True):
    game: str
    names: tuple[str, ...]
    options: dict[str, int | str]
    acts: int
    refused: tuple[RefusedAct, ...]
    over: bool
    scores: Scores


def report(text: bytes) -> Report:
    """Replay a journal. Raises journal.Damaged."""
    header, acts = journal.read(text)
    match = journal.open_match(header)
    refusals = []
    for number, act, why in journal.replay(match, acts):
        if why is not None:
            says = refused(wire.Refusal(why.code, why.details, why.rule), header.names, match.game.SAYS)
            refusals.append(RefusedAct(number, act.seat, act.action, why.code, why.details, why.rule, says))
    scores = match.game.scores(match.state)
    return Report(header.game, header.names, match.options, len(acts), tuple(refusals), match.state.over, scores)


def listed_journal(path: Path) -> str:
    """A stored game in a line: its file, when it was played last, who played and how it ended."""
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    try:
        told = report(store.read(path))
    except (Trouble, journal.Damaged) as fault:
        how = trouble(Trouble(fault.code, *fault.details))
    else:
        names = _names(told)
        winners = listed([names[seat] for seat in told.scores.winners])
        how = (_("{names}: won by {winners}") if told.over else _("{names}: not finished")).format(
            names=listed(names), winners=winners
        )
    return f"{clean(path.name, CELLS_MAX)}  {played}  {how}"


def as_json(told: Report) -> str:
    """In ASCII: a journal may come from anywhere, and hide what drives a terminal."""
    return NOT_ASCII.sub(lambda char: json.dumps(char[0])[1:-1], msgspec.json.encode(told).decode())


def as_text(told: Report) -> str:
    """The refusals in sentences, and the points: a line for every round, a column for every seat."""
    names = _names(told)
    lines = []
    for act in told.refused:
        says, action = clean(act.says, CELLS_MAX), clean(bytes(act.action).decode(), CELLS_MAX)
        said = _("Act {number}, {who}: {sentence} {action}")
        lines.append(said.format(number=act.number, who=_who(act.seat, names), sentence=says, action=action))
    rows: list[tuple[str, tuple[int | str, ...]]] = [("", names)]
    rows += [(_("Round {number}").format(number=number), points) for number, points in enumerate(told.scores.rounds, 1)]
    rows.append((_("Total"), told.scores.totals))
    width, titles = max(5, *map(len, names)) + 2, max(8, *(len(title) for title, _cells in rows))
    lines += [f"{title:{titles}}" + "".join(f"{cell:>{width}}" for cell in cells) for title, cells in rows]
    if told.over:
        winners = listed([names[seat] for seat in told.scores.winners])
        lines.append(_("The game is over. Won by {names}.").format(names=winners))
    else:
        lines.append(_("The game was not finished."))
    acts = ngettext("{n} act, {refused} refused.", "{n} acts, {refused} refused.", told.acts)
    lines.append(acts.format(n=told.acts, refused=len(told.refused)))
    return "\n".join(lines)


def _names(told: Report) -> tuple[str, ...]:
    return tuple(clean(name, NAME_CELLS_MAX) for name in told.names)


def _who(seat: Seat, names: tuple[str, ...]) -> str:
    if 0 <= seat < len(names):
        return names[seat]
    return {CHANCE: _("chance"), CLOCK: _("the clock")}.get(seat, _("seat {number}").format(number=seat))
