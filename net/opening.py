"""Opening a table in this process: a new one, or one that was interrupted."""

from __future__ import annotations

import secrets
import ssl
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

import msgspec

from engine import journal
from net import hostkey, listen, store, tables, tls, tokens
from net.listen import Bind, Porch
from net.resume import resume
from net.table import Table
from net.tables import Doorway, Kept, Record
from net.trouble import Trouble

DOOR_CLOSED_WITHIN_S, LOOK_EVERY_S = 2.0, 0.05
"""A table that has died leaves its door for SSH to close by itself."""


class Opened(NamedTuple):
    """A table, the socket on which it listens, TLS if it speaks that, and what is kept of it on the disk."""

    table: Table
    listening: Porch
    tls: ssl.SSLContext | None
    kept: Kept
    door: Porch | None
    """The socket of its door for SSH."""


def open_table(wanted: Record) -> Opened:
    """A new table where the record says. What it needs to come back is on the disk when this returns. Raises Trouble.

    Its host's token is stored under the host's name: whoever joins by this name on this account gets the host's seat.
    """
    context, (listening, door) = _context(wanted), _listen(wanted)
    kept = tables.keep(_placed(wanted, listening, door))
    return Opened(_lobby(kept), listening, context, kept, door)


def come_back(table: str, port: int | None = None, ssh: Doorway | None = None) -> Opened:
    """A table that was interrupted, in the same place or on another port, in the state in which it was; with this door
    for SSH, or that which it had.

    Raises Trouble, and then its journal is as it was.
    """
    kept = tables.take(table)
    wanted = kept.record if port is None else msgspec.structs.replace(kept.record, port=port)
    wanted = msgspec.structs.replace(wanted, ssh=ssh or _known_by_now(wanted.ssh))
    text, context = kept.journal(), _context(wanted)
    try:
        listening, door = _listen(wanted, ssh_within_s=DOOR_CLOSED_WITHIN_S)
    except Trouble as fault:
        raise (
            Trouble("old-port-in-use", *fault.details) if fault.code == "port-in-use" and port is None else fault
        ) from None
    record = _placed(wanted, listening, door)
    if record != kept.record:
        kept.change(port=record.port, ssh=record.ssh)
    try:
        opened = (
            _lobby(kept)
            if not text
            else resume(
                text,
                time.monotonic(),
                code=record.code,
                host_token=record.host_token,
                rng=SystemRandom(),
                entropy=secrets.token_bytes,
                record=kept.write,
                alone=record.alone,
            )
        )
    except journal.Damaged as damaged:
        for porch in filter(None, (listening, door)):
            porch.close()
        raise store.damaged(damaged, store.journals_folder() / record.journal) from None
    return Opened(opened, listening, context, kept, door)


def _lobby(kept: Kept) -> Table:
    record = kept.record
    return Table(
        record.game,
        seats=record.seats,
        options=record.options,
        code=record.code,
        host_token=record.host_token,
        rng=SystemRandom(),
        entropy=secrets.token_bytes,
        record=kept.write,
        alone=record.alone,
    )


def _context(wanted: Record) -> ssl.SSLContext | None:
    return None if wanted.certificate is None else tls.host_context(wanted.certificate)


def _listen(wanted: Record, *, ssh_within_s: float = 0.0) -> tuple[Porch, Porch | None]:
    """Where the table listens, and its door for SSH, whose port may be given up by another one only within a while."""
    door = None if wanted.ssh is None else _listen_ssh(wanted.bind, wanted.ssh.port, ssh_within_s)
    try:
        if wanted.socket is not None:
            return listen.listen_unix(Path(wanted.socket)), door
        return listen.listen_tcp(wanted.bind, wanted.port), door
    except Trouble:
        if door is not None:
            door.close()
        raise


def _listen_ssh(bind: Bind, port: int, within_s: float) -> Porch:
    deadline = time.monotonic() + within_s
    while True:
        try:
            return listen.listen_tcp(bind, port)
        except Trouble as fault:
            if fault.code != "port-in-use":
                raise
            if time.monotonic() >= deadline:
                raise Trouble("ssh-port-in-use", port) from None
        time.sleep(LOOK_EVERY_S)


def _known_by_now(door: Doorway | None) -> Doorway | None:
    """Its key may be another one since. If something is wrong with it, the table comes back, and the door tells."""
    with suppress(Trouble):
        return None if door is None else Doorway(door.port, hostkey.fingerprint())
    return door


def _placed(wanted: Record, listening: Porch, door: Porch | None) -> Record:
    """With the ports on which it listens now, and its host's seat stored for all ways there."""
    port = None if wanted.socket is not None else listening.getsockname()[1]
    record = msgspec.structs.replace(wanted, port=port)
    if record.ssh is not None and door is not None:
        record = msgspec.structs.replace(record, ssh=msgspec.structs.replace(record.ssh, port=door.getsockname()[1]))
    for way in (record.local, record.shown):
        tokens.keep_seat(way, record.name, record.host_token, host=True)
    return record
