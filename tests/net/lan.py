"""Multicast of the tests alone: another suite, or a real table, may speak on the same computer."""

from __future__ import annotations

import os
import sys

SERVICE = f"_toctoc-{os.getpid() % 0x10000:04x}._tcp.local."
"""In place of that of all tables."""


def command(what: str) -> tuple[str, ...]:
    """That of `net.mdns`."""
    code = f"import asyncio; from net import mdns; mdns.SERVICE = {SERVICE!r}; asyncio.run(mdns.main({what!r}))"
    return sys.executable, "-P", "-c", code
