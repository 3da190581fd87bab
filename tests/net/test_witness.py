"""A host that cheats is caught by every client that is cheated, and an honest one never is."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engine import journal
from engine.game import Chance, Shuffle
from net import wire
from net.acts import Acts
from net.dealer import Dealer
from net.fairdeal import lock
from net.limits import HOST_FRAME_BYTES_MAX
from net.play import Play
from net.witness import UNSURE, Verdict
from tests.net.company import Cheat, Company, changed

OTHER = bytes(32)


def only(kind: type[wire.Message], swindle: Any, to: str = "Bob") -> Cheat:
    """Bob alone is told something else in place of messages of this kind: nothing, one or many."""

    def cheat(company: Company, name: str, message: wire.FromHost) -> Iterable[wire.FromHost]:
        if name != to or not isinstance(message, kind):
            return [message]
        told = swindle(message)
        return told if isinstance(told, list) else [told]

    return cheat


def found(cheat: Cheat, rounds: int = 1) -> str:
    """What Bob finds of a host that does this, and nobody else."""
    company = Company("Ana", "Bob", "Cid", cheat=cheat, rounds=rounds)
    company.play()
    assert not any(company.links[name].alarm for name in ("Ana", "Cid", "Wil"))
    verdict = company.links["Bob"].alarm
    assert verdict is not None, company.codes
    return verdict.code


# an honest host


def test_a_fair_deal_is_found_fair_by_all_who_play_and_watch() -> None:
    company = Company("Ana", "Bob", "Cid", rounds=2)
    company.play()
    assert company.codes == dict.fromkeys(("Ana", "Bob", "Cid", "Wil"), "fair")
    assert {link.fairness for link in company.links.values()} == {Verdict(2, "fair")}


@pytest.mark.parametrize("game", ["allegra", "muse"])
def test_whole_matches_and_a_rematch_are_fair_in_every_game(game: str) -> None:
    options = {"rounds": 2, **({"knock_window": 0} if game == "allegra" else {"window_s": 0})}
    company = Company("Ana", "Bob", game=game, **options)
    for _ in range(2):
        company.play()
        assert set(company.codes.values()) == {"fair"}
    assert company.links["Ana"].fairness == Verdict(2, "fair")


def test_a_deck_that_is_shuffled_in_the_middle_of_a_round_is_checked_too() -> None:
    company = Company(*"ABCDEF", game="allegra", rounds=1, knock_window=0)
    company.favourite = "draw"
    company.play()
    chances = [line for line in company.lines if isinstance(line, journal.Acted) and line.seat == -1]
    assert len(chances) > 1
    assert set(company.codes.values()) == {"fair"}


def test_nobody_learns_a_secret_or_a_nonce_before_the_round_is_over_and_all_are_told_the_same() -> None:
    company = Company("Ana", "Bob", "Cid")
    company.start()
    (sealed,) = [line for line in company.lines if isinstance(line, journal.Sealed)]
    (given,) = [line for line in company.lines if isinstance(line, journal.Given)]
    assert all(lock(nonce) == pledge for nonce, pledge in zip(given.nonces, sealed.pledges, strict=True))
    hidden = [msgspec.json.encode(value)[1:-1] for value in (sealed.secret, *given.nonces)]
    before = {name: list(frames) for name, frames in company.frames.items()}
    assert not [frame for frames in before.values() for frame in frames if any(part in frame for part in hidden)]
    company.play_round()
    for kind in (b'{"t":"seal"', b'{"t":"proof"'):
        frames = {tuple(frame for frame in told if frame.startswith(kind)) for told in company.frames.values()}
        assert len(frames) == 1
        assert len(frames.pop()) == 1, "to everybody once"
    assert all(part in company.frames["Wil"][-2] for part in hidden)


# the shuffle


def test_a_stacked_deck_is_caught_by_everybody() -> None:
    company, chance = Company("Ana", "Bob"), Dealer.chance

    def stacked(self: Dealer, request: Shuffle) -> Chance:
        made = chance(self, request)
        first, *between, last = made.order
        return Chance((last, *between, first), made.roll)

    with patch.object(Dealer, "chance", stacked):
        company.play()
    assert set(company.codes.values()) == {"other-order"}
    assert all(link.alarm == Verdict(1, "other-order", (1,)) for link in company.links.values())


def test_a_host_that_looks_for_a_good_nonce_of_its_own_is_caught() -> None:
    """Ana's program is the host's: it has pledged, like everybody, before it could know what Bob gives."""
    mix = Dealer.mix

    def choosy(self: Dealer) -> None:
        dice = random.Random(1)
        self._given[0] = max((dice.randbytes(32) for _ in range(50)), key=lambda nonce: sum(nonce))
        mix(self)

    company = Company("Ana", "Bob")
    with patch.object(Dealer, "mix", choosy):
        company.play()
    assert company.codes["Bob"] == "other-nonce"


def test_a_nonce_that_is_ignored_is_noticed_by_its_owner() -> None:
    give = Dealer.give
    company = Company("Ana", "Bob")
    with patch.object(Dealer, "give", lambda self, seat, nonce: give(self, seat, b"" if seat == 1 else nonce)):
        company.play()
    assert company.codes == {"Ana": "fair", "Bob": "left-out", "Wil": "fair"}
    assert company.links["Ana"].fairness == Verdict(1, "fair", (1,)), "and the others see whose is missing"
    with patch.object(Dealer, "_nonces", (b"", OTHER)):
        company.play()
    assert company.codes["Bob"] == "other-nonce"


def test_a_nonce_is_told_for_one_seal_alone_and_only_if_it_was_pledged_in_it() -> None:
    link = Company("Ana", "Bob").links["Bob"]

    def answer(seal: wire.Seal) -> wire.Nonce:
        link.receive(wire.encode(seal))
        (frame,) = link.drain()
        answered = wire.from_client(frame)
        assert isinstance(answered, wire.Nonce)
        return answered

    link.opened()
    hello = wire.hello_of(link.drain()[0])
    link.receive(wire.encode(wire.Welcome(1, 0, False)))
    seal = wire.Seal("a", 1, OTHER, (b"", hello.pledge))
    assert answer(changed(seal, pledges=(hello.pledge, b""), deal=0, commitment=lock(b"0"))).nonce == b""
    given = answer(seal)
    assert lock(given.nonce) == hello.pledge
    assert answer(seal) == given, "told again because the line was lost"
    for other in (
        {"pledges": (OTHER, hello.pledge)},
        {"commitment": lock(b"1")},
        {"deal": 2, "commitment": lock(b"2")},
    ):
        assert answer(changed(seal, **other)).nonce == b""


# the seal


def test_the_secret_must_be_the_one_that_was_sealed() -> None:
    assert found(only(wire.Proof, lambda proof: changed(proof, secret=OTHER))) == "other-secret"


def test_the_game_and_the_deal_must_be_those_that_were_sealed() -> None:
    assert found(only(wire.Proof, lambda proof: changed(proof, game="00"))) == "other-game"
    assert found(only(wire.Proof, lambda proof: changed(proof, deal=7))) == "other-game"
    assert found(only(wire.Seal, lambda seal: changed(seal, game="00"))) == "other-game"


def test_two_seals_of_one_deal_are_one_too_many() -> None:
    assert found(only(wire.Seal, lambda seal: [seal, changed(seal, commitment=OTHER)])) == "two-commitments"
    other_pledges = only(wire.Seal, lambda seal: [seal, changed(seal, pledges=(OTHER, *seal.pledges[1:]))])
    assert found(other_pledges) == "old-commitment"


def test_an_old_commitment_is_known_again() -> None:
    told: list[wire.Seal] = []

    def replays(seal: wire.Seal) -> wire.Message:
        told.append(seal)
        return changed(seal, commitment=told[0].commitment)

    assert found(only(wire.Seal, replays), rounds=2) == "old-commitment"
    told.clear()
    assert found(only(wire.Seal, lambda seal: told.append(seal) or told[0]), rounds=2) == "old-commitment"


def test_a_secret_that_is_not_revealed_is_missed_at_once() -> None:
    assert found(only(wire.Proof, lambda proof: [])) == "no-proof"
    company = Company("Ana", "Bob", cheat=only(wire.Proof, lambda proof: []))
    company.start()
    assert company.links["Bob"].alarm is None
    company.play_round()
    assert company.links["Bob"].alarm == Verdict(1, "no-proof"), "before anybody is ready for another"


def test_a_deal_that_is_sealed_and_then_made_another_time_is_noticed() -> None:
    """A host that does not like the order begins anew, and says nothing of how far the match is."""
    company = Company("Ana", "Bob", cheat=only(wire.Room, lambda room: []))
    company.start()
    company.links["Bob"].receive(wire.encode(wire.Seal("another match", 1, OTHER, (b"", b""))))
    assert company.links["Bob"].alarm == Verdict(1, "no-proof")


# the round


def test_a_card_that_is_swapped_in_a_view_is_caught() -> None:
    """Bob is shown another card in his own hand, once."""
    swapped = []

    def swap(update: wire.Update) -> wire.Message:
        view = update.view
        hand = next((zone for zone in view.zones if zone.name == "hand:1" and zone.cards), None)
        if hand is None or swapped:
            return update
        swapped.append(hand.cards)
        other = changed(hand, cards=("0" if hand.cards != ("0",) else "1",))
        return changed(update, view=changed(view, zones=tuple(other if zone is hand else zone for zone in view.zones)))

    assert found(only(wire.Update, swap)) == "other-view"
    assert swapped


@pytest.mark.parametrize("name", ["Bob", "Wil"])
def test_whatever_is_changed_in_a_view_is_caught_by_players_and_watchers(name: str) -> None:
    def lies(update: wire.Update) -> wire.Message:
        return changed(update, view=changed(update.view, turns=update.view.turns + (update.seq == 2)))

    company = Company("Ana", "Bob", cheat=only(wire.Update, lies, name))
    company.play()
    assert {who for who, link in company.links.items() if link.alarm} == {name}
    assert company.codes[name] == "other-view"


def test_an_act_that_is_dropped_is_missed_by_whoever_did_it() -> None:
    """The table answers that it was played, and goes on without it: in a game where that is possible to the end."""
    company, dropped = Company("Ana", "Bob", game="muse", rounds=1, window_s=0), []
    plays = Acts._play

    def drops(self: Acts, play: Play, person: Any) -> Any:
        if person.name == "Bob" and b"muse" in person.act and not dropped:
            return dropped.append(person.act) or []
        return plays(self, play, person)

    with patch.object(Acts, "_play", drops):
        company.play()
    assert dropped
    assert company.codes == {"Ana": "fair", "Bob": "act-missing", "Wil": "fair"}


def test_an_act_that_is_left_out_of_the_proof_is_missed() -> None:
    def forgets(proof: wire.Proof) -> wire.Message:
        mine = next(i for i, (seat, _) in enumerate(proof.acts) if seat == 1)
        return changed(proof, acts=proof.acts[:mine] + proof.acts[mine + 1 :])

    assert found(only(wire.Proof, forgets)) in ("wrong-act", "act-missing", "other-view")
    assert found(only(wire.Proof, lambda proof: changed(proof, acts=proof.acts[:-1]))) in ("unfinished", "other-view")


def test_an_act_that_is_invented_is_noticed_by_whose_it_is_said_to_be() -> None:
    """To muse changes nothing that anybody sees but the one who does it, so nobody else can tell."""

    def invents(proof: wire.Proof) -> wire.Message:
        muse = msgspec.Raw(b'{"type":"muse"}')
        return changed(proof, acts=(*proof.acts[:-1], (1, muse), proof.acts[-1]))

    company = Company("Ana", "Bob", game="muse", cheat=only(wire.Proof, invents), rounds=1, window_s=0)
    with patch("tests.net.muse.facts", lambda state, viewer: {}):
        company.play()
    assert company.codes == {"Ana": "fair", "Bob": "act-invented", "Wil": "fair"}


def test_a_round_begins_where_the_last_one_has_ended_and_with_the_cards_of_the_game() -> None:
    def rescored(proof: wire.Proof) -> wire.Message:
        state = msgspec.json.decode(proof.start)
        state["scored"] = [[0, 9, 9] for _ in state["scored"]]
        return changed(proof, start=msgspec.Raw(msgspec.json.encode(state)))

    def marked(proof: wire.Proof) -> wire.Message:
        state = msgspec.json.decode(proof.start)
        state["zones"]["stock"] = ["4", *state["zones"]["stock"][1:]]
        return changed(proof, start=msgspec.Raw(msgspec.json.encode(state)))

    assert found(only(wire.Proof, rescored), rounds=2) == "other-start"
    assert found(only(wire.Proof, marked)) == "other-cards"


@pytest.mark.parametrize(
    "fields",
    [
        {"start": msgspec.Raw(b"{}")},
        {"start": msgspec.Raw(b'{"seats":9}')},
        {"nonces": ()},
        {"acts": ((0, msgspec.Raw(b"[]")),)},
        {"acts": ((-1, msgspec.Raw(b'"x"')),)},
        {"acts": ((10**9, msgspec.Raw(b'{"type":"draw","turn":1}')),)},
    ],
)
def test_a_proof_that_makes_no_sense_is_a_fault_and_no_error(fields: dict[str, Any]) -> None:
    assert found(only(wire.Proof, lambda proof: changed(proof, **fields))) in (
        *("nonsense", "wrong-act", "other-nonce", "other-order", "other-cards"),
    )


def test_what_cannot_be_replayed_is_told_and_is_no_alarm() -> None:
    def other_rules(proof: wire.Proof) -> wire.Message:
        return changed(proof, header=changed(proof.header, rules=99))

    for swindle, code in ((other_rules, "other-rules"), (lambda proof: changed(proof, acts=()), "too-long")):
        company = Company("Ana", "Bob", cheat=only(wire.Proof, swindle))
        company.play()
        assert company.codes["Bob"] == code
        assert code in UNSURE
        assert company.links["Bob"].alarm is None


def test_PROOF_BYTES_MAX_a_proof_that_would_be_too_long_is_told_without_its_acts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.dealer.PROOF_BYTES_MAX", 1_000)
    company = Company("Ana", "Bob")
    company.start()
    company.play_round()
    assert {*company.codes.values()} == {"too-long"}
    assert not [link.alarm for link in company.links.values() if link.alarm]
    assert max(len(frame) for frames in company.frames.values() for frame in frames) < HOST_FRAME_BYTES_MAX


def test_an_alarm_stays() -> None:
    told: list[wire.Proof] = []

    def first_only(proof: wire.Proof) -> wire.Message:
        told.append(proof)
        return changed(proof, secret=OTHER) if len(told) == 1 else proof

    company = Company("Ana", "Bob", cheat=only(wire.Proof, first_only), rounds=2)
    company.play()
    assert company.links["Bob"].fairness == Verdict(2, "fair")
    assert company.links["Bob"].alarm == Verdict(1, "other-secret")
