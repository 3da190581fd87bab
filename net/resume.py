"""A table that comes back after its process has ended, sans-IO: from its journal, as if it had never been away."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import journal
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
    )
    for number, line in enumerate(lines, 2):
        try:
            play.repeat(line)
        except Unfair:
            raise journal.Damaged("journal-act", number) from None
    if any(isinstance(line, journal.Sealed) for line in lines):
        table.go_on(play, lines, now)
    return table
