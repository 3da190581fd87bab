from __future__ import annotations

from engine import journal
from engine.games import aluette
from net import wire
from net.play import Play
from tests.net.desk import HOST, Desk


def test_a_deal_that_was_no_more_than_a_draw_is_proven_before_the_next_one() -> None:
    """Else nobody could check it: the next deal is sealed without anything having been played."""
    header = journal.Header("aluette", aluette.RULES, tuple("abcd"), {})
    play = Play(header, entropy=lambda count: bytes(count), record=lambda line: None)
    play.dealer.seal([b""] * 4)
    play.deal(0.0)
    assert play.phase == "deal"
    assert isinstance(play.dealer.word, wire.Proof)
    play.dealer.seal([b""] * 4)
    play.deal(0.0)
    assert play.phase == "play"
    assert play.dealer.word is None


def test_everybody_is_told_the_proof_of_a_draw_before_the_next_deal_is_sealed() -> None:
    desk = Desk("aluette", seats=4)
    ana, wil = desk.guest(HOST), desk.guest("Wil", "watch")
    for seat in (1, 2, 3):
        ana.send(wire.SeatBot(seat))
    ana.send(wire.Start())
    ana.send(wire.Ready())
    for guest in (ana, wil):
        words = [word for word in guest.heard if isinstance(word, wire.Seal | wire.Proof)]
        assert [(type(word), word.deal) for word in words] == [(wire.Seal, 1), (wire.Proof, 1), (wire.Seal, 2)]


def test_a_draw_is_proven_again_when_its_journal_is_repeated() -> None:
    """Else the next deal would be proven from the beginning, and whoever has checked the draw would see a fault."""
    header = journal.Header("aluette", aluette.RULES, tuple("abcd"), {})
    lines: list[journal.Line] = []
    play = Play(header, entropy=lambda count: bytes(count), record=lines.append)
    play.dealer.seal([b""] * 4)
    play.deal(0.0)
    again = Play(header, entropy=lambda count: bytes(count), record=lambda line: None)
    for line in lines:
        again.repeat(line)
    assert again.dealer.word == play.dealer.word
