"""A table with a door for SSH, in processes of its own, and guests with nothing but OpenSSH's client."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from net import store, tables
from net.tables import Record
from tests.tui.terminal import PATIENCE_S, POLL_S, Terminal, opened

OPTIONS = {
    "StrictHostKeyChecking": "no",
    "UserKnownHostsFile": "/dev/null",
    "LogLevel": "ERROR",
    "IdentitiesOnly": "yes",
    "IdentityAgent": "none",
}
PROGRAM = (sys.executable, "-m", "tests.tui.hasty")


class Door(NamedTuple):
    """`process` is the table's."""

    process: subprocess.Popen[str]
    record: Record
    table: str
    keys: Path

    def command(self, *flags: str, user: str | None = None, key: str = "", words: tuple[str, ...] = ()) -> list[str]:
        """With `key`, the one of this name is offered; it is made the first time. `words` follow the host."""
        assert self.record.ssh is not None
        identity = ("-i", str(self._made(key))) if key else ("-o", "PubkeyAuthentication=no")
        options = (f"-o{name}={value}" for name, value in OPTIONS.items())
        who = f"{self.record.code if user is None else user}@127.0.0.1"
        return ["ssh", "-F", "none", *identity, *options, *flags, "-p", str(self.record.ssh.port), who, *words]

    @contextmanager
    def guest(self, *, user: str | None = None, key: str = "", **env: str) -> Iterator[Terminal]:
        """Somebody at the door, in a terminal."""
        with opened(Terminal(*self.command("-o", "SendEnv=LANG", user=user, key=key), **env)) as terminal:
            yield terminal

    @contextmanager
    def player(self, name: str, command: str = "Play ") -> Iterator[Terminal]:
        """Somebody who has a key has chosen what to do, and is at the table."""
        with self.guest(user=self.record.code, key=name) as terminal:
            terminal.wait_for("Name", command)
            terminal.press(f"{name}\r" + ("\x1b[B" if command == "Watch" else "") + "\r")
            terminal.wait_for("Its key")
            yield terminal

    def _made(self, key: str) -> Path:
        path = self.keys / key
        if not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        return path

    def processes(self, kind: str) -> list[int]:
        """Those of the door, or of its guests."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (path / "cmdline").read_bytes().split(b"\0")
                ours = f"TOCTOC_HOME={store.home()}".encode() in (path / "environ").read_bytes()
                if words[3:5] == [b"tui.ssh", kind.encode()] and ours:
                    found.append(int(path.name))
        return found


@contextmanager
def door(home: Path, game: str = "allegra", *words: str, resume: bool = False) -> Iterator[Door]:
    """A table of anna's that anybody can reach by SSH who is on this computer."""
    what = ["--resume"] if resume else [game, "--local", "--port", "0", "--ssh", "0", "--name", "anna", *words]
    env = {**os.environ, "TOCTOC_HOME": str(home)}
    with subprocess.Popen(
        [*PROGRAM, "serve", *what], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            assert re.match(r"toctoc://127\.0\.0\.1:", process.stdout.readline())
            table = tables.running()[0]
            keys = home / "keys"
            keys.mkdir(exist_ok=True)
            yield Door(process, tables.read(table), table, keys)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(10)


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(POLL_S)
