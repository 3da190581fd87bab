"""What I have before me at the table, without a screen: what came, and what I am about to do."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engine.board import Event, Spot
from engine.game import Offer, Sentence, View, rule_named
from engine.games import GAMES
from net import wire
from net.link import Link
from tui import boards, settings, story
from tui.advice import advice
from tui.fresh import Fresh
from tui.hand import Held
from tui.heard import SEATED, Heard
from tui.keys import key_name
from tui.language import _, translated
from tui.later import Later
from tui.picker import Picker
from tui.standing import is_advised, is_away, is_unready, may_write, why_not_write
from tui.story import REFUSALS, label_of
from tui.theme import Glyphs
from tui.tour import Tour
from tui.widgets.entry import Entry
from tui.widgets.log import Log
from tui.widgets.scene import Clock

ENTER_RESTS_S = 1.5
"""So long after something was chosen the enter key may be meant for it, and opens no chat."""


class Desk:
    def __init__(self, glyphs: Glyphs, tour: Tour | None = None) -> None:
        self.link: Link | None = None
        self.tour = tour
        """The hints for a first game, as long as they are wanted."""
        self.picker = Picker()
        self.later = Later()
        self.log = Log()
        self.entry = Entry()
        self.refused = ""
        """Why the last thing I asked for was refused."""
        self.rule = ""
        """The number of the rule by which it was, until something else happens."""
        self.hint = ""
        """What the game suggests, if I have just asked for it."""
        self.advice: tuple[str, ...] = ()
        """What a hard bot would do, until I have decided, and the same in ever fewer words."""
        self.asked = False
        """I have asked for something, and the link has not changed since."""
        self._chose_at = -math.inf
        """When I have chosen something last, or there was no more to choose."""
        self._advice: tuple[bytes, ...] = ()
        """What was told of last."""
        self.glyphs = glyphs
        self.view: View | None = None
        self.fresh = Fresh()
        self.held = Held()
        self.sheet = ""
        """The key of the sheet that I have laid on the table, or ""."""
        self._now = self._news_at = 0.0
        """The time of the last picture, and when something happened last."""
        self.rolled = self._roll_rows = 0
        """By so many rows what is too long has been rolled, and by so many it can be in the last picture."""
        self._heard = Heard()
        self._ends: dict[str, Clock] = {}
        """For each timer of the view: when it runs out, and how long it was at first."""

    # what comes from the table

    def hear(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> None:
        """The link has changed; `news` and `refusals` came with it."""
        before, self.link, self.asked = self.view, link, False
        is_same = before is not None and link.view is not None and before.decision == link.view.decision
        if news or before is None:
            self._news_at, self.refused, self.rule = now, "", ""
            self.hint = self.hint if is_same else ""
        if self.refused == translated(REFUSALS["no-advice-now"]) and not is_same:
            self.refused = ""
        if link.view is not before:
            self.view = link.view
            self._clear(before)
            self._look(link.view, now)
            self._wind(now)
            self._show_round(link.view)
        self.fresh.hear(news)
        self._note(link, news, refusals)
        if self._heard.sat_down:
            self.hint = _(SEATED)
        if link.advice is not self._advice and self.view is not None:
            self.advice = advice(self.view, link.advice, self.names, self.says, self.spell, self._typed)
            self._advice, self.hint = link.advice, ""
            if self.advice:
                self.picker.suggest(())  # the keys that are told begin with nothing chosen

    def _look(self, view: View | None, now: float) -> None:
        """What I have chosen is lowered as soon as I hold other cards."""
        was_choosing = self.picker.is_choosing
        if self.held.look(self.board.HAND if self.board is not None else None, view):
            self.picker.suggest(())
        self.picker.look(view, self.held.marks, self.held.most)
        self.later.look(self.picker.offers)
        if self.board is not None and view is not None:
            self.later.look(boards.asides(self.board, view))
        if was_choosing and not self.picker.is_choosing:
            self._chose_at = now

    def _show_round(self, view: View | None) -> None:
        """The tour comes to a new view, and ends with the last thing that it has to say."""
        if self.tour is not None and view is not None:
            self.tour.look(view)
            if self.tour.is_over:
                self.tour = None

    def _clear(self, before: View | None) -> None:
        """Take the sheet away, if it does not outlast the view before."""
        board, view = self.board, self.view
        if board and before and view and not boards.keeps(board, self.sheet, before, view):
            self.sheet = ""

    def _wind(self, now: float) -> None:
        """The timers of a new view."""
        ends: dict[str, Clock] = {}
        for name in self.view.timers if self.view is not None else ():
            left = self.link.clocks.get(name, 0.0) if self.link is not None else 0.0
            ends[name] = Clock(now + left, self._ends[name].whole_s if name in self._ends else left)
        self._ends = ends

    def _note(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal]) -> None:
        """Into the log: what happened and what was said. A refusal stands at the foot."""
        happened = story.tell(news, self.names, self.says, self.spell)
        self.log.add(self._heard.hear(link, happened, self.names))
        for refusal in refusals:
            self.refused = story.refused(refusal, self.names, self.says, self.spell)
            self.rule = rule_named(GAMES[link.room.game], refusal.rule) if link.room is not None else ""

    # what I can do

    @property
    def names(self) -> tuple[str, ...]:
        seats = len(self.view.scores.totals) if self.view is not None else 0
        return story.names_of(self.link.room if self.link is not None else None, seats)

    @property
    def says(self) -> Mapping[str, Sentence]:
        room = self.link.room if self.link is not None else None
        return GAMES[room.game].SAYS if room is not None else {}

    @property
    def busy(self) -> bool:
        """An answer is waited for, or nobody would hear me."""
        return self.asked or self.link is None or self.link.pending is not None or not self.link.online

    @property
    def active(self) -> bool:
        """Keys are for the game: not while the line is lost or a line of chat is written."""
        return self.link is not None and self.link.online and self.entry.text is None

    @property
    def may_write(self) -> bool:
        """The table would take a line of chat from me."""
        return self.link is not None and may_write(self.link)

    def ask(self, now: float) -> None:
        """I have asked for something at this time."""
        self.asked, self._chose_at = True, now

    def enter(self, now: float) -> None:
        """Begin a line of chat, unless the enter key may have been meant for what I was choosing a moment ago."""
        if self.may_write and now < self._chose_at + ENTER_RESTS_S:
            self.hint = _("There is nothing to confirm any more. To write a line, press /.")
        else:
            self.write()

    def write(self) -> None:
        """Begin a line of chat, or say why not."""
        if self.may_write:
            self.entry.open()
        elif self.link is not None and self.link.online:
            self.refused = why_not_write(self.link, self.says)

    def want(self, key: str, now: float) -> bool:
        """What can be done beside the play, but not now, is done as soon as it can be. False if there is no such
        thing."""
        offers = self.picker.offers if not self.busy else ()
        return self.active and self.later.want(key, offers, now) is not None

    def wish(self, now: float) -> str:
        """What I have wanted so, as long as I want it."""
        if (wanted := self.later.wanted(now)) is None:
            return ""
        return _("In a moment: {offer}.").format(offer=label_of(wanted, self.names, self.says, self.spell))

    def due(self, now: float) -> bytes | None:
        """The action that I have wanted before, once it can be asked for."""
        return self.later.due(self.picker.offers, now) if self.active and not self.busy else None

    def nothing(self, key: str) -> str:
        """That a key means nothing now; or, where cards have keys of its kind, that none has this one."""
        hand = self.held.hand
        is_a_cards = key.isdigit() if hand is None else key in hand.keys
        said = _("No card has the key {key}.") if is_a_cards and self.pad() else _("{key} means nothing now.")
        return said.format(key=key)

    @property
    def may_go(self) -> bool:
        """I can say that I am away, or back."""
        return self.link is not None and self.link.room is not None and (self.away or self.link.room.phase == "play")

    @property
    def away(self) -> bool:
        """I have said that I am away."""
        return self.link is not None and is_away(self.link)

    @property
    def unready(self) -> bool:
        """The table waits until I am ready."""
        return self.link is not None and is_unready(self.link)

    @property
    def sheets(self) -> Mapping[str, str]:
        """The keys of what can be laid on the table, and what it is called."""
        if not self.active or self.board is None or self.view is None:
            return {}
        return boards.sheets(self.board, self.view, self.sheet)

    def lay(self, key: str) -> None:
        """Lay this sheet on the table, or take it away again."""
        self.sheet = "" if self.sheet == key else key

    def pad(self) -> Mapping[Spot, str]:
        """The keys of the spots that can be picked or marked now; where there are too few keys, "" for the rest."""
        return self._keys(self.picker.spots) if self.active and not self.picker.numbered else {}

    def _keys(self, spots: Sequence[Spot]) -> Mapping[Spot, str]:
        if self.board is None or self.view is None:
            return {}
        held = dict(zip(self.held.order, self.held.hand.keys, strict=False)) if self.held.hand is not None else {}
        cards = self.held.cards
        others = [spot for spot in spots if spot not in cards]
        named = {**held, **self.board.pad(self.view, self.view.viewer or 0, others)} if others else held
        return {spot: named.get(spot, "") for spot in spots}

    # advice

    @property
    def is_advised(self) -> bool:
        """I can ask what a hard bot would do."""
        return self.active and self.link is not None and is_advised(self.link)

    def wait_for_advice(self) -> None:
        """If there is none, the table tells why."""
        self.hint = _("A hard bot thinks about it.") if self.is_advised else ""

    def _typed(self, offer: Offer, picks: Sequence[Spot]) -> str:
        spots = offer.pick.spots if offer.pick is not None else ()
        return " ".join(key_name(key) for key in self.picker.way(offer, picks, self._keys(spots)))

    # my hand

    @property
    def board(self) -> boards.Board | None:
        room = self.link.room if self.link is not None else None
        return boards.find(room.game) if room is not None else None

    def shift(self, by: int) -> None:
        """Move the card that the cursor is on."""
        spot = self.picker.cursor
        if isinstance(spot, Spot) and spot in self.held.cards:
            self.picker.cursor = self.held.move(spot, by)

    def suggest(self) -> None:
        """Mark what the game suggests, each time I ask the next of it, and say what it is."""
        hints = self.held.hints
        if not hints:
            self.hint = _("Hint: there is none now.") if self.held.hand is not None else ""
            return
        i = self.picker.suggest_next([hint.picks for hint in hints])
        said = _("Hint {number} of {most}: {hint}")
        self.hint = said.format(number=i + 1, most=len(hints), hint=self.spell(hints[i].says))

    def spell(self, text: str) -> str:
        """A text of the game with the names of cards as they are to be read."""
        return self.held.spell(text, self.glyphs)

    def roll(self, by: int) -> bool:
        """Show rows further down of what is too long, or with a number below 0 further up. False if there are none."""
        before, self.rolled = self.rolled, max(0, min(self.rolled + by, self._roll_rows))
        return self.rolled != before

    # the time

    @property
    def ticking(self) -> bool:
        """The picture changes with the time."""
        if self.later.wanted(self._now) is not None:
            return True
        if not settings.now().animations:
            return False
        moves_s = boards.moves_s(self.board, self.view) if self.board is not None and self.view is not None else 0.0
        return bool(self._ends) or self._now < self._news_at + moves_s

    def clock(self, now: float) -> Clock | None:
        """The timer that runs out next, as it stands at this time."""
        still = not settings.now().animations
        clocks = [Clock(whole if still else max(0.0, end - now), whole) for end, whole in self._ends.values()]
        return min(clocks, default=None)

    def age_s(self, now: float) -> float:
        """So long ago did something happen last."""
        return now - self._news_at if settings.now().animations else math.inf

    def seen(self, now: float, roll_rows: int) -> None:
        """There is a picture of this time, in which what is too long can be rolled by so many rows."""
        self._now, self._roll_rows = now, roll_rows
        self.roll(0)
