"""Aluette, for four in two partnerships, in the order and the words of its rule sheet: L1 to L18 are its rules.

The cards, the seats and the actions (L1, L2) are in `_aluette_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.board import CHANCE, CLOCK, Board, Refused, Seat
from engine.cards import Card
from engine.game import Chance, Option, Scores, read_later
from engine.games._aluette_offers import asides, awaited, facts, offers, timers
from engine.games._aluette_sheet import HELP, SHEET
from engine.games._aluette_signs import look, lower, rest, sign, take_note, tell_signs
from engine.games._aluette_state import (
    HAND,
    LEVEL,
    LEVELS,
    PLAYERS,
    REJECTS,
    TOPS,
    TRICKS,
    Action,
    Look,
    Lower,
    No,
    Play,
    Reject,
    Rest,
    Seen,
    Sign,
    State,
    Turn,
    Yes,
    asked,
    chance,
    in_a_deal,
    is_full,
    is_mordienne,
    left_of,
    most_of,
    partner_of,
    round_from,
    sees,
    start,
    takers,
    trick,
    winner_of,
)
from engine.games._aluette_words import SAYS

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
NAME = "Aluette"
SEATS = range(PLAYERS, PLAYERS + 1)
ON_OFF = ("on", "off")
OPTIONS = {
    "partners": Option("draw", ("draw", "seats")),
    "chant": Option("dealer", ("dealer", "partner", "off")),
    "mordienne": Option("on", ON_OFF),
    "length": Option("five_deals", ("five_deals", "five_points")),
    "surrender": Option("off", ON_OFF),
    "bluff": Option("off", ON_OFF),
    "table_talk": Option("off", ON_OFF),
}
LENGTH = 5
"""L11: so many deals, or points."""
PACKET = 3
"""L4: so many cards are dealt to somebody at a time."""
POINT, MORDIENNE = 1, 2


def act(board: Board, seat: Seat, action: Action) -> None:
    if isinstance(action, Chance):
        return _shuffle(board, seat, action.order, action.roll)
    if isinstance(action, Turn):
        return _take_turn(board, seat, action)
    if not in_a_deal(board.state):
        raise Refused("no-deal", rule="L13")
    BESIDE[type(action)](board, seat, action)


# Partners and deal


def _shuffle(board: Board, seat: Seat, order: Sequence[Card], roll: int) -> None:
    state, due = board.state, chance(board.state)
    if seat != CHANCE:
        raise Refused("not-your-turn", rule="L4")
    if due is None:
        raise Refused("no-shuffle", rule="L4")
    if not 0 <= roll < due.sides:
        raise Refused("wrong-roll", rule="L3")
    for zone in state.zones:
        if zone != "talon":
            board.gather(zone, "talon")
    board.shuffle("talon", order)
    match state.step:
        case "draw":
            return _draw(board)
        case "seated":
            state.dealer = roll
            _tell_partners(board)
        case "scored":
            state.dealer = left_of(state, state.dealer)
    _deal(board)


def _draw(board: Board) -> None:
    """L3: cards are dealt face up one at a time; who gets one of the four top cards gets no more."""
    state: State = board.state
    drew: dict[Card, Seat] = {}
    seat = 0
    while len(drew) < len(TOPS):
        if seat not in drew.values():
            card = board.move("talon", -1, f"drawn:{seat}", by=CHANCE)
            if card in TOPS:
                drew[card] = seat
                board.note("draws", card, by=seat, to=None)
        seat = (seat + 1) % PLAYERS
    _take_places(state, madame=drew[TOPS[1]], monsieur=drew[TOPS[0]])
    state.dealer, state.step = drew[TOPS[1]], "drawn"
    state.eyes = [partner_of(state, seat) for seat in range(PLAYERS)]
    _tell_partners(board)


def _take_places(state: State, *, madame: Seat, monsieur: Seat) -> None:
    """L3: Madame keeps her seat, Monsieur moves opposite, the other two fill the sides in their former order."""
    first, second = (seat for seat in round_from(state, madame) if seat not in (madame, monsieur))
    for step, seat in enumerate((madame, first, monsieur, second)):
        state.places[(madame + step) % PLAYERS] = seat


def _tell_partners(board: Board) -> None:
    a, b, c, d = round_from(board.state, board.state.dealer)
    board.note("partners", a, c, b, d, by=CHANCE, to=None)


def _deal(board: Board) -> None:
    """L4: nine cards each, three at a time, to the left; the dealer's right has cut."""
    state: State = board.state
    state.deal += 1
    state.agreed, state.offerer, state.refused = [], None, False
    state.taken, state.fallen, state.signs, state.resting = [], [0] * len(LEVELS), [], []
    state.eyes = [partner_of(state, seat) for seat in range(PLAYERS)]  # L15
    state.silent = not state.table_talk  # L18
    order = round_from(state, left_of(state, state.dealer))
    state.leader = order[0]  # L6
    board.note("deals", state.deal, order[2], by=state.dealer, to=None)
    for _ in range(HAND // PACKET):
        for seat in order:
            for _ in range(PACKET):
                board.move("talon", -1, f"hand:{seat}", by=CHANCE)
    if state.chant == "off":
        _settle(state)
    else:
        _ask(state, "chant", order[0])


def _ask(state: State, step: str, seat: Seat) -> None:
    """It goes on with this step, and with this seat."""
    state.step, state.turn, state.turns = step, seat, state.turns + 1


def _settle(state: State) -> None:
    """All have their nine cards. L12: perhaps somebody offers the deal."""
    _ask(state, "surrender" if state.surrender else "play", state.leader)


# Turns


def _take_turn(board: Board, seat: Seat, action: Turn) -> None:
    """Refuse an action of another turn or step, or of somebody who is not asked."""
    state: State = board.state
    if action.turn != state.turns or not in_a_deal(state):
        raise Refused("too-late", rule=_rule(state, action))
    step = STEPS[state.step]
    if type(action) not in step.verbs:
        raise Refused(f"step-{state.step}", rule=step.rule)
    if seat not in (asked(state) or (CLOCK,)):
        raise Refused("not-your-turn", rule=step.rule)
    step.verbs[type(action)](board, seat, action)


def _rule(state: State, action: Turn) -> str:
    """By which rule this can be, or could have been, waited for. What is asked last is whether the deal is offered."""
    if isinstance(action, Yes | No) and state.surrender and state.step not in ("chant", "reject"):
        return STEPS["surrender"].rule
    return next(step.rule for step in STEPS.values() if type(action) in step.verbs)


class Step(NamedTuple):
    """By which rule something is waited for, and what then happens."""

    rule: str
    verbs: dict[type[Turn], Callable[[Board, Seat, Any], None]]


def _agree(board: Board, seat: Seat, action: Yes) -> None:
    """L5: the chant only if all four agree; they are asked in turn from the dealer's left."""
    state: State = board.state
    state.agreed.append(seat)
    board.note("agrees", by=seat, to=None)
    if seat != state.dealer:
        return _ask(state, "chant", left_of(state, seat))
    left, other = state.rejecting = takers(state)
    board.note("chant-dealt", left, other, by=CHANCE, to=None)
    for _ in range(REJECTS):
        board.move("talon", -1, f"hand:{left}", by=CHANCE)
        board.move("talon", -1, f"hand:{other}", by=CHANCE)
    _ask(state, "reject", left)


def _disagree(board: Board, seat: Seat, action: No) -> None:
    """L5: the first refusal ends it."""
    board.note("disagrees", by=seat, to=None)
    _settle(board.state)


def _reject(board: Board, seat: Seat, action: Reject) -> None:
    """L5: six cards face down. Nobody sees where in the hand they were, nor which came with the chant."""
    state: State = board.state
    hand = f"hand:{seat}"
    rejected = {spot.i for spot in action.picks if spot.zone == hand and 0 <= spot.i < HAND + REJECTS}
    if len(action.picks) != REJECTS or len(rejected) != REJECTS:
        raise Refused("pick-six", rule="L5")
    cards = state.zones[hand]
    board.shuffle(hand, [cards[i] for i in sorted(range(len(cards)), key=lambda i: i not in rejected)])
    board.gather(hand, f"rejects:{seat}", keep=HAND)
    board.note("rejects", by=seat, to=None)
    state.rejecting.remove(seat)
    if not state.rejecting:
        _settle(state)


def _offer_deal(board: Board, seat: Seat, action: Yes) -> None:
    """L12: a side may offer the deal to the others."""
    board.state.offerer = seat
    board.note("offers-deal", by=seat, to=None)
    _ask(board.state, "answer", left_of(board.state, seat))


def _play_on(board: Board, seat: Seat, action: No) -> None:
    last = seat == board.state.dealer
    _ask(board.state, "play" if last else "surrender", left_of(board.state, seat))


def _accept(board: Board, seat: Seat, action: Yes) -> None:
    """L12: a point without play."""
    board.note("accepts-deal", by=seat, to=None)
    _score(board, seat, POINT)


def _refuse(board: Board, seat: Seat, action: No) -> None:
    """L12: now they have to make mordienne."""
    board.state.refused = True
    board.note("refuses-deal", by=seat, to=None)
    _ask(board.state, "play", board.state.leader)


# The trick


def _play(board: Board, seat: Seat, action: Play) -> None:
    """L6: any card may be led or played."""
    state: State = board.state
    hand = f"hand:{seat}"
    if len(action.picks) != 1:
        raise Refused("pick-one", rule="L6")
    zone, i = action.picks[0]
    if zone != hand or not 0 <= i < len(state.zones[hand]):
        raise Refused("not-in-hand", rule="L6")
    if is_full(state):
        _put_away(board)
        state.leader = seat
    card = board.move(hand, i, f"trick:{seat}", by=seat)
    board.note("leads" if seat == state.leader else "plays", card, by=seat, to=None)
    state.fallen[LEVEL[card]] += 1
    take_note(state, seat, card)
    if is_full(state):
        _end_trick(board)
    else:
        _ask(state, "play", left_of(state, seat))


def _end_trick(board: Board) -> None:
    """L7, L8: somebody wins it and leads next, or it is spoiled and its leader leads again."""
    state: State = board.state
    winner = winner_of(trick(state))
    state.taken.append(winner)
    if winner is None:
        board.note("spoiled", by=state.leader, to=None)
    else:
        board.note("wins-trick", state.taken.count(winner), by=winner, to=None)
    if len(state.taken) == TRICKS:
        return _end_deal(board)
    leader = state.leader if winner is None else winner
    if winner is None:
        board.note("leads-again", by=leader, to=None)
    _ask(state, "trick", leader)


def _go_on(board: Board, seat: Seat, action: Seen) -> None:
    """Everybody has had the time to see the trick. It lies until the next one is led."""
    _ask(board.state, "play", board.state.turn)


def _put_away(board: Board) -> None:
    """L7: a won trick lies face down before its winner. The last one can be looked at until the next one is full."""
    state: State = board.state
    if state.zones["last"]:
        winner = state.taken[-2]
        board.gather("last", "spoiled" if winner is None else f"won:{winner}")
    for seat in trick(state):
        board.gather(f"trick:{seat}", "last")


# Scoring


def _end_deal(board: Board) -> None:
    """L9: the side of whoever has most tricks scores. L12: unless it is at stake whether it is a mordienne."""
    state: State = board.state
    most, mordienne = most_of(state.taken), is_mordienne(state.taken)
    if most is not None:
        board.note("has-most", state.taken.count(most), by=most, to=None)
        if mordienne and (state.mordienne or state.refused):
            board.note("makes-mordienne", by=most, to=None)
    if state.refused and state.offerer is not None:
        made = mordienne and most is not None and most not in (state.offerer, partner_of(state, state.offerer))
        return _score(board, most if made else state.offerer, MORDIENNE)
    _score(board, most, MORDIENNE if mordienne and state.mordienne else POINT)


def _score(board: Board, seat: Seat | None, points: int) -> None:
    """So many points for the side of this seat, or none for anybody."""
    state: State = board.state
    side = () if seat is None else (seat, partner_of(state, seat))
    tell_signs(board)
    if side:
        board.note("scores", *side, points, by=CHANCE, to=None)
    else:
        board.note("nobody-scores", by=CHANCE, to=None)
    state.scored.append(tuple(points if seat in side else 0 for seat in range(PLAYERS)))
    state.step, state.turn, state.silent, state.resting = "scored", CHANCE, False, []
    state.over = max(scores(state).totals) >= LENGTH if state.five_points else state.deal == LENGTH
    if state.over:
        _tell_result(board)


def _tell_result(board: Board) -> None:
    result = scores(board.state)
    if len(result.winners) == PLAYERS:
        return board.note("drawn-match", max(result.totals), by=CHANCE, to=None)
    a, b = result.winners
    board.note("wins", a, b, max(result.totals), min(result.totals), by=CHANCE, to=None)


def scores(state: State) -> Scores:
    """L11: partners score together, and the higher score wins; equal scores are a draw, and all four share it."""
    totals = tuple(sum(column) for column in zip(*state.scored, strict=True)) or (0,) * PLAYERS
    winners = tuple(seat for seat in range(PLAYERS) if state.over and totals[seat] == max(totals))
    return Scores(tuple(state.scored), totals, winners)


# What can be done

STEPS: dict[str, Step] = {
    "chant": Step("L5", {Yes: _agree, No: _disagree}),
    "reject": Step("L5", {Reject: _reject}),
    "surrender": Step("L12", {Yes: _offer_deal, No: _play_on}),
    "answer": Step("L12", {Yes: _accept, No: _refuse}),
    "play": Step("L6", {Play: _play}),
    "trick": Step("L7", {Seen: _go_on}),
}
BESIDE: dict[type, Callable[[Board, Seat, Any], None]] = {Look: look, Rest: rest, Sign: sign, Lower: lower}
"""Looks and signs take no turn (L17)."""

__getattr__ = read_later(
    bot="_aluette_bot.decide",
    beside="_aluette_bot.on_guard",
    choices="_aluette_bot.choices",
    imagine="_aluette_imagine.imagine",
    play_out="_aluette_playout.play_out",
)
