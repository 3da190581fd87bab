"""The standard output."""

from __future__ import annotations

import os

from net.trouble import Trouble


def tell(text: str) -> None:
    """Write to the standard output. Raises Trouble if that cannot be done; ends the program if nobody reads it."""
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python would try once more, and complain, in the end
        if isinstance(error, BrokenPipeError):
            raise SystemExit(1) from None
        raise Trouble("no-output", error.strerror or str(error)) from None
