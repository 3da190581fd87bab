"""What lies on the table in Römi, how far a turn has come, and what can be done with it.

Zones, a seat written as S:
- "stock" (R28), its last card the top; "discard"; "cut", with the cut card (R3) as long as nobody has taken it
- "hand:S" in the order in which the cards came
- "drawn:S" the discard or the cut card taken this turn, until it is played, kept (R14) or discarded (R24)
- "joker:S" the jokers taken out of melds this turn, until they are played (R21)
- "meld:S:0", "meld:S:1" ... what S has laid, each as its cards in order
- "left:S" what S held when the round ended, face up
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine import board
from engine.board import HAND, Seat, Spot, Viewer, place, places_of
from engine.cards import Card
from engine.game import Chance, Options, Shuffle
from engine.games import _melds
from engine.games._melds import DECK, End, Meld

HAND_CARDS = 14
"""R5: the starter has one more."""
OPENING = 51
"""R18: what the melds of an opening are worth at least."""

GOES_OUT, GOES_OUT_AT_ONCE, NEVER_OPENED = -10, -20, 100
"""R26, R27."""


class Act(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever anybody but CHANCE does. `turn` is the number of the turn that it answers."""

    turn: int


class Cut(Act, frozen=True):
    """R3: the card picked becomes the cut card: it is the bottom card of the packet that is lifted."""

    picks: tuple[Spot, ...] = ()


class Draw(Act, frozen=True):
    """From the stock."""


class Take(Act, frozen=True):
    """The top of the discard pile."""


class TakeCut(Act, frozen=True):
    """The cut card."""


class Lay(Act, frozen=True):
    """A new meld of the cards picked, in any order. Before the opening it is only staged."""

    picks: tuple[Spot, ...] = ()
    joker: End = ""


class Open(Act, frozen=True):
    """Lay all that is staged."""


class Add(Act, frozen=True):
    """Add the cards picked to the meld whose first card is picked as well."""

    picks: tuple[Spot, ...] = ()
    joker: End = ""


class Swap(Act, frozen=True):
    """Take the joker picked out of its meld for the card that it stands for."""

    picks: tuple[Spot, ...] = ()


class Undo(Act, frozen=True):
    """Take back the last play of this turn."""


class Restart(Act, frozen=True):
    """Take back all plays of this turn."""


class Discard(Act, frozen=True):
    picks: tuple[Spot, ...] = ()


Action = Chance | Cut | Draw | Take | TakeCut | Lay | Open | Add | Swap | Undo | Restart | Discard


class Move(NamedTuple):
    src: str
    i: int
    dst: str
    at: int


class Play(msgspec.Struct, frozen=True):
    """R16: what can be taken back: a card taken in sight, or cards laid, added or swapped."""

    kind: str
    """"take", "takecut", "open", "lay", "add" or "swap"."""
    moves: tuple[Move, ...]


class State(board.State, kw_only=True):
    """Steps: deal, cut, then for each turn draw (but not the starter's first, R12) and play; scored."""

    rounds: int
    hints: bool
    round: int = 1
    step: str = "deal"
    dealer: Seat = 0
    ended: list[int]
    """How many turns each seat has ended in this round."""
    opened: list[bool]
    staged: list[Lay] = msgspec.field(default_factory=list)
    """The melds of an opening that is being put together, the cards in the order of the table. They still lie in the
    hand, and nobody else knows of it (R19)."""
    plays: list[Play] = msgspec.field(default_factory=list)
    """R16: what has been played this turn, the last play last."""
    cut_tried: bool = False
    """R23: the cut card has been taken this turn."""
    out: Seat | None = None
    """Who went out, once the round is scored."""
    scored: list[tuple[int, ...]] = msgspec.field(default_factory=list)

    @property
    def starter(self) -> Seat:
        """R5: the player on the dealer's left."""
        return (self.dealer + 1) % self.seats

    @property
    def cutter(self) -> Seat:
        """R3: the player on the dealer's right."""
        return (self.dealer - 1) % self.seats


