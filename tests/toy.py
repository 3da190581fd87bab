"""A whole little game for tests of the core and the table: a grid, a hidden hand, a knock and a timer.

Everybody has three cards lying face down. On a turn, draw a card unseen; lay it face up in place of one of yours, or
throw it away. For a moment the others may knock: the first one to knock gets the thrown card in place of one of theirs.
A round ends with the last card of the stock. The lowest sum wins.
"""

from __future__ import annotations

import random
from typing import Any, Literal

import msgspec

from engine.board import CHANCE, CLOCK, Board, Refused, Seat, Spot, State, Viewer
from engine.cards import GAP, Card, deck_of
from engine.game import Chance, Choice, Offer, Option, Options, Pick, Scores, Shuffle, Timer, View
from engine.twin import dealt

RULES = 1
NAME = "Toy"
SEATS = range(2, 5)
OPTIONS = {"rounds": Option(2, (1, 2, 3)), "window_s": Option(3, (0, 1, 2, 3))}
SAYS = {
    "draw": "Draw a card.",
    "lay": "Lay your card down.",
    "throw": "Throw your card away.",
    "knock": "Knock for the card.",
    "knocked": "{by} knocks.",
    "scored": "Round {0} is over.",
    "too-late": "It is too late for that.",
    "not-your-turn": "It is not your turn.",
    "no-knock": "You cannot knock for your own card.",
    "not-there": "Choose one of your own cards.",
    "not-now": "That is not possible now.",
}
HELP = "Keep low cards."
SHEET = {"All": {"T1": "Low cards win."}}

DECK = deck_of({str(value): 5 for value in range(5)})
PLACES = 3

Step = Literal["deal", "draw", "play", "window"]


class ToyState(State, kw_only=True):
    rounds: int
    window_s: int
    step: Step = "deal"
    up: list[list[bool]]
    """Which cards of each seat's grid lie face up."""
    scored: list[list[int]]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int


class Draw(Act, frozen=True, tag="draw"):
    pass


class Lay(Act, frozen=True, tag="lay"):
    picks: tuple[Spot, ...]


class Throw(Act, frozen=True, tag="throw"):
    pass


class Knock(Act, frozen=True, tag="knock"):
    picks: tuple[Spot, ...]


class Close(Act, frozen=True, tag="close"):
    """CLOCK: nobody may knock any more."""


Action = Chance | Draw | Lay | Throw | Knock | Close


def start(seats: int, options: Options) -> ToyState:
    grids = {f"grid:{seat}": [GAP] * PLACES for seat in range(seats)}
    hands: dict[str, list[Card]] = {f"hand:{seat}": [] for seat in range(seats)}
    return ToyState(
        seats=seats,
        zones={"stock": list(DECK), "discard": [], **grids, **hands},
        rounds=int(options["rounds"]),
        window_s=int(options["window_s"]),
        up=[[False] * PLACES for _ in range(seats)],
        scored=[],
    )


def act(board: Board, seat: Seat, action: Any) -> None:
    state: ToyState = board.state
    if isinstance(action, Chance):
        deal(board, seat, action)
        return
    if action.turn != state.turns or state.step == "deal":
        raise Refused("too-late")
    match action:
        case Knock(picks=picks) if state.step == "window":
            if seat == state.turn or seat == CLOCK:
                raise Refused("no-knock")
            board.note("knocked", by=seat, to=None)
            exchange(board, seat, "discard", picks)
            end_turn(board)
        case Close() if state.step == "window" and seat == CLOCK:
            end_turn(board)
        case _ if seat != state.turn:
            raise Refused("not-your-turn")
        case Draw() if state.step == "draw":
            board.move("stock", -1, f"hand:{seat}", by=seat)
            state.step = "play"
        case Lay(picks=picks) if state.step == "play":
            exchange(board, seat, f"hand:{seat}", picks)
            end_turn(board)
        case Throw() if state.step == "play":
            board.move(f"hand:{seat}", -1, "discard", by=seat)
            state.step = "window"
        case _:
            raise Refused("not-now")


def deal(board: Board, seat: Seat, chance: Chance) -> None:
    state: ToyState = board.state
    if seat != CHANCE or state.step != "deal" or not 0 <= chance.roll < state.seats:
        raise Refused("not-now")
    for zone in list(state.zones):
        if zone != "stock":
            board.gather(zone, "stock")
    board.shuffle("stock", chance.order)
    state.up = [[False] * PLACES for _ in range(state.seats)]
    for place in range(PLACES):
        for owner in range(state.seats):
            board.move("stock", -1, f"grid:{owner}", place, by=CHANCE)
    state.turn, state.turns, state.step = chance.roll, state.turns + 1, "draw"


