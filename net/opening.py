"""Opening a table in this process: a new one, or one that was interrupted."""

from __future__ import annotations

import secrets
import ssl
import time
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

import msgspec

from engine import journal
from net import listen, store, tables, tls
from net.listen import Porch
from net.resume import resume
from net.table import Table
from net.tables import Doorway, Kept, Record
from net.trouble import Trouble


class Opened(NamedTuple):
    """A table, the socket on which it listens, TLS if it speaks that, and what is kept of it on the disk."""

    table: Table
    listening: Porch
    tls: ssl.SSLContext | None
    kept: Kept
    ssh: Porch | None
    """The socket of the door for SSH."""


def open_table(wanted: Record) -> Opened:
    """A new table where the record says. What it needs to come back is on the disk when this returns. Raises Trouble.

    Its host's token is stored under the host's name: whoever joins by this name on this account gets the host's seat.
    """
    context, listening, ssh = _context(wanted), _listen(wanted), _listen_ssh(wanted)
    kept = tables.keep(_placed(wanted, listening, ssh))
    return Opened(_lobby(kept), listening, context, kept, ssh)


def come_back(table: str, port: int | None = None, ssh: Doorway | None = None) -> Opened:
    """A table that was interrupted, in the same place or on another port, in the state in which it was; with this door
    for SSH, or that which it had.

    Raises Trouble, and then its journal is as it was.
    """
    kept = tables.take(table)
    wanted = kept.record if port is None else msgspec.structs.replace(kept.record, port=port)
    wanted = wanted if ssh is None else msgspec.structs.replace(wanted, ssh=ssh)
    text, context = kept.journal(), _context(wanted)
    try:
        listening = _listen(wanted)
    except Trouble as fault:
        raise (
            Trouble("old-port-in-use", *fault.details) if fault.code == "port-in-use" and port is None else fault
        ) from None
    door = _listen_ssh(wanted)
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
            )
        )
    except journal.Damaged as damaged:
        listening.close()
        raise Trouble(damaged.code, *damaged.details) from None
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
    )


def _context(wanted: Record) -> ssl.SSLContext | None:
    return None if wanted.certificate is None else tls.host_context(wanted.certificate)


def _listen(wanted: Record) -> Porch:
    return (
        listen.listen_unix(Path(wanted.socket))
        if wanted.socket is not None
        else listen.listen_tcp(wanted.bind, wanted.port)
    )


def _listen_ssh(wanted: Record) -> Porch | None:
    if wanted.ssh is None:
        return None
    try:
        return listen.listen_tcp(wanted.bind, wanted.ssh.port)
    except Trouble as fault:
        raise (Trouble("ssh-port-in-use", *fault.details) if fault.code == "port-in-use" else fault) from None


def _placed(wanted: Record, listening: Porch, door: Porch | None) -> Record:
    """With the ports on which it listens now, and its host's seat stored for all ways there."""
    port = None if wanted.socket is not None else listening.getsockname()[1]
    record = msgspec.structs.replace(wanted, port=port)
    if record.ssh is not None and door is not None:
        record = msgspec.structs.replace(record, ssh=msgspec.structs.replace(record.ssh, port=door.getsockname()[1]))
    for way in (record.local, record.shown):
        store.keep_seat(way, record.name, record.host_token, host=True)
    return record
