"""What went wrong on the way to a table, and what a table logs, in sentences."""

from __future__ import annotations

import logging
import traceback
from typing import Any

from engine.game import Sentence
from net import tls, wire
from net.clean import clean
from net.invite import Invite
from net.listen import Bind
from net.trouble import Trouble
from tui.language import N_, _
from tui.story import REFUSALS, goodbye, say

DETAIL_CELLS_MAX = 300
"""What is shown of whatever a sentence tells of."""

TROUBLES: dict[str, Sentence] = {
    # the invite
    "invite-empty": "There is no invite. It looks like toctoc://192.168.1.5:8628/KWXBTR; ask the host for it.",
    "invite-shape": "This is not an invite. It looks like toctoc://192.168.1.5:8628/KWXBTR; ask the host for it.",
    "invite-port": "{0} in this invite is not a port. Ask the host for the invite again.",
    "invite-code": "The code in this invite is broken. Ask the host for the invite again.",
    "invite-no-code": "The code is missing: six letters, as in /KWXBTR. Ask the host for all of the invite.",
    "invite-fingerprint": "The fingerprint at the end of this invite is broken. Ask the host for the invite again.",
    "invite-no-fingerprint": "The fingerprint is missing: 26 letters at the end. Ask the host for all of the invite.",
    # the way to the table
    "unknown-host": "There is no computer called {0}. Ask the host for the invite again.",
    "nobody-there": "No table is open at {0}. Has the host closed it?",
    "unreachable": "{0} cannot be reached. Are you on the same network as the host?",
    "not-allowed": "You may not use the socket {0}. Ask the host to let you in.",
    "not-a-table": "What answers at {0} is not a toctoc table.",
    "other-certificate": "The certificate at {0} is not that of this invite: somebody stands in between, or it is "
    "another table. Ask the host for the invite again.",
    "no-tls-there": "What answers at {0} does not speak TLS, as this invite says. Ask the host for the invite again.",
    "hung-up": "What answers at {0} hangs up: it is not a toctoc table, or it speaks TLS and this invite does not. "
    "Ask the host for the invite again.",
    "host-not-understood": "The table at {0} says what yours does not understand. Install the same toctoc on both.",
    # the command line
    "unknown-game": "The table at {0} plays {1}, which your toctoc does not have. Install the same on both.",
    "no-such-game": "There is no game called {0}. There is: {1}.",
    "tour-seats": "The tour has chairs of its own. Leave out --seats.",
    "no-such-rule": "{0} has no rule {1}. Its rules are {2} to {3}.",
    "unknown-option": "There is no option {0}. There is: {1}.",
    "unknown-choice": "The option {0} can be {2}, not {1}.",
    "wrong-seats": "{0} is for {1} to {2} players.",
    "wrong-seats-fixed": "{0} is for {1} players.",
    "no-such-language": "{0} is no language that toctoc speaks. It speaks: {1}.",
    "no-name": "What shall the others call you? Tell your name with --name.",
    "long-name": "{0} is too long a name: {1} letters at most, half as many if they are wide.",
    "too-many-bots": "{0} bots are not possible on {1} chairs: one is yours.",
    "no-terminal": "This needs a terminal. With ssh, add -t. Without one, say what to do, as in: toctoc solo GAME.",
    "no-output": "The output cannot be written: {0}.",
    # opening a table
    "old-port-in-use": "Port {0} is in use, so the table cannot come back there. Choose another one with --port.",
    "port-in-use": "Port {0} is in use. Choose another one, or leave out --port.",
    "port-denied": "You may not use port {0}. Choose one from 1024 on.",
    "no-listening": "The table cannot be opened here: {0}.",
    "no-tls": "TLS needs one more package. Install it with: {0} -m pip install 'toctoc[tls]'",
    "no-ssh": "A door for SSH needs one more package. Install it with: {0} -m pip install 'toctoc[ssh]'",
    "ssh-port-in-use": "Port {0} is in use. Choose another one for SSH, as in --ssh 2223.",
    "ssh-key-damaged": "The key in {0} is damaged. Throw it away, and a new one is made.",
    "ssh-key-open": "Others may know the key in {0}. Throw it away, and a new one is made; or type: chmod 600 {0}",
    "tls-socket": "A socket stays on this computer and needs no TLS. Leave out --tls.",
    "certificate-damaged": "The certificate of this table is damaged, so it cannot come back.",
    "socket-in-use": "There is something else at {0}. Choose another path for the socket.",
    "socket-path": "A socket cannot be made at {0}: {1}.",
    "not-started": "The table did not start. {0} may tell why.",
    "no-secrets": "A table that is started with --piped is to be told its secrets first.",
    "table-runs": "The table {0} is open already.",
    "no-such-table": "There is no table {0} to go on with.",
    "none-interrupted": "No game of yours was interrupted.",
    "passed-over": "The newer table {0} cannot be gone on with: toctoc host --resume {0} tells why.",
    "none-running": "None of your tables is open. Open one with: toctoc host GAME.",
    "no-input": "Nothing can be typed here, so nobody takes your seat at the table.",
    "game-over": "That game is over. toctoc replay {0} shows it.",
    "no-game": "Tell which game the table is for: {0}.",
    "table-stopped": "Your table has been stopped. Go on with it: toctoc host --resume {0}",
    "table-ended": "Your table has ended.",
    "table-died": "Your table has broken down. {0} may tell why.",
    # the disk
    "no-home": "This account has no folder of its own. Name one in the variable TOCTOC_HOME.",
    "disk-full": "The disk is full, so {0} cannot be written.",
    "not-permitted": "Toctoc may not use {0}.",
    "no-such-file": "There is no file {0}.",
    "disk-error": "{0} cannot be used: {1}.",
    "record-damaged": "{0} is damaged, so that table cannot come back.",
    # the settings
    "settings-line": "Line {1} of {0} cannot be understood. Mend it, or delete the file.",
    "settings-shape": "{0} is written in such a way that {1} can only be changed there.",
    "setting-key": "{0} is not free. Take one of F1 to F12, or a sign that means nothing yet.",
    "setting-cells": "These have to be {0} different keys, of: {1}.",
    "setting-value": "It can be: {0}.",
    "setting-key-in-file": "In {0}, {1} cannot be {2}: that is not free. "
    "F1 to F12 are, and signs that mean nothing yet.",
    "setting-cells-in-file": "In {0}, {1} cannot be {2}. It has to be {3} different keys, of: {4}.",
    "setting-value-in-file": "In {0}, {1} cannot be {2}. It can be: {3}.",
    # a journal
    "journal-line": "Line {0} of this journal cannot be read.",
    "journal-line-mend": "Line {0} of this journal cannot be read. Keep what comes before it with: "
    "toctoc replay {1} --mend",
    "journal-header": "This is not a journal: its first line is no header.",
    "journal-two-headers": "This journal has more than one header.",
    "journal-act": "Line {0} of this journal cannot have happened: it is damaged.",
    "journal-act-mend": "Line {0} of this journal cannot have happened. Keep what comes before it with: "
    "toctoc replay {1} --mend",
    "journal-game": "This journal is of a game called {0}, which this toctoc does not have.",
    "seats": (
        "This journal is of a game of {0} player; {1} to {2} can play.",
        "This journal is of a game of {0} players; {1} to {2} can play.",
    ),
    "seats-fixed": (
        "This journal is of a game of {0} player; it is played by {1}.",
        "This journal is of a game of {0} players; it is played by {1}.",
    ),
    "not-dealt": "There is no deal in this journal.",
    "journal-rules": "This journal was written with version {0} of the rules; this toctoc has version {1}.",
}


