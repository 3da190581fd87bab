"""The game's rules in short, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from engine.board import Event
from engine.game import Game
from net import wire
from net.link import Link
from tui import rules
from tui.screens.page import Page, Told, title
from tui.standing import standing

KEYS = """\
Whatever you can do now stands at the foot of the screen, with its key.
The mouse works as well.
"""

HAND_KEYS = """\
Your cards have keys too. Choose some, and then say what to do with them; or
the other way round.

tab       sort your hand in another way, or hold it in your own order
arrows    go from card to card; space chooses one
, and .   move the card to the left or right: your own order, which stays
!         a hint, if the game has some: chooses cards, but does not play them
"""

ALWAYS = """\
?         this help
=         the score sheet
@         who is at the table, and the invite for others
%         say that you are away, and a bot plays; press it again to be back
PgUp      what happened before; PgDn and Escape back again
q         back from any page, as the key that opened it, Backspace and Escape do
ctrl+c    quit, at the table q too; during a game you are asked first"""


class HelpScreen(Page):
    DEFAULT_CSS = """
    HelpScreen { padding: 1 0 1 1; }
    HelpScreen #body { scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "more", "next page"),
        Binding("q,enter,question_mark,backspace,escape", "close", "back"),
    ]

    def __init__(self, game: Game, *, hand: bool) -> None:
        super().__init__()
        self._game = game
        self._keys = "\n".join([KEYS, *([HAND_KEYS] if hand else []), ALWAYS])

    def body(self) -> ComposeResult:
        with VerticalScroll(id="body"):
            yield Told(Content.assemble(rules.told(self._game.HELP), ("\n\nKeys\n\n", "bold"), self._keys))

    def action_more(self) -> None:
        body = self.query_one("#body", VerticalScroll)
        # At once: a page that is turned after the next refresh would be the same one for a second press before it.
        body.scroll_to(y=body.scroll_y + body.scrollable_content_region.height, animate=False, immediate=True)

    def action_close(self) -> None:
        self.dismiss()

    def show(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> None:
        """What goes on at the table meanwhile."""
        self.say(standing(link))

    def on_mount(self) -> None:
        self.query_one("#title", Told).tell(title(self._game.NAME, "help"))
