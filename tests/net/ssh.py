"""A door for SSH in the test's own process, and guests who come to it. In place of the client runs a small program."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from net import hostkey, limits
from net.listen import Porch, listen_tcp
from net.ssh import Says, SshDoor
from net.tables import Doorway, Record

CODE = "KWXBTR"
SAYS = Says("Code?", "Name?", "Wrong.", "Locked.", "No commands.", "Full.", "Broken: {error}.")
KEY = asyncssh.generate_private_key("ssh-ed25519")
ECHO = ("sh", "-c", "stty raw -echo 2>/dev/null; echo ready; exec cat")
"""A program that says what it is told. Its last argument is the number of a pipe, in which its errand waits."""


class Guest(asyncssh.SSHClient):
    """Answers what it is asked, and remembers the questions."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), list[str]()

    def kbdint_auth_requested(self) -> str | None:
        return "" if self.answers else None

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        self.asked += [prompt.strip() for prompt, _echo in prompts]
        return [self.answers.pop(0) for _ in prompts] if len(self.answers) >= len(prompts) else None


class House:
    """`guests` is where the folders of those are who have come."""

    def __init__(self, door: SshDoor, porch: Porch, guests: Path) -> None:
        self.door, self.guests = door, guests
        self.port: int = porch.getsockname()[1]

    @asynccontextmanager
    async def entered(
        self, user: str = CODE, *answers: str, key: asyncssh.SSHKey | None = KEY, guest: Guest | None = None, **how: Any
    ) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Somebody has come in."""
        known = guest or Guest(*answers)
        settings: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None}
        keys = [key] if key is not None else []
        async with asyncssh.connect(
            *("127.0.0.1", self.port), username=user, client_keys=keys, client_factory=lambda: known, **settings, **how
        ) as connection:
            yield connection


@asynccontextmanager
async def opened(folder: Path, command: tuple[str, ...] = ECHO) -> AsyncIterator[House]:
    guests = folder / "guests"
    record = Record("Ada", "allegra", 2, {}, "local", 1, None, CODE, "h" * 32, ssh=Doorway(2222, hostkey.fingerprint()))
    with listen_tcp("local", 0) as listening:
        porch = Porch(file=listening.detach(), most=limits.SSH_KNOCKING_MAX)
    door = SshDoor(record, guests, SAYS, command)
    await door.open(porch)
    try:
        yield House(door, porch, guests)
    finally:
        await asyncio.wait_for(door.close(), 10)
