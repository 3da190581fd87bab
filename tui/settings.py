"""What a player has chosen for good: kept in one small file that people can edit, and changed while the program runs.

The file is TOML with one setting a line. To change one writes its value anew and leaves all else as it was, with the
comments and what a newer toctoc has put there; a file that cannot be understood is never written over.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import platformdirs

from net import store
from net.clean import clean
from net.limits import NAME_CELLS_MAX
from net.trouble import Trouble
from tui.language import LANGUAGES, _
from tui.picker import key_of

Colours = Literal["terminal", "dark", "light", "contrast", "none"]
CELLS = "1234567890yuiop"


class Settings(msgspec.Struct, frozen=True):
    """What holds without a file."""

    name: str = ""
    """What others call me; "" stands for the login name."""
    language: str = ""
    """One of LANGUAGES; "" stands for that of the locale."""
    colours: Colours = "terminal"
    """Those of the terminal itself, or others that can be read on what is dark, or light; the strongest; or none."""
    letters: bool = False
    """Suits are letters; in lines the cards of Römi are, in place of words."""
    ascii: bool = False
    """Nothing but ASCII is drawn, though the terminal has more."""
    animations: bool = True
    bell: bool | None = None
    """None: it rings on the screen, but not in lines, where all is told in their order."""
    title: bool = True
    """The window's title tells when I am called."""
    notify: bool = False
    """The desktop does, if the terminal can ask it to."""
    key_help: str = ""
    key_scores: str = ""
    key_room: str = ""
    key_away: str = ""
    key_settings: str = ""
    key_quit: str = ""
    """Another key for what has one already; the first one stays, too."""
    cells: str = CELLS
    """The keys of the 15 cells of an area in Allegra, row by row."""


CHOICES: dict[str, tuple[str | bool, ...]] = {
    "language": tuple(LANGUAGES),
    "colours": get_args(Colours),
    **dict.fromkeys(("letters", "ascii", "animations", "bell", "title", "notify"), (True, False)),
}
"""The values of those settings that are no free text."""
KEYS = {
    "key_help": ("?", "question_mark"),
    "key_scores": ("=", "equals_sign"),
    "key_room": ("@", "at"),
    "key_away": ("%", "percent_sign"),
    "key_settings": ("*", "asterisk"),
    "key_quit": ("ctrl+c", "ctrl+c"),
}
"""The first keys: what they are called, and what Textual calls them."""
FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 13))
END_TOUR = "$"
SIGNS_TAKEN = f"?=@%*#,.!/+-<>{END_TOUR}"
CELL_KEYS = "0123456789fhijlmnopuvyz"
"""Those that no offer of Allegra ever has, and that do not leave the table."""
TEXT = '"..."'
"""How the value of the others looks in the file."""

_now = Settings()


def now() -> Settings:
    """What holds at this moment."""
    return _now


def rings() -> bool:
    """Whether the bell rings on the screen."""
    return _now.bell is not False


def use(settings: Settings) -> None:
    """From now on this holds."""
    global _now
    _now = settings


def path() -> Path:
    """Where they are kept: in the user's folder for settings, or in TOCTOC_HOME. Raises Trouble if there is neither."""
    return store.own_folder(platformdirs.user_config_dir) / "settings.toml"


def read() -> tuple[Settings, list[Trouble]]:
    """What the file says, and what is wrong with it: where it is wrong, holds what holds without a file."""
    try:
        said = _parsed(_text(path()))
    except OSError as error:
        return Settings(), [store.trouble(error, path())]
    except Trouble as fault:
        return Settings(), [fault]
    known = {name: said[name] for name in Settings.__struct_fields__ if name in said}
    refusals = {name: _in_file(name, value, known) for name, value in known.items()}
    settings = Settings(**{name: value for name, value in known.items() if refusals[name] is None})
    settings = msgspec.structs.replace(settings, name=clean(settings.name, NAME_CELLS_MAX))
    return settings, [*filter(None, refusals.values())]


