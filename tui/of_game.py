"""What is kept apart for games: in a package a module for each, with its name, and `_any` for those without one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def of_game(package: str, game: str) -> Any:
    """The module of this package for this game."""
    return import_module(f"{package}.{game if find_spec(f'{package}.{game}') else '_any'}")
