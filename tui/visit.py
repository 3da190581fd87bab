"""One stay at a table, from the first knock to the goodbye: the plan followed over the network."""

from __future__ import annotations

import asyncio
import secrets
import shlex
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from time import monotonic
from typing import TYPE_CHECKING

from net import invite, store, tables, tokens, wire
from net.budget import Budget
from net.errand import Errand
from net.invite import Invite, Way
from net.launch import Launched, come_back, launch
from net.limits import SSH_LOST_S
from net.link import Link
from net.listen import Bind
from net.trouble import Trouble
from tui.language import _
from tui.plan import SOLO, Plan
from tui.says import ending, trouble
from tui.story import GOODBYES, listed, names_of

if TYPE_CHECKING:
    from net.dial import Dial

TURNED_AWAY = frozenset({"full", "too-many-watchers"})
LOOK_EVERY_S = 0.5
"""So often is looked, while the line is lost, whether the process of my own table still runs."""
RESTARTS_MAX, RESTARTS_WITHIN_S = 3, 60.0
"""A table that breaks down more often is given up."""
GOODBYE_WITHIN_S = 1.0
"""So long may its last words be on their way."""
HANG_UP_WITHIN_S = 1.0
"""So long may it take to leave."""
SENT_BURST, SENT_PER_S = 45, 15.0
"""Less than a table puts up with. A key that is held down asks for more, and the rest of it is dropped."""


