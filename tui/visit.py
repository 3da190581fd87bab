"""One stay at a table, from the first knock to the goodbye: the plan followed over the network."""

from __future__ import annotations

from collections.abc import Callable

from net import store, wire
from net.dial import Dial
from net.invite import Invite
from net.launch import launch
from net.link import Link
from net.trouble import Trouble
from tui.plan import Plan
from tui.says import trouble
from tui.story import goodbye


class Visit:
    """`on_change` is called whenever there is something new on `link`. `invite` is the one to hand to friends."""

    def __init__(self, plan: Plan, on_change: Callable[[], None]) -> None:
        self.plan = plan
        self.link: Link | None = None
        self.invite: Invite | None = None
        self._on_change = on_change
        self._dial: Dial | None = None
        self._leaving = False
        self._arranged = False

    async def run(self) -> str | None:
        """Be at the table to the end. Returns the sentence that says why it ended, unless I left on purpose."""
        try:
            self.invite, address, token = await self._find()
            self.link = Link(self.plan.name, token, address.code, self._role)
            self._dial = Dial(self.link, address, self._changed)
            await self._dial.run()
            sentence = goodbye(self.link.bye) if self.link.bye is not None else None
        except Trouble as fault:
            sentence = trouble(fault)
        return None if self._leaving else sentence

    def act(self, action: bytes) -> None:
        """Ask for an action, unless another is on its way."""
        if self.link is not None and self._dial is not None and self.link.act(action):
            self._dial.flush()
            self._on_change()

    def send(self, message: wire.FromClient) -> None:
        """Anything but an act; lost while the line is lost."""
        if self.link is not None and self._dial is not None and self.link.send(message):
            self._dial.flush()

    def leave(self, last_word: wire.FromClient) -> None:
        """Say this and hang up: `run` returns soon."""
        self._leaving = True
        self.send(last_word)
        if self._dial is not None:
            self._dial.stop()

    @property
    def _role(self) -> wire.Role:
        return "watch" if self.plan.command == "watch" else "play"

    async def _find(self) -> tuple[Invite, Invite, str]:
        """The invite to show, the one to follow, and my token there. Opens the table if it is to be mine."""
        plan = self.plan
        if plan.command not in ("host", "solo") and plan.invite is not None:
            return plan.invite, plan.invite, store.seat_token(plan.invite, self._role, plan.name)
        table = await launch(
            plan.game,
            name=plan.name,
            seats=plan.seats,
            options=plan.options,
            bind=plan.bind,
            port=plan.port,
            socket=plan.socket,
        )
        return table.shown, table.local, table.host_token

    def _changed(self) -> None:
        link = self.link
        if not self._arranged and link is not None and link.host and link.room is not None:
            self._arranged = True
            if link.room.phase == "lobby":
                self._arrange(link.room)
        self._on_change()

    def _arrange(self, room: wire.Room) -> None:
        """At a table of my own: seat the bots of the plan, and begin at once if friends are not waited for."""
        vacant = [seat for seat, chair in enumerate(room.chairs) if chair.sitter == "nobody"]
        for seat in vacant[len(vacant) - min(self.plan.bots, len(vacant)) :]:
            self.send(wire.SeatBot(seat))
        if self.plan.command == "solo":
            self.send(wire.Start())
