"""Römi, for 2 to 6 players, in the order and the words of its rule sheet: R1 to R28 are its rules.

The zones, the steps and the actions are in `_romi_state`, the offers and the facts in `_romi_offers`, and what a meld
is (R6 to R10) in `_melds`. Whatever is played in a turn can be taken back until the discard (R16): see `_play`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.board import CHANCE, Board, Refused, Seat, Spot, place
from engine.cards import Card
from engine.game import Chance, Option, Scores, read_later
from engine.games import _melds
from engine.games._melds import JOKER
from engine.games._romi_offers import asides, awaited, facts, offers, timers
from engine.games._romi_picks import cards_of, keep_one, meld_of, the_one
from engine.games._romi_sheet import HELP, SHEET
from engine.games._romi_state import (
    GOES_OUT,
    HAND_CARDS,
    NEVER_OPENED,
    OPENING,
    Act,
    Action,
    Add,
    Cut,
    Discard,
    Draw,
    Lay,
    Move,
    Open,
    Play,
    Restart,
    State,
    Swap,
    Take,
    TakeCut,
    Undo,
    card_at,
    chance,
    first_turn,
    holding,
    meld_zones,
    melds,
    own,
    prize,
    sees,
    staged_melds,
    start,
    starts,
    taken,
    unfinished,
)
from engine.games._romi_words import SAYS, in_words

__all__ = [
    "HELP",
    "SAYS",
    "SHEET",
    "Action",
    "State",
    "asides",
    "awaited",
    "chance",
    "facts",
    "offers",
    "sees",
    "start",
    "timers",
]

RULES = 1
NAME = "Römi"
SEATS = range(2, 7)
OPTIONS = {"rounds": Option(7, tuple(range(1, 11))), "hints": Option("on", ("on", "off"))}


def act(board: Board, seat: Seat, action: Action) -> None:
    if isinstance(action, Chance):
        return _shuffle(board, seat, action.order, action.roll)
    _expect(board.state, seat, action)
    DOES[type(action)].do(board, seat, action)


class Verb(NamedTuple):
    """In which step something is done, by which rule, and what then happens."""

    step: str
    rule: str
    do: Callable[[Board, Seat, Any], None]


def _expect(state: State, seat: Seat, action: Act) -> None:
    """Refuse an action of another turn or step, or of somebody whose turn it is not."""
    step, rule, _ = DOES[type(action)]
    if action.turn != state.turns or state.step == "scored":
        raise Refused("too-late", rule=rule)
    if chance(state):
        raise Refused("shuffling", rule="R28")
    if seat != state.turn:
        raise Refused("not-your-turn", rule=rule)
    if starts(state) and step == "draw":
        raise Refused("no-draw", rule="R12")
    if step != state.step:
        raise Refused(f"step-{state.step}", rule="R3" if state.step == "cut" else "R11")
    if first_turn(state, seat):
        if isinstance(action, TakeCut):
            raise Refused("first-turn-cut", rule="R24")
        if isinstance(action, Lay | Open | Add | Swap):
            raise Refused("first-turn", rule="R13")


# Cards and deal


def _shuffle(board: Board, seat: Seat, order: Sequence[Card], roll: int) -> None:
    state: State = board.state
    due = chance(state)
    if seat != CHANCE:
        raise Refused("not-your-turn", rule="R3")
    if due is None:
        raise Refused("no-shuffle", rule="R28")
    if not 0 <= roll < due.sides:
        raise Refused("wrong-roll", rule="R5")
    if due.deal:
        _begin_round(board, order, roll)
    else:
        board.gather("discard", "stock", keep=1)
        board.shuffle("stock", order)
        board.note("reshuffled", len(order), by=CHANCE, to=None)


def _begin_round(board: Board, order: Sequence[Card], roll: int) -> None:
    """R5: the deal passes to the left. Chance draws the first dealer."""
    state: State = board.state
    if state.step == "deal":
        state.dealer = roll
    else:
        state.round, state.dealer = state.round + 1, (state.dealer + 1) % state.seats
    for zone in state.zones:
        if zone != "stock":
            board.gather(zone, "stock")
    for zone in meld_zones(state):
        del state.zones[zone]
    board.shuffle("stock", order)
    board.note("round", state.round, state.rounds, by=CHANCE, to=None)
    state.step, state.turn, state.turns = "cut", state.cutter, state.turns + 1
    state.ended, state.opened, state.out = [0] * state.seats, [False] * state.seats, None


def _cut(board: Board, seat: Seat, action: Cut) -> None:
    """R3: the packet above the cut goes under the rest. Its bottom card is the cut card, and lies in sight."""
    state: State = board.state
    top = len(state.zones["stock"]) - 1
    spot = the_one(action.picks, "R3")
    if spot.zone != "stock" or not 0 < spot.i <= top:
        raise Refused("no-height", top, rule="R3")
    height = top + 1 - spot.i
    card = board.move("stock", spot.i, "cut", by=seat)
    board.gather("stock", "stock", keep=height - 1)
    board.note("cuts", height, card, by=seat, to=None)
    _deal(board)


def _deal(board: Board) -> None:
    """R5: 14 cards each, one by one from the dealer's left on, and the starter one more."""
    state: State = board.state
    for number in range(HAND_CARDS * state.seats + 1):
        board.move("stock", -1, f"hand:{(state.starter + number) % state.seats}", by=CHANCE)
    _begin_turn(board, state.starter)


