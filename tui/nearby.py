"""What is told of a table that was found on the network."""

from __future__ import annotations

from engine.games import GAMES
from net import lan
from net.lan import Found
from tui.language import _, ngettext


def called(table: Found) -> str:
    return f"{table.host}: {GAMES[table.game].NAME}"


def standing(table: Found) -> str:
    """How it stands at a table that was found."""
    free = ngettext("{n} chair free", "{n} chairs free", table.free).format(n=table.free)
    facts = [free if table.free else _("full, you can watch")]
    facts += [_("playing")] if table.playing else []
    facts += [_("encrypted")] if table.encrypted else []
    return ", ".join(facts)


def how_to_enter(table: Found) -> str:
    """What is needed beside the place of a table that was found."""
    if table.encrypted:
        return _("Paste the end of its invite, the code and the fingerprint. Only by these can you know who answers.")
    return _("Type its code, the six letters at the end of its invite, and press enter.")


def unlisted() -> str:
    """Why no tables are listed, if none can be found; else nothing."""
    return "" if lan.is_installed() else _("To see the tables on your network here: pip install 'toctoc[lan]'.")
