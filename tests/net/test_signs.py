"""Nothing betrays a sign of Aluette to those who do not see it: a deal is played twice, once without the signs.

Until somebody sees a sign he must be sent the same bytes at the same times in both worlds. What people press and when
they press it does not depend on what they are sent but for the turn, so that only the table can make a difference.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.board import Viewer
from engine.game import View, all_offers
from engine.games import _aluette_bot, aluette
from engine.games._aluette_state import SIGNS
from engine.strengths import Strength
from net import wire
from net.link import Link
from net.play import Play, kind_of
from net.robots import Robot
from tests import kit
from tests.net.people import Guest, Window
from tests.net.twins import viewers_of
from tests.net.world import Line, World

Compare = Callable[[int], tuple[int, int]]
GLANCE_S = 0.5
"""How often people look at the table, to do what they are waited for or to turn their eyes."""
SIGN_AFTER_S = 0.02
"""So soon after that they sign: the answer is there before they look again."""
LATENCY_MAX_S = 0.2
LASTS_S = 400.0


class EvenLine(Line):
    """Everything takes the same time on it, however much there is."""

    def delay(self) -> float:
        return self.window.guest.latency_s


class Deal(World):
    """A first deal, with a chant, for people who look at the table at fixed times, perhaps a bot, and a watcher."""

    line = EvenLine

    def __init__(self, seed: int, *, signing: bool) -> None:
        options = {"partners": "seats", "surrender": "on" if seed % 4 == 0 else "off"}
        super().__init__(seed, "aluette", players=4 - seed % 2, bots=seed % 2, options=options, storm=False)
        self._signing = signing
        self._strength: Strength = "hard" if seed % 4 == 3 else "normal"
        self.tried_at: dict[str, float] = {}
        """When each guest has tried to sign for the first time."""
        for guest in self.guests:
            guest.latency_s = min(guest.latency_s, LATENCY_MAX_S)
            if guest.role == "play":
                self.after(3 + guest.dice.random(), self._glance, guest, self.stream(f"{guest.name}'s signs"))

    def play(self) -> None:
        """Until all cards are played."""
        while self.table.match is None or self.table.match.state.step != "scored":
            self.run(self.now + 1, to_the_end=False)
            assert self.now < LASTS_S, "the deal does not end"

    def _wake(self, window: Window, soonest: float, latest: float) -> None:
        """People look at the table when they do, whatever they are sent."""

    def _glance(self, guest: Guest, whim: random.Random) -> None:
        self.after(GLANCE_S, self._glance, guest, whim)
        window = guest.windows[0]
        link, room = window.link, window.link.room
        assert room is not None
        if room.phase == "lobby" and guest.host:
            open_seats = [seat for seat, chair in enumerate(room.chairs) if chair.sitter == "nobody"]
            link.send(wire.SeatBot(open_seats[0], self._strength) if open_seats else wire.Start())
        elif room.phase == "play" and (action := self._pressed(guest, window)):
            link.act(action)
        self.send(window)
        if self._signing:
            self.after(SIGN_AFTER_S, self._sign, guest, whim)

    def _pressed(self, guest: Guest, window: Window) -> bytes | None:
        view, mind = window.link.view, self.stream(f"{guest.name} at {self.now}")
        assert view is not None
        offers = {offer.code: offer for offer in view.offers if offer.code != "sign"}
        looks = [offer for offer in view.offers if offer.code == "look"]
        if view.viewer in view.awaited and mind.random() < 0.5:
            yes = offers.get("chant") or offers.get("play-on")
            return kit.filled(yes or mind.choice([offer for offer in offers.values() if not offer.aside]), mind)
        return bytes(mind.choice(looks).action) if looks and mind.random() < 0.2 else None

    def _sign(self, guest: Guest, whim: random.Random) -> None:
        """A sign, true or not; but none that a bot would see at once, and act on it."""
        link = guest.windows[0].link
        if link.view is None or not link.view.offers or whim.random() < 0.5 or self._bot_looks(link):
            return
        true = [offer.args[0] for offer in link.view.offers if offer.code == "sign"]
        sign = whim.choice(true if true and whim.random() < 0.7 else SIGNS)
        if link.act(msgspec.json.encode({"type": "sign", "sign": sign})):
            self.tried_at.setdefault(guest.name, self.now)
            self.send(guest.windows[0])

    def _bot_looks(self, link: Link) -> bool:
        assert link.room is not None
        assert link.view is not None
        eyes = link.view.facts["eyes"]
        return any(chair.sitter == "bot" and eyes[seat] == link.seat for seat, chair in enumerate(link.room.chairs))


def states(world: Deal) -> list[tuple[float, Any]]:
    """When each act was played, and the state after it."""
    return [(at, step.match.state) for step, at in zip(world.referee.steps, world.acted_at, strict=True)]


def known_at(world: Deal, viewers: set[Viewer]) -> float:
    """When the first of these viewers has seen a sign, or a bot, who acts on it; or all are told, after the deal."""
    bots = {*range(4)} - {seat for guest in world.guests for seat in viewers_of(guest) if seat is not None}
    return next(
        at
        for at, state in states(world)
        if state.step == "scored" or any({*given.seers} & (viewers | bots) for given in state.signs)
    )


def compare(with_signs: Deal, without: Deal) -> tuple[int, int]:
    """How many frames were compared, and how many signs had been given of which their reader knew nothing."""
    without.play()
    with_signs.play()
    compared = missed = 0
    for guest, other in zip(with_signs.guests, without.guests, strict=True):
        until = min(known_at(with_signs, viewers_of(guest)), with_signs.tried_at.get(guest.name, math.inf))
        heard, heard_without = ([what for what in one.heard if what[0] < until] for one in (guest, other))
        assert heard == heard_without, f"{guest.name} can tell before {until} that there are signs"
        compared += len(heard)
        missed += max((sum(state.signed) for at, state in states(with_signs) if at < until), default=0)
    return compared, missed


def compare_signs_of_people(seed: int) -> tuple[int, int]:
    return compare(Deal(seed, signing=True), Deal(seed, signing=False))


def compare_signs_of_a_bot(seed: int) -> tuple[int, int]:
    """It signs to the person opposite; the same bot without signs has the same cards and plays them."""
    mute = Deal(seed, signing=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_aluette_bot, "_untold", lambda view, me: [])
        mute.play()
    return compare(Deal(seed, signing=False), mute)


@pytest.mark.parametrize(
    ("compare_signs", "seeds"), [(compare_signs_of_people, range(6)), (compare_signs_of_a_bot, range(1, 9, 2))]
)
def test_who_sees_no_sign_is_sent_the_same_bytes_at_the_same_times_as_without_it(
    compare_signs: Compare, seeds: range
) -> None:
    compared, missed = zip(*(compare_signs(seed) for seed in seeds), strict=True)
    assert sum(compared) > 50 * len(seeds), "hardly anything was compared"
    assert sum(missed) > 2 * len(seeds), "hardly any sign was missed"


# the test of the test


def races_with_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever signs is known to have pressed something, and nobody waits for him any more."""

    def racing(self: Play, seat: int) -> set[str]:
        return {kind_of(offer.action) for offer in all_offers(self.match.game, self.match.state, seat)}

    monkeypatch.setattr(Play, "racing", racing)


