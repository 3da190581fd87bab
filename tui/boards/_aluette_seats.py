"""Who sits where in Aluette, seen from me, and what they are called."""

from __future__ import annotations

from rich.cells import cell_len

from engine.board import Seat
from tui.language import _
from tui.spoken.aluette import round_from
from tui.widgets.canvas import fit
from tui.widgets.nameplate import NAME_CELLS_MIN
from tui.widgets.scene import Scene

ME, LEFT, PARTNER, RIGHT = range(4)
"""So many places to my left."""


def at(way: int, scene: Scene) -> Seat:
    """Who sits there."""
    return round_from(scene.me, scene.view)[way]


def way_to(seat: Seat, scene: Scene) -> int:
    """Where somebody sits."""
    return round_from(scene.me, scene.view).index(seat)


def called(seat: Seat, scene: Scene, cells: int) -> str:
    """Who it is, in so many cells."""
    return _("You") if is_me(seat, scene) else fit(scene.people[seat].name, cells, scene.glyphs.more)


def does(seat: Seat, mine: str, theirs: str, scene: Scene, cells: int) -> str:
    """What I do, or somebody does whose {name} is cut if there are too few cells."""
    if is_me(seat, scene):
        return fit(mine, cells, scene.glyphs.more)
    room = max(NAME_CELLS_MIN, cells - cell_len(theirs.format(name="")))
    return fit(theirs.format(name=called(seat, scene, room)), cells, scene.glyphs.more)


def is_me(seat: Seat, scene: Scene) -> bool:
    """It is who looks at the screen; not so for watchers, though they sit there too."""
    return seat == scene.view.viewer and not scene.by_name
