"""The bot of Römi plays like a sensible person, from its view alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.board import Refused, Seat
from engine.game import View
from engine.games import _romi_plan
from engine.games._romi_state import Lay, Open
from engine.match import Match
from tests import kit
from tests.engine.games.romi_table import ROMI, Table

LOOSE = "2S 4H 6D 8C"
"""Cards that have nothing to do with each other."""


def choice(table: Table, seat: Seat = 0) -> tuple[Any, ...]:
    """What the bot does: the kind of act, and the cards that it picks."""
    action = ROMI.bot(table.match.view(seat), random.Random(1))
    assert action is not None
    return meant(table, action)


def meant(table: Table, action: bytes) -> tuple[str, str]:
    fields = msgspec.json.decode(action)
    return fields["type"], " ".join(table.zone(zone)[i] for zone, i in fields.get("picks", ()))


def plays(table: Table, seat: Seat = 0) -> list[tuple[Any, ...]]:
    """What the bot does until its turn ends."""
    done = []
    while table.state.turn == seat and table.state.step in ("draw", "play"):
        done.append(choice(table, seat))
        table.match.act(seat, ROMI.bot(table.match.view(seat), random.Random(1)) or b"")
    return done


# Drawing


def test_it_takes_the_discard_or_the_cut_card_that_lets_it_go_out() -> None:
    laid = {0: ["KS KH KD"], 1: ["5H 6H 7H"]}
    assert plays(Table("8H 9D", "QD", melds=laid, step="draw", discard="KC 3C"))[0] == ("take", "")
    assert plays(Table("8H 9D", "QD", melds=laid, step="draw", cut="KC"))[0] == ("takecut", "")
    assert choice(Table("8H 9D 2S 2C", "QD", melds=laid, step="draw", cut="KC")) == ("draw", "")


def test_it_takes_a_discard_that_opens_and_leaves_one_that_it_cannot_play() -> None:
    table = Table(f"KS KH 6C 7C 8C {LOOSE}", "QD", step="draw", discard="KD 3C")
    assert [kind for kind, _ in plays(table)] == ["take", "lay", "lay", "open", "discard"]
    assert choice(Table(f"KS KH 6C {LOOSE}", "QD", step="draw", discard="KD 3C")) == ("draw", "")


def test_on_its_first_draw_it_keeps_what_is_full_of_hope() -> None:
    hand = f"KS QH JH {LOOSE}"
    kinds = [
        choice(Table("QD", hand, step="draw", ended=0, turn=1, discard=f"{top} 3C"), 1)[0] for top in ("10H", "*", "3D")
    ]
    assert kinds == ["take", "take", "draw"]


# Playing


def test_it_opens_with_the_melds_that_leave_the_fewest_points() -> None:
    table = Table(f"KS KH KD 6C 7C 8C 9C {LOOSE}", "QD AC AS", melds={1: ["JS JH JD"]})
    table.state.opened[0] = False
    assert [kind for kind, _ in plays(table)] == ["lay", "lay", "open", "discard"]
    assert table.text("meld:0:1") in ("6C 7C 8C 9C", "KS KH KD")


def test_it_goes_out_for_minus_20_on_its_own_melds_alone_if_it_can() -> None:
    table = Table("KS KH KD 6C 7C 8C 9C 3H", "QD", melds={1: ["10C JC QC"]})
    plays(table)
    assert table.state.scored == [(-20, 10)]


def test_R9_where_a_joker_stands_is_said_only_if_that_is_asked() -> None:
    for cards, end in (("AS AC *", ""), ("5H * 7H", ""), ("QH KH *", "high"), ("AH 2H *", "")):
        table = Table(f"{cards} 9C", "QD", opened=[0])
        (lay,) = _romi_plan.advised(table.state)
        assert isinstance(lay, Lay)
        assert lay.joker == end, cards


def test_it_holds_an_opening_back_when_it_is_about_to_go_out_at_once_and_nobody_has_opened() -> None:
    table = Table("KS KH KD 6C 7C 8C 9C QH AD", "QD AC AS 2H 2C")
    assert choice(table) in [("discard", "QH"), ("discard", "AD")]
    table.state.opened[1] = True
    assert choice(table)[0] == "lay"


def test_it_lays_adds_and_swaps_what_it_can() -> None:
    table = Table("6H KC 9S 9H 9D 2S", "QD", melds={0: ["KS KH KD"], 1: ["5H * 7H"]})
    assert {kind for kind, _ in plays(table)} == {"swap", "lay", "add", "discard"}
    assert table.facts()["out"] == 0


def test_it_takes_back_what_cannot_be_played() -> None:
    """As a bot may sit down in the middle of a turn."""
    table = Table(f"6H {LOOSE}", "QD", melds={1: ["5H * 7H", "KS KH KD KC"]}, opened=[0], discard="QC 3C", step="draw")
    table.do(0, "take")
    assert [kind for kind, _ in plays(table)][:2] == ["undo", "draw"]


@pytest.mark.parametrize(("top", "card", "cut"), [("8D", "QD", "10D"), ("QD 8D", "10D", "2D")])
def test_it_carries_out_an_opening_whose_last_cards_are_added_to_what_it_puts_together(
    top: str, card: str, cut: str
) -> None:
    laid = {3: ["10C JC QC", "JS * KS AS", "5S 5H 5D", "7H 7C *"], 1: ["5H * 7H", "9S 9H 9D", "4S 4D 4C"]}
    hand = f"10S 9D 8C 7D AH 9C 8D 8H 7C 6H JH 7S AC {card}"
    table = Table(hand, "2S", "2C", "2H", step="draw", melds=laid, discard=top, cut=cut)
    while table.state.turn == 0 and table.state.step in ("draw", "play"):
        kind, _ = choice(table)
        assert kind != "undo"
        table.match.act(0, ROMI.bot(table.match.view(0), random.Random(1)) or b"")


def test_it_takes_back_the_melds_of_a_person_that_cannot_open_with_the_discard() -> None:
    table = Table("KH KD 2S 3H 4D 5C 6S 8H 9D 10C JS 7H 5D 3S", "QD", step="draw", discard="KS 3C")
    table.do(0, "take")
    table.do(0, "lay", "KS KH KD")
    assert [kind for kind, _ in plays(table)] == ["undo", "undo", "draw", "discard"]


def test_it_does_not_play_all_but_the_card_that_it_keeps() -> None:
    hand = "KS KH KD QS QH QD JS JH JD 10S 9S 8S 7S 6S"
    table = Table(hand, "2H 3H", step="draw", ended=1, discard="2C 3C")
    table.do(0, "take")
    assert plays(table)[-1][0] == "discard"
    assert "2C" in table.text("hand:0")


def test_it_takes_an_opening_of_a_person_back_that_leaves_but_the_card_that_is_kept() -> None:
    table = Table("KS KH KD QS QH QD", "2H", step="draw", ended=1, discard="2C 3C")
    table.do(0, "take")
    table.open(0, "KS KH KD", "QS QH QD")
    assert [kind for kind, _ in plays(table)] == ["undo", "discard"]


@pytest.mark.parametrize("rivals", ["2H", "2H 3H 4D 5C 6S"])
def test_it_keeps_a_joker_unless_a_rival_is_near_going_out(rivals: str) -> None:
    table = Table("* QH 9C 6D 3S", rivals, melds={1: ["7S 8S 9S"]}, opened=[0])
    done = plays(table)
    assert ("add" in [kind for kind, _ in done]) == (rivals == "2H")
    assert done[-1] == ("discard", "QH")


# Discarding


def test_before_the_opening_it_keeps_melds_and_what_may_become_one() -> None:
    table = Table("KS KH KD 7C 8C 2H", "QD")
    assert choice(table) == ("discard", "2H")


def test_after_the_opening_it_discards_its_dearest_card_and_never_a_joker() -> None:
    table = Table("* 3H 9D QC", "2D 3D 4D 5C 6S", melds={1: ["7S 8S 9S"]}, opened=[0])
    assert plays(table)[-1] == ("discard", "QC")


def test_it_does_not_discard_what_fits_a_meld_on_the_table_if_another_card_will_do() -> None:
    table = Table("KS KH KD 3H JH", "2D 3D 4D 5C 6S", melds={1: ["8H 9H 10H"]})
    table.state.opened[0] = False
    assert choice(table) == ("discard", "3H")


# What a search begins with


@pytest.mark.parametrize(
    ("table", "usual", "keen"),
    [
        (Table("QD", f"8H 9S JH {LOOSE}", step="draw", ended=0, turn=1, discard="9H 3C"), "take", "draw"),
        (Table("QD", f"8H 9S JH {LOOSE}", step="draw", ended=0, turn=1, discard="* 3C"), "take", "take"),
        (Table("KC 3S 3H", "QD", discard="5D 3D 3C"), "discard 3S", "discard KC"),
        (Table("QS QH 7C 2S", "3D", melds={0: ["KS KH KD"]}), "discard QS", "discard 7C"),
        (Table("QS QH 7C", "3D", melds={0: ["KS KH KD"]}), "discard QS", "discard QS"),
    ],
)
def test_the_bot_s_act_is_the_first_choice_and_the_best_at_first_sight_that_of_a_keener_player(
    table: Table, usual: str, keen: str
) -> None:
    choices = ROMI.choices(table.match.view(table.state.turn), random.Random(1))
    best = max(choices, key=lambda choice: choice.worth)
    assert [" ".join(meant(table, each.action)).strip() for each in (choices[0], best)] == [usual, keen]


def test_it_lifts_a_height_by_chance() -> None:
    match = Match(ROMI, 2)
    match.act(*kit.by_chance(match, random.Random(1)))
    cutter = match.state.turn
    heights = {ROMI.bot(match.view(cutter), random.Random(seed)) for seed in range(50)}
    assert len(heights) > 30


# Whole games


def test_it_needs_the_view_alone_and_chance_decides_only_the_cut() -> None:
    match = Match(ROMI, 3, {"rounds": 1})
    for _ in kit.play(match, random.Random(3)):
        for seat in range(3):
            view = match.view(seat)
            sent = msgspec.json.decode(msgspec.json.encode(view), type=View)
            mood = random.Random(5 if view.facts["step"] == "cut" else None)
            assert ROMI.bot(view, random.Random(5)) == ROMI.bot(sent, mood)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bots_among_themselves_come_to_an_end(seats: int) -> None:
    match = Match(ROMI, seats, {"rounds": 3})
    for _ in kit.play(match, random.Random(seats), kit.by_bots):
        assert match.state.turns / seats < 3 * 30, "a player has no more turns in a round"


def test_its_total_is_at_most_half_of_that_of_players_who_play_by_chance() -> None:
    """Measured so over 500 games of seven rounds, the bot had -41 points on average, and each of the others 396."""
    bots = others = 0.0
    for seed in range(4):
        match, seat = Match(ROMI, 4, {"rounds": 3, "hints": "off"}), seed % 4
        for _ in kit.play(match, random.Random(seed), bot_against_chance(seat)):
            pass
        totals = ROMI.scores(match.state).totals
        bots += totals[seat]
        others += (sum(totals) - totals[seat]) / 3
    assert bots < others / 2


def bot_against_chance(seat: Seat) -> kit.Choose:
    """One seat is a bot's. The others do whatever is allowed, by chance, but open as soon as they can."""

    def choose(match: Match, rng: random.Random) -> kit.Act:
        who = match.state.turn
        if act := kit.shuffled(match, rng):
            return act
        action = ROMI.bot(match.view(who), rng) if who == seat else opens(match)
        return (who, action) if action else (who, by_chance(match, rng))

    return choose


def opens(match: Match) -> bytes | None:
    """The first act of an opening, if there is one."""
    state: Any = match.state
    if state.step != "play" or state.opened[state.turn]:
        return None
    acts = [msgspec.json.encode(act) for act in (*_romi_plan.advised(state), Open(state.turns))]
    trial = kit.at(match, state)
    try:
        for act in acts:
            trial.act(state.turn, act)
    except Refused:
        return None
    return acts[0]


def by_chance(match: Match, rng: random.Random) -> bytes:
    """Anything that is allowed, but taken back is only what cannot be played."""
    seat = match.state.turn
    offers = rng.sample(ROMI.offers(match.state, seat), len(ROMI.offers(match.state, seat)))
    offers.sort(key=lambda offer: offer.code in ("undo", "restart"))
    tries = (kit.filled(offer, rng) for offer in offers for _ in range(10 if offer.judged else 1))
    return next(action for action in tries if kit.refusal(match, seat, action) is None)
