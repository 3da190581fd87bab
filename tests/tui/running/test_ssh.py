"""Over a real sshd on loopback: a guest changes the size of the window, loses the line and comes back."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.tui.sshd import Sshd
from tests.tui.terminal import close, hosted, opened


def test_a_guest_over_ssh_is_resized_and_dropped_and_comes_back(tmp_path: Path, sshd: Sshd) -> None:
    with hosted(tmp_path / "host") as (host, invite):
        with opened(sshd.run(tmp_path / "guest", "join", invite, "--name", "ben")) as guest:
            guest.wait_for("ben", "you")
            host.wait_for("ben")
            host.press("s")
            guest.wait_for("Turn up a card")
            guest.resize(40, 10)
            guest.wait_for("This table needs 80x24;")
            guest.resize(120, 40)
            guest.wait_for("Turn up a card")
            guest.child.kill(signal.SIGKILL)
            host.wait_for("ben is disconnected.")
        with opened(sshd.run(tmp_path / "guest", "join", invite, "--name", "ben")) as guest:
            guest.wait_for("Turn up a card")
            host.wait_for("ben is back.")
            before = guest.text
            guest.press("1")
            guest.wait_for_change(before)
            close(host)
            guest.wait_for("The host has closed the table.")
            assert guest.wait_for_end() == 1