def has_public_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    timers = aluette.timers
    monkeypatch.setattr(
        aluette, "timers", lambda state: tuple(msgspec.structs.replace(timer, to=None) for timer in timers(state))
    )


def thinks_about_every_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is hurried by what it alone can know."""
    receive = Robot.receive

    def nervous(self: Robot, frame: bytes, now: float) -> None:
        self._moment = None
        receive(self, frame, now)

    monkeypatch.setattr(Robot, "receive", nervous)


def prefers_signs_to_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that has something to tell turns its eyes later."""
    decide = aluette.bot

    def talkative(view: View, rng: random.Random) -> bytes | None:
        signs = tuple(offer for offer in view.offers if offer.code != "look")
        return decide(msgspec.structs.replace(view, offers=signs), rng) or decide(view, rng)

    monkeypatch.setattr(aluette, "bot", talkative)


Fault = Callable[[pytest.MonkeyPatch], None]
FAULTS: dict[Fault, Compare] = {
    races_with_everything: compare_signs_of_people,
    has_public_timers: compare_signs_of_people,
    thinks_about_every_view: compare_signs_of_a_bot,
    prefers_signs_to_looks: compare_signs_of_a_bot,
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_table_that_betrays_a_sign_is_found_out(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        all(FAULTS[fault](seed) for seed in range(1, 40, 2))
