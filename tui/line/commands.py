"""What can be asked for at any time at the table."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from engine.game import View, rule_named, rules_of
from engine.games import GAMES
from net import wire
from net.clean import clean
from net.link import Link
from tui.company import by_ssh, how_to_come
from tui.language import _, put
from tui.line import tells
from tui.line.menu import ECHO_CELLS_MAX, Mouth, numbered, simple
from tui.line.place import Place
from tui.line.says import COMMANDS, KEYS, SAYS
from tui.says import overheard
from tui.standing import LOST, is_advised, is_away, may_write, why_not_write
from tui.visit import Visit


class Commands(NamedTuple):
    place: Place
    visit: Visit
    mouth: Mouth

    def known(self, typed: str) -> str | None:
        """The command that was typed, if it is one: as a word, as a letter after a slash, or as a key."""
        letters = {**COMMANDS, **{page: page[0] for page in self.place.pages()}}
        by_letter = (word for word, letter in letters.items() if typed in (word, f"/{word}", f"/{letter}"))
        return next(by_letter, KEYS.get(typed))

    def do(self, command: str, text: str) -> None:
        """A command, with what stands behind it."""
        view, room, tell = self.place.view, self.place.room, self.mouth.tell
        match command:
            case "help":
                tell(tells.help_lines([*self.place.pages()]))
            case "rules":
                self._rules(text)
            case "who":
                tell([*tells.chairs(room, self._link.seat), tells.options(room)])
            case "invite":
                tell(self.invite() or [put(SAYS["no-invite"])])
            case "say":
                self._say(text)
            case "away":
                self.mouth.send(wire.Away())
            case "advice":
                if is_advised(self._link):
                    tell([_("A hard bot thinks about it.")])
                self.mouth.send(wire.AskAdvice())
            case "back":
                self.mouth.send(wire.Back()) if is_away(self._link) else self.mouth.where()
            case _ if view is None:
                tell([put(SAYS["not-yet"])])
            case "cards":
                tell(
                    self.place.words.mine(self.place.sight(view))
                    or [put(SAYS["no-cards" if self._link.seat is None else "no-cards-yet"])]
                )
            case "table":
                tell(self.place.words.table(self.place.sight(view)))
            case "player":
                self._player(view, text)
            case "score":
                tell(tells.score(self.place.words, view, self.place.names))
            case "sort":
                self._sort(view)
            case "hint":
                self._hint()
            case page:
                tell(self.place.pages()[page])

    def invite(self) -> list[str]:
        """What friends need, and who else could listen; nothing if I have no invite."""
        if (invite := self.visit.invite) is None:
            return []
        how = " ".join(how_to_come(invite, self.visit.bind).split())
        ssh = by_ssh(self.visit.way) if self.visit.way is not None else ()
        return [
            str(invite),
            how,
            *(" ".join(line.split()) for line in ssh),
            *filter(None, [overheard(invite, self.visit.bind)]),
        ]

    @property
    def _link(self) -> Link:
        return self.place.link

    def _player(self, view: View, text: str) -> None:
        """What somebody has, who is named by number or by the beginning of the name; without one, I."""
        names = self.place.names
        named = [seat for seat, name in enumerate(names) if name.lower().startswith(text.lower())]
        named += [seat for seat in range(len(names)) if text == str(seat + 1)]
        if not text:
            self.do("cards", "")
        elif named:
            self.mouth.tell(self.place.words.player(self.place.sight(view), named[0]))
        else:
            self.mouth.tell([put(SAYS["who-else"], clean(text, ECHO_CELLS_MAX))])

    def _rules(self, text: str) -> None:
        """One rule, by its number; without one, all parts to choose from."""
        game = GAMES[self.place.room.game]
        if number := rule_named(game, text):
            self.mouth.tell(tells.rule(game, number))
        else:
            parts = [simple(title, partial(self.mouth.tell, lines), stays=True) for title, lines in tells.parts(game)]
            self.mouth.ask([put(SAYS["rules"], [*rules_of(game)][-1])], numbered(parts), "")

    def _say(self, text: str) -> None:
        if may_write(self._link):
            self.mouth.send(wire.Say(text))
        else:
            self.mouth.tell([_(LOST) if not self._link.online else why_not_write(self._link, self.place.says)])

    def _sort(self, view: View) -> None:
        held = self.place.held
        if held.hand is None:
            return self.mouth.tell([put(SAYS["no-hand"])])
        held.sort()
        self.mouth.tell([put(SAYS["held"], held.way()), *self.place.words.mine(self.place.sight(view))])

    def _hint(self) -> None:
        """The next of what the game suggests. The key of its offer is then all that is missing."""
        hints = self.place.held.hints
        if not hints:
            return self.mouth.tell([put(SAYS["no-hint"])])
        i = self.place.picker.suggest_next([hint.picks for hint in hints])
        self.mouth.tell([put(SAYS["hint"], i + 1, len(hints), self.place.words.spell(hints[i].says))])
