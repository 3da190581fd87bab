"""What calls a player who may look elsewhere: the bell, the title of the window, and notices of the desktop.

They tell that something is to be done, and never what lies on the table, or any word that came from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.board import Seat
from engine.game import View
from net.link import Link
from tui import settings
from tui.heard import SEATED
from tui.language import N_, _
from tui.quirks import TITLE_BACK, TITLE_KEPT
from tui.standing import TurnStarts, is_away
from tui.theme import glyphs, plain

Call = Literal["turn", "may", "seated", "begins"]

SAID: dict[Call, str] = {
    "turn": N_("Your turn."),
    "may": N_("You may act now."),
    "seated": SEATED,
    "begins": N_("The game begins."),
}
BELL = "\a"


def called(view: View | None) -> Call | None:
    """What a player is called for by this view, as long as it stands."""
    if view is None or view.viewer is None:
        return None
    if view.viewer in view.awaited:
        return "turn"
    return "may" if any(not offer.aside for offer in view.offers) else None


class Herald:
    """Tells of everything once, when it begins."""

    def __init__(self) -> None:
        self._turn_starts = TurnStarts()
        self._view: View | None = None
        self._seat: Seat | None = None
        self._phase = ""
        self._waits = False
        """A game is waited for; and"""
        self._waits_from: View | None = None
        """the view that there was when that began."""
        self._may_told = -1
        """The turn out of which I could act last."""

    def hear(self, link: Link) -> Call | None:
        """What is new since the last time."""
        room, view, phase = link.room, link.view, self._phase
        if room is None:
            return None
        if room.phase in ("lobby", "over") and room.phase != phase:
            self._waits, self._waits_from = True, view
        before, self._view, self._phase = self._view, view, room.phase
        seated, self._seat = bool(phase) and self._seat is None and link.seat is not None, link.seat
        if self._turn_starts.look(before, view):
            self._waits = False
            return "turn"
        if seated:
            return "seated"
        if self._waits and room.phase == "play" and view is not None and view is not self._waits_from:
            self._waits = False
            return "begins"
        if view is not None and called(view) == "may" and view.turns != self._may_told:
            self._may_told = view.turns
            return "may"
        return None


class Notices:
    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` gives the terminal what shows nothing."""
        self._write = write
        self.watched: bool | None = None
        """The window has the focus, or has lost it; None: the terminal has told nothing yet."""
        self._link: Link | None = None
        self._herald = Herald()
        self._title = ""

    def hear(self, link: Link | None) -> None:
        """The line to the table, if there is one, has changed; or the settings have."""
        if link is not self._link:
            self._link, self._herald = link, Herald()
        plays = link is not None and link.online and not is_away(link)
        self._entitle(called(link.view) if link is not None and plays else None)
        call = self._herald.hear(link) if link is not None else None
        if call is None or not plays or self.watched or (call == "may" and self.watched is None):
            return  # whoever sees it needs no call; and for what is so frequent, only who is known to look elsewhere
        if settings.rings():
            self._write(BELL)
        if settings.now().notify:
            self._write(f"\x1b]9;{_line(call)}\x07")

    def _entitle(self, call: Call | None) -> None:
        title = _line(call) if settings.now().title else ""
        if title != self._title:
            self._title = title
            self._write(f"\x1b]2;{title}\x07" if title else TITLE_BACK + TITLE_KEPT)


def _line(call: Call | None) -> str:
    return plain(": ".join(("toctoc", *([_(SAID[call])] if call is not None else []))), glyphs())
