"""A real sshd on loopback, through which this program is run as on any other computer."""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.tui.terminal import PATIENCE_S, POLL_S, Terminal

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
PRIVILEGE_SEPARATION = Path("/run/sshd")


class Sshd(NamedTuple):
    port: int
    key: Path

    def run(self, home: Path, *arguments: str) -> Terminal:
        """`toctoc` with these arguments, at the other end of `ssh -tt`."""
        code = [f"PYTHONPATH={os.environ['PYTHONPATH']}"] if "PYTHONPATH" in os.environ else []
        there = ["env", f"TOCTOC_HOME={home}", *code, sys.executable, "-P", "-m", "tui", *arguments]
        options = {"StrictHostKeyChecking": "no", "UserKnownHostsFile": "/dev/null", "LogLevel": "ERROR"}
        return Terminal(
            "ssh",
            "-tt",
            *("-F", "none", "-i", str(self.key), "-p", str(self.port)),
            *(f"-o{option}={value}" for option, value in options.items()),
            f"{getpass.getuser()}@127.0.0.1",
            shlex.join(there),
        )


@pytest.fixture
def sshd(tmp_path: Path) -> Iterator[Sshd]:
    """A server of its own keys on a port of its own, in the foreground."""
    if SSHD is None or shutil.which("ssh") is None:
        pytest.skip("OpenSSH is not installed")
    try:
        PRIVILEGE_SEPARATION.mkdir(mode=0o755, exist_ok=True)
    except OSError:
        pytest.skip(f"sshd needs {PRIVILEGE_SEPARATION}, which cannot be made here")
    folder = tmp_path / "ssh"
    folder.mkdir()
    for key in ("host", "guest"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = {
        "ListenAddress": f"127.0.0.1:{port}",
        "HostKey": folder / "host",
        "AuthorizedKeysFile": folder / "guest.pub",
        "PasswordAuthentication": "no",
        "PermitRootLogin": "prohibit-password",
        "UsePAM": "no",
        "StrictModes": "no",
        "PidFile": "none",
    }
    (folder / "config").write_text("".join(f"{name} {value}\n" for name, value in config.items()))
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([SSHD, "-D", "-e", "-f", folder / "config"], stderr=log)
    try:
        wait_for_port(port, server)
        yield Sshd(port, folder / "guest")
    finally:
        server.terminate()
        server.wait()


def wait_for_port(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert server.poll() is None, "sshd has ended"
            assert time.monotonic() < deadline, "sshd does not listen"
            time.sleep(POLL_S)
        else:
            return
