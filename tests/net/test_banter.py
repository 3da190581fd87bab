"""The words of bots: seldom, about what everybody has seen, and never telling of cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine.board import CHANCE, Happening, Moved, Noted, Seat, Spot, Viewer
from engine.cards import Card
from engine.games import GAMES
from engine.match import Match
from net import wire
from net.banter import KNOCKS, NOTED, QUIET_S, RACES, STALE_S, TAKES_MAX_S, Banter
from net.chairs import Chairs, Person
from net.characters import CHARACTERS, character_of
from net.post import Post
from tests.net.desk import HOST, Desk, Guest

EVERYBODY_TALKS = {name: character._replace(talks=1.0) for name, character in CHARACTERS.items()}


@pytest.fixture(autouse=True)
def _talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.characters.CHARACTERS", EVERYBODY_TALKS)


class Company:
    """Ana, the bots Ada and Bruno, and Bob, for whom a bot plays. `heard` is what they have been told."""

    def __init__(self, seed: int = 1) -> None:
        chairs = Chairs(4)
        for chair, name in zip(chairs, ("Ana", "", "", "Bob"), strict=True):
            chair.person = Person("token", name, conn=chairs.chairs.index(chair) + 1) if name else None
        for seat, name in ((1, "Ada"), (2, "Bruno"), (3, "Clara")):
            chairs[seat].bot = Person("robot", name, conn=-seat)
        self.chairs, self.post = chairs, Post(chairs, 1)
        self.match = Match(GAMES["allegra"], 4)
        self.banter = Banter(chairs, self.post, random.Random(seed))
        self.now = 0.0

    def happens(self, *codes: tuple[str, Seat], to: Viewer = None) -> None:
        """Each told everybody, or this viewer alone."""
        seen = None if to is None else frozenset({to})
        notes = [Noted(code, by) for code, by in codes]
        self.banter.hear([Happening(note, seen) for note in notes], self.match, self.now)

    def said(self, *, after_s: float = TAKES_MAX_S, silent: bool = False) -> list[tuple[str, str]]:
        """The names and codes of what is said in this time."""
        self.now += after_s
        self.banter.tick(self.now, silent=silent)
        messages = [wire.from_host(outgoing.frame) for outgoing in self.post.drain()]
        return [(said.name, said.code.rpartition("-")[0]) for said in messages if isinstance(said, wire.Said)]


def test_a_bot_has_a_word_to_say_of_what_it_has_done_and_everybody_in_their_manner() -> None:
    for seat, name, manner in ((1, "Ada", "warm"), (2, "Bruno", "dry")):
        company = Company()
        company.happens(("goes-out", seat))
        assert company.said(after_s=0.1) == [], "a human takes a moment"
        assert company.said() == [(name, f"{manner}-wins")]
        assert company.said() == []


def test_whoever_knocks_second_has_been_too_late() -> None:
    company = Company()
    company.happens((RACES, 0), (KNOCKS, 1))
    assert company.said() == []
    company.happens((KNOCKS, 2))
    assert company.said() == [("Bruno", "dry-late")]
    company.now += QUIET_S
    company.happens((RACES, 0), (KNOCKS, 2))
    assert company.said() == [], "that is another card"


def test_nobody_is_too_late_where_the_drawer_has_the_choice() -> None:
    company = Company()
    company.match = Match(GAMES["allegra"], 4, {"knocks": "choice"})
    company.happens((RACES, 0), (KNOCKS, 1), (KNOCKS, 2))
    assert company.said() == []


def test_nobody_speaks_for_a_person() -> None:
    company = Company()
    company.happens(("goes-out", 0))
    company.happens(("goes-out", 3))
    company.happens(("goes-out", CHANCE))
    assert company.said() == []


def test_after_a_line_it_is_quiet_for_a_while() -> None:
    company = Company()
    company.happens(("goes-out", 1))
    assert len(company.said()) == 1
    company.happens(("goes-out", 2))
    assert company.said() == []
    company.now += QUIET_S
    company.happens(("goes-out", 2), ("goes-out", 1))
    assert len(company.said()) == 1


def test_at_the_end_of_a_match_the_winner_speaks_or_whoever_has_lost_to_a_person() -> None:
    for totals, spoken in (((9, 1, 5, 9), [("Ada", "warm-match")]), ((1, 9, 9, 9), None)):
        company = Company()
        company.happens(("goes-out", 2))
        company.match.state.over, company.match.state.scored = True, [totals]
        company.happens(("wins", 1))
        said = company.said()
        assert said == spoken or said[0][1].endswith("-congratulates")


@pytest.mark.parametrize("how", ["silent", "late", "gone"])
def test_nothing_is_said_where_nobody_may_talk_nor_when_it_is_too_late(how: str) -> None:
    company = Company()
    company.happens(("goes-out", 1))
    if how == "gone":
        company.chairs[1].bot = None
    assert company.said(after_s=TAKES_MAX_S + STALE_S * (how == "late"), silent=how == "silent") == []


def room(*chairs: wire.Chair) -> wire.Room:
    return wire.Room("allegra", {}, "play", chairs, ())


def test_they_greet_who_comes_and_miss_who_goes_but_not_whose_line_is_lost() -> None:
    bots = (wire.Chair("bot", "Ada"), wire.Chair("bot", "Bruno"))
    eve = wire.Chair("person", "Eve")
    for before, after, word in (
        (wire.Chair("nobody"), eve, "comes"),
        (wire.Chair("bot", "Elena"), eve, "comes"),
        (wire.Chair("person", "Zoe", "left"), eve, "comes"),
        (eve, wire.Chair("bot", "Eve", "left"), "goes"),
        (eve, wire.Chair("nobody"), "goes"),
        (eve, wire.Chair("person", "Eve", "lost"), ""),
        (wire.Chair("person", "Eve", "lost"), eve, ""),
        (eve, wire.Chair("bot", "Eve", "away"), ""),
    ):
        company = Company()
        for seen in (before, after):
            company.banter.look(room(wire.Chair("person", "Ana"), *bots, seen), company.now)
        assert [code.partition("-")[2] for _name, code in company.said()] == [word] * bool(word), (before, after)


def test_what_not_everybody_is_told_and_where_cards_lie_changes_nothing_of_what_is_said() -> None:
    """Twins, of which one has secrets: they say the same at the same times."""
    told = []
    for secrets in (False, True):
        company, said = Company(), []
        for number in range(40):
            if secrets:
                company.happens(("goes-out", 1), (KNOCKS, 2), to=1)
                card = Moved(Card(str(number)), Spot("deck", 3), Spot("hand:1", 0), 1)
                company.banter.hear([Happening(card, frozenset({1}))], company.match, company.now)
            company.happens((RACES, 0), (KNOCKS, 1), (KNOCKS, 2))
            said += [(company.now, company.banter.deadline()), company.said(after_s=3)]
        told.append(said)
    assert told[0] == told[1]
    assert sum(bool(each) for each in told[0][1::2]) > 3


def test_a_bot_with_a_number_behind_its_name_is_the_same_character() -> None:
    assert character_of("Hugo 2") == EVERYBODY_TALKS["Hugo"]


def test_there_is_such_a_note_in_some_game() -> None:
    """Otherwise a bot would wait for ever for something to say."""
    for code in (*NOTED, RACES, KNOCKS):
        assert any(code in game.SAYS for game in GAMES.values()), code


# at the table


def playing(**options: str) -> tuple[Desk, Guest]:
    """Somebody has come to a table with bots."""
    desk = Desk("allegra", seats=4, **options)
    ana = desk.guest(HOST)
    for seat in (1, 2):
        ana.send(wire.SeatBot(seat))
    desk.guest("Bob")
    desk.wait(TAKES_MAX_S)
    return desk, ana


def said(guest: Guest) -> Sequence[wire.Said]:
    return guest.all(wire.Said)


def test_everybody_hears_it_and_who_comes_later_too() -> None:
    desk, ana = playing()
    (line,) = said(ana)
    assert (line.name in CHARACTERS, line.text, line.code.split("-")[1]) == (True, "", "comes")
    assert ana.chairs[line.seat or 0].name == line.name
    assert desk.guest("Wil", "watch").last(wire.Welcome).chat == (line,)


def test_a_table_can_do_without() -> None:
    _, ana = playing(banter="off")
    assert said(ana) == []
