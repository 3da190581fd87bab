"""Whether the deals were fair, in sentences: what my own program has found at the table, and what a journal shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine import journal
from net import fairdeal, store
from net.trouble import Trouble
from net.witness import Verdict
from tui.story import listed, say

NO_OPTIONS: Mapping[str, int | str] = MappingProxyType({})
FOUND = {
    "fair": "The last deal is checked: it was fair.",
    # nothing is wrong
    "came-later": "The last deal could not be checked: it was made before you came.",
    "missed": "The last deal could not be checked: you were not here at its end.",
    "no-part": "The last deal is as it was sealed, but you had no part in its shuffle: you came too late for it.",
    "left-out": "The last deal is as it was sealed, but your part in its shuffle came too late for the host.",
    "other-rules": "The last deal could not be checked: the host's toctoc has other rules than yours.",
    "too-long": "The last deal could not be checked: the round was too long for it.",
    # the host, or the host's program, does not play fair
    "old-commitment": "NOT FAIR: the host seals {0} with an old secret.",
    "two-commitments": "NOT FAIR: the host has sealed {0} twice.",
    "no-proof": "NOT FAIR: the host does not prove {0}.",
    "other-game": "NOT FAIR: the host proves another deal than {0}.",
    "other-secret": "NOT FAIR: the secret of {0} is not the one that was sealed.",
    "other-nonce": "NOT FAIR: {0} was not shuffled with what the players gave.",
    "other-start": "NOT FAIR: {0} does not begin where the round before has ended.",
    "other-cards": "NOT FAIR: {0} was made with other cards than the game's.",
    "not-sealed": "NOT FAIR: {0} was not sealed.",
    "other-order": "NOT FAIR: shuffle {1} of {0} is not in the order that it must have.",
    "wrong-act": "NOT FAIR: in the round of {0} something was done that the rules do not allow.",
    "unfinished": "NOT FAIR: the host does not show all of the round of {0}.",
    "other-view": "NOT FAIR: in the round of {0} you were shown what was not so.",
    "act-missing": "NOT FAIR: something that you did in the round of {0} is missing.",
    "act-invented": "NOT FAIR: in the round of {0} something was done in your name.",
    "nonsense": "NOT FAIR: what the host shows of {0} makes no sense.",
}


def found(verdict: Verdict, names: Sequence[str], options: Mapping[str, int | str] = NO_OPTIONS) -> str:
    """What my program has found of a deal, at a table with these options. Deals have the numbers of the score sheet."""
    number = verdict.deal - 1 if options.get("partners") == "draw" else verdict.deal
    sentence = say(verdict.code, (f"deal {number}" if number else "the draw", *verdict.details), (), FOUND)
    if verdict.code == "fair" and verdict.details:
        late = [names[seat] for seat in verdict.details if isinstance(seat, int) and 0 <= seat < len(names)]
        return f"{sentence} {listed(late)} gave nothing to its shuffle, though it was promised."
    return sentence


def mark(verdict: Verdict) -> str:
    """In two words."""
    return "deal checked" if verdict.code == "fair" else "NOT FAIR" if verdict.is_alarm else "deal not checked"


def verified(path: Path) -> tuple[bool, str]:
    """Whether all deals of a journal are fair, and the sentence about it. Raises Trouble."""
    try:
        deals, over, fault = fairdeal.verify(store.read(path))
    except journal.Damaged as damaged:
        raise Trouble(damaged.code, *damaged.details) from None
    if fault is not None:
        before = f"{deals} of its deals {'is' if deals == 1 else 'are'} fair. " if deals else ""
        return False, before + found(Verdict(deals + 1, fault.code, fault.details), ())
    if not deals:
        return False, "There is no deal in this journal."
    end = (
        "The game is over." if over else f"The game was not finished: deal {deals} is checked as far as it was played."
    )
    return True, f"{'The deal is' if deals == 1 else f'All {deals} deals are'} fair. {end}"
