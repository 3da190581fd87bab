"""No English is shown that cannot be put into another language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tui
from tests.tui.words import CALLS

ROOT = Path(tui.__file__).parent
MARKS = {name for calls in CALLS.values() for name in calls}
FOUND_BY_CODE = {"REFUSALS", "GOODBYES", "TROUBLES", "FOUND", "SAYS", "SUITS", "RANKS"}
"""The sentences in these tables are in the catalogues, too."""
PROSE = re.compile(r"[^\W\d_]{2,}[,:.;]? |(?<! ) [^\W\d_]{2,}")
WORD = re.compile(r"[^\W\d_]{2,}")
SHOWN = {
    "put": 2,
    "Choice": 1,
    "Answer": 1,
    "styled": 0,
    "tell": 0,
    "say": 0,
    "print": 0,
    "Told": 0,
    "title": 1,
    "cell": 0,
}
"""Which argument of these is shown: that may be a single word. So may"""
SHOWN_BY_NAME = {"help", "description", "title", "metavar"}
"""arguments with these names."""
COMMAND = "toctoc "
"""What begins so is to be typed as it is."""
ALLOWED = {
    "commands/manual.py": {"ssh -t laptop toctoc join INVITE"},  # typed as it is
    "commands/parser.py": {"source <(toctoc completion bash)"},
    "language.py": {"no number decides between {} and {}"},  # a fault of the program's own
    "screens/lobby.py": {"seat {}", "option {}"},  # the keys of lines
}


FOR_SHELLS = {"completion.py"}
"""What is written there nobody reads but they."""


class English(ast.NodeVisitor):
    """`found` are the texts that are shown as they are; and those that are marked in an f-string, where nobody finds
    them."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> None:
        self._look(node, PROSE)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._look(node, PROSE)
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and _name(call.func) in MARKS and _text(call.args[0]):
                self.found.append(ast.unparse(call))

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in MARKS:
            return
        for i, argument in enumerate(node.args):
            self._argument(argument, shown=SHOWN.get(name) == i)
        for keyword in node.keywords:
            self._argument(keyword.value, shown=keyword.arg in SHOWN_BY_NAME)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if _name(node.targets[0]) != "DEFAULT_CSS":
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and _name(node.target) not in FOUND_BY_CODE:
            self.visit(node.value)

    def visit_Dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.visit(value)

    def _argument(self, node: ast.expr, *, shown: bool) -> None:
        if shown:
            for part in _alternatives(node):
                self._look(part, WORD)
        self.visit(node)

    def _look(self, node: ast.expr, pattern: re.Pattern[str]) -> None:
        text = _text(node)
        if pattern.search(text) and not text.startswith(COMMAND) and text not in self.found:
            self.found.append(text)


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.IfExp(_, one, other):
            yield from (*_alternatives(one), *_alternatives(other))
        case _:
            yield node


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(_text(part) if isinstance(part, ast.Constant) else "{}" for part in parts)
    return ""


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
    return ""


def english(source: str) -> list[str]:
    visitor = English()
    visitor.visit(ast.parse(source))
    return visitor.found


@pytest.mark.parametrize(
    "path", sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if path.name not in FOR_SHELLS)
)
def test_all_that_people_see_can_be_put_into_their_language(path: str) -> None:
    assert set(english((ROOT / path).read_text())) == ALLOWED.get(path, set())


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("say(f'{n} turns left')", ["{} turns left"]),
        ("x = 'The game is over.' if y else ''", ["The game is over."]),
        ("canvas.put(x, y, 'spoiled' if z else '', 'alarm')", ["spoiled"]),
        ("option('--seats', help='chairs')", ["chairs"]),
        ("x = f\"{_('Say:')} \"", ["_('Say:')"]),
        ("x = _('Say what?'); N_('in your order'); Binding('q', 'leave', 'leave it')", []),
        ("'''All of it.'''\nx = {'a b cd': 'hand:1'}; y = 'grid:2'", []),
    ],
)
def test_what_is_shown_in_english_is_found(source: str, found: list[str]) -> None:
    assert english(source) == found
