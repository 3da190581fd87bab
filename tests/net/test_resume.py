"""A table whose process has been killed comes back from its journal, wherever that was cut off, as the same table."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec
import pytest

from engine import journal
from net import wire
from net.limits import LOST_GRACE_S
from net.resume import resume
from tests.net import muse
from tests.net.company import Company
from tests.net.desk import CODE, HOST, Desk, Guest, sitters, token

PLAYERS = ("Ana", "Bob")


def killed(desk: Desk, lines: Iterable[journal.Line] | None = None) -> Desk:
    """The table's process is gone, and has come back from these lines of its journal, by default from all of them."""
    lines = list(desk.lines if lines is None else lines)
    again = Desk()
    again.now, again.lines = desk.now + 1_000, lines
    again.table = resume(written(lines), again.now, **settings(again.lines))
    return again


def settings(lines: list[journal.Line]) -> dict[str, object]:
    rng = random.Random(3)
    return {"code": CODE, "host_token": token(HOST), "rng": rng, "entropy": rng.randbytes, "record": lines.append}


def written(lines: Iterable[journal.Line]) -> bytes:
    return b"".join(journal.write(line) + b"\n" for line in lines)


def repeated(guest: Guest, n: int, action: bytes) -> None:
    guest.send(wire.Act(n, msgspec.Raw(action)))


def test_bots_play_as_well_as_before() -> None:
    desk = Desk(seats=3)
    ana = desk.guest("Ana")
    ana.send(wire.SeatBot(1, "hard"))
    ana.send(wire.SeatBot(2, "easy"))
    ana.send(wire.Start())
    desk.wait(5)
    again = killed(desk)
    back = again.guest("Ana")
    assert [chair.strength for chair in back.chairs] == ["normal", "hard", "easy"]
    strengths = {}
    for _ in range(100):
        again.wait(0.5)
        strengths |= {question.view.viewer: question.strength for question in again.table.questions()}
        back.play("draw", "throw")
    assert strengths == {1: "hard", 2: "easy"}


def test_killed_at_every_line_of_a_journal_the_same_match_goes_on() -> None:
    """Two rounds with two people and a bot, and one that sits in; after every line all come back and play on."""
    desk = Desk("toy", 3, rounds=2, window_s=0)
    ana, bob = desk.playing(*PLAYERS)
    desk.finish_round(ana, bob)
    bob.lose()
    ana.send(wire.SeatBot(1))
    ana.send(wire.Ready())
    for _ in range(4):
        ana.play("draw", "throw")
        desk.wait(1)
    bob = desk.guest("Bob")
    desk.finish_round(ana, bob)
    assert desk.table.phase == "over"
    whole = list(desk.lines)
    for cut in range(1, len(whole) + 1):
        again = killed(desk, whole[:cut])
        assert again.lines[:cut] == whole[:cut]
        guests = [again.guest(name) for name in PLAYERS]
        if again.table.phase == "lobby":
            assert not any(isinstance(line, journal.Sealed) for line in whole[:cut])
            continue
        assert [guest.last(wire.Welcome).seat for guest in guests] == [0, 1]
        assert [guest.last(wire.Welcome).host for guest in guests] == [True, False]
        while again.table.phase != "over":
            for guest in guests:
                guest.send(wire.Ready())
            again.finish_round(*guests)
        assert again.table.phase == "over", f"after line {cut} of {len(whole)}"
        header, acts = journal.read(written(again.lines))
        replayed = list(journal.replay(match := journal.open_match(header), acts))
        assert match.state.over
        assert not [act for act in replayed if act.refused]


def test_everybody_gets_the_same_chair_hand_turn_and_points() -> None:
    desk = Desk("toy", 3, window_s=0)
    guests = desk.playing(*PLAYERS)
    for guest in guests:
        guest.play("draw")
    again = killed(desk)
    assert len(again.lines) == len(desk.lines), "coming back is nothing to record"
    watcher = again.guest("Wil", "watch")
    assert sitters(watcher) == "Ana:person/lost Bob:person/lost Ada:bot/here"
    for guest in guests:
        back = again.guest(guest.name)
        assert back.last(wire.Welcome).seat == PLAYERS.index(guest.name)
        assert back.view == guest.view
    assert sitters(watcher) == "Ana Bob Ada:bot/here"


