"""Starting a table in a process of its own, which lives on when this one ends.

The two talk once: a line of JSON each way. Secrets go over the pipe, never into arguments or the environment, which
others on the same computer can read.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Timer
from typing import NamedTuple

import msgspec

from net import invite, store, tables, tokens
from net.invite import Invite, Way
from net.listen import Bind
from net.trouble import Trouble

START_WITHIN_S = 15.0


class Secrets(msgspec.Struct, frozen=True):
    """What the table is told."""

    code: str
    host_token: str


class Serving(msgspec.Struct, frozen=True, tag="serving"):
    """What the table answers: its id, the invite to hand out, and the one for this computer."""

    table: str
    invite: str
    local: str


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Or why there is no table: a Trouble."""

    code: str
    details: tuple[int | str, ...]


class Launched(NamedTuple):
    """A running table: its id, the invite to show, where its host connects with which token, its process if that was
    started here, the way there by SSH if there is one, and whether it was opened for its host to play alone."""

    table: str
    shown: Invite
    local: Invite
    host_token: str
    process: subprocess.Popen[bytes] | None
    way: Way | None = None
    alone: bool = False


async def launch(
    game: str,
    *,
    name: str,
    seats: int,
    options: Mapping[str, str],
    bind: Bind,
    port: int | None,
    socket: str | None,
    tls: bool | None,
    announced: bool,
    ssh: int | None,
    alone: bool = False,
) -> Launched:
    """Start `toctoc serve` and wait until it listens. `name` is the host's; without a word on `tls` it decides itself.

    Raises Trouble.
    """
    arguments = ["serve", game, "--piped", f"--name={name}", f"--seats={seats}"]
    arguments += [f"--option={option}={value}" for option, value in options.items()]
    if socket is not None:
        arguments.append(f"--socket={socket}")
    elif bind == "local":
        arguments.append("--local")
    if port is not None:
        arguments.append(f"--port={port}")
    if tls is not None:
        arguments.append("--tls" if tls else "--no-tls")
    if not announced:
        arguments.append("--no-announce")
    if ssh is not None:
        arguments.append(f"--ssh={ssh}")
    if alone:
        arguments.append("--alone")
    secret = new_secrets()
    process, answer = await _start(arguments, secret)
    if isinstance(answer, Failed):
        raise Trouble(answer.code, *answer.details)
    way = None if ssh is None else tables.read(answer.table).way
    local = invite.parse(answer.local)
    return Launched(answer.table, invite.parse(answer.invite), local, secret.host_token, process, way, alone)


async def come_back(table: str) -> Launched:
    """A table of mine: as it is if it runs, otherwise started again from its journal. Raises Trouble."""
    record, process = tables.read(table), None
    if not tables.runs(table):
        started, answer = await _start(["serve", "--piped", f"--resume={table}"], None)
        if isinstance(answer, Serving):
            record, process = tables.read(table), started
        elif answer.code != "table-runs":  # another window of mine was quicker
            raise Trouble(answer.code, *answer.details)
    return Launched(table, record.shown, record.local, record.host_token, process, record.way, record.alone)


def new_secrets() -> Secrets:
    return Secrets(invite.new_code(), tokens.new_token())


async def _start(arguments: Sequence[str], secret: Secrets | None) -> tuple[subprocess.Popen[bytes], Serving | Failed]:
    """A table in a process of its own, and its answer. One that nobody waits for any more is ended."""
    process = _spawned(arguments)
    try:
        return process, await asyncio.to_thread(_ask, process, secret)
    except asyncio.CancelledError:
        process.kill()
        raise


def _spawned(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    with store.open_log() as log:
        return subprocess.Popen(
            # -P: a folder called tui, where the user happens to be, is none of ours. As bytes: in any locale.
            [sys.executable, "-P", "-m", "tui", *(argument.encode(errors="surrogateescape") for argument in arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )


def _ask(process: subprocess.Popen[bytes], secret: Secrets | None) -> Serving | Failed:
    """Tell the process of a table its secret, and wait for what it answers."""
    patience = Timer(START_WITHIN_S, process.kill)
    patience.start()
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError), process.stdin as asking:
        asking.write(msgspec.json.encode(secret))
    with process.stdout as answering:
        line = answering.readline()
    answer = (
        msgspec.json.decode(line, type=Serving | Failed) if line else Failed("not-started", (str(store.log_path()),))
    )
    if isinstance(answer, Failed):
        process.wait()
    patience.cancel()
    return answer
