"""What can be chosen by a number, and how it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from net import wire
from tui.language import _, put
from tui.leaving import Answer
from tui.line.says import SAYS

BACK = "b"
"""Goes back from a choice. In the play, an offer with this key is taken by its number."""

ECHO_CELLS_MAX = 40
"""So much of what was typed is repeated, if it meant nothing."""


class Choice(NamedTuple):
    """What can be chosen, and what is done then, with whatever was typed behind it. With a `key`, that can be typed for
    it too. One without a label is not told. If it `stays`, one can choose something else after it."""

    label: str
    take: Callable[[Sequence[str]], None]
    key: str = ""
    stays: bool = False


Menu = dict[str, Choice]
"""What is typed for each choice, in order."""


class Mouth(NamedTuple):
    """What everybody at this end has to do with: `tell` lines; `ask` with lines and a menu, or say what else, if there
    is nothing on it; `send` to the table; `where` tells where I stand."""

    tell: Callable[[Sequence[str]], None]
    ask: Callable[[Sequence[str], Menu, str], None]
    send: Callable[[wire.FromClient], None]
    where: Callable[[], None]


def simple(label: str, take: Callable[[], object], key: str = "", *, stays: bool = False) -> Choice:
    """A choice behind which nothing is typed."""

    def taken(_typed: Sequence[str]) -> None:
        take()

    return Choice(label, taken, key, stays)


def numbered(found: Sequence[Choice]) -> Menu:
    return {str(number): choice for number, choice in enumerate(found, 1)}


def answers(*found: tuple[Answer, Callable[[], object]]) -> Menu:
    """The answers to a question."""
    return numbered([simple(_(answer.label), take, answer.key) for answer, take in found])


def chosen(menu: Menu, typed: Sequence[str]) -> Choice | None:
    """What is chosen by a number, or by a letter alone: behind that of an offer there may be cards."""
    by_letter = (choice for choice in menu.values() if [choice.key] == [*typed])
    return menu.get(typed[0]) or next(by_letter, None)


def capital(text: str) -> str:
    """As it begins a sentence."""
    return text[:1].upper() + text[1:]


def lines_of(menu: Menu) -> list[str]:
    lines = []
    for typed, (label, _take, key, _stays) in menu.items():
        if label:
            code = "choice" if key else "choice-unkeyed"
            lines.append(put(SAYS[code], typed, capital(label), key))
    return lines
