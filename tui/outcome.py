"""What a round or a match has come to, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import View
from tui import spoken
from tui.language import _, ngettext
from tui.sides import is_drawn, sides
from tui.spoken import Words
from tui.story import listed


def outcome(words: Words, view: View, names: Sequence[str]) -> str:
    """What the last round and the match have come to, as far as it goes."""
    winners = view.scores.winners
    said, who = [spoken.outcome(words, view, names)], listed([names[seat] for seat in winners])
    if is_drawn(view):
        said.append(_("The game is a draw."))
    elif winners in sides(view):
        said.append(ngettext("{names} wins the game.", "{names} win the game.", len(winners)).format(names=who))
    elif winners:
        said.append(_("{names} share the win.").format(names=who))
    elif leaders := spoken.leaders(words, view):
        who = listed([names[seat] for seat in leaders])
        said.append(ngettext("{names} leads.", "{names} lead.", len(leaders)).format(names=who))
    return "\n".join(filter(None, said))
