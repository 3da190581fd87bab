"""Host a table in this process."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from net import hostkey, lan, limits, listen, tls
from net.launch import Failed, Secrets, Serving, new_secrets
from net.tables import Doorway, Record
from net.trouble import Trouble
from tui import says
from tui.commands.asked import name_asked, seats_asked, to_resume
from tui.commands.tell import tell
from tui.company import by_ssh
from tui.language import _

if TYPE_CHECKING:
    from net.opening import Opened


def serve(asked: argparse.Namespace) -> int:
    """Host a table in this process."""
    handler = logging.StreamHandler()
    handler.setFormatter(says.LogLine("%(asctime)s %(message)s"))
    logging.basicConfig(handlers=[handler])
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every word to somebody who has just hung up
    goodbyes = logging.getLogger("toctoc")
    goodbyes.setLevel(logging.INFO)
    goodbyes.addFilter(says.FirstLines(limits.GOODBYES_LOGGED_MAX))
    try:
        return open_and_serve(asked)
    except Trouble:
        raise
    except Exception:
        logging.exception(_("The table has broken down."))
        return 1


def open_and_serve(asked: argparse.Namespace) -> int:
    """An app that starts a table gives it the secrets, and gets the answer, over pipes."""
    from net.doorkeeper import keep_open  # as above: the app has no need of them
    from net.host import serve_table

    try:
        table, listening, context, kept, porch = opened_table(asked)
    except Trouble as fault:
        if not asked.piped:
            raise
        tell(msgspec.json.encode(Failed(fault.code, fault.details)).decode())
        return 1

    def tell_where() -> None:
        record = kept.record
        if porch is not None:
            keep_open(kept.table, porch)
        if asked.piped:
            tell(msgspec.json.encode(Serving(kept.table, str(record.shown), str(record.local))).decode())
        else:
            tell(str(record.shown))
            host = _("Join this table as {name}, and you are its host. Press ctrl+c here to close it.")
            print(host.format(name=record.name), file=sys.stderr)
            if record.way is not None:
                print("\n".join(by_ssh(record.way)), file=sys.stderr)
            if warning := says.overheard(record.shown, record.bind):
                print(warning, file=sys.stderr)

    with listen.taken_away(None if kept.record.socket is None else Path(kept.record.socket)):
        stopped = serve_table(table, listening, context, notice(kept.record), tell_where)
    if not table.may_come_back:
        kept.forget()
    elif stopped:
        kept.change(stopped=True)
    kept.close()
    return 0


def notice(record: Record) -> lan.Notice | None:
    """What the network is told of this table: if it is open to it, if its host wants that, and if that is installed."""
    if record.port is None or record.bind != "lan" or not (record.announced and lan.is_installed()):
        return None
    return lan.Notice(record.game, record.name, record.port, record.certificate is not None)


def piped_secrets() -> Secrets:
    try:
        return msgspec.json.decode(sys.stdin.buffer.read(), type=Secrets)
    except msgspec.DecodeError:
        raise Trouble("no-secrets") from None


def opened_table(asked: argparse.Namespace) -> Opened:
    from net import opening

    if asked.resume is not None:
        # An app that has lost its table wants it back even if the game is over: they may want another one.
        return opening.come_back(asked.resume if asked.piped else to_resume(asked.resume), asked.port, ssh_asked(asked))
    name, seats = name_asked(asked), seats_asked(asked)
    secrets = piped_secrets() if asked.piped else new_secrets()
    return opening.open_table(
        Record(
            name,
            asked.game,
            seats,
            dict(asked.option),
            asked.bind,
            asked.port,
            None if asked.socket is None else str(asked.socket),
            secrets.code,
            secrets.host_token,
            certificate=tls.new_certificate() if tls_asked(asked) else None,
            announced=asked.announced,
            ssh=ssh_asked(asked),
            alone=asked.alone,
        )
    )


def ssh_asked(asked: argparse.Namespace) -> Doorway | None:
    """The door for SSH that is wanted. Raises Trouble if there can be none."""
    return None if asked.ssh is None else Doorway(asked.ssh, hostkey.fingerprint())


def tls_asked(asked: argparse.Namespace) -> bool:
    """Whether the table is to speak TLS: as it was asked to, else if it can and others on the network could listen.

    Raises Trouble if it makes no sense.
    """
    if asked.socket is not None:
        if asked.tls:
            raise Trouble("tls-socket")
        return False
    return asked.bind == "lan" and tls.is_installed() if asked.tls is None else asked.tls
