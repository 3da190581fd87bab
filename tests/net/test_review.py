"""What is judged of a stored game: the decisions of people, by what they saw then."""

from __future__ import annotations

import msgspec
import pytest

from engine import journal
from engine.games import GAMES
from net import wire
from net.recording import Recording
from net.review import decisions, question
from net.thinker import consider
from tests.engine.games.finished import STORED
from tests.net.desk import HOST, Desk


def recorded(desk: Desk) -> Recording:
    return Recording(b"".join(journal.write(line) + b"\n" for line in desk.lines))


@pytest.fixture(scope="module")
def evening() -> tuple[Recording, Desk]:
    """Ana against a bot. While she is away, another one plays for her."""
    desk = Desk("allegra", seats=2, rounds=1, knock_window=0)
    (ana,) = desk.playing(HOST)
    for number in range(60):
        if number == 20:
            ana.send(wire.Away())
        if number == 30:
            ana.send(wire.Back())
        if not 20 <= number < 30:
            ana.play("reveal", "draw", "drop", "drop-only")
        desk.wait(2)
    return recorded(desk), desk


def test_it_is_what_people_have_done_when_they_were_waited_for(evening: tuple[Recording, Desk]) -> None:
    recording, desk = evening
    acts = [line for line in desk.lines if isinstance(line, journal.Acted)]
    by_ana = [number for number, act in enumerate(acts, 1) if act.n]
    made = [*decisions(recording)]
    assert len(made) > 10
    assert [each.number for each in made] == by_ana
    assert {(each.seat, each.view.viewer) for each in made} == {(0, 0)}
    assert [each.done for each in made] == [bytes(acts[number - 1].action) for number in by_ana]


def test_what_was_seen_then_is_what_the_seat_was_shown(evening: tuple[Recording, Desk]) -> None:
    """In the view the act is offered, and not done yet."""
    recording, _ = evening
    for made in decisions(recording):
        kinds = {msgspec.json.decode(offer.action)["type"] for offer in made.view.offers}
        assert msgspec.json.decode(made.done)["type"] in kinds
        assert made.seat in made.view.awaited


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_stored_game_can_be_judged(game: str) -> None:
    """One that was written by hand, and tells of nobody that they are bots."""
    path = next(path for path in sorted(STORED.glob(f"{game}-*.jsonl")) if len(path.read_bytes().splitlines()) > 90)
    recording, judged = Recording(path.read_bytes()), 0
    for made in [*decisions(recording)][:40]:
        found = consider(question(recording, made), range(3)).judged
        judged += found is not None
        assert found is None or found.lost.worth >= 0
    assert judged > 10


def test_of_a_round_that_may_still_be_played_nothing_is_judged(evening: tuple[Recording, Desk]) -> None:
    """A journal by hand has no secrets."""
    _, desk = evening
    half = desk.lines[: len(desk.lines) // 2]
    by_hand = [line for line in half if isinstance(line, journal.Header | journal.Acted)]
    for lines, are_judged in ((half, False), (by_hand, True)):
        text = b"".join(journal.write(line) + b"\n" for line in lines)
        assert bool([*decisions(Recording(text))]) == are_judged


@pytest.mark.parametrize("back", ["undo", "restart"])
def test_what_was_taken_back_in_the_same_turn_was_not_decided(back: str) -> None:
    """A discard, or the cut card, of which only the first may be tried again."""
    header, *acts = (STORED / "romi-out.jsonl").read_bytes().splitlines()
    recording, lines = Recording(b"\n".join([header, *acts])), [header, acts[0]]
    for moment, line in zip(recording.moments(), acts[1:], strict=False):
        state = moment.match.state
        tried = ("take", "takecut") if state.step == "draw" and all(state.ended) else ()
        for kind in (each for taken in tried for each in (taken, back)):
            action = msgspec.json.encode({"type": kind, "turn": state.turns})
            lines.append(journal.write(journal.Acted(state.turn, msgspec.Raw(action))))
        lines.append(line)
    hesitant = Recording(b"\n".join(lines))
    assert hesitant.end > recording.end + 40
    assert all(moment.refused is None for moment in hesitant.moments())
    assert [each.done for each in decisions(hesitant)] == [each.done for each in decisions(recording)]
