"""The bench's seat at a table, on the screen of somebody who has come through a door for SSH:
`python -m tests.bench.through GAME`. Signals are passed on to it; what this process costs is what the door costs."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.net.ssh import CODE, KEY, opened
from tests.tui.ssh import OPTIONS

ROOT = Path(__file__).parents[2]
SIGNALS = (signal.SIGUSR1, signal.SIGUSR2)


async def sit(game: str, home: Path) -> None:
    key = home / "key"
    KEY.write_private_key(key)
    key.chmod(0o600)
    seat = shlex.join([sys.executable, "-m", "tests.tui.seat", game])
    async with opened(home, ("sh", "-c", f"exec {seat}")) as house:
        for signum in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(signum, lambda signum=signum: pass_on(signum, ssh.pid))
        options = (f"-o{name}={value}" for name, value in OPTIONS.items())
        where = ("-p", str(house.port), f"{CODE}@127.0.0.1")
        ssh = await asyncio.create_subprocess_exec("ssh", "-tt", "-F", "none", "-i", key, *options, *where)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        await ssh.wait()


def pass_on(signum: signal.Signals, ssh: int) -> None:
    """To the seat, which is the other process that was started here."""
    started = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    for pid in {*map(int, started)} - {ssh}:
        os.kill(pid, signum)


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # they may come too early
    os.environ["PYTHONPATH"] = str(ROOT)
    with TemporaryDirectory() as folder:
        os.environ["TOCTOC_HOME"] = folder
        asyncio.run(sit(sys.argv[1], Path(folder)))
