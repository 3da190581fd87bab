"""A stored game, replayed without a screen: told in sentences, or what was refused and the scores as one document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine import journal
from engine.board import CHANCE, CLOCK, Refused, Seat
from engine.game import Scores
from net import store, wire
from net.clean import clean
from net.recording import Moment, Recording, Viewpoint
from tui import spoken
from tui.language import _, ngettext
from tui.sides import is_drawn
from tui.story import comings, listed, names_of, refused, tell

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
    """`names` are those at the end."""

    game: str
    names: tuple[str, ...]
    options: dict[str, int | str]
    acts: int
    refused: tuple[RefusedAct, ...]
    over: bool
    scores: Scores


def load(path: Path) -> Recording:
    """Read a journal. Raises Trouble."""
    try:
        return Recording(store.read(path))
    except journal.Damaged as damaged:
        raise store.damaged(damaged, path) from None


def my_chair(recording: Recording, path: Path) -> Seat | None:
    """Whoever keeps a journal among their own has hosted its table."""
    return recording.host if path.resolve().parent == store.journals_folder().resolve() else None


def names_at(recording: Recording, number: int) -> tuple[str, ...]:
    """Of those who sat there when act `number` was done."""
    return names_of(recording.room(number, recording.last()))


def report(recording: Recording) -> Report:
    refusals = []
    for moment in recording.moments():
        if (why := moment.refused) is not None:
            act, says = moment.act, _refusal(recording, moment, why)
            refusals.append(RefusedAct(moment.number, act.seat, act.action, why.code, why.details, why.rule, says))
    match = recording.last()
    return Report(
        recording.header.game,
        names_at(recording, recording.end),
        recording.options,
        recording.end,
        tuple(refusals),
        match.state.over,
        recording.game.scores(match.state),
    )


def as_json(document: object) -> str:
    """In ASCII: a journal may come from anywhere, and hide what drives a terminal."""
    return NOT_ASCII.sub(lambda char: json.dumps(char[0])[1:-1], msgspec.json.encode(document).decode())


def as_text(recording: Recording) -> str:
    """All that happened, in sentences, as those know it who did it; and the points."""
    view, names = recording.last().view(None), names_at(recording, recording.end)
    scores = view.scores
    lines = [*_story(recording), ""]
    refusals = sum(moment.refused is not None for moment in recording.moments())
    rows: list[tuple[str, tuple[int | str, ...]]] = [("", names)]
    words = spoken.find(recording.header.game)
    rows += [(spoken.scored(words, number), points) for number, points in enumerate(scores.rounds, 1)]
    rows.append((_("total"), scores.totals))
    width, titles = max(5, *map(len, names)) + 2, max(8, *(len(title) for title, _cells in rows))
    lines += [f"{title:{titles}}" + "".join(f"{cell:>{width}}" for cell in cells) for title, cells in rows]
    if not view.over:
        lines.append(_("The game was not finished."))
    elif is_drawn(view):
        lines.append(_("The game is a draw."))
    else:
        winners = listed([names[seat] for seat in scores.winners])
        lines.append(_("The game is over. Won by {names}.").format(names=winners))
    acts = ngettext("{n} act, {refused} refused.", "{n} acts, {refused} refused.", recording.end)
    lines.append(acts.format(n=recording.end, refused=refusals))
    return "\n".join(lines)


def _story(recording: Recording) -> Iterator[str]:
    """A sentence a line, and a line between the rounds."""
    spell, before = spoken.find(recording.header.game).spell, None
    for moment in recording.moments():
        if moment.number in recording.rounds[2::2]:
            yield ""
        room = recording.room(moment.number, moment.match)
        yield from comings(before, room) if before is not None else ()
        before, names = room, names_of(room)
        events = recording.eyes(Viewpoint(None, open=True), moment.number).told(moment.happenings)
        yield from tell(events, names, recording.game.SAYS, spell)
        if (why := moment.refused) is not None:
            said = _("Act {number}, {who}: {sentence} {action}")
            says = clean(_refusal(recording, moment, why), CELLS_MAX)
            action = clean(bytes(moment.act.action).decode(), CELLS_MAX)
            yield said.format(number=moment.number, who=_who(moment.act.seat, names), sentence=says, action=action)


def _refusal(recording: Recording, moment: Moment, why: Refused) -> str:
    refusal = wire.Refusal(why.code, why.details, why.rule)
    return refused(refusal, names_of(recording.room(moment.number, moment.match)), recording.game.SAYS)


def _who(seat: Seat, names: tuple[str, ...]) -> str:
    if 0 <= seat < len(names):
        return names[seat]
    return {CHANCE: _("chance"), CLOCK: _("the clock")}.get(seat, _("seat {number}").format(number=seat))
