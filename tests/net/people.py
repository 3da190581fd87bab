"""The people in a simulated world: how they play, and what happens to them while it storms."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from engine.game import Game, Offer, View
from engine.strengths import STRENGTHS
from net import wire
from net.link import Link
from tests import kit

if TYPE_CHECKING:
    from tests.net.world import Line, World

CODE = "the code of the table"
LATENCY_S = (0.001, 0.4)
"""One way; spread evenly over the orders of magnitude."""
MISCHIEF_EVERY_S = 4.0
MISCHIEF = {
    "cut": 8,
    "second window": 2,
    "flood": 0.5,
    "garbage": 1,
    "repeat": 4,
    "stall": 2,
    "say": 4,
    "command": 4,
    "change places": 4,
}
"""How often, compared with each other."""


class Guest:
    """Somebody who plays or watches, in one window or in several: with the same token in each."""

    def __init__(self, name: str, role: wire.Role, dice: random.Random, mind: random.Random, *, host: bool) -> None:
        self.name, self.role, self.host = name, role, host
        self.token = f"the token of {name}"
        self.dice, self.mind = dice, mind
        """Apart, so that what somebody thinks of the cards changes nothing of what happens to him."""
        self.entropy = dice.randbytes
        low, high = (math.log(limit) for limit in LATENCY_S)
        self.latency_s = math.exp(dice.uniform(low, high))
        self.pong_delay_s = dice.choice([0.0, 0.0, 0.0, 0.5])
        self.clever = mind.random() < 0.3
        """Asks the game's bot what to do, and otherwise takes what chance picks from the offers."""
        self.windows: list[Window] = []
        self.windows_opened = 0
        self.heard: list[tuple[float, int, bytes]] = []
        """When, on which connection and what the table has sent."""


class Window:
    """One running client of a guest. Its line is opened again and again until the table has said goodbye for good."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        guest.windows_opened += 1
        window = f"window {guest.windows_opened}"
        self.link = Link(guest.name, guest.token, CODE, guest.role, window, entropy=guest.entropy)
        self.line: Line | None = None
        self.reads = True
        self.awake = False
        """The guest is going to look at it and think."""
        self.sent: list[bytes] = []


def do_something(window: Window, game: Game, *, rematch: bool) -> bool:
    """Look at the table, and act or not. True for somebody who could still do something later."""
    guest, link, dice = window.guest, window.link, window.guest.dice
    if not link.online or link.room is None:
        return False
    if link.seat is None:
        open_chair = link.room.phase == "lobby" and any(chair.sitter == "nobody" for chair in link.room.chairs)
        return open_chair and link.send(wire.Sit())
    room, mine = link.room, link.room.chairs[link.seat]
    if mine.line == "away":
        return dice.random() > 0.2 or link.send(wire.Back())
    if room.phase == "lobby" and guest.host:
        open_seats = [seat for seat, chair in enumerate(room.chairs) if chair.sitter == "nobody"]
        if not open_seats:
            return link.send(wire.Start())
        seat = dice.choice(open_seats)
        return link.send(wire.SeatBot(seat, STRENGTHS[seat % len(STRENGTHS)]))
    if room.phase == "deal" or (room.phase == "over" and rematch):
        return not mine.ready and link.send(wire.Ready())
    if link.view is None or not link.view.offers:
        return False
    if room.options["advice"] == "on" and dice.random() < 0.1:
        link.send(wire.AskAdvice())
    elif dice.random() < (0.9 if link.seat in link.view.awaited else 0.5):
        link.act((game.bot(link.view, guest.mind) if guest.clever else None) or picked(link.view, guest.mind))
    return True


def picked(view: View, mind: random.Random) -> bytes:
    """Any of the offers, completed mostly with cards that lie face down, so that games end."""
    offer: Offer = mind.choice(view.offers)
    if (pick := offer.pick) is None:
        return bytes(offer.action)
    hidden = [spot for spot in pick.spots if view.zone(spot.zone)[spot.i] is None]
    spots = hidden if len(hidden) >= pick.most and mind.random() < 0.8 else pick.spots
    return kit.with_picks(offer, mind.sample(spots, mind.randint(pick.least, pick.most)))


def suffer(world: World, guest: Guest) -> None:
    """One of the things that happen to people, and that they do, while it storms."""
    dice = guest.dice
    window = dice.choice(guest.windows) if guest.windows else None
    if window is None or window.line is None or not window.link.online:
        return
    match dice.choices([*MISCHIEF], [*MISCHIEF.values()])[0]:
        case "cut":
            world.cut(window.line)
        case "second window":
            world.open_window(guest)
        case "flood":
            world.send(window, *[dice.choice(window.sent)] * 200)
        case "garbage":
            world.send(window, dice.choice([*kit.GARBAGE, dice.choice(window.sent)[:-5], b"\0"]))
        case "repeat":
            world.send(window, *dice.choices(window.sent, k=dice.randint(1, 3)))
        case "stall":
            window.reads = False
            world.after(dice.uniform(1, 15), world.read_again, window)
        case "say":
            sayings: list[wire.FromClient] = [
                wire.Resync(),
                wire.Ready(),
                wire.Leave(),
                wire.Away(),
                wire.Back(),
                wire.AskAdvice(),
                wire.Say("[/b]\x1b[31m" * 50),
            ]
            window.link.send(dice.choice(sayings))
        case "command":
            seat = dice.randint(-1, len(world.guests))
            seats = wire.SetSeats(world.seats + dice.randint(0, 1))
            commands: list[wire.FromClient] = [wire.Start(), seats, wire.SeatBot(seat, "hard"), wire.FreeSeat(seat)]
            window.link.send(dice.choice(commands))
        case "change places":
            watchers = window.link.room.watchers if window.link.room is not None else ()
            given = wire.GiveSeat(dice.randint(0, world.seats), dice.choice([*watchers, "nobody"]))
            window.link.send(given if window.link.host else wire.Sit())
    world.send(window)


def strange_frames(dice: random.Random) -> list[bytes]:
    """What a stranger says at the door: nothing, or what nobody understands, or the wrong thing."""
    token = "the token of a stranger"
    hellos = [wire.Hello(wire.VERSION, "Eve", token, "no code"), wire.Hello(wire.VERSION + 1, "Eve", token, CODE)]
    return dice.choice([[], [dice.choice(kit.GARBAGE)], *([wire.encode(hello)] for hello in hellos)])
