"""What Textual does not do for us: the one file for its private parts, and for the terminal when a signal ends us."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
import termios
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from types import FrameType
from typing import Any

from rich.console import RenderableType
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers import linux_driver
from textual.events import AppFocus, Key, Resize
from textual.geometry import Size
from textual.keys import Keys
from textual.message import Message

from tui.shadow import Shadow

SANE = (
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # mouse reports
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # focus, paste and resize reports
    "\x1b[<u"  # kitty's keys; before the screen changes, for each screen has its own
    "\x1b[?2026l\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
)
"""Undoes whatever Textual's driver has asked of a terminal."""
TITLE_KEPT, TITLE_BACK = "\x1b[22;2t", "\x1b]2;\x07\x1b[23;2t"
"""The window's title is remembered, and comes back; none is left where the terminal remembers nothing."""

ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
STUCK_S = 0.5
"""A terminal that takes no output any more must not keep us from ending."""


class Ears(XTermParser):
    """What comes from the keyboard. Bytes that are no key, however odd, are no reason to end."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # numbers that are no character, or no numbers
            return [Key(Keys.Ignore, sequence)]

    def parse_mouse_code(self, code: str) -> Message | None:
        with suppress(ZeroDivisionError):  # a terminal may say that it has no pixels
            return super().parse_mouse_code(code)
        return None


def _decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


vars(linux_driver).update(XTermParser=Ears, getincrementaldecoder=_decoder)


LARGEST = Size(1_000, 300)
"""A terminal that says that it is larger is drawn upon in its corner: every cell takes memory, and who comes by SSH may
say anything."""


class LeanDriver(linux_driver.LinuxDriver):
    """Sends the terminal only what changes what it shows."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        assert self._file is not None
        self._file = self._shadow = Shadow(self._file)  # type: ignore[assignment]  # to the output thread they are alike

    def _get_terminal_size(self) -> tuple[int, int]:
        size = _drawn_upon(super()._get_terminal_size())  # asked whenever it may have changed
        self._shadow.doubt(size)
        return size

    def process_message(self, message: Message) -> None:
        match message:
            case Resize():
                message = Resize.from_dimensions(_drawn_upon(message.size), message.pixel_size)
                self._shadow.doubt(message.size)
            case AppFocus() | Key(key="ctrl+l"):  # others may have written to the terminal
                self._shadow.doubt()
                self.write("")
        super().process_message(message)


def _drawn_upon(size: tuple[int, int]) -> tuple[int, int]:
    """So much of a terminal of this size."""
    columns, rows = size
    return min(columns, LARGEST.width), min(rows, LARGEST.height)


class Sturdy(App[str]):
    """An app that can end with a sentence where Textual would show a traceback."""

    def excuse(self) -> str | None:
        """The sentence to end with, or None if any error is a fault of the program's own."""

    def _handle_exception(self, error: Exception) -> None:
        if self._exit:
            return  # it is only that Textual mounts nothing any more, so that a screen does not find its parts
        if (sentence := self.excuse()) is None:
            return super()._handle_exception(error)
        self.exit(sentence)

    def send(self, sequence: str) -> None:
        """Give the terminal what shows nothing."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    def panic(self, *renderables: RenderableType) -> None:
        self._return_code = 1
        super().panic(*renderables)


@contextmanager
def terminal_restored_on_signals() -> Iterator[None]:
    """While this holds, SIGTERM, SIGHUP and SIGINT give the terminal back as it was, and end the process at once. Those
    that are ignored, as with nohup, are left so. In the end the window has its title again.

    Textual leaves all to Python's default, which ends the process without a word to the terminal. An orderly end is not
    tried: the output thread may be stuck on a dead terminal, and with a cut line the table marks the seat as lost, not
    left, which is just what a closed window means.
    """
    tty = _terminal()
    before = termios.tcgetattr(tty) if tty is not None else None

    def end(signum: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, STUCK_S)
        signal.signal(signum, signal.SIG_DFL)
        try:
            if tty is not None and before is not None:
                termios.tcsetattr(tty, termios.TCSANOW, before)
                screen = os.dup(2)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what the output thread still has to say comes too late
                os.write(screen, (TITLE_BACK + SANE).encode())
                termios.tcflush(tty, termios.TCIFLUSH)  # reports of the mouse that nobody will read
        except (OSError, termios.error):
            pass  # the terminal is gone
        os.kill(os.getpid(), signum)

    asked = [signum for signum in ENDS if signal.getsignal(signum) is not signal.SIG_IGN]
    old = {signum: signal.signal(signum, end) for signum in asked}
    _tell_terminal(TITLE_KEPT)
    try:
        yield
    finally:
        _tell_terminal(TITLE_BACK)
        for signum, handler in old.items():
            signal.signal(signum, handler)


def hang_up_without_terminal() -> None:
    """To be called now and then: whoever closed the terminal may have told nobody. Textual would be busy for ever."""
    if (tty := _terminal()) is None:
        return
    line = select.poll()
    line.register(tty, 0)  # a hang-up is told in any case
    if line.poll(0):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGHUP)


def _tell_terminal(sequence: str) -> None:
    """Where Textual draws, while it does not."""
    if sys.__stderr__ is not None and sys.__stderr__.isatty():
        with suppress(OSError):  # the terminal is gone
            sys.__stderr__.write(sequence)
            sys.__stderr__.flush()


@cache
def _terminal() -> int | None:
    """Where the keys come from. Asked early: one that is gone is known as no terminal any more."""
    return sys.__stdin__.fileno() if sys.__stdin__ is not None and sys.__stdin__.isatty() else None


async def run_bindings(app: App[Any], key: str) -> None:
    """Do what this key is bound to, and return when it is done.

    Textual does it only when the key has passed, as a message, through every widget around the one that has the focus,
    and lets the next keys in meanwhile.
    """
    if not await app._check_bindings(key, priority=True):
        await app._check_bindings(key)