def exchange(board: Board, seat: Seat, src: str, picks: tuple[Spot, ...]) -> None:
    """Lay the top card of `src` in place of the picked one, which goes to the discard pile."""
    if len(picks) != 1 or picks[0] not in own(seat):
        raise Refused("not-there")
    (zone, place) = picks[0]
    new = len(board.state.zones[src]) - 1
    board.move(zone, place, "discard", by=seat)
    board.state.up[seat][place] = True
    board.move(src, new, zone, place, by=seat)


def end_turn(board: Board) -> None:
    state: ToyState = board.state
    state.turns += 1
    if state.zones["stock"]:
        state.turn, state.step = (state.turn + 1) % state.seats, "draw"
        return
    state.turn, state.step = CHANCE, "deal"
    for seat in range(state.seats):
        for place in range(PLACES):
            if not state.up[seat][place]:
                state.up[seat][place] = True
                board.show(f"grid:{seat}", place, by=seat)
    state.scored.append([sum(int(card) for card in state.zones[f"grid:{seat}"]) for seat in range(state.seats)])
    board.note("scored", len(state.scored), by=CHANCE, to=None)
    state.over = len(state.scored) == state.rounds


def own(seat: Seat) -> tuple[Spot, ...]:
    return tuple(Spot(f"grid:{seat}", place) for place in range(PLACES))


def chance(state: ToyState) -> Shuffle | None:
    if state.step != "deal" or state.over:
        return None
    return Shuffle(tuple(card for cards in state.zones.values() for card in cards if card), state.seats, deal=True)


def awaited(state: ToyState) -> tuple[Seat, ...]:
    return (state.turn,) if state.step in ("draw", "play") else ()


def timers(state: ToyState) -> tuple[Timer, ...]:
    if state.step != "window":
        return ()
    return (Timer(f"window:{state.turns}", float(state.window_s), raw(Close(state.turns))),)


def sees(state: ToyState, viewer: Viewer, zone: str, i: int) -> bool:
    kind, _, owner = zone.partition(":")
    if kind == "grid":
        return state.up[int(owner)][i]
    if kind == "hand":
        return viewer == int(owner)
    return kind == "discard"


def facts(state: ToyState, viewer: Viewer) -> dict[str, Any]:
    return {"step": state.step, "up": state.up}


def asides(state: ToyState, seat: Seat) -> tuple[Offer, ...]:
    return ()


def offers(state: ToyState, seat: Seat) -> tuple[Offer, ...]:
    mine, turn = seat == state.turn, state.turns
    if state.step == "draw" and mine:
        return (Offer("draw", "d", raw(Draw(turn))),)
    if state.step == "play" and mine:
        lay = Offer("lay", "l", raw(Lay(turn, ())), pick=Pick(own(seat)))
        return (lay, Offer("throw", "t", raw(Throw(turn))))
    if state.step == "window" and not mine:
        return (Offer("knock", "k", raw(Knock(turn, ())), pick=Pick(own(seat))),)
    return ()


def scores(state: ToyState) -> Scores:
    rounds = tuple(tuple(row) for row in state.scored)
    totals = tuple(sum(row[seat] for row in rounds) for seat in range(state.seats))
    winners = tuple(seat for seat in range(state.seats) if totals[seat] == min(totals)) if state.over else ()
    return Scores(rounds, totals, winners)


def bot(view: View, rng: random.Random) -> bytes | None:
    """Keeps a card that is lower than two; knocks for such a card too."""
    moves = {offer.code: offer for offer in view.offers}
    if "draw" in moves:
        return bytes(moves["draw"].action)
    if "lay" not in moves and "knock" not in moves:
        return None
    card = view.zone(f"hand:{view.viewer}" if "lay" in moves else "discard")[-1]
    spot = rng.choice(own(view.viewer or 0))
    if card is not None and int(card) < 2:
        return bytes(raw((Lay if "lay" in moves else Knock)(view.turns, (spot,))))
    return bytes(moves["throw"].action) if "throw" in moves else None


beside = bot


def choices(view: View, rng: random.Random) -> list[Choice]:
    """Everything but what stands aside, whatever it may be worth."""
    filled = []
    for offer in (offer for offer in view.offers if not offer.aside):
        action = msgspec.json.decode(offer.action)
        filled += [{**action, "picks": [spot]} for spot in offer.pick.spots] if offer.pick else [action]
    return [Choice(msgspec.json.encode(action)) for action in filled]


def imagine(view: View, options: Options, rng: random.Random) -> ToyState:
    state = start(len(view.scores.totals), options)
    state.zones = dealt(view, DECK, rng)
    state.step, state.up = view.facts["step"], [list(up) for up in view.facts["up"]]
    state.turn, state.turns, state.over = view.turn, view.turns, view.over
    state.scored = [list(row) for row in view.scores.rounds]
    return state


def play_out(state: ToyState, seat: Seat, rng: random.Random) -> float:
    """As if the round were over now."""
    points = [sum(int(card) for card in state.zones[f"grid:{owner}"]) for owner in range(state.seats)]
    return sum(points) / state.seats - points[seat]


def raw(action: Act) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(action))
