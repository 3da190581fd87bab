"""Look at what is stored: replay, verify, list."""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from net import store
from tui import fairness
from tui.commands.asked import login
from tui.commands.play import has_screen
from tui.commands.tell import tell
from tui.history import in_a_line, in_rows, in_words, played, tallies
from tui.language import _, ngettext
from tui.line.stdio import columns
from tui.plan import Plan
from tui.replay import as_json, as_text, load, my_chair, report
from tui.says import shown

if TYPE_CHECKING:
    from net.recording import Recording


def replay(asked: argparse.Namespace) -> int:
    """Look at one stored game on the screen, or tell it; without one, list them all."""
    if asked.file is None:
        return history(asked)
    path = store.find_journal(asked.file)
    if asked.mend:
        print(mended(path), file=sys.stderr)
    recording = load(path)
    if asked.json:
        tell(as_json(report(recording)))
    elif asked.advice:
        look_back(recording)
    elif asked.text or not has_screen():
        tell(as_text(recording))
    else:
        from tui.app import TocTocApp  # as above
        from tui.playback import Playback
        from tui.screens.replay import ReplayScreen
        from tui.theme import glyphs

        seen = ReplayScreen(Playback(recording, my_chair(recording, path), glyphs()))
        TocTocApp(Plan("start", login()), diff=asked.diff, first=seen).run()
    return 0


def mended(path: Path) -> str:
    """Mend a journal, and tell what was done. Raises Trouble."""
    from net.mending import mend  # with all of a table: as above

    if (done := mend(path)) is None:
        return _("No line of this journal is damaged.")
    return ngettext(
        "Line {first} is damaged, and left out. The whole file is kept as {aside}.",
        "Line {first} is damaged. From it on, {n} lines are left out. The whole file is kept as {aside}.",
        done.lines,
    ).format(first=done.first, n=done.lines, aside=shown(str(done.aside)))


def look_back(recording: Recording) -> None:
    """Judge every decision. Whoever does not want to wait presses ctrl+c, and keeps what there is."""
    from tui.lookback import Lookback  # with all that bots think with: as above

    lookback = Lookback(recording)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        for line in lookback.lines():
            tell(line)
    is_held_back = recording.may_go_on(recording.end)
    nothing = _("An unfinished round is shown as watchers see it.") if is_held_back else _("Nobody has had to think.")
    tell("\n".join(lookback.totals()) or nothing)


def history(asked: argparse.Namespace) -> int:
    """The stored games, the newest first, and what has come of all of mine."""
    games = []
    for path in store.journals():
        games.append(played(path))
        if not asked.json:
            tell(in_rows(in_a_line(games[-1]), columns()))
    counted = tallies(games)
    if asked.json:
        tell(as_json({"games": games, "tallies": counted}))
    elif not games:
        tell(_("There are no stored games yet. Every game that you host is stored."))
    elif counted:
        tell("\n".join(["", *map(in_words, counted)]))
    return 0


def verify(asked: argparse.Namespace) -> int:
    """Check the deals of one journal."""
    fair, sentence = fairness.verified(store.find_journal(asked.file))
    tell(sentence)
    return 0 if fair else 1