class Visit:
    """`on_change` is called whenever there is something new on `link`. `invite` is the one to hand to friends."""

    def __init__(self, plan: Plan, on_change: Callable[[], None], clock: Callable[[], float] = monotonic) -> None:
        self.plan = plan
        self.link: Link | None = None
        self.invite: Invite | None = None
        self._on_change, self._clock = on_change, clock
        self._budget = Budget(SENT_BURST, SENT_PER_S, clock())
        """Of what is said to the table."""
        self._dial: Dial | None = None
        self._dialing: asyncio.Task[None] | None = None
        self._table: Launched | None = None
        """The table, if it is mine."""
        self._fault: Trouble | None = None
        """Why my table is gone."""
        self._last_word: wire.FromClient | None = None
        self._heard = False
        """With what I left on purpose, and whether the table was there to hear it."""
        self._arranged = False
        """What there is to do at a table of my own is done."""
        self._moved = False
        """I came to watch and have got a chair."""
        self._token = ""
        self._marks = ExitStack()
        """Tell other programs that I am here, if I am the host."""

    async def run(self) -> str | None:
        """Be at the table to the end. Returns the sentence that says why it ended, unless I left on purpose."""
        tasks: list[asyncio.Task[None]] = []
        try:
            finding = asyncio.create_task(self._find())
            await asyncio.sleep(0)  # if a table of mine has to start, its process does so by itself from now on
            from net.dial import Dial  # meanwhile; with all of websockets, for which the start screen does not wait

            self.invite, address, self._token = await finding
            window, entropy = tokens.new_token(), secrets.token_bytes
            self.link = Link(self.plan.name, self._token, address.code, self.plan.role, window, entropy=entropy)
            self._dial = Dial(self.link, address, self._changed)
            self._dialing = asyncio.create_task(self._dial.run())
            tasks = [self._dialing]
            if self._table is not None:
                tasks += [asyncio.create_task(self._guard(self._table, self.link, self._dial))]
            elif self.plan.guest is not None:
                tasks += [
                    asyncio.create_task(self._give_up(self.invite, self.link, self._dial)),
                    asyncio.create_task(self._tell_how_far(self.plan.guest, self.link, self._dial)),
                ]
            await asyncio.wait({self._dialing})
            if not self._dialing.cancelled():
                self._dialing.result()
            if self._fault is not None:
                raise self._fault
            sentence = _ending(self.link)
        except Trouble as fault:
            sentence = trouble(fault)
        finally:
            self._marks.close()
            for task in tasks:
                task.cancel()
        return None if self._last_word is not None else sentence

    async def _guard(self, table: Launched, link: Link, dial: Dial) -> None:
        """Start my own table again when its process has gone without a goodbye; everybody comes back by themselves.

        Stop trying to reach it if that is not possible, or if it has ended otherwise.
        """
        restarts: deque[float] = deque(maxlen=RESTARTS_MAX)
        while self._fault is None:
            await asyncio.sleep(LOOK_EVERY_S)
            if link.online or tables.runs(table.table):
                continue
            if table.process is not None:
                table.process.poll()  # so that nothing is left of it
            try:
                if not tables.exists(table.table):
                    await asyncio.sleep(GOODBYE_WITHIN_S)
                    raise Trouble("table-ended")
                if tables.read(table.table).stopped:
                    raise Trouble("table-stopped", table.table)
                if len(restarts) == RESTARTS_MAX and self._clock() < restarts[0] + RESTARTS_WITHIN_S:
                    raise Trouble("table-died", str(store.log_path()))
                restarts.append(self._clock())
                table = self._table = await come_back(table.table)
            except Trouble as fault:
                known = fault.code in ("table-ended", "table-stopped")
                self._fault = fault if known else Trouble("table-died", str(store.log_path()))
                dial.stop()

    async def _give_up(self, shown: Invite, link: Link, dial: Dial) -> None:
        """A guest by SSH waits on the host's computer, but not for ever: a table that ended there may not come back."""
        seen = self._clock()
        while self._clock() < seen + SSH_LOST_S:
            await asyncio.sleep(LOOK_EVERY_S)
            if link.online:
                seen = self._clock()
        self._fault = Trouble("nobody-there", shown.place)
        dial.stop()

    async def _tell_how_far(self, guest: Errand, link: Link, dial: Dial) -> None:
        """A guest by SSH is not where this program runs, and a race makes allowance for the way between."""
        from net.guest import round_trips_s  # nobody else has need of it

        async for rtt_s in round_trips_s(guest.pipe):
            if link.send(wire.Far(rtt_s)):
                dial.flush()

    @property
    def farewell(self) -> str:
        """How to come back, for whoever goes while the seat is kept, or the table is theirs, with its invite; else
        empty."""
        link = self.link
        if link is None or self.invite is None or self._fault is not None:
            return ""
        if self._heard and isinstance(self._last_word, wire.CloseTable):
            return ""
        if link.bye is not None and link.bye.code != "left":
            return ""
        mine = link.host or self._table is not None
        running = link.room is not None and link.room.phase in ("deal", "play")
        if self.alone and not running:
            return ""
        if not mine and (link.seat is None or (self._last_word is not None and not running)):
            return ""
        how = ("--plain",) if self.plan.plain and self.plan.guest is None else ()
        back = shlex.join((*self._return, *how))
        if self.alone:
            return _("The game waits for you. Go on with: {command}").format(command=back)
        told = _("The table stays open. Come back with: {command}").format(command=back)
        if self._table is None:
            return told
        join = shlex.join(("toctoc", "join", str(self.invite)))
        return "\n".join((told, _("Friends join it with: {command}").format(command=join)))

    @property
    def _return(self) -> tuple[str, ...]:
        """What brings me back here."""
        if self.plan.guest is not None:
            return tuple(self.plan.guest.way.command.split())
        if self._table is None:
            return "toctoc", "join", str(self.invite), "--name", self.plan.name
        stays_newest = not self.alone and tables.running()[:1] == [self._table.table]
        return ("toctoc", "host") if stays_newest else ("toctoc", "host", "--resume", self._table.table)

    @property
    def alone(self) -> bool:
        """My table was opened for me to play alone, and ends soon after I have gone."""
        return self._table is not None and self._table.alone

    @property
    def begins(self) -> str:
        """What goes on until I am at the table."""
        if self.plan.invite is None:
            return _("Opening the table...")
        return _("Knocking at {place}...").format(place=self._friends_place)

    def excuse(self) -> str | None:
        """Why it ended, if what came from the table cannot be shown. A friend's host may send what is well formed and
        makes no sense; with my own table it is a fault of the program's own, and there is no excuse."""
        return None if self.plan.invite is None else trouble(Trouble("host-not-understood", self._friends_place))

    @property
    def _friends_place(self) -> str:
        """Where a friend's table is, as others find it too."""
        assert self.plan.invite is not None
        return (self.plan.invite if self.plan.guest is None else invite.parse(self.plan.guest.shown)).place

    @property
    def way(self) -> Way | None:
        """How to come by SSH, if one can."""
        guest, table = self.plan.guest, self._table
        return guest.way if guest is not None else table.way if table is not None else None

    @property
    def turned_away(self) -> bool:
        """There was no place for me as I came; there may be one to watch."""
        return self.link is not None and self.link.bye is not None and self.link.bye.code in TURNED_AWAY

    @property
    def bind(self) -> Bind | None:
        """How my own table was opened; None if I am a guest."""
        return self.plan.bind if self.plan.invite is None else None

    def act(self, action: bytes) -> bool:
        """Ask for an action, unless another is on its way. False if that is not possible now."""
        if self.link is None or self._dial is None:
            return False
        if sent := self._may_send() and self.link.act(action):
            self._dial.flush()
        self._on_change()
        return sent

    def send(self, message: wire.FromClient) -> bool:
        """Anything but an act. False if nobody hears it, as while the line is lost."""
        if self.link is None or self._dial is None or not (self._may_send() and self.link.send(message)):
            return False
        self._dial.flush()
        return True

    def leave(self, last_word: wire.FromClient) -> None:
        """Say this and hang up: `run` returns soon, also if nobody hears it."""
        self._last_word, self._heard = last_word, self.link is not None and self.link.send(last_word)
        if self._dial is not None and self._dialing is not None:
            self._dial.stop()
            asyncio.get_running_loop().call_later(HANG_UP_WITHIN_S, self._dialing.cancel)

    def _may_send(self) -> bool:
        """Whether the table would not find this too much; if so, it counts as sent."""
        return self._budget.take(self._clock())

    async def _find(self) -> tuple[Invite, Invite, str]:
        """The invite to show, the one to follow, and my token there. Opens the table if it is to be mine, and knows one
        of mine by its invite."""
        plan, mine = self.plan, self.plan.table
        if plan.guest is not None and plan.invite is not None:
            return invite.parse(plan.guest.shown), plan.invite, tokens.seat_token(plan.invite, plan.role, plan.name)
        if plan.command not in ("host", "solo") and plan.invite is not None:
            token = tokens.seat_token(plan.invite, plan.role, plan.name)
            if not (mine := tables.led_by(token)):
                return plan.invite, plan.invite, token
        if mine:
            table = await come_back(mine)
        else:
            table = await launch(
                plan.game,
                name=plan.name,
                seats=plan.seats,
                options={**SOLO, **plan.options} if plan.command == "solo" else plan.options,
                bind=plan.bind,
                port=plan.port,
                socket=plan.socket,
                tls=plan.tls,
                announced=plan.announced,
                ssh=plan.ssh,
                alone=plan.command == "solo",
            )
        self._table = table
        return table.shown, table.local, table.host_token

    def _changed(self) -> None:
        link = self.link
        if not self._arranged and link is not None and link.host and link.room is not None:
            self._arranged = True
            with suppress(OSError):
                self._marks.enter_context(tokens.mark_host(self._token))
            if link.room.phase == "lobby":
                self._arrange(link.room)
        if not self._moved and link is not None and link.seat is not None and self.plan.role == "watch":
            self._moved = True
            if self.invite is not None:  # by which I come back to it as a player
                tokens.keep_seat(self.invite, self.plan.name, self._token)
        self._on_change()

    def _arrange(self, room: wire.Room) -> None:
        """At a table of my own: seat the bots of the plan, and begin at once if friends are not waited for."""
        vacant = [seat for seat, chair in enumerate(room.chairs) if chair.sitter == "nobody"]
        for seat in vacant[len(vacant) - min(self.plan.bots, len(vacant)) :]:
            self.send(wire.SeatBot(seat, self.plan.strength))
        if self.plan.command == "solo":
            self.send(wire.Start())


def _ending(link: Link) -> str | None:
    """Why the table has said goodbye, and how the match stood that has ended with it."""
    if link.bye is None:
        return None
    sentence, view = ending(link.bye), link.view
    only_for_me = link.bye.code in GOODBYES.keys() - {"closed", "broken"}
    if only_for_me or view is None or not view.scores.rounds:
        return sentence
    points = zip(names_of(link.room, len(view.scores.totals)), view.scores.totals, strict=False)
    told = _("The points: {points}.").format(points=listed([f"{name} {total}" for name, total in points]))
    return f"{sentence}\n{told}"