def test_chairs_are_remembered_as_they_were_last() -> None:
    desk = Desk("toy", 4)
    ana, bob = desk.playing(*PLAYERS)
    bob.send(wire.Leave())
    cem = desk.guest("Cem")
    ana.send(wire.FreeSeat(2))
    dea = desk.guest("Dea")
    dea.lose()
    desk.wait(LOST_GRACE_S)
    assert cem.bye == "freed"
    again = killed(desk)
    watcher = again.guest("Wil", "watch")
    assert sitters(watcher) == sitters(ana).replace("Ana", "Ana:person/lost", 1)
    assert [again.guest(name).last(wire.Welcome).seat for name in ("Dea", "Ana", "Bob")] == [2, 0, 1]


def test_a_table_stands_still_until_somebody_is_back_and_then_gives_the_time_back() -> None:
    desk = Desk("toy", 3, window_s=3)
    ana, bob = desk.playing(*PLAYERS)
    while not (ana.view and ana.view.timers):
        desk.wait(0.1)
        for guest in (ana, bob):
            guest.play("draw", "throw")
    desk.wait(2)
    again = killed(desk)
    before = len(again.lines)
    again.wait(10 * LOST_GRACE_S)
    assert len(again.lines) == before
    ana = again.guest("Ana")
    assert [*ana.last(wire.Update).clocks.values()] == [3.0]
    again.wait(LOST_GRACE_S - 0.1)
    assert "Bob:person/lost" in sitters(ana)
    again.wait(0.1)
    assert "Bob:bot/lost" in sitters(ana)


def test_an_act_that_was_played_is_answered_and_never_played_again() -> None:
    desk = Desk("muse")
    ana, _ = desk.playing(*PLAYERS)
    ana.act(muse.MUSE)
    ana.act(muse.MUSE)
    ana = (again := killed(desk)).guest("Ana")
    assert ana.last(wire.Welcome).acked == 2
    assert ana.last(wire.Answer) == wire.Answer(2)
    for n in (2, 1, 2):
        repeated(ana, n, muse.MUSE)
    assert len(again.acts) == len(desk.acts)
    assert ana.act(muse.MUSE) == wire.Answer(3)


def test_an_act_with_the_number_of_a_played_one_and_other_bytes_is_still_a_conflict() -> None:
    desk = Desk("muse")
    ana, _ = desk.playing(*PLAYERS)
    ana.act(muse.MUSE)
    ana = killed(desk).guest("Ana")
    repeated(ana, 1, b'{"type":"draw","turn":1}')
    assert ana.bye == "conflict"


def test_numbers_go_on_where_they_were_also_after_refused_acts() -> None:
    """Which are not in the journal: the client says how far it has been answered."""
    desk = Desk("muse")
    ana, _ = desk.playing(*PLAYERS)
    ana.act(muse.MUSE)
    ana.act(b'{"type":"throw","turn":99}')
    assert ana.refused == "too-late"
    again = killed(desk)
    ana = again.stranger("Ana")
    ana.send(msgspec.structs.replace(ana.hello, acted=2))
    assert ana.last(wire.Welcome).acked == 2
    assert not ana.all(wire.Answer)
    repeated(ana, 2, muse.MUSE)
    assert len(again.acts) == len(desk.acts), "it was refused, and the client knows"
    assert not ana.gone
    repeated(ana, 3, muse.MUSE)
    assert ana.last(wire.Answer) == wire.Answer(3)


def test_a_refused_act_whose_answer_was_lost_is_asked_again() -> None:
    desk = Desk("muse")
    ana, _ = desk.playing(*PLAYERS)
    ana.act(muse.MUSE)
    ana.act(b'{"type":"throw","turn":99}')
    again = killed(desk)
    ana = again.stranger("Ana")
    ana.send(msgspec.structs.replace(ana.hello, acted=1))
    repeated(ana, 2, b'{"type":"throw","turn":99}')
    assert ana.refused == "too-late"


def test_in_the_next_match_numbers_go_on_too() -> None:
    desk = Desk("toy", rounds=1, window_s=0)
    ana, bob = desk.playing(*PLAYERS)
    desk.finish_round(ana, bob)
    for guest in (ana, bob):
        guest.send(wire.Ready())
    start = max(number for number, line in enumerate(desk.lines) if isinstance(line, journal.Header))
    again = killed(desk, desk.lines[start:])
    assert again.guest("Bob").last(wire.Welcome).acked == bob.n > 0


def test_nobody_can_say_how_many_acts_were_answered_at_a_table_that_knows_it() -> None:
    desk = Desk("muse")
    desk.playing(*PLAYERS)
    ana = desk.stranger("Ana")
    ana.send(msgspec.structs.replace(ana.hello, acted=7))
    assert ana.last(wire.Welcome).acked == 0


