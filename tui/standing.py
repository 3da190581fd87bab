"""How the table stands, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board import Seat
from engine.game import Sentence, View
from net import wire
from net.link import Link
from tui import spoken
from tui.language import N_, _, ngettext, pgettext
from tui.story import OR, REFUSALS, STILL, listed, names_of, say
from tui.theme import Role

LOST = N_("The line is lost. Coming back to the table.")
STILL_FOR_ME = N_("You are away, and the table waits. Press % to be back.")
AWAY = N_("You are away, and a bot plays for you. Press % to be back.")


def standing(link: Link) -> str:
    """Whose turn it is and what I may do, or between two rounds who is ready, for whoever looks at something else
    meanwhile. Nothing in the lobby."""
    room, view = link.room, link.view
    if room is None or view is None:
        return ""
    if not link.online:
        return _(LOST)
    if room.phase != "play":
        return readiness(room, link.seat)
    if said := absence(link):
        return said
    told, names = spoken.find(room.game), names_of(room, len(view.scores.totals))
    said, _role = turn(view, names, told.aside(view), spoken.going_on(told, view, names))
    return _("At the table: {standing}").format(standing=said)


def turn(view: View, names: Sequence[str], aside: str, going_on: str = "") -> tuple[str, Role]:
    """Whose turn it is, and what I may do out of mine."""
    if view.viewer is not None and view.viewer in view.awaited:
        return " ".join(filter(None, (_("It is your turn."), aside))), "strong"
    keys = [offer.key for offer in view.offers if not offer.aside]
    may = _("You may press {keys}.").format(keys=listed(keys, OR)) if keys else ""
    return " ".join(filter(None, (going_on or whose(view, names), aside, may))), "strong" if may else ""


def absence(link: Link) -> str:
    """During a game: that I am away, or that all are, so that nobody plays at all. Else nothing."""
    if link.room is None or link.room.phase != "play":
        return ""
    if any(chair.is_played_here for chair in link.room.chairs):
        return _(AWAY) if is_away(link) else ""
    return _(STILL_FOR_ME if is_away(link) else STILL)


def whose(view: View, names: Sequence[str]) -> str:
    """Whose turn it is."""
    if view.awaited not in ((), (view.turn,)):
        return waiting_for(view.awaited, names, view.viewer)
    if view.turn == view.viewer:
        return _("It is your turn.")
    return _("It is {name}'s turn.").format(name=names[view.turn]) if 0 <= view.turn < len(names) else ""


def waiting_for(seats: Sequence[Seat], names: Sequence[str], me: Seat | None) -> str:
    """I come first."""
    you = pgettext("waited for", "you")
    late = sorted(seats, key=lambda seat: seat != me)
    return _("Waiting for {names}.").format(names=listed([you if seat == me else names[seat] for seat in late]))


class TurnStarts:
    """Tells when I am waited for, and was not before: once a turn, for in a turn I may have to wait for others."""

    def __init__(self) -> None:
        self._told = -1

    def look(self, before: View | None, view: View | None) -> bool:
        """Whether a new view is the start of my turn."""
        if view is before or view is None or view.viewer not in view.awaited or view.turns == self._told:
            return False
        if before is not None and before.turns == view.turns and view.viewer in before.awaited:
            return False
        self._told = view.turns
        return True


def readiness(room: wire.Room, me: Seat | None) -> str:
    """Who is ready for the next deal, and for whom the table waits; I come first."""
    here = [(seat, chair) for seat, chair in enumerate(room.chairs) if chair.is_played_here]
    here.sort(key=lambda sitter: sitter[0] != me)
    ready = [seat for seat, chair in here if chair.ready]
    you = pgettext("are ready", "You")
    late = [seat for seat, chair in here if not chair.ready]
    names = listed([you if seat == me else room.chairs[seat].name for seat in ready])
    said = []
    if ready == [me]:
        said.append(_("You are ready."))
    elif me in ready:
        said.append(pgettext("you are one of them", "{names} are ready.").format(names=names))
    elif ready:
        said.append(ngettext("{names} is ready.", "{names} are ready.", len(ready)).format(names=names))
    if late:
        said.append(waiting_for(late, [chair.name for chair in room.chairs], me))
    return " ".join(said)


def is_unready(link: Link) -> bool:
    """Between two rounds the table waits until I am ready."""
    if link.room is None or link.seat is None:
        return False
    return link.online and link.room.phase in ("deal", "over") and not link.room.chairs[link.seat].ready


def is_away(link: Link) -> bool:
    """I have said that I am away."""
    return link.room is not None and link.seat is not None and link.room.chairs[link.seat].line == "away"


def is_advised(link: Link) -> bool:
    """I can ask what a hard bot would do: the table allows it, and waits for me."""
    room, view, seat = link.room, link.view, link.seat
    if room is None or view is None or seat is None or room.options.get("advice") != "on":
        return False
    return link.online and room.phase == "play" and seat in view.awaited and room.chairs[seat].is_played_here


# chat


def may_write(link: Link) -> bool:
    """The table would take a line of chat from me."""
    if not link.online or link.room is None or (link.room.phase == "play" and is_silent(link)):
        return False
    return link.seat is not None or link.room.phase != "play"


def is_silent(link: Link) -> bool:
    """The game wants nobody to write now."""
    return link.view is not None and link.view.silent


def why_not_write(link: Link, says: Mapping[str, Sentence]) -> str:
    """Why it would not, though I am at the table."""
    code = "silent" if is_silent(link) else "no-chat-now"
    return say(code, (), (), {**REFUSALS, **says})
