"""`toctoc`, from its first moment on."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ctrl+c while all the rest is being read shows no traceback

import sys

from tui.command_line import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
