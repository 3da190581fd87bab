"""A test of the tests: the toy game keeps every law, and a toy that breaks one is caught."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from engine.board import Board, Refused, Seat, State, Viewer
from engine.cards import Card
from engine.game import Choice, Game, Offer, Options, Scores, View
from engine.match import Match
from tests import kit, toy
from tests.engine import laws

Law = Callable[[Match, kit.Step, random.Random], object]


def conserved(match: Match, step: kit.Step, rng: random.Random) -> None:
    laws.cards_are_conserved(match, kit.deck(Match(match.game, match.state.seats).state))


def attacked(match: Match, step: kit.Step, rng: random.Random) -> None:
    known = [(step.seat, step.action)] if match.state.over else [(step.seat, step.action), kit.by_chance(match, rng)]
    for _ in range(10):
        act = kit.hostile(rng.choice(known), match, rng)
        laws.only_offers_are_accepted(match, act)
        laws.refusals_tell_nothing(match, act, rng)


LAWS: dict[str, Law] = {
    "conserved": conserved,
    "attacked": attacked,
    "wire": lambda match, step, rng: laws.views_survive_the_wire(match),
    "looking": lambda match, step, rng: laws.looking_changes_nothing(match),
    "go on": lambda match, step, rng: laws.somebody_can_go_on(match),
    "bots": lambda match, step, rng: laws.awaited_bots_act(match, rng),
    "imagine": lambda match, step, rng: laws.what_is_imagined_looks_alike(match, rng),
    "strengths": lambda match, step, rng: laws.bots_of_every_strength_know_the_view_alone(match, rng.getrandbits(32)),
    "scores": lambda match, step, rng: laws.scores_add_up(match),
    "offers": lambda match, step, rng: laws.offers_are_accepted(match, rng),
    "sees": lambda match, step, rng: laws.sees_asks_where_and_not_which(match, rng),
    "twins": lambda match, step, rng: laws.twins_look_alike(match, rng),
    "thought": lambda match, step, rng: laws.thought_goes_the_same_way(match, step),
    "story": lambda match, step, rng: laws.story_tells_no_more_than_the_view(match, step, rng),
    "sentences": lambda match, step, rng: laws.everything_has_a_sentence(match, step),
}


def play(law: Law, **members: Any) -> None:
    """Some games of a toy of which these members have been exchanged, with the law looking on."""
    game = cast(Game, SimpleNamespace(**{**vars(toy), **members}))
    for seed in range(5):
        match, rng = Match(game, 3), random.Random(seed)
        for step in kit.play(match, rng):
            law(match, step, rng)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
def test_the_toy_keeps_every_law(law: Law) -> None:
    play(law)


def test_what_is_judged_may_be_offered_and_refused() -> None:
    play(LAWS["offers"], offers=offers_what_is_judged)


def loses_a_card(board: Board, seat: Seat, action: Any) -> None:
    toy.act(board, seat, action)
    if isinstance(action, toy.Throw):
        board.state.zones["discard"].pop()
        board.state.zones["discard"].append(Card("0"))


def is_deaf_to_turns(board: Board, seat: Seat, action: Any) -> None:
    if isinstance(action, toy.Draw):
        action = toy.Draw(board.state.turns)
    toy.act(board, seat, action)


def takes_any_seat_for_the_drawer(board: Board, seat: Seat, action: Any) -> None:
    toy.act(board, board.state.turn if isinstance(action, toy.Throw) else seat, action)


def trusts_the_spot(board: Board, seat: Seat, action: Any) -> None:
    """A card of any grid may be replaced."""
    if isinstance(action, toy.Lay) and len(action.picks) == 1 and action.picks[0].zone.startswith("grid"):
        owner = int(action.picks[0].zone[-1])
        if action.picks[0] in toy.own(owner) and owner < board.state.seats and owner != seat == board.state.turn:
            return
    toy.act(board, seat, action)


def refuses_with_a_hidden_card(board: Board, seat: Seat, action: Any) -> None:
    top = board.state.zones["stock"][-1:]
    try:
        toy.act(board, seat, action)
    except Refused as refused:
        raise Refused(refused.code, *top) from None


def tells_a_hidden_card(board: Board, seat: Seat, action: Any) -> None:
    toy.act(board, seat, action)
    if isinstance(action, toy.Draw):
        board.note("scored", int(board.state.zones[f"hand:{seat}"][0]), by=seat, to=None)


def tells_how_many_high_cards_are_hidden(state: Any, viewer: Viewer) -> dict[str, Any]:
    return {"high": sum(card == "4" for card in state.zones["grid:0"])}


def changes_what_it_looks_at(state: Any, viewer: Viewer) -> dict[str, Any]:
    state.up[0][0] = True
    return {}


def offers_by_a_hidden_card(state: Any, seat: Seat) -> tuple[Offer, ...]:
    low = state.zones[f"grid:{seat}"][0] in "01"
    return tuple(msgspec.structs.replace(offer, key=offer.key + "!" * low) for offer in toy.offers(state, seat))


def offers_too_much(state: Any, seat: Seat) -> tuple[Offer, ...]:
    return (*toy.offers(state, seat), Offer("draw", "z", toy.raw(toy.Draw(state.turns))))


def offers_what_is_judged(state: Any, seat: Seat) -> tuple[Offer, ...]:
    """Whoever may do something may try to draw a card as well."""
    may = toy.offers(state, seat)
    return (*may, Offer("knocked", "z", toy.raw(toy.Draw(state.turns)), judged=True)) if may else ()


def offers_under_one_key(state: Any, seat: Seat) -> tuple[Offer, ...]:
    return tuple(msgspec.structs.replace(offer, key="k") for offer in toy.offers(state, seat))


def offers_too_little(state: Any, seat: Seat) -> tuple[Offer, ...]:
    return tuple(offer for offer in toy.offers(state, seat) if offer.code != "throw")


def imagines_another_turn(view: View, options: Options, rng: random.Random) -> toy.ToyState:
    state = toy.imagine(view, options, rng)
    state.turns += 1
    return state


def imagines_another_deck(view: View, options: Options, rng: random.Random) -> toy.ToyState:
    state = toy.imagine(view, options, rng)
    state.zones["stock"] = [Card("0") for _ in state.zones["stock"]]
    return state


def chooses_what_is_not_offered(view: View, rng: random.Random) -> list[Choice]:
    return [Choice(bytes(toy.raw(cls(view.turns - 1)))) for cls in (toy.Draw, toy.Throw)]


def judges_by_chance(view: View, rng: random.Random) -> list[Choice]:
    return [choice._replace(worth=random.random()) for choice in toy.choices(view, rng)]


def refuses_when_it_is_half_done(board: Board, seat: Seat, action: Any) -> None:
    board.state.turns += 1
    toy.act(board, seat, action)


def listens_to_the_story(board: Board, seat: Seat, action: Any) -> None:
    toy.act(board, seat, action)
    board.state.over |= not board.happenings


def sees_the_lowest_card(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    return (zone == "stock" and i == 0) or toy.sees(cast(toy.ToyState, state), viewer, zone, i)


def sees_the_hand_on_the_left(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    neighbour = viewer is not None and zone == f"hand:{(viewer + 1) % state.seats}"
    return neighbour or toy.sees(cast(toy.ToyState, state), viewer, zone, i)


def names_a_winner_too_early(state: Any) -> Scores:
    return msgspec.structs.replace(toy.scores(state), winners=(0,))


def adds_up_wrongly(state: Any) -> Scores:
    return msgspec.structs.replace(toy.scores(state), totals=(0,) * state.seats)


def sees_low_cards(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    return state.zones[zone][i] == "0" or toy.sees(cast(toy.ToyState, state), viewer, zone, i)


@pytest.mark.parametrize(
    ("law", "members"),
    [
        ("conserved", {"act": loses_a_card}),
        ("attacked", {"act": is_deaf_to_turns}),
        ("attacked", {"act": takes_any_seat_for_the_drawer}),
        ("attacked", {"act": trusts_the_spot}),
        ("attacked", {"offers": offers_too_little}),
        ("attacked", {"act": refuses_with_a_hidden_card}),
        ("looking", {"facts": changes_what_it_looks_at}),
        ("go on", {"awaited": lambda state: ()}),
        ("go on", {"awaited": lambda state: (0,)}),
        ("go on", {"awaited": lambda state: toy.awaited(state) * 2}),
        ("bots", {"bot": lambda view, rng: None}),
        ("bots", {"bot": lambda view, rng: b"{}"}),
        ("imagine", {"imagine": imagines_another_turn}),
        ("imagine", {"imagine": imagines_another_deck}),
        ("strengths", {"choices": chooses_what_is_not_offered}),
        ("strengths", {"choices": judges_by_chance}),
        ("strengths", {"bot": lambda view, rng: None}),
        ("scores", {"scores": names_a_winner_too_early}),
        ("scores", {"scores": adds_up_wrongly}),
        ("offers", {"offers": offers_too_much}),
        ("offers", {"offers": offers_under_one_key}),
        ("offers", {"act": refuses_when_it_is_half_done, "offers": offers_what_is_judged}),
        ("sees", {"sees": sees_low_cards}),
        ("sees", {"sees": sees_the_lowest_card}),
        ("sees", {"sees": sees_the_hand_on_the_left}),
        ("thought", {"act": listens_to_the_story}),
        ("twins", {"facts": tells_how_many_high_cards_are_hidden}),
        ("twins", {"offers": offers_by_a_hidden_card}),
        ("story", {"act": tells_a_hidden_card}),
    ],
)
def test_a_toy_that_breaks_a_law_is_caught(law: str, members: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        play(LAWS[law], **members)


@pytest.mark.parametrize(
    ("law", "members", "error"),
    [
        ("wire", {"facts": lambda state, viewer: {"up": object()}}, TypeError),
        ("attacked", {"SAYS": {}}, KeyError),
        ("offers", {"SAYS": {}, "offers": offers_what_is_judged}, KeyError),
        ("sentences", {"SAYS": {code: text for code, text in toy.SAYS.items() if code != "knock"}}, KeyError),
        ("sentences", {"SAYS": {**toy.SAYS, "scored": "{by} has {1} points."}}, IndexError),
    ],
)
def test_a_toy_that_cannot_be_told_is_caught(law: str, members: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        play(LAWS[law], **members)