def test_a_window_that_was_replaced_before_does_not_get_the_seat_now() -> None:
    desk = Desk()
    desk.playing(*PLAYERS)
    desk.guest("Bob", window="old")
    desk.guest("Bob", window="new")
    again = killed(desk)
    assert again.guest("Bob", window="old").bye == "elsewhere"
    assert again.guest("Bob", window="new").bye == ""


def test_the_journal_tells_no_secret_of_those_who_play() -> None:
    desk = Desk()
    desk.playing(*PLAYERS)
    desk.guest("Bob", window="a window")
    text = written(desk.lines)
    for secret in (token("Ana"), token("Bob"), "a window", CODE):
        assert secret.encode() not in text


# fair deals


@pytest.mark.parametrize("last", [journal.Sealed, journal.Given, journal.Acted])
def test_a_sealed_deal_goes_on_with_the_same_secret_and_nobody_cries_wolf(last: type) -> None:
    """Killed right after the seal, after the nonces, and after the cards were dealt."""
    killed_at = 0

    def until_killed(company: Company, name: str, message: wire.FromHost) -> Iterable[wire.FromHost]:
        """From the second deal on they hear of the seal, and else of nothing that is after the line."""
        late = killed_at and last is not journal.Acted and not isinstance(message, wire.Seal)
        return [] if late else [message]

    company = Company(*PLAYERS, rounds=2, cheat=until_killed)
    company.start()
    company.play_round()
    killed_at = len(company.lines)
    company.ready()
    second = [number for number, line in enumerate(company.lines) if isinstance(line, journal.Sealed)][1]
    cut = next(number for number, line in enumerate(company.lines) if number >= second and isinstance(line, last))
    sealed = company.lines[second]
    killed_at = 0
    del company.lines[cut + 1 :]
    company.now += 100
    for name in list(company.links):
        company.links[name].closed()
    company._conns.clear()
    how = {**settings(company.lines), "entropy": random.Random(9).randbytes}
    company.table = resume(written(company.lines), company.now, **how)
    assert (company.table.phase == "deal") == (last is journal.Sealed)
    for name in PLAYERS:
        company.comes(name)
    company.comes("Wil", "watch")
    assert company.table.phase == "play"
    assert [line for line in company.lines if isinstance(line, journal.Sealed)][1:] == [sealed]
    company.play_round()
    assert company.table.phase == "over"
    assert not [link.alarm for link in company.links.values() if link.alarm]
    if last is journal.Sealed:
        assert [company.codes[name] for name in PLAYERS] == ["fair", "fair"]


# what is no table


def lines_of_a_match() -> list[journal.Line]:
    desk = Desk()
    ana, bob = desk.playing(*PLAYERS)
    for guest in (ana, bob):
        guest.play("draw")
    return desk.lines


@pytest.mark.parametrize(
    ("number", "line", "code"),
    [
        (0, journal.Header("whist", 1, PLAYERS), "journal-game"),
        (0, journal.Header("toy", 77, PLAYERS), "journal-rules"),
        (0, journal.Given(()), "journal-header"),
        (-1, journal.Acted(0, msgspec.Raw(b'{"type":"throw","turn":99}')), "journal-act"),
        (-1, journal.Acted(-1, msgspec.Raw(b'{"type":"chance","order":[],"roll":0}')), "journal-act"),
        (-1, journal.Header("toy", 1, PLAYERS), "journal-two-headers"),
    ],
)
def test_what_cannot_be_played_again_is_told_and_nothing_is_recorded(
    number: int, line: journal.Line, code: str
) -> None:
    lines = lines_of_a_match()
    lines[number] = line
    more: list[journal.Line] = []
    with pytest.raises(journal.Damaged) as damaged:
        resume(written(lines), 0.0, **settings(more))  # type: ignore[arg-type]
    assert damaged.value.code == code
    assert not more


def test_a_deal_that_does_not_follow_from_its_secret_is_not_played_again() -> None:
    company = Company(*PLAYERS)
    company.start()
    [deal] = [number for number, line in enumerate(company.lines) if isinstance(line, journal.Acted)]
    chance = msgspec.json.decode(company.lines[deal].action)  # type: ignore[union-attr]
    chance["order"].reverse()
    company.lines[deal] = journal.Acted(-1, msgspec.Raw(msgspec.json.encode(chance)))
    with pytest.raises(journal.Damaged) as damaged:
        resume(written(company.lines), 0.0, **settings([]))  # type: ignore[arg-type]
    assert (damaged.value.code, damaged.value.details) == ("journal-act", (deal + 1,))
