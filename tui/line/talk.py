"""One talk with a table, without input and output: what is heard from it is told, what is typed goes to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from engine.board import Event
from engine.game import Offer, View
from engine.games import GAMES
from net import wire
from net.clean import clean
from net.link import Link
from net.trouble import Trouble
from tui import settings, spoken, story
from tui.advice import advice
from tui.company import what_to_wait_for
from tui.heard import SEATED, Heard
from tui.language import _, put
from tui.leaving import last_word, question
from tui.line import tells
from tui.line.commands import Commands
from tui.line.menu import BACK, ECHO_CELLS_MAX, Choice, Menu, Mouth, answers, capital, chosen, lines_of, numbered
from tui.line.place import NoCard, Place, identity, is_numbered, needs_cards
from tui.line.powers import Powers
from tui.line.says import SAYS
from tui.picker import key_of
from tui.says import not_kept
from tui.standing import LOST, TurnStarts, readiness
from tui.tour import Tour
from tui.visit import Visit

BELL = "\a"
PAST_KEPT, PAST_TOLD = 200, 10
"""So much of what has happened is remembered, and told if no number is asked for."""


class Talk:
    """`hear` when the link has changed, `type` for every line that is typed once I am `is_at_table`. `write` is given
    whole lines."""

    def __init__(self, visit: Visit, write: Callable[[str], None]) -> None:
        self._visit, self._write = visit, write
        self._place = Place()
        self._mouth = Mouth(self._tell, self._ask, self._send, self._where)
        self._commands = Commands(self._place, visit, self._mouth)
        self._heard, self._turn_starts = Heard(), TurnStarts()
        self._tour = Tour(visit.plan.game) if visit.plan.tour else None
        """The hints for a first game, as long as they are wanted."""
        self._room: wire.Room | None = None
        self._online = self._leaves = self._has_left = False
        self._acted = self._goes_on = self._begins = False
        self._known: frozenset[object] = frozenset()
        """My offers that have been told, and"""
        self._aside = ""
        """what was told beside them."""
        self._list: Menu = {}
        """What the table asks, as it was told last; and"""
        self._menu: Menu = {}
        """what has been told for something that I have typed. It comes first."""
        self._block: Sequence[str] = ()
        """What was told last."""
        self._advice: tuple[bytes, ...] = ()
        """What was told of last."""
        self._past: deque[str] = deque(maxlen=PAST_KEPT)

    @property
    def is_at_table(self) -> bool:
        """I have been told where I am, and what is typed means something."""
        return self._room is not None

    # what comes from the table

    def hear(self) -> None:
        """Tell what is new."""
        link = self._visit.link
        if link is None or link.room is None or self._has_left or link.finished:
            return
        if self._room is None and self._visit.plan.command == "solo" and link.room.phase == "lobby":
            return  # the game begins in a moment
        news, link.news = link.news, []
        refusals, link.refusals = link.refusals, []
        lines, is_new = [], self._room is not link.room or self._place.view is not link.view
        if link.online != self._online and self._room is not None:
            lines.append(put(SAYS["back"]) if link.online else _(LOST))
        self._online = link.online
        lines += self._told(link, link.room, news)
        place = self._place
        lines += self._advised(link)
        lines += [story.refused(refusal, place.names, place.says, place.words.spell) for refusal in refusals]
        self._tell([*lines, *self._toured(), *(self._asked(link.room) if is_new or lines else [])])

    def _told(self, link: Link, room: wire.Room, news: Sequence[Event]) -> list[str]:
        """What has happened."""
        place, came, self._room = self._place, self._room, room
        before = place.look(link)
        self._goes_on, self._acted = self._acted and place.view is not before, self._acted and place.view is before
        happened = story.tell(news, place.names, place.says, place.words.spell)
        if place.view is not None:
            noticed = spoken.noticed(place.words, place.sight(place.view), before, news)
            happened = [" ".join(happened + noticed)] if len(happened) == 1 else happened + noticed
        heard = [text for text, _role in self._heard.hear(link, happened, place.names)]
        self._past.extend(heard)
        if self._heard.sat_down:
            heard.append(_(SEATED))
            self._ring()
        self._begins = self._turn_starts.look(before, place.view)
        if came is None or (room.phase == "lobby") != (came.phase == "lobby"):
            how = [put(SAYS["how"])] if came is None else []
            return [*self._arrival(link, room), *how, *heard]
        return heard + self._room_changes(link, came, room)

    def _advised(self, link: Link) -> list[str]:
        """What a hard bot would do, if I have asked."""
        place, before, self._advice = self._place, self._advice, link.advice
        if not link.advice or link.advice is before or place.view is None:
            return []
        return [*advice(place.view, link.advice, place.names, place.says, place.words.spell, place.typed)[:1]]

    def _arrival(self, link: Link, room: wire.Room) -> list[str]:
        """Where I am now."""
        game = GAMES[room.game].NAME
        if room.phase != "lobby":
            return [put(SAYS["at-table"], game, story.listed(self._place.names))]
        lines = [put(SAYS["lobby"], game), *tells.chairs(room, link.seat), tells.options(room)]
        waits = what_to_wait_for(room, plays=link.seat is not None, host=link.host)
        return [*lines, *self._commands.invite(), waits]

    def _room_changes(self, link: Link, before: wire.Room, room: wire.Room) -> list[str]:
        lines, view = [], self._place.view
        known = tells.named_options(before)
        for name, value in tells.named_options(room).items():
            if known.get(name) != value:
                lines.append(put(SAYS["option-now"], capital(name), value))
        if len(before.chairs) != len(room.chairs):
            lines.append(put(SAYS["chairs-now"], len(room.chairs)))
        if before.phase == "play" and room.phase in ("deal", "over") and view is not None and view.scores.rounds:
            lines.append(tells.total(view, self._place.names))
        ready, was = ([chair.ready for chair in each.chairs] for each in (room, before))
        if any(ready) and ready != was and not self._place.is_played and (said := readiness(room, link.seat)):
            lines.append(said)
        return lines

    def _toured(self) -> list[str]:
        """What the tour has to say, if I want one."""
        view, tour = self._place.view, self._tour
        if tour is None or view is None or not tour.look(view):
            return []
        return [tour.said]

    # what the table asks

    def _asked(self, room: wire.Room) -> list[str]:
        """What I may do, if it is new."""
        if self._place.view is not None and self._place.is_played:
            return self._turn(self._place.view)
        menu = self._powers.usual(room)
        is_new = lines_of(menu) != lines_of(self._list)
        self._known, self._list = frozenset(), menu
        return lines_of(menu) if is_new else []

    def _turn(self, view: View) -> list[str]:
        place, offers = self._place, self._place.offers
        known, self._known = self._known, frozenset(map(identity, offers))
        fresh = [offer for offer in offers if identity(offer) not in known]
        before, self._aside = self._aside, place.aside(view)
        said = [put(SAYS["your-turn"])] if self._begins else []
        if self._aside and (self._begins or self._aside != before):
            said.append(self._aside)
        if self._begins:
            self._ring()
        if fresh or self._begins:
            is_choosing = place.picker.open is not None and not place.picker.given and place.picker.open not in fresh
            # While cards are chosen, the numbers that are typed are theirs.
            asked = [place.keys(fresh)] if is_choosing else self._may(view)
            return [" ".join(said), *asked] if said else asked
        if self._goes_on and not said and view.viewer in view.awaited:
            said.append(put(SAYS["still-yours"]))
        return [" ".join(filter(None, [*said, place.time(view)]))] if said else []

    def _may(self, view: View) -> list[str]:
        """All that I may do now."""
        place, offers = self._place, self._place.offers
        self._menu = {}
        mine = view.viewer in view.awaited or view.viewer == view.turn
        if place.picker.open is None and mine and len(offers) == 1 and needs_cards(offers[0]):
            place.picker.take(offers[0].key)
        if place.picker.open is not None:
            self._list = {}
            return place.which(place.picker.open, view)
        self._list = self._takes(offers) if mine else {}
        if mine or not offers:
            return lines_of(self._list)
        return [" ".join(filter(None, [place.keys(offers), place.time(view)]))]

    def _takes(self, offers: Sequence[Offer]) -> Menu:
        place = self._place
        return numbered([Choice(place.label(offer), partial(self._take, offer), place.key(offer)) for offer in offers])

    # what is typed

    def type(self, line: str) -> None:
        """A line has been typed, without its end."""
        self._leaves, typed = False, line.split()
        tokens = ["".join(map(key_of, word)) for word in typed]
        if not typed or (tokens[0] == BACK and self._can_go_back):
            return self._where()
        if (command := self._commands.known(tokens[0])) is not None:
            return self._do(command, line.strip()[len(typed[0]) :].strip())
        if (choice := chosen(self._menu, tokens)) is not None:
            return self._choose(choice, tokens[1:])
        if (offer := self._place.offer(tokens[0])) is not None:
            return self._take(offer, tokens[1:])
        if tokens[0][1:].isdigit() and (offer := self._place.offer(tokens[0][0])) is not None:
            return self._take(offer, [tokens[0][1:], *tokens[1:]])
        if (is_open := self._place.picker.open) is not None:
            return self._take(is_open, tokens)
        if self._menu or tokens[0] not in self._list:
            return self._tell([put(SAYS["not-understood"], clean(line, ECHO_CELLS_MAX))])
        self._list[tokens[0]].take(tokens[1:])

    def _choose(self, choice: Choice, typed: Sequence[str]) -> None:
        """Take a choice from the menu, which is then over: with the answer of the table, it is told anew what the
        numbers mean."""
        menu = self._menu
        choice.take(typed)
        if self._menu is menu and not choice.stays:
            self._menu, self._list = {}, {}

    @property
    def _can_go_back(self) -> bool:
        """Nothing that can be done has this key where I am now."""
        if self._menu:
            return all(choice.key != BACK for choice in self._menu.values())
        return self._place.offer(BACK) is None or (self._place.picker.open is not None and len(self._place.offers) > 1)

    def interrupt(self) -> None:
        """Control-C was pressed: ask before leaving; leave if that has been asked already."""
        self.leave() if self._leaves else self._quit()

    def leave(self, word: wire.FromClient | None = None) -> None:
        """The first word with which I leave is the last."""
        if not self._has_left:
            self._has_left = True
            self._visit.leave(word or wire.Leave())

    def _take(self, offer: Offer, typed: Sequence[str]) -> None:
        """Take an offer that has been told, with the cards that were typed; or ask which."""
        place = self._place
        if identity(offer) not in map(identity, place.picker.offers):
            return self._tell([put(story.REFUSALS["too-late"])])
        if not place.link.online or place.link.pending is not None:
            return self._tell([put(SAYS["wait"]) if place.link.online else _(LOST)])
        try:
            action = place.take(offer, place.named(offer, typed))
        except NoCard as none:
            self._tell([place.none_such(offer, clean(str(none), ECHO_CELLS_MAX))])
            if is_numbered(offer) or not place.begin(offer):
                return
            action = None
        if action is not None:
            self._acted = not offer.aside
            if self._menu:
                self._menu, self._known = {}, frozenset()  # the numbers mean something else now: tell what
            if not self._visit.act(action):
                self._tell([put(SAYS["too-fast"])])
        elif place.picker.open is not None and place.view is not None:
            self._menu = {}
            self._tell(place.which(place.picker.open, place.view))

    def _where(self) -> None:
        """Go back from all choices, and tell whose turn it is and what I may do."""
        place, view = self._place, self._place.view
        self._menu = {}
        place.picker.suggest(())
        if view is not None and place.is_played:
            said = " ".join(filter(None, [place.turn(view), place.aside(view)]))
            return self._tell([said, *self._may(view)])
        self._list = self._powers.usual(place.room)
        said = readiness(place.room, place.link.seat) if place.room.phase != "lobby" else ""
        self._tell([*filter(None, [said]), *(lines_of(self._list) or [put(SAYS["nothing"])])])

    def _do(self, command: str, text: str) -> None:
        """The commands that have to do with this talk; the others only have to do with the table."""
        match command:
            case "again":
                self._tell(self._block)
            case "news":
                count = int(text) if text.isdecimal() and len(text) < 5 else PAST_TOLD
                self._tell([*self._past][-count:] or [put(SAYS["past-none"])])
            case "more":
                asides = [offer for offer in self._place.picker.offers if offer.aside]
                self._ask([], self._takes(asides), put(SAYS["nothing-else"]))
            case "host":
                powers = self._powers.hosts(self._place.room) if self._place.link.host else {}
                self._ask([], powers, put(story.REFUSALS["host-only"]))
            case "tour":
                self._tour = None
                self._tell([put(SAYS["tour-ended"])])
            case "bell":
                self._tell(self._switch_bell())
            case "quit":
                self._quit()
            case _:
                self._commands.do(command, text)

    def _switch_bell(self) -> list[str]:
        rings = not settings.now().bell
        said = [put(SAYS["bell-on" if rings else "bell-off"])]
        try:
            settings.change(bell=rings)
        except Trouble as fault:
            said.append(not_kept(fault))
        return said

    def _quit(self) -> None:
        link = self._place.link
        asked = question(self._place.room, link.seat, host=link.host, alone=self._visit.alone)
        if asked is None:
            return self.leave()
        word = {answer: last_word(answer.key) for answer in asked.answers}
        takes = [(answer, partial(self.leave, word[answer]) if word[answer] else self._where) for answer in word]
        self._ask([asked.text], answers(*takes), "")
        self._leaves = True

    # how it is done

    def _tell(self, lines: Sequence[str]) -> None:
        self._block = lines or self._block
        for line in lines:
            self._write(line)

    def _ring(self) -> None:
        if settings.now().bell:
            self._write(BELL)

    def _ask(self, lines: Sequence[str], menu: Menu, otherwise: str) -> None:
        """Tell lines and a menu, from which the next number chooses; or, if there is nothing on it, why."""
        self._menu = menu
        self._tell([*lines, *lines_of(menu)] if menu else [otherwise])

    def _send(self, message: wire.FromClient) -> None:
        if not self._visit.send(message):
            self._tell([put(SAYS["too-fast"]) if self._place.link.online else _(LOST)])

    @property
    def _powers(self) -> Powers:
        return Powers(self._place.link, self._mouth, self._visit.plan.strength)
