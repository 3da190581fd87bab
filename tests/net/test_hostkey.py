"""The key by which friends know the host's computer."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import asyncssh
import pytest

from net import hostkey
from net.trouble import Trouble
from tests.kit import fails_with


def test_the_key_is_made_once_for_its_owner_alone_and_shown_as_ssh_shows_it(home: Path) -> None:
    shown = hostkey.fingerprint()
    assert shown == hostkey.fingerprint()
    assert hostkey.path().stat().st_mode & 0o777 == 0o600
    assert asyncssh.read_private_key(hostkey.path()).get_fingerprint() == shown


def damaged(key: Path) -> None:
    key.write_text("none")
    key.chmod(0o600)


def open_to_others(key: Path) -> None:
    hostkey.fingerprint()
    key.chmod(0o666)


def unreadable(key: Path) -> None:
    """As for a key of another account's; the tests may run on one that can read all."""
    key.mkdir(mode=0o700)


@pytest.mark.parametrize(
    ("spoil", "told"), [(damaged, "ssh-key-damaged"), (open_to_others, "ssh-key-open"), (unreadable, "disk-error")]
)
def test_a_key_that_is_not_good_is_told_and_it_stays_as_it_was(
    home: Path, spoil: Callable[[Path], None], told: str
) -> None:
    spoil(hostkey.path())
    before = hostkey.path().stat()
    for use in (hostkey.fingerprint, hostkey.read):
        with pytest.raises(Trouble, match=told):
            use()
    after = hostkey.path().stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_mode) == (before.st_ino, before.st_mtime_ns, before.st_mode)


@pytest.mark.parametrize("fails", ["fsync", "link"])
def test_on_a_full_disk_no_key_is_made_and_none_that_is_cut_off_is_left(
    home: Path, fails: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, fails, fails_with(errno.ENOSPC))
    with pytest.raises(Trouble, match="disk-full"):
        hostkey.fingerprint()
    assert [*home.iterdir()] == []


def test_without_asyncssh_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostkey, "find_spec", lambda _: None)
    with pytest.raises(Trouble, match="no-ssh"):
        hostkey.fingerprint()
