"""Codes into sentences, pure: what happened, what is offered, why it was refused, why the table said goodbye.

What comes out is plain text, never markup: a name may hold brackets, and is shown as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.board import Event, Gathered, Moved, Noted, Seat, Shown, Shuffled, place
from engine.game import Offer, Sentence
from net import wire
from tui.language import N_, _, ngettext, translated

Spell = Callable[[str], str]
"""Writes the names of cards in a text as they are to be read."""

NOBODY = N_("The table")
"""Who acts when it is no player: chance and the clock."""

REFUSALS: dict[str, Sentence] = {
    "read-only": "You are watching: only the players can do that.",
    "host-only": "Only the host can do that.",
    "not-now": "That is not possible now.",
    "seats-open": "There are still open chairs. Wait for friends, or seat bots on them.",
    "seats-taken": "There are people on those chairs.",
    "no-chat-now": "You can write again between two rounds.",
    "no-advice": "This table gives no advice. The host can allow it before a game.",
    "no-advice-now": "There is advice when you have to decide, and none in a race for a card.",
    "advice-often": "You have asked very often. Think for a moment yourself.",
    "no-such-seat": "There is no such chair.",
    "no-such-watcher": "Whoever you have chosen watches no more.",
    "between-rounds": "Watchers can sit down between two rounds.",
    "chair-taken": "Nobody can sit down there now: the chair is taken.",
    "too-late": "Too late: the table has moved on.",
    "not-understood": "The table did not understand that.",
    "over": "The game is over.",
    "no-such-option": "There is no option {0}.",
    "no-such-choice": "The option {0} cannot be {1}.",
    "seats": (
        "{0} player is not enough: {1} to {2} can play.",
        "{0} players are not possible: {1} to {2} can play.",
    ),
    "seats-fixed": (
        "{0} player is not enough: it is played by {1}.",
        "{0} players are not possible: it is played by {1}.",
    ),
    "wrong-deck": "These are not the cards of this deck.",
}

GOODBYES: dict[str, Sentence] = {
    "version": "The host's toctoc speaks version {0}, yours version {1}. Install the same toctoc on both.",
    "wrong-code": "The code of this invite is wrong. Ask the host for the invite again.",
    "full": "The table is full. You can watch it.",
    "too-many-watchers": "Too many people are watching this table.",
    "too-many-strangers": "Too many people are coming to this table at once. Try again in a moment.",
    "elsewhere": "You have opened this table elsewhere, so it is closed here.",
    "not-understood": "The table did not understand your toctoc. Install the same toctoc on both.",
    "conflict": "The table and your toctoc do not agree on what you did. Join again.",
    "out-of-order": "The table and your toctoc do not agree on what you did. Join again.",
    "too-fast": "Your toctoc sent too much at once, so the table closed the line.",
    "too-slow": "Your line is too slow for this table.",
    "freed": "The host has freed your chair.",
    "left": "You have left the table.",
    "closed": "The host has closed the table.",
    "stopped": "The table has been stopped. It may come back.",
    "broken": "The table cannot go on: its journal can no longer be written.",
    "bad-name": "The table cannot show this name. Choose another one.",
    "bad-token": "The table did not accept your toctoc. Install the same toctoc on both.",
    "silent": "The table heard nothing from your toctoc in time. Join again.",
}


def names_of(room: wire.Room | None, seats: int = 0) -> tuple[str, ...]:
    """What everybody at the table is called, on so many chairs at least. A bot without a name, an empty chair, and one
    of which the room does not tell, are called by their number."""
    chairs = room.chairs if room else ()
    bot, nobody = _("Bot {number}"), _("Chair {number}")
    names = [
        chair.name or (bot if chair.sitter == "bot" else nobody).format(number=i) for i, chair in enumerate(chairs, 1)
    ]
    return (*names, *(nobody.format(number=i + 1) for i in range(len(names), seats)))


def say(
    code: str,
    args: Sequence[int | str],
    names: Sequence[str],
    says: Mapping[str, Sentence],
    by: Seat | None = None,
    spell: Spell = str,
) -> str:
    """The sentence for a code: {0}, {1} are args, {p0}, {p1} are args that are seats, {by} is who acts. `spell` writes
    the names of cards in an arg as they are to be read; an arg that is a code itself, as a card that has a name, is
    shown by its words.

    A code that is not known, or that does not go with its args, is shown itself.
    """
    sentence = says.get(code)
    if sentence is None:
        return code
    players = {f"p{i}": _name(arg, names) for i, arg in enumerate(args)}
    try:
        spelled = [spell(_worded(arg, says)) if isinstance(arg, str) else arg for arg in args]
        return translated(sentence, args).format(*spelled, by=_name(by, names), **players)
    except (LookupError, ValueError):
        return code


def label_of(offer: Offer, names: Sequence[str], says: Mapping[str, Sentence], spell: Spell = str) -> str:
    """What an offer is called."""
    return say(offer.code, offer.args, names, says, spell=spell).removesuffix(".")


def tell(events: Sequence[Event], names: Sequence[str], says: Mapping[str, Sentence], spell: Spell = str) -> list[str]:
    """What happened, a sentence each. Where the game tells in words what happened, its words are enough."""
    notes = [say(event.code, event.args, names, says, event.by, spell) for event in events if isinstance(event, Noted)]
    return notes or [_plainly(event, names) for event in events]


def refused(refusal: wire.Refusal, names: Sequence[str], says: Mapping[str, Sentence], spell: Spell = str) -> str:
    """Why something was refused, with the number of the rule."""
    sentence = say(refusal.code, refusal.args, names, {**REFUSALS, **says}, spell=spell)
    return f"{sentence} ({refusal.rule})" if refusal.rule else sentence


def goodbye(bye: wire.Bye) -> str:
    """Why the table has closed the line."""
    return say(bye.code, bye.args, (), GOODBYES)


def comings(before: wire.Room, after: wire.Room) -> list[str]:
    """Who has come to the table, and who has gone, a sentence each; and that nobody plays on, if all have."""
    played, plays = (any(chair.is_played_here for chair in room.chairs) for room in (before, after))
    stands = played and not plays and after.phase == "play"
    chairs = zip(before.chairs, after.chairs, names_of(before, 0), names_of(after, 0), strict=False)
    told = [sentence for old, new, was, name in chairs for sentence in _chair_changed(old, new, was, name, plays)]
    told += [_(STILL)] if stands else []
    told += [_("{name} is watching.").format(name=name) for name in after.watchers if name not in before.watchers]
    here = {*after.watchers, *(chair.name for chair in after.chairs)}
    return told + [_("{name} watches no more.").format(name=name) for name in before.watchers if name not in here]


STILL = N_("The table waits until somebody is back.")
AND, OR = N_("{0} and {1}"), N_("{0} or {1}")


def listed(names: Sequence[str], last: str = AND) -> str:
    """Names in a sentence: "Ada", "Ada and Bo", "Ada, Bo and Cy"."""
    return _(last).format(", ".join(names[:-1]), names[-1]) if len(names) > 1 else "".join(names)


def span(least: int, most: int) -> str:
    """Of how many there can be: "3", "1 to 9"."""
    return str(most) if least == most else _("{least} to {most}").format(least=least, most=most)


def deal_numbered(number: int) -> str:
    """What to call a deal whose game has no words for it."""
    return _("deal {number}").format(number=number)


def round_numbered(number: int) -> str:
    """What to call what stands on a row of the score sheet of a game that has no word for it."""
    return _("round {number}").format(number=number)


def zone_named(zone: str, names: Sequence[str]) -> str:
    """What to call a zone whose game has no words for it: "the deck", "Ada's hand"."""
    kind, owner = place(zone)
    return (_("the {zone}") if owner is None else _("{name}'s {zone}")).format(name=_name(owner, names), zone=kind)


def _chair_changed(old: wire.Chair, new: wire.Chair, was: str, name: str, plays: bool) -> list[str]:
    if (_holder(old), was) != (_holder(new), name):
        if new.sitter == "nobody":
            return [_("{name} has given up the chair.").format(name=was)]
        comes = _("{name} sits down.") if old.sitter == "nobody" else _("{name} takes over from {other}.")
        return [comes.format(name=name, other=was)]
    told = []
    if old.line != new.line:
        told.append(_(LINES[new.line]).format(name=name))
    if plays and (old.sitter, new.sitter) == ("person", "bot"):
        told.append(_("A bot sits in for {name}.").format(name=name))
    return told


LINES: dict[wire.Line, str] = {
    "here": N_("{name} is back."),
    "lost": N_("{name} is disconnected."),
    "left": N_("{name} has left."),
    "away": N_("{name} is away."),
}


def _holder(chair: wire.Chair) -> wire.Sitter:
    """Whose chair it is, whoever plays on it."""
    return "person" if chair.line != "here" else chair.sitter


def _plainly(event: Event, names: Sequence[str]) -> str:
    match event:
        case Moved(card, src, dst, by):
            said = _("{by} moves {card} from {src} to {dst}.") if card else _("{by} moves a card from {src} to {dst}.")
            places = {"src": zone_named(src.zone, names), "dst": zone_named(dst.zone, names)}
            return said.format(by=_name(by, names), card=card, **places)
        case Shown(card, spot, by):
            said = _("{by} turns up {card} in {zone}.") if card else _("{by} turns up a card in {zone}.")
            return said.format(by=_name(by, names), card=card, zone=zone_named(spot.zone, names))
        case Gathered(src, dst, count):
            said = ngettext("{n} card goes from {src} to {dst}.", "{n} cards go from {src} to {dst}.", count)
            return said.format(n=count, src=zone_named(src, names), dst=zone_named(dst, names))
        case Shuffled(zone, count):
            said = ngettext("{n} card is shuffled: {zone}.", "{n} cards are shuffled: {zone}.", count)
            return said.format(n=count, zone=zone_named(zone, names))
        case Noted(code):
            return code


def _worded(arg: str, says: Mapping[str, Sentence]) -> str:
    return translated(says[arg]) if arg in says else arg


def _name(seat: object, names: Sequence[str]) -> str:
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else _(NOBODY)
