"""`toctoc`, from its first moment on."""

import gc
import os
import signal

# ctrl+c while all the rest is being read shows no traceback. Until here scripts/play has let it do nothing.
if os.environ.pop("TOCTOC_QUIET", "") or signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import sys


def main() -> int:
    """Do what the command line asks for, and return the exit code."""
    gc.disable()  # all that is read now stays: to look for garbage in it again and again takes a tenth of the start
    from tui import command_line

    gc.freeze()
    gc.enable()
    return command_line.main()


if __name__ == "__main__":
    sys.exit(main())