def refusal(name: str, value: object, settings: Mapping[str, object]) -> Trouble | None:
    """Why this setting cannot have this value among all of these; None if it can."""
    choices = CHOICES.get(name)
    if not (isinstance(value, str) if choices is None else type(value) is type(choices[0]) and value in choices):
        return Trouble("setting-value", ", ".join(map(_toml, choices)) if choices is not None else TEXT)
    if name in KEYS and value and (not _is_free(str(value)) or [settings.get(key) for key in KEYS].count(value) > 1):
        return Trouble("setting-key", str(value))
    if name == "cells" and not len(set(str(value)) & set(CELL_KEYS)) == len(str(value)) == len(CELLS):
        return Trouble("setting-cells", len(CELLS), " ".join(CELL_KEYS))
    return None


def _in_file(name: str, value: object, settings: Mapping[str, object]) -> Trouble | None:
    """The same, with where it stands."""
    if (fault := refusal(name, value, settings)) is None:
        return None
    shown = "..."
    with suppress(ValueError):  # a number with thousands of digits
        shown = str(value)
    return Trouble(f"{fault.code}-in-file", str(path()), name, shown, *fault.details)


def _is_free(key: str) -> bool:
    """It means nothing by itself: letters and digits belong to the games, and signs that stand where some keyboards
    have those."""
    sign = len(key) == 1 and key.isprintable() and not key.isalnum() and key != " "
    return key in FUNCTION_KEYS or (sign and key_of(key) == key and key not in SIGNS_TAKEN)


def meant(key: str, character: str | None) -> str | None:
    """What Textual calls the key for which this one has been put; None if it stands for itself."""
    own = {chosen: first for name, (_called, first) in KEYS.items() if (chosen := getattr(_now, name))}
    return own.get(key) or own.get(character or "")


def own_key(first: str) -> str:
    """The key that stands for this one, which Textual calls so; "" if there is none."""
    return next((getattr(_now, name) for name, (_called, known) in KEYS.items() if known == first), "")


def change(**values: Any) -> None:
    """From now on these hold, also when the program is started again. Raises Trouble if the latter is not possible."""
    use(msgspec.structs.replace(_now, **values))
    try:
        _keep(path(), values)
    except OSError as error:
        raise store.trouble(error, path()) from None


def _keep(file: Path, values: dict[str, Any]) -> None:
    target = Path(os.path.realpath(file))  # a link stays one
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with store.alone(target.parent):
        store.replace(target, _changed(file, values).encode())


def _changed(file: Path, values: dict[str, Any]) -> str:
    """The text of the file in which these values stand, and all else as it was."""
    before = _text(file)
    wanted = {**_parsed(before), **values}
    after = before or _("# toctoc's settings. They can be changed here, and with * in the program.") + "\n"
    for name, value in values.items():
        after = _with(after, name, _toml(value))
    try:
        kept = tomllib.loads(after) == wanted
    except tomllib.TOMLDecodeError:
        kept = False
    if not kept:
        raise Trouble("settings-shape", str(file), ", ".join(values))
    return after


def _with(text: str, name: str, value: str) -> str:
    """The text of a file in which this setting has this value; what is in tables is left alone."""
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    head, tail = (text[: table.start()], text[table.start() :]) if table else (text, "")
    line = re.compile(rf"""^([ \t]*{name}[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s#]+)""", re.MULTILINE)
    if line.search(head):
        return line.sub(lambda found: found[1] + value, head) + tail
    return head + ("\n" if head and not head.endswith("\n") else "") + f"{name} = {value}\n" + tail


def _toml(value: str | bool) -> str:
    return msgspec.json.encode(value).decode()


def _text(file: Path) -> str:
    """What is in the file; nothing if there is none. Raises OSError, and Trouble if it is no text."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))  # a pipe, which may never end, or a device
        return file.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise Trouble("settings-line", str(file), error.object[: error.start].count(b"\n") + 1) from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # in endless numbers, or brackets, no line is told
        at = re.search(r"line\s(\d+)", str(error))
        line = int(at[1]) if at else text.rstrip().count("\n") + 1
        raise Trouble("settings-line", str(path()), line) from None
