"""What can go wrong on the way to a table: a code and details, from which the reader's sentence is made."""

from __future__ import annotations


class Trouble(Exception):
    """An invite, an address, a file or a table is not as it should be; `code` is a key of tui.says.TROUBLES."""

    def __init__(self, code: str, *details: int | str) -> None:
        super().__init__(code, *details)
        self.code, self.details = code, details
