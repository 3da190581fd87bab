"""A stored game can be looked at after any of its acts, but not at what is still secret."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import journal
from engine.board import GRID, place
from engine.cards import GAP
from engine.match import Match
from net.recording import KEPT_EVERY, Recording, Viewpoint
from tests.engine.games.finished import STORED
from tests.net.company import Company, handed_over

ALLEGRA, ROMI = (STORED / name for name in ("allegra-three-rounds.jsonl", "romi-out.jsonl"))


def at(recording: Recording, number: int) -> Match:
    return next(recording.moments(number - 1)).match


def test_after_any_act_the_match_stands_as_it_stood_then() -> None:
    header, acts = journal.read(ALLEGRA.read_bytes())
    match, recording = journal.open_match(header), Recording(ALLEGRA.read_bytes())
    states = [match.state for _ in journal.replay(match, acts)]
    assert recording.end == len(states) > 7 * KEPT_EVERY
    for number in (1, KEPT_EVERY, KEPT_EVERY + 1, 7, len(states), *random.Random(1).sample(range(1, len(states)), 9)):
        assert at(recording, number).state == states[number - 1]
    assert recording.last().state == states[-1]


def test_where_rounds_are_dealt_and_scored_is_known() -> None:
    recording = Recording(ALLEGRA.read_bytes())
    assert (recording.begins, recording.rounds[0], recording.rounds[-1]) == (1, 1, recording.end)
    for dealt, scored in zip(recording.rounds[::2], recording.rounds[1::2], strict=True):
        rounds = len(at(recording, dealt).view(None).scores.rounds)
        assert len(at(recording, scored - 1).view(None).scores.rounds) == rounds
        assert len(at(recording, scored).view(None).scores.rounds) == rounds + 1


def test_a_round_that_its_table_has_not_brought_to_its_end_is_shown_as_everybody_sees_it() -> None:
    """A fair deal: nobody looks at the cards of a game that may still go on through this program, also in a copy."""
    company = Company("Ada", "Bo", game="allegra", rounds=2, knock_window=0)
    company.start()
    company.play_round()
    company.ready()
    company.act_once(random.Random(1))
    viewpoints = [Viewpoint(0), Viewpoint(1, open=True), Viewpoint(None)]
    running = Recording(company.journal())
    scored = running.rounds[1]
    assert len(running.rounds) == 3
    for viewpoint in viewpoints:
        assert {running.eyes(viewpoint, number) for number in range(1, scored + 1)} == {viewpoint}
        assert {running.eyes(viewpoint, number) for number in range(scored + 1, running.end + 1)} == {Viewpoint(None)}
    company.play_round()
    over = Recording(company.journal())
    assert all(over.eyes(viewpoint, over.end) == viewpoint for viewpoint in viewpoints)
    by_hand = Recording(b"".join(ALLEGRA.read_bytes().splitlines(keepends=True)[:50]))
    assert by_hand.eyes(Viewpoint(0), by_hand.end) == Viewpoint(0)


@pytest.mark.parametrize("path", [ALLEGRA, ROMI])
def test_with_open_cards_those_of_all_players_are_seen_but_none_of_the_stock(path: Path) -> None:
    recording = Recording(path.read_bytes())
    match = at(recording, 20)
    plain, view = Viewpoint(0).view(match), Viewpoint(0, open=True).view(match)
    assert plain.zones == match.view(0).zones
    assert plain.offers == view.offers == ()
    unseen = {zone.name for zone in view.zones if None in zone.cards}
    assert (
        unseen == {zone.name for zone in match.view(None).zones if zone.owner is None and None in zone.cards} != set()
    )
    covered = Viewpoint(0, open=True).covered(match)
    assert Viewpoint(0).covered(match) == frozenset()
    grids = [zone for zone in match.view(None).zones if place(zone.name).kind == GRID]
    assert len(covered) == sum(card is None for zone in grids for card in zone.cards)
    assert all(match.state.zones[zone][i] != GAP for zone, i in covered)


def test_with_open_cards_it_is_told_what_was_drawn_and_nothing_twice() -> None:
    recording = Recording(ROMI.read_bytes())
    drawn = next(moment for moment in recording.moments() if b'"draw"' in bytes(moment.act.action))
    codes = {
        viewpoint: [event.code for event in viewpoint.told(drawn.happenings) if hasattr(event, "code")]
        for viewpoint in (Viewpoint(None), Viewpoint(drawn.act.seat), Viewpoint(None, open=True))
    }
    assert list(codes.values()) == [["draws"], ["draws-this"], ["draws-this"]]


def test_everybody_is_called_as_at_that_time() -> None:
    recording = Recording(handed_over().journal())
    first, last = (recording.room(number, recording.last()) for number in (recording.rounds[1], recording.end))
    assert [chair.name for chair in first.chairs] == ["Ada", "Bo", "Cy"]
    assert [chair.name for chair in last.chairs] == ["Ada", "Wil", "Cy"]
    assert recording.host == 0


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_nobody_sits_where_no_chair_is(seat: int) -> None:
    header, *rest = ALLEGRA.read_bytes().splitlines(keepends=True)
    with pytest.raises(journal.Damaged, match="journal-act"):
        Recording(b"".join([header, journal.write(journal.Seated(seat, "Eve")) + b"\n", *rest]))
