"""Pens: what a terminal writes its characters with. A pen is the parameters of SGR (select graphic rendition, ECMA-48
8.3.117) that make it of the plain pen "", joined by semicolons in one order: equal pens are equal texts."""

from __future__ import annotations

from functools import cache
from itertools import islice

_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29", "fg": "39", "bg": "49"}
"""What takes away again what was set. 22 takes away two things."""
_UNSEEN = {"fg", "1", "2", "3"}
"""What does not change how a space looks."""


@cache
def after(pen: str, parameters: str) -> str:
    """The pen that this one becomes by these parameters."""
    return ";".join(code for _, code in sorted(_parts(f"{pen};{parameters}").items()))


@cache
def change(old: str | None, new: str) -> str:
    """The shortest sequence that makes one pen of another; None is an unknown one."""
    afresh = f"\x1b[0;{new}m" if new else "\x1b[m"
    if old is None or old == new:
        return afresh if old is None else ""
    before, now = _parts(old), _parts(new)
    off = {_OFF.get(what, "") for what in before.keys() - now.keys()}
    on = [code for what, code in now.items() if before.get(what) != code or _OFF.get(what) in off]
    return afresh if "" in off else min(f"\x1b[{';'.join([*sorted(off), *on])}m", afresh, key=len)


@cache
def is_bare(pen: str | None) -> bool:
    """Whether a space that is written with this pen looks like any other."""
    return pen is not None and _parts(pen).keys() <= _UNSEEN


def _parts(parameters: str) -> dict[str, str]:
    """What is set in the end, and the parameters that set it."""
    parts: dict[str, str] = {}
    codes = iter(parameters.split(";"))
    for code in codes:
        if code in ("", "0"):
            parts.clear()
        elif code in _OFF.values():
            parts = {what: kept for what, kept in parts.items() if _OFF.get(what) != code}
        elif code in ("38", "48", "58"):
            kind = next(codes, "")
            parts[_what(code)] = ";".join((code, kind, *islice(codes, 1 if kind == "5" else 3)))
        else:
            parts[_what(code)] = code
    return parts


def _what(code: str) -> str:
    """What a parameter sets. Those that set the same exclude each other."""
    number = code.split(":")[0]
    if number[:-1] in ("3", "9"):
        return "fg"
    return "bg" if number[:-1] in ("4", "10") else number
