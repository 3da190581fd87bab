"""What comes from the table, in sentences, each of them once."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Seat
from net import wire
from net.link import Link
from net.witness import Verdict
from tui import spoken, story
from tui.banter import words
from tui.company import strengths
from tui.fairness import found
from tui.language import N_
from tui.theme import Role

SEATED = N_("You have a chair now.")


class Heard:
    def __init__(self) -> None:
        self._said: wire.Said | None = None
        self._verdict: Verdict | None = None
        self._room: wire.Room | None = None
        """What was told of last: a line of chat, what was found of a deal, who is here."""
        self._seat: Seat | None = None
        self.sat_down = False
        """I was watching until then, and have a chair since what was heard last."""

    def hear(self, link: Link, happened: Sequence[str], names: Sequence[str]) -> list[tuple[str, Role]]:
        """What is new on a link, `happened` among it, in order. What was said before I came stands before all else."""
        told: list[tuple[str, Role]] = [(sentence, "") for sentence in happened]
        said: list[wire.Said] = []
        for line in reversed(link.chat):
            if line is self._said:
                break
            said.insert(0, line)
        if said:
            self._said = said[-1]
        before, self._room = self._room, link.room
        self.sat_down = before is not None and self._seat is None and link.seat is not None
        self._seat = link.seat
        if before is not None and link.room is not None:
            changes = story.comings(before, link.room) + strengths(before, link.room)
            told += [(sentence, "") for sentence in changes]
        if link.room is not None and link.fairness is not None and link.fairness is not self._verdict:
            deal = spoken.deal(spoken.find(link.room.game), link.fairness.deal, link.room.options)
            sentence = found(link.fairness, names, deal)
            told.append((sentence, "alarm" if link.fairness.is_alarm else ""))
        self._verdict = link.fairness
        chat: list[tuple[str, Role]] = [(f"{line.name}: {words(line)}", "chat") for line in said]
        return [*chat, *told] if before is None else [*told, *chat]
