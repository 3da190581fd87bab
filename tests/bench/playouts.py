"""Acts a second of games played by chance, with what can be done listed at every step, beside OpenSpiel and RLCard.

Listed are the offers of those whom the game waits for; when it waits for nobody, everybody's and the timers. Shuffles
count as acts, cards picked that make no meld do not; signs and looks, beside the play, are neither listed nor done.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from engine.board import CHANCE, CLOCK, Quiet, Refused, State
from engine.game import Chance, Game, Offer, Timer, read_options
from engine.games import GAMES
from engine.match import Match
from tests.bench.figures import OURS, Goal, Row, Trial, compete

ACTS_MAX = 3_000
"""By chance, nobody may ever go out at Römi."""
SEATS = 4
GOALS = {"aluette": 150_000, "allegra": 60_000, "romi": 40_000}
THROUGH_MATCH = "the same, each act through Match"
GIN, RLCARD = "OpenSpiel gin_rummy", "RLCard gin-rummy"
LIKE = {"aluette": ("hearts", "skat"), "romi": ("gin_rummy",), "allegra": ("gin_rummy",)}
"""Games of OpenSpiel with about as much to decide."""


def measure(quick: bool) -> Iterator[Row]:
    seconds, runs = (0.2, 3) if quick else (1.5, 5)
    for name, game in GAMES.items():
        rng, missing = random.Random(1), []
        trials: dict[str, Trial] = {
            OURS: speed(partial(in_thought, game, rng), seconds),
            THROUGH_MATCH: speed(partial(in_match, game, rng), seconds),
        }
        for peer, playout in peers(name).items():
            if playout is None:
                missing.append(f"{peer}: not installed")
            else:
                trials[peer] = speed(playout, seconds)
        goals = [Goal(GOALS[name])]
        if name == "romi":
            goals += [Goal(1, GIN), Goal(6, RLCARD)]
        for runs_of in compete(trials, runs).values():
            yield Row(f"{game.NAME}, {SEATS} players", "acts/s", runs_of, tuple(goals), True, tuple(missing))


def speed(playout: Callable[[], int], seconds: float) -> Trial:
    """As many playouts as end in this time; each says of how many acts it was."""

    def run() -> Mapping[str, float]:
        acts, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds:
            acts += playout()
        return {"": acts / took}

    return run


def in_thought(game: Game, rng: random.Random) -> int:
    """A game played by chance on one state."""
    state = game.start(SEATS, read_options(game, {}))
    board = Quiet(state, game.sees)
    return play(game, lambda: state, lambda seat, action: game.act(board, seat, action), rng)


def in_match(game: Game, rng: random.Random) -> int:
    """The same as a table plays it: every act on a copy, and what happened is told."""
    match = Match(game, SEATS, {})
    return play(game, lambda: match.state, lambda seat, action: match.act(seat, msgspec.json.encode(action)), rng)


def play(game: Game, now: Callable[[], State], act: Callable[[int, Any], object], rng: random.Random) -> int:
    """How many acts were allowed. `now` is the state at any moment, `act` changes it."""
    decode, acts = msgspec.json.Decoder(game.Action).decode, 0
    while not (state := now()).over and acts < ACTS_MAX:
        due = game.chance(state)
        if due is not None:
            seat, order = CHANCE, tuple(rng.sample(due.cards, len(due.cards)))
            action = Chance(order, rng.randrange(due.sides))
        else:
            seat, may = draw(game, state, rng)
            action = filled(decode(may.action), may, rng)
        with suppress(Refused):
            act(seat, action)
            acts += 1
    return acts


def draw(game: Game, state: Any, rng: random.Random) -> tuple[int, Offer | Timer]:
    """One of all that can be done."""
    awaited = game.awaited(state)
    acts: list[tuple[int, Offer | Timer]] = []
    for seat in awaited or range(state.seats):
        acts += [(seat, offer) for offer in game.offers(state, seat)]
    if not awaited:
        acts += [(CLOCK, timer) for timer in game.timers(state)]
    return rng.choice(acts)


def filled(action: Any, may: Offer | Timer, rng: random.Random) -> Any:
    """The action, completed with picks."""
    if isinstance(may, Timer) or may.pick is None:
        return action
    pick = may.pick
    if pick.most == 1:
        return msgspec.structs.replace(action, picks=(rng.choice(pick.spots),))
    return msgspec.structs.replace(action, picks=tuple(rng.sample(pick.spots, rng.randint(pick.least, pick.most))))


def peers(name: str) -> dict[str, Callable[[], int] | None]:
    """Playouts of comparable games; None where the package is missing."""
    found: dict[str, Callable[[], int] | None] = {f"OpenSpiel {like}": open_spiel(like) for like in LIKE[name]}
    if name == "romi":
        found[RLCARD] = rlcard()
    return found


def open_spiel(name: str) -> Callable[[], int] | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), random.Random()

    def playout() -> int:
        state, acts = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            acts += 1
        return acts

    return playout


def rlcard() -> Callable[[], int] | None:
    try:
        import rlcard
    except ImportError:
        return None
    env, rng = rlcard.make("gin-rummy"), random.Random()

    def playout() -> int:
        (state, _), acts = env.reset(), 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            acts += 1
        return acts

    return playout