def start(seats: int, options: Options) -> State:
    state = State(
        seats=seats,
        zones={"stock": list(DECK), "discard": [], "cut": []},
        rounds=int(options["rounds"]),
        hints=options["hints"] == "on",
        ended=[0] * seats,
        opened=[False] * seats,
    )
    for seat in range(seats):
        state.zones |= {f"{kind}:{seat}": [] for kind in ("hand", "drawn", "joker", "left")}
    return state


OPEN = frozenset({"discard", "cut", "drawn", "joker", "meld", "left"})


def sees(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    kind, owner = place(zone)
    return viewer == owner if kind == HAND else kind in OPEN


def chance(state: State) -> Shuffle | None:
    if state.over:
        return None
    if state.step in ("deal", "scored"):
        return Shuffle(DECK, sides=state.seats if state.step == "deal" else 1, deal=True)
    if state.step == "draw" and not state.zones["stock"]:  # R28
        return Shuffle(tuple(sorted(state.zones["discard"][:-1])))
    return None


@lru_cache
def holding(seat: Seat) -> tuple[str, str, str]:
    """The zones with the cards that a player may play."""
    return f"hand:{seat}", f"drawn:{seat}", f"joker:{seat}"


def own(state: State, seat: Seat) -> tuple[Spot, ...]:
    """The cards that a player may play, without those of an opening that is being put together."""
    hand, drawn, joker = [places_of(zone, len(state.zones[zone])) for zone in holding(seat)]
    spots = (*hand, *drawn, *joker)
    if not state.staged or seat != state.turn:
        return spots
    staged = {spot for lay in state.staged for spot in lay.picks}
    return tuple([spot for spot in spots if spot not in staged])


def card_at(state: State, spot: Spot) -> Card:
    return state.zones[spot.zone][spot.i]


def meld_zones(state: State) -> list[str]:
    return [zone for zone in state.zones if place(zone).kind == "meld"]


def melds(state: State) -> dict[str, Meld]:
    """What lies on the table."""
    return {zone: _lying(tuple(state.zones[zone])) for zone in meld_zones(state)}


_lying = lru_cache(1024)(_melds.lying)
"""What lies is read for every view."""


def staged_melds(state: State) -> list[Meld]:
    """The melds of the opening that is being put together."""
    return [_melds.meld([card_at(state, spot) for spot in lay.picks], lay.joker) for lay in state.staged]


def first_turn(state: State, seat: Seat) -> bool:
    """R13: nobody opens on the very first turn."""
    return state.ended[seat] == 0


def starts(state: State) -> bool:
    """R12: it is the starter's first turn, which has no draw."""
    return state.turn == state.starter and first_turn(state, state.turn) and state.step != "cut"


def may_keep(state: State) -> bool:
    """R14: it is the player's first draw of the round. The starter's is in the second turn (R12)."""
    return state.ended[state.turn] == (1 if state.turn == state.starter else 0)


def taken(state: State) -> str:
    """What was taken in place of drawing from the stock: "discard", "cut" or nothing."""
    first = state.plays[0].moves[0].src if state.plays else ""
    return first if first in ("discard", "cut") else ""


def bound(state: State) -> tuple[str, ...]:
    """R15, R21: the zones whose cards must be played this turn."""
    _, drawn, joker = holding(state.turn)
    return (joker, drawn) if taken(state) == "discard" and not may_keep(state) else (joker,)


def unfinished(state: State) -> tuple[str, str] | None:
    """Why the turn cannot end with a discard yet, and the rule; None if it can."""
    hand, drawn, joker = (state.zones[zone] for zone in holding(state.turn))
    if joker:
        return "play-joker", "R21"
    if taken(state) == "cut" and len(hand) + len(drawn) > 1:
        return "cut-goes-out", "R23"
    if any(state.zones[zone] for zone in bound(state)):
        return "play-taken", "R15"
    if drawn and not hand and taken(state) == "discard":
        return "just-taken", "R17"
    return None


def prize(state: State) -> int:
    """R26: what going out in this turn would score."""
    opens = not state.opened[state.turn] or any(play.kind == "open" for play in state.plays)
    touched = {place(zone) for play in state.plays for move in play.moves for zone in (move.src, move.dst)}
    alone = all(owner == state.turn for kind, owner in touched if kind == "meld")
    return GOES_OUT_AT_ONCE if opens and alone else GOES_OUT