# A turn


def _begin_turn(board: Board, seat: Seat) -> None:
    """R12: the starter's first turn has no draw. R28: with nothing to draw nor to shuffle the round ends."""
    state: State = board.state
    state.staged, state.plays, state.cut_tried = [], [], False
    state.step, state.turn, state.turns = "draw", seat, state.turns + 1
    if starts(state):
        state.step = "play"
    if not state.zones["stock"] and len(state.zones["discard"]) < 2:
        board.note("stock-dead", by=CHANCE, to=None)
        _score(board, None)


def _draw(board: Board, seat: Seat, action: Draw) -> None:
    """R11: the top card of the stock, which nobody else sees."""
    card = board.move("stock", -1, f"hand:{seat}", by=seat)
    others = {None, *range(board.state.seats)} - {seat}
    board.note("draws-this", card, by=seat, to=[seat])
    board.note("draws", by=seat, to=others)
    board.state.step = "play"


def _take(board: Board, seat: Seat, action: Take) -> None:
    """R11: the top of the discard pile, to be kept (R14) or played (R15)."""
    spot = Spot("discard", len(board.state.zones["discard"]) - 1)
    card = card_at(board.state, spot)
    _play(board, seat, "take", [(spot, f"drawn:{seat}", 0)])
    board.note("takes", card, by=seat, to=None)
    board.state.step = "play"


def _take_cut(board: Board, seat: Seat, action: TakeCut) -> None:
    """R23: for a player who goes out in this very turn. One try a turn."""
    if board.state.cut_tried:
        raise Refused("cut-tried", rule="R23")
    card = card_at(board.state, Spot("cut", 0))
    _play(board, seat, "takecut", [(Spot("cut", 0), f"drawn:{seat}", 0)])
    board.note("takes-cut", card, by=seat, to=None)
    board.state.step, board.state.cut_tried = "play", True


def _discard(board: Board, seat: Seat, action: Discard) -> None:
    """R11: it ends the turn. R25: with the last card the player goes out."""
    state: State = board.state
    _, drawn, _ = holding(seat)
    spot = the_one(action.picks, "R11")
    if spot.zone not in holding(seat) or spot.i not in range(len(state.zones[spot.zone])):
        raise Refused("not-yours", rule="R11")
    if (why := unfinished(state)) is not None:
        raise Refused(why[0], rule=why[1])
    if spot.zone == drawn and taken(state) == "discard":
        raise Refused("just-taken", rule="R17")
    state.staged = []
    board.note("discards", board.move(*spot, "discard", by=seat), by=seat, to=None)
    if state.zones[drawn]:  # R14
        board.note("keeps", board.move(drawn, 0, f"hand:{seat}", by=seat), by=seat, to=None)
    state.ended[seat] += 1
    if own(state, seat):
        _begin_turn(board, (seat + 1) % state.seats)
    else:
        _score(board, seat)


