"""Every game keeps the laws. Nothing here knows which games there are: a game is covered by being in its folder."""

from __future__ import annotations

import ast
import inspect
import random
import typing
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from engine import journal
from engine.board import Refused
from engine.cards import Card
from engine.game import COMMON, Game, read_options
from engine.games import GAMES
from engine.match import Match
from tests import kit, toy
from tests.engine import laws

PLAYED: dict[str, Game] = {**GAMES, "toy": toy}
every_game = pytest.mark.parametrize("game", PLAYED.values(), ids=PLAYED.keys())
every_table = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{name}-{seats}") for name, game in PLAYED.items() for seats in game.SEATS],
)
GAMES_EACH = 2


def opened(game: Game, seats: int, **options: int | str) -> Match:
    """A match of two rounds, if the game has rounds: one to play, and one to follow it."""
    return Match(game, seats, {name: 2 for name in game.OPTIONS if name == "rounds"} | options)


def moments(
    game: Game, seats: int, share: float, choose: kit.Choose = kit.by_chance
) -> Iterator[tuple[Match, kit.Step, random.Random]]:
    """Play some whole games, and stop after a share of their acts drawn by chance, and before every shuffle."""
    for seed in range(GAMES_EACH):
        match, rng = opened(game, seats), random.Random(seed)
        for step in kit.play(match, rng, choose):
            if rng.random() < share or game.chance(match.state):
                yield match, step, rng


@pytest.mark.parametrize("choose", [kit.by_chance, kit.by_bots])
@every_table
def test_it_ends_and_its_scores_add_up(game: Game, seats: int, choose: kit.Choose) -> None:
    match = opened(game, seats)
    rounds: tuple[Any, ...] = ()
    for _ in kit.play(match, random.Random(seats), choose):
        laws.scores_add_up(match)
        scores = game.scores(match.state)
        assert scores.rounds[: len(rounds)] == rounds, "a finished round never changes"
        rounds = scores.rounds
    assert rounds


@every_table
def test_no_card_is_lost_or_made(game: Game, seats: int) -> None:
    match = opened(game, seats)
    deck = kit.deck(match.state)
    asked = game.chance(match.state)
    assert asked is not None
    assert sorted(deck.elements()) == sorted(asked.cards)
    for _ in kit.play(match, random.Random(seats)):
        laws.cards_are_conserved(match, deck)


@every_game
def test_cards_are_kept_in_zones_alone(game: Game) -> None:
    state = type(Match(game, game.SEATS.start).state)
    fields = typing.get_type_hints(state, vars(inspect.getmodule(state)))
    assert [name for name, kept in fields.items() if is_of_cards(kept)] == ["zones"]


def is_of_cards(kept: Any) -> bool:
    return kept is Card or any(is_of_cards(part) for part in typing.get_args(kept))


@every_table
def test_it_never_waits_for_nobody_nor_for_somebody_with_nothing_to_do(game: Game, seats: int) -> None:
    match, rng = opened(game, seats), random.Random(seats)
    laws.somebody_can_go_on(match)
    for _ in kit.play(match, rng):
        laws.somebody_can_go_on(match)


@every_table
def test_a_bot_always_has_an_answer_when_it_is_awaited(game: Game, seats: int) -> None:
    for match, _, rng in moments(game, seats, 0.1):
        laws.awaited_bots_act(match, rng)


@every_table
def test_a_timer_that_is_gone_never_comes_back(game: Game, seats: int) -> None:
    match, rng = opened(game, seats), random.Random(seats)
    running: set[str] = set()
    gone: set[str] = set()
    for _ in kit.play(match, rng):
        names = [timer.name for timer in game.timers(match.state)]
        assert len(set(names)) == len(names)
        gone |= running - set(names)
        running = set(names)
        assert not running & gone


