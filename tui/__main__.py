"""`toctoc`, from its first moment on."""

import os
import signal

# ctrl+c while all the rest is being read shows no traceback. Until here scripts/play has let it do nothing.
if os.environ.pop("TOCTOC_QUIET", "") or signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import sys

from tui.command_line import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
