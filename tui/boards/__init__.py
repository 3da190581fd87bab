"""How one game's zones are arranged on the screen: layout only, no rules. Games without a board share one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol, cast

from textual.geometry import Region

from engine.board import Seat, Spot
from engine.game import Offer, View
from tui.hand import Hand
from tui.language import _
from tui.of_game import of_game
from tui.theme import Glyphs
from tui.widgets.canvas import Canvas
from tui.widgets.scene import Scene


class Board(Protocol):
    """The members of a board's module."""

    HAND: Hand | None
    """If players hold cards that they can put in order and mark."""

    def title(self, scene: Scene) -> str:
        """How far the game is, in a few words."""

    def pad(self, view: View, me: Seat, spots: Sequence[Spot]) -> Mapping[Spot, str]:
        """A key for each of the spots that can be picked, none of them the key of an offer of the view."""

    def aside(self, view: View) -> str:
        """What I have done already, or am to wait for, in a sentence. Often nothing."""

    def draw(self, canvas: Canvas, region: Region, scene: Scene) -> Region:
        """Draw the table inside this region, and return what is left free in it for the log."""


def going_on(board: Board, view: View, names: Sequence[str]) -> str:
    """What is to be said in place of whose turn it is, if the board has a member `going_on`. Often nothing."""
    return cast(str, board.going_on(view, names)) if hasattr(board, "going_on") else ""


def sheets(board: Board, view: View, laid: str = "") -> Mapping[str, str]:
    """The keys of what else can be laid on the table, and what it is called, if the board has a member `sheets`; for
    what is `laid` already, what comes back when it is taken away."""
    return cast(Mapping[str, str], board.sheets(view, laid)) if hasattr(board, "sheets") else {}


def suits(board: Board, glyphs: Glyphs) -> Sequence[tuple[str, str]]:
    """The sign of every suit, and what it is called, if the board has a member `suits`."""
    return cast(Sequence[tuple[str, str]], board.suits(glyphs)) if hasattr(board, "suits") else ()


def marks(board: Board, glyphs: Glyphs) -> Mapping[str, str]:
    """What is drawn that may be a puzzle, and what it means, if the board has a member `marks`."""
    return cast(Mapping[str, str], board.marks(glyphs)) if hasattr(board, "marks") else {}


def keeps(board: Board, laid: str, before: View, after: View) -> bool:
    """Whether a sheet goes on lying when the view changes so; not so only if the board has a member `keeps`."""
    return cast(bool, board.keeps(laid, before, after)) if hasattr(board, "keeps") else True


def asides(board: Board, view: View) -> Sequence[Offer]:
    """What can be done beside the play at another moment, if not now, if the board has a member `asides`."""
    return cast(Sequence[Offer], board.asides(view)) if hasattr(board, "asides") else ()


def moves_s(board: Board, view: View) -> float:
    """So long does the picture change by itself after something has happened, if the board has a member `moves_s`."""
    return cast(float, board.moves_s(view)) if hasattr(board, "moves_s") else 0.0


def lap(board: Board, view: View) -> object:
    """What is the same for as long as it is the same turn; or the same of what else the game is divided into, if the
    board has a member `lap`."""
    return board.lap(view) if hasattr(board, "lap") else view.turns


def lap_named(board: Board) -> str:
    """What that is called, if it is no turn."""
    return _(board.LAP) if hasattr(board, "LAP") else ""


@cache
def find(game: str) -> Board:
    """The board of the game with this module's name. It is asked for many times a picture."""
    return cast(Board, of_game(__name__, game))