@every_table
def test_the_journal_is_the_game(game: Game, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "this", game)
    match = opened(game, seats)
    header = journal.Header("this", game.RULES, tuple("ABCDEFGH"[:seats]), match.options)
    acts = [journal.Acted(step.seat, msgspec.Raw(step.action)) for step in kit.play(match, random.Random(seats))]
    lines: list[journal.Line] = [header, *acts]
    text = b"\n".join(journal.write(line) for line in lines)
    header, acts = journal.read(text)
    again = journal.open_match(header)
    assert not [played for played in journal.replay(again, acts) if played.refused]
    assert laws.packed(again.state) == laws.packed(match.state)
    for viewer in kit.viewers(match):
        assert laws.encode(again.view(viewer)) == laws.encode(match.view(viewer))


@every_table
def test_views_survive_the_wire_and_looking_changes_nothing(game: Game, seats: int) -> None:
    for match, _, _ in moments(game, seats, 0.05):
        laws.looking_changes_nothing(match)
        laws.views_survive_the_wire(match)


@every_table
def test_what_is_offered_is_accepted(game: Game, seats: int) -> None:
    assert sum(laws.offers_are_accepted(match, rng) for match, _, rng in moments(game, seats, 0.1))


@every_table
def test_what_is_not_offered_is_refused_and_changes_and_tells_nothing(game: Game, seats: int) -> None:
    refused, done = 0, []
    for match, step, rng in moments(game, seats, 0.2):
        done.append((step.seat, step.action))
        if not match.state.over:
            done.append(kit.by_chance(match, rng))
        for _ in range(20):
            act = kit.hostile(rng.choice([*done[-2:], rng.choice(done)]), match, rng)
            refused += laws.only_offers_are_accepted(match, act)
        laws.refusals_tell_nothing(match, act, rng)
    assert refused


@every_table
def test_who_sees_a_card_depends_on_where_it_lies_alone(game: Game, seats: int) -> None:
    for match, _, rng in moments(game, seats, 0.1):
        laws.sees_asks_where_and_not_which(match, rng)


@every_table
def test_played_in_thought_a_game_goes_the_same_way(game: Game, seats: int) -> None:
    for match, step, _ in moments(game, seats, 0.1):
        laws.thought_goes_the_same_way(match, step)


@every_table
def test_nobody_can_tell_twins_apart(game: Game, seats: int) -> None:
    for match, _, rng in moments(game, seats, 0.1):
        laws.twins_look_alike(match, rng)


@every_table
def test_what_is_imagined_from_a_view_looks_like_it(game: Game, seats: int) -> None:
    for match, _, rng in moments(game, seats, 0.03):
        laws.what_is_imagined_looks_alike(match, rng)


@every_table
def test_bots_of_every_strength_do_what_is_allowed_and_know_the_view_alone(game: Game, seats: int) -> None:
    assert sum(
        laws.bots_of_every_strength_know_the_view_alone(match, rng.getrandbits(32))
        for match, _, rng in moments(game, seats, 0.03, kit.by_bots)
    )


@every_table
def test_the_story_tells_no_more_than_the_view(game: Game, seats: int) -> None:
    compared = [laws.story_tells_no_more_than_the_view(*moment) for moment in moments(game, seats, 0.1)]
    assert sum(compared) > len(compared), "hardly anything was compared"


@every_table
def test_there_is_a_sentence_for_everything(game: Game, seats: int) -> None:
    match = opened(game, seats)
    for step in kit.play(match, random.Random(seats)):
        laws.everything_has_a_sentence(match, step)


@every_game
def test_there_is_a_sentence_for_every_refusal_and_note_of_the_rules(game: Game) -> None:
    for module in parts(game):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("Refused", "note"):
                    assert node.args[0].value in game.SAYS


def parts(game: Game) -> set[ModuleType]:
    """The module of a game, and those in the folder of the games that it is made of."""
    found, new = set(), {typing.cast(ModuleType, game)}
    while new:
        module = new.pop()
        found.add(module)
        made_of = (inspect.getmodule(value) for value in vars(module).values())
        new |= {part for part in made_of if part and part.__name__.startswith("engine.games._")} - found
    return found


