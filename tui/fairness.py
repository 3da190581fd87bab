"""Whether the deals were fair, in sentences: what my own program has found at the table, and what a journal shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine import journal
from engine.game import Sentence
from net import fairdeal, store
from net.witness import Verdict
from tui import spoken
from tui.language import _, ngettext
from tui.story import deal_numbered, listed, say

FOUND: dict[str, Sentence] = {
    "fair": "The last deal is checked: it was fair.",
    # nothing is wrong
    "came-later": "The last deal could not be checked: it was made before you came, or came back.",
    "missed": "The last deal could not be checked: you were not here at its end.",
    "no-part": "The last deal is as it was sealed, but you had no part in its shuffle: you came too late for it.",
    "left-out": "The last deal is as it was sealed, but your part in its shuffle came too late for the host.",
    "other-rules": "The last deal could not be checked: the host's toctoc has other rules than yours.",
    "too-long": "The last deal could not be checked: the round was too long for it.",
    # the host, or the host's program, does not play fair
    "old-commitment": "NOT FAIR: {0}. The host seals it with an old secret.",
    "two-commitments": "NOT FAIR: {0}. The host has sealed it twice.",
    "no-proof": "NOT FAIR: {0}. The host does not prove it.",
    "other-game": "NOT FAIR: {0}. The host proves another deal.",
    "other-secret": "NOT FAIR: {0}. Its secret is not the one that was sealed.",
    "other-nonce": "NOT FAIR: {0}. It was not shuffled with what the players gave.",
    "other-start": "NOT FAIR: {0}. It does not begin where the round before has ended.",
    "other-cards": "NOT FAIR: {0}. It was made with other cards than the game's.",
    "not-sealed": "NOT FAIR: {0}. It was not sealed.",
    "other-order": "NOT FAIR: {0}. Its shuffle {1} is not in the order that it must have.",
    "wrong-act": "NOT FAIR: {0}. In its round something was done that the rules do not allow.",
    "unfinished": "NOT FAIR: {0}. The host does not show all of its round.",
    "other-view": "NOT FAIR: {0}. In its round you were shown what was not so.",
    "act-missing": "NOT FAIR: {0}. Something that you did in its round is missing.",
    "act-invented": "NOT FAIR: {0}. In its round something was done in your name.",
    "nonsense": "NOT FAIR: {0}. What the host shows of it makes no sense.",
}


def found(verdict: Verdict, names: Sequence[str], deal: str) -> str:
    """What my program has found of a deal, which is called so."""
    sentence = say(verdict.code, (deal, *verdict.details), (), FOUND)
    if verdict.code == "fair" and verdict.details:
        late = [names[seat] for seat in verdict.details if isinstance(seat, int) and 0 <= seat < len(names)]
        nothing = ngettext(
            "{names} gave nothing to its shuffle, though it was promised.",
            "{names} gave nothing to its shuffle, though it was promised.",
            len(late),
        )
        return f"{sentence} {nothing.format(names=listed(late))}"
    return sentence


def mark(verdict: Verdict) -> str:
    """In two words."""
    if verdict.is_alarm:
        return _("NOT FAIR")
    return _("deal checked") if verdict.code == "fair" else _("deal not checked")


def verified(path: Path) -> tuple[bool, str]:
    """Whether all deals of a journal are fair, and the sentences about it. Raises Trouble."""
    try:
        text = store.read(path)
        deals, over, fault = fairdeal.verify(text)
        header, _acts = journal.read(text)
        options = journal.open_match(header).options
    except journal.Damaged as damaged:
        raise store.damaged(damaged, path) from None
    words = spoken.find(header.game)
    called = [spoken.deal(words, number, options) for number in range(1, deals + 2)]
    drawn = called[0] != deal_numbered(1)
    counted = deals - drawn
    if fault is not None:
        unfair = found(Verdict(deals + 1, fault.code, fault.details), (), called[deals])
        return False, f"{_some_fair(counted, drawn=drawn)} {unfair}" if deals else unfair
    if not deals:
        return False, _("There is no deal in this journal.")
    unfinished = _("The game was not finished: {deal} is checked as far as it was played.")
    ends = _("The game is over.") if over else unfinished.format(deal=called[deals - 1])
    return True, f"{_all_fair(counted, drawn=drawn)} {ends}"


def _all_fair(deals: int, *, drawn: bool) -> str:
    """Of a journal with so many deals; before them there may have been a draw, which is dealt too."""
    if not drawn:
        return ngettext("The deal is fair.", "All {n} deals are fair.", deals).format(n=deals)
    said = ngettext("The draw and the deal are fair.", "The draw and all {n} deals are fair.", deals).format(n=deals)
    return said if deals else _("The draw is fair.")


def _some_fair(deals: int, *, drawn: bool) -> str:
    if not drawn:
        return ngettext("{n} of its deals is fair.", "{n} of its deals are fair.", deals).format(n=deals)
    said = ngettext("The draw and {n} deal are fair.", "The draw and {n} deals are fair.", deals).format(n=deals)
    return said if deals else _("The draw is fair.")
