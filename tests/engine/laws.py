"""What holds in every game, whatever is done: a law looks at one moment of a match and fails if it is broken there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from engine.board import GRID, Noted, Quiet, Refused, State, Viewer, place, told
from engine.cards import Card
from engine.game import View, all_offers
from engine.match import Match
from engine.strengths import STRENGTHS, decide
from engine.twin import twin, unseen
from tests import kit

CORE_CODES = frozenset({"not-understood", "over", "no-such-seat", "wrong-deck"})
"""Refusals whose sentences are not the game's own."""

encode = msgspec.json.Encoder().encode
decode_view = msgspec.json.Decoder(View).decode
packed = msgspec.msgpack.Encoder().encode


def cards_are_conserved(match: Match, deck: Counter[Card]) -> None:
    assert kit.deck(match.state) == deck


def views_survive_the_wire(match: Match) -> None:
    for viewer in kit.viewers(match):
        frame = encode(match.view(viewer))
        assert encode(decode_view(frame)) == frame


def looking_changes_nothing(match: Match) -> None:
    before = packed(match.state)
    for viewer in kit.viewers(match):
        match.view(viewer)
    assert packed(match.state) == before


def somebody_can_go_on(match: Match) -> None:
    """The game is over, or CHANCE is asked, or a timer runs, or somebody is awaited who has something to do."""
    game, state = match.game, match.state
    view = match.view(None)
    asked = game.chance(state)
    if state.over:
        assert (asked, view.awaited, view.timers) == (None, (), ())
        return
    assert asked or view.awaited or view.timers
    assert not (asked and view.awaited), "nobody is waited for while the cards are shuffled"
    assert sorted(set(view.awaited)) == sorted(view.awaited)
    for seat in view.awaited:
        assert game.offers(state, seat), f"seat {seat} is awaited and has nothing to do"


def awaited_bots_act(match: Match, rng: random.Random) -> None:
    for seat in match.view(None).awaited:
        action = match.game.bot(match.view(seat), rng)
        assert action is not None, f"the bot of seat {seat} keeps everybody waiting"
        assert kit.refusal(match, seat, action) is None


def what_is_imagined_looks_alike(match: Match, rng: random.Random) -> None:
    """Somebody who may act would see the same, to the byte, in the state that the game imagines from the view alone."""
    for seat in range(match.state.seats):
        view = encode(match.view(seat))
        if match.view(seat).offers:
            world = match.game.imagine(decode_view(view), match.options, rng)
            assert encode(kit.at(match, world).view(seat)) == view, f"seat {seat} would see something else"
            assert kit.deck(world) == kit.deck(match.state)


def bots_of_every_strength_know_the_view_alone(match: Match, seed: int, playouts: int = 6) -> int:
    """Whoever is awaited does what is allowed, and does it again in a state that looks alike, with the view as it comes
    over the wire. How often a choice was looked into."""
    searched = 0
    for seat in match.view(None).awaited:
        searched += len(match.game.choices(match.view(seat), random.Random(seed))) > 1
        other = kit.at(match, twin(match.state, match.game.sees, seat, random.Random(seed)))
        views = [match.view(seat), decode_view(encode(other.view(seat)))]
        for strength in STRENGTHS:
            actions = {
                decide(match.game, strength, view, match.options, random.Random(seed), range(playouts))
                for view in views
            }
            assert len(actions) == 1, f"a {strength} bot on seat {seat} knows more than it sees"
            (action,) = actions
            assert action is not None, f"a {strength} bot on seat {seat} keeps everybody waiting"
            assert kit.refusal(match, seat, action) is None
    return searched


def scores_add_up(match: Match) -> None:
    scores = match.game.scores(match.state)
    assert all(len(row) == match.state.seats for row in scores.rounds)
    assert scores.totals == tuple(sum(row[seat] for row in scores.rounds) for seat in range(match.state.seats))
    assert bool(scores.winners) == match.state.over
    assert set(scores.winners) <= set(range(match.state.seats))


def offers_are_accepted(match: Match, rng: random.Random, ways_max: int = 40) -> int:
    """How many ways to complete offers were accepted: all of them, or so many drawn by chance.

    What is judged may be refused too, with a sentence that says why.
    """
    accepted = 0
    for seat in range(match.state.seats):
        offers = all_offers(match.game, match.state, seat)
        assert [offer for offer in offers if offer.aside] == [*match.game.asides(match.state, seat)]
        keys = [offer.key for offer in offers]
        assert len(set(keys)) == len(keys), f"two offers share a key: {keys}"
        for offer in offers:
            ways = kit.some_ways(offer, rng, ways_max)
            assert ways, f"{offer.code} cannot be completed"
            for action in ways:
                refused = kit.refusal(match, seat, action)
                if refused is not None:
                    assert offer.judged, (seat, action)
                    code_has_a_sentence(match, *refused[:2])
                    assert packed(in_thought(match, match.state, seat, action)) == packed(match.state), "half done"
                accepted += refused is None
    return accepted


def thought_goes_the_same_way(match: Match, step: kit.Step) -> None:
    """The step that `match` has taken leads to the same state where nobody looks on."""
    assert packed(match.after(step.before, step.seat, step.action)) == packed(match.state)