# Melds


def _lay(board: Board, seat: Seat, action: Lay) -> None:
    """R6 to R9: a new meld. R18: before the opening it is staged, and nobody else learns of it."""
    state: State = board.state
    cards = cards_of(state, seat, action.picks)
    meld = meld_of(action, cards)
    keep_one(state, seat, len(cards))
    staged = msgspec.structs.replace(action, picks=tuple(cards[card] for card in meld.cards))
    if state.opened[seat]:
        _lay_down(board, seat, "lay", [staged])
        board.note("lays", in_words(meld), by=seat, to=None)
    else:
        state.staged.append(staged)


def _open(board: Board, seat: Seat, action: Open) -> None:
    """R18: new melds worth at least 51 together are laid at once."""
    state: State = board.state
    if state.opened[seat]:
        raise Refused("has-opened", rule="R18")
    melds_staged = staged_melds(state)
    worth = sum(meld.worth for meld in melds_staged)
    if worth < OPENING:
        raise Refused("opening-short", worth, OPENING, rule="R19")
    _lay_down(board, seat, "open", state.staged)
    board.note("opens", worth, ", ".join(map(in_words, melds_staged)), by=seat, to=None)
    state.staged, state.opened[seat] = [], True


def _lay_down(board: Board, seat: Seat, kind: str, lays: Sequence[Lay]) -> None:
    """Lay new melds side by side with those that the player has laid before."""
    laid = sum(place(zone).owner == seat for zone in meld_zones(board.state))
    zones = [f"meld:{seat}:{laid + number}" for number in range(len(lays))]
    laying = [(spot, zone, at) for zone, lay in zip(zones, lays, strict=True) for at, spot in enumerate(lay.picks)]
    _play(board, seat, kind, laying)


def _add(board: Board, seat: Seat, action: Add) -> None:
    """R20: cards may be added to anybody's melds."""
    state: State = board.state
    _has_opened(state, seat)
    targets = [spot for spot in action.picks if spot.zone in meld_zones(state) and spot.i == 0]
    if len(targets) != 1:
        raise Refused("which-meld", rule="R20")
    zone = targets[0].zone
    lie = tuple(state.zones[zone])
    cards = cards_of(state, seat, [spot for spot in action.picks if spot not in targets], lie)
    if not cards:
        raise Refused("which-cards", rule="R20")
    meld = meld_of(action, cards, lie)
    keep_one(state, seat, len(cards))
    _play(board, seat, "add", [(cards[card], zone, at) for at, card in enumerate(meld.cards) if card in cards])
    board.note("adds", " ".join(cards), in_words(meld), by=seat, to=None)


def _swap(board: Board, seat: Seat, action: Swap) -> None:
    """R21, R22: the joker for the card that it stands for. Of two such cards the one goes that has to be played."""
    state: State = board.state
    _has_opened(state, seat)
    joker, free = the_one(action.picks, "R21"), f"joker:{seat}"
    meld = melds(state).get(joker.zone)
    if meld is None or joker.i not in range(len(meld.cards)) or meld.cards[joker.i] != JOKER:
        raise Refused("no-joker", rule="R21")
    card = meld.joker[0]
    _melds.swapped(meld.cards, card)
    given = next((spot for spot in reversed(own(state, seat)) if card_at(state, spot) == card), None)
    if given is None:
        raise Refused("not-the-joker", card, rule="R21")
    _play(board, seat, "swap", [(joker, free, len(state.zones[free])), (given, *joker)])
    board.note("swaps", card, by=seat, to=None)


def _has_opened(state: State, seat: Seat) -> None:
    if not state.opened[seat]:
        raise Refused("open-first", OPENING, rule="R18")


# Taking back


def _undo(board: Board, seat: Seat, action: Undo) -> None:
    """R16: the last play is taken back; before the opening that is the last meld that was staged."""
    state: State = board.state
    if state.staged:
        state.staged.pop()
    elif state.plays:
        _take_back(board, seat)
    else:
        raise Refused("nothing-back", rule="R16")


