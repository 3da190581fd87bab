"""Who imports what: tui -> net -> engine, never back, and nothing heavy or impure where it does not belong."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
import net

ROOT = Path(__file__).parents[2]
SHELLS = {"net.host", "net.dial"}
"""The modules that touch sockets."""
LOUD = {"asyncio", "socket", "ssl", "websockets"}


def modules(package: str, path: list[str]) -> set[str]:
    """Every module in a folder, games and all, without importing any."""
    return {package, *(module.name for module in pkgutil.walk_packages(path, f"{package}."))}


def loaded_by(*names: str) -> set[str]:
    """What a fresh interpreter has loaded, of this program and of LOUD, when it has imported these modules."""
    script = f"import sys, {', '.join(names)}; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=30
    )
    return set(run.stdout.split())


def heads(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def test_the_engine_loads_itself_alone() -> None:
    loaded = loaded_by(*modules("engine", engine.__path__))
    assert "engine.match" in loaded
    assert heads(loaded) & {"net", "tui", "tests", "textual", *LOUD} == set()


def test_all_of_the_net_loads_no_screen() -> None:
    loaded = loaded_by(*modules("net", net.__path__))
    assert "net.table" in loaded
    assert heads(loaded) & {"tui", "tests", "textual", "rich"} == set()


@pytest.mark.parametrize("module", ["net.table", "net.link", "net.robots", "net.chairs", "net.wire", "net.fairdeal"])
def test_the_table_and_the_link_load_no_sockets(module: str) -> None:
    loaded = loaded_by(module)
    assert heads(loaded) & LOUD == set()
    assert loaded & SHELLS == set()


def test_what_makes_certificates_and_speaks_ssh_is_loaded_by_nothing_that_does_not() -> None:
    loaded = loaded_by("tui.command_line", *modules("net", net.__path__) - {"net.caller", "net.ssh"})
    assert {"net.tls", "net.doorkeeper", "net.guest"} < loaded
    assert heads(loaded) & {"asyncssh", "cryptography"} == set()


def test_what_speaks_multicast_is_loaded_by_a_process_of_its_own_alone() -> None:
    loaded = loaded_by("tui.command_line", "tui.app", *modules("net", net.__path__) - {"net.mdns"})
    assert {"net.lan", "net.host"} <= loaded
    assert "zeroconf" not in loaded


def test_a_table_does_not_wait_for_what_only_its_guests_need() -> None:
    loaded = loaded_by("net.host")
    assert "websockets.asyncio.server" in loaded
    assert loaded & {"net.dial", "websockets.asyncio.client", "urllib.request"} == set()


def test_whoever_asks_for_help_waits_for_nothing_that_single_commands_need() -> None:
    loaded = loaded_by("tui.command_line")
    assert "tui.commands.play" in loaded
    assert heads(loaded) & {"asyncio", "ctypes", "rich", "textual", "websockets"} == set()
    assert loaded & {"net.launch", "tui.commands.serve", "tui.commands.stored"} == set()


def test_the_contracts_of_the_imports_are_kept() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
