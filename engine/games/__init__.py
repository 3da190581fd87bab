"""Every module in this folder whose name does not start with an underscore is a game."""

from __future__ import annotations

import importlib
import pkgutil
from typing import cast

from engine.game import Game

GAMES: dict[str, Game] = {
    module.name: cast(Game, importlib.import_module(f"{__name__}.{module.name}"))
    for module in pkgutil.iter_modules(__path__)
    if not module.name.startswith("_")
}