SYSTEM_FAULTS = (
    N_("AF_UNIX path too long"),
    N_("Cannot assign requested address"),
    N_("Disk quota exceeded"),
    N_("File name too long"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("Network is unreachable"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many open files"),
)
"""What the system calls the faults that people meet; others are told in its own words."""


def trouble(fault: Trouble) -> str:
    """The sentence for a trouble, or for why a table with these options cannot be opened.

    What is told of came from anywhere, and is made fit for a terminal here.
    """
    return say(fault.code, [shown(detail) for detail in fault.details], (), {**REFUSALS, **TROUBLES})


def not_kept(fault: Trouble) -> str:
    """What is told of a setting that could be changed, but not kept."""
    return _("This holds only until you leave. {why}").format(why=trouble(fault))


def overheard(invite: Invite, bind: Bind | None) -> str:
    """What the host of a table is told that others on the network can listen to, and what helps; else nothing."""
    if bind != "lan" or invite.path or invite.fingerprint:
        return ""
    if tls.is_installed():
        return _("Others on this network can read along: this table speaks no TLS.")
    return _("Others on this network can read along: pip install 'toctoc[tls]', or SSH.")


def ending(bye: wire.Bye) -> str:
    """Why the table has closed the line: a goodbye, or, for its host, the trouble that has ended it."""
    return trouble(Trouble(bye.code, *bye.args)) if bye.code in TROUBLES else goodbye(bye)


def shown(detail: int | str) -> int | str:
    if detail in SYSTEM_FAULTS:
        return _(str(detail))
    return clean(detail, DETAIL_CELLS_MAX) if isinstance(detail, str) else detail


class LogLine(logging.Formatter):
    """What a table logs: goodbyes, as they went over the wire; in sentences."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        match record.args:
            case (str(peer), str(frame)) if isinstance(bye := wire.from_host(frame), wire.Bye):
                record.message = _("Told {peer}: {sentence}").format(
                    peer=peer or _("this computer"), sentence=goodbye(bye)
                )
        return super().formatMessage(record)

    def formatException(self, fault: Any) -> str:
        """Where something went wrong, but not with what: an exception may name cards."""
        kind, _, trace = fault
        return "".join([*traceback.format_tb(trace), kind.__name__])


class FirstLines(logging.Filter):
    """Lets so many lines pass."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._left = most

    def filter(self, record: logging.LogRecord) -> bool:
        self._left -= 1
        return self._left >= 0
