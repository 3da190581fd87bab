"""Who comes late, loses the line or stays away checks what can be checked, and says what cannot; nobody cries wolf."""

from __future__ import annotations

import random

import pytest

from engine import journal
from net import wire
from net.fairdeal import Mixture
from net.limits import LOST_GRACE_S, NONCES_WITHIN_S
from net.link import Link
from net.witness import Verdict
from tests.net.company import Company
from tests.net.desk import token

OTHER = bytes(32)


def test_who_loses_the_line_in_a_round_and_comes_back_checks_it_all_the_same() -> None:
    company = Company("Ana", "Bob")
    company.start()
    company.act_once(random.Random(1))
    company.loses("Bob")
    company.wait(LOST_GRACE_S + 20)  # a bot acts for him meanwhile
    company.comes("Bob")
    company.play_round()
    assert set(company.codes.values()) == {"fair"}


def test_who_comes_back_when_the_round_is_over_is_told_the_proof_then() -> None:
    company = Company("Ana", "Bob", rounds=2)
    company.start()
    company.loses("Bob")
    company.wait(LOST_GRACE_S + 1)
    company.play_round()
    assert company.codes["Bob"] == ""
    company.comes("Bob")
    assert company.codes["Bob"] == "fair"
    company.ready()
    company.play_round()
    assert set(company.codes.values()) == {"fair"}


def test_who_was_away_for_the_proof_and_the_next_seal_says_so_and_goes_on() -> None:
    company = Company("Ana", "Bob", rounds=3)
    company.start()
    company.loses("Bob")
    company.wait(LOST_GRACE_S + 1)
    company.play_round()
    company.links["Ana"].send(wire.Ready())
    company.settle()
    company.comes("Bob")
    company.play_round()
    assert company.links["Bob"].fairness == Verdict(2, "came-later")
    company.ready()
    company.play_round()
    assert company.links["Bob"].fairness == Verdict(3, "fair")
    assert company.links["Bob"].alarm is None


@pytest.mark.parametrize("sealed", [False, True])
def test_a_bot_that_was_asked_to_play_for_somebody_has_invented_nothing(sealed: bool) -> None:
    """In one round after the other, until they are back; also if they ask for it while the deal is being sealed."""
    company = Company("Ana", "Bob", rounds=3)
    bob = company.links["Bob"]
    if sealed:
        company.mute.add("Bob")
    company.start()
    bob.send(wire.Away())
    company.mute.clear()
    company.settle()
    for deal in (1, 2):
        company.play_round("Ana")
        assert company.codes["Bob"] == ("fair" if deal == 1 else "no-part")
        company.links["Ana"].send(wire.Ready())
        company.settle()
    bob.send(wire.Back())
    company.settle()
    company.play_round()
    assert bob.alarm is None
    assert not bob._absent


@pytest.mark.parametrize("sealed", [False, True])
def test_who_comes_back_to_another_chair_in_the_same_deal_has_no_part_in_it(sealed: bool) -> None:
    """The host has freed it, while they could not hear of that."""
    company = Company("Ana", "Bob", "Cem", "Dea", rounds=2)
    if sealed:
        company.mute.add("Cem")  # the deal waits for their number
    company.start()
    if not sealed:
        company.act_once(random.Random(1))
    company.loses("Dea")
    for seat in (1, 3):
        company.links["Ana"].send(wire.FreeSeat(seat))
    company.settle()
    dea = company.comes("Dea")
    assert dea.seat == 1
    company.mute.clear()
    company.settle()
    company.play_round()
    assert company.codes["Dea"] == ("no-part" if sealed else "came-later")
    company.ready()
    company.play_round()
    assert company.codes["Dea"] == "fair"
    assert dea.alarm is None


def test_who_comes_with_a_new_program_cannot_check_the_round_that_runs_and_checks_the_next() -> None:
    company = Company("Ana", "Bob", rounds=2)
    company.start()
    company.loses("Bob")
    del company.links["Bob"]
    company.comes("Bob")
    company.comes("Wes", "watch")
    company.play_round()
    assert (company.codes["Bob"], company.codes["Wes"], company.codes["Ana"]) == ("came-later", "came-later", "fair")
    company.ready()
    company.play_round()
    assert set(company.codes.values()) == {"fair"}


