"""The keys of an app that do something now, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from textual import events
from textual.binding import Binding
from textual.screen import Screen

from tui.language import pgettext
from tui.picker import key_of


class Key(NamedTuple):
    """`shown` is what it is called, `does` what it does, `name` what Textual calls it."""

    shown: str
    does: str
    name: str
    is_priority: bool


def key_name(key: str) -> str:
    """What a key is called: some have names that are words."""
    match key:
        case "enter":
            return pgettext("key name", "enter")
        case "space":
            return pgettext("key name", "space")
        case "tab":
            return pgettext("key name", "tab")
        case "arrows":
            return pgettext("key name", "arrows")
    return key


def on_english_keyboard(event: events.Key, screen: Screen[Any]) -> events.Key:
    """The key of an English keyboard in the place of this one, if this one means nothing by itself."""
    character = event.character or ""
    letter = key_of(character)
    return event if letter == character or event.key in screen.active_bindings else events.Key(letter, letter)


def active_keys(screen: Screen[Any]) -> list[Key]:
    """Those of its bindings that are to be shown, each action once; how to get away stands last. Not those of which the
    screen says that they would only tell why nothing can be done."""
    shown: dict[str, Binding] = {}
    idle: Callable[[str], bool] = getattr(screen, "only_explains", lambda _action: False)
    for active in screen.active_bindings.values():
        if active.binding.show and active.binding.description and not idle(active.binding.action):
            shown.setdefault(active.binding.action, active.binding)
    return [
        Key(
            key_name(screen.app.get_key_display(binding)),
            pgettext("key", binding.description),
            binding.key,
            binding.priority,
        )
        for binding in sorted(shown.values(), key=lambda binding: binding.priority)
    ]
