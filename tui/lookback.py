"""A look back at a game, in sentences: what a hard bot would have done, and what it thinks was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.advice import Judged, is_same
from engine.board import Seat, Spot
from engine.game import Offer
from net.recording import Recording
from net.review import Decision, decisions, question
from net.thinker import advice
from tui import spoken
from tui.advice import Typed, what_is
from tui.language import _, pgettext
from tui.replay import names_at
from tui.spoken import Sight
from tui.story import Spell, listed


@dataclass
class Account:
    """Of one player's decisions: how many were judged, how many of those clearly worse than the best, and what that
    has cost."""

    judged: int = 0
    worse: int = 0
    lost: float = 0.0


class Lookback:
    """All the decisions of people in a game, judged one after the other."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._accounts: dict[Seat, Account] = {}

    def lines(self) -> Iterator[str]:
        """A sentence for each decision in which there was something to think about, as soon as it has been judged. It
        takes a second each at most."""
        made = list(decisions(self._recording))
        for number, decided in enumerate(made, 1):
            judged = advice(question(self._recording, decided)).judged
            if judged is not None:
                account = self._accounts.setdefault(decided.seat, Account())
                account.judged += 1
                if judged.is_clear:
                    account.worse, account.lost = account.worse + 1, account.lost + judged.lost.worth
                yield f"{number}/{len(made)}  {told(self._recording, decided, judged)}"

    def totals(self) -> list[str]:
        """A sentence for everybody, about what has been judged so far."""
        names = names_at(self._recording, self._recording.end)
        said = _("{name}. Decisions: {n}. Clearly worse than the best: {worse}; about {points} points lost by them.")
        return [
            said.format(name=names[seat], n=account.judged, worse=account.worse, points=points(account.lost))
            for seat, account in sorted(self._accounts.items())
        ]


def told(recording: Recording, decided: Decision, judged: Judged) -> str:
    """What was done, and the verdict on it."""
    words, names = spoken.find(recording.header.game), names_at(recording, decided.number)

    def where(offer: Offer, picks: Sequence[Spot]) -> str:
        """Where cards are not held in hands, their places are named by their numbers."""
        if words.HAND is not None or offer.pick is None:
            return ""
        numbers = words.numbers(Sight(decided.view, names), offer.pick.spots)
        return _("place {number}").format(number=listed([numbers[spot] for spot in picks]))

    done = _named(recording, decided, decided.done, words.spell, where)
    said = _("Act {number}. {name}: {done}. {verdict}")
    told = verdict(recording, decided, judged, words.spell, where)
    return said.format(number=decided.number, name=names[decided.seat], done=done, verdict=told)


def verdict(recording: Recording, decided: Decision, judged: Judged, spell: Spell, where: Typed) -> str:
    """What a hard bot would have done, and what was lost. What may be chance is not called a loss."""
    (worth, error), best = judged.lost, _named(recording, decided, judged.best, spell, where)
    if worth <= 0 or is_same(judged.best, decided.done, decided.view):
        return _("A hard bot would do the same.")
    if not judged.is_clear:
        return _("A hard bot: {best}. That is not clearly better.").format(best=best)
    said = _("Lost: {least} to {most} points. A hard bot: {best}.")
    return said.format(least=points(worth - error), most=points(worth + error), best=best)


def points(number: float) -> str:
    """Two digits."""
    return f"{number:.{1 if number >= 1 else 2}f}".replace(".", pgettext("between ones and tenths", "."))


def _named(recording: Recording, decided: Decision, action: bytes, spell: Spell, where: Typed) -> str:
    names = names_at(recording, decided.number)
    return what_is(decided.view, action, names, recording.game.SAYS, spell, where)
