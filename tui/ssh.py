"""What runs for those who come by SSH, and is never typed: `python -m tui.ssh door TABLE SOCKET`, which a table starts,
and `python -m tui.ssh guest PIPE`, which the door starts for each of them."""

import signal

if __name__ == "__main__":  # ctrl+c while all the rest is being read shows no traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import fcntl
import os
import resource
import sys
import termios
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from net import invite, limits, tables, tokens
from net.errand import receive
from net.listen import Porch
from net.trouble import Trouble
from tui import language, says, settings
from tui.commands.play import open_app
from tui.language import _
from tui.plan import Command, Plan

GUEST_NICE = 10
"""Many guests who come at once must not keep the table waiting."""


def open_door(table: str, socket: int) -> int:
    """Let guests in, until the table has ended and they have gone."""
    try:
        from net import ssh  # a guest has no need of it
    except ModuleNotFoundError:
        raise Trouble("no-ssh", sys.executable) from None
    except OSError as error:  # it looks for libraries, and writes a file for that
        raise Trouble("disk-error", "/tmp", error.strerror or str(error)) from None

    words = ssh.Says(
        code=_("Code:"),
        name=_("What shall the others call you?"),
        wrong_code=_("This is not the code. Ask the host for it."),
        wait=_("Many wrong codes come from where you are. Yours will be looked at in its turn: wait a little."),
        taken=_("Somebody of this name is here. If that is you, wait a little and tell it again."),
        coming=_("Coming in..."),
        no_command=_("This is a card table: it runs no commands. Come again without one."),
        full=_("There are too many guests. Come again later."),
        crowded=_("There are too many guests from where you are. Come again later."),
        too_often=_("You are here in too many windows. Close one of them, and come again."),
        broken=_("The table cannot be shown: {error}."),
    )
    porch = Porch(file=socket, most=limits.SSH_KNOCKING_MAX)
    ssh.serve(tables.read(table), tables.guests_folder(table), words, porch)
    return 0


def open_guest(pipe: int) -> int:
    """Be at the one table of the errand. Whoever was there before is there at once."""
    be_modest()
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits.SSH_FILE_BYTES_MAX),
        (resource.RLIMIT_DATA, limits.SSH_MEMORY_BYTES_MAX),
    ):
        _, most_here = resource.getrlimit(what)
        if most_here != resource.RLIM_INFINITY:  # which nobody can raise
            most = min(most, most_here)
        resource.setrlimit(what, (most, most))
    with suppress(OSError):  # over a pipe there is no terminal to be mine
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    settings.use(settings.read()[0])
    language.speak(language.choose(settings.now().language))
    errand = receive(pipe)
    where = invite.parse(errand.invite)
    plan = Plan("join", settings.now().name or errand.name, game=errand.game, guest=errand)
    if (seat := tokens.last_seat(where)) is not None:
        command: Command = "watch" if seat.role == "watch" else "join"
        plan = replace(plan, command=command, name=seat.name, invite=where)
    return open_app(argparse.Namespace(diff=True), plan)


def be_modest() -> None:
    """Let the table and the door go first. Linux may count niceness among those of one session only, and has another
    one for whole sessions."""
    os.nice(GUEST_NICE)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(GUEST_NICE))


def main() -> int:
    language.speak(language.choose())
    try:
        match sys.argv[1:]:
            case ["door", table, socket]:
                return open_door(table, int(socket))
            case ["guest", pipe]:
                return open_guest(int(pipe))
    except Trouble as fault:
        print(says.trouble(fault), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
