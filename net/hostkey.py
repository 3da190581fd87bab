"""The key by which this computer is known to those who come by SSH: made once for all tables of this account."""

from __future__ import annotations

import base64
import hashlib
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile

from net import store
from net.trouble import Trouble


def path() -> Path:
    """Where it is kept, for its owner alone."""
    return store.home() / "ssh_host_key"


def fingerprint() -> str:
    """What ssh shows of it to whoever comes for the first time. Without a key one is made.

    Raises Trouble if the extra `ssh` is not installed, if the disk cannot be used or if the key is damaged.
    """
    if find_spec("asyncssh") is None:
        raise Trouble("no-ssh", sys.executable)
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization as form

    try:
        if not path().exists():
            _make()
        key = form.load_ssh_private_key(path().read_bytes(), None).public_key()
        public = key.public_bytes(form.Encoding.OpenSSH, form.PublicFormat.OpenSSH)
    except OSError as error:
        raise store.trouble(error, path()) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Trouble("ssh-key-damaged", str(path())) from None
    digest = hashlib.sha256(base64.b64decode(public.split()[1])).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def _make() -> None:
    """If two tables make one at the same moment, the first is kept."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    with NamedTemporaryFile(dir=store.home()) as file:  # which nobody else can read
        file.write(key.private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, form.NoEncryption()))
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path())
