"""The rules of the game, and the keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.scrollbar import ScrollBar, ScrollBarRender

from engine.game import Game, rule_named
from net.link import Link
from tui import boards, rules, settings
from tui.keys import key_name
from tui.language import N_, _
from tui.screens.page import Page, Told, title
from tui.standing import standing
from tui.theme import glyphs
from tui.widgets.canvas import wrap

FOOT = (
    N_("Whatever you can do now stands at the foot of the screen, with its key."),
    N_("The mouse works as well."),
)
HAND = N_(
    "Your cards have keys too. Choose some, and then say what to do with them; or the other way round. Escape puts all "
    "of them back, and so does every change of your hand."
)
HAND_KEYS = {
    "tab": N_("sort your hand in another way, or hold it in your own order"),
    "arrows": N_("go from card to card; space chooses one"),
    ", .": N_("move the card to the left or right: your own order, which stays"),
    "!": N_("what can be laid, if the game has hints: chooses cards with a dot, plays none; # tells what is best"),
}
MARKS = N_("What is drawn on the table:")
KEYS = {
    "?": N_("this help"),
    "*": N_("the settings: language, colours, keys and more"),
    "=": N_("the score sheet"),
    "@": N_("who is at the table, and the invite for others"),
    "%": N_("say that you are away, and a bot plays; press it again to be back"),
    "#": N_("what a hard bot would do in your place, if the table gives advice"),
    "PgUp <": N_("what happened before; PgDn, > and Escape back again"),
    "q": N_("back from any page, as the key that opened it, Backspace and Escape do"),
    "ctrl+c": N_("quit, at the table q too; during a game you are asked first"),
}
REPLAY_KEYS = {
    "arrows": N_("left and right go from act to act, up and down roll what is too long"),
    "n p": N_("to the next turn or trick, and back to the one before"),
    "PgDn PgUp": N_("to where a round begins or ends, and back"),
    "Home End": N_("to the first act, or to the last"),
    "space": N_("let it play by itself, with + and - faster and slower"),
    "v": N_("seen by the next player, and at last by a watcher"),
    "a": N_("turn up the cards of all players, or cover them again"),
    "#": N_("what a hard bot would have done, and what was lost; it looks at all decisions meanwhile"),
    ", .": N_("after #: to the last or next decision that has lost points"),
    "tab": HAND_KEYS["tab"],
    "=": KEYS["="],
    **{key: KEYS[key] for key in ("?", "q", "ctrl+c")},
}
KEY_CELLS, ROW_CELLS = 11, 78
ABOVE = 2
"""So many lines are left above a rule that is looked up."""


def keys_told(board: boards.Board, *, replayed: bool) -> str:
    """What the keys do; with a hand, how cards are chosen, too; or what they do where a stored game is `replayed`. And
    what the marks on the board and the signs of the suits mean."""
    hand, suits, marks = board.HAND is not None, boards.suits(board, glyphs()), boards.marks(board, glyphs())
    told = ["\n".join(_laid_out(sentence) for sentence in FOOT)]
    told += [_laid_out(HAND), _in_rows(HAND_KEYS)] if hand and not replayed else []
    own = {called: getattr(settings.now(), name) for name, (called, _first) in settings.KEYS.items()}
    keys = (REPLAY_KEYS if replayed else KEYS).items()
    told.append(_in_rows({f"{key} {own.get(key, '')}".rstrip(): does for key, does in keys}))
    told += [_laid_out(MARKS), _in_rows(marks)] if marks else []
    told += [_("The suits: {suits}.").format(suits=", ".join(map(" ".join, suits)))] if suits else []
    return "\n\n".join(told)


def _laid_out(sentence: str) -> str:
    return "\n".join(rules.laid_out(_(sentence), rules.COLUMNS))


def _in_rows(keys: Mapping[str, str]) -> str:
    rows = ((key_name(key).ljust(KEY_CELLS - 1), _(does)) for key, does in keys.items())
    return "\n".join("\n".join(wrap(f"{key} {does}", ROW_CELLS, KEY_CELLS)) for key, does in rows)


class WholeCells(ScrollBarRender):
    """A scroll bar that ends where a cell ends: blocks of half a cell are no ASCII."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8


ScrollBar.renderer = WholeCells


class HelpScreen(Page):
    """The rules, open at one of them if there is one to look up. A number that is typed is looked up too."""

    DEFAULT_CSS = """
    HelpScreen { padding: 1 0 1 1; }
    HelpScreen #body {
        scrollbar-size-vertical: 1;
        scrollbar-color: ansi_default; scrollbar-color-hover: ansi_default; scrollbar-color-active: ansi_default;
        scrollbar-background: ansi_default;
        scrollbar-background-hover: ansi_default; scrollbar-background-active: ansi_default;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("0", "digit('0')", "rule with this number", key_display="0-9"),
        *(Binding(digit, "digit('" + digit + "')", show=False) for digit in "123456789"),
        Binding("k", "keys", "the keys"),
        Binding("space", "more", "next page"),
        Binding("q,enter,question_mark,backspace,escape", "close", "back"),
    ]

    def __init__(self, game: Game, board: boards.Board, *, replayed: bool = False, at: str = "") -> None:
        """`at` is the number of a rule."""
        super().__init__()
        self._game, self._board, self._replayed, self._at = game, board, replayed, at
        self._typed = ""
        """The digits that were pressed one after another."""

    def body(self) -> ComposeResult:
        with VerticalScroll(id="body"):
            yield Told(id="rules")

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self._look_up, self._at)

    def retell(self) -> None:
        self.query_one("#title", Told).tell(title(self._game.NAME, _("help")))
        lines = [self._shown(line) for line in rules.told(self._game)]
        keys = Content.assemble((_("Keys"), "bold"), "\n\n", keys_told(self._board, replayed=self._replayed))
        self.query_one("#rules", Told).tell(Content("\n").join([*lines, Content(), keys]))

    def _shown(self, line: rules.Line) -> Content:
        if not line.text:
            return Content.styled(line.head, "bold")
        is_here = bool(line.head) and line.head == self._at
        mark = glyphs().turn if is_here else " "
        head = Content.styled(f"{mark}{line.head:{rules.NUMBER_CELLS}}", "bold" if is_here else "dim")
        return head + line.text

    def _look_up(self, number: str) -> None:
        """Show the rule with this number, and mark it."""
        self._at = number
        self.retell()
        heads = [line.head for line in rules.told(self._game)]
        if number:
            self._scroll(heads.index(number) - ABOVE)

    def _scroll(self, y: float) -> None:
        # At once: a page that is turned after the next refresh would be the same one for a second press before it.
        self.query_one("#body", VerticalScroll).scroll_to(y=y, animate=False, immediate=True)

    def action_digit(self, digit: str) -> None:
        """Digits make a number as long as there is such a rule; then the last of them begins another one."""
        longer = self._typed + digit
        self._typed = longer if rule_named(self._game, longer) else digit
        if number := rule_named(self._game, self._typed):
            self._look_up(number)

    def action_keys(self) -> None:
        self._scroll(len(rules.told(self._game)) + 1)

    def action_more(self) -> None:
        body = self.query_one("#body", VerticalScroll)
        self._scroll(body.scroll_y + body.scrollable_content_region.height)

    def action_close(self) -> None:
        self.dismiss()

    def show(self, link: Link) -> None:
        """What goes on at the table meanwhile."""
        self.say(standing(link))