def in_thought(match: Match, state: State, seat: int, action: bytes) -> State:
    """What an act makes of a copy of this state, refused or not."""
    copy = msgspec.msgpack.decode(packed(state), type=type(state))
    with suppress(Refused):
        match.game.act(Quiet(copy, match.game.sees), seat, msgspec.json.decode(action, type=match.game.Action))
    return copy


def only_offers_are_accepted(match: Match, act: kit.Act) -> bool:
    """Whether the act was refused. In either case the state that it was tried on has not changed."""
    before = packed(match.state)
    refused = kit.refusal(match, *act)
    assert packed(match.state) == before
    if refused is None:
        assert kit.is_possible(match, *act), f"{act} is accepted, but it was not offered"
        return False
    code, details, _ = refused
    assert msgspec.json.decode(encode(details), type=tuple[int | str, ...]) == details
    if code not in CORE_CODES:
        code_has_a_sentence(match, code, details)
    return True


def refusals_tell_nothing(match: Match, act: kit.Act, rng: random.Random) -> None:
    """The seat that acts gets the same answer in every state that it cannot tell from this one."""
    if act[0] in range(match.state.seats):
        for other in twins(match, act[0], rng):
            assert kit.refusal(match, *act) == kit.refusal(kit.at(match, other), *act)


def sees_asks_where_and_not_which(match: Match, rng: random.Random) -> None:
    """Who sees a place is the same when all the cards on the table have been exchanged. A zone that is no grid is seen
    as a whole, and only of its own zones a seat may see more than who watches."""
    sees = match.game.sees
    other = twin(match.state, lambda state, viewer, zone, i: False, None, rng)
    for viewer in kit.viewers(match):
        assert unseen(other, sees, viewer) == unseen(match.state, sees, viewer)
        for zone, cards in match.state.zones.items():
            seen = [sees(match.state, viewer, zone, i) for i in range(len(cards))]
            assert place(zone).kind == GRID or len(set(seen)) <= 1, zone
            if place(zone).owner != viewer:
                assert seen == [sees(match.state, None, zone, i) for i in range(len(cards))], zone


def twins_look_alike(match: Match, rng: random.Random) -> None:
    """No view, offers and all, depends on a card that its viewer does not see."""
    for viewer in kit.viewers(match):
        view = encode(match.view(viewer))
        for other in twins(match, viewer, rng):
            assert encode(kit.at(match, other).view(viewer)) == view, f"{viewer} can tell twins apart"


def story_tells_no_more_than_the_view(match: Match, step: kit.Step, rng: random.Random) -> int:
    """The step that `match` has taken is taken by twins too: if a viewer's views stay alike, what he is told is alike.

    How often that was compared.
    """
    compared = 0
    for viewer in kit.viewers(match):
        view, story = encode(match.view(viewer)), encode(told(step.happenings, viewer))
        for other in twins(kit.at(match, step.before), viewer, rng):
            twin_match = kit.at(match, other)
            try:
                happenings = twin_match.act(step.seat, step.action)
            except Refused:
                assert step.seat != viewer, "an act is refused or not by what its seat does not see"
                continue
            if encode(twin_match.view(viewer)) == view:
                assert encode(told(happenings, viewer)) == story, f"{viewer} is told more than he sees"
                compared += 1
    return compared


def everything_has_a_sentence(match: Match, step: kit.Step) -> None:
    for event in (happening.event for happening in step.happenings):
        if isinstance(event, Noted):
            code_has_a_sentence(match, event.code, event.args)
    for seat in range(match.state.seats):
        for offer in all_offers(match.game, match.state, seat):
            code_has_a_sentence(match, offer.code, offer.args)


def code_has_a_sentence(match: Match, code: str, args: Sequence[int | str]) -> None:
    """{0} is an argument, {p0} the player whose seat it is, {by} the player who acts."""
    players = {f"p{i}": "Ana" for i, arg in enumerate(args) if arg in range(match.state.seats)}
    said = match.game.SAYS[code]
    for sentence in (said,) if isinstance(said, str) else said:
        assert sentence.format(*args, **players, by="Ana").strip(), code


def twins(match: Match, viewer: Viewer, rng: random.Random) -> tuple[State, State]:
    """Two states that the viewer cannot tell from this one: all he does not see dealt anew, and two cards exchanged."""
    return twin(match.state, match.game.sees, viewer, rng), nearest_twin(match, viewer, rng)


def nearest_twin(match: Match, viewer: Viewer, rng: random.Random) -> State:
    """Two unequal cards that the viewer does not see have changed places, and all the rest is as it is."""
    state, sees = match.state, match.game.sees
    other = msgspec.msgpack.decode(packed(state), type=type(state))
    spots = unseen(state, sees, viewer)
    if spots:
        zone, i = rng.choice(spots)
        unequal = [(z, j) for z, j in spots if state.zones[z][j] != state.zones[zone][i]]
        if unequal:
            z, j = rng.choice(unequal)
            other.zones[zone][i], other.zones[z][j] = state.zones[z][j], state.zones[zone][i]
    return other
