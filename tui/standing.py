"""How the table stands, in a sentence, for whoever looks at something else meanwhile."""

from __future__ import annotations

from engine.board import Seat
from net import wire
from net.link import Link
from tui import boards
from tui.language import _, ngettext, pgettext
from tui.story import listed, names_of
from tui.widgets.foot import LOST, turn


def standing(link: Link) -> str:
    """Whose turn it is and what I may do, or between two rounds who is ready. Nothing in the lobby."""
    room, view = link.room, link.view
    if room is None or view is None:
        return ""
    if not link.online:
        return _(LOST)
    if room.phase != "play":
        return readiness(room, link.seat)
    board, names = boards.find(room.game), names_of(room, len(view.scores.totals))
    said, _role = turn(view, names, board.aside(view), boards.going_on(board, view, names))
    return _("At the table: {standing}").format(standing=said)


def readiness(room: wire.Room, me: Seat | None) -> str:
    """Who is ready for the next deal, and for whom the table waits; I come first."""
    here = [
        (seat, chair) for seat, chair in enumerate(room.chairs) if chair.sitter == "person" and chair.line == "here"
    ]
    here.sort(key=lambda sitter: sitter[0] != me)
    ready = [seat for seat, chair in here if chair.ready]
    you, late_you = pgettext("are ready", "You"), pgettext("waited for", "you")
    late = [late_you if seat == me else chair.name for seat, chair in here if not chair.ready]
    names = listed([you if seat == me else room.chairs[seat].name for seat in ready])
    said = []
    if ready == [me]:
        said.append(_("You are ready."))
    elif me in ready:
        said.append(pgettext("you are one of them", "{names} are ready.").format(names=names))
    elif ready:
        said.append(ngettext("{names} is ready.", "{names} are ready.", len(ready)).format(names=names))
    if late:
        said.append(_("Waiting for {names}.").format(names=listed(late)))
    return " ".join(said)
