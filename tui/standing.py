"""How the table stands, in a sentence, for whoever looks at something else meanwhile."""

from __future__ import annotations

from engine.board import Seat
from net import wire
from net.link import Link
from tui import boards
from tui.story import listed, names_of
from tui.widgets.foot import LOST, turn


def standing(link: Link) -> str:
    """Whose turn it is and what I may do, or between two rounds who is ready. Nothing in the lobby."""
    room, view = link.room, link.view
    if room is None or view is None:
        return ""
    if not link.online:
        return LOST
    if room.phase != "play":
        return readiness(room, link.seat)
    board, names = boards.find(room.game), names_of(room, len(view.scores.totals))
    return f"At the table: {turn(view, names, board.aside(view), boards.going_on(board, view, names))[0]}"


def readiness(room: wire.Room, me: Seat | None) -> str:
    """Who is ready for the next deal, and for whom the table waits; I come first."""
    here = [
        (seat, chair) for seat, chair in enumerate(room.chairs) if chair.sitter == "person" and chair.line == "here"
    ]
    here.sort(key=lambda sitter: sitter[0] != me)
    ready = ["You" if seat == me else chair.name for seat, chair in here if chair.ready]
    late = ["you" if seat == me else chair.name for seat, chair in here if not chair.ready]
    said = [f"{listed(ready)} {'is' if len(ready) == 1 and ready[0] != 'You' else 'are'} ready."] if ready else []
    said += [f"Waiting for {listed(late)}."] if late else []
    return " ".join(said)
