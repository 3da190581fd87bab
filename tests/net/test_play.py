from __future__ import annotations

from engine import journal
from engine.games import aluette
from net import wire
from net.play import Play


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