def test_who_comes_to_the_score_sheet_is_not_told_of_a_round_that_was_before() -> None:
    company = Company("Ana", "Bob")
    company.play()
    company.comes("Wes", "watch")
    assert company.codes["Wes"] == ""


def test_NONCES_WITHIN_S_a_deal_waits_a_moment_for_the_nonces_and_no_longer() -> None:
    company = Company("Ana", "Bob")
    company.deaf.add("Bob")
    company.start()
    assert company.table.phase == "deal"
    company.wait(NONCES_WITHIN_S - 0.1)
    assert company.table.phase == "deal"
    company.wait(0.2)
    assert company.table.phase == "play"


def test_a_deal_does_not_wait_for_who_has_lost_the_line_or_left() -> None:
    for goes in (lambda company: company.loses("Bob"), lambda company: company.links["Bob"].send(wire.Leave())):
        company = Company("Ana", "Bob")
        company.deaf.add("Bob")
        company.start()
        goes(company)
        company.settle()
        assert company.table.phase == "play"


def test_a_deal_that_is_sealed_waits_for_somebody_to_be_there_and_is_made_then() -> None:
    company = Company("Ana", "Bob")
    company.deaf |= {"Ana", "Bob"}
    company.start()
    company.loses("Ana")
    company.loses("Bob")
    company.wait(10 * NONCES_WITHIN_S)
    assert company.table.phase == "deal"
    company.deaf.clear()
    company.comes("Bob")
    assert company.table.phase == "play"
    company.comes("Ana")
    company.play_round()
    assert company.codes == {"Ana": "came-later", "Bob": "fair", "Wil": "fair"}
    assert company.links["Bob"].fairness == Verdict(1, "fair", (0,))


def test_whose_answer_is_lost_on_the_way_gives_the_same_nonce_again() -> None:
    company = Company("Ana", "Bob")
    company.deaf.add("Ana")
    company.start()
    nonce = next(iter(company.table._play.dealer._given.values()))  # type: ignore[union-attr]
    company.table._play.dealer._given.clear()  # type: ignore[union-attr]
    company.loses("Bob")
    company.comes("Bob")
    assert company.table._play.dealer._given == {1: nonce}  # type: ignore[union-attr]


def test_bots_and_hand_made_clients_give_nothing_and_hold_nobody_up() -> None:
    company = Company("Ana", "Bob", "Cid")
    for name in ("Bob", "Cid"):
        company.links[name].send(wire.Leave())
    company.settle()
    for seat in (1, 2):
        company.links["Ana"].send(wire.SeatBot(seat))
    company.start()
    (sealed,) = [line for line in company.lines if isinstance(line, journal.Sealed)]
    assert [bool(pledge) for pledge in sealed.pledges] == [True, False, False]
    assert company.table.phase == "play"


def test_a_table_of_another_size_for_the_rematch_is_fair_too() -> None:
    company = Company("Ana", "Bob")
    company.play()
    company.links["Ana"].send(wire.SetSeats(3))
    company.settle()
    company.comes("Cid")
    company.play()
    assert set(company.codes.values()) == {"fair"}


def test_a_link_without_entropy_checks_nothing() -> None:
    link = Link("Ana", token("Ana"), "")
    link.opened()
    link.receive(wire.encode(wire.Seal("a", 1, OTHER, ())))
    assert (link.fairness, link.alarm) == (None, None)
    assert len(link.drain()) == 1


def test_what_a_proof_takes_from_a_mixture_is_the_order_of_the_journal() -> None:
    """The deal in the journal is the one that the secret and the nonces in it give."""
    company = Company("Ana", "Bob")
    company.start()
    sealed, given, deal = (line for line in company.lines[1:] if not isinstance(line, journal.Seated))
    assert isinstance(sealed, journal.Sealed)
    assert isinstance(given, journal.Given)
    assert isinstance(deal, journal.Acted)
    match = journal.open_match(company.lines[0])  # type: ignore[arg-type]
    request = match.game.chance(match.state)
    assert request is not None
    chance = Mixture(sealed.game, sealed.deal, sealed.secret, given.nonces).chance(request)
    assert bytes(deal.action) == wire.encode(chance)
