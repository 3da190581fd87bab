"""A table that comes back after its process has ended, sans-IO: from its journal, as if it had never been away."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import journal
from engine.board import Seat
from net import limits
from net.clean import clean
from net.fairdeal import Unfair
from net.play import Play
from net.table import Table


def resume(
    text: bytes,
    now: float,
    *,
    code: str,
    host_token: str,
    rng: random.Random,
    entropy: Callable[[int], bytes],
    record: Callable[[journal.Line], None],
    alone: bool = False,
) -> Table:
    """The table of a journal that may have been cut off after any of its lines. `record` gets the lines that follow.

    A match of which nobody can have been told has not begun: then it is the table before that match, and its chairs are
    open. Raises journal.Damaged, and then nothing has been recorded.
    """
    header, lines = journal.read_lines(text)
    play = Play(header, entropy=entropy, record=record)
    table = Table(
        header.game,
        seats=len(header.names),
        options=header.options,
        code=code,
        host_token=host_token,
        rng=rng,
        entropy=entropy,
        record=record,
        alone=alone,
    )
    if not all(map(_is_shown, header.names)):
        raise journal.Damaged("journal-header")
    held: set[Seat] = set()
    for number, line in enumerate(lines, 2):
        try:
            if isinstance(line, journal.Seated):
                held.add(line.seat)
            if not _can_be(line, len(header.names), held):
                raise Unfair("wrong-act")
            play.repeat(line)
        except Unfair:
            raise journal.Damaged("journal-act", number) from None
    if any(isinstance(line, journal.Sealed) for line in lines):
        table.go_on(play, lines, now)
    return table


def _can_be(line: journal.Line, seats: int, held: set[Seat]) -> bool:
    """A table with so many chairs can have written this. `held` are those that somebody has held so far."""
    match line:
        case journal.Seated(seat, name):
            return 0 <= seat < seats and (not name or _is_shown(name))
        case journal.Acted(seat, n=n):
            return n == 0 or (n > 0 and seat in held)
    return True


def _is_shown(name: str) -> bool:
    """The name is as it was when it was written, perhaps with a number behind it: fit for everybody's terminal."""
    return clean(name, 2 * limits.NAME_CELLS_MAX) == name != ""