def _restart(board: Board, seat: Seat, action: Restart) -> None:
    """R16, R23: all plays are taken back, and at last the card that was taken."""
    state: State = board.state
    if not state.staged and not state.plays:
        raise Refused("nothing-back", rule="R16")
    state.staged = []
    while state.plays:
        _take_back(board, seat)


def _take_back(board: Board, seat: Seat) -> None:
    """Run the last play backwards."""
    state: State = board.state
    play = state.plays.pop()
    for src, i, dst, at in reversed(play.moves):
        board.move(dst, at, src, i, by=seat)
    for zone in meld_zones(state):
        if not state.zones[zone]:
            del state.zones[zone]
    if play.kind == "open":
        state.opened[seat] = False
    elif play.kind in ("take", "takecut"):
        state.step = "draw"
    board.note(f"back-{play.kind}", by=seat, to=None)


def _play(board: Board, seat: Seat, kind: str, laying: Sequence[tuple[Spot, str, int]]) -> None:
    """Move cards, each named by where it lies before the first one moves, to a zone and a position there.

    R16: it is remembered, to be run backwards.
    """
    moves: list[Move] = []
    for number, (spot, dst, at) in enumerate(laying):
        i = spot.i - sum(other.zone == spot.zone and other.i < spot.i for other, _, _ in laying[:number])
        board.state.zones.setdefault(dst, [])
        board.move(spot.zone, i, dst, at, by=seat)
        moves.append(Move(spot.zone, i, dst, at))
    board.state.plays.append(Play(kind, tuple(moves)))


# Going out and counting


def _score(board: Board, out: Seat | None) -> None:
    """R26, R27: the others show and count their hands."""
    state: State = board.state
    points = [_points(state, seat, out) for seat in range(state.seats)]
    if out is not None:
        board.note("goes-out" if points[out] == GOES_OUT else "goes-out-at-once", points[out], by=out, to=None)
    for seat in range(state.seats):
        while state.zones[f"hand:{seat}"]:
            board.move(f"hand:{seat}", 0, f"left:{seat}", by=CHANCE)
        if seat != out:
            board.note("scores" if state.opened[seat] else "never-opened", points[seat], by=seat, to=None)
    state.scored.append(tuple(points))
    state.out, state.step, state.turn, state.over = out, "scored", CHANCE, state.round == state.rounds
    result = scores(state)
    for seat in result.winners:
        board.note("wins" if len(result.winners) == 1 else "shares-win", result.totals[seat], by=seat, to=None)


def _points(state: State, seat: Seat, out: Seat | None) -> int:
    if seat == out:
        return prize(state)
    if not state.opened[seat]:
        return NEVER_OPENED
    return sum(_melds.worth(card) for card in state.zones[f"hand:{seat}"])


def scores(state: State) -> Scores:
    """R2: once all rounds are played the lowest total wins, and ties share the win."""
    totals = tuple(sum(column) for column in zip(*state.scored, strict=True)) or (0,) * state.seats
    winners = tuple(seat for seat in range(state.seats) if state.over and totals[seat] == min(totals))
    return Scores(tuple(state.scored), totals, winners)


# What can be done

DOES: dict[type[Act], Verb] = {
    Cut: Verb("cut", "R3", _cut),
    Draw: Verb("draw", "R11", _draw),
    Take: Verb("draw", "R11", _take),
    TakeCut: Verb("draw", "R23", _take_cut),
    Lay: Verb("play", "R11", _lay),
    Open: Verb("play", "R18", _open),
    Add: Verb("play", "R20", _add),
    Swap: Verb("play", "R21", _swap),
    Undo: Verb("play", "R16", _undo),
    Restart: Verb("play", "R16", _restart),
    Discard: Verb("play", "R11", _discard),
}

__getattr__ = read_later(
    bot="_romi_bot.decide",
    beside="_romi_bot.decide",
    choices="_romi_bot.choices",
    imagine="_romi_imagine.imagine",
    play_out="_romi_playout.play_out",
)
