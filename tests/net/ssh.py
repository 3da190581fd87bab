"""A door for SSH in the test's own process, and guests who come to it. In place of the client runs a small program."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import asyncssh

from net import hostkey, limits
from net.listen import Porch, listen_tcp
from net.ssh import Says, SshDoor
from net.tables import Doorway, Record

CODE = "KWXBTR"
PATIENCE_S = 10.0
SAYS = Says(
    "Code?",
    "Name?",
    "Wrong.",
    "Wait.",
    "Taken.",
    "Coming.",
    "No commands.",
    "Full.",
    "Crowded.",
    "Often.",
    "Broken: {error}.",
)
KEY, OTHER_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
ECHO = ("sh", "-c", "stty raw -echo 2>/dev/null; echo ready; exec cat")
"""A program that says what it is told. Its last argument is the number of a pipe, in which its errand waits."""


class Guest(asyncssh.SSHClient):
    """Answers what it is asked, and remembers the questions and what else it is told."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked, self.told = list(answers), list[str](), list[str]()

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.told.append(msg)

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
        await asyncio.wait_for(door.close(), PATIENCE_S)


async def seen(process: asyncssh.SSHClientProcess[str], wanted: str) -> str:
    """What comes until this has come."""
    text = ""
    while wanted not in text:
        more = await asyncio.wait_for(process.stdout.read(1_024), PATIENCE_S)
        assert more, f"{wanted!r} did not come:\n{text}"
        text += more
    return text


async def besiege(house: House, rng: random.Random, attacks: int) -> None:
    """Nobody who does not know the code comes in, whatever they say, though all of it is looked at soon."""
    letters = [*map(chr, range(256)), "\u202e", "\U0001f600"]
    for number in range(attacks):
        if number % 3:
            await shout(house, rng)
            continue
        user, *answers = ("".join(rng.choices(letters, k=rng.choice((0, 1, 6, 900)))) for _ in range(4))
        user = "".join(filter(str.isalnum, user)) or "x"  # asyncssh sends nothing else
        try:
            with patch.object(limits, "WRONG_CODES_WITHIN_S", 0.1):
                async with house.entered(user, *answers, key=rng.choice((None, KEY))):
                    raise AssertionError(f"{user!r} came in with {answers}")
        except (asyncssh.DisconnectError, asyncssh.ConnectionLost, OSError):
            pass


async def shout(house: House, rng: random.Random) -> None:
    """Something that is no SSH, or not for long."""
    hello, length = b"SSH-2.0-shout\r\n", rng.choice((0, 1, 12, 35_000, 1 << 31)).to_bytes(4, "big")
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(rng.choice((b"", hello, hello + length, b"SSH-1.5-old\n", b"GET / HTTP/1.1\r\n\r\n")))
    writer.write(rng.randbytes(rng.choice((0, 1, 5, 40, 3_000))))
    writer.write_eof()
    with suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), PATIENCE_S)
    writer.close()
