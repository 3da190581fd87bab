"""Who is at the table, and how others come there, in words."""

from __future__ import annotations

from engine.board import Seat
from engine.game import Option
from engine.games import GAMES
from engine.strengths import Strength
from net import wire
from net.errand import Errand
from net.invite import Invite, Way
from net.listen import Bind
from tui.language import N_, _, pgettext
from tui.leaving import Answer
from tui.story import OR, listed, span

OPEN_CHAIR = N_("an open chair")
NO_CHAIR_OPEN = N_("No chair is open.")
BOTS: dict[Strength, tuple[str, str]] = {
    "easy": (N_("easy bot"), N_("an easy bot plays")),
    "normal": (N_("bot"), N_("a bot plays")),
    "hard": (N_("hard bot"), N_("a hard bot plays")),
}
"""A bot, and one that plays for somebody."""
WHOSE_CHAIR = N_("This is the chair of {name}.")
KEEP = Answer("k", N_("keep it for them"))
TAKE = Answer("t", N_("take it from them"))
LINES: dict[wire.Line, str] = {"lost": N_("disconnected"), "left": N_("has left"), "away": N_("away")}
NOBODY = Answer("n", N_("nobody"))


def between_games(room: wire.Room) -> bool:
    """Now the host can start, and change the chairs and the options."""
    return room.phase in ("lobby", "over")


def option_word(word: int | str) -> str:
    """The name of an option of a game, or what it can be."""
    return pgettext("option", str(word).replace("_", " "))


def has_free_chair(room: wire.Room) -> bool:
    """There is one for a watcher who wants to play."""
    return not all(chair.is_held for chair in room.chairs)


def may_sit(room: wire.Room, me: Seat | None) -> bool:
    """I watch, and can have a chair now."""
    return me is None and room.phase != "play" and has_free_chair(room)


def which_watcher(chair: wire.Chair) -> str:
    """What the host is asked who gives this chair away."""
    whose = _("Which watcher gets the chair of {name}?").format(name=chair.name)
    return whose if chair.is_held else _("Which watcher gets this chair?")


def chair_for_bot(room: wire.Room, chosen: Seat = -1) -> Seat | None:
    """The chosen chair, if a bot can sit down there; if not, the next open one, and after the last the first."""
    if chosen >= 0 and not room.chairs[chosen].is_played_here and room.chairs[chosen].sitter != "bot":
        return chosen
    vacant = [seat for seat, chair in enumerate(room.chairs) if chair.sitter == "nobody"]
    return next((seat for seat in vacant if seat > chosen), vacant[0] if vacant else None)


def objection(power: str, room: wire.Room, me: Seat | None, chosen: Seat) -> str:
    """Why this power of the host's, "bot", "free" or "give", does nothing to the chosen chair; "" if it does."""
    if power == "bot" and chair_for_bot(room, chosen) is not None:
        return ""
    if chosen < 0:
        return _(NO_CHAIR_OPEN) if power == "bot" else _("Choose a chair first.")
    chair = room.chairs[chosen]
    match power:
        case "bot" if chair.sitter == "bot":
            return _("A bot plays on this chair already.")
        case "free" if chair.sitter == "nobody":
            return _("This chair is open already.")
        case "free" if chosen == me:
            return _("This is your own chair: leave the table with ctrl+c.")
        case "free" if not chair.is_held and not between_games(room):
            return _("A bot stays to the end of the game.")
        case "bot" | "give" if chair.is_played_here:
            return _("{name} plays on this chair.").format(name=chair.name)
        case "give" if chair.line == "away":
            return _("{name} is only away.").format(name=chair.name)
    return ""


def facts_of(chair: wire.Chair, mine: bool) -> str:
    """What there is to know of whoever sits on a chair."""
    facts = [_("you")] if mine else []
    facts += [_("host")] if chair.host else []
    facts += [_(LINES[chair.line])] if chair.line in LINES else []
    if chair.sitter == "bot":
        bot, plays = BOTS[chair.strength]
        facts.append(_(plays) if chair.line != "here" else _(bot))
    facts += [_("ready")] if chair.ready else []
    return ", ".join(facts)


def strengths(before: wire.Room, after: wire.Room) -> list[str]:
    """Which bots play better or worse than before, a sentence each."""
    chairs = [(old, new) for old, new in zip(before.chairs, after.chairs, strict=False) if old.name == new.name]
    changed = [new for old, new in chairs if old.sitter == new.sitter == "bot" and old.strength != new.strength]
    return [f"{chair.name}: {_(BOTS[chair.strength][chair.is_held])}." for chair in changed]


def hosted(errand: Errand) -> str:
    """Whose table it is to which somebody has come by SSH, and which game."""
    return _("{name} hosts {game} here.").format(name=errand.host, game=GAMES[errand.game].NAME)


def how_to_come(invite: Invite, bind: Bind | None) -> str:
    """How friends use the invite; `bind` is how my own table was opened, None if it is not mine."""
    if invite.path or (invite.loopback and bind != "lan"):
        return _("For friends on this computer, with  toctoc join  or  toctoc watch.")
    if invite.loopback:
        return _("For this computer. Elsewhere put its own address in place of {host}.").format(host=invite.host)
    return _("For friends, with  toctoc join  or  toctoc watch.")


def by_ssh(way: Way) -> tuple[str, str]:
    """How friends come who have not installed anything, and the key that their ssh shows them the first time."""
    come = _("With nothing installed:  {command}").format(command=way.command)
    return come, _("Its key:  {fingerprint}").format(fingerprint=way.fingerprint)


def what_to_wait_for(room: wire.Room, *, plays: bool, host: bool) -> str:
    """What goes on in the lobby, for me."""
    if not plays:
        if any(chair.sitter == "nobody" for chair in room.chairs):
            return _("You are watching. There is a chair for you.")
        bot_leaves = _("You are watching. If you sit down, a bot gives up its chair.")
        return bot_leaves if has_free_chair(room) else _("You are watching.")
    if not host:
        return _("The host starts the game.")
    if any(chair.sitter == "nobody" for chair in room.chairs):
        return _("Wait for friends, or seat bots on the open chairs. Then start.")
    return _("Every chair is taken: you can start.")


def choices(option: Option) -> str:
    """What an option can be: "1 to 9", "race or choice"."""
    first, last = option.choices[0], option.choices[-1]
    if isinstance(first, int) and isinstance(last, int):
        return span(first, last)
    return listed([str(choice) for choice in option.choices], OR)