def test_a_game_is_made_of_the_modules_beside_it() -> None:
    assert {"engine.games._melds", "engine.games._romi_picks"} <= {part.__name__ for part in parts(GAMES["romi"])}


@every_game
def test_it_can_be_opened_with_every_choice_of_every_option_and_no_other(game: Game) -> None:
    known = {**game.OPTIONS, **COMMON}
    assert len(known) == len(game.OPTIONS) + len(COMMON), "a game calls an option of its own like one of all tables"
    assert read_options(game, {}) == {name: option.default for name, option in known.items()}
    for name, option in known.items():
        assert option.default in option.choices
        assert len({str(choice) for choice in option.choices}) == len(option.choices)
        for choice in option.choices:
            assert Match(game, game.SEATS.start, {name: str(choice)}).options[name] == choice
        with pytest.raises(Refused, match="no-such-choice"):
            Match(game, game.SEATS.start, {name: "-"})
    for seats in (game.SEATS.start - 1, game.SEATS.stop, 0, -1, 10**30):
        with pytest.raises(Refused, match="seats"):
            Match(game, seats)


@pytest.mark.parametrize(
    ("game", "name", "choice"),
    [
        pytest.param(game, name, choice, id=f"{label}-{name}-{choice}")
        for label, game in PLAYED.items()
        for name, option in game.OPTIONS.items()
        for choice in dict.fromkeys((option.choices[0], option.choices[-1]))
    ],
)
def test_it_keeps_the_laws_with_the_first_and_the_last_choice_of_every_option(
    game: Game, name: str, choice: int | str
) -> None:
    for seats in (game.SEATS[0], game.SEATS[-1]):
        match, rng = opened(game, seats, **{name: choice}), random.Random(seats)
        deck = kit.deck(match.state)
        for _ in kit.play(match, rng):
            laws.cards_are_conserved(match, deck)
            laws.somebody_can_go_on(match)
            if rng.random() < 0.02:
                laws.scores_add_up(match)
                laws.offers_are_accepted(match, rng)
                laws.twins_look_alike(match, rng)


class Table(RuleBasedStateMachine):
    """Players, bots, the clock and vandals in any order, 10,000 acts: cards are conserved, vandals change nothing."""

    game: Game
    seeds = st.integers(0, 2**32 - 1)

    @initialize(seats=st.integers(0, 7), seed=seeds)
    def sit_down(self, seats: int, seed: int) -> None:
        self.match = opened(self.game, self.game.SEATS[seats % len(self.game.SEATS)])
        self.deck = kit.deck(self.match.state)
        self.go_on(kit.by_chance, random.Random(seed), 1)

    @rule(seed=seeds, acts=st.integers(1, 12))
    def play(self, seed: int, acts: int) -> None:
        self.go_on(kit.by_chance, random.Random(seed), acts)

    @rule(seed=seeds, acts=st.integers(1, 12))
    def let_bots_play(self, seed: int, acts: int) -> None:
        self.go_on(kit.by_bots, random.Random(seed), acts)

    @rule(seed=seeds, acts=st.integers(1, 6))
    def attack(self, seed: int, acts: int) -> None:
        rng = random.Random(seed)
        for _ in range(acts):
            act = self.last if self.match.state.over else kit.by_chance(self.match, rng)
            laws.only_offers_are_accepted(self.match, kit.hostile(act, self.match, rng))

    def go_on(self, choose: kit.Choose, rng: random.Random, acts: int) -> None:
        for _, step in zip(range(acts), kit.play(self.match, rng, choose), strict=False):
            laws.cards_are_conserved(self.match, self.deck)
            laws.everything_has_a_sentence(self.match, step)
            self.last = (step.seat, step.action)

    @invariant()
    def somebody_can_go_on(self) -> None:
        laws.somebody_can_go_on(self.match)


@every_game
def test_no_order_of_acts_breaks_it(game: Game) -> None:
    machine = type("ThisTable", (Table,), {"game": game})
    lasting = settings(max_examples=50, stateful_step_count=50)
    run_state_machine_as_test(machine, settings=lasting)
