"""What the command line asks the app to open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.game import Game
from engine.strengths import Strength
from net import tables
from net.errand import Errand
from net.invite import Invite
from net.listen import Bind
from net.wire import Role

Command = Literal["start", "host", "join", "watch", "solo"]

SEATS_USUAL = 4
SOLO = {"advice": "on"}
"""The options of a table where nobody plays but me, where they are not the usual ones."""


class Plan(msgspec.Struct, frozen=True):
    """`host` opens a table of `seats` chairs, `bots` of them with bots; `solo` is a table where bots sit on all chairs
    but one, started at once and open to nobody on the network. Both need `game`, `seats`, `bots`, `port`, `bind`,
    `socket`, `tls`, `announced`, `ssh`, `options`. `join` and `watch` need an `invite`; without one the app asks for
    it."""

    command: Command
    name: str
    named: bool = False
    """Whoever joins or watches has told this name: it is not only the usual one."""
    asks_name: bool = False
    """It is only the login name, and the start screen asks for another one."""
    game: str = "allegra"
    seats: int = 4
    bots: int = 0
    strength: Strength = "normal"
    """Of the bots."""
    port: int | None = None
    """None: the usual port, or a free one if that is taken."""
    bind: Bind = "lan"
    socket: str | None = None
    """The path of a Unix socket, in place of a port."""
    tls: bool | None = None
    """None: if it can be, and others on the network could listen."""
    announced: bool = True
    """To the network, if it is open to it."""
    ssh: int | None = None
    """The port of a door for SSH; None if there shall be none."""
    options: Mapping[str, str] = {}
    invite: Invite | None = None
    plain: bool = False
    """In lines, even where there is a screen."""
    tour: bool = False
    """With hints for a first game."""
    guest: Errand | None = None
    """I have come by SSH to the one table of which this tells: I sit down there or watch, and nothing else."""
    table: str = ""
    """Do not open a new table, but come back to this one of mine."""

    @property
    def is_whole(self) -> bool:
        """It leads to a table: nothing has to be asked for on the start screen."""
        return self.command in ("host", "solo") or self.invite is not None

    @property
    def role(self) -> Role:
        return "watch" if self.command == "watch" else "play"


def usual_seats(game: Game) -> int:
    """The chairs at its table, if nothing else is asked for."""
    return min(SEATS_USUAL, max(game.SEATS))


def returning(table: str) -> Plan:
    """To come back as the host to this table of mine, which runs or was interrupted. Raises Trouble."""
    record = tables.read(table)
    return Plan("host", record.name, game=record.game, bind=record.bind, socket=record.socket, table=table)
