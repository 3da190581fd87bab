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

    Raises Trouble as `read` does, and if the extra `ssh` is not installed.
    """
    if find_spec("asyncssh") is None:
        raise Trouble("no-ssh", sys.executable)
    from cryptography.hazmat.primitives import serialization as form

    try:
        if not path().exists():
            _make()
    except OSError as error:
        raise store.trouble(error, path()) from None
    key = form.load_ssh_private_key(read(), None).public_key()
    public = key.public_bytes(form.Encoding.OpenSSH, form.PublicFormat.OpenSSH)
    digest = hashlib.sha256(base64.b64decode(public.split()[1])).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def read() -> bytes:
    """The key, as OpenSSH stores it. Raises Trouble if it cannot be read, if it is damaged, or if others can read it or
    put another one in its place: whoever has it can pass for this computer."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization as form

    try:
        with open(path(), "rb") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise Trouble("ssh-key-open", str(path()))
            text = file.read()
        form.load_ssh_private_key(text, None)
    except OSError as error:
        raise store.trouble(error, path()) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Trouble("ssh-key-damaged", str(path())) from None
    return text


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
