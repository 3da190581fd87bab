"""A look back at a game, in sentences: what a hard bot would have done, and what it thinks was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.advice import Judged
from engine.board import Seat, Spot
from engine.game import Offer
from net.recording import Recording, Viewpoint
from net.review import Decision, decisions, question
from net.thinker import advice
from tui import spoken
from tui.advice import Typed, what_is
from tui.language import _, pgettext
from tui.replay import names_at
from tui.spoken import Sight
from tui.story import Spell, listed


class Lookback:
    """What a hard bot thinks of what people have decided in a game, as far as it has been asked.

    `decided` are all their decisions, by the numbers of their acts; `judged` is what is known of them, None if there
    was nothing to think about.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self.decided = {made.number: made for made in decisions(recording)}
        self.judged: dict[int, Judged | None] = {}

    def waiting(self, viewpoint: Viewpoint, number: int) -> Decision | None:
        """What is to be judged next for who looks from there: what was decided with act `number`, if that is to be
        seen; of the one who is looked at what came after it, and then what came before."""
        viewer, is_open = viewpoint
        waiting = [
            made
            for made in self.decided.values()
            if made.number not in self.judged and (made.seat == viewer or (is_open and made.number == number))
        ]
        return min(waiting, key=lambda made: (made.number < number, made.number), default=None)

    def mistakes(self, seat: Seat) -> dict[int, float]:
        """The acts with which this seat has lost points, as far as is known and cannot be chance; and how many."""
        return {
            number: judged.lost.worth
            for number, judged in sorted(self.judged.items())
            if judged is not None and judged.is_clear and self.decided[number].seat == seat
        }

    def summary(self, seat: Seat) -> str:
        """A sentence about all that a seat has decided."""
        name = names_at(self._recording, self._recording.end)[seat]
        made, lost = [number for number, each in self.decided.items() if each.seat == seat], self.mistakes(seat)
        if not made:
            return _("{name}: there are no decisions here to look at.").format(name=name)
        said = _("{name}: {judged} of {n} decisions looked at. Mistakes: {worse}, about {points} points.")
        judged = sum(number in self.judged for number in made)
        return said.format(name=name, judged=judged, n=len(made), worse=len(lost), points=points(sum(lost.values())))

    def lines(self) -> Iterator[str]:
        """A sentence for each decision in which there was something to think about, as soon as it has been judged. It
        takes a second each at most."""
        dealt = self._dealt()
        for i, (number, made) in enumerate(self.decided.items(), 1):
            self.judged[number] = judged = advice(question(self._recording, made)).judged
            if judged is not None:
                turn = made.view.turns - max(turns for deal, turns in dealt.items() if deal < number)
                yield f"{i}/{len(self.decided)}  {told(self._recording, made, judged, turn)}"

    def _dealt(self) -> dict[int, int]:
        """The acts with which rounds were dealt, and how many turns of the game there were before."""
        deals = self._recording.rounds[::2]
        return {each.number: each.match.state.turns for each in self._recording.moments() if each.number in deals}

    def totals(self) -> list[str]:
        """A sentence for everybody who has decided something."""
        return [self.summary(seat) for seat in sorted({made.seat for made in self.decided.values()})]


def told(recording: Recording, decided: Decision, judged: Judged, turn: int) -> str:
    """When it was, what was done, and the verdict on it. In a round turns are counted from 1; before that is 0."""
    words, names = spoken.find(recording.header.game), names_at(recording, decided.number)

    def where(offer: Offer, picks: Sequence[Spot]) -> str:
        """Where cards are not held in hands, their places are named by their numbers."""
        if words.HAND is not None or offer.pick is None:
            return ""
        numbers = words.numbers(Sight(decided.view, names), offer.pick.spots)
        return _("place {number}").format(number=listed([numbers[spot] for spot in picks]))

    done = _named(recording, decided, decided.done, words.spell, where)
    when, said = spoken.when(words, decided.view, turn), _("{when}. {name}: {done}. {verdict}")
    told = verdict(recording, decided, judged, words.spell, where)
    return said.format(when=when, name=names[decided.seat], done=done, verdict=told)


def verdict(recording: Recording, decided: Decision, judged: Judged, spell: Spell, where: Typed) -> str:
    """What a hard bot would have done, and what was lost. What may be chance is not called a loss."""
    if (rather := better(decided, judged)) is None:
        return _("A hard bot would do the same.")
    (worth, error), best = judged.lost, _named(recording, decided, rather, spell, where)
    if not judged.is_clear:
        return _("A hard bot: {best}. That is not clearly better.").format(best=best)
    said = _("Lost: {least} to {most} points. A hard bot: {best}.")
    return said.format(least=points(worth - error), most=points(worth + error), best=best)


def better(decided: Decision, judged: Judged) -> bytes | None:
    """What a hard bot would rather have done; None if it would do the same."""
    is_as_good = judged.lost.worth <= 0 or judged.best == decided.done
    return None if is_as_good else judged.best


def points(number: float) -> str:
    """Two digits, but for nothing at all."""
    digits = 0 if not number else 1 if number >= 1 else 2
    return f"{number:.{digits}f}".replace(".", pgettext("between ones and tenths", "."))


def _named(recording: Recording, decided: Decision, action: bytes, spell: Spell, where: Typed) -> str:
    names = names_at(recording, decided.number)
    return str(what_is(decided.view, action, names, recording.game.SAYS, spell, where) or "")
