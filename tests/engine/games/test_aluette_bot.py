"""The bot of Aluette plays like a sensible person, from its view alone; and it signs, and reads signs."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from engine.board import CLOCK, Seat, Spot
from engine.cards import Card
from engine.game import View
from engine.games import _aluette_bot, _aluette_playout
from engine.games._aluette_state import LEVEL, LEVELS
from engine.match import Match
from engine.strengths import decide
from tests import kit, pace
from tests.engine.games import aluette_rivals as rivals
from tests.engine.games.aluette_table import ALUETTE, EAST, NORTH, SEATS, SOUTH, WEST, Table, hands_for
from tests.engine.games.test_aluette import agreed


def choice(table: Table, seat: Seat) -> Any:
    """What the bot does: the card that it plays, the cards that it rejects, whom it looks at, what it signs, or the
    kind of act; None if it waits."""
    action = ALUETTE.bot(table.match.view(seat), random.Random(1))
    if action is None:
        return None
    fields = msgspec.json.decode(action)
    cards = [table.hand(seat)[i] for _, i in fields.get("picks", ())]
    match fields["type"]:
        case "play":
            return cards[0]
        case "reject":
            return sorted(cards)
        case "look":
            return fields["at"]
        case "sign":
            return fields["sign"]
    return fields["type"]


def late(*hands: str, taken: str, leader: Seat) -> Table:
    """So many tricks have gone to these players, and everybody has the cards named left."""
    table = Table(*hands)
    state = table.state
    state.taken = [None if letter == "X" else "NESW".index(letter) for letter in taken]
    state.leader = state.turn = leader
    for seat in SEATS:
        cut = len(hands[seat].split())
        state.zones["spoiled"] += state.zones[f"hand:{seat}"][cut:]
        state.zones[f"hand:{seat}"] = state.zones[f"hand:{seat}"][:cut]
    for level, cards in enumerate(LEVELS):
        state.fallen[level] = sum(card in state.zones["spoiled"] for card in cards)
    return table


def test_last_to_play_it_wins_as_cheaply_as_it_can() -> None:
    """West needs two of the last three tricks, and before North gets one of them."""
    table = late("KO 5C 6O", "4O 5B 6C", "5O 5S 6S", "3O AO 4C", taken="NNNEWW", leader=NORTH)
    table.play("KO 4O 5O")
    assert choice(table, WEST) == "AO"


def test_last_to_play_it_leaves_the_trick_to_its_partner() -> None:
    table = Table("4O", "AO", "5O", "3O 3C 5C 6O 7O 8O 6C 6B 6S")
    table.play("4O AO 5O")
    assert choice(table, WEST) == "5C"


def test_if_it_cannot_win_it_spoils() -> None:
    table = Table("KO", "4O", "5O", "KC 5C 6O 7O 8O 6C 6B 6S 5B")
    table.play("KO 4O 5O")
    assert choice(table, WEST) == "KC"


def test_it_keeps_a_card_that_will_win_later_for_later() -> None:
    """Nobody can beat Madame any more, and the last but one trick is lost or won without her."""
    table = late("3O 4O", "5O 4C", "6O 4B", "3C 5C", taken="NNEEWWW", leader=NORTH)
    table.play("3O 5O 6O")
    assert choice(table, WEST) == "5C"


def test_it_rejects_the_six_weakest_cards() -> None:
    table = agreed()
    levels = [LEVEL[Card(card)] for card in choice(table, NORTH)]
    assert sorted(levels) == sorted(LEVEL[Card(card)] for card in table.hand(NORTH))[9:]


def test_it_wants_the_chant_unless_its_cards_are_good() -> None:
    assert choice(Table("3O 2S 4O", chant="dealer"), NORTH) == "yes"
    assert choice(Table("3O 2S 9C", chant="dealer"), NORTH) == "no"


def test_a_hard_one_wants_no_chant_if_its_cards_are_good_and_others_get_more() -> None:
    table = Table("", "", "2O 9C AO AC AB KO KC KB CO", chant="dealer")
    for seat in (NORTH, EAST):
        table.do(seat, "yes")
    view, options = table.match.view(SOUTH), table.match.options
    for strength, answer in (("normal", "yes"), ("hard", "no")):
        action = decide(ALUETTE, strength, view, options, random.Random(1), range(400))
        assert msgspec.json.decode(action or b"")["type"] == answer


def test_it_offers_no_deal_and_accepts_one() -> None:
    table = Table(surrender="on")
    assert choice(table, NORTH) == "no"
    table.do(NORTH, "yes")
    assert (choice(table, EAST), choice(table, WEST)) == ("yes", "yes")


# Signs


def give(table: Table, seat: Seat) -> Any:
    """Let the bot sign, and hold it."""
    sign = choice(table, seat)
    table.do(seat, "sign", sign=sign)
    table.do(CLOCK, "lower", seat=seat, number=table.state.signed[seat])
    return sign


def test_it_signs_its_single_cards_from_the_top_down_and_then_its_aces_each_once() -> None:
    table = Table("4O", "4C", "2S 9C 3O AO AC KO KC KB KS")
    assert [give(table, SOUTH) for _ in range(4)] == ["3O", "9C", "2S", "A2"]
    assert choice(table, SOUTH) is None


def test_it_shrugs_if_it_has_nothing_to_sign() -> None:
    table = Table("4O", "4C", "KO KC KB KS CO CC CB CS VO")
    assert give(table, SOUTH) == "useless"
    assert choice(table, SOUTH) is None


def test_before_the_chant_is_over_it_signs_only_what_stays_true() -> None:
    table = Table("4O", "4C", "9C AO KO KC KB KS CO CC CB", chant="dealer")
    assert give(table, SOUTH) == "9C"
    assert choice(table, SOUTH) is None


def test_it_signs_only_if_its_partner_looks_and_nobody_else_does() -> None:
    table = Table("4O", "4C", "3O")
    table.do(EAST, "look", at=SOUTH)
    assert choice(table, SOUTH) is None
    table.do(CLOCK, "rest", seat=EAST, number=1)
    table.do(EAST, "look", at=WEST)
    table.do(NORTH, "look", at=EAST)
    assert choice(table, SOUTH) is None
    table.do(CLOCK, "rest", seat=NORTH, number=1)
    table.do(NORTH, "look", at=SOUTH)
    assert choice(table, SOUTH) == "3O"


def test_on_its_turn_it_plays_and_does_not_sign() -> None:
    table = Table("3O")
    assert choice(table, NORTH) in table.hand(NORTH)


def test_it_looks_at_its_partner_at_first_and_later_at_the_others_at_times() -> None:
    looked = set()
    for seed in range(2):
        match = Match(ALUETTE, 4, {"partners": "seats"})
        for step in kit.play(match, random.Random(seed), kit.by_bots):
            if msgspec.json.decode(step.action)["type"] == "look":
                partner = (step.seat + 2) % 4
                taken, at = len(step.before.taken), msgspec.json.decode(step.action)["at"]
                looked.add((taken > 1, at == partner))
    assert looked == {(True, True), (True, False)}


def test_a_hard_one_keeps_its_left_neighbour_from_signing_as_long_as_his_partner_looks_at_him() -> None:
    table = Table("4O", "3O")
    assert looks_at(table, NORTH) == EAST
    assert looks_at(table, SOUTH) == WEST
    table.do(NORTH, "look", at=EAST)
    assert choice(table, EAST) is None
    table.do(WEST, "look", at=NORTH)
    table.do(CLOCK, "rest", seat=NORTH, number=1)
    assert looks_at(table, NORTH) == SOUTH


def looks_at(table: Table, seat: Seat) -> Seat:
    """Where a hard bot turns its eyes, while others are waited for."""
    view = msgspec.structs.replace(table.match.view(seat), awaited=())
    seat_looked_at: Seat = msgspec.json.decode(decide(ALUETTE, "hard", view, {}, random.Random(1)) or b"")["at"]
    return seat_looked_at


def test_where_it_looks_does_not_depend_on_what_only_some_have_seen() -> None:
    table = Table(*hands_for("NNNNNEEEE"))
    looks = []
    for signs in ([], [[SOUTH, "3O", 1]], [[EAST, "3O", 1], [WEST, "A2", 2]]):
        view = table.match.view(NORTH)
        seen = msgspec.structs.replace(
            view, facts={**view.facts, "seen": signs, "taken": [0, 1, 2]}, awaited=(), zones=view.zones
        )
        looks.append((ALUETTE.bot(seen, random.Random(1)), ALUETTE.beside(seen, random.Random(1))))
    assert len(set(looks)) == 1


def imagined(table: Table, seat: Seat, whose: Seat) -> list[list[int]]:
    """What the bot thinks that somebody may have, a few times."""
    mind = _aluette_bot.Mind(table.match.view(seat), seat, random.Random(1))
    return [mind.imagined()[whose] for _ in range(30)]


def test_it_believes_its_partner_who_signs_from_the_top_down() -> None:
    table = Table("2O AO AC 4O", "5O 5C", "KO 6O", "7O 7C")
    for sign in ("2O", "A2"):
        table.do(NORTH, "sign", sign=sign)
        table.do(CLOCK, "lower", seat=NORTH, number=table.state.signed[NORTH])
    ace, borgne = _aluette_bot.ACE, _aluette_playout.STRENGTH["2O"]
    assert all([card for card in hand if card >= ace] == [ace, ace, borgne] for hand in imagined(table, SOUTH, NORTH))
    assert any([card for card in hand if card >= ace] != [ace, ace, borgne] for hand in imagined(table, EAST, NORTH))
    table.play("AO 5O 6O 7O")
    assert all(hand.count(ace) == 1 for hand in imagined(table, SOUTH, NORTH))


def test_it_counts_the_cards_that_have_been_played_or_rejected() -> None:
    table = agreed()
    for seat in (NORTH, WEST):
        table.do(seat, "reject", *[Spot(f"hand:{seat}", i) for i in range(6)])
    table.play(" ".join(table.hand(seat)[0] for seat in SEATS))
    own = [*table.hand(SOUTH)]
    for hands in (_aluette_bot.Mind(table.match.view(SOUTH), SOUTH, random.Random(1)).imagined() for _ in range(30)):
        assert [len(hand) for hand in hands] == [8] * 4
        assert hands[SOUTH] == sorted(_aluette_playout.STRENGTH[card] for card in own)
        for card, level in enumerate(reversed(LEVELS), 1):
            most = len(level) - table.state.fallen[LEVEL[level[0]]]
            assert sum(hand.count(card) for hand in hands) <= most


def test_it_believes_what_it_has_caught_of_the_other_side() -> None:
    """But there may be signs that it has missed, of higher cards too."""
    table = Table("KO", "5O", "6O", "2O")
    table.do(NORTH, "look", at=WEST)
    table.do(WEST, "sign", sign="2O")
    borgne, madame = _aluette_playout.STRENGTH["2O"], _aluette_bot.STRENGTH["3C"]
    assert all(borgne in hand for hand in imagined(table, NORTH, WEST))
    assert any(madame in hand for hand in imagined(table, NORTH, WEST))
    assert not all(borgne in hand for hand in imagined(table, SOUTH, WEST))


def test_what_it_has_not_seen_changes_nothing() -> None:
    table = Table("KO", "4C", "3O")
    before = [ALUETTE.bot(table.match.view(seat), random.Random(2)) for seat in SEATS]
    table.do(SOUTH, "sign", sign="3O")
    after = [ALUETTE.bot(table.match.view(seat), random.Random(2)) for seat in SEATS]
    assert (after[EAST], after[WEST]) == (before[EAST], before[WEST])


def test_it_needs_the_view_alone() -> None:
    match, rng = Match(ALUETTE, 4), random.Random(3)
    for step in kit.play(match, rng):
        for seat in SEATS:
            if rng.random() < 0.1:
                view = match.view(seat)
                sent = msgspec.json.decode(msgspec.json.encode(view), type=View)
                assert ALUETTE.bot(view, random.Random(5)) == ALUETTE.bot(sent, random.Random(5)), step


# How well it plays


def test_two_bots_beat_two_players_by_chance() -> None:
    result = rivals.compare(rivals.bot, rivals.by_chance, 8)
    assert result.won >= 6


def test_at_the_pace_of_the_table_partners_know_each_others_best_cards_after_two_tricks() -> None:
    """Of all cards from the aces up that a bot's partner still has, it has seen nearly all."""
    known = held = 0
    for seed in range(2):
        match = Match(ALUETTE, 4, {"partners": "seats"})
        for _ in pace.played(match, (rivals.bot,) * 4, seed):
            state = match.state
            if state.step == "trick" and len(state.taken) > 2:
                for seat in SEATS:
                    partner = (seat + 2) % 4
                    seen = [left for giver, _, left in match.view(seat).facts["seen"] if giver == partner]
                    known += sum(seen)
                    held += sum(LEVEL[card] <= LEVEL[Card("AO")] for card in state.zones[f"hand:{partner}"])
    assert known > 0.85 * held


def test_bots_do_not_sign_without_end() -> None:
    match, signs = Match(ALUETTE, 4, {"partners": "seats"}), 0
    for step in kit.play(match, random.Random(1), kit.by_bots):
        signs += msgspec.json.decode(step.action)["type"] == "sign"
    assert 0 < signs < 4 * 10 * 5
